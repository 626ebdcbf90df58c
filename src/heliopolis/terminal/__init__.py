"""Playing, looking and checking in a terminal.

`play.py`, `replay.py`, `verify.py`, `score.py` and `rules.py` each do the work of a verb of the same name, `seats.py`
decides who is a bot, and `answers.py` what a typed answer means. How a game is drawn, typed and explained is decided in
the folder of its name, as `face.py` says.
"""
