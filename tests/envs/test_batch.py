"""The batched core: it plays by the rules, whatever the number of lanes, their order and the threads."""

from __future__ import annotations

import copy
import pickle
import random
import re
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from heliopolis import Match
from heliopolis.bots.randomness import STRIDE, below, mixed
from heliopolis.bots.registry import find_bot
from heliopolis.compiled import compiles, uncompiled
from heliopolis.envs import CHANCE, NOBODY, Batch, lane_keys
from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import contract
from heliopolis.table.match import legal
from tests.conftest import NAMES

TABLES = [
    ("ra", "z-man", 4, {}),
    ("ra", "rio-grande", 2, {}),
    ("ra", "alea", 5, {"god-disasters": "at-once"}),
    ("ra", "25th-century", 3, {}),
    ("dice", "rulebook", 4, {}),
    ("dice", "rulebook", 2, {"sun-track": "5", "nile-disaster": "published"}),
]
GAMES = ["ra", "dice"]


def new_match(batch: Batch, lane: int) -> Match:
    """Put people to a table that begins as a lane does."""
    deal = batch.game.words.deal(batch.states[lane])
    options: dict[str, Any] = {batch.game.deal_name: deal, **batch.setup.settings}
    return Match(batch.game.name, NAMES[: batch.players], edition=batch.setup.edition.name, draws="table", **options)


def rolls(key: int, games: int) -> np.uint64:
    """Work out from which number chance decides in a game of a lane."""
    mix = uncompiled(mixed)
    with np.errstate(over="ignore"):
        return np.uint64(mix(mix(np.uint64(key) + STRIDE * np.uint64(games)) + np.uint64(2) * STRIDE))


def draw(match: Match, number: np.uint64) -> None:
    """Let chance decide in a match, in plain Python, from a number on."""
    state, line = match.state.copy(), []
    while contract.is_chance(state):
        with np.errstate(over="ignore"):
            number = number + STRIDE
            ticket = uncompiled(below)(number, contract.chance_weight(state))
        line.append(int(contract.chance_outcome(state, ticket)))
        contract.apply(state, line[-1])
    if line:
        match.play(match.game.words.word(line))


def same(match: Match, batch: Batch, lane: int) -> bool:
    return bool(match.state.tobytes() == batch.states[lane].tobytes())


def choose(masks: Any, numbers: random.Random) -> list[int]:
    """Choose a legal action in each lane, any where there is none."""
    return [numbers.choice(np.flatnonzero(mask).tolist() or [0]) for mask in masks]


@pytest.mark.parametrize(("game", "edition", "players", "settings"), TABLES)
def test_every_game_can_be_replayed_move_by_move(
    game: str, edition: str, players: int, settings: dict[str, str]
) -> None:
    batch = Batch(game, 2, players, edition=edition, settings=settings, seed=5, reset="next-step", payday="epoch")
    matches = [new_match(batch, lane) for lane in range(2)]
    for lane, match in enumerate(matches):
        draw(match, rolls(int(lane_keys([5 + lane])[0]), 1))
        assert same(match, batch, lane)
    paid, numbers, step = np.zeros((2, players)), random.Random(5), batch.now
    playing = {0, 1}
    while playing:
        actions = choose(step.masks, numbers)
        chance = batch._rows.lanes["chance"].copy()
        for lane in playing:
            match = matches[lane]
            assert np.flatnonzero(step.masks[lane]).tolist() == sorted(legal(match.state))
            match.play(match.game.words.word([actions[lane]]))
            draw(match, chance[lane])
        step = batch.step(actions)
        for lane in list(playing):
            match = matches[lane]
            paid[lane] += step.rewards[lane]
            assert same(match, batch, lane)
            assert step.seats[lane] == (NOBODY if match.seat is None else match.seat)
            assert step.terminations[lane] == (match.seat is None)
            if match.seat is None:
                playing.remove(lane)
                assert batch.points[lane].tolist() == match.scores
                assert match.result is not None
                winners = match.result.winners
                assert paid[lane] == pytest.approx([(seat in winners) / len(winners) for seat in range(players)])


