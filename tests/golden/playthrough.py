"""Whole games as text: one for every edition and number of players, and for every value of every house rule.

A change of the rules, or of the words for them, is a change of these texts that a person can read. Every text is also
a record: in the edition's own words, with comments that show the table and the score sheets. Who moves here is no bot
but the taste below, so that a better bot changes nothing.
"""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from heliopolis import Match
from heliopolis.games import NAMES as GAMES
from heliopolis.games import find_game
from heliopolis.table import record

FOLDER = Path(__file__).parent
PLAYERS = ["north", "east", "south", "west", "centre"]
DATE = datetime.date(2026, 11, 15)

#: Another number is other games. With these, all that has to happen somewhere does.
SALT = {"ra": 13, "dice": 23}

#: How much a kind of move is liked, where not as much as any other. Gods are kept until there are some of them.
TASTE = {"draw": 8.0, "take": 0.4, "pass": 2.0, "stop": 0.4, "reroll": 9.0, "monument": 0.5, "end": 0.3}

#: Moves that are chosen every other time when they can be, since they are rare, or lead to what is rare.
DISASTERS = "Funeral|Drought|Unrest|Earthquake"
FAVOURITES = re.compile(
    f"tile God|take ({DISASTERS})|"
    "reroll( [a-z]+){3,}|flood keep Nile|civilization .*|disaster (civilization|monument)"
)

#: Where a house rule has many values, most of its games are told in brief: played in haste, and without the table.
HASTE = {"reroll": 0.1, "end": 8.0}
IN_FULL = 7  # one in so many


@dataclass(frozen=True)
class Table:
    """One game to be played: what it is, who plays, and what is played differently."""

    game: str
    edition: str
    players: int
    settings: Mapping[str, str] = field(default_factory=dict)
    brief: bool = False

    @property
    def name(self) -> str:
        """Name its file."""
        changed = [f"{setting}-{value}" for setting, value in self.settings.items()]
        return "-".join([self.game, self.edition, str(self.players), *changed])

    @property
    def draws_itself(self) -> bool:
        """Whether people draw from a bag of their own, and so draw what they like: Gods and disasters."""
        return self.game == "ra" and self.players % 2 == 0

    @property
    def file(self) -> Path:
        """Find its file."""
        return FOLDER / f"{self.name}.txt"


def tables() -> Iterator[Table]:
    """List every edition with every number of players, and then with every value of every house rule."""
    for game in map(find_game, GAMES):
        for edition in game.editions.values():
            for players in range(edition.fewest_players, edition.most_players + 1):
                yield Table(game.name, edition.name, players)
            for turn in range(max((len(setting.values) for setting in game.settings.values()), default=0)):
                chosen = {name: setting.values[turn % len(setting.values)] for name, setting in game.settings.items()}
                fewest = int(chosen.get("fewest-players", edition.fewest_players))
                players = fewest + turn % (edition.most_players - fewest + 1)
                yield Table(game.name, edition.name, players, chosen, brief=turn >= 2 and turn % IN_FULL > 0)


def play(table: Table) -> Match:
    """Play a game to its end. What is chosen follows from the name of the table, the line and the legal moves."""
    options = {name.replace("-", "_"): value for name, value in table.settings.items()}
    salt = f"{SALT[table.game]} {table.name}"
    seed = int.from_bytes(digest(salt)[:16], "big")
    names = PLAYERS[: table.players]
    draws = "table" if table.draws_itself else "sealed"
    match = Match(table.game, names, edition=table.edition, seed=seed, draws=draws, date=DATE, **options)
    taste = TASTE | HASTE if table.brief else TASTE
    while match.seat is not None:
        match.play(choose(match.moves(), taste, digest(f"{salt} {len(match)}"), hasty=table.brief))
    return match


def digest(text: str) -> bytes:
    """Draw numbers that are the same everywhere and for ever."""
    return hashlib.sha256(text.encode()).digest()


def choose(moves: list[str], taste: Mapping[str, float], numbers: bytes, *, hasty: bool) -> str:
    """Choose a favourite every other time unless in haste, else a kind of move by taste, and then one of that kind."""
    kinds: dict[str, list[str]] = {}
    for move in moves:
        kinds.setdefault(move.split()[0], []).append(move)
    chosen = [move for move in moves if FAVOURITES.fullmatch(move)]
    if hasty or not chosen or numbers[8] % 2:
        ticket = int.from_bytes(numbers[:4], "big") / 2**32 * sum(taste.get(kind, 1.0) for kind in kinds)
        for kind, chosen in kinds.items():  # noqa: B007
            ticket -= taste.get(kind, 1.0)
            if ticket < 0:
                break
    return chosen[int.from_bytes(numbers[4:8], "big") % len(chosen)]


def text(match: Match, *, brief: bool = False) -> str:
    """Write a match as a record in the edition's own words, with the table and the score sheets as comments."""
    lines = [record.FIRST_LINE, *record.headers(match), ""]
    if not brief:
        lines += [*comment(board(match.at(0))), ""]
    scored = 0
    for number, (line, word, happened) in enumerate(match.log(), 1):
        lines += [f"{number}. {match.players[line.seat]}: {word}", *comment(happened)]
        if any(text.startswith("epoch ") for text in happened):
            now = match.at(number)
            lines += ["", *comment(sheets(now, scored)), ""]
            if not brief:
                lines += [*comment(board(now)), ""]
            scored += 1
    return "\n".join(lines).rstrip("\n") + "\n"


def board(match: Match) -> list[str]:
    """Draw the table, with everyone's points."""
    return match.game.words.text(match.state, match.players, list(match.scores), match.edition).split("\n")


def sheets(match: Match, epoch: int) -> Iterator[str]:
    """Draw the score sheets of an epoch."""
    rows = [["", *match.game.categories, "sum", "points"]]
    for seat, sheet in enumerate(match.breakdowns()[epoch]):
        rows.append([match.players[seat], *(f"{points:+d}" if points else "0" for points in sheet.values())])
        rows[-1] += [f"{sum(sheet.values()):+d}", str(match.scores[seat])]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for name, *points in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(points, widths[1:], strict=True)]
        yield "  ".join([f"{name:<{widths[0]}}", *cells])


def comment(lines: Iterator[str] | list[str]) -> Iterator[str]:
    """Turn lines into comments."""
    return (f"# {line}".rstrip() for line in lines)
