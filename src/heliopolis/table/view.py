"""What a seat may see. Everything here is put in on purpose; nothing is left out of something bigger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heliopolis.table.match import Match


def visible_points(match: Match, seat: int | None) -> list[int | None]:
    """Show the totals a seat may see: its own, and everyone's at an open table or when the match is over (R35)."""
    everyone = match.open_scores or match.result is not None
    return [points if everyone or other == seat else None for other, points in enumerate(match.scores)]


def view(match: Match, seat: int | None) -> dict[str, Any]:
    """Lay out what a seat may see (None: a spectator), as plain data that can be sent as JSON.

    The seed, its hash and the order of the bag are not in it. Nor are the totals of others where scores are hidden:
    what an epoch brought is scored in the open, but the sum of the tablets is covered (R35).
    """
    points = visible_points(match, seat)
    seats = range(len(match.players))
    result = match.result
    return {
        "game": match.game.name,
        "edition": match.edition.name,
        "settings": dict(match.settings),
        "players": list(match.players),
        "draws": match.draws,
        "scores": "open" if match.open_scores else "hidden",
        "viewer": seat,
        "lines": len(match),
        "to_act": match.seat,
        "awaits": None if result else "chance" if match.is_chance else "move",
        "moves": match.moves() if seat is not None and seat == match.seat else [],
        "board": match.game.words.board(match.state, match.edition),
        "points": points,
        "breakdown": match.breakdowns(),
        "preview": None if result else [match.preview(other) for other in seats],
        "result": None if result is None else {"scores": result.scores, "winners": result.winners},
    }
