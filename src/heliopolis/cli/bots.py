"""`heliopolis bots`: who can be played against, and how bots are named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from heliopolis.cli.options import PLAIN, examples
from heliopolis.games import NAMES, describe

if TYPE_CHECKING:
    from heliopolis.bots.registry import Listed

#: How bots are named wherever there are some.
HOW = (
    ("greedy:caution=2:rivalry=0", "one of these, with other parameters"),
    ("path/to/bot.py:Bot:depth=3", "a class in a Python file"),
    ("run:node bot.js", "a program in any language"),
)
NAMING = "How bots are named in `play --seats`, `arena --bots` and `arena --among`"
LISTS = "A list has commas between the bots, or semicolons if one of them has a comma."


@click.command(
    epilog=examples(
        "heliopolis bots",
        "heliopolis bots dice",
        "heliopolis bots --json",
    )
)
@click.argument("game", type=click.Choice(NAMES), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@PLAIN
def bots(game: str | None, as_json: bool, plain: bool) -> None:
    """List the bots, or those that play GAME: built-in and installed ones, their parameters, how others are named."""
    from heliopolis.bots.registry import list_bots

    found = [bot for bot in list_bots() if game is None or game in bot.games or bot.trouble is not None]
    if as_json:
        named = [{"spec": spec, "what": what} for spec, what in HOW]
        click.echo(json.dumps({"bots": [asdict(bot) for bot in found], "named": named}, default=str))
    elif plain:
        click.echo("\n".join(sentences(found, game)))
    else:
        show(found, game)


def sentences(found: list[Listed], game: str | None) -> Iterator[str]:
    """Tell the bots, and how they are named, a fact a line."""
    yield f"{heading(game)}:"
    for bot in found:
        yield f"{bot.name}: {about(bot)}"
        if bot.parameters:
            yield f"Parameters of {bot.name}: {parameters(bot)}"
        if bot.package is not None:
            yield f"{bot.name} is installed: {bot.package}"
    yield f"{NAMING}:"
    yield from (f"{spec}: {what}" for spec, what in HOW)
    yield LISTS


def heading(game: str | None) -> str:
    """Say which bots are listed."""
    return "Bots" if game is None else f"Bots that play {describe(game).title}"


def about(bot: Listed) -> str:
    """Say how a bot plays, or why it does not."""
    title = "" if bot.title.lower() == bot.name else f"{bot.title}. "
    return bot.trouble or f"{title}{bot.description}"


def parameters(bot: Listed) -> str:
    """List what can be set, with the defaults."""
    return ", ".join(f"{name}={value}" for name, value in bot.parameters.items())


def show(found: list[Listed], game: str | None) -> None:
    """Print the bots as a table, and how they are named."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    console.print(heading(game))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for bot in found:
        table.add_row(bot.name, Text(about(bot)))
        if bot.parameters:
            table.add_row("", Text(parameters(bot)))
        if bot.package is not None:
            table.add_row("", Text(f"installed: {bot.package}"))
    console.print(table)
    console.print(f"\n{NAMING}")
    named = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    named.add_column(overflow="fold")  # to be typed: nothing of it is left out
    for spec, what in HOW:
        named.add_row(spec, what)
    console.print(named)
    console.print(LISTS)
