"""The command `heliopolis`: a verb for each door of the house, each in a module of its own.

Nothing heavy is imported before a verb needs it, so that `heliopolis --help` answers at once.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import Any

import click
from click.exceptions import NoArgsIsHelpError

from heliopolis.cli.arena import arena
from heliopolis.cli.backup import backup, move, restore
from heliopolis.cli.bots import bots
from heliopolis.cli.check import check
from heliopolis.cli.completion import completion
from heliopolis.cli.matches import matches
from heliopolis.cli.options import examples, folded
from heliopolis.cli.play import play
from heliopolis.cli.records import perft, replay, verify
from heliopolis.cli.review import advise, review
from heliopolis.cli.rules import editions, rules
from heliopolis.cli.score import score
from heliopolis.cli.serve import serve
from heliopolis.cli.simulate import simulate
from heliopolis.cli.tables import tables
from heliopolis.cli.think import think
from heliopolis.cli.train import train
from heliopolis.cli.warm import warm
from heliopolis.errors import HeliopolisError
from heliopolis.terminal.signs import use_plain_signs

__all__ = ["commands", "main"]

#: Why what is printed may not arrive: nobody reads it any more, a disk is full or fails, a file is too large or closed.
UNWRITTEN = {getattr(errno, name, None) for name in ("EPIPE", "ENOSPC", "EDQUOT", "EIO", "EFBIG", "EBADF")}


def main() -> None:
    """Run the command."""
    commands(prog_name="heliopolis")


#: What one can do, for whoever types `heliopolis` and nothing else.
FIRST_WORDS = """\
Reiner Knizia's Ra and Ra: The Dice Game.

  heliopolis serve          play in the browser
  heliopolis play           play Ra here
  heliopolis play dice      play the dice game
  heliopolis matches        go on with a match
  heliopolis score --help   score a real table
  heliopolis rules          read the rules

  heliopolis --help         everything there is\
"""


class Verbs(click.Group):
    """All verbs: what people got wrong is told in a sentence, with exit code 2; Ctrl-C is 130, as in a shell."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run the command, and see to it that what it printed arrives."""
        use_plain_signs()
        try:
            try:
                return super().main(*arguments, **options)
            finally:
                if sys.stdout is not None:  # which may be closed
                    sys.stdout.flush()
        except OSError as error:
            if error.filename is not None:  # not what is printed, but a file that people named, or keep
                click.echo(folded(f"heliopolis: {error.filename} cannot be used: {error.strerror}", err=True), err=True)
                sys.exit(2)
            if error.errno not in UNWRITTEN:
                raise
            abandon_output()
            if error.errno == errno.EPIPE:  # whoever read it has seen enough
                sys.exit(1)
            click.echo(f"heliopolis: the output cannot be written: {error.strerror}", err=True)
            sys.exit(2)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """Read what stands before the verb."""
        with stopping(), folding():
            return super().make_context(*arguments, **options)

    def invoke(self, context: click.Context) -> Any:
        """Run a verb."""
        try:
            with stopping(), folding():
                return super().invoke(context)
        except HeliopolisError as error:
            click.echo(folded(f"heliopolis: {error}", err=True), err=True)
            context.exit(2)


@contextlib.contextmanager
def stopping() -> Iterator[None]:
    """Let Ctrl-C stop a command, and no traceback follow."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo("heliopolis: interrupted", err=True)
        sys.exit(130)


@contextlib.contextmanager
def folding() -> Iterator[None]:
    """Break what Click says of a wrong command between words, as everything else that is printed."""
    try:
        yield
    except NoArgsIsHelpError:  # the help of a verb, which is folded
        raise
    except click.UsageError as error:
        begin = "Error: "  # Click's own
        said = folded(f"{begin}{error.format_message()}", err=True)
        raise click.UsageError(said.removeprefix(begin), error.ctx) from error


def abandon_output() -> None:
    """Let what could not be written go nowhere, so that Python does not try again when it ends."""
    with contextlib.suppress(OSError, ValueError):  # a stream that is no file
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "heliopolis serve                       play in the browser",
        "heliopolis play ra                     play here, against bots",
        "heliopolis play dice --companion       keep the score of a real table",
        "heliopolis COMMAND --help              more about each command",
    ),
)
@click.version_option(package_name="heliopolis")
@click.pass_context
def commands(context: click.Context) -> None:
    """Play, score and study Reiner Knizia's Ra and Ra: The Dice Game."""
    if context.invoked_subcommand is None:
        click.echo(FIRST_WORDS)


PLAYING = (play, serve, matches, replay, review, advise, verify, score, rules, editions)
KEEPING = (tables, check, backup, restore, move, think)
STUDYING = (bots, simulate, arena, train, perft, warm, completion)
for verb in PLAYING + KEEPING + STUDYING:
    commands.add_command(verb)
