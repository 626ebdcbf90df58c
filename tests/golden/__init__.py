"""Whole games as text: `make golden` writes them, and a test compares them."""
