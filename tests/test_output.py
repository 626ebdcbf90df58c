"""What is printed arrives: on terminals that cannot write every sign, on full disks, and in narrow windows."""

from __future__ import annotations

import io
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from heliopolis import Match
from heliopolis.cli.options import folded_lines
from heliopolis.coach import analyse
from heliopolis.coach.judge import Depth
from heliopolis.coach.values import worths
from heliopolis.terminal.play import Terminal
from heliopolis.terminal.review import tell_options, tell_worths
from heliopolis.terminal.rules import print_editions, print_rules
from heliopolis.terminal.score import Sheet
from tests.conftest import DATE, SUNS, THREE, invoke, play_on, run_command

#: Whatever is drawn with lines or stands in columns.
DRAWN = re.compile(r"[─━│┃╭╮╰╯●○·▸×]|\S {2,}\S")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The record of a whole match; the tests below may not write it."""
    path = tmp_path_factory.mktemp("records") / "evening.ra"
    play_on(Match("ra", THREE, suns=SUNS, seed=7, date=DATE), 1).save(path)
    return str(path)


# ---- signs ----


def printed(encoding: str, *arguments: str, typed: str = "") -> bytes:
    done = subprocess.run(
        [sys.executable, "-m", "heliopolis.cli", *arguments],
        input=typed.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode(errors="replace")
    assert b"Traceback" not in done.stderr
    return done.stdout


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "ra", "--seats", "José,Ben", "--seed", "7"],
        ["replay", "RECORD"],
        ["score", "ra", "-p", "José: 3 Pharaoh", "-p", "Ben: Nile"],
        ["rules"],
        ["editions"],
        ["simulate", "ra", "--games", "100"],
        ["replay", "--help"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_every_command_prints_in_any_encoding(encoding: str, arguments: list[str], record: str) -> None:
    arguments = [record if argument == "RECORD" else argument for argument in arguments]
    printed(encoding, *arguments, typed="draw\nquit\n").decode(encoding)


def test_plain_signs_stand_for_those_that_cannot_be_written() -> None:
    said = printed("ascii", "play", "ra", "--seats", "José,Ben", "--seed", "7", typed="quit\n").decode("ascii")
    assert re.search(r"Ra track   (o ){6} 0 of 6", said)
    assert "> Jose" in said or "> Ben" in said
    assert "?" not in said.replace("? points", "")


def test_json_keeps_names_in_any_encoding() -> None:
    said = printed("ascii", "score", "ra", "-p", "José: 3 Pharaoh", "-p", "Ben: Nile", "--json")
    assert json.loads(said)["players"][0]["name"] == "José"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
@pytest.mark.parametrize(
    "arguments", [["rules", "ra"], ["--help"], [], ["editions"], ["score", "ra", "-p", "A: Nile", "-p", "B:"]]
)
def test_what_cannot_be_written_is_told_in_a_sentence(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "heliopolis.cli", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "heliopolis: the output cannot be written: No space left on device\n"


@pytest.mark.skipif(os.name != "posix", reason="needs pipes of POSIX")
def test_a_reader_who_has_seen_enough_is_not_bothered() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "heliopolis.cli", "rules", "ra"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 1


# ---- narrow terminals ----


def screen(width: int) -> Console:
    return Console(file=io.StringIO(), force_terminal=True, width=width, highlight=False, legacy_windows=False)


def seen(console: Console) -> str:
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", console.file.getvalue())  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_whole_games_fit_fifty_columns(game: str) -> None:
    console, numbers = screen(50), random.Random(4)
    match = Match(game, ["you", "apprentice", "Cleo", "Dora"], seed=9)
    terminal = Terminal(match, None, lambda prompt: numbers.choice(match.moves()), console)
    terminal.bots = [None] * 4
    terminal.run()
    assert match.result is not None
    shown = seen(console)
    assert max(map(cell_len, shown.splitlines())) <= 50
    assert "…" not in shown, "nothing is cut off"
    assert not re.search(r"\byou (has|wins|loses|passes|scores|moves)\b", shown, re.IGNORECASE)


@pytest.mark.parametrize("width", range(44, 60))
def test_a_hint_breaks_no_interval(width: int) -> None:
    told = "  the tiles to apprentice: +29.6 % of the win (± 0.6), +6.8 points (± 0.2)"
    console = screen(width)
    Terminal(Match("ra", THREE, seed=9), None, input, console).say(told)
    first, *more = seen(console).splitlines()
    assert first.startswith("  the tiles")
    assert all(line.startswith("      ") for line in more)
    assert "±" not in {line[-1] for line in (first, *more)}
    assert " ".join([first, *more]).split() == told.split()


def test_sheets_rules_and_editions_fit_fifty_columns() -> None:
    console = screen(50)
    players = [f"{name}: 3 Pharaoh, 2 Nile, Art" for name in ("Alexandra", "Bartholomew", "Cleopatra")]
    Sheet("ra", players, 1, None).print(console)
    print_rules(console, "ra", None)
    print_editions(console, ["ra", "dice"])
    shown = seen(console)
    assert max(map(cell_len, shown.splitlines())) <= 50
    assert "…" not in shown


@pytest.mark.parametrize("arguments", [[], ["bots"], ["editions"]], ids=" ".join)
def test_what_there_is_fits_fifty_columns(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    shown = invoke(*arguments).stdout
    assert max(map(cell_len, shown.splitlines())) <= 50
    assert "…" not in shown
    if not arguments:
        assert len(shown.splitlines()) <= 10


def test_reviews_break_between_words_and_set_in_what_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.load(Path("tests/golden/ra-z-man-3.txt")).at(60)
    options = list(analyse(match, Depth(rounds=0)))
    told = [*tell_options(options), *tell_worths(match, worths(match))]
    monkeypatch.setenv("COLUMNS", "50")
    assert folded_lines(told) == "\n".join(told), "a file has whole lines"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    shown = folded_lines(told).splitlines()
    assert len(shown) > len(told)
    assert max(map(cell_len, shown)) <= 50
    assert " ".join(shown).split() == " ".join(told).split()
    assert not [line for line in shown if line.endswith("±")]
    assert sum(not line.startswith(" ") for line in shown) == len(told)


# ---- a fact a line, for screen readers ----


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "ra", "--seats", "Ann,Ben", "--seed", "7", "--plain"],
        ["play", "dice", "--seats", "Ann,Ben", "--seed", "7", "--plain"],
        ["replay", "RECORD", "--plain"],
        ["replay", "RECORD", "--at", "30", "--plain"],
        ["score", "ra", "-p", "Ann: 3 Pharaoh, points 3", "-p", "Ben: Nile", "--plain"],
        ["rules", "ra", "--plain"],
        ["editions", "--plain"],
        ["bots", "--plain"],
        ["arena", "ra", "--bots", "random,greedy", "--among", "random", "--games", "2", "--plain"],
    ],
    ids=lambda arguments: " ".join(arguments[:3]),
)
def test_plain_output_has_no_drawings_and_no_columns(arguments: list[str], record: str) -> None:
    done = invoke(*(record if argument == "RECORD" else argument for argument in arguments), input="why\nlog\nquit\n")
    assert done.exit_code == 0, done.output
    found = [line for line in done.stdout.splitlines() if DRAWN.search(line.strip())]
    assert not found


def test_plain_output_says_what_the_drawing_shows() -> None:
    said = invoke("play", "ra", "--seats", "Ann,Ben", "--seed", "7", "--plain", input="draw\nquit\n").stdout
    for fact in (
        "Epoch 1 of 3.",
        "Ra track: 0 of 6 spaces are taken.",
        "Auction track, 1 of 8: Flood.",
        "In the centre: sun disk 1.",
        "1: draw",
        "2: invoke",
    ):
        assert f"\n{fact}\n" in said


def colours(text: str) -> set[str]:
    """List the codes of colours, before letters and behind them: 31, 48, 96 and so on; bold and dim are none."""
    codes = {code for found in re.findall(r"\x1b\[([0-9;:]*)m", text) for code in re.split("[;:]", found)}
    return {code for code in codes if re.fullmatch("[34][0-8]|9[0-7]|10[0-7]", code)}


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "tests/golden/dice-rulebook-3.txt", "--at", "30"],
        ["play", "ra", "--seats", "Ann,Ben", "--seed", "7"],
        ["arena", "ra", "--bots", "random,greedy", "--games", "2"],
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_no_color_is_respected(arguments: list[str]) -> None:
    shown = {}
    for wish in ("", "1"):
        environment = {"NO_COLOR": wish, "FORCE_COLOR": "1", "TERM": "xterm-256color"}
        done = run_command(*arguments, env=environment, input="why\nquit\n")
        assert done.returncode == 0, done.stderr
        shown[wish] = done.stdout + done.stderr
    assert colours(shown[""]), "an empty NO_COLOR is none"
    assert not colours(shown["1"])
