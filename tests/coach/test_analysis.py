"""A review of a whole match: all decisions, luck apart from choice, the same each time, and blunders first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heliopolis import Match, MoveError
from heliopolis.bots.contract import Outlook
from heliopolis.bots.registry import built_in_bot
from heliopolis.coach import Depth, Review, analyse, review
from heliopolis.coach.advice import Option
from heliopolis.coach.analysis import Looker, Valued, key_of, values_of
from heliopolis.coach.judge import Judge
from heliopolis.coach.kept import known_steps, review_kept
from heliopolis.coach.why import why
from heliopolis.games import contract
from heliopolis.games.contract import MOVE
from heliopolis.table.match import legal
from heliopolis.terminal.review import said, tell_seat
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


def short(match: Match, first: int | None = None) -> Match:
    """Keep of a match that is over only its last lines: they follow from a position."""
    first = len(match) * 2 // 3 if first is None else first
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


def outcomes(state: Any) -> Iterator[tuple[int, Any]]:
    """List everything that chance can bring until somebody has to choose: how often it comes, and the state."""
    if contract.is_over(state) or not contract.is_chance(state):
        yield 1, state
        return
    moves, weights = np.zeros((2, 32), MOVE)
    count = contract.chance_outcomes(state, moves, weights)
    for move, weight in zip(moves[:count].tolist(), weights[:count].tolist(), strict=True):
        after = state.copy()
        contract.apply(after, move)
        for often, end in outcomes(after):
            yield weight * often, end


@pytest.fixture(scope="module")
def played_badly() -> dict[str, Match]:
    """Matches of random moves: what instinct likes is seldom what is played."""
    return {
        "ra": play_on(Match("ra", NAMES[:3], seed=5), 1),
        "dice": play_on(Match("dice", NAMES[:2], seed=5, sun_track="3"), 1),
    }


def draws(match: Match) -> list[int]:
    """Find some lines with which chance decides, right after a decision; of the dice game last throws of few dice."""
    table = match.replayed().table
    found = [
        number
        for number, line in enumerate(match.lines, 1)
        if line.is_chance
        and not match.lines[number - 2].is_chance
        and (match.game.name == "ra" or (len(line.moves) < 3 and table[number - 1].rerolls == 0))
    ]
    assert len(found) >= 4
    return found[:: len(found) // 4][:4]


def test_the_mean_luck_of_a_draw_is_none(game: str, played_badly: dict[str, Match]) -> None:
    """Each outcome counted as often as it comes, against what the review has stored of the state before the draw."""
    match = played_badly[game]
    looker, judge, count = Looker(match, QUICK), Judge(match.game, len(match.players), QUICK), len(match.players)
    table = match.replayed().table
    for number in draws(match):
        _, stored = values_of([looker.look(number - 1), looker.look(number)])
        often, ends = zip(*outcomes(table[number - 1]), strict=True)
        luck = np.average([judge.value(end) - stored for end in ends], axis=0, weights=often)
        assert np.abs(luck[:count]).max() < 1e-5, number
        assert np.abs(luck[count:]).max() < 1e-3, number


def test_luck_is_as_often_good_as_bad_when_draws_are_drawn_again(game: str, played_badly: dict[str, Match]) -> None:
    match = played_badly[game]
    luck = []
    for number in draws(match):
        before, choice = match.at(number - 2).position(), Looker(match, QUICK).look(number - 1)
        for seed in range(20):
            again = Match.from_position(before, match.players, seed=seed)
            again.play(match.words()[number - 2])
            if again.seat is not None:
                again.play(again.moves()[0])  # a review looks at what was known before it
                looker = Looker(again, QUICK)
                values = np.array(values_of([choice, looker.look(2), looker.look(3)]))
                luck.append(values[2] - values[1])
    came = np.array(luck)[:, : len(match.players)]
    sure = 1.96 * came.std(axis=0, ddof=1) / len(came) ** 0.5
    assert len(came) >= 60
    assert 0 < sure.max() < 0.1
    assert np.all(np.abs(came.mean(axis=0)) <= sure), (came.mean(axis=0), sure)


def test_shares_of_every_stored_value_sum_to_one(game: str, reviews: dict[str, Review]) -> None:
    count = len(reviews[game].players)
    for value in reviews[game].values:
        assert sum(value[:count]) == pytest.approx(1, abs=1e-5)


def option(match: Match, valued: Valued) -> Option:
    (move,) = match.game.words.moves(valued.word, match.edition)
    return Option(move, valued.word, valued.shown, Outlook(valued.win, valued.points))


def test_the_reasons_speak_for_the_move_that_is_named(game: str, reviews: dict[str, Review], request: Any) -> None:
    match, found = request.getfixturevalue(game), reviews[game]
    others = 0
    for one in found.of(None):
        moment = match.at(one.line - 1)
        best, mine, rival = (option(moment, valued) for valued in (one.options[0], one.options[one.played], one.rival))
        richest = option(moment, one.richest)
        others += richest.move not in (best.move, mine.move)
        assert one.why == why(moment, best, mine if one.played else rival)
        assert one.why_points == (why(moment, richest, mine) if richest.move != mine.move else "")
        assert said(one).endswith(one.why)
        assert richest.move == mine.move or f"better “{richest.shown}”" in said(one, points=True)
        assert said(one, points=True).endswith(one.why_points)
    assert others, "a move with more points than the best is named"


def test_what_was_well_seen_is_what_first_sight_does_not_show() -> None:
    match = short(by_bots(Match("ra", NAMES[:3], seed=2), "net"))
    found = whole(match)
    greedy, insights = built_in_bot("greedy"), [one for one in found.best() if one.is_insight]
    assert insights, "the network sees more than the heuristic"
    assert found.best()[: len(insights)] == insights
    for one in insights:
        moment = match.at(one.line - 1)
        first = greedy.choose(moment.state, legal(moment.state), 1.0, 0).move
        assert one.rival.word == moment.game.words.word([first])
        assert one.rival.win < one.options[0].win
    told = "\n".join(line for seat in range(3) for line in tell_seat(match, found, seat))
    assert f"“{insights[0].rival.shown}”, which looks best at first sight" in told


def test_only_what_is_clear_is_named(game: str, reviews: dict[str, Review]) -> None:
    for one in reviews[game].of(None):
        played = one.options[one.played]
        if one.is_clear:
            assert one.cost > played.win_error
        if one.is_clear_in_points:
            assert one.points > one.points_error >= max(played.points_error, one.richest.points_error)


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
    assert known_steps(path).keys() == set(range(1, len(ra) + 1)), "what was cut off takes no other line with it"
    assert len(list(review_kept(ra, QUICK, tmp_path))) == 1


def test_a_review_is_kept_under_all_that_it_follows_from(ra: Match, dice: Match, monkeypatch: Any) -> None:
    keys = {key_of(ra, QUICK), key_of(ra, Depth(rounds=5)), key_of(ra.at(len(ra) - 1), QUICK), key_of(dice, QUICK)}
    assert len(keys) == 4
    assert key_of(ra.copy(), QUICK) in keys
    monkeypatch.setattr("heliopolis.coach.analysis.code_digest", lambda: "of other rules or bots")
    assert key_of(ra, QUICK) not in keys


def test_a_judge_says_the_same_whatever_it_saw_before(dice: Match) -> None:
    judge = Judge(dice.game, len(dice.players), QUICK)
    table = dice.replayed().table
    places = [place for place, line in enumerate(dice.lines) if not line.is_chance][-4:]
    first = [judge.judge(table[place]) for place in places]
    for place, (judged, value, _) in reversed(list(zip(places, first, strict=True))):
        again, same, _ = judge.judge(table[place])
        assert (again.moves, again.best, again.exact) == (judged.moves, judged.best, judged.exact)
        assert np.array_equal(again.found, judged.found)
        assert np.array_equal(same, value)


def begun_anew(match: Match, first: int) -> Match:
    """Begin a match where another stood after so many lines."""
    return Match.from_position(match.at(first).position(), match.players, seed=11)


@pytest.mark.parametrize(
    ("opening", "lines"),
    [(Match("ra", NAMES[:3], seed=11), 120), (Match("dice", NAMES[:2], seed=11, sun_track="3"), 60)],
    ids=["ra", "dice"],
)
def test_a_blunder_is_shown_first(opening: Match, lines: int) -> None:
    match = begun_anew(by_bots(opening, "net", lines), lines)
    while True:
        match = by_bots(match, "net", len(match) + 1)
        assert match.result is None, "there is a chance for a blunder"
        if len(match.moves()) == 1:
            continue
        options = list(analyse(match, QUICK))
        if options[0].win - options[-1].win > 0.3:
            break
    match = begun_anew(match, len(match))
    match.play(options[-1].word)
    found = whole(by_bots(match, "net"))
    assert found.costliest()[0].line == 1
    assert found.costliest()[0].why
    others = [one.cost for one in found.of(None)[1:]]
    assert sum(others) / len(others) < 0.01, "the expert's own network loses next to nothing"


def test_random_moves_lose_more_than_those_of_the_heuristic(
    game: str, reviews: dict[str, Review], played_badly: dict[str, Match]
) -> None:
    badly = whole(short(played_badly[game])).of(None)
    well = reviews[game].of(None)
    assert sum(one.cost for one in badly) / len(badly) > 2 * sum(one.cost for one in well) / len(well)


def test_who_comes_last_and_ignores_gods_hears_of_it() -> None:
    """North never spends a God. Its choices cost little each, and of some the win was lost anyway: points tell."""
    match = Match("ra", NAMES[:3], seed=6)
    people = [built_in_bot("apprentice"), built_in_bot("greedy"), built_in_bot("greedy")]
    while match.seat is not None:
        words = [word for word in match.moves() if match.seat or not word.startswith("take")]
        moves = [match.game.words.moves(word, match.edition)[0] for word in words]
        match.play(words[moves.index(people[match.seat].choose(match.state, moves, 1.0, len(match)).move)])
    assert match.scores[0] == min(match.scores)
    begun = short(match, len(match) - 90)
    found = whole(begun)
    told = "\n".join(tell_seat(begun, found, 0))
    assert "No single decision clearly cost anything" not in told
    assert "decisions together lost about" in told
    assert found.decided(0) == "lost"
    assert "At most of these choices the game was as good as lost already: only points could be lost." in told
    named = [one for one in found.of(0) if one.is_clear or one.is_clear_in_points]
    ignored = [one for one in named if one.richest.word.startswith("take")]
    assert ignored, "a God that was not spent is named"
    assert f"better “{ignored[0].richest.shown}”" in told
    assert all(one.worths for one in named)


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
    assert text.count("<details ") > 20
    assert "<script" not in text
    links, places = set(re.findall('href="#(line-[0-9]+)"', text)), re.findall('id="(line-[0-9]+)"', text)
    choices = [one for one in data["decisions"] if len(one["options"]) > 1]
    assert links == set(places) == {f"line-{one['line']}" for one in choices}
    assert text.count(" wins ") >= sum(len(one["options"]) for one in choices)
    one = invoke("review", str(file), "--rounds", "4", "--seat", "east")
    assert "\neast\n" in one.output
    assert "\nnorth\n" not in one.output
    data = json.loads(invoke("review", str(file), "--rounds", "4", "--seat", "east", "--json").output)
    assert (data["seats"], len(data["accounts"]), {one["seat"] for one in data["decisions"]}) == ([1], 1, {1})
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
