"""Tables laid into a database by hand, without a server."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from alembic import command as alembic
from alembic.config import Config
from click.testing import Result

from heliopolis.server.database import MIGRATIONS, open_database
from heliopolis.server.keyring import SEAT, SPECTATE, Right
from heliopolis.server.messages.base import Colour
from heliopolis.server.messages.tables import Player
from heliopolis.server.rows import Entry, Row
from heliopolis.server.security import token_hash
from heliopolis.server.settings import database_url
from heliopolis.server.storage import Storage
from heliopolis.server.tables import followed, new_match
from tests.conftest import invoke
from tests.server.loop import complete

#: 2026-11-15, 12:00 UTC.
NOON = 1_794_744_000_000
MINUTE = 60 * 1000
COLOURS: tuple[Colour, ...] = ("orange", "sky", "green", "yellow", "blue")


def people(*names: str) -> list[Player]:
    """Seat people by their names; "?" is an open seat, and "greedy" a bot."""
    return [
        Player("", colour, "open", None)
        if name == "?"
        else Player(name, colour, "bot" if name == "greedy" else "person", name if name == "greedy" else None)
        for name, colour in zip(names, COLOURS, strict=False)
    ]


def new_row(name: str = "t", **changes: Any) -> Row:
    """Make a table that waits for somebody."""
    usual: dict[str, Any] = {
        "created": NOON,
        "changed": NOON,
        "game": "ra",
        "edition": "z-man",
        "settings": {},
        "scores": "hidden",
        "draws": "sealed",
        "listed": False,
        "seats": people("Ann", "?"),
        "seed": "7".rjust(32, "0"),
    }
    return Row(name, **{**usual, **changes})


def begun(name: str = "t", moves: int = 10_000, **changes: Any) -> tuple[Row, list[Entry]]:
    """Make a table where so many moves were made, or all."""
    row = new_row(name, **{"seats": people("Ann", "Ben"), "changed": NOON + MINUTE, **changes})
    match, numbers = new_match(row), random.Random(1)
    entries: list[Entry] = []
    while match.seat is not None and moves:
        seat, before = match.seat, len(match)
        match.play(numbers.choice(match.moves()))
        said = enumerate(match.words(before), len(entries) + 1)
        entries += [Entry(number, seat, word, None) for number, word in said]
        moves -= 1
    return replace(followed(row, match), changed=row.changed), entries


def rights_of(row: Row) -> list[Right]:
    """Give a token to every person, and one to watch."""
    persons = [seat for seat, player in enumerate(row.seats) if player.kind == "person"]
    rights = [Right(token_hash(f"{row.id} {seat}"), row.id, SEAT, seat) for seat in persons]
    return [*rights, Right(token_hash(row.spectate or row.id), row.id, SPECTATE, None)]


async def keep(storage: Storage, row: Row, entries: Iterable[Entry] = ()) -> None:
    """Keep a new table with its rights and its journal."""
    await storage.save([], rights_of(row), list(entries), new=[row])


def lay(path: Path, *tables: Row | tuple[Row, list[Entry]]) -> Path:
    """Make a database of tables."""

    async def work() -> None:
        storage = Storage(database_url(str(path)))
        for table in tables:
            row, entries = table if isinstance(table, tuple) else (table, [])
            await keep(storage, row, entries)
        await storage.close()

    complete(work())
    return path


def change(path: Path, statement: str, *values: Any) -> None:
    """Change a database behind everyone's back."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, values)
    connection.close()


def ask(path: Path, statement: str) -> list[tuple[Any, ...]]:
    """Ask a database directly."""
    connection = sqlite3.connect(path)
    found = connection.execute(statement).fetchall()
    connection.close()
    return found


def command(*arguments: str | Path) -> Result:
    """Run `heliopolis` in a thread: where pages were tested, a loop of theirs stays in the main one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(invoke, *map(str, arguments)).result()


# ---- databases of older versions ----


def made_by(path: Path, step: str) -> Path:
    """Make a database as the version of a step did."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = open_database(database_url(str(path)))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        alembic.upgrade(config, step)
    engine.dispose()
    return path


OLD_TABLE = """
    INSERT INTO tables (id, created, changed, game, edition, settings, scores, draws, listed, seats, seed, state, lines,
        to_act, bot_to_act, winners, next, spectate, invite)
    VALUES (?, 1, 2, 'ra', 'z-man', '{"fewest-players":"2"}', 'hidden', 'sealed', 1,
        '[{"name":"Ann","colour":"sky","kind":"person","bot":null},{"name":"","colour":"green","kind":"open","bot":null}]',
        '00000000000000000000000000000007', 'waiting', 0, NULL, 0, '[]', NULL, 'watch', 'join')
"""


def old_database(path: Path) -> Path:
    """Make a database of the first version, with three tables."""
    made_by(path, "0001")
    for name in "abc":
        change(path, OLD_TABLE, name)
        change(path, "INSERT INTO journal VALUES (?, 1, 0, 'draw', 'id')", name)
        change(path, "INSERT INTO rights VALUES (?, ?, 'seat', 0)", f"hash of {name}", name)
    return path
