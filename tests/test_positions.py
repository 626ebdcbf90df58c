"""Positions in one line: exact round trips over random games, damaged lines refused in words, matches from them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heliopolis import HeliopolisError, Match
from heliopolis.errors import LONGEST_QUOTE, PositionError
from heliopolis.games import NAMES as GAMES
from heliopolis.games import contract
from heliopolis.table import position
from heliopolis.table.match import legal, outcomes
from tests.conftest import DATE, NAMES, SEEDS, invoke, play_on, setups
from tests.golden.playthrough import FOLDER as GOLDEN


def states(match: Match, choice: int) -> Iterator[Any]:
    """Play a game at random, and give every state on the way: those in which a tile or a die is on its way, too."""
    numbers = random.Random(choice)
    state = match.state.copy()
    while not contract.is_over(state):
        yield state
        contract.apply(state, numbers.choice(outcomes(state) if contract.is_chance(state) else legal(state)))
    yield state


@settings(max_examples=6, deadline=None)
@given(setup=setups(draws="table"), choice=st.integers(0, 2**32))
def test_every_state_of_a_game_of_ra_is_read_as_it_was_written(setup: dict[str, Any], choice: int) -> None:
    round_trips(Match("ra", **setup), choice)


@settings(max_examples=6, deadline=None)
@given(
    players=st.integers(2, 4),
    track=st.sampled_from(["default", "3", "11"]),
    nile=st.sampled_from(["printed", "published"]),
    choice=st.integers(0, 2**32),
)
def test_every_state_of_the_dice_game_is_read_as_it_was_written(
    players: int, track: str, nile: str, choice: int
) -> None:
    options: dict[str, Any] = {"sun_track": track, "nile_disaster": nile, "draws": "table", "start": "2"}
    round_trips(Match("dice", NAMES[:players], **options), choice)


def round_trips(match: Match, choice: int) -> None:
    for number, state in enumerate(states(match, choice)):
        line = match.showing(state).position()
        found = position.read(line)
        assert found.state.tobytes() == state.tobytes(), line
        assert found.setup.settings == match.settings
        assert match.showing(found.state).position() == line
        if number % 25 == 0:
            assert Match.from_position(line, match.players, draws="table").position() == line
        assert "\n" not in line


def test_the_reader_is_lenient() -> None:
    match = Match("ra", NAMES[:3], seed=7)
    match.play("draw")
    line = match.position()
    first, *fields = line.split("; ")
    random.Random(1).shuffle(fields)
    assert Match.from_position("  ;  ".join([f" {first.upper()}", *map(str.upper, fields)])).position() == line
    spread = line.replace("|", "  |").replace(",", " ,  ").replace(": ", " :")
    assert Match.from_position(f"{spread} ;").position() == line


# ---- what does not fit ----

RA = Match("ra", NAMES[:3], suns=[[13, 8, 5, 2], [12, 9, 6, 3], [11, 10, 7, 4]], seed=7).position()
DICE = Match("dice", NAMES[:3], seed=7, start="1").position()
#: A disaster that leaves a choice, and a game that is over.
RA_DISCARDS = (
    "heliopolis position 1; game: ra; edition: z-man; players: 2; epoch: 1; turn: 1; phase: discarding; ra: 3; "
    "centre: 9; auction: drawn; bids: 9 | -; owed: 2 Unrest; suns: 6-5-2 | 8-7-4-3; down: 1 | -; "
    "tiles: 2 Art, Writing | -; points: 10 | 10; bag: 27 Ra"
)
RA_OVER = (
    "heliopolis position 1; game: ra; edition: z-man; players: 2; epoch: 3; turn: 1; phase: over; ra: 0; centre: 1; "
    "suns: 9-6-5-2 | 8-7-4-3; tiles: Pharaoh | Nile; points: 30 | 20; bag: Ra"
)
DICE_DISCARDS = (
    "heliopolis position 1; game: dice; edition: rulebook; players: 2; epoch: 1; turn: 1; acts: 2; phase: discarding; "
    "ra: 3; dice: yellow:Sun red:Sun blue:Sun green:Sun violet:Nile; disaster: civilization; owed: 1; "
    "civilization: - | red blue; points: 8 | 8"
)
DICE_OVER = (
    "heliopolis position 1; game: dice; edition: rulebook; players: 2; epoch: 3; turn: 1; phase: over; ra: 0; "
    "monuments: Fortress yellow | -; points: 20 | 21"
)

#: What is replaced in a line, by what, and what is said of it.
REFUSED = [
    (RA_DISCARDS, "turn: 1", "turn: 1; acts: 2", "acts does not fit: seat 1 has the disaster"),
    (RA_DISCARDS, "ra: 3", "ra: 3; track: Nile", "took the whole track, so it is empty"),
    (RA_DISCARDS, "2 Unrest", "Funeral", "a Funeral or a Drought leaves no choice"),
    (RA_DISCARDS, "2 Art, Writing", "3 Art", "seat 1 has no choice what to discard"),
    (RA_DISCARDS, "phase: discarding", "phase: bidding", "owed does not fit: the phase is bidding"),
    (RA_OVER, "ra: 0", "ra: 1", "the game is over, so the tracks are empty"),
    (RA_OVER, "9-6-5-2 | 8-7-4-3", "6-5-2 | 8-7-4-3; down: 9 | -", "the game is over, so no sun lies face down"),
    (RA_OVER, "Pharaoh", "Gold", "the game is over, so seat 1 has no Gold any more"),
    (RA_OVER, "phase: over", "phase: turn", "the bag has 1 Ra tiles, and the Ra track will need"),
    (DICE_DISCARDS, "acts: 2; ", "", "nobody discards in a turn of their own"),
    (DICE_DISCARDS, "owed: 1", "owed: 2", "seat 2 has no choice what to discard: it has too few markers"),
    (DICE_DISCARDS, "disaster: civilization", "disaster: nile", "discarding, so disaster is civilization or monument"),
    (DICE_DISCARDS, "green:Sun", "green:Nile", "a disaster takes 4 Suns, and the dice show 3"),
    (DICE_OVER, "ra: 0", "ra: 1", "ra does not fit: the game is over"),
    (DICE_OVER, "monuments: ", "civilization: red | -; monuments: ", "civilization does not fit: the game is over"),
    (RA, "heliopolis position 1", "heliopolis position 2", "expected 'heliopolis position 1' at the beginning"),
    (RA, "game: ra", "game: chess", "there is no game 'chess'"),
    (RA, "edition: z-man; ", "", "the field 'edition' is missing"),
    (RA, "z-man", "1999", "there is no edition '1999' of Ra"),
    (RA, "players: 3", "players: 7", "takes 2 to 5 players, not 7"),
    (RA, "players: 3", "players: three", "players 'three' does not fit"),
    (RA, "epoch: 1", "epoch: 4", "epoch '4' does not fit: expected a number from 1 to 3"),
    (RA, "turn: 1", "turn: 4", "turn '4' does not fit: expected a number from 1 to 3"),
    (RA, "turn: 1", "turn: 1; acts: 2", "acts does not fit: the phase is turn"),
    (RA, "phase: turn", "phase: thinking", "phase 'thinking' does not fit: expected one of turn, drawing"),
    (RA, "phase: turn", "phase: gods", "seat 1 has no God to spend"),
    (RA, "phase: turn", "phase: discarding", "discarding, but owed says no disaster"),
    (RA, "phase: turn", "phase: over", "the game is over after epoch 3, not 1"),
    (RA, "phase: turn", "phase: turn; auction: drawn", "auction does not fit: the phase is turn"),
    (RA, "phase: turn", "phase: turn; owed: Unrest", "owed does not fit: the phase is turn"),
    (RA, "ra: 0", "ra: 8", "the Ra track is full"),
    (RA, "ra: 0", "ra: 1", "31 Ra are in the bag and on the table: the box has 30"),
    (RA, "ra: 0", "ra: 0; track: Ra", "track 'Ra' does not fit: expected one tile a space"),
    (RA, "ra: 0", "ra: 0; track: Pharaoh", "26 Pharaoh are in the bag and on the table: the box has 25"),
    (RA, "ra: 0", "ra: 0; track: -, -, -, -, -, -, -, -, Nile", "track has 9 spaces, expected at most 8"),
    (RA, "centre: 1", "centre: 13", "the sun 1 is there never, expected once"),
    (RA, "centre: 1", "centre: 17", "centre '17' does not fit"),
    (RA, "13-8-5-2", "13-8-5", "seat 1 has 3 suns, expected 4"),
    (RA, "13-8-5-2", "13-13-8-5", "a seat has the sun 13 twice"),
    (RA, "13-8-5-2", "13-8-5-x", "'x' is no sun"),
    (RA, "points: 10 | 10 | 10", "points: 10 | 10", "points has parts for 2 seats, expected 3"),
    (RA, "points: 10 | 10 | 10", "points: 10 | 10 | -1", "points '-1' does not fit"),
    (RA, "points: ", "tiles: Ra | - | -; points: ", "nobody can hold Ra"),
    (RA, "points: ", "tiles: God, God | - | -; points: ", "tiles names God twice"),
    (RA, "30 Ra", "12 Ra", "the bag has 12 Ra tiles, and the Ra track will need 24"),
    (RA, "8 God", "8 Gods", "'8 Gods' does not fit: there is nothing of that name"),
    (RA, "; epoch", "; sheet 1: ra, 1 2 3; epoch", "sheet 1 is of an epoch that is not over"),
    (RA, "epoch: 1", "epoch: 2; sheet 1: suns, 1 2 3", "sheet 1 does not fit: expected why the epoch ended, then 7"),
    (RA, "epoch: 1", "epoch: 1; epoch: 1", "a second field 'epoch'"),
    (RA, "epoch: 1", "epoch 1", "'epoch 1' is no field"),
    (RA, "epoch: 1", "epochs: 1", "unknown field 'epochs', expected one of game, edition, players, god-disasters"),
    (
        RA,
        "phase: turn",
        "phase: bidding; auction: drawn; acts: 2; bids: - | - | 7",
        "seat 3 was not asked before seat 2",
    ),
    (RA, "phase: turn", "phase: bidding; auction: drawn; acts: 3; bids: - | 7 | -", "seat 2 has no face-up sun 7"),
    (
        RA,
        "phase: turn",
        "phase: bidding; auction: drawn; acts: 3; bids: - | 12 | -",
        "seat 3 has no face-up sun above 12",
    ),
    (RA, "phase: turn", "phase: turn; bids: - | 7 | 7", "two seats bid 7"),
    (RA, "phase: turn", "phase: turn; bids: - | 7 | -; buyer: 2", "buyer is for a table without bids"),
    (DICE, "ra: 0", "ra: 11", "Ra is at the end of the Sun track"),
    (DICE, "phase: rerolling", "phase: rolling", "rolling does not fit: the phase is rolling"),
    (DICE, "phase: rerolling", "phase: declaring", "a disaster takes 4 Suns"),
    (DICE, "phase: rerolling", "phase: using", "rerolls do not fit: the dice are being used"),
    (DICE, "rerolls: 2", "rerolls: 3", "rerolls '3' does not fit"),
    (DICE, "yellow:", "red:", "the red die is there twice"),
    (DICE, "yellow:", "pink:", "dice 'pink' is no colour"),
    (DICE, "points", "pharaoh: 13 | 0 | 0; points", "pharaoh '13' does not fit: expected a number from 0 to 12"),
    (DICE, "points", "civilization: red | red | red; points", "civilization red has 3 markers, expected at most 2"),
    (DICE, "points", "monuments: Fortress red | Fortress red | -; points", "two markers are in Fortress red"),
    (DICE, "points", "monuments: Tower red | - | -; points", "monuments 'Tower red' is no cell"),
    (DICE, "points", "built: 1; points", "built does not fit: the phase is rerolling"),
]


@pytest.mark.parametrize(("line", "find", "replacement", "said"), REFUSED, ids=[said for *_, said in REFUSED])
def test_what_does_not_fit_is_refused_by_a_sentence(line: str, find: str, replacement: str, said: str) -> None:
    assert find in line
    with pytest.raises(PositionError, match=re.escape(said)):
        Match.from_position(line.replace(find, replacement, 1))


@pytest.mark.parametrize("line", sorted({line for line, *_ in REFUSED}))
def test_what_was_spoilt_was_a_position(line: str) -> None:
    assert Match.from_position(line).position().startswith(line)  # sheets may follow, of nobody that scored


def refusal(line: str) -> str | None:
    """Say why a line is refused; None where it is a position."""
    try:
        position.read(line)
    except HeliopolisError as error:
        return str(error)
    return None


def damaged(line: str, numbers: random.Random) -> str:
    """Spoil a line at a place or two; now and then only a number becomes another."""
    digits = [place for place, sign in enumerate(line) if sign.isdigit()]
    if numbers.random() < 0.3:
        here = numbers.choice(digits)
        return line[:here] + numbers.choice("0123456789") + line[here + 1 :]
    for _ in range(numbers.choice((1, 1, 2, 4))):
        here = numbers.randrange(len(line))
        there = min(len(line), here + numbers.randrange(1, 12))
        spoiled = numbers.choice(
            ["", numbers.choice("0123456789|;:,- "), line[here:there] * 2, line[there : there + 9], "²", "\x00", "٣"]
        )
        line = line[:here] + spoiled + line[there:]
    return line


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_line_is_refused_in_words_or_is_a_position_to_play_on_from(game: str) -> None:
    numbers = random.Random(game)
    lines = [play_on(Match(game, NAMES[:3], seed=seed), seed, 30 * seed).position() for seed in range(1, 9)]
    read = 0
    for _ in range(600):
        line = damaged(numbers.choice(lines), numbers)
        told = refusal(line)
        if told is not None:
            assert len(told) < 5 * LONGEST_QUOTE, told
            continue
        match = Match.from_position(line, seed=1)
        read += 1
        assert Match.from_position(match.position()).position() == match.position()
        play_on(match, read, 3)
    assert read > 20, "a damaged number is often another good one"


# ---- matches from positions ----


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, choice=st.integers(0, 999), lines=st.integers(0, 250), name=st.sampled_from(GAMES))
def test_a_match_from_a_position_goes_on_as_the_first_did(seed: int, choice: int, lines: int, name: str) -> None:
    first = play_on(Match(name, NAMES[:3], seed=seed, date=DATE), choice, lines)
    second = Match.from_position(first.position(), first.players, draws="table", date=DATE)
    ended = play_on(first.copy(), choice)
    for line in ended.words(len(first)):
        second.play(line)
    assert second.result == ended.result
    assert second.state.tobytes() == ended.state.tobytes()


@settings(max_examples=6, deadline=None)
@given(
    seed=SEEDS, choice=st.integers(0, 999), how=st.sampled_from([("ra", "sealed"), ("ra", "table"), ("dice", "sealed")])
)
def test_record_2_is_read_and_written_to_the_same_bytes(seed: int, choice: int, how: tuple[str, str]) -> None:
    name, draws = how
    line = play_on(Match(name, NAMES[:3], seed=seed), choice, choice % 90).position()
    begun = Match.from_position(line, NAMES[:3], seed=seed, draws=draws, date=DATE)
    for lines in (0, 12, 40):
        text = play_on(begun, choice, lines).record()
        assert text.startswith("heliopolis record 2\n")
        copy = Match.read(text, seed)
        assert copy.record() == text
        assert copy.at(0).position() == copy.begins_at


def test_golden_records_are_read_and_written_to_the_same_bytes() -> None:
    for path in sorted(GOLDEN.glob("*.txt"))[::9]:
        text = Match.load(path).record()
        assert text.startswith("heliopolis record 1\n")
        match = Match.read(text)
        assert (match.record(), match.begins_at) == (text, None)


def test_a_position_of_a_record_has_to_be_one_of_its_match() -> None:
    record = Match.from_position(RA, seed=1, date=DATE).record()
    for find, replacement, said in (
        ("edition: z-man", "edition: alea", "line 6: the position has edition z-man, expected alea"),
        ("| player 3", "| player 3 | player 4", "line 6: the position has 3 players, and 4 are named"),
        ("position: heliopolis", "position: heliopoli", "line 6: this is no position"),
        ("30 Ra", "31 Ra", "line 6: 31 Ra are too many"),
    ):
        with pytest.raises(HeliopolisError, match=said):
            Match.read(record.replace(find, replacement, 1))


# ---- commands ----


def test_commands_take_a_position(tmp_path: Path) -> None:
    done = invoke("perft", "--position", RA, "--depth", "2")
    assert done.output.splitlines()[0] == "Ra (Z-Man Games), at a position: player 1 to move"
    assert done.output.splitlines()[-1].split() == ["2", "28", "185"]
    file = tmp_path / "on.ra"
    played = invoke("play", "--position", RA, "--seats", "Ann,Ben,Cleo", "--save", str(file), input="draw\nquit\n")
    assert played.exit_code == 0, played.output
    assert Match.load(file).begins_at == RA
    again = invoke("play", "--position", RA, "--save", str(file))
    assert (again.exit_code, "leave one of them out" in again.output) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["perft"], "expected the file of a record, or a position with --position"),
        (["perft", "--position", RA, "--at", "3"], "--at is for the file of a record"),
        (["perft", "--position", "x"], "this is no position"),
        (["play", "dice", "--position", RA], "a position says which game"),
        (["play", "--position", RA, "--seats", "Ann,Ben"], "the position has 3 players, and 2 are named"),
    ],
)
def test_commands_say_what_is_wrong_with_a_position(arguments: list[str], said: str) -> None:
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert said in " ".join(done.output.split())
    assert "Traceback" not in done.output
