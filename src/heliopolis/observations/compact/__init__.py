"""The observation `compact` of each game: what lies on the table, as numbers around 0 to 1, without any opinion.

First come the numbers of the table, then a row for the seat that looks, then one for each of the others clockwise.
What each number is, `named/` says.
"""
