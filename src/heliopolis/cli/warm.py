"""`heliopolis warm`: compile now, so that nothing waits for it later."""

from __future__ import annotations

import click

from heliopolis.cli.options import examples, warm_up


@click.command(
    epilog=examples(
        "heliopolis warm",
    )
)
def warm() -> None:
    """Compile everything once, so that all else starts at once."""
    if not warm_up():
        click.echo("everything is compiled already", err=True)
