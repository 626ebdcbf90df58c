"""What a choice was worth, and why.

Here are advice for a move, a review of a match, and the reasons for both in words. A module for each game says what
can be seen on its table.
"""
