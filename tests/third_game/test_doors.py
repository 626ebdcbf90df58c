"""CONTRIBUTING's recipe for a game, followed: each door plays the new one, or says in a sentence what is missing."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import heliopolis
from tests.chromium import PATIENCE
from tests.server.driver import Server

PIG = Path(__file__).parent / "pig"


class House:
    """A copy of the house with one game more, and its commands. Uncompiled it starts at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        package = folder / "heliopolis"
        shutil.copytree(Path(heliopolis.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(PIG, package, dirs_exist_ok=True)
        registry = package / "games" / "__init__.py"
        before = registry.read_text()
        registry.write_text(before.replace('NAMES = ("ra", "dice")', 'NAMES = ("ra", "dice", "pig")'))
        assert registry.read_text() != before
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(folder), str(Path(__file__).parents[2])]),
            "HELIOPOLIS_CACHE": str(folder / "cache"),
        }

    def run(self, *arguments: str, typed: str = "", compiled: bool = False) -> subprocess.CompletedProcess[str]:
        environment = self.environment if compiled else {**self.environment, "NUMBA_DISABLE_JIT": "1"}
        return subprocess.run(
            [sys.executable, "-m", "heliopolis.cli", *arguments],
            cwd=self.folder,
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )

    def says(self, *arguments: str, **more: Any) -> str:
        done = self.run(*arguments, **more)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refuses(self, *arguments: str) -> str:
        """Fail with one sentence, not with a traceback."""
        done = self.run(*arguments)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        return done.stderr


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("house"))


@pytest.fixture(scope="module")
def record(house: House) -> Path:
    """Play a match of Pig in the terminal, to its end."""
    path = house.folder / "evening.pig"
    said = house.says("play", "pig", "--seats", "Ann,random", "--seed", "7", "--save", str(path), typed="1\n" * 400)
    assert "wins." in said
    return path


# ---- the terminal ----


def test_the_terminal_plays_it(house: House, record: Path) -> None:
    lines = record.read_text().splitlines()
    assert "game: pig" in lines
    assert "Ann 0" in house.says("play", "pig", "--seed", "7", typed="roll\nhold\nlog\nwhy\nquit\n").replace(
        "you", "Ann"
    )


def test_its_usual_opponent_is_one_who_plays_every_game(house: House) -> None:
    path = house.folder / "usual.pig"
    house.says("play", "pig", "--save", str(path), typed="quit\n")
    assert "players: you | random 1 | random 2 | random 3" in path.read_text()


def test_its_record_can_be_shown_and_checked(house: House, record: Path) -> None:
    assert "roll" in house.says("replay", str(record))
    assert "pot 0" in house.says("replay", str(record), "--at", "0")
    assert house.says("verify", str(record)).startswith(str(record))
    assert "sequences" in house.says("perft", str(record), "--at", "2", "--depth", "3")


def test_it_says_what_it_is(house: House) -> None:
    assert "P3" in house.says("rules", "pig", "P3")
    said = house.says("editions", "pig")
    assert "target=20|30" in said
    assert "How many points win." in said


def test_a_score_sheet_says_what_is_missing(house: House) -> None:
    assert "has no folder in heliopolis/terminal" in house.refuses("score", "pig", "-p", "Ann: 3", "-p", "Ben: 4")


# ---- Python, and many games ----


