"""How Pig is spoken of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from heliopolis.facts.pig import PigDeed, PotLost
from heliopolis.games.pig import rules
from heliopolis.games.pig.rules import State

from heliopolis.errors import MoveError, SetupError
from heliopolis.facts import Event, tell_any
from heliopolis.games.contract import Setup

WORDS: Final = ("roll", "hold", *(f"face {face}" for face in range(1, rules.FACES + 1)))


def word(moves: Sequence[int]) -> str:
    """Say a move."""
    return WORDS[moves[0]]


def shown(moves: Sequence[int], edition: Any) -> str:
    """Say it in the edition's words, which are the same."""
    return word(moves)


def moves(word: str, edition: Any) -> list[int]:
    """Understand a move."""
    if word.lower() not in WORDS:
        raise MoveError(f"{word!r} is not a move of Pig: say roll, hold or face N")
    return [WORDS.index(word.lower())]


def deed(moves: Sequence[int]) -> PigDeed:
    """Say a move as data."""
    verb, _, face = word(moves).partition(" ")
    return PigDeed(verb, int(face) if face else None)


def story(state: State, move: int) -> Iterator[Event]:
    """Make a move, and tell of a pot that is lost."""
    pot, seat = int(state.pot), int(state.turn)
    rules.apply(state, move)
    if move == rules.FACE and pot:
        yield PotLost(seat, pot)


def tell(event: Event, names: Sequence[str], edition: Any | None) -> str:
    """Say what happened."""
    match event:
        case PotLost(seat, pot):
            return f"{names[seat]} loses {pot}"
    return tell_any(event, names)


def deal(opening: State) -> str:
    """Write who begins."""
    return str(int(opening.turn) + 1)


def find_deal(setup: Setup, wanted: Any) -> int:
    """Find the opening in which a seat begins."""
    deals = [deal(opening) for opening in setup.openings]
    if str(wanted) not in deals:
        raise SetupError(f"start {wanted!r} is no seat: expected '1' to '{len(deals)}'")
    return deals.index(str(wanted))


def text(state: State, names: list[str], points: list[int | None], edition: Any) -> str:
    """Draw the table."""
    return "\n".join([f"pot {state.pot}", *(f"{name} {held}" for name, held in zip(names, state.held, strict=False))])
