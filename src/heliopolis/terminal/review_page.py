"""`heliopolis review --html`: a review as a page that stands alone, with every legal move of every decision."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from heliopolis.coach.analysis import Judged, Review
from heliopolis.table.match import Match
from heliopolis.terminal.review import about, said, tell_options, tell_seat

#: The picture of the win chances, and its colours, which can be told apart without their hue.
WIDTH: Final = 900
HEIGHT: Final = 260
COLOURS: Final = ("#b4540a", "#1f6f8b", "#5b7f2b", "#8a3a6b", "#777777")
DASHES: Final = ("", "7 3", "2 3", "10 3 2 3", "1 5")
#: How a line of the record is named in the text.
NAMED: Final = re.compile(r"\bline (\d+)")


def page(match: Match, review: Review, seats: Sequence[int]) -> str:
    """Write a review as a page that stands alone: no script, and nothing from elsewhere."""
    title = escape(" · ".join(match.players))
    listed = [one for one in review.of(None) if one.seat in seats]
    blocks = "".join(_block(match, review, seat) for seat in seats)
    decisions = "".join(_decision(match, one) for one in listed)
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: review</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 1rem auto; padding: 0 1rem;
  color: #222; background: #fdf9f0 }}
svg {{ width: 100%; height: auto }} pre {{ white-space: pre-wrap; font: inherit }}
a {{ color: inherit }} summary {{ cursor: pointer }} details {{ border-bottom: 1px solid #8884; padding: .2rem .3rem }}
details:target {{ background: #f3dfb4 }}
svg a rect {{ fill: transparent }} svg a:hover rect, svg a:focus rect {{ fill: #8884 }}
details pre {{ margin: .3rem 0 .3rem 1.2rem; overflow-wrap: anywhere }}
@media (prefers-color-scheme: dark) {{ body {{ color: #eee; background: #1c1a17 }}
  details:target {{ background: #4a3d1c }} }}
</style>
<h1>{title}</h1>
<p>{escape(match.game.title)}, {escape(match.edition.title)}. What follows is what the expert expects,
not what is certain; ± is an interval of 95 %.</p>
<h2>Win chances</h2>
{picture(match, review, listed)}
{blocks}
<h2>Every decision</h2>
{decisions}
</html>
"""


def picture(match: Match, review: Review, listed: Sequence[Judged]) -> str:
    """Draw everyone's win chance over the game; a click on a decision leads to it."""
    last = max(len(review.values) - 1, 1)
    lines = []
    for seat, name in enumerate(match.players):
        points = " ".join(
            f"{WIDTH * place / last:.1f},{HEIGHT * (1 - chance):.1f}"
            for place, chance in enumerate(review.chances(seat))
        )
        style = f'stroke="{COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"'
        lines.append(f'<polyline points="{points}" fill="none" stroke-width="2" {style}/>')
        height = 18 + 18 * seat
        lines.append(f'<path d="M6 {height - 5}h30" stroke-width="2" {style}/>')
        lines.append(f'<text x="42" y="{height}" fill="{COLOURS[seat]}">{escape(name)}</text>')
    ends = "".join(
        f'<line x1="{WIDTH * line / last:.1f}" x2="{WIDTH * line / last:.1f}" y1="0" y2="{HEIGHT}" stroke="#8886"/>'
        for line in match.epoch_ends()
    )
    links = "".join(
        f'<a href="#line-{one.line}"><title>{escape(_moment(match, one))}</title>'
        f'<rect x="{WIDTH * (one.line - 1) / last:.1f}" y="0" width="{WIDTH / last:.1f}" height="{HEIGHT}"/></a>'
        for one in listed
    )
    label = escape(f"Win chances over {last} lines of the record")
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{label}">{ends}{"".join(lines)}{links}</svg>'


def _moment(match: Match, one: Judged) -> str:
    return f"line {one.line}, {match.players[one.seat]}: {one.options[one.played].shown}"


def _block(match: Match, review: Review, seat: int) -> str:
    name, *lines = tell_seat(match, review, seat)
    told = NAMED.sub(r'<a href="#line-\1">line \1</a>', escape("\n".join(line.strip() for line in lines)))
    return f"<h2>{escape(name)}</h2><pre>{told}</pre>"


def _decision(match: Match, one: Judged) -> str:
    """Lay a decision out: what it cost, and behind it all that could have been done."""
    played, best = one.options[one.played], one.options[0]
    short = f"{one.line}. {match.players[one.seat]}, {one.kind}: “{played.shown}”"
    lost = f", best “{escape(best.shown)}”: <b>{100 * one.cost:.1f} %</b> {about(one)}" if one.played else ""
    told = "\n".join([said(one), *tell_options(one.options)])
    summary = f"<summary>{escape(short)}{lost}</summary>"
    return f'<details id="line-{one.line}">{summary}<pre>{escape(told)}</pre></details>'
