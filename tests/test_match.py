from __future__ import annotations

import inspect
import random
from itertools import accumulate
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

import heliopolis
from heliopolis import Match, MoveError, SetupError, UndoError
from heliopolis.games import find_game
from heliopolis.games.ra.state import read
from tests.conftest import DATE, NAMES, SUNS, THREE, matches, play_on, table_match

TILES = (
    "Ra God Gold Pharaoh Nile Flood Art Agriculture Religion Astronomy Writing Fortress Obelisk Palace Pyramid Sphinx "
    "Statues Step_Pyramid Temple Funeral Drought Unrest Earthquake"
)
EVERY_TILE = [f"tile {name.replace('_', ' ')}" for name in TILES.split()]
CATEGORIES = ["gods", "gold", "pharaohs", "nile", "civilization", "monuments", "suns"]

# north wins a God and three civilizations; then Unrest lies on the track when north is to act.
TO_UNREST = ["draw", "tile God", "draw", "tile Art", "draw", "tile Religion", "draw", "tile Writing"]
TO_UNREST += ["invoke", "pass", "bid 2", "pass", "draw", "tile Unrest"]


# ---- the public interface ----


def test_the_example_of_the_readme_plays() -> None:
    match = heliopolis.Match("ra", players=["north", "east", "south"], edition="z-man", seed=7)
    assert match.moves() == ["draw", "invoke"]
    first = match.seat
    assert first in range(3)
    match.play("draw")
    assert len(match) == 2, "with a sealed bag the tile follows by itself"
    assert match.result is None
    assert match.scores == [10, 10, 10]
    assert match.breakdown() == []


@pytest.mark.parametrize("name", ["edition", "seed", "draws", "scores"])
def test_settings_of_a_match_are_named_not_counted(name: str) -> None:
    parameters = inspect.signature(Match).parameters
    assert list(parameters)[:2] == ["game", "players"]
    assert parameters[name].kind is inspect.Parameter.KEYWORD_ONLY


def test_the_usual_match_is_sealed_with_hidden_scores_r35() -> None:
    view = Match("ra", THREE).view(None)
    assert (view["draws"], view["scores"]) == ("sealed", "hidden")


def test_the_module_offers_what_it_names_and_nothing_else() -> None:
    assert all(getattr(heliopolis, name) for name in heliopolis.__all__)
    with pytest.raises(AttributeError, match="Bazaar"):
        _ = heliopolis.Bazaar


@settings(max_examples=25, deadline=None)
@given(match=matches())
def test_scores_follow_from_the_breakdowns_and_never_fall_below_zero_r33(match: Match) -> None:
    seats = len(match.players)
    sheets = match.breakdown()
    assert len(sheets) % seats == 0
    assert all(list(sheet) == CATEGORIES for sheet in sheets)
    for seat in range(seats):
        gains = [sum(sheet.values()) for sheet in sheets[seat::seats]]
        *_, points = accumulate(gains, lambda before, gain: max(0, before + gain), initial=10)
        assert match.scores[seat] == points


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_the_points_after_each_epoch_are_kept(game: str) -> None:
    match = Match(game, THREE, seed=4)
    numbers = random.Random(4)
    totals: list[list[int]] = []
    while match.seat is not None:
        epochs = len(match.breakdowns())
        match.play(numbers.choice(match.moves()))
        if len(match.breakdowns()) > epochs:
            totals.append(match.scores)
        assert match.totals == totals
    assert len(totals) == 3
    assert Match.read(match.record()).totals == match.copy().totals == totals == match.view(0)["totals"]
    middle = next(lines for lines in range(len(match)) if len(match.at(lines).totals) == 1)
    past = match.at(middle)
    assert past.totals == totals[:1]
    assert past.showing(past.state).totals == [[None] * 3], "nobody knows how a position came about"


@settings(max_examples=15, deadline=None)
@given(match=matches())
def test_moves_run_out_exactly_when_the_match_is_over(match: Match) -> None:
    over = match.result is not None
    assert (match.seat is None) == over
    assert (match.moves() == []) == over
    assert len(match.breakdown()) == 3 * len(match.players) if over else len(match.breakdown()) < 3 * len(match.players)


