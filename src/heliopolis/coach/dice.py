"""What speaks for a move of the dice game: what is kept and rolled, what it builds, and whom it hurts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from heliopolis.coach.why import listed, standing
from heliopolis.games.dice.components import COLOURS, EPOCHS, FACES
from heliopolis.games.dice.state import DECLARING, DISCARDING, REROLLING, read
from heliopolis.games.dice.views import CELL_NAMES, dice, owners_of

if TYPE_CHECKING:
    from heliopolis.coach.advice import Option
    from heliopolis.table.match import Match

#: Moves after which it is certain what the epoch would score.
AT_ONCE: Final = frozenset({"pharaoh", "nile", "flood", "civilization", "monument", "ankhs", "discard", "end"})
#: Moves of one turn that can follow each other either way.
IN_ANY_ORDER: Final = frozenset({"pharaoh", "nile", "flood", "civilization", "monument", "ankhs"})
SUN: Final = "Sun"

#: Of which kind a decision is, by the first word of the move; all others are how dice are used.
KINDS: Final = {"keep": "reroll", "reroll": "reroll", "disaster": "disaster", "discard": "discard"}
USUAL_KIND: Final = "use of dice"


def scene(match: Match) -> str:
    """Say what the dice showed, or what was asked."""
    state = read(match.state)
    if state.phase == DISCARDING:
        return "A disaster asked for a marker."
    if state.phase == DECLARING:
        return "The Suns allowed a disaster."
    faces = [face for face in dice(state).values() if face[0].isupper()]
    left = f", and {_rolls(state.rerolls)} left" if state.phase == REROLLING else ""
    what = "showed" if len(faces) == len(COLOURS) else "that were left showed"
    return f"The dice {what} {_faces(faces)}{left}." if faces else "All dice were used."


def facts(match: Match, best: Option, other: Option) -> Iterator[str]:
    """Say what can be seen on the table."""
    state = read(match.state)
    verb, *what = best.word.split()
    if verb == "reroll":
        kept = [face for colour, face in dice(state).items() if colour not in what and face != SUN]
        count = sum(colour in COLOURS for colour in what)
        sun = 1 - (1 - 1 / FACES) ** count
        suns = any(face == SUN for face in dice(state).values())
        yield f"That keeps {_faces(kept)}." if kept else f"That rolls {'all but the Suns' if suns else 'everything'}."
        yield f"A Sun comes with {100 * sun:.0f} %, and Ra stands on {state.ra} of {state.sun_track}."
    elif verb == "keep" and other.word.startswith("reroll"):
        yield f"You have what you want, and forgo {_rolls(state.rerolls)}."
    elif verb == "end":
        yield "What is left of the dice does you no good."
    elif other.word == "end":
        yield "Dice that are not used when the turn ends are lost."
    elif verb == "monument":
        yield from _monument(match, best)
    elif verb == "disaster":
        yield from _disaster(match, best)


def _monument(match: Match, best: Option) -> Iterator[str]:
    """Say what the marker adds to those that the seat has (D19)."""
    state = read(match.state)
    column = best.word.split(maxsplit=1)[1].rpartition(" ")[0]
    owners = zip(CELL_NAMES, owners_of(state), strict=True)
    mine = [cell.rpartition(" ")[0] for cell, owner in owners if owner == state.seat]
    same, kinds = mine.count(column) + 1, len({*mine, column})
    if same > 1:
        yield f"That makes {same} of {column}: 3, 4 or 5 of one score 5, 10 or 15."
    else:
        found = f"{kinds} different monument{'s' if kinds > 1 else ''}"
        yield f"That makes {found}: 1 to 6 score 1 each, 7 score 10, 8 score 15."
    if state.epoch < EPOCHS:
        yield "Monuments stay, and count after the last epoch."


def _disaster(match: Match, best: Option) -> Iterator[str]:
    """Say what it would take from whom, if the epoch ended then and nobody has to choose what to lose."""
    if best.word not in ("disaster pharaoh", "disaster nile"):
        return
    lost: list[str] = []
    for seat, name in enumerate(match.players):
        now, then = standing(match, seat=seat), standing(match, best.move, seat)
        if seat != match.seat and now is not None and then is not None and then < now:
            lost.append(f"{name} {now - then}")
    if lost:
        yield f"If the epoch ended then, it would cost {listed(lost)} {match.edition.points}."


def _rolls(count: int) -> str:
    return f"{count} {'roll' if count == 1 else 'rolls'}"


def _faces(faces: Iterable[str]) -> str:
    """Name the faces of some dice: 2 Niles and an Ankh."""
    return listed(faces, lambda face: f"{face}s", lambda face: f"{'an' if face[0] in 'AEIOU' else 'a'} {face}")
