"""`heliopolis bots`: who can be played against, and how bots are named."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from heliopolis.cli.options import examples
from heliopolis.games import NAMES, describe

if TYPE_CHECKING:
    from heliopolis.bots.registry import Listed

#: How bots are named wherever there are some.
HOW = (
    ("greedy:caution=2:rivalry=0", "one of these, with other parameters"),
    ("path/to/bot.py:Bot:depth=3", "a class in a Python file"),
    ("run:node bot.js", "a program in any language"),
)


@click.command(
    epilog=examples(
        "heliopolis bots",
        "heliopolis bots dice",
        "heliopolis bots --json",
    )
)
@click.argument("game", type=click.Choice(NAMES), required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bots(game: str | None, as_json: bool) -> None:
    """List the bots, or those that play GAME: built-in and installed ones, their parameters, how others are named."""
    from heliopolis.bots.registry import list_bots

    found = [bot for bot in list_bots() if game is None or game in bot.games or bot.trouble is not None]
    if as_json:
        named = [{"spec": spec, "what": what} for spec, what in HOW]
        click.echo(json.dumps({"bots": [asdict(bot) for bot in found], "named": named}, default=str))
    else:
        show(found, game)


def show(found: list[Listed], game: str | None) -> None:
    """Print the bots as a table, and how they are named."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    console.print("Bots" if game is None else f"Bots that play {describe(game).title}")
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for bot in found:
        title = "" if bot.title.lower() == bot.name else f"{bot.title}. "
        table.add_row(bot.name, Text(bot.trouble or f"{title}{bot.description}"))
        if bot.parameters:
            table.add_row("", Text(", ".join(f"{name}={value}" for name, value in bot.parameters.items())))
        if bot.package is not None:
            table.add_row("", Text(f"installed: {bot.package}"))
    console.print(table)
    console.print("\nHow bots are named in `play --seats`, `arena --bots` and `arena --among`")
    named = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for spec, what in HOW:
        named.add_row(spec, what)
    console.print(named)
    console.print("A list has commas between the bots, or semicolons if one of them has a comma.")
