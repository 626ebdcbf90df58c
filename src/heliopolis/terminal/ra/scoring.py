"""Tiles and suns that people lay out to be scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from heliopolis.errors import MoveError, SetupError, quoted
from heliopolis.games.contract import Setup
from heliopolis.games.ra.components import (
    DISASTER,
    GOD,
    HIGHEST_SUN,
    KIND_NAMES,
    MOST_SUNS,
    TILES,
)
from heliopolis.terminal.answers import understand
from heliopolis.terminal.reasons import listing, read_number, read_points

EXAMPLE = "'3 Pharaoh, 2 Nile, Flood, Art, suns 13 6 2'"
TIMES = ("x", "×")
DIGITS = frozenset("0123456789")


def position(setup: Setup, epoch: int, players: Mapping[str, Sequence[str]]) -> Any:
    """Lay out tiles, suns and points: "3 Pharaoh", "Flood", "suns 13 6 2", "points 12"."""
    state = setup.openings[0].copy()
    state.epoch = epoch
    state.suns_up[:] = 0
    for seat, (name, items) in enumerate(players.items()):
        for item in items:
            words = item.replace("-", " ").lower().split()
            if words[:1] in (["sun"], ["suns"]):
                _add_suns(state, seat, name, item, [word for word in words[1:] if word not in ("disk", "disks")])
            elif (points := read_points(item)) is not None:
                state.points[seat] = points
            else:
                _add_tiles(state, seat, name, item, setup.edition)
    _check(state, list(players))
    return state


def _add_tiles(state: Any, seat: int, name: str, item: str, edition: Any) -> None:
    parts = split_tiles(item)
    if parts is None:
        raise SetupError(f"{name}: {quoted(item)} is not a number of tiles, expected something like {EXAMPLE}")
    count, said = parts
    names = [(own, kind) for kind, tile in enumerate(KIND_NAMES) for own in {tile, edition.tiles.get(tile, tile)}]
    try:
        kind = understand(said, names)
        if kind is None and said.endswith("s"):
            kind = understand(said[:-1], names)
    except MoveError as error:
        raise SetupError(f"{name}: {error}") from error
    if kind is None:
        raise SetupError(
            f"{name}: there is no tile {quoted(said)}, expected one of {', '.join(KIND_NAMES[GOD:DISASTER])}"
        )
    if not GOD <= kind < DISASTER:
        raise SetupError(f"{name}: {KIND_NAMES[kind]} tiles are never kept, so they score nothing: leave them out")
    if int(state.tiles[seat, kind]) + count > TILES[KIND_NAMES[kind]]:
        raise SetupError(
            f"{name}: {quoted(item)} is too many: the box has {TILES[KIND_NAMES[kind]]} {KIND_NAMES[kind]}"
        )
    state.tiles[seat, kind] += count


def split_tiles(item: str) -> tuple[int, str] | None:
    """Take apart how many of which tiles there are; the number may stand on either side. None where it is neither.

    >>> split_tiles("3 Pharaohs"), split_tiles("2x Nile"), split_tiles("Step Pyramid ×2"), split_tiles("Flood")
    ((3, 'Pharaohs'), (2, 'Nile'), (2, 'Step Pyramid'), (1, 'Flood'))
    >>> split_tiles("3Pharaohs"), split_tiles("3 Pharaohs 2"), split_tiles("3")
    (None, None, None)
    """
    words = item.split()
    if not words:
        return None
    before = read_number(words[0][:-1] if words[0].endswith(TIMES) else words[0])
    after = read_number(words[-1][1:] if words[-1].startswith(TIMES) else words[-1])
    if before is not None:
        words = words[2:] if words[2:] and words[1] in TIMES else words[1:]
    elif after is not None:
        words = words[:-1]
    said = " ".join(words)
    if not said or set(said) & DIGITS:
        return None
    count = after if before is None else before
    return 1 if count is None else count, said


def _add_suns(state: Any, seat: int, name: str, item: str, numbers: list[str]) -> None:
    for number in numbers:
        sun = read_number(number)
        if sun is None or not 1 <= sun <= HIGHEST_SUN:
            how = f"expected numbers from 1 to {HIGHEST_SUN}: 'suns 13 6 2'"
            raise SetupError(f"{name}: {quoted(item)} are not suns, {how}")
        owner = next((other for other in range(state.seats) if state.suns_up[other] >> np.uint32(sun) & 1), None)
        if owner is not None:
            raise SetupError(f"{name}: there is only one sun {sun}, expected it once")
        state.suns_up[seat] |= np.uint32(1 << sun)
    if not numbers or int(state.suns_up[seat]).bit_count() > MOST_SUNS:
        how = f"expected up to {MOST_SUNS} of them: 'suns 13 6 2'"
        raise SetupError(f"{name}: {quoted(item)} are not a player's suns, {how}")


def _check(state: Any, names: list[str]) -> None:
    """Accept what can lie on one table."""
    for kind, (tile, there_are) in enumerate(TILES.items()):
        count = int(state.tiles[: state.seats, kind].sum())
        if count > there_are:
            raise SetupError(f"{count} {tile} are too many: the box has {there_are}")
    without = [name for seat, name in enumerate(names) if not state.suns_up[seat]]
    if without and len(without) < len(names):
        raise SetupError(f"{listing(without)} named no suns but others did, expected everyone's: 'suns 13 6 2'")
