"""`heliopolis matches`: what was played without naming a file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from heliopolis import Match
from heliopolis.cli.play import keep_unasked
from heliopolis.compiled import wake
from heliopolis.errors import SetupError
from tests.conftest import DATE, SUNS, THREE, invoke, play_on


@pytest.fixture(autouse=True)
def awake() -> Iterator[None]:
    """Let what is compiled run compiled again: `matches` starts without it."""
    yield
    wake()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they are kept; nothing is there yet."""
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path)
    return tmp_path / "matches"


@pytest.fixture
def kept(folder: Path) -> Path:
    """A match that is over, a later one that is not, and what is no record."""
    folder.mkdir()
    over = play_on(Match("ra", THREE, suns=SUNS, seed=7, date=DATE), 1)
    over.save(folder / "old.ra")
    going = Match("dice", ["you", "priest"], seed=1, date=DATE)
    going.save(folder / "new.dice")
    (folder / "notes").write_bytes(b"\xff milk")
    for place, name in enumerate(("notes", "old.ra", "new.dice")):
        os.utime(folder / name, (1_000_000_000 + place, 1_000_000_000 + place))
    return folder


def test_nothing_is_there_at_first(folder: Path) -> None:
    done = invoke("matches")
    assert done.exit_code == 0
    assert "`heliopolis play` begins one" in done.stdout
    assert json.loads(invoke("matches", "--json").stdout) == []


def test_matches_are_listed_the_latest_first_with_how_to_go_on(kept: Path) -> None:
    said = invoke("matches").stdout
    going, over, damaged = said.strip().split("\n\n")
    assert going.startswith("1  ")
    assert "dice (rulebook), epoch 1\n" in going
    assert "you 10, priest 11\n" in going
    assert going.endswith("heliopolis play --go-on")
    assert over.startswith("2  ")
    assert f"heliopolis replay {kept / 'old.ra'}" in over
    assert "over, " in over
    assert "cannot be read" in damaged


def test_json_has_the_same(kept: Path) -> None:
    first, second, third = json.loads(invoke("matches", "--json").stdout)
    assert (first["game"], first["edition"], first["players"]) == ("dice", "rulebook", ["you", "priest"])
    assert (first["lines"], first["over"], first["file"]) == (1, False, str(kept / "new.dice"))
    match = Match.load(kept / "old.ra")
    assert (second["lines"], second["over"]) == (len(match), True)
    assert (third["readable"], third["players"]) == (False, [])


@pytest.mark.parametrize("number", [[], ["1"]])
def test_the_command_that_is_told_goes_on(kept: Path, number: list[str]) -> None:
    before = Match.load(kept / "new.dice").words()
    done = invoke("play", "--go-on", *number, input="keep\nquit\n")
    assert done.exit_code == 0
    assert Match.load(kept / "new.dice").words()[: len(before) + 1] == [*before, "keep"]
    assert done.stdout.endswith("To go on: heliopolis play --go-on\n")


def test_covered_points_are_not_listed(folder: Path) -> None:
    folder.mkdir()
    Match("ra", THREE, seed=7, date=DATE, scores="hidden").save(folder / "one.ra")
    Match("ra", THREE, seed=7, date=DATE, scores="open").save(folder / "two.ra")
    for name in ("one.ra", "two.ra"):
        os.utime(folder / name, (1_000_000_000, 1_000_000_000))
    second, first = invoke("matches").stdout.strip().split("\n\n")
    assert "ra (z-man), epoch 1\n" in first
    assert f"ra (z-man), epoch 1\n   {' 10, '.join(THREE)} 10\n" in second
    assert first.endswith("heliopolis play --go-on 2")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--go-on", "9"], "'9' is no number of a match: they are numbered 1 to 3"),
        (["--go-on", "ra"], "'ra' is no number of a match"),
        (["--go-on", "--save", "x.ra"], "leave one of them out"),
    ],
)
def test_a_match_that_is_not_there_is_told(kept: Path, arguments: list[str], said: str) -> None:
    done = invoke("play", *arguments)
    assert done.exit_code == 2
    assert said in done.stderr


def test_without_a_match_there_is_nothing_to_go_on_with(folder: Path) -> None:
    assert "there is no match to go on with" in invoke("play", "--go-on").stderr


def test_matches_that_begin_in_one_second_have_a_file_each(folder: Path) -> None:
    matches = [Match("ra", ["you", "priest"], seed=seed, date=DATE) for seed in range(5)]
    files = [keep_unasked(match) for match in matches]
    assert [Match.load(file).secret_seed() for file in files] == list(range(5))
    assert {file.parent for file in files} == {folder}


def test_a_folder_that_cannot_be_made_is_told_at_the_start(folder: Path) -> None:
    folder.write_text("a file")
    with pytest.raises(SetupError, match=r"cannot be written to: .*; name a file with --save"):
        keep_unasked(Match("ra", ["you", "priest"], seed=1))
