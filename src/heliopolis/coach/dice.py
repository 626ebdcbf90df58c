"""What speaks for a move of the dice game: what is kept and rolled, what it builds, and whom it hurts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from heliopolis.coach.why import standing
from heliopolis.games.dice.components import COLOURS, EPOCHS, FACES
from heliopolis.games.dice.state import DECLARING, DISCARDING, REROLLING, read
from heliopolis.games.dice.views import dice

if TYPE_CHECKING:
    from heliopolis.coach.advice import Option
    from heliopolis.table.match import Match

#: Moves after which it is certain what the epoch would score.
AT_ONCE: Final = frozenset({"pharaoh", "nile", "flood", "civilization", "monument", "ankhs", "discard", "end"})
SUN: Final = "Sun"


def scene(match: Match) -> str:
    """Say what the dice showed, or what was asked."""
    state = read(match.state)
    if state.phase == DISCARDING:
        return "A disaster asked for a marker."
    if state.phase == DECLARING:
        return "The Suns allowed a disaster."
    faces = [face for face in dice(state).values() if face[0].isupper()]
    left = f", {state.rerolls} reroll{'' if state.rerolls == 1 else 's'} left" if state.phase == REROLLING else ""
    return f"The dice showed {', '.join(faces)}{left}." if faces else "All dice were used."


def facts(match: Match, best: Option, other: Option) -> Iterator[str]:
    """Say what can be seen on the table."""
    state = read(match.state)
    verb, *what = best.word.split()
    if verb == "reroll":
        kept = [face for colour, face in dice(state).items() if colour not in what and face != SUN]
        count = sum(colour in COLOURS for colour in what)
        sun = 1 - (1 - 1 / FACES) ** count
        yield f"You keep {', '.join(kept)}." if kept else "You roll every die again that is not a Sun."
        yield f"The chance of at least one Sun is {100 * sun:.0f} %; Ra stands on {state.ra} of {state.sun_track}."
    elif verb == "keep" and other.word.startswith("reroll"):
        left = state.rerolls
        yield f"You keep what you have, and give up {left} reroll{'s' if left != 1 else ''}."
    elif verb == "monument" and state.epoch < EPOCHS:
        yield "Monuments stay, and count after the last epoch."
    elif verb == "disaster":
        yield from _disaster(match, best)


def _disaster(match: Match, best: Option) -> Iterator[str]:
    """Say what it would take from whom, if the epoch ended then and nobody has to choose what to lose."""
    if best.word not in ("disaster pharaoh", "disaster nile"):
        return
    lost = []
    for seat, name in enumerate(match.players):
        now, then = standing(match, seat=seat), standing(match, best.move, seat)
        if seat != match.seat and now is not None and then is not None and then < now:
            lost.append(f"{name} would lose {now - then}")
    if lost:
        yield f"If the epoch ended then, {', '.join(lost)}."