@pytest.mark.parametrize("game", GAMES)
def test_opponents_choose_as_the_bots_of_the_house_do(game: str) -> None:
    """A batch of every seat is played with the moves of the bots, and comes to the same positions."""
    names = ["scribe", "random"]
    batch = Batch(game, 1, 3, seed=8, opponents=names, learner=1, reset="disabled")
    alone = Batch(game, 1, 3, seed=8, reset="disabled")
    bots, numbers = [find_bot(name) for name in names], random.Random(8)
    mix, key = uncompiled(mixed), lane_keys([8])[0]
    with np.errstate(over="ignore"):
        choice = np.uint64(mix(mix(key + STRIDE) + np.uint64(3) * STRIDE))
    step, games_over = batch.now, False
    while not games_over:
        while not alone.now.terminations[0] and alone.now.seats[0] != 1:
            state, moves = alone.states[0].copy(), legal(alone.states[0])
            if len(moves) > 1:
                with np.errstate(over="ignore"):
                    choice = choice + STRIDE
            chosen = bots[(int(alone.now.seats[0]) - 2) % 3].choose(state, moves, 1.0, int(choice))
            alone.step([chosen.move])
        assert alone.states[0].tobytes() == batch.states[0].tobytes()
        games_over = bool(step.terminations[0])
        if not games_over:
            actions = choose(step.masks, numbers)
            alone.step(actions)
            step = batch.step(actions)
    assert (alone.points == batch.points).all()


@pytest.mark.parametrize("game", GAMES)
def test_the_same_games_are_played_whatever_the_number_and_order_of_lanes_and_threads(game: str) -> None:
    def play(lanes: int, seeds: list[int], threads: int = 1) -> dict[int, list[Any]]:
        batch = Batch(game, lanes, 3, threads=threads, observation="compact", opponents="scribe", learner="rotate")
        step = batch.reset(seed=seeds)
        seen: dict[int, list[Any]] = {seed: [] for seed in seeds}
        for _ in range(80):
            for lane, seed in enumerate(seeds):
                seen[seed].append(
                    (batch.states[lane].tobytes(), step.observations[lane].tobytes(), step.rewards[lane].tolist())
                )
            step = batch.step(step.masks.argmax(1))
        return seen

    alone = {seed: play(1, [seed])[seed] for seed in (3, 4, 9)}
    assert play(3, [9, 3, 4]) == alone
    assert play(3, [4, 9, 3], threads=2) == alone
    assert play(3, [4, 9, 3], threads=3) == alone


def test_a_network_of_the_house_plays_in_any_number_of_lanes() -> None:
    def play(lanes: int, threads: int) -> list[bytes]:
        batch = Batch("ra", lanes, 3, seed=3, threads=threads, opponents=["net:nodes=20", "random"], learner="rotate")
        for _ in range(6):
            batch.step(batch.masks.argmax(1))
        return [state.tobytes() for state in batch.states[:2]]

    assert play(2, 1) == play(9, 2)


def test_as_many_lanes_as_there_can_be() -> None:
    batch = Batch("dice", 65_536, 2, seed=3, threads=2)
    for _ in range(3):
        batch.step(batch.sample())
    assert (batch.seats >= 0).all()
    assert len(np.unique(batch._rows.lanes["chance"])) == 65_536, "each lane draws its own"
    last = Batch("dice", 1, 2, seed=3 + 65_535)
    assert last._rows.lanes["key"][0] == batch._rows.lanes["key"][-1]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_illegal_action_names_its_lane_and_changes_nothing(threads: int) -> None:
    batch = Batch("ra", 3, 3, seed=7, threads=threads, observation="raw", opponents="greedy")
    rows: Any = batch._rows
    before = [array.tobytes() for array in rows]
    for wrong, said in (
        (40, r"action 40 \(discard Pyramid\)"),
        (-1, "action -1 is"),
        (66, "action 66 is"),
        (2, r"action 2 \(take Ra\)"),
    ):
        with pytest.raises(HeliopolisError, match=rf"^lane 2: {said}.* not legal: expected "):
            batch.step([batch.now.masks[0].argmax(), batch.now.masks[1].argmax(), wrong])
        for array, kept in zip(rows, before, strict=True):
            assert array.tobytes() == kept


