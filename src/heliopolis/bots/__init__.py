"""Who chooses a move."""
