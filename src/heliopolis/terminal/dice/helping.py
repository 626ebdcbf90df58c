"""What the moves and the signs of the dice game mean, for whoever asks for help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

MEANINGS: Final[Mapping[str, str]] = {
    "roll": "the dice show this",
    "keep": "roll no more, and use the dice as they are (D6)",
    "reroll": "roll dice again: their first letters ('yr' for yellow and red), or 'all'; Suns stay (D6)",
    "pharaoh": "go so many steps on the Pharaoh track (D8)",
    "nile": "go so many steps on the Nile track (D9)",
    "flood": "place a flood marker with three dice: it lets the Nile score (D9)",
    "civilization": "place markers in these colours (D10)",
    "monument": "place a marker in this column and row, where a + is (D11)",
    "ankhs": "score 2 points for two Ankhs (D12)",
    "end": "end the turn; dice that are left do nothing (D7)",
    "disaster": "let this disaster come, or none (D14)",
    "discard": "give up this marker: a disaster takes it (D14)",
}
SIGNS: Final[Sequence[str]] = (
    "now   what the player would score if the epoch ended now",
    "Sun track  · is a space that Ra has passed, then Ra, ● a Sun of this turn, ○ a free space, ▏ the end; "
    "1 or 2 Suns move Ra so far when the turn ends, 3 score 3 points, more may bring a disaster (D13)",
    "1 2   markers, by the number of their player; · is an empty space, + one that you can build on now",
    "▸     who is to act",
)
