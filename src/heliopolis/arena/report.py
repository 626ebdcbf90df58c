"""Shows the figures of a tournament to people: while it runs, and at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from heliopolis.arena.plan import Plan
from heliopolis.arena.statistics import measured, wilson
from heliopolis.arena.summary import Summary, Wins
from heliopolis.bots.contract import FAULTS


class Standings:
    """The intermediate standings: sums that grow with every game that is finished."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games, self.wins, self.points = (np.zeros(len(plan.entrants)) for _ in range(3))

    def add(self, rows: NDArray[Any]) -> None:
        """Count some results."""
        rows = rows[measured(self.plan, rows)]
        bots, count = rows["bot"], len(self.games)
        self.games += np.bincount(bots, minlength=count)
        self.wins += np.bincount(bots, rows["win"], count)
        self.points += np.bincount(bots, rows["points"], count)

    def table(self) -> Table:
        """Draw them, the best first."""
        table = new_table("bot", "games", "wins", "mean score")
        for place in np.argsort(-self.wins / np.maximum(self.games, 1), kind="stable"):
            games, won = int(self.games[place]), float(self.wins[place])
            if games:
                mean = self.points[place] / games
                won_share = f"{percent(won / games)} ({interval(*wilson(won, games))})"
                table.add_row(self.plan.entrants[place], f"{games:,}", won_share, number(mean))
        return table


def show(summary: Summary, console: Console, *, plain: bool = False) -> None:
    """Print the figures, in tables or, plainly, in a sentence for each row."""
    settings = "".join(f", {name} {value}" for name, value in summary.settings.items())
    console.print(
        f"{summary.games:,} games of {summary.game} ({summary.edition}{settings}) with {summary.players} "
        f"players, {summary.deals:,} deals, each with the seats rotated, seed {summary.seed}; "
        f"the winner had {number(summary.winning_score)} points on average",
        soft_wrap=True,
    )
    tables = [bots_table(summary), categories_table(summary), seats_table(summary)]
    if summary.among:
        tables.insert(1, among_table(summary))
    for table in tables:
        if plain:
            console.print("\n".join(told(table)), markup=False, soft_wrap=True)
        else:
            console.print(table)
    for line in faults(summary):
        console.print(line, style="yellow", soft_wrap=True)


def bots_table(summary: Summary) -> Table:
    """Draw who won how often."""
    table = new_table("bot", "games", "wins (95 %)", "fair", "rating (95 %)", "score", "a move")
    for bot in summary.bots:
        rating = bot.rating
        table.add_row(
            bot.bot,
            f"{bot.games:,}",
            share(bot),
            percent(summary.fair_share),
            f"{rating.mu:.1f} ± {(rating.high - rating.low) / 2:.1f}",
            number(bot.mean_score),
            duration(bot.seconds_a_move),
        )
    return table


def among_table(summary: Summary) -> Table:
    """Draw how often one wins among others: the rows are the one, the columns the others."""
    others = list(dict.fromkeys(cell.among for cell in summary.among))
    table = new_table("one", *(f"among {other}" for other in others))
    for bot in dict.fromkeys(cell.bot for cell in summary.among):
        found = {cell.among: cell for cell in summary.among if cell.bot == bot}
        table.add_row(bot, *(share(found[other]) if other in found else "" for other in others))
    return table


def categories_table(summary: Summary) -> Table:
    """Draw what the points came from, on average."""
    categories = list(summary.bots[0].categories) if summary.bots else []
    table = new_table("mean score", *categories)
    for bot in summary.bots:
        table.add_row(bot.bot, *(f"{bot.categories[category]:.1f}" for category in categories))
    return table


def seats_table(summary: Summary) -> Table:
    """Draw what a seat does: for everyone, and for each bot."""
    table = new_table("wins by seat", *(str(seat.seat + 1) for seat in summary.seats))
    for bot in summary.bots:
        table.add_row(bot.bot, *map(share, bot.seats))
    table.add_row("all", *map(share, summary.seats))
    return table


def faults(summary: Summary) -> Iterable[str]:
    """Say which bots did not make all their moves themselves."""
    for bot in summary.bots:
        made = bot.random_moves
        if total := sum(made.values()):
            why = ", ".join(f"{count:,} {FAULTS[fault]}" for fault, count in made.items() if count)
            yield f"{bot.bot}: {total:,} of {bot.decisions:,} moves were made by random for it ({why})"


# ---- figures in words ----

#: Where there is no figure.
NONE = "–"


def new_table(first: str, *columns: str) -> Table:
    """Make a table with names on the left and figures on the right."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(first, overflow="fold")
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    return table


def told(table: Table) -> Iterator[str]:
    """Write the rows of a table as sentences, every figure that there is behind what it is."""
    heading, *names = (str(column.header) for column in table.columns)
    for bot, *figures in zip(*(column.cells for column in table.columns), strict=True):
        known = [(name, figure) for name, figure in zip(names, figures, strict=True) if figure not in ("", NONE)]
        if known:
            yield f"{heading}, {bot}. {'; '.join(f'{name}: {figure}' for name, figure in known)}"


def number(value: float | None) -> str:
    """Write a figure, or that there is none."""
    return NONE if value is None else f"{value:.1f}"


def percent(value: float | None) -> str:
    """Write a share."""
    return NONE if value is None else f"{100 * value:.1f} %"


def interval(low: float, high: float) -> str:
    """Write between which shares the true one lies."""
    return f"{100 * low:.1f} – {100 * high:.1f}"


def share(cell: Wins) -> str:
    """Write a share of wins with its interval."""
    return f"{percent(cell.wins)} ({interval(cell.low, cell.high)})" if cell.games else NONE


def duration(seconds: float | None) -> str:
    """Write how long a move takes, in the unit that suits it."""
    if seconds is None:
        return NONE
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
