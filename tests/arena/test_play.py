"""Games of a plan: compiled or asked for move by move, they are the same; and so is the record of each."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heliopolis import Match
from heliopolis.arena import play
from heliopolis.arena.plan import Plan, make_plan
from heliopolis.arena.play import OpenGame, Unit, play_unit, seat_names
from heliopolis.arena.tournament import Tournament
from heliopolis.bots.contract import Choice
from heliopolis.bots.registry import find_bot
from heliopolis.games import NAMES, find_game
from heliopolis.table.match import check_names
from heliopolis.workers import in_processes, in_threads

TABLES = [
    (game, players)
    for game in NAMES
    for edition in [next(iter(find_game(game).editions.values()))]
    for players in range(edition.fewest_players, edition.most_players + 1)
]


def untimed(rows: Any) -> Any:
    return rows[[name for name in rows.dtype.names if name != "seconds"]]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_compiled_games_are_those_that_are_asked_for_move_by_move(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = make_plan(game, ["greedy", "greedy:caution=3", "random"], players=players, seed=5)
    unit = Unit(plan, ".", 3, 9)
    compiled = play_unit(unit).rows
    monkeypatch.setattr(play, "is_compiled", lambda *_: False)
    assert (untimed(play_unit(unit).rows) == untimed(compiled)).all()
    assert compiled["decisions"].min() > 0
    assert (compiled["win"].reshape(-1, players).sum(axis=1) == 1).all()


def test_all_games_of_a_deal_draw_the_same_tiles() -> None:
    plan = make_plan("ra", ["greedy", "random"], players=2)
    drawn = []
    for number in range(2):
        pairing = plan.pairing(number)
        game = OpenGame(plan, number, play.make_cards(plan, [pairing], number)[0], list(map(find_bot, plan.entrants)))
        drawn.append([move for chance, moves in game.play().lines if chance for move in moves])
    shorter = min(map(len, drawn))
    assert drawn[0][:shorter] == drawn[1][:shorter]
    assert shorter > 30


@pytest.mark.parametrize("game", NAMES)
def test_records_tell_the_games(game: str, tmp_path: Path) -> None:
    settings = {"god-disasters": "at-once"} if game == "ra" else {}
    plan = make_plan(game, ["greedy", "random"], players=3, settings=settings)
    played = play_unit(Unit(plan, ".", 0, 5, records=2))
    assert sorted(played.records) == [0, 1]
    for number, record in played.records.items():
        path = tmp_path / f"{number}.{game}"
        path.write_text(record)
        match = Match.load(path)
        assert match.record() == record
        assert match.result is not None
        rows = played.rows[played.rows["game"] == number]
        assert match.result.scores == rows["points"].tolist()
        assert match.result.winners == np.flatnonzero(rows["win"]).tolist()
        assert match.settings == settings
        for seat, row in enumerate(rows):
            sheets = [epoch[seat] for epoch in match.breakdowns()]
            assert {name: sum(sheet[name] for sheet in sheets) for name in sheets[0]} == {
                name: row[f"points_{name}"] for name in sheets[0]
            }
            assert row["decisions"] == sum(line.seat == seat and not line.is_chance for line in match.lines)


def test_records_do_not_change_results() -> None:
    plan = make_plan("ra", ["greedy", "random"])
    with_records, without = (play_unit(Unit(plan, ".", 0, 6, records=records)) for records in (3, 0))
    assert (untimed(with_records.rows) == untimed(without.rows)).all()


class Watcher:
    """Keeps everything that a bot is shown."""

    title = description = "watcher"

    def __init__(self) -> None:
        self.seen: list[tuple[bytes, tuple[int, ...], int]] = []

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        self.seen.append((state.tobytes(), tuple(moves), seed))
        state.points[:] = 99  # a bot cannot change the table
        return Choice(moves[0])


def watched(chance: int) -> list[tuple[bytes, tuple[int, ...], int]]:
    plan = make_plan("ra", ["random"], players=3)
    card = play.make_cards(plan, [plan.pairing(0)], 0)[0]
    card.chance = chance
    watcher = Watcher()
    OpenGame(plan, 0, card, [watcher]).play()
    return watcher.seen


def test_bots_are_shown_nothing_of_the_order_of_what_comes() -> None:
    """Games that differ only in what will be drawn look the same until something different is drawn."""
    one, other = watched(1), watched(2)
    assert one[0] == other[0]  # the first decision comes before the first draw
    assert [seed for *_, seed in one[:10]] == [seed for *_, seed in other[:10]]
    assert one[:10] != other[:10]
    assert max(seed for *_, seed in one) < 2**53


def test_seats_are_named_after_bots_as_a_record_allows() -> None:
    names = seat_names(["greedy", "greedy:caution=2", "greedy", "run:node a|b#c.js " + "x" * 60, "greedy 1"])
    assert names[:3] == ["greedy 2", "greedy caution=2", "greedy 3"]
    assert check_names(names) == names


# ---- many games ----


def results(plan: Plan, games: int, workers: int, **options: Any) -> Any:
    tournament = Tournament(plan, games, **options)
    tournament.run(workers=workers)
    return tournament.rows


def test_results_do_not_depend_on_workers(tmp_path: Path) -> None:
    plan = make_plan("ra", ["greedy", "random"], players=3)
    one = Tournament(plan, 1200)
    one.run(in_threads(play_unit, 1))
    two = Tournament(plan, 1200)
    two.run(in_threads(play_unit, 3))
    assert (untimed(one.rows) == untimed(two.rows)).all()
    assert one.rows["game"].tolist() == sorted([*range(1200)] * 3)


KILLER = """
import os, pathlib, signal
from heliopolis.bots.contract import Choice

class Bot:
    title = description = "killer"
    asked = 0
    def choose(self, state, moves, seconds, seed):
        Bot.asked += 1
        mark = pathlib.Path(__file__).with_name("killed")
        if Bot.asked == 120 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Choice(moves[0])

class Always(Bot):
    def choose(self, state, moves, seconds, seed):
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_the_loss_of_a_worker_loses_no_game(tmp_path: Path) -> None:
    (tmp_path / "killer.py").write_text(KILLER)
    plan = make_plan("ra", ["killer.py:Bot", "random"], players=2, folder=tmp_path)
    tournament = Tournament(plan, 8, folder=str(tmp_path))
    tournament.run(in_processes(play_unit, 2))
    assert (tmp_path / "killed").exists()
    assert tournament.played == 8
    assert tournament.rows["broken"].sum() == 0
    again = play_unit(Unit(plan, str(tmp_path), 0, 8)).rows
    assert (untimed(tournament.rows) == untimed(again)).all()


LEAVING = """
import atexit, os, signal
atexit.register(os.kill, os.getpid(), signal.SIGTERM)
from heliopolis.workers import _start_worker
_start_worker()
"""


def test_a_worker_that_is_told_to_end_on_its_way_out_says_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", LEAVING], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
