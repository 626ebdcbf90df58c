"""The rules and the editions, printed."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from heliopolis.errors import SetupError
from heliopolis.games import find_game
from heliopolis.games.contract import Game
from heliopolis.rulebook import rulebook
from heliopolis.terminal.style import GOLD, QUIET, grid


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
        for setting_name, setting in game.settings.items():
            console.print(f"  [bold]{setting_name}[/]={_values(setting.values)}")
            console.print(Padding(setting.meaning, (0, 0, 0, 4)), style=QUIET)
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
    table.add_row(Text("from", style=QUIET), *(edition.title for edition in editions))
    for question in editions[0].answers():
        table.add_row(Text(question, style=QUIET), *(edition.answers()[question] for edition in editions))
    for thing in editions[0].vocabulary():
        words = [edition.vocabulary()[thing] for edition in editions]
        if len(words) == 1 or len(set(words)) > 1:
            table.add_row(Text(thing, style=QUIET), *words)
    console.print(table)