@pytest.mark.parametrize("bad", [[0], [0.5, 1.5], [[0, 0]], None])
def test_actions_that_are_no_actions_are_refused(bad: Any) -> None:
    with pytest.raises(SetupError, match="expected a whole number for each of 2 lanes"):
        Batch("ra", 2, 2).step(bad)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lanes": 0}, "lanes is 0: expected 1 to 65536"),
        ({"players": 6}, "players is 6: expected 2 to 5"),
        ({"players": 1}, "players is 1: expected 2 to 5"),
        ({"edition": "alea", "players": 2}, "3 to 5 players, not 2"),
        ({"observation": "all"}, "observation is 'all': expected one of none, raw, compact, network"),
        ({"reward": "fun"}, "reward is 'fun': expected one of win, margin, score"),
        ({"payday": "now"}, "payday is 'now': expected one of end, epoch"),
        ({"reset": "never"}, "reset is 'never': expected one of same-step, next-step, disabled"),
        ({"opponents": "expert"}, "'expert' is not compiled, or thinks by the clock"),
        ({"opponents": ["random"]}, "there are 1 opponents for 3 seats"),
        ({"opponents": []}, "there are 0 opponents for 3 seats"),
        ({"opponents": ""}, "there is no bot ''"),
        ({"opponents": 3}, "opponents are 3: expected the name of a bot for all seats, or one for each"),
        ({"opponents": [1, 2, 3]}, "opponents are [1, 2, 3]: expected the name of a bot"),
        ({"learner": 2}, "learner is 2, and every seat learns: name opponents, or no learner"),
        ({"observation": ["raw"]}, "observation is ['raw']: expected one of none, raw, compact, network"),
        ({"copy": "no"}, "copy is 'no': expected True or False"),
        ({"opponents": "random", "learner": 4}, "learner is 4: expected 0 to 3"),
        ({"opponents": "random", "learner": "any"}, "learner is 'any': expected a seat or 'rotate'"),
        ({"opponents": "random", "chance": "given"}, "chance is given, and there are opponents"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 1.5}, "seed is 1.5: expected a whole number from 0 to 9223372036854775807, or one for each lane"),
        ({"seed": "a"}, "seed is 'a': expected a whole number"),
        ({"settings": {"speed": "high"}}, "has no option 'speed'"),
        ({"settings": "speed"}, "settings are 'speed': expected house rules by name, some of {'god-disasters': "),
    ],
)
def test_what_cannot_be_set_up_is_said(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=re.escape(said)):
        Batch("ra", **options)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_closed_cannot_be_stepped(threads: int) -> None:
    batch = Batch("ra", 2, 3, threads=threads)
    batch.close()
    with pytest.raises(HeliopolisError, match="the games are closed"):
        batch.step([0, 0])


# ---- the end of a game ----


def test_without_a_seed_every_lane_and_every_batch_plays_another_game() -> None:
    one, two = Batch("ra", 8, 4, seed=None), Batch("ra", 8, 4, seed=None)
    keys = [*one._rows.lanes["key"].tolist(), *two._rows.lanes["key"].tolist()]
    assert len(set(keys)) == 16


def test_lanes_without_a_seed_go_on_and_the_others_begin_anew() -> None:
    batch = Batch("ra", 3, 3, seed=5)
    first = batch.states.copy()
    batch.reset()
    second = batch.states.copy()
    batch.reset(seed=[5, None, 7])
    fresh = Batch("ra", 3, 3, seed=5)
    for _ in range(2):
        fresh.reset()
    assert [state.tobytes() for state in batch.states[[0, 2]]] == [state.tobytes() for state in first[[0, 2]]]
    assert batch.states[1].tobytes() == fresh.states[1].tobytes() != second[1].tobytes()


@pytest.mark.parametrize("lanes", [[1, 0], [True], [[True, False]], [0.0, 1.0], [0]])
def test_lanes_to_reset_are_truth_values(lanes: Any) -> None:
    batch = Batch("ra", 2, 3)
    before = batch._rows.lanes["games"].tolist()
    with pytest.raises(SetupError, match="expected a truth value for each of 2"):
        batch.reset(lanes=lanes)
    assert batch._rows.lanes["games"].tolist() == before


def test_one_step_is_for_one_lane_and_takes_a_whole_number() -> None:
    with pytest.raises(SetupError, match="there are 2 lanes: step them all, step_one is for one"):
        Batch("ra", 2, 3).step_one(0)
    one = Batch("ra", 1, 3)
    for action in (None, 0.7, "0", 1 << 70):
        with pytest.raises(SetupError, match="expected a whole number"):
            one.step_one(action)  # type: ignore[arg-type]
    assert one.step_one(np.int32(0)).seats.tolist() == [1]


def test_samples_follow_from_the_seed() -> None:
    def samples(seed: int) -> list[list[int]]:
        batch, found = Batch("ra", 4, 4), []
        batch.reset(seed=seed)
        for _ in range(20):
            found.append(batch.sample().tolist())
            batch.step(found[-1])
        return found

    assert samples(3) == samples(3) != samples(4)


