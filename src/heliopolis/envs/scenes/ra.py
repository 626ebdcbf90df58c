"""A table of Ra as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from heliopolis.envs import drawing as draw
from heliopolis.facts.ra import RaBoard, RaSeat
from heliopolis.games.ra.components import EPOCHS

WIDTH: Final = 760
HEAD: Final = 152
ROW: Final = 78


def size(board: RaBoard) -> tuple[int, int]:
    """Say how large the picture is."""
    return WIDTH, HEAD + ROW * len(board.seats) + 8


def scene(board: RaBoard, points: Sequence[int], seat: int | None) -> Iterator[str]:
    """Draw the Ra track, the auction track and the centre sun, then everyone's suns and tiles."""
    for place in range(EPOCHS):
        fill = draw.RED if place < board.epoch else draw.PANEL
        yield f'<circle cx="{22 + 20 * place}" cy="24" r="7" fill="{fill}" stroke="{draw.LINE}"/>'
    for place in range(board.ra_spaces):
        x = 96 + 44 * place
        yield draw.box(x, 8, 40, 40)
        if place < board.ra_tiles:
            yield draw.tile("Ra", x + 2, 10, 36)
    for place, kind in enumerate(board.track):
        x = 12 + 74 * place
        yield draw.box(x, 64, 70, 70)
        if kind is not None:
            yield draw.tile(kind, x + 3, 67, 64)
    yield draw.box(618, 8, 130, 126)
    yield draw.sun(board.centre_sun, 640, 12, 86)
    yield draw.number(f"{board.bag_left}", 683, 108, 16, draw.QUIET, centred=True)
    for number, holding in enumerate(board.seats):
        yield from _seat(board, number, holding, points[number], acting=number == seat)


def _seat(board: RaBoard, number: int, holding: RaSeat, points: int, *, acting: bool) -> Iterator[str]:
    y = HEAD + ROW * number
    yield draw.box(
        8, y, WIDTH - 16, ROW - 8, edge=draw.SEATS[number][1] if acting else draw.LINE, stroke=3 if acting else 1
    )
    yield draw.emblem(number, 14, y + 6, 30)
    yield draw.number(points, 30, y + 46, 15, centred=True)
    if board.turn == number:
        yield draw.drawing("statue", 54, y + 10, 36)
    bid = board.auction.bids[number] if board.auction is not None else None
    for place, sun in enumerate(holding.suns_up):
        yield draw.sun(sun, 96 + 34 * place, y + (0 if sun == bid else 4), 34)
    for place, sun in enumerate(holding.suns_down):
        yield draw.sun(sun, 96 + 34 * place, y + 36, 30, down=True)
    step = min(46.0, (WIDTH - 254) / max(len(holding.tiles), 1))
    for place, (kind, count) in enumerate(holding.tiles.items()):
        x = 240 + step * place
        yield draw.tile(kind, x, y + 6, 42)
        if count > 1:
            yield draw.number(f"×{count}", x + 21, y + 52, 12, centred=True)
