"""Many games at once: tournaments, random games, counts of sequences.

`plan.py` decides which games a tournament has, `play.py` plays them, `store.py` keeps the results, and `tournament.py`
runs all of it. `statistics.py` works the figures out; `summary.py`, `report.py` and `plots.py` only hold and show them.
"""
