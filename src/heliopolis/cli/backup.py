"""`heliopolis backup`, `restore` and `move`: the tables of a server kept, brought back, and moved elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heliopolis.cli.options import examples
from heliopolis.cli.progress import Bar
from heliopolis.cli.tables import database_option

if TYPE_CHECKING:
    from heliopolis.server.moving import Copied

NEW_FILE = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
OLD_FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.command(
    epilog=examples(
        "heliopolis backup tables-monday.sqlite3",
        "heliopolis backup tables.sqlite3 --database postgresql:///heliopolis",
    )
)
@NEW_FILE
@database_option
def backup(file: Path, database: str | None) -> None:
    """Copy all tables into a new file, while the server goes on.

    The file is a database of SQLite, whatever the server uses: `heliopolis check --database FILE` reads it. It holds
    the seeds of running matches, so it belongs to its owner only.
    """
    from heliopolis.server.moving import back_up

    done = run("copying", lambda bar: back_up(database, file, bar.show))
    click.echo(f"{file}: {done}")


@click.command(
    epilog=examples(
        "heliopolis restore tables-monday.sqlite3",
        "heliopolis restore tables.sqlite3 --database postgresql:///heliopolis",
    )
)
@OLD_FILE
@database_option
def restore(file: Path, database: str | None) -> None:
    """Bring back every table of a backup that is not in the database any more; a server may go on meanwhile.

    What is there already stays as it is. To go back in time, stop the server and restore into a new database.
    """
    from heliopolis.server import moving

    done = run("bringing back", lambda bar: moving.restore(file, database, bar.show))
    there = f"; {done.there:,} there already" if done.there else ""
    click.echo(f"{done.tables:,} tables brought back{there}: {done}")


@click.command(
    epilog=examples(
        "heliopolis move tables.sqlite3 postgresql:///heliopolis",
        "heliopolis move postgresql+psycopg:///heliopolis tables.sqlite3",
    )
)
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
def move(source: str, target: str) -> None:
    """Copy all tables to another database, from SQLite to PostgreSQL or back; the server has to be stopped.

    In the end both databases are read, and counts and digests compared. Nothing is deleted: the old database stays as
    it was. An interrupted move goes on when the command is given again.
    """
    from heliopolis.server import moving

    done = run("moving", lambda bar: moving.move(source, target, bar.show))
    click.echo(f"moved: {done}")


def run(what: str, work: Callable[[Bar], Copied]) -> Any:
    """Do it, and show how far it has come."""
    with Bar(what) as bar:
        try:
            return work(bar)
        except KeyboardInterrupt:
            bar.say("interrupted: give the same command again to go on", err=True)
            sys.exit(130)