def test_the_result_names_scores_and_winner_r34() -> None:
    match = play_on(Match("ra", THREE, seed=7), 1)
    result = match.result
    assert result is not None
    assert result.scores == match.scores
    assert result.winners == [result.winner]
    assert result.winner is not None
    assert result.scores[result.winner] == max(result.scores)


def test_a_shared_win_has_winners_but_no_winner() -> None:
    assert heliopolis.Result([5, 9, 9], [1, 2]).winner is None
    assert heliopolis.Result([5, 9, 8], [1]).winner == 1


def test_the_preview_is_what_the_epoch_then_scores() -> None:
    match = table_match("draw", "tile Gold", "invoke", "pass", "bid 2", "pass")
    assert match.preview(0) == dict.fromkeys(CATEGORIES, 0) | {"gold": 3, "civilization": -5}
    before = [match.preview(seat) for seat in range(3)]
    while not match.breakdown():  # eight Ra tiles fill the track (R4), without any change of hands
        match.play("pass" if "pass" in match.moves() else "tile Ra" if "tile Ra" in match.moves() else "draw")
    assert match.breakdown() == before


def test_while_a_tile_is_awaited_the_seat_is_the_one_who_draws() -> None:
    match = table_match("draw")
    assert match.seat == 0
    match.play("tile Nile")
    assert match.seat == 1


# ---- the words of moves ----


def test_moves_are_in_the_words_of_r1_whatever_the_edition_says() -> None:
    match = table_match(*TO_UNREST, edition="z-man")
    assert match.moves() == ["draw", "invoke", "take Unrest"]
    assert "War" in match.text()
    assert "Unrest" not in match.text()
    assert "tile Unrest" in match.record()
    assert "War" not in match.record()


@pytest.mark.parametrize("taken", ["take War", "take Unrest", "TAKE  war", " take unrest "])
def test_play_accepts_the_words_of_the_edition_and_of_r1(taken: str) -> None:
    match = table_match(*TO_UNREST[:-1], "tile War", edition="z-man")
    match.play(taken)
    assert match.moves() == ["discard Art", "discard Religion", "discard Writing"]
    match.play("discard religion")
    assert match.record().splitlines()[-2:] == ["15. north: take Unrest", "16. north: discard Religion"]


@pytest.mark.parametrize("edition", ["rio-grande", "alea", "25th-century"])
def test_a_word_of_another_edition_is_no_move(edition: str) -> None:
    match = table_match(*TO_UNREST, edition=edition)
    with pytest.raises(MoveError, match="take War"):
        match.play("take War")
    assert len(match) == len(TO_UNREST)


def test_alea_turns_tiles_over() -> None:
    match = table_match(edition="alea")
    assert match.moves() == ["draw", "invoke"]
    match.play("turn over")
    assert match.moves() == EVERY_TILE
    assert match.record().endswith("\n1. north: draw\n")
    with pytest.raises(MoveError, match="turn over"):
        table_match(edition="z-man").play("turn over")


@pytest.mark.parametrize(
    "word", ["", "fly", "bid", "bid 17", "bid 0", "take", "tile", "draw draw", "stop it", "tile Sun"]
)
def test_what_is_no_move_is_refused_with_the_moves_there_are(word: str) -> None:
    match = table_match()
    with pytest.raises(MoveError, match=r"is not a move of Ra: say draw, invoke, take TILE") as refused:
        match.play(word)
    assert repr(word) in str(refused.value)
    assert len(match) == 0


def test_a_move_that_is_not_legal_now_is_refused_with_those_that_are() -> None:
    match = table_match(edition="alea")
    with pytest.raises(MoveError, match="'bid 13' cannot be played now: north can choose turn over, invoke"):
        match.play("bid 13")
    with pytest.raises(MoveError, match="'tile Ra' cannot be played now"):
        match.play("tile Ra")
    match.play("draw")
    with pytest.raises(MoveError, match="'draw' cannot be played now: say what north drew, for example 'tile Ra'"):
        match.play("draw")
    assert len(match) == 1


