"""R26 to R35: what an epoch is worth, and who wins."""

from __future__ import annotations

import pytest

from heliopolis import Match
from tests.ra.positions import board, play, position, state_of

CIVILIZATIONS = ["Art", "Agriculture", "Religion", "Astronomy", "Writing"]
MONUMENTS = ["Fortress", "Obelisk", "Palace", "Pyramid", "Sphinx", "Statues", "Step Pyramid", "Temple"]


def scored(match: Match) -> list[dict[str, int]]:
    """End the epoch with a last Ra tile, and look at its score sheet."""
    state_of(match).ra_tiles = state_of(match).ra_spaces - 1
    play(match, "draw", "tile Ra")
    return match.breakdowns()[-1]


def row(category: str, *tiles: dict[str, int], players: int = 3, epoch: int = 1) -> list[int]:
    """Score one category for players who hold some tiles."""
    match = position(players, epoch=epoch, tiles=dict(enumerate(tiles)))
    previewed = [match.preview(seat)[category] for seat in range(players)]
    sheet = [sheet[category] for sheet in scored(match)]
    assert sheet == previewed  # the preview is the score sheet
    return sheet


def test_r26_gods_score_two_each() -> None:
    assert row("gods", {"God": 3}, {}, {"God": 1}) == [6, 0, 2]


def test_r27_gold_scores_three_each() -> None:
    assert row("gold", {"Gold": 2}, {"Gold": 1}) == [6, 3, 0]


def test_r28_most_pharaohs_gain_five_fewest_lose_two() -> None:
    assert row("pharaohs", {"Pharaoh": 3}, {"Pharaoh": 2}, {"Pharaoh": 1}) == [5, 0, -2]


def test_r28_ties_all_get_it_as_in_the_rulebooks_example() -> None:
    pharaohs = [{"Pharaoh": count} for count in (3, 2, 2, 3)]
    assert row("pharaohs", *pharaohs, players=4) == [5, -2, -2, 5]


def test_r28_if_everyone_is_equal_nobody_gains_or_loses() -> None:
    assert row("pharaohs", *[{"Pharaoh": 2}] * 4, players=4) == [0, 0, 0, 0]
    assert row("pharaohs") == [0, 0, 0]


def test_r29_floods_make_the_nile_score() -> None:
    assert row("nile", {"Flood": 1, "Nile": 4}, {"Nile": 4}, {"Flood": 2}) == [5, 0, 2]


@pytest.mark.parametrize(("different", "points"), [(0, -5), (1, 0), (2, 0), (3, 5), (4, 10), (5, 15)])
def test_r30_different_civilizations(different: int, points: int) -> None:
    assert row("civilization", dict.fromkeys(CIVILIZATIONS[:different], 1))[0] == points


def test_r30_duplicates_add_nothing_as_in_the_rulebooks_example() -> None:
    assert row("civilization", {"Astronomy": 3, "Agriculture": 2, "Writing": 2})[0] == 5


@pytest.mark.parametrize(("different", "points"), [(0, 0), (1, 1), (6, 6), (7, 10), (8, 15)])
def test_r31_different_monuments(different: int, points: int) -> None:
    assert row("monuments", dict.fromkeys(MONUMENTS[:different], 1), epoch=3)[0] == points


@pytest.mark.parametrize(("same", "points"), [(1, 1), (2, 1), (3, 6), (4, 11), (5, 16)])
def test_r31_monuments_of_a_type(same: int, points: int) -> None:
    assert row("monuments", {"Sphinx": same}, epoch=3)[0] == points


def test_r31_the_rulebooks_example() -> None:
    assert row("monuments", {"Pyramid": 4, "Temple": 3, "Fortress": 2, "Sphinx": 1}, epoch=3)[0] == 19


@pytest.mark.parametrize("epoch", [1, 2])
def test_r31_r32_monuments_and_suns_score_only_after_the_third_epoch(epoch: int) -> None:
    assert row("monuments", {"Pyramid": 5}, epoch=epoch) == [0, 0, 0]
    assert row("suns", epoch=epoch) == [0, 0, 0]


def test_r32_the_rulebooks_example() -> None:
    up = {0: [2, 5, 10], 1: [13, 3, 9], 2: [12, 8, 1], 3: [4, 6, 7]}  # 17 - 25 - 21 - 17
    match = position(4, epoch=3, up=up, centre=11)
    assert [sheet["suns"] for sheet in scored(match)] == [-5, 5, 0, -5]


def test_r32_face_down_suns_count() -> None:
    match = position(2, epoch=3, up={0: [2], 1: [7]}, down={0: [9], 1: [1]}, centre=3)
    assert [sheet["suns"] for sheet in scored(match)] == [5, -5]


