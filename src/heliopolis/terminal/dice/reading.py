"""The table of the dice game in sentences, a fact a line, for whoever has it read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from heliopolis.facts.dice import DiceSeat, DiceView
from heliopolis.games.dice.components import EPOCHS
from heliopolis.table.match import Match
from heliopolis.terminal.reasons import many


def sentences(match: Match, seat: int | None) -> Iterator[str]:
    """Say how far Ra is, what the dice show, then what everyone has, the one who is to act first."""
    view = match.view(seat)
    assert isinstance(view, DiceView)
    board = view.board
    yield f"{match.game.title}."
    yield f"Epoch {board.epoch} of {EPOCHS}."
    yield f"Sun track: Ra is at {board.ra} of {board.sun_track}."
    yield f"Suns on it: {', '.join(board.suns) or 'none'}."
    for colour, face in board.dice.items():
        yield f"{colour} die: {face}."
    if board.phase == "rerolling":
        yield f"{many(board.rerolls, 'reroll')} left."
    first, count = match.seat or 0, len(match.players)
    for other in ((first + place) % count for place in range(count)):
        points, held = view.points[other], board.seats[other]
        yield f"{match.players[other]}{', to act' if other == match.seat else ''}:"
        yield f"{match.edition.points}: {'hidden' if points is None else points}."
        yield from (f"{fact}." for fact in facts(held))
        if view.result is None:
            yield f"if the epoch ended now: {sum((view.preview or match.previews())[other].values()):+d}."


def facts(held: DiceSeat) -> list[str]:
    """Say what a player has on the board."""
    return [
        f"Pharaoh track: {held.pharaoh}",
        f"Nile track: {held.nile}, {many(held.floods, 'flood')}",
        f"civilization: {', '.join(held.civilization) or 'none'}",
        f"monuments: {', '.join(held.monuments) or 'none'}",
    ]
