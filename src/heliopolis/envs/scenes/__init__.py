"""The table of each game as a picture, made of `drawing`."""
