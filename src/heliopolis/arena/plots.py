"""Pictures of a tournament: ratings, wins, points by category, seats, time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from heliopolis.arena.summary import BotFigures, Summary, Wins
from heliopolis.extras import require

#: The colours of the points' categories, told apart also by those who do not see red and green.
COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#999999", "#000000")


def draw(summary: Summary, folder: Path) -> list[Path]:
    """Draw every picture into a folder."""
    figure = require("matplotlib.figure", "arena")
    pictures: dict[str, Callable[[Any, Summary], None]] = {
        "ratings": ratings,
        "wins": wins,
        "categories": categories,
        "seats": seats,
        "time": times,
    }
    paths = []
    for name, picture in pictures.items():
        page = figure.Figure(figsize=(8, 1.8 + 0.5 * max(3, len(summary.bots))), layout="constrained")
        axes = page.add_subplot()
        picture(axes, summary)
        axes.spines[["top", "right"]].set_visible(False)
        page.suptitle(f"{summary.games:,} games of {summary.game} with {summary.players} players")
        paths.append(folder / f"{name}.png")
        page.savefig(paths[-1], dpi=120)
    return paths


def ratings(axes: Any, summary: Summary) -> None:
    """Draw the ratings with their intervals."""
    bots = _upward(summary)
    middle = [bot.rating.mu for bot in bots]
    low = [bot.rating.mu - bot.rating.low for bot in bots]
    high = [bot.rating.high - bot.rating.mu for bot in bots]
    axes.errorbar(middle, _names(bots), xerr=[low, high], fmt="o", capsize=4, color=COLOURS[4])
    axes.margins(y=0.15)
    axes.set_xlabel("OpenSkill rating (Plackett-Luce), with 95 % intervals")


def wins(axes: Any, summary: Summary) -> None:
    """Draw the shares of wins with their intervals, and the fair share."""
    bots = [bot for bot in _upward(summary) if bot.games]
    middle, errors = _percent(bots)
    axes.barh(_names(bots), middle, xerr=errors, capsize=4, color=COLOURS[1])
    axes.axvline(100 * summary.fair_share, color="black", linestyle="--", label="fair share")
    axes.set_xlim(0, 100)
    axes.set_xlabel("games won, %, with 95 % Wilson intervals")
    axes.legend(loc="lower right")


def categories(axes: Any, summary: Summary) -> None:
    """Draw what the mean score comes from: gains to the right, losses to the left."""
    bots = _upward(summary)
    names = _names(bots)
    right, left = [0.0] * len(bots), [0.0] * len(bots)
    for place, category in enumerate(bots[0].categories if bots else ()):
        points = [bot.categories[category] for bot in bots]
        base = [right[row] if value >= 0 else left[row] for row, value in enumerate(points)]
        axes.barh(names, points, left=base, color=COLOURS[place % len(COLOURS)], label=category)
        right = [total + max(0.0, value) for total, value in zip(right, points, strict=True)]
        left = [total + min(0.0, value) for total, value in zip(left, points, strict=True)]
    axes.axvline(0, color="black", linewidth=0.8)
    axes.set_xlabel("mean points by category")
    axes.legend(fontsize="small", ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.25))


def seats(axes: Any, summary: Summary) -> None:
    """Draw how often each bot wins from each seat."""
    bots = [bot for bot in summary.bots if bot.games]
    width = 0.8 / max(1, len(bots))
    for place, bot in enumerate(bots):
        found = [seat for seat in bot.seats if seat.games]
        where = [seat.seat + 1 + (place - (len(bots) - 1) / 2) * width for seat in found]
        height, errors = _percent(found)
        axes.bar(
            where,
            height,
            width,
            yerr=errors,
            capsize=2,
            color=COLOURS[place % len(COLOURS)],
            label=bot.bot,
        )
    axes.axhline(100 * summary.fair_share, color="black", linestyle="--")
    axes.set_xticks([seat.seat + 1 for seat in summary.seats])
    axes.set_xlabel("seat")
    axes.set_ylabel("games won, %")
    axes.legend(fontsize="small", ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.2))


def times(axes: Any, summary: Summary) -> None:
    """Draw how long a move takes."""
    bots = [bot for bot in _upward(summary) if bot.seconds_a_move]
    axes.barh(_names(bots), [bot.seconds_a_move for bot in bots], color=COLOURS[2])
    axes.set_xscale("log")
    axes.set_xlabel("seconds a move")


def _upward(summary: Summary) -> list[BotFigures]:
    """List the bots with the best last: the first bar is drawn at the bottom."""
    return list(reversed(summary.bots))


def _names(bots: list[BotFigures]) -> list[str]:
    return [bot.bot for bot in bots]


def _percent(cells: Sequence[Wins]) -> tuple[list[float], list[list[float]]]:
    """Give shares of wins in percent, and how far the lower and the upper end of each interval is away from it."""
    middle = [cell.wins or 0.0 for cell in cells]
    low = [100 * (share - cell.low) for share, cell in zip(middle, cells, strict=True)]
    high = [100 * (cell.high - share) for share, cell in zip(middle, cells, strict=True)]
    return [100 * share for share in middle], [low, high]
