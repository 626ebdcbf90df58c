"""`heliopolis rules` and `heliopolis editions`: what is played here."""

from __future__ import annotations

import click

from heliopolis.cli.options import EDITION, GAME, examples
from heliopolis.games import NAMES

#: For every verb that draws something.
PLAIN = click.option(
    "--plain", is_flag=True, help="For screen readers: no drawings and no columns, a fact a line in reading order."
)


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
@PLAIN
def rules(game: str, ids: tuple[str, ...], edition: str | None, plain: bool) -> None:
    """Print the rules of GAME as played here, in the words of an edition; or some of them, by their ids."""
    from heliopolis.terminal.rules import print_rules
    from heliopolis.terminal.style import new_console

    print_rules(new_console(plain), game, edition, ids, plain=plain)


@click.command(
    epilog=examples(
        "heliopolis editions",
        "heliopolis editions dice",
    )
)
@click.argument("games", type=click.Choice(NAMES), nargs=-1, metavar="[GAME]...")
@PLAIN
def editions(games: tuple[str, ...], plain: bool) -> None:
    """List the games, their editions and what differs, and the settings of each game."""
    from heliopolis.terminal.rules import print_editions
    from heliopolis.terminal.style import new_console

    print_editions(new_console(plain), games or NAMES, plain=plain)