def test_a_sealed_tile_cannot_be_named_by_a_player() -> None:
    match = Match("ra", THREE, seed=7)
    with pytest.raises(MoveError, match="tile Ra"):
        match.play("tile Ra")
    assert len(match) == 0


def test_no_move_follows_the_end() -> None:
    match = play_on(Match("ra", THREE, seed=7), 1)
    with pytest.raises(MoveError, match="the match is over"):
        match.play("draw")


# ---- chance ----


def test_people_at_a_table_can_name_every_tile_still_possible_r1() -> None:
    match = table_match("draw")
    assert match.moves() == EVERY_TILE
    for _ in range(2):  # both Funerals are drawn, one after the other
        match.play("tile Funeral")
        match.play("draw")
    assert match.moves() == [tile for tile in EVERY_TILE if tile != "tile Funeral"]
    with pytest.raises(MoveError, match="tile Funeral"):
        match.play("tile Funeral")


def test_suns_fix_who_got_which_group_r3() -> None:
    for suns in (SUNS, SUNS[::-1], [group[::-1] for group in SUNS], "13-8-5-2|12-9-6-3 | 11-10-7-4"):
        for seed in range(4):
            match = Match("ra", THREE, suns=suns, seed=seed)
            expected = [[13, 8, 5, 2], [12, 9, 6, 3], [11, 10, 7, 4]]
            expected = expected[::-1] if suns == SUNS[::-1] else expected
            assert [seat["suns_up"][::-1] for seat in match.view(None)["board"]["seats"]] == expected
            assert match.seat == expected.index([13, 8, 5, 2]), "R5"


def test_without_suns_the_seed_decides_who_got_which_group_r3() -> None:
    deals = [Match("ra", THREE, seed=seed).deal for seed in range(60)]
    assert deals == [Match("ra", THREE, seed=seed).deal for seed in range(60)]
    assert len(set(deals)) == 6, "every way to deal three groups comes up"


def test_a_match_without_a_seed_draws_one() -> None:
    assert len({Match("ra", THREE).seed_hash for _ in range(3)}) == 3


# ---- going back ----


def test_at_counts_every_line_chance_included() -> None:
    match = play_on(Match("ra", THREE, seed=3), 5, 40)
    lines = [line for line in match.record().partition("\n\n")[2].splitlines() if not line.startswith("#")]
    assert len(lines) == len(match)
    assert any(": tile " in line for line in lines)
    for count in range(len(match) + 1):
        past = match.at(count)
        assert len(past) == count
        written = [line for line in past.record().partition("\n\n")[2].splitlines() if not line.startswith("#")]
        assert written == lines[:count]


def test_at_gives_a_match_of_its_own() -> None:
    match = play_on(Match("ra", THREE, seed=3, date=DATE), 5, 40)
    record = match.record()
    past = match.at(10)
    play_on(past, 99)
    past.at(3).play("invoke" if "invoke" in past.at(3).moves() else past.at(3).moves()[0])
    assert match.record() == record
    assert past.result is not None


@pytest.mark.parametrize("line", [-1, 3])
def test_at_refuses_lines_that_are_not_there(line: int) -> None:
    with pytest.raises(MoveError, match=rf"there is no line {line}: the record has lines 0 to 2"):
        table_match("draw", "tile Ra").at(line)


def test_automatic_passes_and_forced_discards_are_comments_r13_r22() -> None:
    match = table_match("draw", "tile Art", "draw", "tile Unrest", "invoke", "bid 13")
    assert len(match) == 6, "nobody can top 13: east and south pass by themselves"
    assert match.record().splitlines()[-4:] == [
        "# east passes: no sun above 13",
        "# south passes: no sun above 13",
        "# north wins with 13: Art, Unrest, sun 1",
        "# north loses 1 Art",
    ]
    assert match.seat == 0, "R18: the turn passes to the left of the Ra player, south"
    assert len(match.at(6)) == 6
    assert match.at(5).moves() == ["pass", "bid 2", "bid 5", "bid 8", "bid 13"]


