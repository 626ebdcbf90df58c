"""Who chooses a move.

Here is what all bots share: what a bot is, bots by name, opponents for people, programs in any language, and whole
games of compiled bots. How bots think is in the rooms `heuristic`, `neural` and `search`.
"""
