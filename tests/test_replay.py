"""`heliopolis replay`: a record, moment by moment."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from heliopolis import Match
from heliopolis.terminal.face import face_of
from heliopolis.terminal.replay import Replay
from heliopolis.terminal.telling import who_did
from tests.conftest import DATE, SUNS, THREE, invoke, play_on
from tests.dice.positions import board


@pytest.fixture(scope="module")
def match() -> Match:
    return play_on(Match("ra", THREE, suns=SUNS, seed=7, date=DATE), 1)


@pytest.fixture
def file(match: Match, tmp_path: Path) -> str:
    match.save(tmp_path / "evening.ra")
    return str(tmp_path / "evening.ra")


def walked(match: Match, keys: list[str]) -> tuple[Replay, list[int]]:
    """Press keys, and note where each led."""
    console = Console(file=io.StringIO(), force_terminal=True, width=80, highlight=False)
    replay = Replay(match, console)
    places: list[int] = []
    pressing: Iterator[str] = iter([*keys, "q"])

    def press() -> str:
        places.append(replay.place)
        return next(pressing)

    replay.walk(press)
    return replay, places


@pytest.mark.parametrize("place", [0, 1, 9, 60])
def test_at_prints_the_position_after_so_many_lines(match: Match, file: str, place: int) -> None:
    done = invoke("replay", file, "--at", str(place))
    assert done.exit_code == 0
    then = match.at(place)
    then.open_scores = True
    assert then.text() in done.stdout
    told = f"{place}. {who_did(then, face_of(then.game), place - 1)}" if place else "The opening."
    assert told in done.stdout


def test_without_a_terminal_all_is_told(match: Match, file: str) -> None:
    said = invoke("replay", file).stdout
    assert match.text() in said
    numbers = [int(number) for number in re.findall(r"(?m)^(\d+)\. ", said)]
    assert numbers == list(range(1, len(match) + 1))
    assert said.count("epoch 3 ends") == 1
    assert "\x1b" not in said


def test_keys_step_and_stop_at_the_ends(match: Match) -> None:
    _, places = walked(match, [" ", "n", "\x1b[C", "b", "\x1b[D", "b", "b", "b", "$", " ", "0"])
    last = len(match)
    assert places == [0, 1, 2, 3, 2, 1, 0, 0, 0, last, last, 0]


def test_keys_jump_to_epochs_and_auctions(match: Match) -> None:
    words = match.words()
    replay, places = walked(match, ["e", "e", "e", "E", "E", "a", "a", "A"])
    first, second = replay.marks()["epoch"]
    assert [len(match.at(place).breakdown()) // 3 for place in (first - 1, first, second - 1, second)] == [0, 1, 1, 2]
    assert places[:6] == [0, first, second, len(match), second, first]
    auctions = replay.marks()["auction"]
    began = [place for place, word in enumerate(words, 1) if word in ("invoke", "tile Ra")]
    assert set(auctions) <= set(began)
    in_auction = [place for place in began if match.at(place).view(None)["board"]["auction"] is not None]
    assert auctions == in_auction
    later = [place for place in auctions if place > first]
    assert places[6:] == [later[0], later[1], later[0]]


def test_keys_go_to_a_line_and_nonsense_stays(match: Match) -> None:
    _, places = walked(match, [*"12g", *"3\x7f", *"20\n", "\r", *"9999999999g", "x", "\t"])
    assert places == [0, 0, 0, 12, 12, 12, 12, 12, 20, 21, *[21] * 10, *[len(match)] * 3]


def test_turns_of_the_dice_game_are_jumped_to() -> None:
    match = play_on(Match("dice", THREE, seed=3, date=DATE), 3)
    replay, places = walked(match, ["t", "t", "T", "a"])
    assert "auction" not in replay.marks()
    assert [board(match.at(place)).turn for place in places[:4]] == [
        board(match.at(0)).turn,
        *(board(match.at(place)).turn for place in replay.marks()["turn"][:2]),
        board(match.at(replay.marks()["turn"][0])).turn,
    ]
    assert places[4] == places[3], "there are no auctions"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["missing.ra"], "missing.ra cannot be read: No such file"),
        (["--at", "99999"], "there is no line 99999: the record has lines 0 to"),
    ],
)
def test_what_cannot_be_shown_is_told(arguments: list[str], said: str, file: str) -> None:
    done = invoke("replay", *([file] if arguments[0].startswith("-") else []), *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_no_record_is_told(tmp_path: Path) -> None:
    (tmp_path / "shopping").write_text("milk\n")
    done = invoke("replay", str(tmp_path / "shopping"))
    assert done.exit_code == 2
    assert "line 1: expected 'heliopolis record 1', found 'milk'" in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
def test_a_person_at_a_terminal_walks_by_keys(file: str) -> None:
    import pty
    import select

    ours, theirs = pty.openpty()
    seen = b""

    def wait_for(text: bytes) -> None:
        nonlocal seen
        while text not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen):
            assert select.select([ours], [], [], 60)[0], seen.decode()
            seen += os.read(ours, 4096)

    command = [sys.executable, "-m", "heliopolis.cli", "replay", file]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "40"}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        try:
            wait_for(b"0 of ")
            os.write(ours, b"  ")  # both arrive, although they come at once
            wait_for(b"2. north draws ")
            os.write(ours, b"\x1b[Dq")
            assert process.wait(60) == 0
            wait_for(b"1. north draws a tile")
        finally:
            process.kill()
    os.close(ours)
    os.close(theirs)
