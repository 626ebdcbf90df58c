"""Tiles in, an explained score sheet out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from rich.console import Console, Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from heliopolis.errors import SetupError, quoted
from heliopolis.games import contract, find_game
from heliopolis.table.match import check_names
from heliopolis.terminal.face import face_of
from heliopolis.terminal.style import GOLD, QUIET, SEATS, Fitting, gains, grid, signed

EXAMPLE = "'Ann: 3 Pharaoh, 2 Nile'"


class Sheet:
    """What everyone scores for an epoch, and why.

    Players are lines "name: what they have, with commas between". A line "epoch: 2" names the epoch.
    """

    def __init__(self, game_name: str, lines: Iterable[str], epoch: int | None, edition: str | None) -> None:
        self.game = find_game(game_name)
        self.face = face_of(self.game)
        players, named_epoch = read_players(lines)
        self.epoch = epoch or named_epoch or 1
        self.names = check_names(list(players))
        setup = self.game.prepare(len(self.names), edition, {})
        self.edition = setup.edition
        self.state = self.face.position(setup, self.epoch, players)
        self.with_points = [any("point" in item.lower() for item in items) for items in players.values()]
        sheet = np.zeros((len(self.names), len(self.game.categories)), np.int16)
        contract.score_breakdown(self.state, sheet)
        self.rows: list[dict[str, int]] = [dict(zip(self.game.categories, row.tolist(), strict=True)) for row in sheet]
        reasons = self.game.views.reasons(self.state)
        self.reasons = [
            self.face.tell(sheet, why, self.names, self.edition) for sheet, why in zip(self.rows, reasons, strict=True)
        ]

    def total(self, seat: int) -> int | None:
        """Add the sheet to the points a player had, if they are known; never below zero (R33, D21)."""
        if not self.with_points[seat]:
            return None
        before = int(self.state.points[seat])
        return max(0, before + sum(self.rows[seat].values()))

    def data(self) -> dict[str, Any]:
        """Lay it out as plain data."""
        return {
            "game": self.game.name,
            "edition": self.edition.name,
            "epoch": self.epoch,
            "players": [
                {
                    "name": name,
                    "sheet": self.rows[seat],
                    "sum": sum(self.rows[seat].values()),
                    "points": self.total(seat),
                    "reasons": self.reasons[seat],
                }
                for seat, name in enumerate(self.names)
            ],
        }

    def print(self, console: Console) -> None:
        """Print the sheet, and below it each player's numbers with their reasons."""
        console.print(f"[bold]{self.game.title}[/] ({self.edition.title}), epoch {self.epoch}\n")
        table = grid("", *self.names, right=self.names)
        for category in self.game.categories:
            table.add_row(category, *(signed(row[category]) for row in self.rows))
        table.add_section()
        table.add_row("sum", *(signed(sum(row.values())) for row in self.rows), style="bold")
        if any(self.with_points):
            totals = [self.total(seat) for seat in range(len(self.names))]
            after = [Text("" if total is None else str(total), style=GOLD) for total in totals]
            table.add_row(f"{self.edition.points} after it", *after)
        console.print(Fitting(table, Group(*self.sums())))
        width = max(map(len, self.game.categories))
        for seat, name in enumerate(self.names):
            console.print(f"\n[bold {SEATS[seat]}]{escape(name)}[/]")
            lines = Table.grid(padding=(0, 2, 0, 0))
            for category, reason in self.reasons[seat].items():
                start = f"  {category:<{width}} {f'{signed(self.rows[seat][category])}':>4}"
                lines.add_row(start, Text(reason, style=QUIET))
                if not console.is_terminal:
                    console.print(f"{start}  {reason}", markup=False, soft_wrap=True)
            if console.is_terminal:  # where lines break, and what goes on stays below the reason
                console.print(lines)

    def sums(self) -> Iterator[str]:
        """Say what everyone scores in all, a player a line."""
        for seat, name in enumerate(self.names):
            total = self.total(seat)
            after = "" if total is None else f", {self.edition.points} after it: {total}"
            yield escape(f"{name}: {gains(self.rows[seat])}{after}")

    def read_out(self, console: Console) -> None:
        """Print the same a fact a line, for whoever has it read aloud."""
        console.print(f"{self.game.title} ({self.edition.title}), epoch {self.epoch}.", markup=False, soft_wrap=True)
        for seat, name in enumerate(self.names):
            console.print(f"{name}:", markup=False)
            for category, reason in self.reasons[seat].items():
                line = f"{category} {signed(self.rows[seat][category])}: {reason}."
                console.print(line, markup=False, soft_wrap=True)
            console.print(f"sum {signed(sum(self.rows[seat].values()))}.", markup=False)
            total = self.total(seat)
            if total is not None:
                console.print(f"{self.edition.points} after it {total}.", markup=False)


def read_players(lines: Iterable[str]) -> tuple[dict[str, Sequence[str]], int | None]:
    """Read who has what, and the epoch if a line names it. Empty lines and those that start with # do not count."""
    players: dict[str, Sequence[str]] = {}
    epoch: int | None = None
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        name, colon, rest = line.partition(":")
        name = name.strip()
        if not colon:
            raise SetupError(f"{quoted(line.strip())} names no player, expected something like {EXAMPLE}")
        if name.lower() == "epoch":
            if rest.strip() not in ("1", "2", "3"):
                raise SetupError(f"epoch {quoted(rest.strip())} is unknown: choose 1, 2 or 3")
            epoch = int(rest)
        elif name in players:
            raise SetupError(f"{quoted(name)} is there twice, expected every player once")
        else:
            players[name] = [item.strip() for item in rest.replace(";", ",").split(",") if item.strip()]
    if not players:
        raise SetupError(f"nobody is there to score: expected lines like {EXAMPLE}")
    return players, epoch
