"""`heliopolis warm`: compile now, so that nothing waits for it later."""

from __future__ import annotations

import click

from heliopolis.cli.options import examples, warm_up


@click.command(
    epilog=examples(
        "heliopolis warm",
        "heliopolis warm tables",
    )
)
@click.argument("parts", nargs=-1, type=click.Choice(["tables", "thinkers", "tournaments", "training"]))
def warm(parts: tuple[str, ...]) -> None:
    """Compile everything once, so that all else starts at once; or only some PARTS.

    Tables are for people and simple bots, thinkers are bots with a network, tournaments are games by the thousand, and
    training is how networks learn.
    """
    if not warm_up(*parts):
        click.echo("everything is compiled already", err=True)
