"""The examples of the browser's Rules page: every figure in them is what the rules really give."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from heliopolis import Match
from heliopolis.games import NAMES
from heliopolis.games.dice.components import COLOURS
from heliopolis.rulebook import rulebook
from tests.dice import positions as dice
from tests.dice.model import Mat
from tests.ra import positions as ra

WEB = Path(__file__).parents[1] / "web" / "src"
EXAMPLES = {game: json.loads((WEB / game / "examples.json").read_text("utf-8")) for game in NAMES}
ALL = [pytest.param(game, example, id=f"{game}-{example['name']}") for game in NAMES for example in EXAMPLES[game]]
Example = dict[str, Any]


def laid_out(game: str, example: Example) -> Match:
    """Lay out the table of an example; its first player is to move."""
    players = list(example["players"].values())
    seats = dict(enumerate(players))
    if game == "ra":
        return ra.position(
            len(players),
            epoch=example.get("epoch", 1),
            track=example.get("track", ()),
            centre=example.get("centre", 1),
            up={seat: one["suns"] for seat, one in seats.items() if "suns" in one},
            tiles={seat: one.get("tiles", {}) for seat, one in seats.items()},
        )
    match = dice.position(
        len(players),
        epoch=example.get("epoch", 1),
        ra=example.get("ra", 0),
        mats={seat: mat_of(one) for seat, one in seats.items()},
    )
    if faces := example.get("dice"):
        match.play(f"roll {' '.join(f'{colour}:{face}' for colour, face in zip(COLOURS, faces, strict=True))}")
        if "keep" in match.moves():
            match.play("keep")
    return match


def mat_of(player: Mapping[str, Any]) -> Mat:
    fields = dict(player)
    fields["civilization"] = frozenset(fields.get("civilization", ()))
    fields["monuments"] = dice.cells(*fields.get("monuments", ()))
    return Mat(**fields)


def figures(value: Any) -> Iterator[int]:
    """Find all numbers in data."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield abs(value)
    elif isinstance(value, str):
        yield from map(int, re.findall(r"\d+", value))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from figures(one)


@pytest.mark.parametrize(("game", "example"), ALL)
def test_an_example_is_what_the_rules_give(game: str, example: Example) -> None:
    match = laid_out(game, example)
    seen: list[int] = []
    if "row" in example:
        view: Any = match.view(None)
        seen += figures(msgspec.to_builtins(view.reasons))
        scores = [match.preview(seat)[example["row"]] for seat in range(len(match.players))]
        assert scores == example["scores"]
    for move in example.get("moves", ()):
        assert move in match.moves()
        if move == example.get("moves", [None])[-1] and "refused" in example:
            assert example["refused"] not in match.moves()
        match.play(move)
    for seat, name in enumerate(example["players"]):
        after = example.get("after", {}).get(name, {})
        if game == "ra":
            assert sorted(after.get("suns", ra.suns_up(match, seat))) == sorted(ra.suns_up(match, seat))
            assert sorted(after.get("down", ra.suns_down(match, seat))) == sorted(ra.suns_down(match, seat))
            assert after.get("tiles", ra.held(match, seat)) == ra.held(match, seat)
        elif after:
            before = example["players"][name]
            points = dice.mat(match, seat).points
            wanted = mat_of({"points": points, **before, **after})
            assert dice.mat(match, seat) == wanted
    if "centreAfter" in example:
        assert ra.board(match).centre_sun == example["centreAfter"]
    # No number is said that is not there.
    known = {*seen, *figures({key: value for key, value in example.items() if key not in ("says", "rules", "name")})}
    assert set(figures(example["says"])) <= known


@pytest.mark.parametrize("game", NAMES)
def test_examples_stand_at_rules_that_there_are(game: str) -> None:
    ids = {rule.id for rule in rulebook(game).rules}
    named = [rule for example in EXAMPLES[game] for rule in example["rules"]]
    assert set(named) <= ids
    assert len({example["name"] for example in EXAMPLES[game]}) == len(EXAMPLES[game]) > 8
