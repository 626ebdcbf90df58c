"""Positions of Ra for tests: a match whose state is laid out by hand, in the words of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from heliopolis import Match
from heliopolis.facts.ra import RaBoard
from heliopolis.games.ra.components import EMPTY, KIND_NAMES
from heliopolis.games.ra.state import TURN, State
from heliopolis.table.moment import Moment

NAMES = ["north", "east", "south", "west", "centre"]
SUNS: Mapping[int, list[list[int]]] = {
    2: [[9, 6, 5, 2], [8, 7, 4, 3]],
    3: [[13, 8, 5, 2], [12, 9, 6, 3], [11, 10, 7, 4]],
    4: [[13, 6, 2], [12, 7, 3], [11, 8, 4], [10, 9, 5]],
    5: [[16, 7, 2], [15, 8, 3], [14, 9, 4], [13, 10, 5], [12, 11, 6]],
}


def position(  # noqa: PLR0913
    players: int = 3,
    edition: str = "z-man",
    *,
    turn: int = 0,
    epoch: int = 1,
    track: Sequence[str | None] = (),
    ra_tiles: int = 0,
    centre: int = 1,
    up: Mapping[int, Sequence[int]] | None = None,
    down: Mapping[int, Sequence[int]] | None = None,
    tiles: Mapping[int, Mapping[str, int]] | None = None,
    points: Sequence[int] | None = None,
    **options: Any,
) -> Match:
    """Lay out a table at the start of a turn. What is not named is as at the start of the match."""
    match = Match("ra", NAMES[:players], edition=edition, draws="table", suns=SUNS[players], **options)
    state = state_of(match)
    state.turn = state.seat = turn
    state.phase = TURN
    state.epoch = epoch
    state.ra_tiles = ra_tiles
    state.centre = centre
    for space, tile in enumerate(track):
        state.track[space] = EMPTY if tile is None else KIND_NAMES.index(tile)
    state.filled = sum(tile is not None for tile in track)
    for suns, wanted in ((state.suns_up, up), (state.suns_down, down)):
        for seat, numbers in (wanted or {}).items():
            suns[seat] = sum(1 << number for number in numbers)
    state.active = sum(1 << seat for seat in range(players) if state.suns_up[seat])
    for seat, held in (tiles or {}).items():
        for tile, count in held.items():
            state.tiles[seat, KIND_NAMES.index(tile)] = count
    if points is not None:
        state.points[:players] = points
    return match


def state_of(match: Match) -> State:
    """Take the state of a match, to be changed by hand before anything else is asked of the match."""
    match._moment = Moment(match._moment.trial())
    return cast(State, match.state)


def play(match: Match, *moves: str) -> Match:
    """Make several moves."""
    for move in moves:
        match.play(move)
    return match


def held(match: Match, seat: int) -> dict[str, int]:
    """Count the tiles in front of a player."""
    return board(match).seats[seat].tiles


def suns_up(match: Match, seat: int) -> list[int]:
    """List a player's face-up suns."""
    return board(match).seats[seat].suns_up


def suns_down(match: Match, seat: int) -> list[int]:
    """List a player's face-down suns."""
    return board(match).seats[seat].suns_down


def track(match: Match) -> list[str | None]:
    """List the auction track, without the empty spaces at its end."""
    spaces = board(match).track
    while spaces and spaces[-1] is None:
        spaces.pop()
    return spaces


def board(match: Match) -> RaBoard:
    """Look at the table."""
    seen = match.view(None).board
    assert isinstance(seen, RaBoard)
    return seen
