"""`heliopolis tables`: the tables of a server, listed, written down and deleted."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Collection, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from heliopolis.cli.options import FILE, MOST_AT_ONCE, examples, start_at_once, warm_up
from heliopolis.cli.progress import Bar
from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import NAMES

if TYPE_CHECKING:
    from heliopolis.server.upkeep import Exported, Found, Wanted

Answer = TypeVar("Answer")
Command = TypeVar("Command", bound=Callable[..., Any])

STATES = ("waiting", "running", "over")
DAYS = click.FloatRange(0, 36_500)
CONFIG = "heliopolis.config"


def choose_database(context: click.Context, _: click.Parameter, typed: str | None) -> str | None:
    """Find the tables where `heliopolis serve` would: what is typed counts first, then the environment, then a file."""
    if typed is not None or context.resilient_parsing:
        return typed
    from heliopolis.server.configuration import joined, read_environment, read_file

    config = context.meta.get(CONFIG)
    found: str | None = joined([read_environment(), {} if config is None else read_file(config)]).get("database")
    return found


def keep_config(context: click.Context, _: click.Parameter, config: Path | None) -> None:
    """Keep the name of the file for whoever looks into it."""
    context.meta[CONFIG] = config


def database_option(command: Command) -> Command:
    """Let a command find the tables of a server, as the server does."""
    config = click.option(
        "--config",
        type=FILE,
        envvar="HELIOPOLIS_CONFIG",
        is_eager=True,
        expose_value=False,
        callback=keep_config,
        help="The server's settings: they say where its tables are.",
    )
    database = click.option(
        "--database",
        type=click.Path(),
        metavar="FILE",
        callback=choose_database,
        help="Where the tables are: a file, or PostgreSQL's URL. [default: as for the server]",
    )
    return database(config(command))


TABLES = click.argument("tables", nargs=-1, metavar="[TABLE]...")


@click.group(
    epilog=examples(
        "heliopolis tables list",
        "heliopolis tables COMMAND --help",
    )
)
def tables() -> None:
    """List, write down, close or delete the tables of a server, which may go on meanwhile."""


# ---- list ----


@tables.command(
    "list",
    epilog=examples(
        "heliopolis tables list",
        "heliopolis tables list --state waiting --older 7",
        "heliopolis tables list --listed --database tables.sqlite3 | less -S",
    ),
)
@database_option
@click.option("--state", type=click.Choice(STATES), help="Only those in this state.")
@click.option("--older", type=DAYS, metavar="DAYS", help="Only those without a change for so long.")
@click.option("--listed/--private", default=None, help="Only those in the lobby, or only the others.")
def list_tables(database: str | None, **wanted: Any) -> None:
    """List tables, the one that changed last first.

    A table is made here or elsewhere: on the machine of the server, or by somebody else. What is damaged is named on
    standard error, and so is how many there are.
    """
    from heliopolis.server.upkeep import Wanted, count

    found = run(find(database, Wanted(**wanted)))
    show(found)
    click.echo(count(len(found)), err=True)


async def find(database: str | None, *wishes: Wanted) -> Found:
    """Find tables by what they are like."""
    from heliopolis.server import upkeep

    async with upkeep.looking(database) as storage:
        return await upkeep.find(storage, *wishes)


async def find_named(database: str | None, names: tuple[str, ...]) -> Found:
    """Find tables by their names."""
    from heliopolis.server import upkeep

    async with upkeep.looking(database) as storage:
        return await upkeep.find_named(storage, names)


def show(found: Found) -> None:
    """Print tables."""
    from heliopolis.server.upkeep import lay_out, plain

    if found.rows:
        click.echo("\n".join(lay_out(found.rows)))
    for sentence in found.damaged.values():
        click.echo(f"heliopolis: {plain(sentence)}", err=True)


# ---- export ----


@tables.command(
    "export",
    epilog=examples(
        "heliopolis tables export --all --to records",
        "heliopolis tables export k7m2p9xqwe --to . --force",
        "heliopolis tables export k7m2p9xqwe --to . --times",
    ),
)
@TABLES
@database_option
@click.option("--all", "everything", is_flag=True, help="All tables.")
@click.option("--to", "folder", required=True, type=click.Path(file_okay=False, path_type=Path), help="The folder.")
@click.option("--force", is_flag=True, help="Overwrite files that are there already.")
@click.option("--comments", is_flag=True, help="Say at which lines a bot played for somebody who was away.")
@click.option("--times", is_flag=True, help="Write beside each when its lines were made, as TABLE.times.csv.")
def export_tables(
    tables: tuple[str, ...],
    database: str | None,
    everything: bool,
    folder: Path,
    force: bool,
    comments: bool,
    times: bool,
) -> None:
    """Write the record of each match that has begun into a folder, as TABLE.ra.

    Of a match that is not over it has only what everyone may see: no seed, and no points that are hidden. The exit code
    is 1 when a table was damaged and has no record.
    """
    if bool(tables) == everything:
        raise SetupError("nothing is written: expected names of tables, or --all")
    from heliopolis.server.upkeep import Wanted, count, plain

    found = run(find_named(database, tables) if tables else find(database, Wanted()))
    compile_for(len(found), [row.game for row in found.rows])
    with Bar("writing") as bar:
        done = run(write(database, found, folder, bar, force=force, comments=comments, times=times), bar)
    told = [f"{done.written:,} record{'s' * (done.written != 1)} written to {folder}"]
    if done.there:
        told.append(f"{done.there:,} there already: --force writes them anew")
    if done.waiting:
        told.append(f"{count(done.waiting)} not begun")
    click.echo("; ".join(told))
    for sentence in done.damaged:
        click.echo(f"heliopolis: {plain(sentence)}", err=True)
    sys.exit(1 if done.damaged else 0)


def compile_for(tables: int, games: Collection[str]) -> None:
    """Compile what it takes to go through tables of some games; a few are done sooner in plain Python."""
    start_at_once()
    if tables > MOST_AT_ONCE:
        warm_up("tables", games=[game for game in NAMES if game in games])


async def write(
    database: str | None, found: Found, folder: Path, bar: Bar, *, force: bool, comments: bool, times: bool
) -> Exported:
    """Write records."""
    from heliopolis.server import upkeep

    async with upkeep.looking(database) as storage:
        names, how = found.names(), {"force": force, "comments": comments, "times": times}
        return await upkeep.export(storage, names, folder, progress=bar.show, **how)


# ---- close ----


@tables.command(
    "close",
    epilog=examples(
        "heliopolis tables close k7m2p9xqwe",
        "heliopolis tables close k7m2p9xqwe --again-open",
    ),
)
@click.argument("tables", nargs=-1, required=True, metavar="TABLE...")
@database_option
@click.option("--again-open", is_flag=True, help="Open them again.")
def close_tables(tables: tuple[str, ...], database: str | None, again_open: bool) -> None:
    """Close tables: nobody can move, join or play again there, and they leave the lobby.

    Whoever has the link can still look, and fetch the record. Bots stop.
    """
    from heliopolis.server.upkeep import count

    changed = run(close(database, tables, again_open))
    click.echo(f"{count(changed)} {'open again' if again_open else 'closed'}", err=True)


async def close(database: str | None, names: tuple[str, ...], again_open: bool) -> int:
    """Close tables, or open them again."""
    from heliopolis.server import upkeep

    async with upkeep.looking(database) as storage:
        found = await upkeep.find_named(storage, names)
        return await storage.close_tables(found.names(), closed=not again_open)


# ---- delete ----


@tables.command(
    "delete",
    epilog=examples(
        "heliopolis tables delete k7m2p9xqwe",
        "heliopolis tables delete --unstarted 7 --idle 30",
        "heliopolis tables delete --finished 365 --yes",
    ),
)
@TABLES
@database_option
@click.option("--unstarted", type=DAYS, metavar="DAYS", help="Those with an open seat, without a change for so long.")
@click.option("--idle", type=DAYS, metavar="DAYS", help="Those whose match goes on, without a move for so long.")
@click.option("--finished", type=DAYS, metavar="DAYS", help="Those whose match has been over for so long.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete_tables(
    tables: tuple[str, ...],
    database: str | None,
    unstarted: float | None,
    idle: float | None,
    finished: float | None,
    yes: bool,
) -> None:
    """Delete tables with their journals: by name, or by their age.

    Whoever sits at one is asked to come again, and then told that it is gone. With an age, tables that were made on
    the server's own machine go, too.
    """
    from heliopolis.server.upkeep import Wanted, count

    ages = zip(STATES, (unstarted, idle, finished), strict=True)
    wishes = [Wanted(state, days) for state, days in ages if days is not None]
    if bool(tables) == bool(wishes):
        raise SetupError("nothing is deleted: expected names of tables, or --unstarted, --idle or --finished DAYS")
    found = run(find_named(database, tables) if tables else find(database, *wishes))
    if not found:
        click.echo("no table is that old: nothing is deleted", err=True)
        return
    show(found)
    if not yes:
        if not sys.stdin.isatty():
            raise SetupError(f"nobody can be asked whether {count(len(found))} may go: expected --yes")
        if not click.confirm(f"Delete {count(len(found))}, with all moves? They cannot be brought back.", err=True):
            click.echo("nothing is deleted", err=True)
            sys.exit(1)
    names = found.names()
    if wishes:  # while somebody read the question, others may have moved
        still = set(run(find(database, *wishes)).names())
        names = [name for name in names if name in still]
    with Bar("deleting") as bar:
        deleted = run(delete(database, names, bar), bar)
    click.echo(f"{count(deleted)} deleted", err=True)


async def delete(database: str | None, names: list[str], bar: Bar) -> int:
    """Delete tables."""
    from heliopolis.server import upkeep

    async with upkeep.looking(database) as storage:
        return await upkeep.delete(storage, names, bar.show)


# ---- running ----


def run(work: Coroutine[Any, Any, Answer], bar: Bar | None = None) -> Answer:
    """Do something with a database; where it cannot be finished, say how far it has come."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        click.echo(f"interrupted{'' if bar is None else f' after {bar.done:,} of {bar.total:,} tables'}", err=True)
        sys.exit(130)
    except HeliopolisError as error:
        if bar is None or not bar.done:
            raise
        raise SetupError(f"stopped after {bar.done:,} of {bar.total:,} tables: {error}") from error
