"""The game of Ra in which people learn.

Whoever plays it sensibly meets within one short epoch: auctions to lose, to win and to pass, after Ra tiles and after
invocations, one of them without a rival; Niles before their Flood, Pharaohs, four civilizations, monuments, a God, a
Funeral that costs two Pharaohs; then has no sun left, and sees the Ra track fill.
"""

from __future__ import annotations

from typing import Final

from heliopolis.games.first_games import FirstGame

FIRST_GAME: Final = FirstGame(bots=("scribe", "apprentice"), seed=15290)
