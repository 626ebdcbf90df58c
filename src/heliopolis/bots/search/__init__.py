"""Looking ahead.

Here are quiescence search, rollouts, and the bots `net` and `expert`. A module for each game says where a search of it
may stop.
"""
