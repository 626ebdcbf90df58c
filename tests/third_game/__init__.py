"""A third game, Pig, added to a copy of the house by the recipe in CONTRIBUTING.md: every door has to open for it.

`pig/` lies over `src/heliopolis/`: each file goes to the same place there.
"""
