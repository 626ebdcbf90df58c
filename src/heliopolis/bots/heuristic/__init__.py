"""What experience says of a move, in points and without looking ahead.

Here are the `greedy` bot and the opinion that others ask it for, with a folder for each game. Nothing here knows
networks or searches.
"""
