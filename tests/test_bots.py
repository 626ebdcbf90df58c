"""Bots: found by name, always legal, blind to what is sealed, and `greedy` a better player than `random`."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from heliopolis import Match, SetupError
from heliopolis.bots.greedy import by_score_sheet
from heliopolis.bots.registry import BOT_NAMES, Bot, find_bot
from heliopolis.games import contract, find_game
from heliopolis.table import sealed
from heliopolis.table.match import legal
from heliopolis.terminal.play import Terminal
from heliopolis.terminal.seats import bot_named, seat_names
from tests.ra.positions import NAMES, position


def play(bots: Sequence[Bot], seed: int, edition: str | None = None) -> Match:
    """Play a match of Ra; every choice has to be legal, and to leave the state as it was."""
    match = Match("ra", NAMES[: len(bots)], seed=seed, edition=edition)
    numbers = random.Random(seed)
    while match.seat is not None:
        moves, before = legal(match.state), match.state.tobytes()
        move = bots[match.seat].choose(match.state, moves, numbers)
        assert move in moves
        assert match.state.tobytes() == before
        match.play(match.game.words.word([move]))
    return match


def answer(match: Match, bot: str = "greedy") -> str:
    """Ask a bot for its move at a table."""
    move = find_bot(bot).choose(match.state, legal(match.state), random.Random(1))
    return match.game.words.word([move])


# ---- the registry ----


def test_every_bot_says_who_it_is() -> None:
    assert {"greedy", "random"} <= set(BOT_NAMES)
    for name in BOT_NAMES:
        bot = find_bot(name)
        assert bot.name == name
        assert bot.title
        assert bot.description
        assert "\n" not in bot.description


def test_an_unknown_bot_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(SetupError, match="there is no bot 'gredy': choose one of greedy, random"):
        find_bot("gredy")


def test_seats_name_people_and_bots() -> None:
    names = seat_names("Ann, greedy, random, greedy")
    assert names == ["Ann", "greedy 1", "random", "greedy 2"]
    assert [bot and bot.name for bot in map(bot_named, names)] == [None, "greedy", "random", "greedy"]
    assert bot_named("greedy Bob") is None


def test_bots_play_a_match_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("ra", seat_names("greedy,random,random"), seed=3)
    Terminal(match).run()
    assert match.result is not None
    assert "wins." in capsys.readouterr().out


def test_people_draw_for_bots_where_people_draw() -> None:
    asked = []

    def person(prompt: str) -> str:
        asked.append(prompt)
        return "tile Ra" if len(asked) == 1 else "quit"

    match = Match("ra", ["greedy 1", "greedy 2"], draws="table", seed=1)
    Terminal(match, ask=person).run()
    assert len(asked) == 2
    assert [line.is_chance for line, _, _ in match.log()][:2] == [False, True]


# ---- what bots may do and see ----


@pytest.mark.parametrize("name", BOT_NAMES)
@pytest.mark.parametrize(("players", "edition"), [(2, "z-man"), (3, "alea"), (4, "rio-grande"), (5, "25th-century")])
def test_bots_make_legal_moves_in_every_edition(name: str, players: int, edition: str) -> None:
    for seed in range(2):
        assert play([find_bot(name)] * players, seed, edition).result is not None


@pytest.mark.parametrize("name", BOT_NAMES)
def test_the_order_of_the_bag_changes_no_answer(name: str) -> None:
    match = play([find_bot("greedy"), find_bot("random"), find_bot("random")], seed=7)
    for lines in range(0, len(match), 5):
        here, there = match.at(lines), match.at(lines)
        there.reseal(99, sealed.seed_hash(99))
        if not here.is_chance:
            assert answer(here, name) == answer(there, name)


def test_different_bags_differ() -> None:
    """What the test above relies on: another seed is another order."""
    here = Match("ra", NAMES[:3], seed=7)
    there = here.at(0)
    there.reseal(99, sealed.seed_hash(99))
    for match in (here, there):
        for _ in range(8):
            if match.seat is not None and "draw" in match.moves():
                match.play("draw")
    assert here.record() != there.record()


# ---- how greedy plays ----


def test_greedy_beats_random() -> None:
    """It wins 98 games of 100 and more: 8 of 10 at every count can only fail when it has become much worse."""
    greedy, other = find_bot("greedy"), find_bot("random")
    for players in (2, 3, 4, 5):
        wins = 0
        for seed in range(10):
            seat = seed % players
            result = play([greedy if place == seat else other for place in range(players)], seed).result
            wins += result is not None and result.winner == seat
        assert wins >= 8


def test_greedy_pays_the_lowest_sun_that_wins() -> None:
    match = position(track=["Gold", "Gold", "God", "Flood", "Nile"], up={0: [2, 5, 13], 1: [4], 2: []}, turn=0)
    match.play("invoke")
    match.play("pass")
    assert answer(match) == "bid 2"


def test_greedy_pays_nothing_for_disasters() -> None:
    held = {seat: {"Pharaoh": 3, "Fortress": 2, "Palace": 1} for seat in range(3)}
    match = position(track=["Funeral", "Earthquake"], tiles=held)
    match.play("draw")
    match.play("tile Ra")
    assert answer(match) == "pass"


def test_greedy_takes_gold_with_a_god_when_the_epoch_nears_its_end() -> None:
    held = {0: {"God": 1, "Pharaoh": 3, "Art": 1, "Writing": 1}}
    match = position(track=["Gold", "Funeral", "Unrest"], tiles=held, ra_tiles=6)
    assert answer(match) == "take Gold"


def test_greedy_gives_up_what_it_holds_twice() -> None:
    match = position(track=["Unrest"], tiles={0: {"Art": 3, "Writing": 1, "Religion": 1}}, up={0: [13]})
    match.play("invoke")
    for _ in range(2):
        match.play("pass")
    match.play("bid 13")
    assert answer(match) == "discard Art"


def test_a_game_without_an_estimate_is_played_by_its_score_sheet() -> None:
    """Shown on Ra, by the way `greedy` plays games it does not know."""
    match = position(track=["Gold", "Funeral"], tiles={0: {"God": 1, "Pharaoh": 3}})
    values = dict(zip(match.moves(), by_score_sheet(match.state, legal(match.state)), strict=True))
    assert max(values, key=values.__getitem__) == "take Gold"
    assert values["take Funeral"] < values["draw"]


def test_the_score_sheet_alone_beats_random() -> None:
    numbers = random.Random(1)
    openings = find_game("ra").prepare(3, None, {}).openings
    won = 0.0
    for game in range(12):
        state = openings[game % len(openings)].copy()
        while not contract.is_over(state):
            if contract.is_chance(state):
                move = int(contract.chance_outcome(state, numbers.randrange(int(contract.chance_weight(state)))))
            else:
                moves = legal(state)
                values = by_score_sheet(state, moves) if contract.to_act(state) == 0 else [0.0] * len(moves)
                best = [move for move, value in zip(moves, values, strict=True) if value == max(values)]
                move = numbers.choice(best)
            contract.apply(state, move)
        shares = np.zeros(3)
        contract.returns(state, shares)
        won += shares[0]
    assert won >= 6
