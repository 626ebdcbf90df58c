"""A match: seats, the list of moves, the record, and what each seat may see."""
