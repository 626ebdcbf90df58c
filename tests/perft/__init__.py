"""Counts of sequences of moves, compared with those in `ra.txt` and `dice.txt`: `make golden` writes them."""
