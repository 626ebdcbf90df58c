"""What the heuristic thinks of Ra: tiles, suns, and the moves that win them."""
