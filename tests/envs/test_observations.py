"""Observations: every number is what its name says, and the page of tables is that of the code."""

from __future__ import annotations

import random
from functools import cache
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from heliopolis.bots.neural.features import layout as network_shape
from heliopolis.bots.neural.features import write_features
from heliopolis.envs import Batch
from heliopolis.envs.tables import PAGE, page
from heliopolis.games import contract, find_game
from heliopolis.observations.layouts import Layout, compact_layout, network_layout, raw_layout

GAMES = ["ra", "dice"]


@cache
def positions(game: str, players: int) -> list[Any]:
    """Positions of random games, from their beginning to their end."""
    batch, numbers, found = (
        Batch(game, 1, players, seed=players, chance="given", reset="disabled"),
        random.Random(3),
        [],
    )
    while not batch.now.terminations[0]:
        found.append(batch.states[0].copy())
        batch.step([numbers.choice(np.flatnonzero(batch.now.masks[0]).tolist())])
    return [*found[::9], batch.states[0].copy()]


def seen(game: str, players: int, observation: str, seat: int) -> Any:
    states = positions(game, players)
    batch = Batch(game, len(states), players, observation=observation, chance="given")
    batch.load(np.array(states, batch.game.dtype))
    return batch.layout, batch.observe(seat).copy(), states


def test_the_page_of_tables_is_that_of_the_code() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m heliopolis.envs.tables writes it anew"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("observation", ["raw", "compact", "network"])
def test_every_number_has_a_name_of_its_own_and_lies_between_its_bounds(game: str, observation: str) -> None:
    for players in (2, 4):
        layout, numbers, _ = seen(game, players, observation, 1)
        names, (low, high) = layout.names(), layout.bounds()
        assert len(set(names)) == len(names) == layout.size == numbers.shape[1]
        assert (numbers >= low).all()
        assert (numbers <= high).all()
        table, rows = layout.split(numbers)
        assert table.shape[1:] == (layout.table_size,)
        assert rows.shape[1:] == (players, layout.seat_size)


@pytest.mark.parametrize("game", GAMES)
def test_raw_is_the_record(game: str) -> None:
    layout, numbers, states = seen(game, 3, "raw", 0)
    at = 0
    for group in layout.table:
        count = len(group.labels)
        for row, state in zip(numbers[:, at : at + count], states, strict=True):
            field = np.atleast_1d(state[group.name])
            if field.dtype.itemsize == 8:  # a mask of cells: eight columns for each colour
                assert row.tolist() == [int(mask) >> 8 * part & 255 for mask in field for part in range(5)]
            else:
                assert row.tolist() == field.ravel().tolist()
        at += count
    assert at == layout.size
    every = {name for name in find_game(game).dtype.names or () if not name.startswith("gap_")}
    assert {group.name for group in layout.table} == every


@pytest.mark.parametrize("game", GAMES)
def test_network_is_what_the_networks_of_the_house_see(game: str) -> None:
    layout, numbers, states = seen(game, 3, "network", 2)
    assert (layout.table_size, layout.seat_size, layout.version) == network_shape(states[0])
    expected = np.zeros(layout.size, np.float32)
    for row, state in zip(numbers, states, strict=True):
        write_features(state, 2, expected)
        assert row.tobytes() == expected.tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_one_of_several_is_one(game: str) -> None:
    """Where the page says "one of three", one of three numbers is 1, and the others are 0."""
    for layout in (compact_layout(game, 3), network_layout(game, 3)):
        _, numbers, _ = seen(game, 3, layout.name, 0)
        at, found = 0, 0
        for _, group in layout.groups():
            part = numbers[:, at : at + len(group.labels)]
            if "one of " in group.meaning:
                sums = part.sum(1)
                assert ((part == 0) | (part == 1)).all()
                may_be_none = "all 0" in group.meaning
                assert ((sums == 1) | (may_be_none & (sums == 0))).all(), group.name
                found += 1
            elif group.meaning.startswith("1 "):
                assert ((part == 0) | (part == 1) | ("half" in group.meaning)).all(), group.name
            at += len(group.labels)
        assert found >= 2


