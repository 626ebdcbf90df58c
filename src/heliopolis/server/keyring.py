"""What tokens and codes open: rights at tables, the devices that hold them, and codes that give a right to another one.

Of tokens and codes there are hashes only. A device is a browser by the secret that it keeps in a cookie, again as a
hash. A code gives its rights once, and its row is gone with that.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import sqlalchemy as sql

from heliopolis.server.refusals import NotNowError
from heliopolis.server.schema import CODES, RIGHTS, TABLES

Answer = TypeVar("Answer")

SEAT, INVITE, SPECTATE, HOST = "seat", "invite", "spectate", "host"
#: A code is for another device of the same person, or for another person.
DEVICE, PERSON = "device", "person"
#: When a device last used a token is noted anew after so many milliseconds.
NOTED_MILLISECONDS = 5 * 60 * 1000
SPENT = "this code was used already, has run out, or was never given: ask for a new one"


@dataclass(frozen=True)
class Right:
    """What the token with a hash may do at a table."""

    hash: str
    table: str
    kind: str
    seat: int | None
    browser: str | None = None
    """Which browser got the token, as a hash."""
    device: str | None = None
    """What that device is called; unknown for rights from before that was noted."""
    made: int | None = None
    """When it got the token, in milliseconds since 1970."""
    used: int | None = None
    """When it last came with it, to some minutes."""

    @property
    def holder(self) -> str:
        """Tell devices apart. Whoever brought no cookie is known by the token itself."""
        return (self.browser or self.hash)[:16]


@dataclass(frozen=True)
class Grant:
    """A right that a code gives to whoever uses it first."""

    hash: str
    number: int
    purpose: str
    table: str
    kind: str
    seat: int | None
    until: int
    """In milliseconds since 1970."""


class Ways(Protocol):
    """How a database is asked."""

    def __call__(self, work: Callable[[sql.Connection], Answer], about: str = "") -> Awaitable[Answer]:
        """Do something in a transaction."""


class Keyring:
    """All rights and codes of a database."""

    def __init__(self, read: Callable[[Callable[[sql.Connection], Any]], Awaitable[Any]], write: Ways) -> None:
        self._read, self._write = read, write

    # ---- rights ----

    async def find(self, hashes: Iterable[str]) -> list[Right]:
        """Find what tokens may do."""
        return await self._rights(RIGHTS.c.hash.in_(list(hashes)))

    async def at(self, *tables: str) -> list[Right]:
        """List all rights at tables."""
        return await self._rights(RIGHTS.c.table_id.in_(tables))

    async def _rights(self, which: sql.ColumnElement[bool]) -> list[Right]:
        query = RIGHTS.select().where(which)
        found: list[Right] = await self._read(lambda connection: [Right(*one) for one in connection.execute(query)])
        return found

    async def note_use(self, table: str, hashes: Collection[str], moment: int) -> None:
        """Note when tokens were last used."""
        mine = RIGHTS.c.table_id == table, RIGHTS.c.hash.in_(list(hashes))
        change = RIGHTS.update().where(*mine).values(used=moment)
        await self._write(lambda connection: connection.execute(change), about=table)

    async def revoke(self, table: str, rights: Sequence[Right]) -> int:
        """Take rights at a table away, and the codes that lead to the same seats; tell the table's new revision.

        Every process sees by the table's row that it has to look who may stay.
        """

        def work(connection: sql.Connection) -> int:
            take_away(connection, rights)
            row = TABLES.c.id == table
            change = TABLES.update().where(row)
            connection.execute(change.values(revision=TABLES.c.revision + 1, expelled=TABLES.c.expelled + 1))
            return connection.scalar(sql.select(TABLES.c.revision).where(row)) or 0

        return await self._write(work, about=table)

    # ---- codes ----

    async def offer(self, grants: Sequence[Grant]) -> None:
        """Keep a code. One that was to give any of the same rights for the same purpose is worth nothing any more."""

        def work(connection: sql.Connection) -> None:
            connection.execute(CODES.delete().where(CODES.c.until < now()))
            for grant in grants:
                same = connection.scalars(
                    sql.select(CODES.c.hash).where(
                        CODES.c.table_id == grant.table,
                        CODES.c.purpose == grant.purpose,
                        CODES.c.kind == grant.kind,
                        CODES.c.seat.is_not_distinct_from(grant.seat),
                    )
                ).all()
                connection.execute(CODES.delete().where(CODES.c.hash.in_(same)))
            connection.execute(CODES.insert(), [grant_values(grant) for grant in grants])

        await self._write(work, about=grants[0].table)

    async def look(self, code: str) -> list[Grant]:
        """Find what a code gives, by its hash; nothing where its time is over."""
        query = CODES.select().where(CODES.c.hash == code, CODES.c.until >= now()).order_by(CODES.c.number)
        found: list[Grant] = await self._read(lambda connection: [Grant(*one) for one in connection.execute(query)])
        return found

    async def use(self, code: str, rights: Sequence[Right]) -> None:
        """Spend a code, and keep the rights that it gives: of two who use it at once, one gets them."""

        def work(connection: sql.Connection) -> None:
            if not spend(connection, code):
                held = RIGHTS.select().where(RIGHTS.c.hash == rights[0].hash)
                if connection.execute(held).first() is None:  # else it was done, and the answer lost
                    raise NotNowError(SPENT)
                return
            connection.execute(RIGHTS.insert(), [right_values(right) for right in rights])

        await self._write(work, about=rights[0].table)


def take_away(connection: sql.Connection, rights: Iterable[Right]) -> None:
    """Delete rights, and the codes that would give such a seat back."""
    for right in rights:
        connection.execute(RIGHTS.delete().where(RIGHTS.c.hash == right.hash, RIGHTS.c.table_id == right.table))
        if right.kind not in (SEAT, HOST):
            continue
        to_it = CODES.c.table_id == right.table, CODES.c.kind == right.kind
        whole = sql.select(CODES.c.hash).where(*to_it, CODES.c.seat.is_not_distinct_from(right.seat))
        connection.execute(CODES.delete().where(CODES.c.hash.in_(connection.scalars(whole).all())))


def spend(connection: sql.Connection, code: str) -> bool:
    """Delete a code whose time is not over; tell whether there was one."""
    return bool(connection.execute(CODES.delete().where(CODES.c.hash == code, CODES.c.until >= now())).rowcount)


def right_values(right: Right) -> dict[str, Any]:
    """Lay out a right as the database keeps it."""
    values = dict(vars(right))
    return {"table_id": values.pop("table"), **values}


def grant_values(grant: Grant) -> dict[str, Any]:
    """Lay out what a code gives as the database keeps it."""
    values = dict(vars(grant))
    return {"table_id": values.pop("table"), **values}


def now() -> int:
    """Tell the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
