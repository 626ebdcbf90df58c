"""A position in one line of text, as FEN is for chess: docs/positions.md shows it.

The line has fields, `name: value`, parted by semicolons. Those that every game has come first, then those of the game.
Writing a position and reading it gives the same state, to the last byte, and writing that gives the same line. The
reader is more lenient than the writer: spaces, capitals and the order of fields are free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from heliopolis.errors import HeliopolisError, PositionError, SetupError, quoted
from heliopolis.games import find_game
from heliopolis.games.about import About
from heliopolis.games.contract import Game, Positions, Setup

if TYPE_CHECKING:
    from heliopolis.table.match import Match

FIRST: Final = "heliopolis position 1"
#: The fields that every game has; its house rules stand between edition and players.
COMMON: Final = ("game", "edition", "players")
#: What one can choose for a match that begins from a position.
HOW: Final = ("seed", "draws", "scores", "date")
#: No position of a game of the house is nearly as long.
LONGEST: Final = 10_000


@dataclass(frozen=True)
class Position:
    """A position that was read, and the game that it is one of."""

    game: Game
    setup: Setup
    """Where the game can start from: here, and nowhere else."""
    players: int
    state: Any


def write(match: Match) -> str:
    """Write where a match stands.

    >>> from heliopolis import Match
    >>> line = write(Match("dice", ["north", "east"], seed=7))
    >>> line[:56]
    'heliopolis position 1; game: dice; edition: rulebook; pl'
    """
    fields = {"game": match.game.name, "edition": match.edition.name}
    fields |= {name: match.settings[name] for name in match.game.settings if name in match.settings}
    fields |= {"players": str(len(match.players)), **_of(match.game).write(match.state)}
    return "; ".join([FIRST, *(f"{name}: {value}" for name, value in fields.items())])


def read(line: str) -> Position:
    """Read a position; raise PositionError with a sentence about what is wrong or does not fit."""
    if len(line) > LONGEST:
        raise PositionError(f"this is no position: it has {len(line):,} characters, expected at most {LONGEST:,}")
    first, *parts = line.strip().split(";")
    if " ".join(first.split()).lower() != FIRST:
        raise PositionError(f"this is no position: expected {FIRST!r} at the beginning, found {quoted(first)}")
    fields = _fields(parts)
    for name in COMMON:
        if name not in fields:
            raise PositionError(f"the field {name!r} is missing")
    try:
        game = find_game(fields["game"].lower())
    except HeliopolisError as error:
        raise PositionError(str(error).replace(repr(fields["game"].lower()), quoted(fields["game"]))) from error
    positions = _of(game)
    known = (*COMMON, *game.settings, *positions.FIELDS)
    for name in fields:
        if name not in known:
            raise PositionError(f"unknown field {quoted(name)}, expected one of {', '.join(known)}")
    setup, players = _set_up(game, fields)
    state = positions.read(setup, {name: value for name, value in fields.items() if name in positions.FIELDS})
    here = setup.openings[:1].copy()
    here[0] = state
    return Position(game, Setup(setup.edition, setup.settings, here), players, here[0])


def begin(line: str, players: Sequence[str] | None, **how: Any) -> Match:
    """Begin a match at a position."""
    from heliopolis.table.match import Match  # here: a match is made from a position, and makes one

    found = read(line)
    names = [f"player {seat + 1}" for seat in range(found.players)] if players is None else players
    if len(names) != found.players:
        raise PositionError(f"the position has {found.players} players, and {len(names)} are named")
    for name in how:
        if name not in HOW:
            raise SetupError(f"a match that begins from a position has no option {name!r}: it has {', '.join(HOW)}")
    settings: dict[str, Any] = dict(found.setup.settings)
    match = Match(found.game.name, names, edition=found.setup.edition.name, **settings, **how)
    match.begin_at(found.setup)
    return match


def _fields(parts: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in parts:
        if not part.strip():
            continue
        name, colon, value = part.partition(":")
        name = " ".join(name.split()).lower()
        if not colon:
            raise PositionError(f"{quoted(part.strip())} is no field, expected one like 'epoch: 2'")
        if name in found:
            raise PositionError(f"a second field {quoted(name)}, expected each once")
        found[name] = value.strip()
    return found


def _set_up(game: Game, fields: Mapping[str, str]) -> tuple[Setup, int]:
    """Make the game ready, with the house rules of the position."""
    from heliopolis.table.match import check_settings  # here: a match is made from a position, and makes one

    digits = fields["players"]
    if not (digits.isascii() and digits.isdigit() and len(digits) == 1):
        raise PositionError(f"players {quoted(digits)} does not fit: expected how many play")
    try:
        settings = check_settings(game, {name: fields[name] for name in game.settings if name in fields})
        return game.prepare(int(digits), fields["edition"].lower(), settings), int(digits)
    except HeliopolisError as error:
        told = str(error)
        for value in fields.values():
            for said in (value, value.lower()):
                told = told.replace(repr(said), quoted(said))
        raise PositionError(told) from error


def _of(game: About) -> Positions:
    positions: Positions | None = getattr(game, "positions", None)
    if positions is None:
        raise PositionError(f"{game.title} has no notation for positions")
    return positions
