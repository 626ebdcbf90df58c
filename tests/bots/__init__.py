"""Bots: found by name, their heuristics, features and searches, the levels, and programs in other languages."""
