"""What is meant by an answer, what can be chosen, and how a line is edited."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from heliopolis import Match
from heliopolis.compiled import caches
from heliopolis.errors import MoveError
from heliopolis.terminal.dice.drawing import HEADS, SHORTER_HEADS
from heliopolis.terminal.play import Terminal
from heliopolis.terminal.prompt import Offers
from tests.conftest import DATE, SUNS, THREE, table_match
from tests.terminal.typist import Script, building, drawn, invoking, run


def test_completion_offers_the_moves_in_the_edition_s_words_and_the_commands() -> None:
    match = Match("ra", THREE, suns=SUNS, seed=7, edition="alea", date=DATE)
    terminal = Terminal(match, None, Script(match, []))
    assert terminal.offers()[:2] == ["turn over", "invoke"]
    assert {"undo", "hint", "show", "quit"} <= set(terminal.offers())
    completer = Offers(terminal.offers)

    def completed(typed: str) -> list[str]:
        return [one.text for one in completer.get_completions(Document(typed), CompleteEvent())]

    assert completed("tu") == ["turn over"]
    assert completed("ov") == ["turn over"]
    assert completed("s") == ["show", "save"]
    assert completed("zz") == []


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
def test_lines_are_edited_completed_and_called_back_at_a_terminal(tmp_path: Path) -> None:
    import pty
    import select

    ours, theirs = pty.openpty()
    seen, place = b"", 0

    def wait_for(*texts: bytes) -> None:
        """Wait until texts have appeared, one after the other."""
        nonlocal seen, place
        for text in texts:
            while (found := (shown := re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen)).find(text, place)) < 0:
                assert select.select([ours], [], [], 120)[0], shown.decode()
                seen += os.read(ours, 4096)
            place = found + len(text)

    command = [sys.executable, "-m", "heliopolis.cli", "play", "ra", "--seats", "Ann,Ben", "--seed", "7"]
    where = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "200"}
    environment = {"HELIOPOLIS_CACHE": str(caches()), **os.environ, **where}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        try:
            wait_for(b"Setting up the table ...", b"People: Ann, Ben.", b"Ben>")
            os.write(ours, b"invx\x7f\t\n")  # a slip, taken back, then Tab
            wait_for(b"0 pass", b"Ann>")
            os.write(ours, b"why\n")
            wait_for(b"would score", b"Ann>")
            os.write(ours, b"\x1b[A\x1b[A")  # what was typed before the last line
            wait_for(b"invoke")
            os.write(ours, b"\x01\x0bpass\n")  # away with it
            wait_for(b"Ann passes", b"Ben>")
            os.write(ours, b"\x04")
            wait_for(b"To go on: heliopolis play --go-on\r\n")
            assert process.wait(60) == 0
        finally:
            process.kill()
    os.close(ours)
    os.close(theirs)
    (kept,) = tmp_path.rglob("*.ra")
    assert Match.load(kept).words() == ["invoke", "pass"]


@pytest.mark.parametrize("heads", [HEADS, SHORTER_HEADS])
def test_every_heading_of_the_board_can_be_typed_as_it_is_shown(heads: dict[str, str]) -> None:
    for column, head in heads.items():
        terminal = Terminal(match := building(), ask=Script(match, []))
        assert terminal.meant(f"m {head} y") == [f"monument {column} yellow"]
        assert terminal.meant(f"monument {column} violet") == [f"monument {column} violet"]
    assert all(head in drawn(building(), 50) for head in SHORTER_HEADS.values())


def test_a_column_is_never_taken_for_another_that_is_free() -> None:
    terminal = Terminal(match := building("monument Pyramid yellow"), ask=Script(match, []))
    with pytest.raises(MoveError, match=r"nothing can be built on Pyramid yellow now: Ann can choose .*end"):
        terminal.meant("m py y")
    with pytest.raises(MoveError, match=r"Sphinx can be built in red, blue, .*: say the colour, too"):
        terminal.meant("m sp")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("bid 99", "'bid 99' cannot be played now: east can choose pass, bid 3, bid 6, bid 9, bid 12"),
        ("D", "'D' cannot be played now: east can choose pass"),
        ("fly", "'fly' is not understood: east can choose pass"),
    ],
)
def test_what_cannot_be_played_is_answered_with_what_can(
    answer: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(invoking(), "invoke", answer, "quit")
    said = capsys.readouterr().out
    assert told in said
    assert "TILE" not in said


def test_a_sun_stays_and_what_can_be_rolled_again_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("dice", ["Ann", "Ben"], draws="table", start=0, date=DATE)
    match.play("roll yellow:Nile red:Sun blue:Nile green:Ankh violet:Ankh")
    run(match, "rb", "fly", "m fo red", "quit")
    said = capsys.readouterr().out
    assert "red shows a Sun and stays: Ann can choose keep. Or roll again: the first letters of the dice, yel" in said
    assert "'fly' is not understood: Ann can choose keep. Or roll again" in said
    assert "'m fo red' cannot be played now: Ann can choose keep." in said
    assert "COLOUR:FACE" not in said


def test_dice_that_end_would_leave_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    run(building("monument Temple red"), "quit")
    assert "'end' would leave 4 dice unused: yellow, blue, green, violet." in capsys.readouterr().out


def test_monuments_of_a_lot_come_at_the_end_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("draw", "tile Pharaoh", "draw", "tile Sphinx")
    run(table_match(*words), "quit")
    said = capsys.readouterr().out
    assert "would change that by: pharaohs +5; and monuments +1 at the end of the game\n" in said
    match = table_match(*words)
    Terminal(match, ask=Script(match, []), plain=True).run()
    assert (
        "winning the auction track would change that by +5, and by +1 at the end of the game.\n"
        in capsys.readouterr().out
    )
