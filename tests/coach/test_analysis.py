"""A review of a whole match: all decisions, luck apart from choice, the same each time, and blunders first."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heliopolis import Match, MoveError
from heliopolis.bots.registry import built_in_bot
from heliopolis.coach import Depth, Review, analyse, review
from heliopolis.coach.judge import Judge
from heliopolis.coach.kept import known_steps, review_kept
from heliopolis.games import contract
from heliopolis.games.contract import MOVE
from heliopolis.table.match import legal
from tests.conftest import NAMES, invoke, play_on

QUICK = Depth(rounds=4)


def by_bots(match: Match, bot: str, lines: int = 10_000) -> Match:
    """Let a bot play for everyone."""
    player = built_in_bot(bot)
    while match.seat is not None and len(match) < lines:
        moves = legal(match.state)
        choice = player.choose(match.state, moves, 1.0, len(match))
        match.play(match.game.words.word([choice.move]))
    return match


def whole(match: Match, depth: Depth = QUICK) -> Review:
    *_, last = review(match, depth)
    assert last.review is not None
    assert last.done == last.total == len(match)
    return last.review


def short(match: Match) -> Match:
    """Keep of a match that is over only its last lines: they follow from a position."""
    first = len(match) * 2 // 3
    begun = Match.from_position(match.at(first).position(), match.players, draws="table")
    for word in match.words(first):
        begun.play(word)
    return begun


@pytest.fixture(scope="module")
def ra() -> Match:
    return short(by_bots(Match("ra", NAMES[:3], seed=5), "greedy"))


@pytest.fixture(scope="module")
def dice() -> Match:
    return short(by_bots(Match("dice", NAMES[:2], seed=5, sun_track="3"), "greedy"))


@pytest.fixture(scope="module")
def reviews(ra: Match, dice: Match) -> dict[str, Review]:
    return {"ra": whole(ra), "dice": whole(dice)}


@pytest.fixture(params=["ra", "dice"])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_decision_of_every_seat_is_judged(game: str, reviews: dict[str, Review]) -> None:
    found = reviews[game]
    assert [one.line for one in found.decisions] == [
        number for number, line in enumerate(found.lines, 1) if not line.is_chance
    ]
    for one in found.decisions:
        line = found.lines[one.line - 1]
        assert one.seat == line.seat
        assert one.cost >= 0
        assert one.points >= 0
        assert len({option.word for option in one.options}) == len(one.options)
    assert {one.seat for one in found.decisions} == set(range(len(found.players)))


def test_luck_and_choices_add_up_to_the_result(game: str, reviews: dict[str, Review], request: Any) -> None:
    found, match = reviews[game], request.getfixturevalue(game)
    accounts = [found.account(seat, points=points) for seat in range(len(match.players)) for points in (False, True)]
    for account in accounts:
        assert abs(account.start + account.luck + account.own + account.others - account.result) < 1e-9
    assert [account.result for account in accounts[1::2]] == match.scores
    assert sum(account.result for account in accounts[::2]) == pytest.approx(1)


def test_luck_is_as_often_good_as_bad(ra: Match, dice: Match) -> None:
    """The mean luck of a draw, each counted as often as it comes, is 0."""
    for match, most in ((ra, 3), (dice, 2)):
        judge = Judge(match.game, len(match.players), QUICK)
        chances = [
            state
            for state, line in zip(match.replayed().table, match.lines, strict=False)
            if line.is_chance and (match is ra or 0 < int(state.rolling).bit_count() < 3)
        ]
        for state in chances[:: max(1, len(chances) // most)]:
            moves, weights = np.zeros((2, match.game.most_outcomes), MOVE)
            count = contract.chance_outcomes(state, moves, weights)
            here, luck = judge.value(state), np.zeros(2 * len(match.players))
            for move, weight in zip(moves[:count].tolist(), weights[:count].tolist(), strict=True):
                after = state.copy()
                contract.apply(after, move)
                luck += weight * (judge.value(after) - here)
            assert np.abs(luck[: len(match.players)]).max() < 1e-4 * weights.sum()


def test_a_review_is_the_same_each_time_also_when_it_was_left(
    ra: Match, reviews: dict[str, Review], tmp_path: Path
) -> None:
    for progress in review_kept(ra, QUICK, tmp_path):
        if progress.done == len(ra) // 2:
            break
    (path,) = tmp_path.iterdir()
    with path.open("ab") as file:
        file.write(b'{"line": 9')  # cut off
    begun = len(known_steps(path))
    again = list(review_kept(ra, QUICK, tmp_path))
    assert (len(again), again[-1].review) == (len(ra) - begun, reviews["ra"])
    assert len(list(review_kept(ra, QUICK, tmp_path))) == 1


def test_a_judge_says_the_same_whatever_it_saw_before(dice: Match) -> None:
    judge = Judge(dice.game, len(dice.players), QUICK)
    table = dice.replayed().table
    places = [place for place, line in enumerate(dice.lines) if not line.is_chance][-4:]
    first = [judge.judge(table[place]) for place in places]
    for place, (judged, value) in reversed(list(zip(places, first, strict=True))):
        again, same = judge.judge(table[place])
        assert (again.moves, again.best, again.exact) == (judged.moves, judged.best, judged.exact)
        assert np.array_equal(again.found, judged.found)
        assert np.array_equal(same, value)


def test_a_blunder_is_shown_first() -> None:
    match = by_bots(Match("ra", NAMES[:3], seed=11), "net", 120)
    first = match.position()
    match = Match.from_position(first, match.players, seed=11)
    while True:
        match = by_bots(match, "net", len(match) + 1)
        assert match.result is None, "there is a chance for a blunder"
        if len(match.moves()) == 1:
            continue
        options = list(analyse(match, QUICK))
        if options[0].win - options[-1].win > 0.3:
            break
    match.play(options[-1].word)
    line = next(number for number in range(len(match), 0, -1) if not match.lines[number - 1].is_chance)
    found = whole(by_bots(match, "net"))
    assert found.costliest()[0].line == line
    assert found.costliest()[0].why


def test_a_match_that_goes_on_is_not_reviewed(ra: Match) -> None:
    with pytest.raises(MoveError, match="when it is over"):
        next(review(ra.at(10)))
    with pytest.raises(MoveError, match="nobody has to choose now"):
        next(analyse(ra))


def test_the_command_reviews_a_file(ra: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliopolis.coach.kept.folder", lambda: tmp_path / "reviews")
    file, page = tmp_path / "evening.ra", tmp_path / "evening.html"
    ra.save(file)
    told = invoke("review", str(file), "--rounds", "4")
    assert told.exit_code == 0, told.output
    assert all(f"\n{name}\n" in told.output for name in ra.players)
    assert "luck" in told.output
    done = invoke("review", str(file), "--rounds", "4", "--json", "--html", str(page))
    data = json.loads(done.output)
    assert len(data["decisions"]) == sum(not line.is_chance for line in ra.lines)
    assert len(data["values"]) == len(ra) + 1
    assert data["accounts"][0].keys() == {"start", "luck", "own", "others", "result"}
    text = page.read_text(encoding="utf-8")
    assert text.count("<polyline") == len(ra.players)
    assert text.count("<tr>") > 20
    assert "<script" not in text
    one = invoke("review", str(file), "--rounds", "4", "--seat", "east")
    assert "\neast\n" in one.output
    assert "\nnorth\n" not in one.output
    wrong = invoke("review", str(file), "--seat", "nobody")
    assert (wrong.exit_code, "there are north, east, south" in wrong.output) == (2, True)
    begun = tmp_path / "begun.ra"
    ra.at(5).save(begun)
    early = invoke("review", str(begun))
    assert (early.exit_code, "when it is over" in early.output) == (2, True)


def test_the_command_advises_at_a_position(ra: Match) -> None:
    position = play_on(Match("ra", NAMES[:3], seed=7), 1, 30).position()
    told = invoke("advise", "--position", position, "--rounds", "4")
    assert told.exit_code == 0, told.output
    assert " wins " in told.output
    data = json.loads(invoke("advise", "--position", position, "--rounds", "4", "--json").output)
    wins = [option["win"] for option in data["options"]]
    assert wins == sorted(wins, reverse=True)
    assert {worth["kind"] for worth in data["worths"]} >= {"sun"}
