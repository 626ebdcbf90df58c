"""Whole games, word for word: what is played, what follows, what is scored."""

from __future__ import annotations

import re
from difflib import unified_diff
from itertools import islice

import pytest

from heliopolis import Match, MoveError
from heliopolis.games import NAMES, find_game
from heliopolis.games.ra.editions import AFTER_ACTION, AT_ONCE
from tests.golden.playthrough import FOLDER, Table, play, tables, text

TABLES = list(tables())
SHOWN = 40  # lines of a difference: whatever comes after the first move that differs is another game

#: What has to happen somewhere in the games of Ra, so that a change of it is a change of a text.
IN_RA = [
    r"(draw|turn over)\b",
    "tile Ra",
    "invoke",
    "stop",
    *(f"take ({disaster})" for disaster in ("War|Unrest", "Drought", "Earthquake")),
    *(f"tile ({disaster})" for disaster in ("Funeral", "War|Unrest", "Drought", "Earthquake")),
    "discard (Art|Agriculture|Religion|Astronomy|Writing)",
    "discard (Fortress|Obelisk|Palace|Pyramid|Sphinx|Statues|Step Pyramid|Temple)",
    "# all pass: the tiles stay",
    "# all pass: the tiles leave the game",
    "# .* passes: no (sun|sun disk) above",
    "# .* passes: no face-up (sun|sun disk)",
    "# .* loses . (Pharaoh|Nile|Flood)",
    "# epoch . ends: the Ra track is full",
    "# epoch 3 ends: no (sun|sun disk) is face up",
]
IN_DICE = [
    "reroll",
    "keep",
    "pharaoh 1",
    "nile 1",
    "flood",
    "flood keep",
    "ankhs",
    "civilization [a-z]+$",
    "civilization [a-z]+ [a-z]+",
    r"monument .*\n.*monument",
    *(f"disaster {kind}" for kind in ("none", "pharaoh", "nile", "civilization", "monument")),
    "discard civilization",
    "discard monument",
    "# Ra moves 2",
    "# .* scores 3 for 3 Suns",
    "# .* back on the Pharaoh track",
    "# .* back on the Nile track",
    "# .* loses monument",
    "# epoch 3 ends",
]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_game_goes_as_it_always_went(table: Table) -> None:
    before = table.file.read_text(encoding="utf-8").splitlines(keepends=True)
    match = play(table)
    now = text(match, brief=table.brief).splitlines(keepends=True)
    difference = "".join(islice(unified_diff(before, now, table.file.name, "as it is played now"), SHOWN))
    assert not difference, f"if this is meant, run `make golden` and read the diff\n{difference}"


@pytest.mark.parametrize("table", TABLES[::5], ids=lambda table: table.name)
def test_a_text_is_a_record(table: Table) -> None:
    match = Match.load(table.file)
    assert match.record() == play(table).record()


def test_every_text_belongs_to_a_table_and_every_value_of_a_house_rule_is_played() -> None:
    assert set(FOLDER.glob("*.txt")) == {table.file for table in TABLES}
    for game in map(find_game, NAMES):
        for edition in game.editions:
            played = [table for table in TABLES if (table.game, table.edition) == (game.name, edition)]
            for name, setting in game.settings.items():
                assert {table.settings[name] for table in played if table.settings} == set(setting.values)


@pytest.mark.parametrize(
    ("game", "event"), [*(("ra", event) for event in IN_RA), *(("dice", event) for event in IN_DICE)]
)
def test_everything_happens_somewhere(game: str, event: str) -> None:
    told = "".join(table.file.read_text(encoding="utf-8") for table in TABLES if table.game == game)
    start = event if event.startswith("#") else f"[0-9]+[.] [a-z]+: {event}"
    assert re.search(f"^{start}", told, re.MULTILINE)


@pytest.mark.parametrize("edition", find_game("ra").editions)
def test_every_edition_shows_when_it_fulfils_a_disaster_taken_with_a_god(edition: str) -> None:
    """The same moves in the same edition, but with the other answer, are another game, or none."""
    usual = [table for table in TABLES if (table.game, table.edition) == ("ra", edition) and not table.settings]
    assert any(goes_otherwise(Match.load(table.file)) for table in usual)


def goes_otherwise(match: Match) -> bool:
    """Tell whether a game of Ra goes on in another way if such disasters strike at another time."""
    other = {AT_ONCE: AFTER_ACTION, AFTER_ACTION: AT_ONCE}[match.edition.god_disasters]
    twin = Match("ra", match.players, edition=match.edition.name, draws="table", suns=match.deal, god_disasters=other)
    try:
        for word in match.words():
            twin.play(word)
    except MoveError:
        return True
    return [happened for *_, happened in twin.log()] != [happened for *_, happened in match.log()]
