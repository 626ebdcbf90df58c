"""A match: seats, the list of moves, the record, and what each seat may see.

`match.py` decides what may be played and taken back, by the rules of the game, and `view.py` what a seat may see.
`record.py` has the form of the file, `sealed.py` what is drawn.
"""
