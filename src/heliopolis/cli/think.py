"""`heliopolis think`: thinking for the bots of servers, on another machine."""

from __future__ import annotations

import click

from heliopolis.cli.options import WholeNumber, compile_meanwhile, examples
from heliopolis.cli.tables import database_option


@click.command(
    epilog=examples(
        "heliopolis think --database postgresql://ra@db.example.org/ra",
        "heliopolis think --config /etc/heliopolis.toml --places 4",
    )
)
@database_option
@click.option("--places", type=WholeNumber(1, 256), help="So many bots think at a time. [default: all processors]")
def think(database: str | None, places: int | None) -> None:
    """Think for the bots of servers on a database of PostgreSQL, here or on another machine.

    Servers ask every such process that they hear of, and think for themselves where there is none. Start and stop as
    many as you like, at any time.
    """
    from heliopolis.server import thinker
    from heliopolis.server.upkeep import find_database

    url = find_database(database)
    compile_meanwhile()
    thinker.think(url, places, click.echo)
