"""The dice game in which people learn.

Whoever plays it sensibly meets within four turns, which end an epoch: dice worth rolling again, a civilization marker,
a flood marker, steps on both tracks, monuments, and a rival's disaster.
"""

from __future__ import annotations

from typing import Final

from heliopolis.games.first_games import FirstGame

FIRST_GAME: Final = FirstGame(bots=("scribe", "apprentice"), seed=58)
