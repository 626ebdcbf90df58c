"""Plans: every game follows from its number, seats are rotated, and nobody sits more often than another."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from heliopolis import SetupError, compiled
from heliopolis.arena.plan import Plan, make_plan
from heliopolis.arena.play import make_cards
from heliopolis.arena.store import Store
from heliopolis.arena.tournament import Tournament
from heliopolis.bots.neural import files
from heliopolis.bots.neural.network import Network

FIVE = ["greedy", "greedy:caution=2", "greedy:caution=3", "greedy:rivalry=1", "random"]


def plan_of(*bots: str, **options: Any) -> Plan:
    return make_plan("ra", bots, **options)


def seatings(plan: Plan, games: int) -> list[tuple[int, ...]]:
    return [plan.pairing(number).seating for number in range(games)]


def test_a_game_follows_from_its_number_and_the_seed() -> None:
    plan, twin, other = (plan_of(*FIVE, seed=seed) for seed in (1, 1, 2))
    pairings = [plan.pairing(number) for number in range(60)]
    assert pairings == [twin.pairing(number) for number in range(60)]
    assert pairings != [other.pairing(number) for number in range(60)]
    cards = make_cards(plan, pairings, 0)
    assert (cards == make_cards(twin, pairings, 0)).all()
    assert not (cards["chance"] == make_cards(other, pairings, 0)["chance"]).any()


@pytest.mark.parametrize("bots", [FIVE[:4], FIVE, FIVE[:2], FIVE[:3]], ids=len)
def test_every_deal_is_played_in_every_rotation(bots: list[str]) -> None:
    plan = plan_of(*bots)
    games = plan.whole(1)
    assert games == 4
    first, *others = (plan.pairing(number) for number in range(games))
    cards = make_cards(plan, [first, *others], 0)
    assert len(set(cards["chance"].tolist())) == len(set(cards["opening"].tolist())) == 1
    assert len(set(cards["choice"].tolist())) == games  # what bots leave to chance is their own in every game
    for step, pairing in enumerate(others, 1):
        assert pairing.deal == first.deal
        assert pairing.seating == first.seating[step:] + first.seating[:step] != first.seating


@pytest.mark.parametrize(
    ("bots", "players"), [(FIVE, 4), (FIVE, 2), (FIVE[:2], 3), (FIVE[:2], 5), (FIVE[:3], 5), (FIVE[:4], 4)]
)
def test_everyone_sits_equally_often_in_every_seat(bots: list[str], players: int) -> None:
    plan = plan_of(*bots, players=players)
    games = plan.whole(100)
    counts = Counter((bot, seat) for seating in seatings(plan, games) for seat, bot in enumerate(seating))
    assert len(set(counts.values())) == 1
    assert len(counts) == len(bots) * players


def test_a_table_takes_the_number_of_each_that_was_named() -> None:
    plan = plan_of("greedy", "random", "random", "random")
    assert plan.entrants == ("greedy", "random")
    assert {tuple(sorted(seating)) for seating in seatings(plan, 40)} == {(0, 1, 1, 1)}


def test_one_among_others() -> None:
    plan = plan_of("greedy", "greedy:caution=2", "random", among=["random", "greedy"])
    tables = {tuple(sorted(Counter(seating).items())) for seating in seatings(plan, plan.whole(1000))}
    assert tables == {((0, 1), (2, 3)), ((1, 1), (2, 3)), ((0, 3), (1, 1)), ((0, 3), (2, 1))}
    assert [plan.pairing(number).deal for number in range(16)] == [0] * 16  # all measured on the same deals


def test_two_players_meet_once_though_each_is_one_among_the_other() -> None:
    plan = plan_of("greedy", "random", among=["greedy", "random"], players=2)
    assert len(plan.lineups) == 1
    assert sorted(plan.guests(0)) == [(0, 1), (1, 0)]


def test_one_bot_alone_plays_every_deal_once() -> None:
    plan = plan_of("greedy")
    assert plan.whole(7) == 7
    assert [plan.pairing(number).deal for number in range(7)] == list(range(7))


def test_neighbours_change() -> None:
    plan = plan_of(*FIVE[:4])
    left_of = Counter(seating[seating.index(0) - 1] for seating in seatings(plan, 400)[::4])
    assert min(left_of[other] for other in (1, 2, 3)) > 15


@pytest.mark.parametrize(
    ("bots", "options", "said"),
    [
        ([], {}, "there are no bots"),
        (["gredy"], {}, "there is no bot 'gredy'"),
        (["random"], {"among": ["gredy"]}, "there is no bot 'gredy'"),
        (["random"], {"among": ["random"]}, "measures nothing"),
        (["random"], {"players": 9}, "takes 2 to 5 players, not 9"),
        (["random"], {"edition": "1999"}, "there is no edition '1999'"),
        (["random"], {"settings": {"weather": "dry"}}, "no option 'weather'"),
        ([f"greedy:caution={number}" for number in range(25)], {}, "25 bots are too many"),
    ],
)
def test_what_cannot_be_planned_is_told(bots: list[str], options: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError) as refused:
        plan_of(*bots, **options)
    assert said in str(refused.value)


# ---- what a plan depends on ----


def test_a_retrained_network_is_another_tournament_and_a_reason_in_words_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What bots play decides, and nothing else."""

    def codes() -> list[str]:
        return [make_plan("ra", bots).code for bots in (["net", "random"], ["expert", "random"], ["greedy", "random"])]

    before = codes()
    assert len(set(before)) == 3
    trained = tmp_path / "trained"
    trained.mkdir()
    for name in ("ra", "dice"):
        network = files.built_in_network(name)
        weights = network.weights.copy()
        weights[0] += 1.0
        files.save(trained / f"{name}.npz", name, Network(network.sizes, weights), {"games": 0})
    monkeypatch.setattr(files, "TRAINED", trained)
    after = codes()
    assert [old == new for old, new in zip(before, after, strict=True)] == [False, False, True]


