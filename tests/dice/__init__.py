"""The rules of the dice game, id by id (D1 to D21), and a model that shares nothing with the engine."""
