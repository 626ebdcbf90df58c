"""The rules and the editions, printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from heliopolis.errors import SetupError
from heliopolis.games import find_game
from heliopolis.games.contract import Game
from heliopolis.rulebook import MEANINGS, rulebook
from heliopolis.terminal.style import GOLD, QUIET, grid

#: What an edition's fields mean to people, in the order they are shown: first its answers, then its words.
ANSWERS = {
    "players": "players",
    "god_disasters": "a disaster taken with a God strikes",
    "boat": "a drawn Ra tile",
    "sun_track": "spaces Ra has to go",
    "nile_disaster": "a Nile disaster strikes as",
}
WORDS = {
    "points": "points are",
    "sun": "bids are",
    "figure": "the Ra player has",
    "area": "tiles lie",
    "river": "Niles and floods are",
    "supply": "tiles wait",
    "tiles": "tiles it calls otherwise",
    "moves": "moves it calls otherwise",
}


def print_rules(console: Console, game_name: str, edition: str | None, wanted: Sequence[str] = ()) -> None:
    """Print the rules of an edition, or some of them by their ids."""
    book = rulebook(game_name, edition)
    ids = {rule.id for rule in book.rules}
    for name in wanted:
        if name.upper() not in ids:
            first, *_, last = (rule.id for rule in book.rules)
            raise SetupError(f"there is no rule {name!r} of {book.title}: its rules are {first} to {last}")
    chosen = {name.upper() for name in wanted} or ids
    console.print(f"[{GOLD}]{escape(book.title)}[/]")
    headline = ""
    for rule in book.rules:
        if rule.id not in chosen:
            continue
        if rule.headline != headline:
            headline = rule.headline
            console.print(f"\n[bold]{escape(headline)}[/]")
        first, *more = rule.text.splitlines()
        table = grid("", "")
        table.show_header = False
        table.columns[0].min_width = 3
        table.add_row(Text(rule.id, style=GOLD), escape(first))
        for line in more:
            table.add_row("", escape(line))
        console.print(table)


def print_editions(console: Console, games: Sequence[str]) -> None:
    """Print the editions of games side by side, and the settings of each game."""
    for name in games:
        game = find_game(name)
        console.print(f"[{GOLD}]{escape(game.title)}[/]  heliopolis play {name}\n")
        _print_differences(console, game)
        console.print(f"\n[bold]Settings[/]  --set NAME=VALUE  [{QUIET}]what a table plays differently[/]")
        for setting, values in game.settings.items():
            console.print(f"  [bold]{setting}[/]={_values(values)}")
            console.print(Padding(MEANINGS[setting], (0, 0, 0, 4)), style=QUIET)
        openings = game.words.deal(game.prepare(3, None, {}).openings[0])
        console.print(f"  [bold]{game.deal_name}[/]={escape(openings)}")
        console.print(
            Padding("What was drawn for before the game, here with three players.", (0, 0, 0, 4)), style=QUIET
        )
        console.print(f"  --scores hidden|open  [{QUIET}](usually {game.scores})[/]\n")


def _values(values: tuple[str, ...]) -> str:
    numbers = [value for value in values if value.isdigit()]
    others = [value for value in values if not value.isdigit()]
    if len(numbers) > len(values) // 2 and len(numbers) > 2:  # noqa: PLR2004
        return "|".join([*others, f"{numbers[0]}..{numbers[-1]}"])
    return "|".join(values)


def _print_differences(console: Console, game: Game) -> None:
    editions = list(game.editions.values())
    table = grid("", *(edition.name for edition in editions))
    for column in table.columns[1:]:
        column.header_style = "bold"
    rows = {**ANSWERS, **WORDS}
    table.add_row(Text("from", style=QUIET), *(edition.title for edition in editions))
    for field, meaning in rows.items():
        cells = [_cell(edition, field) for edition in editions]
        if all(cell is None for cell in cells) or (field in WORDS and len(set(cells)) == 1 and len(cells) > 1):
            continue
        table.add_row(Text(meaning, style=QUIET), *(cell or "" for cell in cells))
    console.print(table)


def _cell(edition: Any, field: str) -> str | None:
    """Say an edition's answer in words; None where its game does not ask."""
    if field == "players":
        return f"{edition.fewest_players}-{edition.most_players}"
    if field not in {part.name for part in fields(edition)}:
        return None
    value = getattr(edition, field)
    if field == "boat":
        return "moves the Sun Boat" if value else "goes on the Ra track"
    if field == "sun_track":
        return ", ".join(f"{spaces} with {players}" for players, spaces in value.items())
    if isinstance(value, dict):
        return ", ".join(f"{name} is {own}" for name, own in value.items()) or "-"
    return str(value).replace("-", " ") if field in ANSWERS else str(value)
