"""What the moves and the signs of Ra mean, for whoever asks for help."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from heliopolis.games.ra.components import EPOCHS
from heliopolis.games.ra.state import read
from heliopolis.table.match import Match

MEANINGS: Final[Mapping[str, str]] = {
    "draw": "take a tile from the bag; it goes on the auction track, or on the Ra track if it is a Ra (R7)",
    "invoke": "start an auction for the tiles on the auction track, and bid last (R11)",
    "take": "give up a God for this tile of the auction track (R10)",
    "stop": "use no more Gods (R10)",
    "bid": "offer this sun for the tiles; who wins with it gets the one in the centre for it, face down (R13)",
    "pass": "offer nothing in this auction (R13)",
    "discard": "give up this tile: a disaster takes it (R19)",
    "tile": "this tile was drawn",
}
SIGNS: Final[Sequence[str]] = (
    "now      what the player would score if the epoch ended now",
    "if won   what the tiles on the auction track would change about that, and monuments at the end of the game",
    "3 4 (7)  the suns 3 and 4 can be bid; 7 is face down, for the next epoch",
    "▸        who is to act",
)
TIE_BREAK: Final = "the highest sun breaks the tie (R34)"


def later(match: Match) -> Collection[str]:
    """Name what a lot brings only at the end of the game: monuments, before the last epoch (R31)."""
    return ("monuments",) if read(match.state).epoch < EPOCHS else ()
