"""Who is needed at a table, and for what: the one place that knows it.

Browsers tell their people, by title, sound and notice. Whatever else tells people one day, such as mail, asks here.
"""

from __future__ import annotations

from heliopolis.server.consent import waits_for
from heliopolis.server.messages.sockets import Need
from heliopolis.server.rows import RUNNING, Asked, Row


def needs_of(row: Row, version: int, asked: Asked | None, *, people_draw: bool) -> list[Need]:
    """List who is needed now. The same need has the same key, however often it is told.

    Args:
        row: the table.
        version: of its journal.
        asked: what everyone is asked to agree to, if that is not void.
        people_draw: whether people have to say what a bot has drawn from their bag.
    """
    if row.state != RUNNING or row.closed or row.to_act is None:
        return []
    here = [seat for seat, player in enumerate(row.seats) if player.kind == "person" and player.stand_in is None]
    acting = here if people_draw else [row.to_act]
    needs = [Need(seat=seat, why="move", key=f"move {version}") for seat in acting if seat in here]
    if asked is not None and asked.refused is None:
        needs += [Need(seat=seat, why="undo", key=f"undo {asked.since}") for seat in waits_for(row, asked)]
    return needs
