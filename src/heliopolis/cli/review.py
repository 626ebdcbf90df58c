"""`heliopolis review` and `heliopolis advise`: what the coach says of a match, and of a moment."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from heliopolis.cli.options import FILE, POSITION, WholeNumber, examples, folded_lines, start_at_once, warm_up
from heliopolis.cli.progress import Bar
from heliopolis.cli.records import moment
from heliopolis.errors import SetupError

if TYPE_CHECKING:
    from heliopolis.coach.analysis import Review
    from heliopolis.coach.judge import Depth
    from heliopolis.table.match import Match

ROUNDS = click.option(
    "--rounds",
    type=WholeNumber(min=0),
    help="How often promising moves are played on: more take longer, and show more.  [default: 96]",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.command(
    epilog=examples(
        "heliopolis review evening.ra",
        "heliopolis review evening.ra --seat Ann",
        "heliopolis review evening.ra --html evening.html",
    )
)
@click.argument("file", type=FILE)
@click.option("--seat", "name", help="Only the decisions of this player. [default: all]")
@JSON
@click.option("--html", type=FILE, help="Write a page with everything to this file.")
@ROUNDS
def review(file: Path, name: str | None, as_json: bool, html: Path | None, rounds: int | None) -> None:
    """Look back at the match of the record FILE: what every decision cost, and what was luck.

    It does not depend on the clock: the same record gives the same review. Ctrl-C stops it and keeps what is done; the
    same command goes on from there.
    """
    start_at_once()  # the record says which game is to be compiled
    from heliopolis.table.match import Match

    match = Match.load(file)
    if name is not None and name not in match.players:
        raise SetupError(f"nobody is called {name!r} in {file}: there are {', '.join(match.players)}")
    seats = [seat for seat, player in enumerate(match.players) if name in (None, player)]
    warm_up("tables", "thinkers", games=[match.game.name])
    found = _made(match, depth_of(rounds))
    from heliopolis.terminal.review import tell
    from heliopolis.terminal.review_page import page

    if html is not None:
        try:
            html.write_text(page(match, found, seats), encoding="utf-8")
        except OSError as error:
            raise SetupError(f"{html} cannot be written: {error.strerror}") from error
    if as_json:
        click.echo(json.dumps(found.data(seats)))
    elif html is None:
        click.echo(folded_lines(tell(match, found, seats)))
    else:
        click.echo(f"{html} has {len(found.decisions)} decisions")


def _made(match: Match, depth: Depth) -> Review:
    """Make the review, or go on with it."""
    from heliopolis.coach.kept import review_kept

    with Bar("reviewing") as bar:
        try:
            for progress in review_kept(match, depth):
                bar.show(progress.done, progress.total)
                if progress.review is not None:
                    return progress.review
        except KeyboardInterrupt:
            bar.say(f"interrupted after {bar.done:,} of {bar.total:,} lines; the same command goes on", err=True)
            sys.exit(130)
    raise AssertionError("a review ends with its last step")


def depth_of(rounds: int | None) -> Depth:
    """Say how thoroughly."""
    from heliopolis.coach.judge import Depth

    return Depth() if rounds is None else Depth(rounds=rounds)


@click.command(
    epilog=examples("heliopolis advise evening.ra --at 57", 'heliopolis advise --position "heliopolis position 1; ..."')
)
@click.argument("file", type=FILE, required=False)
@click.option("--at", "line", type=int, help="After so many lines of the record. [default: all]")
@POSITION
@JSON
@ROUNDS
def advise(file: Path | None, line: int | None, position: str | None, as_json: bool, rounds: int | None) -> None:
    """Say what every legal move is worth at a moment of the record FILE, or at a position: the best first.

    In Ra also what the lot is worth to each player, and each sun to the one to act.
    """
    start_at_once()  # the record or the position says which game is to be compiled
    here = moment(file, line, position)
    warm_up("tables", "thinkers", games=[here.game.name])
    from heliopolis.coach import analyse
    from heliopolis.coach.values import worths
    from heliopolis.terminal.review import tell_options, tell_worths

    options = list(analyse(here, depth_of(rounds)))
    values = worths(here)
    if as_json:
        told = {"options": [asdict(option) for option in options], "worths": [asdict(value) for value in values]}
        click.echo(json.dumps(told))
    else:
        click.echo(folded_lines([*tell_options(options), *tell_worths(here, values)]))
