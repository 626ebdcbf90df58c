"""Undo: a person's last move, and what bots have answered, until something is revealed or another person moves."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heliopolis import Match, UndoError
from heliopolis.games import NAMES as GAMES
from heliopolis.table.match import TakenBack
from tests.conftest import DATE, NAMES, SEEDS, SUNS, THREE, WHOLE_GAME


def bidding(*moves: str) -> Match:
    """Three players with known suns, of whom the first is to act: invoking and bidding reveal nothing."""
    match = Match("ra", THREE, suns=SUNS, seed=7, date=DATE)
    for move in moves:
        match.play(move)
    return match


# What five dice can show is a long list: people who roll are left out.
@pytest.mark.parametrize(("game", "draws"), [*((game, "sealed") for game in GAMES), ("ra", "table")])
@given(
    seed=SEEDS,
    choice=st.integers(0, 2**32),
    players=st.integers(2, 4),
    bots=st.sets(st.integers(0, 3)),
    lines=st.one_of(st.integers(0, 150), st.just(WHOLE_GAME)),
)
@settings(max_examples=40, deadline=None)
def test_undo_leads_to_the_moment_before_a_persons_last_move_or_says_why_not(
    game: str, draws: str, seed: int, choice: int, players: int, bots: set[int], lines: int
) -> None:
    match = Match(game, NAMES[:players], seed=seed, draws=draws, date=DATE)
    bots &= set(range(players))
    numbers = random.Random(choice)
    moments = [match.copy()]  # the match after each line that was played, and what followed from the seed
    while match.seat is not None and len(match) < lines:
        match.play(numbers.choice(match.moves()))
        moments.append(match.copy())
    record, view = match.record(), match.view(None)
    for seat in range(players):
        own = [number for number, line in enumerate(match.lines) if line.seat == seat and not line.is_chance]
        since = match.lines[own[-1] + 1 :] if own else ()
        persons = [line for line in since if line.seat not in bots]
        if seat in bots or not own or any(line.is_chance for line in since) or persons or match.seat is None:
            with pytest.raises(UndoError) as refused:
                match.undo(seat, bots)
            assert str(refused.value)
            assert (match.record(), match.view(None)) == (record, view)
            continue
        trial = match.copy()
        assert trial.undo(seat, bots) == TakenBack(seat, len(match) - own[-1]) == match.undo_offer(bots)
        before = next(moment for moment in moments if len(moment) == own[-1])
        assert trial.record() == before.record()
        assert trial.state == before.state
        assert [trial.view(viewer) for viewer in range(players)] == [before.view(viewer) for viewer in range(players)]
        assert trial.seat == seat
    offer = match.undo_offer(bots)
    assert offer is None or offer.seat not in bots


@pytest.mark.parametrize(
    ("moves", "bots", "why"),
    [
        ((), set(), "there is no move to take back"),
        (("draw",), set(), "something was revealed since"),
        (("invoke", "pass", "pass", "bid 5", "draw"), {1}, "something was revealed since"),
        (("invoke", "pass"), set(), "it was made by east"),
        (("invoke", "bid 3", "pass"), {2}, "it was made by east"),
        (("invoke",), {0}, "there is no move to take back"),
    ],
)
def test_a_refusal_says_why(moves: tuple[str, ...], bots: set[int], why: str) -> None:
    match = bidding(*moves)
    before = match.words()
    with pytest.raises(UndoError, match=why):
        match.undo(0, bots)
    assert match.words() == before


def test_only_the_answers_of_bots_go_with_a_move() -> None:
    match = bidding("invoke", "bid 3", "pass")
    assert match.undo(1, {2}) == TakenBack(1, 2)
    assert match.words() == ["invoke"]
    assert match.undo(0, {2}) == TakenBack(0, 1)
    assert match.words() == []


def test_without_a_seat_the_last_person_is_meant() -> None:
    match = bidding("invoke", "bid 3", "pass")
    assert match.undo_offer({2}) == TakenBack(1, 2)
    assert match.undo(bots={2}) == TakenBack(1, 2)
