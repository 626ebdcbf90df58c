"""Matches in the terminal are kept: after every move, and where people say."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from heliopolis import Match
from heliopolis.errors import RecordError
from tests.terminal.typist import invoking, run


def test_save_writes_a_file_and_asks_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking()
    path = tmp_path / "my evening.ra"
    script = run(match, "invoke", f"save {path}", "quit")
    assert len(script.prompts) == 3
    assert Match.load(path).record() == match.record()
    assert "saved as" in capsys.readouterr().out


@pytest.mark.parametrize("name", [".", "/", "missing/evening.ra"])
def test_a_place_that_cannot_be_written_is_told(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    script = run(invoking(), f"save {name}", "quit")
    assert len(script.prompts) == 2
    assert "cannot be written" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("end", ["quit", KeyboardInterrupt, EOFError])
def test_a_match_is_kept_after_every_move_and_goes_on(end: str | type[BaseException], tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    kept: list[int] = []

    def look(match: Match) -> str:
        kept.append(len(Match.load(path)) - len(match))
        return "pass"

    def stop(match: Match) -> str:
        if isinstance(end, str):
            return end
        raise end

    match = invoking()
    run(match, "invoke", look, stop, save=path)
    assert kept == [0]
    resumed = Match.load(path)
    assert resumed.record() == match.record()
    run(resumed, *[lambda match: match.moves()[-1]] * 2000, save=path)
    assert resumed.result is not None
    assert Match.load(path).record() == resumed.record()
    assert not path.with_name("evening.ra.seed").exists()


def test_what_is_undone_is_undone_in_the_kept_match_too(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    kept: list[int] = []

    def look(match: Match) -> str:
        kept.append(len(Match.load(path)))
        return "quit"

    run(invoking(), "invoke", "undo", look, save=path)
    assert kept == [0]


def test_when_a_move_cannot_be_kept_the_next_player_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()

    def remove(match: Match) -> str:
        shutil.rmtree(folder)
        return "invoke"

    def come_back(match: Match) -> str:
        folder.mkdir()
        return "quit"

    match = invoking()
    script = run(match, remove, come_back, save=folder / "evening.ra")
    assert "cannot be written" in " ".join(capsys.readouterr().out.split())
    assert match.seat == 1, "the move was made"
    assert "east" in script.prompts[-1]


def test_a_match_that_cannot_be_kept_goes_to_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other evening.ra"
    match = invoking()
    script = run(match, "invoke", "quit", str(other), save=tmp_path / "missing" / "evening.ra")
    assert len(script.prompts) == 3
    assert Match.load(other).words() == ["invoke"]
    said = capsys.readouterr().out
    assert f"--save '{other}'" in said
    assert "missing/evening.ra\n" not in said.partition("To go on")[2]


@pytest.mark.parametrize("answers", [["invoke", "quit"], ["invoke"], ["invoke", "quit", ""]])
def test_a_match_that_is_not_kept_is_not_said_to_be(
    answers: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RecordError, match=r"the match is not kept: .*missing.* cannot be written"):
        run(invoking(), *answers, save=tmp_path / "missing" / "evening.ra")
    assert "To go on" not in capsys.readouterr().out


def test_save_says_what_it_needs_and_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run(invoking(), "save", "save gone/x", "save my.ra", "quit")
    said = capsys.readouterr().out
    assert "save needs the name of a file" in said
    assert "gone/x cannot be written: there is no folder gone;" in said
    assert "x.seed" not in said
    assert "saved as my.ra. my.ra.seed beside it has the seed of the sealed draws: keep it there" in said
    assert {file.name for file in tmp_path.iterdir()} == {"my.ra", "my.ra.seed"}
