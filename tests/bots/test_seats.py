"""`heliopolis play --seats` and `heliopolis bots`: the bots of tournaments, and the same again from a record."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from heliopolis import Match, SetupError
from heliopolis.bots.registry import BOT_NAMES, _named
from heliopolis.terminal.seats import bot_named, is_bot, read_seats, seat_names, seats_again, seats_of
from tests.conftest import invoke, play_on

BOLD = """
from heliopolis.bots.contract import Choice

class Bold:
    title, description = "Bold", "Takes the last move."
    def __init__(self, nerve: float = 0.5, word: str = "x"):
        self.nerve, self.word = nerve, word
    def choose(self, state, moves, seconds, seed):
        print("I am bold")
        return Choice(moves[-1])

class Picky(Bold):
    needs = ("heliopolis.bots.nothing.{game}",)
"""

LAST = """
import json, sys
sys.stdin.readline()
print('{"heliopolis": 1}', flush=True)
for line in sys.stdin:
    print(json.dumps({"move": json.loads(line)["moves"][-1]}), flush=True)
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with bots."""
    (tmp_path / "bold_bots.py").write_text(BOLD)
    about = tmp_path / "bold_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bold-bots\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[heliopolis.bots]\nbold = bold_bots:Bold\npicky = bold_bots:Picky\nlost = bold_bots:Lost\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield
    _named.cache_clear()
    sys.modules.pop("bold_bots", None)


# ---- who sits where ----


@pytest.mark.usefixtures("installed")
def test_a_seat_has_a_bot_where_the_registry_knows_one() -> None:
    text = "Ann,bold,bold:nerve=2,greedy:caution=2,greedy,greedy"
    names = ["Ann", "bold", "bold nerve=2", "greedy caution=2", "greedy 1", "greedy 2"]
    specs = [None, "bold", "bold:nerve=2", "greedy:caution=2", "greedy", "greedy"]
    assert seat_names(text) == names
    assert [seat.spec for seat in read_seats(text)] == specs
    assert [seat.spec for seat in seats_of(names)] == specs
    assert [is_bot(name) for name in names] == [spec is not None for spec in specs]


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ("Ann,gredy:caution=2", "there is no bot 'gredy'"),
        ("Ann,greedy:caution=brave", "expected a number"),
        ("Ann,Ben/Cleo", "there is no bot 'Ben/Cleo': .*; a person's name has no : / or"),
        ("Ann,missing.py:Bot", "there is no file"),
        ("Ann,missing.py", "names no class"),
        ("Ann,run:", "the program is missing"),
        ("Ann,run node bot.js", "is how a record names a bot"),
        ("Ann,run:no-such-program --fast", "the program 'no-such-program --fast' cannot be started"),
        ("Ann,", "'' is not a name"),
    ],
)
def test_what_is_neither_a_person_nor_a_bot_is_told(seats: str, said: str, tmp_path: Path) -> None:
    done = invoke("play", "ra", "--seats", seats, "--save", str(tmp_path / "x.ra"), input="quit\n")
    assert done.exit_code == 2, done.output
    assert done.stderr.count("\n") == 1
    with pytest.raises(AssertionError, match=said):
        raise AssertionError(done.stderr)
    assert not list(tmp_path.iterdir())


def test_a_record_says_which_bot_sat_there(tmp_path: Path) -> None:
    path = tmp_path / "x.ra"
    first = invoke("play", "ra", "--seats", "Ann,greedy:caution=2:rivalry=0", "--save", str(path), input="quit\n")
    assert first.exit_code == 0, first.output
    match = Match.load(path)
    assert match.players == ["Ann", "greedy caution=2 rivalry=0"]
    bot = bot_named(match.players[1])
    assert vars(bot) == vars(bot_named("greedy caution=2 rivalry=0 3"))
    assert vars(bot) != vars(bot_named("greedy"))
    again = invoke("play", "--save", str(path), input="quit\n")
    assert again.exit_code == 0, again.output


@pytest.mark.usefixtures("installed")
def test_an_installed_bot_plays_and_does_not_speak(tmp_path: Path) -> None:
    path = tmp_path / "x.ra"
    done = invoke("play", "ra", "--seats", "bold,random", "--seed", "3", "--save", str(path))
    assert done.exit_code == 0, done.output
    assert Match.load(path).result is not None
    assert "I am bold" not in done.stdout
    assert "I am bold" in done.stderr


def test_a_file_and_a_program_have_seats_and_are_named_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bot.py").write_text(BOLD)
    (tmp_path / "last.py").write_text(LAST)
    seats = f"Ann;my bot.py:Bold:nerve=2;run:{sys.executable} last.py"
    first = invoke("play", "ra", "--seats", seats, "--save", "x.ra", "--seed", "7", input="invoke\n0\nquit\n")
    assert first.exit_code == 0, first.output
    match = Match.load("x.ra")
    assert match.players[:2] == ["Ann", "my bot.py Bold nerve=2"]
    assert match.players[2].startswith("run ")
    assert f"--save x.ra --seats '{seats}'" in " ".join(first.stdout.split())
    assert "no answer that counts" not in first.stdout
    assert {line.seat for line in match.lines if not line.is_chance} >= {1, 2}
    before = (tmp_path / "x.ra").read_text()
    for wrong, said in (([], "a record starts no program and opens no file"), (["--seats", "Ann,Ben"], "expected the")):
        refused = invoke("play", "--save", "x.ra", *wrong)
        assert refused.exit_code == 2
        assert said in refused.stderr
        assert (tmp_path / "x.ra").read_text() == before
    again = invoke("play", "--save", "x.ra", "--seats", seats, input="invoke\n0\nquit\n")
    assert again.exit_code == 0, again.output
    assert len(Match.load("x.ra")) > len(match)


def test_a_match_that_is_over_needs_nobody(tmp_path: Path) -> None:
    path = tmp_path / "x.ra"
    play_on(Match("ra", ["Ann", "run no-such-program"], seed=1), 1).save(path)
    done = invoke("play", "--save", str(path))
    assert done.exit_code == 0, done.output
    assert "wins.\nThe record is in " in done.stdout


def test_people_of_old_records_keep_their_names() -> None:
    assert [seat.spec for seat in seats_of(["Ann/Ben", "greedy"])] == [None, "greedy"]
    names = ["run Forrest", "greedy"]
    with pytest.raises(SetupError, match="say with --seats again"):
        seats_of(names)
    assert [seat.spec for seat in seats_again(names, "run Forrest,greedy")] == [None, "greedy"]


# ---- the list ----


@pytest.mark.usefixtures("installed")
def test_the_bots_are_listed_with_what_can_be_set() -> None:
    found = json.loads(invoke("bots", "--json").stdout)
    bots = {bot["name"]: bot for bot in found["bots"]}
    assert list(bots) == [*BOT_NAMES, "bold", "lost", "picky"]
    assert bots["greedy"]["parameters"] == {"caution": 1.0, "rivalry": 1.0, "sight": 1.0, "patience": 1.0}
    assert (bots["greedy"]["package"], bots["greedy"]["games"]) == (None, ["ra", "dice"])
    assert bots["bold"] == {
        **{"name": "bold", "title": "Bold", "description": "Takes the last move.", "games": ["ra", "dice"]},
        **{"parameters": {"nerve": 0.5, "word": "x"}, "package": "bold_bots:Bold", "trouble": None},
    }
    assert "cannot be loaded" in bots["lost"]["trouble"]
    assert bots["picky"]["games"] == []
    shown = invoke("bots", "dice").stdout
    assert shown.startswith("Bots that play Ra: The Dice Game\n")
    for part in ("greedy", "caution=1.0", "nerve=0.5", "installed: bold_bots:Bold", "path/to/bot.py:Bot", "run:node"):
        assert part in shown
    assert "picky" not in shown
