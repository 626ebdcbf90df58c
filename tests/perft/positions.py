"""Which positions are counted: the opening of every golden game, and the first of each kind in the middle of them.

A position is a golden text and a number of lines. The file of a game says why each was chosen, and lists the counts
depth by depth:

    ra-z-man-3 at 57: who invoked must bid
        1                    3                            3
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from heliopolis import Match
from heliopolis.arena.perft import row
from heliopolis.games.perft import Count, perft
from tests.golden.playthrough import FOLDER as GOLDEN
from tests.golden.playthrough import tables

FOLDER = Path(__file__).parent

#: No depth is listed that has more sequences.
MOST = 150_000
DEEPEST = 12

#: So many positions of each kind, from different games.
OF_A_KIND = 2

HEAD = """\
# How many sequences of moves follow these positions: depth, sequences, and sequences weighted by chance.
# A position is a game of tests/golden and a number of its lines. `make golden` counts all of them anew.
"""
POSITION = re.compile(r"(?P<name>\S+) at (?P<line>[0-9]+): (?P<why>.+)")


@dataclass(frozen=True)
class Position:
    """A position, why it was chosen, and what is known of it: by depth, how many sequences there are."""

    name: str
    line: int
    why: str
    counts: dict[int, Count]

    def __str__(self) -> str:
        head = f"{self.name} at {self.line}: {self.why}"
        return "\n".join([head, *(row(depth, count) for depth, count in self.counts.items())]) + "\n"


def load(name: str) -> Match:
    """Read a golden game."""
    return Match.load(GOLDEN / f"{name}.txt")


# ---- the files ----


def file(game: str) -> Path:
    """Find the file of a game."""
    return FOLDER / f"{game}.txt"


def read(game: str) -> list[Position]:
    """Read the file of a game."""
    found: list[Position] = []
    for line in file(game).read_text(encoding="utf-8").splitlines():
        if position := POSITION.fullmatch(line):
            found.append(Position(position["name"], int(position["line"]), position["why"], {}))
        elif line and not line.startswith("#"):
            depth, sequences, weighted = map(int, line.split())
            found[-1].counts[depth] = Count(sequences, weighted)
    return found


def write(game: str, positions: list[Position]) -> None:
    """Write the file of a game."""
    file(game).write_text("\n".join([HEAD, *map(str, positions)]), encoding="utf-8")


# ---- choosing and counting ----


def choose(game: str) -> Iterator[Position]:
    """Choose the openings of all games, and the first positions of each kind."""
    wanted = dict.fromkeys(KINDS[game], OF_A_KIND)
    for table in tables():
        if table.game != game:
            continue
        match = load(table.name)
        now = match.at(0)
        if not table.brief:
            yield Position(table.name, 0, "the opening", counts(now.state))
        found = set()
        for line, word in enumerate(match.words()[:-1], 1):
            now.replay(word)
            board, moves = now.view(None)["board"], now.moves() if not now.is_chance else []
            for why, fits in KINDS[game].items():
                if wanted[why] > 0 and why not in found and fits(board, moves):
                    found.add(why)
                    wanted[why] -= 1
                    yield Position(table.name, line, why, counts(now.state))


def counts(state: Any) -> dict[int, Count]:
    """Count to the depth where it becomes too much."""
    found: dict[int, Count] = {}
    for depth in range(1, DEEPEST + 1):
        count = perft(state, depth)
        if found and (count.sequences > MOST or count == found[depth - 1]):
            break
        found[depth] = count
    return found


Board = dict[str, Any]
Fits = Callable[[Board, list[str]], bool]


def suns_up(board: Board) -> int:
    return sum(len(seat["suns_up"]) for seat in board["seats"])


def takes(board: Board, tile: str) -> bool:
    return (
        board["phase"] == "turn" and tile in board["track"] and bool(board["seats"][board["turn"]]["tiles"].get("God"))
    )


def discards(board: Board, category: str) -> bool:
    return board["phase"] == "discarding" and bool(board["owed"][category])


def auction(board: Board) -> Board:
    return board["auction"] or {"must_bid": False, "reason": None}


def full(board: Board) -> bool:
    return None not in board["track"]


def last_ra(board: Board) -> bool:
    return bool(board["ra_tiles"] == board["ra_spaces"] - 1)


RA: dict[str, Fits] = {
    "a tile is drawn": lambda board, moves: board["phase"] == "drawing",
    "the next Ra tile ends the epoch": lambda board, moves: board["phase"] == "drawing" and last_ra(board),
    "the auction track is full": lambda board, moves: board["phase"] == "turn" and full(board),
    "Ra was invoked with a full track": lambda board, moves: auction(board)["reason"] == "invoked" and full(board),
    "a Ra tile was drawn": lambda board, moves: auction(board)["reason"] == "drawn",
    "who invoked must bid": lambda board, moves: bool(auction(board)["must_bid"]),
    "a God can take a tile": lambda board, moves: takes(board, "Nile"),
    "a God can take another tile": lambda board, moves: board["phase"] == "gods",
    "a God can take a Funeral": lambda board, moves: takes(board, "Funeral"),
    "a God can take a Drought": lambda board, moves: takes(board, "Drought"),
    "a God can take an Unrest": lambda board, moves: takes(board, "Unrest"),
    "a God can take an Earthquake": lambda board, moves: takes(board, "Earthquake"),
    "a disaster asks for a civilization": lambda board, moves: discards(board, "civilizations"),
    "a disaster asks for a monument": lambda board, moves: discards(board, "monuments"),
    "one player goes on alone": lambda board, moves: sum(bool(seat["suns_up"]) for seat in board["seats"]) == 1,
    "the last sun is face up": lambda board, moves: suns_up(board) == 1,
    "the last sun of the game is face up": lambda board, moves: suns_up(board) == 1 and board["epoch"] == 3,
}


def says(*verbs: str) -> Fits:
    """Fit where there are such moves."""
    return lambda board, moves: all(any(move.startswith(verb) for move in moves) for verb in verbs)


def dice_left(count: int) -> Fits:
    return lambda board, moves: board["phase"] == "rerolling" and board["rerolls"] == count


DICE: dict[str, Fits] = {
    "a second roll": lambda board, moves: board["phase"] == "rolling" and board["rerolls"] == 1,
    "one reroll is left": dice_left(1),
    "a third roll": lambda board, moves: board["phase"] == "rolling" and board["rerolls"] == 0,
    "Pharaohs and Niles": says("pharaoh", "nile"),
    "a flood": says("flood"),
    "a flood that leaves a choice": says("flood keep Nile"),
    "civilizations": says("civilization"),
    "monuments": says("monument"),
    "monuments, after the first": lambda board, moves: board["built"] > 0 and says("monument")(board, moves),
    "Ankhs": says("ankhs"),
    "a disaster can be declared": says("disaster"),
    "a disaster asks for a civilization": says("discard civilization"),
    "a disaster asks for a monument": says("discard monument"),
    "Ra is one space from the end": lambda board, moves: board["ra"] == board["sun_track"] - 1,
    "the Suns of this turn end the epoch": lambda board, moves: (
        board["phase"] == "using" and len(board["suns"]) < 3 and board["ra"] + len(board["suns"]) >= board["sun_track"]
    ),
    "the Suns of this turn end the game": lambda board, moves: (
        board["epoch"] == 3
        and board["phase"] == "using"
        and len(board["suns"]) < 3
        and board["ra"] + len(board["suns"]) >= board["sun_track"]
    ),
}

KINDS = {"ra": RA, "dice": DICE}
