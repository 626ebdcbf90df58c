"""Ra: The Dice Game in the terminal."""

from __future__ import annotations

from typing import Final

from heliopolis.facts.dice import DiceBoard
from heliopolis.terminal.dice.drawing import draw
from heliopolis.terminal.dice.reading import sentences
from heliopolis.terminal.dice.scoring import position
from heliopolis.terminal.dice.telling import tell
from heliopolis.terminal.dice.typing import listed, question, short
from heliopolis.terminal.face import Face


class _Dice:
    draw = staticmethod(draw)
    sentences = staticmethod(sentences)
    question = staticmethod(question)
    listed = staticmethod(listed)
    short = staticmethod(short)
    position = staticmethod(position)
    tell = staticmethod(tell)

    @staticmethod
    def marks(board: DiceBoard) -> dict[str, object]:
        """Jump to epochs and turns."""
        return {"epoch": board.epoch, "turn": (board.turn, board.epoch)}


FACE: Final[Face] = _Dice()
