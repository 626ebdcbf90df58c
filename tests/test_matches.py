"""`heliopolis matches`: what was played without naming a file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from heliopolis import Match
from tests.conftest import DATE, SUNS, THREE, invoke, play_on


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
    assert "dice (rulebook), 1 line, not over" in going
    assert "you, priest" in going
    assert f"heliopolis play --save {kept / 'new.dice'}" in going
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


def test_the_command_that_is_told_goes_on(kept: Path) -> None:
    done = invoke("play", "--save", str(kept / "new.dice"), input="quit\n")
    assert done.exit_code == 0
