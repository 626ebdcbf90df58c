"""What a seat may see. Everything here is put in on purpose; nothing is left out of something bigger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from heliopolis.facts.views import View

Seen = TypeVar("Seen", bound=View)

if TYPE_CHECKING:
    from heliopolis.table.match import Match


def visible_points(match: Match, seat: int | None) -> list[int | None]:
    """Show the totals a seat may see: its own, and everyone's at an open table or when the match is over (R35)."""
    return visible(match, seat, match.scores)


def visible_totals(match: Match, seat: int | None) -> list[list[int | None]]:
    """Show the same of the totals after each finished epoch."""
    return [visible(match, seat, totals) for totals in match.totals]


def visible(match: Match, seat: int | None, totals: Sequence[int | None]) -> list[int | None]:
    """Cover the totals that a seat may not see."""
    everyone = match.open_scores or match.result is not None
    return [points if everyone or other == seat else None for other, points in enumerate(totals)]


def public_view(match: Match) -> View:
    """Lay out what everyone may see: the view of a spectator.

    The seed, its hash and the order of the bag are not in it. Nor are the totals where scores are hidden: what an epoch
    brought is scored in the open, but the sum of the tablets is covered (R35).
    """
    result = match.result
    return match.game.views.view(
        match.state,
        edition=match.edition.name,
        settings=match.settings,
        players=list(match.players),
        draws=match.draws,
        scores="open" if match.open_scores else "hidden",
        viewer=None,
        lines=len(match),
        to_act=match.seat,
        awaits=None if result else "chance" if match.is_chance else "move",
        moves=[],
        shown={},
        points=visible_points(match, None),
        totals=visible_totals(match, None),
        breakdown=match.breakdowns(),
        preview=None if result else match.previews(),
        result=result,
    )


def seat_view(public: Seen, match: Match, seat: int, *, may_draw: bool = False) -> Seen:
    """Add to what everyone may see what only a seat may: its moves when it is to act, and its points.

    Where people draw for others (`may_draw`), everyone at the table gets the moves that say what it was.
    """
    offers = match.offers() if seat == public.to_act or may_draw else []
    return replace(
        public,
        viewer=seat,
        moves=[word for word, _ in offers],
        shown={word: shown for word, shown in offers if shown != word},
        points=visible_points(match, seat),
        totals=visible_totals(match, seat),
    )
