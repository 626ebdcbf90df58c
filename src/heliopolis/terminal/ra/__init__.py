"""Ra in the terminal."""

from __future__ import annotations

from typing import Final

from heliopolis.facts.ra import RaBoard
from heliopolis.terminal.face import Face
from heliopolis.terminal.ra.acting import act
from heliopolis.terminal.ra.drawing import draw
from heliopolis.terminal.ra.helping import MEANINGS, SIGNS, TIE_BREAK, later
from heliopolis.terminal.ra.reading import sentences
from heliopolis.terminal.ra.scoring import position
from heliopolis.terminal.ra.telling import tell
from heliopolis.terminal.ra.typing import listed, question, short


class _Ra:
    meanings = MEANINGS
    signs = SIGNS
    tie_break: str | None = TIE_BREAK
    later = staticmethod(later)
    draw = staticmethod(draw)
    act = staticmethod(act)
    sentences = staticmethod(sentences)
    question = staticmethod(question)
    listed = staticmethod(listed)
    short = staticmethod(short)
    position = staticmethod(position)
    tell = staticmethod(tell)

    @staticmethod
    def marks(board: RaBoard) -> dict[str, object]:
        """Jump to epochs, turns and auctions."""
        auction = board.auction
        return {
            "epoch": board.epoch,
            "turn": (board.turn, board.epoch) if auction is None else None,
            "auction": None if auction is None else (board.epoch, board.ra_tiles, auction.ra_player),
        }


FACE: Final[Face] = _Ra()
