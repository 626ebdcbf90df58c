"""`heliopolis matches`: the matches that were kept without being asked for."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

import click

from heliopolis.cli.options import examples, folded, start_at_once
from heliopolis.errors import SetupError, quoted
from heliopolis.terminal.paths import in_shell
from heliopolis.terminal.person import addressed

#: Stands for the match that was played last and is not over.
LATEST = "latest"


@click.command(
    epilog=examples(
        "heliopolis matches",
        "heliopolis matches --json",
    )
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, to standard output.")
def matches(as_json: bool) -> None:
    """List the matches that you played here without --save, the latest first, and say how to go on with each."""
    found = all_kept()
    if as_json:
        click.echo(json.dumps([one.data() for one in found]))
        return
    start_at_once()
    if not found:
        none = "There is no match yet: `heliopolis play` begins one. Those with --save are where you put them."
        click.echo(folded(none))
    latest = next((number for number, one in enumerate(found, 1) if one.goes_on), None)
    for number, one in enumerate(found, 1):
        head, *more = one.lines("" if number == latest else f" {number}")
        begin = f"{number:>{len(str(len(found)))}}  "
        indent = " " * len(begin)
        click.echo("\n" * (number > 1) + folded(begin + head, indent))
        for line in more:
            click.echo(folded(indent + line, f"{indent}  "))


def all_kept() -> list[Kept]:
    """List the matches that were kept, the latest first: so they are numbered."""
    return sorted(kept_matches(folder()), key=lambda one: (one.changed, one.file), reverse=True)


def find_kept(number: str) -> Path:
    """Find the file of a match by its number in the list; the latest that is not over where it is LATEST."""
    found = all_kept()
    if number == LATEST:
        going = next((one for one in found if one.goes_on), None)
        if going is None:
            raise SetupError("there is no match to go on with: `heliopolis play` begins one")
        return going.file
    if not (number.isascii() and number.isdigit() and 0 < int(number[:9]) <= len(found)):
        have = f"they are numbered 1 to {len(found)}" if found else "there is none yet"
        raise SetupError(f"--go-on {quoted(number)} is no number of a match: {have}, `heliopolis matches` lists them")
    return found[int(number) - 1].file


def folder() -> Path:
    """Find the folder of matches that nobody gave a file; it need not be there yet."""
    from platformdirs import user_data_path

    return user_data_path("heliopolis") / "matches"


@dataclass(frozen=True)
class Kept:
    """What the head of a record says of a match. Its moves are not checked: there may be many matches."""

    file: Path
    changed: datetime.datetime
    headers: dict[str, str]
    moves: int

    @property
    def is_record(self) -> bool:
        """Whether there is what every record has."""
        return {"game", "edition", "players"} <= self.headers.keys()

    @property
    def players(self) -> list[str]:
        """Who plays."""
        return [name.strip() for name in self.headers.get("players", "").split("|") if name.strip()]

    @property
    def goes_on(self) -> bool:
        """Whether it can be played on."""
        return self.is_record and "result" not in self.headers

    def standing(self) -> tuple[str, list[str]]:
        """Say where a match that goes on stands: the epoch and, unless they are covered, everyone's points."""
        from heliopolis.errors import HeliopolisError
        from heliopolis.table.match import Match

        try:
            match = Match.load(self.file)
        except HeliopolisError:
            return "damaged", []
        points = list(map(str, match.scores)) if match.open_scores else []
        return f"epoch {len(match.breakdowns()) + 1}", points

    def data(self) -> dict[str, object]:
        """Lay it out as plain data."""
        return {
            "file": str(self.file),
            "changed": self.changed.isoformat(timespec="seconds"),
            "readable": self.is_record,
            "game": self.headers.get("game"),
            "edition": self.headers.get("edition"),
            "players": self.players,
            "lines": self.moves,
            "result": self.headers.get("result"),
            "over": "result" in self.headers,
        }

    def lines(self, number: str) -> Iterator[str]:
        """Say what it is, who plays, and how to go on, by its number."""
        when = f"{self.changed:%Y-%m-%d %H:%M}"
        if not self.is_record:
            yield f"{when}  cannot be read"
            yield in_shell(self.file)
            return
        result, _, winner = self.headers.get("result", "").partition(", ")
        state, points = (f"over, {addressed(winner)}", result.split()) if winner else self.standing()
        yield f"{when}  {self.headers['game']} ({self.headers['edition']}), {state}"
        yield ", ".join(" ".join(filter(None, seat)) for seat in zip_longest(self.players, points))
        yield f"heliopolis replay {in_shell(self.file)}" if winner else f"heliopolis play --go-on{number}"


def kept_matches(place: Path) -> Iterator[Kept]:
    """Look into every record of a folder."""
    try:
        files = [file for file in place.iterdir() if file.suffix not in (".seed", ".part") and file.is_file()]
    except FileNotFoundError:
        return
    except OSError as error:
        raise SetupError(f"{place} cannot be read: {error.strerror}") from error
    for file in files:
        try:
            changed = datetime.datetime.fromtimestamp(file.stat().st_mtime)
            text = file.read_text(encoding="utf-8-sig", errors="replace")
        except OSError:  # gone meanwhile, or somebody else's
            continue
        yield Kept(file, changed, *read_head(text))


def read_head(text: str) -> tuple[dict[str, str], int]:
    r"""Read the headers of a record, and count its lines; nothing where it is no record.

    >>> read_head("heliopolis record 1\ngame: ra\n\n1. Ann: draw\n# a comment\n2. Ann: tile Ra\n")
    ({'game': 'ra'}, 2)
    """
    head, _, moves = text.partition("\n\n")
    first, *rest = head.splitlines() or [""]
    if first.strip() not in ("heliopolis record 1", "heliopolis record 2"):
        return {}, 0
    headers = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
    return headers, sum(bool(line.strip()) and not line.startswith("#") for line in moves.splitlines())
