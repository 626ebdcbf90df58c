"""The sealed bag, worked out again here from its description alone."""

from __future__ import annotations

import hashlib
import json
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heliopolis import Match, RecordError, SetupError
from heliopolis.table import sealed
from tests.conftest import NAMES, SEEDS, THREE, play_on
from tests.referee import COMPOSITION, SUN_GROUPS

GOLDEN_SEED = 0x0123456789ABCDEF0FEDCBA987654321
GOLDEN_ORDER = "169b5da370277c17291a4a8a5db1be729a0ef6f66f49ebcba9b229ae2f864cec"


def number(seed: int, label: bytes, count: int) -> int:
    digest = hashlib.sha256(seed.to_bytes(16, "big") + label + count.to_bytes(8, "big")).digest()
    return int.from_bytes(digest, "big")


def bag_order(seed: int) -> list[str]:
    """Draw all 180 tiles: each time the tile at a place of those left, lined up in the order of R1."""
    left = [tile for tile, count in COMPOSITION.items() for _ in range(count)]
    return [left.pop(number(seed, b"chance", drawn) % len(left)) for drawn in range(180)]


def drawn_tiles(match: Match) -> list[str]:
    return [word.removeprefix("tile ") for line, word, _ in match.log(plain=True) if line.is_chance]


def empty_the_bag(seed: int) -> Match:
    """Play so that nobody ever buys: with five players the game then ends with the thirtieth Ra tile (R36)."""
    match = Match("ra", NAMES, seed=seed)
    while match.seat is not None:
        moves = match.moves()
        match.play(next(move for move in ("draw", "pass", "invoke") if move in moves))
    return match


def test_the_whole_order_of_a_bag_is_the_same_on_every_platform() -> None:
    order = bag_order(GOLDEN_SEED)
    assert hashlib.sha256(",".join(order).encode()).hexdigest() == GOLDEN_ORDER
    drawn = drawn_tiles(empty_the_bag(GOLDEN_SEED))
    assert drawn.count("Ra") == 30
    assert drawn == order[: len(drawn)]


@settings(max_examples=10, deadline=None)
@given(seed=SEEDS, players=st.integers(2, 5), choices=st.tuples(st.integers(0, 99), st.integers(100, 199)))
def test_the_order_follows_from_the_seed_whatever_the_players_do(
    seed: int, players: int, choices: tuple[int, int]
) -> None:
    order = bag_order(seed)
    for choice in choices:
        drawn = drawn_tiles(play_on(Match("ra", NAMES[:players], seed=seed), choice))
        assert len(drawn) > 10
        assert drawn == order[: len(drawn)]


@settings(max_examples=40, deadline=None)
@given(seed=SEEDS, players=st.integers(2, 5))
def test_the_deal_follows_from_the_seed_r3(seed: int, players: int) -> None:
    deals = list(permutations(SUN_GROUPS[players]))
    expected = deals[number(seed, b"opening", 0) % len(deals)]
    match = Match("ra", NAMES[:players], seed=seed)
    assert match.deal == " | ".join("-".join(map(str, group)) for group in expected)


@given(seed=SEEDS)
def test_the_hash_commits_to_the_seed(seed: int) -> None:
    assert sealed.seed_hash(seed) == hashlib.sha256(b"heliopolis seed" + seed.to_bytes(16, "big")).hexdigest()
    assert sealed.read_seed(sealed.write_seed(seed)) == seed


@given(seed=SEEDS, count=st.integers(0, 500), limit=st.integers(1, 999))
def test_tickets_are_the_documented_ones(seed: int, count: int, limit: int) -> None:
    assert sealed.ticket(seed, "chance", count, limit) == number(seed, b"chance", count) % limit


@pytest.mark.parametrize("seed", [0, 1, 2**127, 2**128 - 1])
def test_every_seed_of_128_bits_is_good(seed: int) -> None:
    match = Match("ra", THREE, seed=seed)
    match.play("draw")
    assert drawn_tiles(match) == bag_order(seed)[:1]


def test_drawn_seeds_use_all_128_bits() -> None:
    seeds = [sealed.new_seed() for _ in range(200)]
    assert len(set(seeds)) == 200
    assert all(0 <= seed < 2**128 for seed in seeds)
    assert all(any(seed >> bit & 1 for seed in seeds) for bit in range(128))


@pytest.mark.parametrize(
    "text", ["", "7", "0" * 31, "0" * 33, "g" * 32, "A" * 32, " " * 32, "0x" + "0" * 30, "1_" * 16]
)
def test_a_seed_is_written_in_one_way_only(text: str) -> None:
    with pytest.raises(RecordError, match="expected 32 digits 0-9 a-f"):
        sealed.read_seed(text)


@pytest.mark.parametrize("seed", [None, "7", 7.0, -1, 2**128, True])
def test_what_is_no_seed_is_refused(seed: object) -> None:
    with pytest.raises(SetupError, match=r"whole number from 0 to 2\*\*128 - 1"):
        sealed.check_seed(seed)


def everything_shown(match: Match) -> str:
    """All that leaves the table: the record, and every seat's view and text."""
    seats = [None, *range(len(match.players))]
    shown = [match.record(), str(match.seed), *(json.dumps(match.view(seat).data()) for seat in seats)]
    return "\n".join([*shown, *(match.text(seat) for seat in seats)])


def test_the_hash_is_shown_from_the_first_move_and_the_seed_only_at_the_end() -> None:
    match = Match("ra", THREE, seed=GOLDEN_SEED)
    secret = f"{GOLDEN_SEED:032x}"
    while match.seat is not None:
        shown = everything_shown(match)
        assert f"seed hash: {sealed.seed_hash(GOLDEN_SEED)}\n" in shown
        assert secret not in shown.lower()
        assert str(GOLDEN_SEED) not in shown
        assert "\nseed:" not in shown
        play_on(match, len(match), len(match) + 12)
    assert match.seed == GOLDEN_SEED
    assert f"\nseed: {secret}\n" in match.record()
    past = match.at(len(match) - 1)
    assert past.seed is None
    assert secret not in everything_shown(past), "a look back shows no more than was known then"


def test_table_draws_have_no_seed_to_show() -> None:
    match = play_on(Match("ra", THREE, seed=GOLDEN_SEED, draws="table"), 1)
    assert (match.seed, match.seed_hash) == (None, None)
    assert "seed" not in match.record()