@pytest.mark.parametrize(
    ("name", "bot", "counts"),
    [
        ("bots/search/expert.py", "expert", True),
        ("bots/levels.py", "scribe", True),
        ("games/ra/editions.py", "random", True),
        ("bots/search/expert.py", "greedy", False),
        ("coach/why.py", "expert", False),
        ("games/ra/words.py", "expert", False),
        ("games/dice/editions.py", "expert", False),
    ],
)
def test_a_plan_depends_on_the_sources_of_its_bots_and_of_its_game(
    name: str, bot: str, counts: bool, tmp_path: Path
) -> None:
    house = shutil.copytree(compiled.PACKAGE, tmp_path / "heliopolis", ignore=shutil.ignore_patterns("__pycache__"))
    code = f"from heliopolis.arena.plan import make_plan; print(make_plan('ra', ['{bot}', 'random']).code)"
    found = []
    for _ in range(2):
        environment = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        found.append(done.stdout)
        (house / name).write_text((house / name).read_text() + "\n# changed\n")
    assert (found[0] != found[1]) == counts


def test_a_plan_depends_on_the_source_of_a_bot_that_a_package_brings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "arriving.py"
    source.write_text("class First:\n    def choose(self, state, moves, seconds, seed): ...\n")
    about = tmp_path / "arriving-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: arriving\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[heliopolis.bots]\nfirst = arriving:First\n")
    monkeypatch.syspath_prepend(tmp_path)
    before = plan_of("first", "random").code
    assert plan_of("first", "random").code == before
    source.write_text(source.read_text() + "\n# changed\n")
    assert plan_of("first", "random").code != before
    monkeypatch.delitem(sys.modules, "arriving")


def test_results_of_other_code_are_shown_and_not_gone_on_with(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    plan = make_plan("ra", ["greedy", "random"], players=2)
    Tournament(plan, 4, Store(tmp_path, plan)).run()
    (tmp_path / "plan.json").write_text((tmp_path / "plan.json").read_text().replace(plan.code, "other"))
    shown = Tournament(plan, 4, Store(tmp_path, plan))
    shown.run()
    assert shown.played == 4
    assert len(shown.rows) == 8
    with pytest.raises(
        SetupError, match="has 4 games of other rules or bots than today's: they can be shown, not gone"
    ):
        Tournament(plan, 8, Store(tmp_path, plan)).run()
    assert Tournament(plan, 8, Store(tmp_path, plan)).played == 4
    with pytest.raises(SetupError, match=r"has another tournament .seed 0, not 1.: choose another folder"):
        Store(tmp_path, make_plan("ra", ["greedy", "random"], players=2, seed=1))