@pytest.mark.parametrize("game", GAMES)
def test_compact_says_what_lies_on_the_table(game: str) -> None:
    """Some numbers of each kind, against what people see."""
    layout, numbers, states = seen(game, 3, "compact", 1)
    names = layout.names()
    for row, state in zip(numbers.astype(float), states, strict=True):
        said = dict(zip(names, row, strict=True))
        board: Any = find_game(game).views.board(state)
        points = np.zeros(3, np.int16)
        contract.scores(state, points)
        sheet = np.zeros((5, len(find_game(game).categories)), np.int16)
        if board.phase != "over":
            contract.score_breakdown(state, sheet)
            assert said[f"phase.{board.phase}"] == 1
        assert said[f"epoch.epoch {board.epoch}"] == 1
        for place, seat in enumerate((1, 2, 0)):
            own = f"row {place}: "
            assert said[own + "points"] == pytest.approx(points[seat] / 40)
            assert said[own + "turn"] == (board.turn == seat)
            assert said[own + "sheet in all"] == pytest.approx(sheet[seat].sum() / 10)
            for category, worth in zip(find_game(game).categories, sheet[seat], strict=True):
                assert said[f"{own}sheet.{category}"] == pytest.approx(worth / 10)
            CHECKS[game](said, own, board, board.seats[seat])


def check_ra(said: dict[str, float], own: str, board: Any, held: Any) -> None:
    for kind, count in held.tiles.items():
        assert said[f"{own}tiles.{kind}"] == pytest.approx(count / (5 if kind in ("Pharaoh", "Nile") else 2))
    for name, suns in (("suns up", held.suns_up), ("suns down", held.suns_down)):
        shown = [said[f"{own}{name}.{place}"] * 16 for place in (1, 2, 3, 4)]
        assert shown == pytest.approx([*suns, *[0] * (4 - len(suns))])
    for kind in {kind for kind in board.track if kind is not None}:
        assert said[f"lot.{kind}"] == board.track.count(kind) / 2
    assert said["Ra chance"] == pytest.approx(board.ra_chance)
    assert said["must bid"] == (board.auction is not None and board.auction.must_bid)


def check_dice(said: dict[str, float], own: str, board: Any, held: Any) -> None:
    assert said[f"{own}Pharaoh"] == pytest.approx(held.pharaoh / 12)
    assert said[f"{own}Nile"] == pytest.approx(held.nile / 12)
    assert said[f"{own}floods"] == pytest.approx(held.floods / 3)
    assert [cell for cell in board.monuments["Temple"] if said[f"{own}monument.Temple {cell}"]] == [
        name.split()[-1] for name in held.monuments if name.startswith("Temple")
    ]
    for colour, face in board.dice.items():
        assert said[f"in the air.{colour}"] == (face == "rolling")
        if face not in ("rolling", "used"):
            assert said[f"dice.{face} {colour}"] == 1


CHECKS = {"ra": check_ra, "dice": check_dice}


def meaning(layout: Layout) -> str:
    """Shorten all that is said of the numbers of a layout."""
    said = [(name, group.low, group.high, group.meaning) for _, group in layout.groups() for name in group.names]
    return sha256(repr(said).encode()).hexdigest()[:12]


def test_versions_of_layouts_are_not_changed_in_silence() -> None:
    """A layout whose numbers mean something else has another version: then this list changes with it."""
    sizes = {
        (layout.name, game, layout.version): (layout.table_size, layout.seat_size, meaning(layout))
        for game in GAMES
        for layout in (raw_layout(game, 4), compact_layout(game, 4), network_layout(game, 4))
    }
    assert sizes == {
        ("raw", "ra", 1): (298, 0, "f839a78d9b93"),
        ("compact", "ra", 1): (64, 39, "24975fbacc83"),
        ("network", "ra", 2): (108, 134, "b3b8588bb2c6"),
        ("raw", "dice", 1): (119, 0, "f2f45e2ff4f9"),
        ("compact", "dice", 1): (93, 57, "7e5f50968d7b"),
        ("network", "dice", 2): (96, 90, "3494052b5b32"),
    }
