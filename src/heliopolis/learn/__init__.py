"""How networks are made.

`training.py` decides what is learned next and how fast, `games.py` who plays the games and what the targets are, and
`network.py` how the weights change. `batches.py` carries games to workers and back; `measure.py` says how strong a
network is.
"""
