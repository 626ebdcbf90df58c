"""Ra in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from heliopolis.terminal.face import Face
from heliopolis.terminal.ra.drawing import draw
from heliopolis.terminal.ra.scoring import position, reasons
from heliopolis.terminal.ra.typing import listed, question, short


class _Ra:
    draw = staticmethod(draw)
    question = staticmethod(question)
    listed = staticmethod(listed)
    short = staticmethod(short)
    position = staticmethod(position)
    reasons = staticmethod(reasons)

    @staticmethod
    def marks(board: Mapping[str, Any]) -> dict[str, object]:
        """Jump to epochs, turns and auctions."""
        auction = board["auction"]
        return {
            "epoch": board["epoch"],
            "turn": (board["turn"], board["epoch"]) if auction is None else None,
            "auction": None if auction is None else (board["epoch"], board["ra_tiles"], auction["ra_player"]),
        }


FACE: Final[Face] = _Ra()
