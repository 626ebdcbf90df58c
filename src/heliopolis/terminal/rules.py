"""The rules and the editions, printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from heliopolis.errors import SetupError, quoted
from heliopolis.games import NAMES, find_game
from heliopolis.rulebook import rulebook
from heliopolis.terminal.style import GOLD, QUIET, Fitting, grid

if TYPE_CHECKING:
    from heliopolis.games.contract import Game

#: With fewer columns four editions do not stand side by side.
WIDE = 72
#: What an edition answers that has no words of its own.
NOTHING = "-"
RULING = "(ruling) marks what is decided here, because the printed rules are silent or differ."
DEAL = "What was drawn for before the game, here with three players."


def print_rules(
    console: Console, game_name: str, edition: str | None, wanted: Sequence[str] = (), *, plain: bool = False
) -> None:
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
        if plain:
            console.print(f"{rule.id}. {rule.text}", markup=False, soft_wrap=True)
            continue
        first, *more = rule.text.splitlines()
        table = grid("", "")
        table.show_header = False
        table.columns[0].min_width = 3
        table.add_row(Text(rule.id, style=GOLD), escape(first))
        for line in more:
            table.add_row("", escape(line))
        console.print(table)
    if any("ruling" in rule.text for rule in book.rules if rule.id in chosen):
        console.print(f"\n{RULING}", style=QUIET, soft_wrap=plain)


def find_rules(words: Sequence[str]) -> dict[str, list[str]]:
    """Find the rules that people ask for by game and id; the letter of an id names its game, too.

    >>> find_rules(["r13", "D16"]), find_rules(["dice"]), find_rules([])
    ({'ra': ['r13'], 'dice': ['D16']}, {'dice': []}, {'ra': []})
    """
    if not words or words[0] in NAMES:
        return {words[0]: list(words[1:])} if words else {NAMES[0]: []}
    ids = {name: [rule.id for rule in rulebook(name).rules] for name in NAMES}
    found: dict[str, list[str]] = {}
    for word in words:
        game = next((name for name in NAMES if word[:1].upper() == ids[name][0][0] and word[1:].isdigit()), None)
        if game is None:
            known = ", ".join(f"{all_of[0]} to {all_of[-1]} of {name}" for name, all_of in ids.items())
            raise SetupError(
                f"{quoted(word)} is no game and no rule: the games are {', '.join(NAMES)}, the rules {known}"
            )
        found.setdefault(game, []).append(word)
    return found


def print_editions(console: Console, games: Sequence[str], *, plain: bool = False) -> None:
    """Print the editions of games side by side, and the house rules of each game."""
    for name in games:
        game = find_game(name)
        if plain:
            for line in _read_out(game):
                console.print(line, markup=False, soft_wrap=True)
            continue
        console.print(f"[{GOLD}]{escape(game.title)}[/]  heliopolis play {name}\n")
        console.print(Fitting(_difference_table(game), Group(*map(escape, _differences(game))), WIDE))
        console.print(f"\n[bold]House rules[/]  --set NAME=VALUE  [{QUIET}]what a table plays differently[/]")
        for setting_name, setting in game.settings.items():
            console.print(f"  [bold]{setting_name}[/]={_values(setting.values)}")
            console.print(Padding(setting.meaning, (0, 0, 0, 4)), style=QUIET)
        console.print(f"  [bold]{game.deal_name}[/]={escape(_deal(game))}")
        console.print(Padding(DEAL, (0, 0, 0, 4)), style=QUIET)
        console.print(f"  --scores hidden|open  [{QUIET}](usually {game.scores})[/]\n")


def _read_out(game: Game) -> Iterator[str]:
    """Say the same a fact a line, for whoever has it read aloud."""
    yield f"{game.title}: heliopolis play {game.name}"
    yield from _differences(game)
    yield "House rules, what a table plays differently: --set NAME=VALUE"
    for name, setting in game.settings.items():
        yield f"{name}={_values(setting.values)}: {setting.meaning}"
    yield f"{game.deal_name}={_deal(game)}: {DEAL}"
    yield f"--scores hidden|open: usually {game.scores}."
    yield ""


def _deal(game: Game) -> str:
    return game.words.deal(game.prepare(3, None, {}).openings[0])


def _values(values: tuple[str, ...]) -> str:
    numbers = [value for value in values if value.isdigit()]
    others = [value for value in values if not value.isdigit()]
    if len(numbers) > len(values) // 2 and len(numbers) > 2:  # noqa: PLR2004
        return "|".join([*others, f"{numbers[0]}..{numbers[-1]}"])
    return "|".join(values)


def _differences(game: Game) -> Iterator[str]:
    """Say what differs edition by edition, a fact a line."""
    for edition in game.editions.values():
        yield f"Edition {edition.name}: {edition.title}"
        facts = {**edition.answers(), **edition.vocabulary()}
        yield from (f"{question}: {answer}" for question, answer in facts.items() if answer != NOTHING)
        yield ""


def _difference_table(game: Game) -> Table:
    """Show the editions side by side."""
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
    return table
