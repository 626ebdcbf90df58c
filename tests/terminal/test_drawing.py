"""How the table looks in the terminal."""

from __future__ import annotations

import io
import random
import re

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from heliopolis import Match
from heliopolis.terminal.dice import FACE as DICE
from heliopolis.terminal.face import Face
from heliopolis.terminal.ra import FACE
from heliopolis.terminal.style import fold, gains
from tests.conftest import DATE, table_match
from tests.dice.positions import position
from tests.terminal.typist import drawn, run


def dimmed(face: Face, match: Match, width: int) -> dict[str, set[bool]]:
    """Tell of everything that is drawn whether it is dim."""
    console = Console(width=width, color_system="truecolor", force_terminal=True)
    styles: dict[str, set[bool]] = {}
    for part in face.draw(match, None):
        for segment in console.render(part):
            styles.setdefault(segment.text.strip(), set()).add(bool(segment.style and segment.style.dim))
    return styles


@pytest.mark.parametrize("width", [50, 80, 120])
def test_tiles_are_bright_and_what_is_absent_is_dim(width: int) -> None:
    auction = ["draw", "tile Gold", "draw", "tile Gold", "draw", "tile Ra", "bid 2", "bid 3", "bid 4"]
    styles = dimmed(FACE, table_match(*auction, "draw", "tile Nile"), width)
    assert styles["2×Gold"] == styles["Nile"] == {False}
    assert styles["·"] == {True}


@pytest.mark.parametrize("width", [50, 80, 120])
def test_dice_are_bright_and_those_that_are_used_are_dim(width: int) -> None:
    match = position(2, "Nile Ankh Pharaoh Nile Monument")
    match.play("pharaoh 1")
    styles = dimmed(DICE, match, width)
    assert styles["Ankh"] == styles["Monument"] == {False}
    assert styles["used"] == styles["·"] == {True}


@pytest.mark.parametrize("game", ["ra", "dice"])
@pytest.mark.parametrize("width", [80, 120])
def test_whole_games_fit_the_terminal(game: str, width: int) -> None:
    numbers = random.Random(4)
    match = Match(game, ["Ann", "Ben", "Cleo", "Dora"], seed=9)
    answers = 2000 if width == 80 else 60  # what fits in 80 columns does in more
    shown = drawn(match, width, *[lambda match: numbers.choice(match.moves())] * answers)
    assert (match.result is not None) == (width == 80)
    assert max(map(cell_len, shown.splitlines())) <= width
    assert "…" not in shown, "nothing is cut off"
    assert shown.rstrip().endswith(("wins.", "win.")) or width > 80


def test_the_table_of_ra_shows_what_matters() -> None:
    auction = ["draw", "tile Gold", "draw", "tile Gold", "draw", "tile Ra", "bid 2", "bid 3", "bid 4"]
    match = table_match(*auction, "draw", "tile Unrest")
    shown = drawn(match, 80)
    assert re.search(r"Ra track  ● ○ ○ ○ ○ ○ ○ ○  1 of 8", shown)
    assert re.search(r"Auction   War  ·", shown)
    assert re.search(r"Centre    sun disk 4 ", shown)
    assert re.search(r"south +\? +7 10 11 \(1\) +2×Gold +\+1 +0\b", shown)
    assert re.search(r"▸ +east", shown)


def test_the_table_of_dice_shows_what_matters() -> None:
    match = Match("dice", ["Ann", "Ben"], draws="table", start=0, date=DATE)
    for word in ("roll yellow:Monument red:Nile blue:Nile green:Ankh violet:Sun", "keep", "nile 2"):
        match.play(word)
    shown = drawn(match, 80)
    assert re.search(r"Sun track  Ra ● (○ ){7}▏  0 of 8", shown)
    assert re.search(r"│  Monument   │ │    used     │ │    used     │ │    Ankh     │ ┃     Sun     ┃", shown)
    assert re.search(r"Nile     2 +· +1 ", shown)
    assert re.search(r"yellow   · +(\+ +){7}\+", shown)
    assert re.search(r"(?m)^red      · +(· +){7}·", shown)


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ({"gods": 0, "nile": 0}, "nothing"),
        ({"gods": 2, "nile": 0}, "gods +2"),
        ({"gods": 5, "nile": -5}, "gods +5, nile -5: 0 in all"),
    ],
)
def test_a_sheet_is_told_in_a_line(sheet: dict[str, int], said: str) -> None:
    assert gains(sheet) == said


def test_points_stay_beside_what_they_are_for() -> None:
    console = Console(width=40, file=io.StringIO(), force_terminal=True)
    told = Text.assemble("Epoch 1 brings ", ("scribe", "bold"), " pharaohs +5, civilization -5, nile +12: +12 in all")
    for width in range(24, 60):
        console.width = width
        lines = fold(console, told).plain.splitlines()
        assert max(map(len, lines)) <= width
        assert " ".join(lines) == told.plain
        assert not any(line.startswith(("+", "-", "in ", "all")) for line in lines)


def test_hidden_totals_of_the_dice_game_stay_covered(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("dice", ["Ann", "Ben"], seed=5, scores="hidden")
    run(match, *[lambda match: "quit" if match.breakdown() else match.moves()[0]] * 900)
    said = capsys.readouterr().out
    assert "epoch 1 ends" in said
    assert "Epoch 1 brings Ben" in said
    assert not re.search(r"scores [+-]", said)
    assert match.text(0).count("? points") == 1
