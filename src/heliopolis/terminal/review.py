"""`heliopolis review` and `heliopolis advise`: what the coach says, at the terminal and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from heliopolis.coach.analysis import Account, Judged, Review, Valued
from heliopolis.coach.costliest import WORTH_NAMING
from heliopolis.coach.values import Worth, worths
from heliopolis.table.match import Match

#: So many of the costliest and of the best decisions are told.
TOLD: Final = 3
#: The picture of the win chances, and its colours, which can be told apart without their hue.
WIDTH: Final = 900
HEIGHT: Final = 260
COLOURS: Final = ("#b4540a", "#1f6f8b", "#5b7f2b", "#8a3a6b", "#333333")
DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "1 5")


# ---- text ----


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
        yield f"  {name}: {count} decisions, each lost {100 * win:.1f} % of the win and {points:.1f} points on average"
    costly = [one for one in review.costliest(seat)[:TOLD] if one.cost >= WORTH_NAMING]
    for one in costly:
        yield f"  line {one.line}: {one.cost * 100:.0f} % of the win. {said(one, one.options[0])}"
        moment = match.at(one.line - 1)
        yield from (f"    {told}" for told in tell_worths(moment, worths(moment)))
    dear = [one for one in review.costliest(seat, points=True)[:TOLD] if one.points >= 1 and one not in costly]
    for one in dear:
        yield f"  line {one.line}: {one.points:.1f} points. {said(one, one.richest, points=True)}"
    if not costly and not dear:
        yield "  No decision clearly cost anything."
    for one in review.best(seat)[:1]:
        lead = 100 * (one.options[0].win - one.options[1].win)
        first, second = one.options[:2]
        yield f"  best, line {one.line}: “{first.shown}” was {lead:.0f} % better than “{second.shown}”."


def said(one: Judged, better: Valued, *, points: bool = False) -> str:
    """Say what was done, and what would have been better."""
    played = one.options[one.played]
    about = f"± {played.points_error:.1f}" if points else f"± {100 * played.win_error:.0f} %"
    how = "exactly" if one.exact else about
    return f"{one.scene} “{played.shown}”, better “{better.shown}” ({how}). {one.why}".rstrip()


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


# ---- a page ----


def page(match: Match, review: Review, seats: Sequence[int]) -> str:
    """Write a review as a page that stands alone: no script, and nothing from elsewhere."""
    title = escape(" · ".join(match.players))
    blocks = "".join(_block(match, review, seat) for seat in seats)
    rows = "".join(_row(match, one) for one in review.decisions if len(one.options) > 1 and one.seat in seats)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: review</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem;
  color: #222; background: #fdf9f0 }}
svg {{ width: 100%; height: auto }} pre {{ white-space: pre-wrap; font: inherit }}
table {{ border-collapse: collapse; width: 100% }} td, th {{ text-align: left; padding: .2rem .6rem;
  border-bottom: 1px solid #ddd; vertical-align: top }}
@media (prefers-color-scheme: dark) {{ body {{ color: #eee; background: #1c1a17 }} td, th {{ border-color: #444 }} }}
</style>
<h1>{title}</h1>
<p>{escape(match.game.title)}, {escape(match.edition.title)}. What follows is what the expert expects,
not what is certain; ± is an interval of 95 %.</p>
<h2>Win chances</h2>
{picture(match, review)}
{blocks}
<h2>Every decision</h2>
<table><tr><th>Line<th>Who<th>Kind<th>Played<th>Best<th>Cost</tr>{rows}</table>
</html>
"""


def picture(match: Match, review: Review) -> str:
    """Draw everyone's win chance over the game."""
    last = max(len(review.values) - 1, 1)
    lines = []
    for seat, name in enumerate(match.players):
        points = " ".join(
            f"{WIDTH * place / last:.1f},{HEIGHT * (1 - chance):.1f}"
            for place, chance in enumerate(review.chances(seat))
        )
        style = f'stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"'
        lines.append(f'<polyline points="{points}" fill="none" stroke-width="2" {style}/>')
        lines.append(f'<text x="6" y="{18 + 18 * seat}" fill="{COLOURS[seat]}">{escape(name)}</text>')
    ends = "".join(
        f'<line x1="{WIDTH * line / last:.1f}" x2="{WIDTH * line / last:.1f}" y1="0" y2="{HEIGHT}" stroke="#8886"/>'
        for line in match.epoch_ends()
    )
    label = escape(f"Win chances over {last} lines of the record")
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{ends}{"".join(lines)}</svg>'


def _block(match: Match, review: Review, seat: int) -> str:
    name, *lines = tell_seat(match, review, seat)
    return f"<h2>{escape(name)}</h2><pre>{escape(chr(10).join(line.strip() for line in lines))}</pre>"


def _row(match: Match, one: Judged) -> str:
    played, best = one.options[one.played], one.options[0]
    how = "exact" if one.exact else f"± {100 * played.win_error:.0f} %"
    cost = f"{100 * one.cost:.1f} % {how}" if one.played else ""
    cells = (str(one.line), match.players[one.seat], one.kind, played.shown, best.shown, cost)
    return "<tr>" + "".join(f"<td>{escape(cell)}" for cell in cells) + "</tr>"
