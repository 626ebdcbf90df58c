"""What a game is: the functions every game provides, and how a call finds the game it is for.

A game's state is one NumPy record. Whoever plays any game, as searches and tournaments do, knows it only through the
functions below. In compiled code a call is bound to the right game at compile time, by the type of the record; from
Python the same function looks at the record's dtype. So one piece of code plays every game, and pays nothing for it.

A game's rules never draw. Where chance decides, the state says so (`is_chance`), and whoever runs the game applies one
of `chance_outcomes`, as any other move.
"""

from __future__ import annotations

import inspect
import math
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, ClassVar, Generic, Protocol, Self, TypeVar, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import inlined, load_linking, load_numba, tell_numba
from heliopolis.facts import Event, Fact, Reasons
from heliopolis.facts.views import Board, Sheet, View
from heliopolis.games.about import About

Function = TypeVar("Function", bound=Callable[..., Any])

#: A move is a small integer; each game's `words` says what it means.
Moves = NDArray[np.int16]
MOVE = np.int16

#: Closes a list of moves. (Writing it last also lets Numba drop its counting of references to the buffer, which takes
#: a tenth of the time of a game.)
END = -1

# Fields of a record, as the type checker sees them and as they are laid out in memory.
U8 = Annotated[int, np.uint8]
Numbers8 = NDArray[np.uint8]
Numbers16 = NDArray[np.int16]
Numbers32 = NDArray[np.uint32]


@inlined
def add(moves: Moves, count: int, move: int) -> int:
    """Write a move behind the others in a buffer, and count it."""
    moves[np.uint64(count)] = move  # unsigned: spares the check for an index that counts from the end
    return count + 1


class State(Protocol):
    """Any game's state: a NumPy record whose fields only its own game reads.

    A game describes them in a class below this one. None is ever made of it.
    """

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record type, by which a call finds its game."""

    def copy(self) -> Self:
        """Copy the record."""

    def tobytes(self) -> bytes:
        """Copy the memory of the record."""


def record_dtype(layout: type) -> np.dtype[Any]:
    """Turn a class of annotated fields into the record type that it describes, in the order in which it names them.

    Gaps that alignment leaves become fields too: copies copy every byte, and equal states are equal bytes.
    """
    fields: list[Any] = []
    for name, hint in get_type_hints(layout, include_extras=True).items():
        if get_origin(hint) is Annotated:
            number, *shape = get_args(hint)[1:]
            _close_gap(fields, np.dtype(number).alignment)
            fields.append((name, number, *shape))
    _close_gap(fields, np.dtype(fields, align=True).alignment)
    return np.dtype((np.record, np.dtype(fields, align=True)))


Layout = TypeVar("Layout", bound=State)


class Reader(Generic[Layout]):
    """Reads records of a layout all at once, as Python's own numbers.

    Python takes long to read a field of a record, and longer to read a place of an array in it. Whoever needs many of
    them reads the whole record: an object with the same fields, where arrays are sequences (of sequences).
    """

    def __init__(self, layout: type[Any]) -> None:
        form, place = "=", 0
        cuts: dict[str, Any] = {}
        dtype = record_dtype(layout)
        for name in dtype.names or ():
            size, shape = math.prod(dtype[name].shape), dtype[name].shape
            cuts[name] = _cuts(place, shape)
            form += f"{size}{FORMS[dtype[name].base.name]}"
            place += size
        self._unpack = struct.Struct(form).unpack
        self._kind: type[Any] = type(layout.__name__, (_Read, layout), {"_cuts": cuts})

    def __call__(self, state: State) -> Layout:
        """Read a record."""
        read: Layout = self._kind(self._unpack(np.generic.tobytes(state)))  # type: ignore[arg-type]
        return read


class _Read:
    """All numbers of a record. A field is cut out of them when it is first asked for: most never are."""

    _cuts: ClassVar[dict[str, Any]]

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self._numbers = numbers

    def __getattr__(self, name: str) -> Any:
        if name not in self._cuts:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        value = vars(self)[name] = _cut(self._numbers, self._cuts[name])
        return value


#: How a record's numbers are written in a form of `struct`.
FORMS = {"uint8": "B", "int16": "h", "uint32": "I", "int64": "q"}


def _cuts(place: int, shape: tuple[int, ...]) -> Any:
    """Say where a field lies among all numbers: at a place, at a slice of places, or at a list of those."""
    if not shape:
        return place
    first, *inner = shape
    if not inner:
        return slice(place, place + first)
    return [_cuts(place + row * math.prod(inner), tuple(inner)) for row in range(first)]


def _cut(numbers: tuple[int, ...], cut: Any) -> Any:
    return [_cut(numbers, one) for one in cut] if type(cut) is list else numbers[cut]


def duplicate(records: NDArray[Any]) -> NDArray[Any]:
    """Copy records as what they are: bytes, gaps included. NumPy would copy them field by field."""
    return records.view(np.uint8).copy().view(records.dtype)


def _close_gap(fields: list[Any], alignment: int) -> None:
    gap = -np.dtype(fields).itemsize % alignment
    if gap:
        fields.append((f"gap_{len(fields)}", np.uint8, (gap,)))


@dataclass(frozen=True)
class Setup:
    """A game made ready for some players: which edition, which house rules, and where it can start from."""

    edition: Any
    settings: Mapping[str, str]
    """What the people at the table chose to play differently from the edition."""
    openings: NDArray[Any]
    """Every starting position that the rules draw from, each as likely as the others."""


class Words(Protocol):
    """How a game is spoken of: what `table/` needs to know of a game, and nothing else (a module `words`)."""

    def word(self, moves: Sequence[int]) -> str:
        """Say a line of the record: one move, or all that chance decides before a player is asked again."""

    def shown(self, moves: Sequence[int], edition: Any) -> str:
        """Say the same in the edition's own words."""

    def moves(self, word: str, edition: Any) -> list[int]:
        """Understand a line in the words of the record or of the edition; raise MoveError."""

    def deed(self, moves: Sequence[int]) -> Fact:
        """Say a line of the record as data."""

    def story(self, state: Any, move: int) -> Iterator[Event]:
        """Make a move step by step, as `apply` does in one go, and tell what follows by itself."""

    def tell(self, event: Event, names: Sequence[str], edition: Any | None) -> str:
        """Say what happened in the edition's words or, without an edition, in those of the record."""

    def deal(self, opening: Any) -> str:
        """Write what the draw for the opening gave each seat, as the record does."""

    def find_deal(self, setup: Setup, wanted: Any) -> int:
        """Find the opening that people drew themselves; raise SetupError."""

    def text(self, state: Any, names: list[str], points: list[int | None], edition: Any) -> str:
        """Draw the table in plain text, in the edition's words."""


