"""Ra: The Dice Game in the terminal."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from heliopolis.facts.dice import DiceBoard
from heliopolis.table.match import Match
from heliopolis.terminal.dice.acting import act
from heliopolis.terminal.dice.drawing import draw
from heliopolis.terminal.dice.helping import MEANINGS, SIGNS
from heliopolis.terminal.dice.reading import sentences
from heliopolis.terminal.dice.scoring import position
from heliopolis.terminal.dice.telling import tell
from heliopolis.terminal.dice.typing import listed, question, short
from heliopolis.terminal.face import Face


class _Dice:
    meanings = MEANINGS
    signs = SIGNS
    tie_break: str | None = None
    draw = staticmethod(draw)
    act = staticmethod(act)
    sentences = staticmethod(sentences)
    question = staticmethod(question)
    listed = staticmethod(listed)
    short = staticmethod(short)
    position = staticmethod(position)
    tell = staticmethod(tell)

    @staticmethod
    def later(match: Match) -> Collection[str]:
        """There are no lots."""
        return ()

    @staticmethod
    def marks(board: DiceBoard) -> dict[str, object]:
        """Jump to epochs and turns."""
        return {"epoch": board.epoch, "turn": (board.turn, board.epoch)}


FACE: Final[Face] = _Dice()