def test_python_plays_it(house: House) -> None:
    script = """
from heliopolis import Match
match = Match("pig", ["Ann", "Ben"], seed=1, target=30)
while match.seat is not None:
    match.play(match.moves()[-1])
assert match.view(0).board.held[match.result.winner] >= 30
assert Match.read(match.record()).record() == match.record()
print(match.view(None)["game"])
"""
    environment = {**house.environment, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "pig\n"


def test_it_compiles_and_random_games_are_played(house: House) -> None:
    done = house.run("warm", "pig", compiled=True)
    assert done.returncode == 0, done.stderr
    told = json.loads(house.says("simulate", "pig", "--players", "3", "--games", "1000", "--json", compiled=True))
    assert told["epoch_ends"] == {"won": 1000}
    assert "everything is compiled already" in house.run("warm", "pig", compiled=True).stderr


def test_a_tournament_of_bots_that_play_it(house: House) -> None:
    told = json.loads(
        house.says("arena", "pig", "--bots", "random,random", "--players", "2", "--games", "20", "--json")
    )
    assert told["games"] == 20


@pytest.mark.parametrize("bot", ["greedy", "priest", "net", "expert", "pharaoh"])
def test_bots_that_do_not_play_it_say_why(house: House, bot: str) -> None:
    missing = f"'{bot}' does not play Pig: there is no heliopolis.bots.heuristic.pig.moves; choose one of random"
    assert missing in house.refuses("arena", "pig", "--bots", f"{bot},random")
    assert missing in house.refuses("play", "pig", "--seats", f"Ann,{bot}")


def test_training_says_what_is_missing(house: House) -> None:
    said = house.refuses("train", "pig", "--minutes", "1")
    assert "nothing can learn Pig yet: there is no heliopolis.bots.heuristic.pig.moves" in said


def test_the_other_games_go_on(house: House) -> None:
    assert "heliopolis play ra" in house.says("editions")
    path = house.folder / "other.ra"
    house.says("play", "ra", "--seats", "Ann,Ben", "--save", str(path), typed="draw\nquit\n")
    assert house.says("verify", str(path))


# ---- the server ----


@pytest.fixture(scope="module")
def server(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("server"), environment={**house.environment, "NUMBA_DISABLE_JIT": "1"})
    yield started
    started.stop()


def test_the_server_plays_it(server: Server) -> None:
    keys = server.create("Ann", "random", game="pig")
    with server.sit(keys, 0) as screen:
        screen.play_on(random.Random(1))
        view = screen.views[0]
        assert view["game"] == "pig"
        assert max(view["board"]["held"]) >= 20
        assert {line["deed"]["verb"] for line in screen.log} >= {"roll", "hold", "face"}
    record = server.get(f"/api/tables/{keys['table']}/record", keys["seats"][0]["token"])
    assert "game: pig" in record
    replay = server.post("/api/replay", {"record": record}, status=200)
    assert replay["game"] == "pig"


def test_the_server_names_it_with_its_bots(server: Server) -> None:
    games = {game["name"]: game for game in server.get("/api/catalogue")["games"]}
    assert games["pig"]["bots"] == ["random"]
    assert games["pig"]["settings"] == [
        {
            "name": "target",
            "title": "Target",
            "values": ["20", "30"],
            "words": {},
            "meaning": "How many points win. Left out, 20.",
            "rule": "",
        }
    ]
    assert "priest" in games["ra"]["bots"]
    assert server.get("/api/rules/pig/folk")["sections"][0]["id"] == "P1"
    refused = server.post(
        "/api/tables",
        {"game": "pig", "seats": [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "priest"}]},
        400,
    )
    assert "does not play Pig" in refused["error"]


def test_hints_say_what_is_missing(server: Server) -> None:
    keys = server.create("Ann", "random", game="pig")
    token = keys["seats"][0]["token"]
    with server.sit(keys, 0) as screen:
        while screen.moves() is None:
            screen.hear()
    refused = server.post(f"/api/tables/{keys['table']}/hint", {"tokens": [token]}, 400)
    assert "'expert' does not play Pig" in refused["error"]


def test_lessons_say_what_is_missing(server: Server) -> None:
    wanted = {"game": "pig", "seats": [{"kind": "person", "name": "Ann"}], "lesson": True}
    assert "Pig has no lesson" in server.post("/api/tables", wanted, 400)["error"]


# ---- the browser ----


def test_the_browser_plays_it_on_a_plain_table(server: Server, chromium: Browser) -> None:
    page = chromium.new_context(base_url=server.url, reduced_motion="reduce").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto("/#/new/pig")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/table/*")
    page.get_by_role("button", name="Roll").click()
    page.get_by_text("You: roll").first.wait_for()
    page.get_by_text("Pot").first.wait_for()
