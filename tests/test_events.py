"""What happens, as data: events follow the rules step by step, hold no sentence, and give the record's own words."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heliopolis import Match, facts
from heliopolis.facts import dice as dice_facts
from heliopolis.facts import ra as ra_facts
from heliopolis.games import NAMES, contract, find_game
from heliopolis.games.dice.components import COLOURS, COLUMN_NAMES, FACE_NAMES
from heliopolis.games.dice.views import CELL_NAMES
from heliopolis.games.ra.components import KIND_NAMES
from heliopolis.server.lines import log_of
from heliopolis.server.messages.replays import LogLine

GOLDEN = sorted(Path("tests/golden").glob("*.txt"))
TABLES = [("ra", 2), ("ra", 3), ("ra", 4), ("ra", 5), ("dice", 2), ("dice", 3), ("dice", 4)]


def finished(game: str, players: int, seed: int) -> Match:
    match = Match(game, [f"seat {number}" for number in range(players)], seed=seed)
    numbers = random.Random(seed)
    while match.seat is not None:
        match.play(numbers.choice(match.moves()))
    return match


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_steps_of_a_story_end_where_the_rules_do(game: str, players: int) -> None:
    for seed in range(6):
        match = finished(game, players, seed)
        told, made = match.at(0).state.copy(), match.at(0).state.copy()
        for line in match.lines:
            for move in line.moves:
                list(match.game.words.story(told, move))
                contract.apply(made, move)
                assert told.tobytes() == made.tobytes(), (line, move)


def texts(value: Any) -> list[str]:
    """Find all texts inside an event."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for part in value.values() for text in texts(part)]
    return [text for part in value for text in texts(part)] if isinstance(value, list) else []


NAMED = {*KIND_NAMES, *COLOURS, *COLUMN_NAMES, *FACE_NAMES, *CELL_NAMES}


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_no_event_holds_a_sentence(game: str, players: int) -> None:
    match = finished(game, players, 9)
    for line, events in match.events():
        for fact in (match.game.words.deed(line.moves), *events):
            for text in texts(msgspec.to_builtins(fact)):
                assert text in NAMED or " " not in text, fact
    assert [event.epoch for _, events in match.events() for event in events if isinstance(event, facts.EpochEnded)] == [
        1,
        2,
        3,
    ]


@pytest.mark.parametrize("game", NAMES)
def test_lines_are_what_the_messages_say(game: str) -> None:
    """What is sent is of the types that the client's are made from."""
    log = log_of(finished(game, 3, 4))
    assert msgspec.json.decode(msgspec.json.encode(log), type=list[LogLine]) == log


def test_every_kind_of_event_happens_in_the_golden_games() -> None:
    seen = {type(event) for path in GOLDEN for _, events in Match.load(path).events() for event in events}
    every = {kind for module in (facts, ra_facts, dice_facts) for kind in vars(module).values() if is_event(kind)}
    assert seen == every


def is_event(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, facts.Event) and kind not in (facts.Event, facts.Scored)


def test_names_mean_nothing_to_events() -> None:
    """Names that look like what the log says, or like points, change nothing but the words."""
    honest = Match("ra", ["Ann", "Ben", "Cleo"], seed=3)
    odd = Match("ra", ["A wins with", "epoch 1 ends", "all pass"], seed=3)
    numbers = random.Random(3)
    while honest.seat is not None:
        word = numbers.choice(honest.moves())
        honest.play(word)
        odd.play(word)
    assert [events for _, events in honest.events()] == [events for _, events in odd.events()]
    assert Match.read(odd.record()).record() == odd.record()


def test_scores_of_an_epoch_are_those_of_its_sheet() -> None:
    match = finished("ra", 4, 8)
    scored = [event for _, events in match.events() for event in events if isinstance(event, facts.Scored)]
    sums = [(seat, sum(sheet.values())) for epoch in match.breakdowns() for seat, sheet in enumerate(epoch)]
    assert [(event.seat, event.points) for event in scored] == sums


@pytest.mark.parametrize("game", NAMES)
def test_what_scored_is_told_as_it_stood(game: str) -> None:
    """The board of the moment before: reasons are about the same tiles, some of which leave after scoring."""
    match = finished(game, 3, 8)
    told = [
        [event.held for event in events if isinstance(event, ra_facts.RaScored | dice_facts.DiceScored)]
        for _, events in match.events()
    ]
    assert sum(map(bool, told)) == 3
    for line, held in enumerate(told):
        if held:
            state = match.at(line).state.copy()
            for move in match.lines[line].moves[:-1]:
                contract.apply(state, move)
            before = match.game.views.board(state)["seats"]
            changed = [seat for seat, now in enumerate(held) if now != before[seat]]
            assert set(changed) <= {match.lines[line].seat}, "only the move that ended the epoch lies between"
            assert held != match.at(line + 1).view(None)["board"]["seats"], "what leaves after scoring is still there"


@pytest.mark.parametrize("game", NAMES)
def test_what_nobody_has_words_for_is_refused(game: str) -> None:
    class Miracle(facts.Event, frozen=True):
        seat: int

    with pytest.raises(TypeError, match="nobody has words for Miracle"):
        find_game(game).words.tell(Miracle(0), ["Ann"], None)


def test_deeds_name_every_move() -> None:
    for game in NAMES:
        words = find_game(game).words
        deeds = {}
        for move in range(find_game(game).actions):
            try:
                word = words.word([move])
            except KeyError:
                continue
            deeds[word] = msgspec.json.encode(words.deed([move]))
        assert len(set(deeds.values())) == len(deeds)
