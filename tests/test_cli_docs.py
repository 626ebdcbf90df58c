"""The examples of docs/cli.md are run, in their order, in one folder."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from heliopolis import Match
from tests.conftest import invoke, play_on
from tests.server.rows import MINUTE, begun, change, lay, new_row, people

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
EXAMPLE = re.compile(
    r"^\$ heliopolis (?P<line>.*?)(?: <<END\n(?P<input>.*?)^END)?\n(?P<output>.*?)(?=^\$|\Z)", re.M | re.S
)


def examples(page: str) -> list[tuple[str, str, str]]:
    """Find the commands of a page, what is typed, and what is printed."""
    blocks = re.findall(r"^```console\n(.*?)^```", page, re.M | re.S)
    return [
        (found["line"], found["input"] or "", found["output"]) for block in blocks for found in EXAMPLE.finditer(block)
    ]


def output_of(line: str, typed: str) -> str:
    """Run a command as the page shows it, without the spaces that end lines.

    It runs in a thread: where pages of the client were tested, a loop of theirs stays in the main one.
    """
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(invoke, *shlex.split(line), input=typed).result().output
    return re.sub(r"[ \t]+$", "", said, flags=re.M)


#: 2025-03-09, 19:00 UTC.
EVENING = 1_741_546_800_000


def lay_databases(folder: Path) -> None:
    """Make the database of the page: a table that waits, one that goes on, and one that is over; and a damaged one."""
    path = lay(
        folder / "tables.sqlite3",
        new_row("k7m2p9xqwe", created=EVENING, changed=EVENING, listed=True, own=False, seats=people("Ann", "?", "?")),
        begun("c3w6yj9rsa", 20, created=EVENING, changed=EVENING + 9 * MINUTE, game="dice", edition="rulebook"),
        begun("h4t8nzb2vd", created=EVENING, changed=EVENING + 41 * MINUTE, seats=people("Ann", "greedy", "José")),
    )
    shutil.copy(path, folder / "damaged.sqlite3")
    change(folder / "damaged.sqlite3", "UPDATE journal SET word = 'draw' WHERE table_id = 'h4t8nzb2vd' AND number = 2")


def lay_matches(folder: Path) -> None:
    """Keep the matches of the page: one that is over, and one that goes on."""
    folder.mkdir(parents=True)
    names = ["you", "apprentice", "scribe", "priest"]
    over, going = folder / "2025-03-09-190000.ra", folder / "2025-03-09-194500.dice"
    play_on(Match("ra", names, seed=7), 1).save(over)
    play_on(Match("dice", names, seed=7), 1, lines=20).save(going)
    for path, minutes in ((over, 41), (going, 59)):
        seconds = (EVENING + minutes * MINUTE) / 1000
        os.utime(path, (seconds, seconds))


@pytest.fixture
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let everyone read the same clock."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the page tells the time, which cannot be set everywhere")
@pytest.mark.usefixtures("in_utc")
def test_the_examples_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    lay_databases(tmp_path)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / ".local" / "share" / name)
    lay_matches(tmp_path / ".local" / "share" / "heliopolis" / "matches")
    found = examples(PAGE.read_text(encoding="utf-8"))
    assert len(found) > 7
    for line, typed, output in found:
        said = output_of(line, typed)
        parts = [re.escape(part) for part in output.split("...\n")]
        assert re.fullmatch(r"(?:.*\n)*?".join(parts), said), f"heliopolis {line}\n{said}"
