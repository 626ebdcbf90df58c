"""What can be taken back only if everyone agrees: a seat's last move, though other people have moved since.

Nothing may have been revealed since, as with every undo. A seat asks; every other person at the table agrees, or it
does not happen. What is asked is kept with the table, so that it outlives a restart and every process knows it. It is
void as soon as a person moves or something is revealed. Bots wait a while for the answers.
"""

from __future__ import annotations

from typing import TypeGuard

from heliopolis.errors import HeliopolisError
from heliopolis.server.messages.sockets import UndoAsk
from heliopolis.server.refusals import NotNowError
from heliopolis.server.rows import RUNNING, Asked, Row
from heliopolis.table.match import Match, TakenBack

#: For so many milliseconds bots wait for the answers to a question.
HOLD = 60_000


def bots_of(row: Row) -> set[int]:
    """Find the seats in which bots sit."""
    return {seat for seat, player in enumerate(row.seats) if player.kind == "bot"}


def asked_now(row: Row, match: Match | None, person_changed: int) -> Asked | None:
    """Find what is asked at a table, unless it is void: no person has moved since, and it can still be done."""
    asked = row.asked
    if asked is None or match is None or asked.version < person_changed or row.closed:
        return None
    return asked if needs_all(row, match, asked.seat) else None


def needs_all(row: Row, match: Match, seat: int) -> bool:
    """Tell whether a seat can take its last move back if everyone agrees, and not by right."""
    bots = bots_of(row)
    if row.state != RUNNING or seat in bots:
        return False
    offer = match.undo_offer(bots)
    if offer is not None and offer.seat == seat:
        return False
    try:
        match.would_undo(seat, bots, agreed=True)
    except HeliopolisError:
        return False
    return True


def may_ask(row: Row, match: Match, asked: Asked | None) -> list[int]:
    """List the seats that can ask everyone now: nobody else is asking, and the same was not refused to them."""
    if asked is not None and asked.refused is None:
        return []
    refused = None if asked is None else asked.seat
    return [seat for seat in range(len(row.seats)) if seat != refused and needs_all(row, match, seat)]


def waits_for(row: Row, asked: Asked) -> list[int]:
    """List who has still to agree: every other person, but for those who are away and for whom a bot plays."""
    return [
        seat
        for seat, player in enumerate(row.seats)
        if player.kind == "person" and player.stand_in is None and seat not in (asked.seat, *asked.agreed)
    ]


def is_agreed(asked: Asked | None, row: Row) -> TypeGuard[Asked]:
    """Tell whether something is asked, and nobody has still to agree."""
    return asked is not None and asked.refused is None and not waits_for(row, asked)


def bots_wait(asked: Asked | None, now: int) -> int:
    """Tell for how many milliseconds more bots wait for the answers to a question."""
    return 0 if asked is None or asked.refused is not None else max(0, asked.since + HOLD - now)


def show(row: Row, match: Match, asked: Asked) -> UndoAsk:
    """Say what is asked, to everyone at the table."""
    moves = match.would_undo(asked.seat, bots_of(row), agreed=True).moves
    waits = waits_for(row, asked) if asked.refused is None else []
    return UndoAsk(seat=asked.seat, moves=moves, waits=waits, refused=asked.refused)


def check_question(row: Row, match: Match, asked: Asked | None, seat: int) -> TakenBack:
    """Say what would be taken back, or refuse a question that cannot be asked."""
    names = [player.name for player in row.seats]
    if asked is not None and asked.refused is None and asked.seat != seat:
        raise NotNowError(f"{names[asked.seat]} asks already: answer that first")
    if asked is not None and asked.refused is not None and asked.seat == seat:
        raise NotNowError(f"{names[asked.refused]} wants your move to stand: ask again after the next one")
    offer = match.undo_offer(bots_of(row))
    if offer is not None and offer.seat == seat:
        raise NotNowError("you can take your last move back without asking")
    return match.would_undo(seat, bots_of(row), agreed=True)
