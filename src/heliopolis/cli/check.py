"""`heliopolis check`: a server's database examined."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from heliopolis.cli.options import examples
from heliopolis.cli.progress import Bar
from heliopolis.cli.tables import compile_for, database_option, find, run
from heliopolis.errors import HeliopolisError

if TYPE_CHECKING:
    from heliopolis.server.checkup import Report


@click.command(
    epilog=examples(
        "heliopolis check",
        "heliopolis check --database tables.sqlite3",
    )
)
@database_option
def check(database: str | None) -> None:
    """Examine the database of a server: its file, and every table by the rules.

    Each thing that is wrong is a line. Nothing is changed, and a server may go on meanwhile. The exit code is 0 when
    all is sound, 1 when something is wrong, and 2 when there is no database that can be read.
    """
    from heliopolis.server.upkeep import Wanted, find_database

    find_database(database)
    with suppress(HeliopolisError):  # what cannot be read is told below
        found = run(find(database, Wanted()))
        compile_for(len(found), [row.game for row in found.rows])
    with Bar("checking") as bar:
        try:
            report = asyncio.run(examine(database, bar))
        except KeyboardInterrupt:
            bar.say(f"interrupted after {bar.done:,} of {bar.total:,} tables", err=True)
            sys.exit(130)
        bar.say(str(report))
    sys.exit(0 if report.is_sound() else 1)


async def examine(database: str | None, bar: Bar) -> Report:
    """Say what is wrong with a database."""
    from heliopolis.server import checkup
    from heliopolis.server.upkeep import looking, plain

    async with looking(database) as storage:
        return await checkup.check(storage, lambda sentence: bar.say(plain(sentence)), bar.show)