def test_r32_nothing_if_all_are_equal() -> None:
    match = position(2, epoch=3, up={0: [9, 2], 1: [8, 3]})
    assert [sheet["suns"] for sheet in scored(match)] == [0, 0]


def test_r33_gains_and_losses_are_summed_before_they_are_added() -> None:
    """With 1 point, -5 for no civilization and +6 of gold make 2; taken one by one they would make 6."""
    match = position(points=[1, 10, 10], tiles={0: {"Gold": 2, "Pharaoh": 1}, 1: {"Pharaoh": 1}, 2: {"Pharaoh": 1}})
    scored(match)
    assert match.scores[0] == 2
    # The other way round: -2 for the fewest Pharaohs comes before +5 for the Nile, and would have been cut to -1.
    nile = {"Flood": 1, "Nile": 4, "Art": 1}
    match = position(points=[1, 10, 10], tiles={0: nile, 1: {"Pharaoh": 1}, 2: {"Pharaoh": 1}})
    scored(match)
    assert match.scores[0] == 4


def test_r33_a_score_never_falls_below_zero() -> None:
    match = position(points=[3, 10, 10], tiles={1: {"Pharaoh": 1}})
    scored(match)
    assert match.scores == [0, 10, 3]


def test_r33_points_are_unlimited() -> None:
    match = position(points=[500, 10, 10], tiles={0: {"Gold": 5}})
    scored(match)
    assert match.scores[0] == 510


def test_r34_most_points_win() -> None:
    match = position(epoch=3, points=[10, 50, 20])
    scored(match)
    assert match.result is not None
    assert match.result.winner == 1
    assert match.result.winners == [1]


def test_r34_a_tie_goes_to_the_highest_sun_face_up_or_down() -> None:
    up = {0: [2, 3], 1: [5, 6], 2: [4, 10]}
    down = {0: [13], 1: [12, 8], 2: [11, 1]}
    match = position(epoch=3, up=up, down=down, centre=9)
    scored(match)
    # Sun totals 18 - 31 - 26: north -5, east +5. Level them again with what they had before.
    assert [sheet["suns"] for sheet in match.breakdowns()[-1]] == [-5, 5, 0]
    for points, winner in (([20, 10, 12], 0), ([10, 10, 15], 1), ([10, 0, 5], 0), ([0, 10, 15], 1)):
        match = position(epoch=3, up=up, down=down, centre=9, points=points, tiles={s: {"Art": 1} for s in range(3)})
        scored(match)
        assert match.result is not None
        best = max(match.scores)
        tied = [seat for seat in range(3) if match.scores[seat] == best]
        assert len(tied) > 1
        assert match.result.winner == winner


@pytest.mark.parametrize("points", [[15, 0, 20], [15, 10, 20], [0, 10, 20]])
def test_r34_a_tie_goes_to_the_highest_sun_also_in_a_later_seat(points: list[int]) -> None:
    up, down = {0: [4, 10], 1: [5, 6], 2: [2, 3]}, {0: [11, 1], 1: [12, 8], 2: [13]}
    tiles = {seat: {"Art": 1} for seat in range(3)}
    match = position(epoch=3, up=up, down=down, centre=9, points=points, tiles=tiles)
    scored(match)  # sun totals 26 - 31 - 18: nothing, +5, -5
    assert match.scores.count(15) > 1
    assert match.result is not None
    assert match.result.winners == [2]


def test_r35_scores_are_hidden_from_others_unless_the_table_is_open() -> None:
    match = position(points=[11, 12, 13])
    assert match.view(1)["points"] == [None, 12, None]
    assert match.view(None)["points"] == [None, None, None]
    assert position(points=[11, 12, 13], scores="open").view(1)["points"] == [11, 12, 13]
    assert match.scores == [11, 12, 13]


def test_r35_tiles_suns_and_the_bag_are_public() -> None:
    match = position(tiles={0: {"Art": 1}}, down={0: [1]})
    seen = match.view(2)["board"]
    assert seen["seats"][0]["tiles"] == {"Art": 1}
    assert seen["seats"][0]["suns_down"] == [1]
    assert sum(seen["bag"].values()) == 180


def test_the_last_epoch_is_scored_once() -> None:
    match = position(epoch=3, tiles={0: {"Gold": 1, "Art": 1}})
    sheet = scored(match)
    assert len(match.breakdowns()) == 3
    assert match.scores[0] == 10 + sum(sheet[0].values())
    assert board(match)["phase"] == "over"
