"""A table of the dice game as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from heliopolis.envs import drawing as draw
from heliopolis.facts.dice import DiceBoard, DiceSeat
from heliopolis.games.dice.components import COLOURS, COLUMN_NAMES, EPOCHS, TRACK_END

WIDTH: Final = 760
TRACKS: Final = 92
AREA: Final = 216
SEATS: Final = 430
ROW: Final = 46
PAINT: Final = {"yellow": "#efc531", "red": "#c9432c", "blue": "#2d6bb3", "green": "#3c9458", "violet": "#8b5cb2"}
ART: Final = {
    "Sun": "art-ra",
    "Pharaoh": "art-pharaoh",
    "Nile": "art-nile",
    "Civilization": "art-art",
    "Monument": "art-pyramid",
    "Ankh": "art-ankh",
}


def size(board: DiceBoard) -> tuple[int, int]:
    """Say how large the picture is."""
    return WIDTH, SEATS + ROW * len(board.seats) + 6


def scene(board: DiceBoard, points: Sequence[int], seat: int | None) -> Iterator[str]:
    """Draw the dice and the Sun track, the two tracks, the civilization spaces, the monument area, and the seats."""
    for place, (colour, face) in enumerate(board.dice.items()):
        yield from _die(colour, face, 12 + 58 * place, 10)
    for place in range(EPOCHS):
        fill = draw.RED if place < board.epoch else draw.PANEL
        yield f'<circle cx="{316 + 20 * place}" cy="16" r="7" fill="{fill}" stroke="{draw.LINE}"/>'
    step = min(30.0, 440 / (board.sun_track + 1))
    for place in range(board.sun_track + 1):
        yield draw.box(306 + step * place, 32, step - 3, 30, fill=draw.GOLD if place == board.ra else draw.PANEL)
    for row, track in enumerate(("pharaoh", "nile")):
        y = TRACKS + 60 * row
        yield draw.drawing(f"art-{track}", 12, y, 44)
        for place in range(TRACK_END + 1):
            x = 64 + 52 * place
            yield draw.box(x, y, 50, 50)
            standing = [number for number, held in enumerate(board.seats) if getattr(held, track) == place]
            for order, number in enumerate(standing):
                yield draw.emblem(number, x + 2 + 24 * (order % 2), y + 2 + 24 * (order // 2), 22)
    for row, colour in enumerate(COLOURS):
        y = AREA + 40 * row
        yield draw.box(12, y, 130, 36, edge=PAINT[colour], stroke=3)
        having = [number for number, held in enumerate(board.seats) if colour in held.civilization]
        for order, number in enumerate(having):
            yield draw.emblem(number, 18 + 30 * order, y + 5, 26)
        for column, name in enumerate(COLUMN_NAMES):
            x = 160 + 74 * column
            owner = board.monuments[name][colour]
            yield draw.box(x, y, 70, 36, edge=PAINT[colour], stroke=2)
            yield draw.drawing(f"art-{name.lower().replace(' ', '-')}", x + 4, y + 3, 30, draw.LINE, draw.PANEL)
            if owner is not None:
                yield draw.emblem(owner, x + 40, y + 5, 26)
    for number, held in enumerate(board.seats):
        yield from _seat(board, number, held, points[number], acting=number == seat)


def _die(colour: str, face: str, x: float, y: float) -> Iterator[str]:
    yield f'<rect x="{x}" y="{y}" width="52" height="52" rx="11" fill="url(#weave-{colour})" stroke="{draw.INK}"/>'
    if face == "used":
        return
    yield f'<rect x="{x + 7}" y="{y + 7}" width="38" height="38" rx="8" fill="{draw.PANEL}"/>'
    if face in ART:
        yield draw.drawing(ART[face], x + 9, y + 9, 34)


def _seat(board: DiceBoard, number: int, held: DiceSeat, points: int, *, acting: bool) -> Iterator[str]:
    y = SEATS + ROW * number
    yield draw.box(
        8, y, WIDTH - 16, ROW - 6, edge=draw.SEATS[number][1] if acting else draw.LINE, stroke=3 if acting else 1
    )
    yield draw.emblem(number, 16, y + 5, 30)
    yield draw.number(points, 76, y + 12, 16, centred=True)
    if board.turn == number:
        yield draw.drawing("statue", 112, y + 2, 25)
    for place in range(min(held.floods, 10)):
        yield draw.drawing("art-flood", 160 + 34 * place, y + 4, 32, "#24727b", "#bfe4e4")
