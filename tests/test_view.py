"""What a seat may see (R35): built by allow-list, the same whatever is hidden."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heliopolis import Match, View
from heliopolis.table import sealed
from tests.conftest import NAMES, SEEDS, SUNS, THREE, matches, play_on, table_match
from tests.ra.positions import state_of

KEYS = [
    "game edition settings players draws scores viewer lines to_act awaits moves shown board points totals breakdown "
    "preview result reasons lot leads steps",
    "epoch phase turn ra_tiles ra_spaces centre_sun track auction owed bag bag_left ra_chance seats epoch_ends",
    "suns_up suns_down tiles",
    "ra_player reason bids best_bid best_bidder must_bid",
]
VIEW, BOARD, SEAT, AUCTION = (set(keys.split()) for keys in KEYS)


def viewers(match: Match) -> list[int | None]:
    return [None, *range(len(match.players))]


def all_seen(match: Match) -> list[tuple[View, str]]:
    return [(match.view(viewer), match.text(viewer)) for viewer in viewers(match)]


@settings(max_examples=30, deadline=None)
@given(match=matches())
def test_a_view_holds_what_is_allowed_and_nothing_else(match: Match) -> None:
    for viewer in viewers(match):
        view = match.view(viewer)
        assert set(view) == VIEW
        assert set(view["board"]) == BOARD
        assert all(set(seat) == SEAT for seat in view["board"]["seats"])
        assert view["board"]["auction"] is None or set(view["board"]["auction"]) == AUCTION
        assert view["viewer"] == viewer


@settings(max_examples=20, deadline=None)
@given(match=matches())
def test_a_view_can_be_sent_as_json_and_comes_back_the_same(match: Match) -> None:
    for viewer in viewers(match):
        view = match.view(viewer)
        assert json.loads(json.dumps(view.data(), allow_nan=False)) == view == view.data()


@settings(max_examples=25, deadline=None)
@given(match=matches(draws="sealed"), other_seed=SEEDS)
def test_the_same_public_play_under_another_seed_looks_the_same(match: Match, other_seed: int) -> None:
    assume(match.result is None)
    twin = Match.read(match.record())  # the seed is not known to it
    assert all_seen(twin) == all_seen(match)
    twin.reseal(other_seed, sealed.seed_hash(other_seed))
    assert all_seen(twin) == all_seen(match)


@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 2**64), players=st.integers(2, 5), scores=st.sampled_from(["hidden", "open"]))
def test_two_bags_that_begin_alike_look_alike_until_they_part(seed: int, players: int, scores: str) -> None:
    deal = Match("ra", NAMES[:players], seed=seed).deal
    match, *others = (Match("ra", NAMES[:players], seed=seed + other, suns=deal, scores=scores) for other in range(30))
    while others:  # draw and pass, as long as the same tiles come up
        assert all(all_seen(other) == all_seen(match) for other in others)
        move = next(move for move in ("draw", "pass", "invoke") if move in match.moves())
        for each in (match, *others):
            each.play(move)
        others = [other for other in others if other.view(None)["board"] == match.view(None)["board"]]
    assert len(match) >= 2


@settings(max_examples=20, deadline=None)
@given(
    seed=SEEDS, choice=st.integers(0, 999), lines=st.integers(40, 120), seat=st.integers(0, 2), gain=st.integers(1, 99)
)
def test_with_hidden_scores_the_points_of_a_seat_change_no_other_view_r35(
    seed: int, choice: int, lines: int, seat: int, gain: int
) -> None:
    match = play_on(Match("ra", THREE, seed=seed), choice, lines)
    assume(match.result is None)
    twin = match.at(len(match))
    state_of(twin).points[seat] += gain
    assert twin.scores != match.scores
    for viewer in (None, *(other for other in range(3) if other != seat)):
        assert twin.view(viewer) == match.view(viewer)
        assert twin.text(viewer) == match.text(viewer)
    assert twin.view(seat) != match.view(seat)
    assert twin.text(seat) != match.text(seat)


def one_epoch(scores: str) -> Match:
    match = Match("ra", THREE, seed=5, scores=scores)
    choice = 0
    while not match.breakdown():
        play_on(match, choice, len(match) + 1)
        choice += 1
    return match


def test_hidden_scores_show_a_seat_its_own_r35() -> None:
    match = one_epoch("hidden")
    for viewer in viewers(match):
        view = match.view(viewer)
        own = [points if seat == viewer else None for seat, points in enumerate(match.scores)]
        assert view["points"] == own == view["totals"][0]
        assert view["breakdown"] == [match.breakdown()], "an epoch is scored in the open"
        assert match.text(viewer).count("? points") == own.count(None)
        assert view["result"] is None


def test_open_scores_show_everyone_all_r35() -> None:
    match = one_epoch("open")
    for viewer in viewers(match):
        view = match.view(viewer)
        assert view["points"] == match.scores
        assert view["breakdown"] == [match.breakdown()]
        assert "?" not in match.text(viewer)


def test_at_the_end_the_hidden_scores_are_turned_up_r35() -> None:
    match = play_on(Match("ra", THREE, seed=5), 1)
    assert match.result is not None
    for viewer in viewers(match):
        view = match.view(viewer)
        assert view["points"] == match.scores
        assert [sheet for epoch in view["breakdown"] for sheet in epoch] == match.breakdown()
        assert view["result"] == {"scores": match.result.scores, "winners": match.result.winners}
        assert (view["to_act"], view["awaits"], view["preview"], view["moves"]) == (None, None, None, [])
    assert match.at(len(match) - 1).view(None)["points"] == [None] * 3, "a look back shows what was known then"


@settings(max_examples=20, deadline=None)
@given(match=matches())
def test_only_the_seat_to_act_gets_moves(match: Match) -> None:
    for viewer in viewers(match):
        expected = match.moves() if viewer is not None and viewer == match.seat else []
        assert match.view(viewer)["moves"] == expected


def test_a_view_says_whether_a_tile_is_awaited() -> None:
    match = table_match()
    assert match.view(1)["awaits"] == "move"
    match.play("draw")
    view = match.view(0)
    assert (view["awaits"], view["to_act"], len(view["moves"])) == ("chance", 0, 23)
    assert view["board"]["phase"] == "drawing"


def test_a_view_shows_what_lies_open_r35() -> None:
    match = table_match("draw", "tile Nile", "draw", "tile Flood", "invoke", "bid 5", "pass", "pass")
    match.play("draw")
    match.play("tile Ra")
    match.play("bid 3")
    board = match.view(None)["board"]
    assert board["seats"][0] == {"suns_up": [2, 8, 13], "suns_down": [1], "tiles": {"Nile": 1, "Flood": 1}}
    assert (board["centre_sun"], board["ra_tiles"], board["ra_spaces"], board["track"]) == (5, 1, 8, [None] * 8)
    assert board["bag_left"] == 177
    assert sum(board["bag"].values()) == 177
    assert (board["bag"]["Ra"], board["bag"]["Nile"], board["bag"]["Flood"]) == (29, 24, 11)
    assert board["ra_chance"] == pytest.approx(29 / 177)
    assert board["auction"] == {
        "ra_player": 0,
        "reason": "drawn",
        "bids": [None, 3, None],
        "best_bid": 3,
        "best_bidder": 1,
        "must_bid": False,
    }
    assert match.view(None)["preview"] == [match.preview(seat) for seat in range(3)]


def test_a_view_says_what_a_disaster_still_costs_r22() -> None:
    moves = ["draw", "tile Art", "draw", "tile Religion", "draw", "tile Writing", "draw", "tile Unrest"]
    match = table_match(*moves, "invoke", "pass", "bid 2", "pass")
    assert match.view(1)["board"]["owed"] == {"civilizations": 2, "monuments": 0}
    match.play("discard Art")
    assert match.view(1)["board"]["owed"] == {"civilizations": 1, "monuments": 0}


def test_changing_a_view_changes_nothing_at_the_table() -> None:
    match = table_match("draw", "tile Nile", scores="open")
    before = match.view(0).data()
    view = match.view(0)
    view["players"].clear()
    view["points"][0] = 99
    view["settings"]["god-disasters"] = "never"
    view["board"]["seats"][0]["suns_up"].clear()
    view["board"]["track"][0] = "Gold"
    assert match.view(0) == before


def test_suns_of_a_view_are_those_of_the_deal() -> None:
    assert [sorted(group) for group in SUNS] == [seat["suns_up"] for seat in table_match().view(None)["board"]["seats"]]
