"""`heliopolis replay`, `heliopolis verify` and `heliopolis perft`: records that are there already."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heliopolis.cli.options import FILE, MOST_AT_ONCE, PLAIN, POSITION, WholeNumber, examples, start_at_once, warm_up
from heliopolis.errors import SetupError

if TYPE_CHECKING:
    from heliopolis.table.match import Match


@click.command(
    epilog=examples(
        "heliopolis replay evening.ra",
        "heliopolis replay evening.ra --at 12",
        "heliopolis replay evening.ra | less",
    )
)
@click.argument("file", type=FILE)
@click.option("--at", type=WholeNumber(min=0), help="Print the table after so many lines, and nothing else.")
@PLAIN
def replay(file: Path, at: int | None, plain: bool) -> None:
    """Step through the record in FILE, move by move.

    Keys: space (n, →) goes on and b (←) back; e, t and a go to the next epoch, turn or auction, E, T and A to the one
    before; 12g goes to line 12, 0 and $ to the first and the last; q quits. Where nobody can press keys, and with
    --plain, the whole match is told.
    """
    start_at_once()
    from heliopolis.table.match import Match
    from heliopolis.terminal.keys import pressed_keys
    from heliopolis.terminal.replay import Replay

    shown = Replay(Match.load(file), plain=plain)
    if at is not None:
        shown.show(at)
    elif not plain and sys.stdin.isatty() and sys.stdout.isatty():
        with pressed_keys() as key:
            shown.walk(key)
    else:
        shown.tell_all()


@click.command(
    epilog=examples(
        "heliopolis verify evening.ra",
        "heliopolis verify --quiet records/*.ra",
    )
)
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--quiet", "-q", is_flag=True, help="Say only what is wrong.")
def verify(files: tuple[Path, ...], quiet: bool) -> None:
    """Check the records in FILES: every move, the scores, the result, and the draws by the seed.

    The exit code is 0 when all is right, 1 when a record says what is not so, and 2 when a file is no record. With
    several files it is the worst of theirs.
    """
    start_at_once()
    if len(files) > MOST_AT_ONCE:
        from heliopolis.table.record import games_in

        warm_up("tables", games=games_in(files))
    from rich.console import Console
    from rich.progress import Progress

    from heliopolis.terminal.verify import verify as check

    worst = 0
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=len(files) == 1 or not console.is_terminal) as progress:
        bar = progress.add_task("verifying", total=len(files))
        for number, file in enumerate(files):
            try:
                code, said = check(file)
            except KeyboardInterrupt:
                progress.stop()
                click.echo(f"interrupted after {number:,} of {len(files):,} files", err=True)
                sys.exit(130)
            worst = max(worst, code)
            if code:
                console.print(f"heliopolis: {said}", markup=False, highlight=False, soft_wrap=True)
            elif not quiet:
                click.echo(said)
            progress.advance(bar)
    sys.exit(worst)


@click.command(
    epilog=examples(
        "heliopolis perft evening.ra --at 57 --depth 5", 'heliopolis perft --position "heliopolis position 1; ..."'
    )
)
@click.argument("file", type=FILE, required=False)
@click.option("--at", "line", type=int, help="After so many lines of the record. [default: all]")
@POSITION
@click.option("--depth", type=WholeNumber(min=1), default=4, show_default=True, help="How many moves.")
def perft(file: Path | None, line: int | None, position: str | None, depth: int) -> None:
    """Count the sequences of moves that can follow any moment of the record FILE, or a position."""
    start_at_once()  # the record says which game is to be compiled
    match = moment(file, line, position)
    warm_up("tables", games=[match.game.name])
    from heliopolis.arena.perft import print_counts

    print_counts(match, depth)


def moment(file: Path | None, line: int | None, position: str | None) -> Match:
    """Find the moment that a command is about: a line of a record, or a position."""
    from heliopolis.table.match import TABLE, Match

    if (file is None) == (position is None):
        raise SetupError("expected the file of a record, or a position with --position, and not both")
    if file is None:
        if line is not None:
            raise SetupError("--at is for the file of a record: leave it out with --position")
        return Match.from_position(position or "", draws=TABLE)
    match = Match.load(file)
    return match if line is None else match.at(line)
