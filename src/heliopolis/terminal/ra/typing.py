"""How moves of Ra are typed: a bid by its sun, a tile of one's own bag by its name alone."""

from __future__ import annotations

from heliopolis.games.ra.components import KIND_NAMES
from heliopolis.games.ra.state import read
from heliopolis.games.ra.words import tile_name
from heliopolis.table.match import TABLE, Match
from heliopolis.terminal.answers import understand

#: So many tiles that could have been drawn are numbered; more are named.
FEW = 9


def listed(match: Match) -> list[tuple[str, str]]:
    """List the moves; where suns are bid, the key of a bid is its sun and a pass is 0, so that none is mistaken."""
    moves = match.moves()
    if match.is_chance:
        return [(str(number), move) for number, move in enumerate(moves, 1)] if len(moves) <= FEW else []
    if any(move.startswith("bid ") for move in moves):
        return [(move.partition(" ")[2] or "0", move) for move in moves]
    return [(str(number), move) for number, move in enumerate(moves, 1)]


def question(match: Match) -> str:
    """Ask for the tile that was drawn, with what is left in the bag."""
    if match.is_chance:
        left = ", ".join(
            f"{tile_name(kind, match.edition)} {count}" for kind, count in enumerate(read(match.state).bag) if count
        )
        return f"Which tile was it? Its name, or the beginning of it. Left: {left}"
    if match.draws == TABLE and "draw" in match.moves():
        return "Or the name of the tile that was drawn."
    return ""


def short(match: Match, answer: str) -> list[str] | None:
    """Take a tile's name on a turn for drawing it, where people draw; a move that it may mean as well is asked back."""
    if match.is_chance or match.draws != TABLE or "draw" not in match.moves():
        return None
    pairs: list[tuple[str, list[str]]] = [(move, [move]) for move in match.moves()]
    bag = read(match.state).bag
    for kind, name in enumerate(KIND_NAMES):
        if bag[kind]:
            drawn = ["draw", f"tile {name}"]
            pairs += [(f"draw {name}", drawn), (f"draw {tile_name(kind, match.edition)}", drawn)]
    return understand(answer, pairs)
