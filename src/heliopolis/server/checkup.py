"""A database examined: its file, every row, every journal by the rules, and what has to follow from what.

Nothing is changed. A server may go on beside it, so that two things read one after the other need not belong together:
what seems wrong is looked at a second time, and told only if it is still so.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.exc import SQLAlchemyError

from heliopolis.errors import HeliopolisError
from heliopolis.server.absence import people_of
from heliopolis.server.consent import bots_of
from heliopolis.server.database import BUSY, kind_of, trouble
from heliopolis.server.journal import UNDO, steps
from heliopolis.server.keyring import HOST, INVITE, SEAT, SPECTATE, Right
from heliopolis.server.refusals import DamagedError, UnavailableError
from heliopolis.server.rows import WAITING, Entry, Row
from heliopolis.server.security import token_hash
from heliopolis.server.storage import Storage
from heliopolis.server.tables import followed, new_match
from heliopolis.server.upkeep import Progress, count
from heliopolis.table.match import Match

#: What a row says of its match, for lists.
FOLLOWING = ("state", "lines", "to_act", "bot_to_act", "winners")


@dataclass
class Report:
    """What came of a check."""

    tables: int = 0
    damaged: int = 0
    elsewhere: int = 0
    """What is wrong but belongs to no table."""

    def is_sound(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.damaged and not self.elsewhere

    def __str__(self) -> str:
        """Sum it up in a line."""
        if self.damaged:
            return f"{count(self.tables)}, {self.damaged:,} damaged"
        return f"{count(self.tables)}, all sound" + (", but the database is not" if self.elsewhere else "")


async def check(storage: Storage, tell: Callable[[str], None], progress: Progress) -> Report:
    """Examine a database; what is wrong is told in sentences, as it is found."""
    report = Report()
    for sentence in await file_faults(storage):
        report.elsewhere += 1
        tell(sentence)
    names = await storage.names()
    known = set(names)
    for number, name in enumerate(names):
        progress(number, len(names))
        report.tables += 1
        found = await table_faults(storage, name, known)
        if found:
            known = set(await storage.names())
            again = await table_faults(storage, name, known)
            found = [sentence for sentence in found if sentence in again]
        report.damaged += bool(found)
        for sentence in found:
            tell(sentence)
    return report


async def file_faults(storage: Storage) -> list[str]:
    """Say what is wrong with the file itself."""
    try:
        return await storage.examine()
    except UnavailableError as error:
        return [f"the file: {reason(error)}"]


async def table_faults(storage: Storage, name: str, known: Collection[str]) -> list[str]:
    """Say what is wrong with a table, given all tables that there are."""
    try:
        found = await storage.load(name)
        if found is None:
            return []  # deleted in the meantime
        rights = await storage.keys.at(name)
    except DamagedError as error:
        return [str(error)]
    except UnavailableError as error:
        return [f"table {name} cannot be read: {reason(error)}"]
    row, journal = found
    faults = [*match_faults(row, journal), *right_faults(row, rights)]
    if row.next is not None and row.next not in known:
        faults.append(f"its rematch, table {row.next}, is not there")
    return [f"table {name}: {fault}" for fault in faults]


def reason(error: UnavailableError) -> str:
    """Say why the database gave no answer. One that another program holds is not damaged: then nothing can be said."""
    origin = error.__cause__
    if not isinstance(origin, SQLAlchemyError) or kind_of(origin) == BUSY:
        raise error
    return trouble(origin)


# ---- the match ----


def match_faults(row: Row, journal: Sequence[Entry]) -> Iterator[str]:
    """Play the journal by the rules, and compare what the row says with where it leads."""
    if row.state == WAITING:
        if journal:
            yield f"its match has not begun, but its journal has {len(journal)} lines"
        if all(player.kind != "open" for player in row.seats):
            yield "it waits for people, but no seat is open"
        expected = replace(row, lines=0, to_act=None, bot_to_act=False, winners=[])
    else:
        try:
            expected = followed(row, replayed(row, journal))
        except (ValueError, TypeError, OverflowError, OSError) as error:  # all that a damaged setup can lead to
            yield str(error)
            return
    for name in FOLLOWING:
        said, right = getattr(row, name), getattr(expected, name)
        if said != right:
            yield f"its row has {name} {shown(said)}, but {shown(right)} follows from its journal"


def shown(value: object) -> str:
    """Write what a row has, for people."""
    return "nobody" if value is None else str(value)


def replayed(row: Row, journal: Sequence[Entry]) -> Match:
    """Play every line of a journal, also those that were taken back, by whoever is said to have played it."""
    match, bots = new_match(row), bots_of(row)
    for step in steps(journal):
        entry = step[-1]
        chance, seat = match.is_chance, match.seat
        try:
            if entry.word != UNDO:
                match.replay(entry.word)
            elif (back := match.undo(entry.seat, bots, agreed=True)).moves != len(step):
                raise DamagedError(f"{len(step)} moves are taken back, expected {back.moves}")
        except HeliopolisError as error:
            raise DamagedError(f"line {entry.number} of its journal: {error}") from error
        # What was drawn may be said by others: people draw for bots.
        if entry.word != UNDO and not chance and entry.seat != seat:
            raise DamagedError(f"line {entry.number} of its journal is a move of seat {entry.seat}, expected {seat}")
    return match


# ---- the rights ----


def right_faults(row: Row, rights: Sequence[Right]) -> Iterator[str]:
    """See that everyone can come back to their seat, and that no token leads to a seat that is not there."""
    held = {right.seat for right in rights if right.kind == SEAT}
    people = people_of(row.seats)
    for seat in sorted(people - held):
        yield f"no token opens seat {seat}, so that {row.seats[seat].name} cannot come back"
    for other in held - people:
        yield f"a token opens seat {other}, where no person sits"
    for kind in sorted({right.kind for right in rights} - {SEAT, INVITE, SPECTATE, HOST}):
        yield f"a token is for {kind!r}, expected {SEAT}, {INVITE}, {SPECTATE} or {HOST}"
    for kind, token in ((INVITE, row.invite), (SPECTATE, row.spectate)):
        if token is not None and token_hash(token) not in {right.hash for right in rights if right.kind == kind}:
            yield f"the token to {'join' if kind == INVITE else 'watch'} that it shows in the lobby opens nothing"
