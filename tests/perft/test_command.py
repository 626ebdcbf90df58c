"""`heliopolis perft`: the counts for any record and line."""

from __future__ import annotations

import pytest

from tests.conftest import run_command
from tests.golden.playthrough import FOLDER as GOLDEN
from tests.perft.positions import read


def test_the_command_prints_the_counts() -> None:
    position = next(position for position in read("ra") if position.why == "who invoked must bid")
    result = run_command("perft", f"{GOLDEN / position.name}.txt", "--at", str(position.line), "--depth", "4")
    assert (result.returncode, result.stderr) == (0, "")
    title, _, *rows = result.stdout.splitlines()
    assert f"after line {position.line}: " in title
    assert [tuple(map(int, row.split())) for row in rows] == [
        (depth, *count) for depth, count in position.counts.items() if depth <= 4
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--at", "9999"], "there is no line 9999: the record has lines 0 to"),
        (["--at", "-1"], "there is no line -1"),
        (["--depth", "0"], "0 is not in the range x>=1"),
    ],
)
def test_the_command_says_what_is_wrong(arguments: list[str], told: str) -> None:
    result = run_command("perft", str(GOLDEN / "ra-z-man-3.txt"), *arguments)
    assert result.returncode == 2
    assert told in result.stderr
    assert "Traceback" not in result.stderr


def test_the_command_names_a_file_that_cannot_be_read() -> None:
    result = run_command("perft", "nowhere.ra")
    assert result.returncode == 2
    assert "nowhere.ra cannot be read" in result.stderr