class Views(Protocol):
    """How a game is looked at: its table as typed values (a module `views`)."""

    def board(self, state: Any) -> Board:
        """Lay out everything that lies open on the table. Points are not part of it."""

    def reasons(self, state: Any) -> Sequence[Reasons]:
        """Say for each seat why it would score what it would score if the epoch ended now."""

    def view(self, state: Any, **common: Any) -> View:
        """Show the table: what the game has to show, beside the fields that every view has."""


class Positions(Protocol):
    """How a position of a game is written in one line, and read (a module `positions`).

    The line has fields, each a name and a value. `table/position.py` has those that every game has.
    """

    FIELDS: Sequence[str]
    """The names of the game's fields, in the order in which they are written."""

    def write(self, state: Any) -> Mapping[str, str]:
        """Write the fields of a state; those that are as usual are left out."""

    def read(self, setup: Setup, fields: Mapping[str, str]) -> Any:
        """Make a state of fields, with known names; raise PositionError where an invariant does not hold."""


@dataclass(frozen=True, kw_only=True)
class Game(About):
    """One game, in all that the floors above may know of it."""

    dtype: np.dtype[Any]
    """The record type of its states."""
    actions: int
    """How many different moves there are, chance included: all are 0 <= move < actions."""
    most_moves: int
    """The most legal moves a state can have."""
    most_outcomes: int
    """The most outcomes a chance can have."""
    categories: tuple[str, ...]
    """The rows of its score sheets."""
    epoch_ends: tuple[str, ...]
    """Why an epoch can end."""
    prepare: Callable[[int, str | None, Mapping[str, str]], Setup]
    rules: ModuleType
    words: Words
    views: Views
    worth: Callable[[Any], list[Sheet] | None] | None = None
    """For people: what each seat would gain, by category, by what is up for auction; None where nothing is."""
    positions: Positions | None = None
    """How a position is written in one line; None where nobody has said so yet."""
    new_buffer: Callable[[], Moves] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # One place more than there can be moves: `legal_moves` closes its list with END.
        object.__setattr__(self, "new_buffer", lambda: np.empty(self.most_moves + 1, MOVE))
        _GAMES[self.dtype] = self


