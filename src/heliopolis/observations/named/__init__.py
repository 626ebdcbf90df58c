"""What the numbers of each game's observations are, in words; `layouts.py` says how."""
