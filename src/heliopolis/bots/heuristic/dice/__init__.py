"""What the heuristic thinks of the dice game: dice, markers, and the moves that place them."""
