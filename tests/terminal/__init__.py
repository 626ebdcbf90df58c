"""Matches in the terminal: what is typed, answered, drawn and kept."""
