"""What a network says of a position.

Here are its features, its layers, and the files it is kept in, with a module of features for each game. How networks
learn is in `heliopolis.learn`.
"""
