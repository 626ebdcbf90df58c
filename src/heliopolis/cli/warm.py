"""`heliopolis warm`: compile now, so that nothing waits for it later."""

from __future__ import annotations

import click

from heliopolis.cli.options import examples, warm_up
from heliopolis.games import NAMES

#: What can be compiled by itself, as `heliopolis.warm` has it: to load that takes a second.
PARTS = ("tables", "simulation", "thinkers", "tournaments", "training", "environments")


@click.command(
    epilog=examples(
        "heliopolis warm",
        "heliopolis warm tables",
        "heliopolis warm dice tables thinkers",
    )
)
@click.argument("what", nargs=-1, type=click.Choice([*NAMES, *PARTS]), metavar="[GAME]... [PART]...")
def warm(what: tuple[str, ...]) -> None:
    """Compile everything once, so that all else starts at once; or only some games, or some parts of them.

    Tables are for people and simple bots, simulation is random games, thinkers are bots with a network, tournaments are
    games by the thousand, training is how networks learn, and environments are for learners of your own.
    """
    parts = [word for word in what if word in PARTS]
    if not warm_up(*parts, games=[word for word in what if word in NAMES] or NAMES):
        click.echo("everything is compiled already", err=True)
