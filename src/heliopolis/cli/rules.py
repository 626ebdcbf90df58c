"""`heliopolis rules` and `heliopolis editions`: what is played here."""

from __future__ import annotations

import click

from heliopolis.cli.options import EDITION, PLAIN, complete_game, examples
from heliopolis.games import NAMES


@click.command(
    epilog=examples(
        "heliopolis rules ra --edition alea",
        "heliopolis rules R13 D16",
        "heliopolis rules dice",
    )
)
@click.argument("words", nargs=-1, metavar="[GAME] [ID]...", shell_complete=complete_game)
@EDITION
@PLAIN
def rules(words: tuple[str, ...], edition: str | None, plain: bool) -> None:
    """Print the rules of GAME (ra, dice) as played here, in the words of an edition; or some of them, by their ids.

    An id names its game by its letter: R13 is a rule of Ra, D16 one of the dice game.
    """
    from heliopolis.terminal.rules import find_rules, print_rules
    from heliopolis.terminal.style import new_console

    console = new_console(plain)
    for place, (game, ids) in enumerate(find_rules(words).items()):
        if place:
            console.print()
        print_rules(console, game, edition, ids, plain=plain)


@click.command(
    epilog=examples(
        "heliopolis editions",
        "heliopolis editions dice",
    )
)
@click.argument("games", type=click.Choice(NAMES), nargs=-1, metavar="[GAME]...")
@PLAIN
def editions(games: tuple[str, ...], plain: bool) -> None:
    """List the games, their editions and what differs, and the house rules of each game."""
    from heliopolis.terminal.rules import print_editions
    from heliopolis.terminal.style import new_console

    print_editions(new_console(plain), games or NAMES, plain=plain)
