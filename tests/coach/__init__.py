"""Hints for a move, reviews of a match, and the old names of both."""
