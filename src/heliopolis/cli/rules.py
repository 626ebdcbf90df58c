"""`heliopolis rules` and `heliopolis editions`: what is played here."""

from __future__ import annotations

import click

from heliopolis.cli.options import EDITION, GAME, examples
from heliopolis.games import NAMES


@click.command(
    epilog=examples(
        "heliopolis rules ra --edition alea",
        "heliopolis rules ra R13 R14",
        "heliopolis rules dice",
    )
)
@GAME
@click.argument("ids", nargs=-1, metavar="[ID]...")
@EDITION
def rules(game: str, ids: tuple[str, ...], edition: str | None) -> None:
    """Print the rules of GAME as played here, in the words of an edition; or some of them, by their ids."""
    from rich.console import Console

    from heliopolis.terminal.rules import print_rules

    print_rules(Console(highlight=False), game, edition, ids)


@click.command(
    epilog=examples(
        "heliopolis editions",
        "heliopolis editions dice",
    )
)
@click.argument("games", type=click.Choice(NAMES), nargs=-1, metavar="[GAME]...")
def editions(games: tuple[str, ...]) -> None:
    """List the games, their editions and what differs, and the settings of each game."""
    from rich.console import Console

    from heliopolis.terminal.rules import print_editions

    print_editions(Console(highlight=False), games or NAMES)
