"""`heliopolis review` and `heliopolis advise`: what the coach says, at the terminal. `review_page` writes a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliopolis.coach.analysis import Account, Judged, Review, Valued
from heliopolis.coach.levels import figures
from heliopolis.coach.values import Worth
from heliopolis.table.match import Match


def tell(match: Match, review: Review, seats: Sequence[int]) -> Iterator[str]:
    """Tell a review in lines: luck and choice, costliest and best decisions, mean losses."""
    yield "What follows is what the expert expects, not what is certain; ± is an interval of 95 %."
    for seat in seats:
        yield ""
        yield from tell_seat(match, review, seat)


def tell_seat(match: Match, review: Review, seat: int) -> Iterator[str]:
    """Tell what one seat may want to know."""
    yield f"{match.players[seat]}"
    yield f"  win     {account(review.account(seat), 100, ' %')}"
    yield f"  points  {account(review.account(seat, points=True), 1, '')}"
    for name, (count, win, points) in sorted(review.mean_loss(seat).items()):
        lost = f"{100 * win:.2f} % of the win and {points:.2f} points on average"
        yield f"  {name}: {count} decision{'s, each' if count > 1 else ','} lost {lost}"
        yield from (f"    {told}" for told in tell_levels(review.game, name))
    named = review.named(seat)
    for one in named.costliest:
        yield f"  line {one.line}: {one.cost * 100:.1f} % of the win. {said(one)}"
        yield from (f"    {told}" for told in tell_worths(match, one.worths))
    for one in named.dearest:
        yield f"  line {one.line}: {one.points:.1f} points. {said(one, points=True)}"
    decided = review.decided(seat)
    if decided:
        yield f"  At most of these choices the game was as good as {decided} already: only points could be lost."
    yield f"  {rest(review.of(seat), named=len(named.costliest) + len(named.dearest))}"
    for one in named.seen:
        lead = f"{100 * (one.options[0].win - one.rival.win):.1f} % better"
        sight = f"“{one.rival.shown}”, which looks best at first sight"
        told = f"  well seen, line {one.line}: {one.scene} “{one.options[0].shown}” was {lead} than {sight}. {one.why}"
        yield told.rstrip()


def tell_levels(game: str, kind: str) -> Iterator[str]:
    """Tell what the levels lose by such a decision, where that was measured."""
    measured = [(level, kinds[kind]) for level, kinds in figures(game).items() if kind in kinds]
    if measured:
        told = (f"{level} {100 * loss.win:.2f} % and {loss.points:.2f}" for level, loss in measured)
        yield f"levels among themselves: {', '.join(told)}"


def said(one: Judged, *, points: bool = False) -> str:
    """Say what was done, and what would have been better: what promised more of the win, or more points."""
    played = one.options[one.played]
    better, why = (one.richest, one.why_points) if points else (one.options[0], one.why)
    how = about(one, points=points)
    if better == played:
        return f"{one.scene} “{played.shown}”. {why}".rstrip()
    return f"{one.scene} “{played.shown}”, better “{better.shown}” ({how}). {why}".rstrip()


def about(one: Judged, *, points: bool = False) -> str:
    """Say how sure a cost is."""
    if one.exact:
        return "exact"
    return f"± {one.points_error:.1f}" if points else f"± {100 * one.options[one.played].win_error:.1f} %"


def rest(decisions: Sequence[Judged], named: int) -> str:
    """Say what all decisions cost together: of many small losses none is sure, but they add up."""
    win, points = sum(one.cost for one in decisions), sum(one.points for one in decisions)
    clear = "" if named else "No single decision clearly cost anything. "
    lost = f"about {100 * win:.0f} % of the win, or {points:.1f} points"
    return f"{clear}All {len(decisions)} decisions together lost {lost}."


def account(parts: Account, scale: float, unit: str) -> str:
    """Say where a result came from."""
    numbers = [scale * part for part in (parts.start, parts.luck, parts.own, parts.others, parts.result)]
    start, luck, own, others, result = numbers
    return (
        f"{result:.0f}{unit} = {start:.1f} at the start {luck:+.1f} luck {own:+.1f} own choices {others:+.1f} of others"
    )


def tell_options(options: Sequence[Valued]) -> Iterator[str]:
    """Tell what the moves of a position are worth."""
    width = max(len(option.shown) for option in options)
    for option in options:
        sure = "  exact" if option.exact else f"  ± {100 * option.win_error:.1f} %" if option.win_error else ""
        yield f"{option.shown:<{width}}  wins {100 * option.win:5.1f} %  ends with {option.points:5.1f} points{sure}"


def tell_worths(match: Match, values: Sequence[Worth]) -> Iterator[str]:
    """Tell what things on the table are worth, beside not having them."""
    for value in values:
        name = match.players[value.seat]
        what = f"the tiles to {name}" if value.number is None else f"{match.edition.sun} {value.number} to {name}"
        yield (
            f"{what}: {100 * value.win:+.1f} % of the win (± {100 * value.win_error:.1f}), "
            f"{value.points:+.1f} points (± {value.points_error:.1f})"
        )
