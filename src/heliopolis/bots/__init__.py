"""Who chooses a move.

`contract.py` decides what a bot is and what becomes of a bad answer, `registry.py` which bot a name means, and
`choice.py` which move a compiled bot takes. How bots think is in the rooms `heuristic`, `neural` and `search`.
`review.py` is only an old name of `heliopolis.coach`.
"""
