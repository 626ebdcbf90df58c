"""Tournaments: the plan, the games, the figures, and the command."""