@pytest.mark.parametrize("way", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_plays_on_by_itself(way: Any, threads: int) -> None:
    options: dict[str, Any] = {"observation": "compact", "opponents": "scribe", "learner": "rotate"}
    batch = Batch("ra", 3, 3, seed=6, threads=threads, **options)
    for _ in range(10):
        batch.step(batch.sample())
    made = way(batch)
    kept = batch.states.tobytes()
    following = []
    for played in (made, batch):
        for _ in range(30):
            played.step(played.sample())
        following.append([played.states.tobytes(), *(array.tobytes() for array in played.now)])
        assert (played is batch) or batch.states.tobytes() == kept, "the copy has changed the other one"
    assert following[0] == following[1]


def until_over(batch: Batch, numbers: random.Random) -> Any:
    step = batch.now
    while not step.terminations.any():
        step = batch.step(choose(step.masks, numbers))
    return step


@pytest.mark.parametrize("opponents", [None, "random"])
def test_in_the_same_step_the_next_game_begins_and_the_end_is_kept(opponents: str | None) -> None:
    batch = Batch("ra", 1, 3, seed=2, observation="compact", opponents=opponents)
    step = until_over(batch, random.Random(1))
    assert (step.seats[0], batch.states[0].epoch) == (batch.states[0].seat, 1)
    assert step.masks[0].any()
    assert batch.layout is not None
    phase = batch.layout.names().index("phase.turn")
    assert step.observations[0, phase : phase + 5].sum() == 1
    assert batch.final_observations[0, phase : phase + 5].sum() == 0, "the final observation is of a game that is over"
    assert step.rewards[0].sum() == 1
    assert batch.lengths[0] > 0
    following = batch.step(choose(step.masks, random.Random(1)))
    assert not following.terminations.any()
    assert not following.rewards.any()


def test_in_the_next_step_any_action_begins_the_next_game() -> None:
    batch = Batch("ra", 1, 3, seed=2, observation="compact", reset="next-step")
    step = until_over(batch, random.Random(1))
    assert (int(step.seats[0]), bool(step.masks.any()), int(batch.states[0].epoch)) == (NOBODY, False, 3)
    assert step.observations.tobytes() == batch.final_observations.tobytes()
    step = batch.step([-5])
    assert not step.terminations[0]
    assert not step.rewards.any()
    assert batch.states[0].epoch == 1


def test_without_resets_a_game_that_is_over_waits_for_one() -> None:
    batch = Batch("ra", 2, 3, seed=2, reset="disabled")
    step = until_over(batch, random.Random(1))
    lane = int(step.terminations.argmax())
    with pytest.raises(HeliopolisError, match=f"^lane {lane}: its game is over, expected a reset"):
        batch.step(choose(step.masks, random.Random(1)))
    other = batch.states[1 - lane].tobytes()
    step = batch.reset(lanes=step.terminations.copy())
    assert batch.states[lane].epoch == 1
    assert batch.states[1 - lane].tobytes() == other
    batch.step(choose(step.masks, random.Random(1)))


def test_the_learner_rotates() -> None:
    batch = Batch("dice", 4, 4, seed=1, opponents="random", learner="rotate")
    seats = []
    for _ in range(4):
        seats.append(batch.learners.tolist())
        batch.reset()
    assert [sorted(lane) for lane in zip(*seats, strict=True)] == [[0, 1, 2, 3]] * 4
    assert len({lane[0] for lane in zip(*seats, strict=True)}) > 1, "lanes begin with different seats"


def test_on_a_short_track_a_learner_who_never_acted_begins_anew() -> None:
    batch = Batch("dice", 64, 4, seed=1, opponents="random", learner=3, settings={"sun-track": "3"})
    for _ in range(200):
        assert (batch.step(batch.sample()).seats == 3).all()


# ---- rewards ----


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("reward", ["win", "margin", "score"])
def test_what_epochs_pay_adds_up_to_what_the_end_pays(game: str, reward: str) -> None:
    played = []
    for payday in ("end", "epoch"):
        batch = Batch(game, 3, 3, seed=4, reward=reward, payday=payday, reset="next-step")
        paid, times, numbers = np.zeros((3, 3)), np.zeros(3, int), random.Random(4)
        over = np.zeros(3, bool)
        while not over.all():
            step = batch.step(choose(batch.now.masks, numbers))
            paid[~over] += step.rewards[~over]
            times[~over] += step.rewards[~over].any(1)
            over |= step.terminations
        played.append(paid)
        assert (times <= (1 if payday == "end" else 3)).all()
        if reward == "score":
            assert (paid == batch.points).all()
        if reward == "margin":
            best_of_others = [[max(np.delete(row, seat)) for seat in range(3)] for row in batch.points]
            assert (paid == batch.points - np.array(best_of_others)).all()
        if reward == "win":
            assert paid.sum(1) == pytest.approx(np.ones(3))
    assert played[0] == pytest.approx(played[1])


# ---- explicit chance ----


@pytest.mark.parametrize("game", GAMES)
def test_a_caller_can_decide_what_chance_does(game: str) -> None:
    batch = Batch(game, 2, 3, seed=3, chance="given", reset="next-step")
    match, numbers, step = None, random.Random(3), batch.now
    match = new_match(batch, 0)
    line: list[int] = []
    while not step.terminations[0]:
        actions = choose(step.masks, numbers)
        if step.seats[0] == CHANCE:
            assert match.is_chance
            assert batch.odds[0].sum() == pytest.approx(1)
            assert ((batch.odds[0] > 0) == step.masks[0]).all()
        else:
            assert step.seats[0] == match.seat
            assert not batch.odds[0].any()
        line.append(actions[0])
        chance = step.seats[0] == CHANCE
        step = batch.step(actions)
        if not (chance and step.seats[0] == CHANCE):
            match.play(match.game.words.word(line))
            line = []
            assert same(match, batch, 0)
    assert match.result is not None


def test_a_position_can_be_loaded_and_played_on() -> None:
    one = Batch("ra", 1, 3, seed=5, observation="compact", payday="epoch", reward="score")
    for _ in range(60):
        one.step(one.sample())
    four = Batch("ra", 4, 3, chance="given", observation="compact", payday="epoch", reward="score")
    step = four.load(np.repeat(one.states, 4))
    assert (step.masks[:, :66] == one.now.masks).all()
    assert (step.observations == one.now.observations).all()
    assert (four._rows.lanes["paid"] == one._rows.lanes["paid"]).all()
    with pytest.raises(SetupError, match="has not 4 seats"):
        Batch("ra", 4, 4).load(np.repeat(one.states, 4))
    with pytest.raises(SetupError, match="expected a record of Ra for each of 2 lanes"):
        Batch("ra", 2, 3).load(one.states)
    assert not four._rows.lanes["steps"].any(), "steps are counted from the position on"
    four.step([0 if mask[0] else int(mask.argmax()) for mask in four.now.masks])
    if (four.now.seats == CHANCE).any():
        with pytest.raises(SetupError, match="waits for chance"):
            Batch("ra", 4, 3).load(four.states)


# ---- memory ----


def test_buffers_are_written_anew_and_copies_are_not() -> None:
    batch = Batch("ra", 2, 3, observation="compact")
    first, kept = batch.now, batch.now.observations.copy()
    assert all(one is two for one, two in zip(first, batch.step([0, 0]), strict=True))
    assert first.observations.tobytes() != kept.tobytes()
    batch = Batch("ra", 2, 3, observation="compact", copy=True)
    first = batch.now
    kept = first.observations.copy()
    batch.step([0, 0])
    assert first.observations.tobytes() == kept.tobytes()


@pytest.mark.parametrize(
    ("field", "value"), [("seat", 200), ("turn", 9), ("phase", 77), ("filled", 60), ("suns_up", 0xFFFF), ("points", -9)]
)
def test_a_record_that_no_table_can_show_is_not_loaded(field: str, value: int) -> None:
    batch = Batch("ra", 2, 3, seed=5)
    states, before = batch.states.copy(), batch.states.tobytes()
    states[field][1] = np.array(value).astype(states.dtype[field].base)
    with pytest.raises(SetupError, match="record for lane 1 is no position of this table"):
        batch.load(states)
    assert batch.states.tobytes() == before


def test_a_position_of_a_table_with_other_rules_is_not_loaded() -> None:
    short, batch = Batch("dice", 1, 3, settings={"sun-track": "3"}), Batch("dice", 1, 3)
    with pytest.raises(SetupError, match="the record for lane 0 is no position of this table, which has other rules"):
        batch.load(short.states)
    batch.load(short.states, check=False)


@pytest.mark.skipif(not compiles(), reason="uncompiled, Python allocates what it likes")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("observation", ["none", "raw", "compact", "network"])
def test_compiled_code_allocates_nothing_in_a_step(game: str, observation: str) -> None:
    runtime: Any = import_module("numba.core.runtime")
    memory, rtsys = import_module("numba.core.runtime._nrt_python"), runtime.rtsys

    batch = Batch(game, 8, 4, observation=observation)
    batch.step(batch.sample())
    memory.memsys_enable_stats()
    try:
        actions = batch.sample()
        before = rtsys.get_allocation_stats()
        batch.step(actions)
        after = rtsys.get_allocation_stats()
    finally:
        memory.memsys_disable_stats()
    # Each array that is handed over from Python gets a header; nothing else is made.
    arrays = len(batch._rows) + 4
    assert after.alloc - before.alloc <= arrays
    assert after.free - before.free == after.alloc - before.alloc