_GAMES: dict[np.dtype[Any], Game] = {}


#: Reads a record's dtype. Asked for it by name, a record looks through its fields first, in Python.
_dtype_of: Callable[[State], np.dtype[Any]] = vars(np.generic)["dtype"].__get__


def game_of(state: State) -> Game:
    """Find the game that a state belongs to."""
    return _GAMES[_dtype_of(state)]


def _game_of_type(record: Any) -> Game:
    numba = load_numba()
    return next(game for dtype, game in _GAMES.items() if numba.from_dtype(dtype) == record)


def by_game(declared: Function) -> Function:
    """Send calls of a declared function to the function of that name in the rules of the state's game."""
    return _sent(declared, lambda game: game.rules)


def by_game_in(room: str) -> Callable[[Function], Function]:
    """Send calls of a declared function to a module per game: "heliopolis.bots.heuristic.{game}.moves"."""
    return lambda declared: _sent(declared, lambda game: import_module(room.format(game=game.name)))


def _sent(declared: Function, module_of: Callable[[Game], ModuleType]) -> Function:
    name = declared.__name__

    @wraps(declared)
    def from_python(state: State, *arguments: Any) -> Any:
        return getattr(module_of(game_of(state)), name)(state, *arguments)

    def find(state: Any) -> Any:
        chosen = getattr(module_of(_game_of_type(state)), name)
        wanted, given = (list(inspect.signature(function).parameters) for function in (declared, chosen))
        if wanted != given:
            raise TypeError(f"{chosen.__module__}.{name} takes {given}, the contract says {wanted}")
        return chosen.part

    tell_numba(lambda _: load_linking().send(from_python, find))
    return from_python  # type: ignore[return-value]


@by_game
def seats(state: State) -> int:  # type: ignore[empty-body]
    """Count the players."""


@by_game
def is_over(state: State) -> bool:  # type: ignore[empty-body]
    """Tell whether the game has ended."""


@by_game
def is_chance(state: State) -> bool:  # type: ignore[empty-body]
    """Tell whether the state waits for chance, not for a player."""


@by_game
def to_act(state: State) -> int:  # type: ignore[empty-body]
    """Name the seat whose move it is; where chance decides, the seat that draws or rolls."""


@by_game
def legal_moves(state: State, moves: Moves) -> int:  # type: ignore[empty-body]
    """Write the legal moves of the seat to act, then END, into a buffer of `Game.new_buffer`, and count them."""


@by_game
def apply(state: State, move: int) -> None:
    """Make a legal move, or let chance decide so, and all that follows by itself."""


@by_game
def chance_outcomes(state: State, moves: Moves, weights: Moves) -> int:  # type: ignore[empty-body]
    """Write what chance can decide, and how likely each is in parts of `chance_weight`; count the outcomes."""


@by_game
def chance_weight(state: State) -> int:  # type: ignore[empty-body]
    """Add up the weights of all outcomes."""


@by_game
def chance_outcome(state: State, ticket: int) -> int:  # type: ignore[empty-body]
    """Find the outcome that a ticket 0 <= ticket < chance_weight draws: each outcome owns as many as it weighs."""


@by_game
def scores(state: State, into: Numbers16) -> None:
    """Write the points of each seat."""


@by_game
def returns(state: State, into: NDArray[np.float64]) -> None:
    """Write what each seat got out of a game that is over: its share of the win, 1 in all."""


@by_game
def score_breakdown(state: State, sheet: Numbers16) -> None:
    """Write what each seat would score in each category, seat x category, if the epoch ended now."""


@by_game
def epochs_over(state: State) -> int:  # type: ignore[empty-body]
    """Count the epochs that have been scored."""


@by_game
def epoch_sheet(state: State, epoch: int, sheet: Numbers16) -> None:
    """Copy the score sheet of an epoch that is over (the first is 0)."""


@by_game
def epoch_end(state: State, epoch: int) -> int:  # type: ignore[empty-body]
    """Tell why an epoch that is over (the first is 0) ended, as a place in `Game.epoch_ends`."""
