"""The command `heliopolis`: a verb for each door of the house, each in a module of its own.

Nothing heavy is imported before a verb needs it, so that `heliopolis --help` answers at once.
"""

from __future__ import annotations

import io
import sys
from typing import Any

import click

from heliopolis.cli.arena import arena
from heliopolis.cli.bots import bots
from heliopolis.cli.check import check
from heliopolis.cli.completion import completion
from heliopolis.cli.options import examples
from heliopolis.cli.play import play
from heliopolis.cli.records import perft, replay, verify
from heliopolis.cli.rules import editions, rules
from heliopolis.cli.score import score
from heliopolis.cli.serve import serve
from heliopolis.cli.simulate import simulate
from heliopolis.cli.tables import tables
from heliopolis.cli.train import train
from heliopolis.cli.warm import warm
from heliopolis.errors import HeliopolisError

__all__ = ["commands", "main"]


def main() -> None:
    """Run the command."""
    # Where the output cannot show a sign, as in a file of Windows, a question mark stands for it.
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")
    commands(prog_name="heliopolis")


class Verbs(click.Group):
    """All verbs: what people got wrong is told in a sentence, with exit code 2."""

    def invoke(self, context: click.Context) -> Any:
        """Run a verb."""
        try:
            return super().invoke(context)
        except HeliopolisError as error:
            click.echo(f"heliopolis: {error}", err=True)
            context.exit(2)


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "heliopolis serve                       play in the browser",
        "heliopolis play ra                     play here, against bots",
        "heliopolis play dice --companion       keep the score of a real table",
        "heliopolis COMMAND --help              more about each command",
    ),
)
@click.version_option(package_name="heliopolis")
def commands() -> None:
    """Play, score and study Reiner Knizia's Ra and Ra: The Dice Game."""


PLAYING = (play, serve, replay, verify, score, rules, editions)
KEEPING = (tables, check)
STUDYING = (bots, simulate, arena, train, perft, warm, completion)
for verb in PLAYING + KEEPING + STUDYING:
    commands.add_command(verb)