def refuses_undo(match: Match, why: str, seat: int | None = None) -> None:
    record = match.record()
    with pytest.raises(UndoError, match=why):
        match.undo(seat)
    assert match.record() == record


def test_undo_needs_a_move() -> None:
    refuses_undo(table_match(), "no move")


def test_undo_cannot_bring_back_what_a_sealed_draw_revealed() -> None:
    match = Match("ra", THREE, seed=7)
    match.play("draw")
    refuses_undo(match, "revealed")


def test_undo_takes_back_a_draw_at_a_table_until_the_tile_is_named() -> None:
    match = table_match("draw")
    match.undo()
    assert (len(match), match.moves()) == (0, ["draw", "invoke"])
    match = table_match("draw", "tile Ra")
    refuses_undo(match, "revealed")


def test_undo_takes_back_a_move_and_the_automatic_steps_after_it() -> None:
    before = table_match("draw", "tile Art", "draw", "tile Unrest", "invoke")
    match = table_match("draw", "tile Art", "draw", "tile Unrest", "invoke", "bid 13")
    match.undo(0)
    assert match.record() == before.record()
    assert match.view(0) == before.view(0)
    match.undo(2)
    assert match.moves() == ["draw", "invoke"]
    refuses_undo(match, "revealed", 1)


def test_undo_is_refused_to_a_seat_after_another_has_moved() -> None:
    match = table_match("invoke", "pass")
    refuses_undo(match, "it was made by east", 0)
    refuses_undo(match, "it was made by east", 2)
    match.undo(1)
    assert len(match) == 1


def test_undo_takes_back_a_god_tile_and_a_discard() -> None:
    match = table_match(*TO_UNREST, "take Unrest", "discard Art", edition="z-man")
    match.undo()
    assert match.moves() == ["discard Art", "discard Religion", "discard Writing"]
    match.undo()
    assert match.moves() == ["draw", "invoke", "take Unrest"]
    assert match.view(0)["board"]["seats"][0]["tiles"]["God"] == 1


def test_undo_takes_back_the_bid_that_ended_an_epoch() -> None:
    match = table_match()
    while not match.breakdown():  # everyone invokes and buys with the lowest sun that will do
        moves = match.moves()
        last = next(move for move in moves if move.startswith(("bid", "invoke")))
        match.play(last)
    lines = len(match)
    match.undo()
    assert match.breakdown() == []
    assert (len(match), match.scores) == (lines - 1, [10, 10, 10])


def test_undo_ends_with_the_match() -> None:
    for draws in ("sealed", "table"):
        ends = (play_on(Match("ra", THREE, seed=seed, draws=draws), seed) for seed in range(100))
        match = next(match for match in ends if not list(match.log())[-1][0].is_chance)  # a bid reveals nothing
        refuses_undo(match, "the match is over")


# ---- what a match is made from ----


@pytest.mark.parametrize(
    ("players", "said"),
    [
        ("north", "is not a list of names"),
        (None, "is not a list of names"),
        (3, "is not a list of names"),
        (["north", 2], "is not a list of names"),
        (["north", ""], "'' is not a name"),
        (["north", " east"], "' east' is not a name"),
        (["north", "e:ast"], "'e:ast' is not a name"),
        (["north", "e|ast"], "without : | #"),
        (["north", "#east"], "without : | #"),
        (["north", "ea\nst"], "is not a name"),
        (["north", "e" * 41], "1 to 40 printable characters"),
        (["north", "north"], "every seat needs a name of its own"),
        ([], "takes 2 to 5 players, not 0"),
        (["north"], "takes 2 to 5 players, not 1"),
        ([*NAMES, "sixth"], "takes 2 to 5 players, not 6"),
    ],
)
def test_bad_players_are_refused(players: Any, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        Match("ra", players)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess': choose one of ra"),
        ({"edition": "1999"}, "there is no edition '1999' of Ra: choose one of z-man, rio-grande, alea, 25th-century"),
        ({"seed": -1}, "seed -1 is not a whole number from 0 to 2**128 - 1"),
        ({"seed": 2**128}, "is not a whole number"),
        ({"seed": "7"}, "seed '7' is not a whole number"),
        ({"seed": 7.0}, "seed 7.0 is not a whole number"),
        ({"seed": True}, "seed True is not a whole number"),
        ({"draws": "open"}, "draws 'open' is unknown: choose sealed or table"),
        ({"scores": "sealed"}, "scores 'sealed' is unknown: choose hidden or open"),
        ({"suns": SUNS[:2]}, "are not a way to deal the groups"),
        ({"suns": [SUNS[0]] * 3}, "for example 13-8-5-2 | 12-9-6-3 | 11-10-7-4"),
        ({"suns": [[13, 6, 2], [12, 7, 3], [11, 8, 4]]}, "are not a way to deal the groups"),
        ({"suns": "north"}, "suns 'north' are not a way"),
        ({"suns": 13}, "suns 13 are not a way"),
        ({"suns": [[13.9, 8, 5, 2], *SUNS[1:]]}, "are not a way to deal the groups"),
        ({"god_disasters": "never"}, "god-disasters 'never' is unknown: choose at-once or after-action"),
        ({"moons": 3}, "Ra has no option 'moons': it has suns, god-disasters, fewest-players"),
        ({"date": "2026-11-15"}, "2026-11-15"),
    ],
)
def test_bad_options_are_refused_with_what_would_be_right(options: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError) as refused:
        Match(**{"game": "ra", "players": THREE, **options})
    assert said in str(refused.value)


def test_alea_takes_three_players_unless_the_house_says_two() -> None:
    with pytest.raises(SetupError, match="takes 3 to 5 players, not 2"):
        Match("ra", NAMES[:2], edition="alea")
    assert len(Match("ra", NAMES[:2], edition="alea", fewest_players=2).scores) == 2
    with pytest.raises(SetupError, match="takes 3 to 5 players, not 2"):
        Match("ra", NAMES[:2], edition="z-man", fewest_players=3)


@pytest.mark.parametrize("seat", [-1, 3, "north", 1.5])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    match = table_match()
    for ask in (match.preview, match.view, match.text):
        with pytest.raises(SetupError, match="seats are 0 to 2"):
            ask(seat)


def test_the_house_rule_decides_when_a_disaster_taken_with_a_god_strikes_r21() -> None:
    moves = ["draw", "tile God", "draw", "tile God", *TO_UNREST[2:8], "invoke", "bid 2", "pass", "pass"]
    moves += ["draw", "tile Unrest", "draw", "tile Nile"]
    at_once = {}
    for edition in ("z-man", "rio-grande"):
        for rule in ("at-once", "after-action"):
            match = table_match(*moves, edition=edition, god_disasters=rule)
            while match.seat != 0:
                match.play("draw")
                match.play("tile Gold")
            match.play("take Unrest")
            at_once[edition, rule] = match.moves()[0].startswith("discard")
    assert at_once == {(e, r): r == "at-once" for e in ("z-man", "rio-grande") for r in ("at-once", "after-action")}


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_openings_are_worked_out_once_and_shared_by_nobody(game: str) -> None:
    first = find_game(game).prepare(3, None, {}).openings
    first["points"] = 99
    assert (find_game(game).prepare(3, None, {}).openings["points"] != 99).all()


def test_a_state_that_was_read_has_the_fields_of_its_layout_and_no_others() -> None:
    match = Match("ra", ["north", "east"], seed=7)
    now = read(match.state)
    for name in match.game.dtype.names or ():
        assert np.array_equal(getattr(now, name), getattr(match.state, name)), name
    with pytest.raises(AttributeError, match="State has no field 'moons'"):
        _ = now.moons  # type: ignore[attr-defined]
