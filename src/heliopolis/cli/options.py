"""Options that several verbs have, and what a shell can complete in them."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from heliopolis.bots.registry import bot_names
from heliopolis.bots.specs import split_bots
from heliopolis.errors import SetupError, quoted
from heliopolis.games import NAMES, describe

#: So many values of a house rule a shell offers; of more it offers the name of the house rule.
MOST_VALUES = 5
#: So many matches are gone through sooner in plain Python than it takes to compile.
MOST_AT_ONCE = 50


def examples(*lines: str) -> str:
    """Write examples below the help of a command; the mark keeps Click from filling the lines."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


class WholeNumber(click.IntRange):
    """A whole number within bounds; whoever types something else is told so in plain words."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read a number."""
        try:
            int(value)
        except ValueError:
            upper = "on" if self.max is None else f"to {self.max}"
            self.fail(f"{quoted(value)} is no number: expected a whole number from {self.min} {upper}.", param, ctx)
        return super().convert(value, param, ctx)


def folded(text: str, indent: str = "", *, err: bool = False) -> str:
    """Break lines between words where a terminal would break them within; in a file they stay whole."""
    stream = sys.stderr if err else sys.stdout
    if stream is None or not stream.isatty():
        return text
    return textwrap.fill(
        text,
        max(20, shutil.get_terminal_size().columns),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def folded_lines(lines: Iterable[str]) -> str:
    """Break lines as `folded` does; what goes on in the next line is set in, and an interval stays in one piece."""
    told = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        glued = line.replace("± ", "±\N{NO-BREAK SPACE}")
        told.append(folded(glued, indent).replace("\N{NO-BREAK SPACE}", " "))
    return "\n".join(told)


def _matching(words: Iterator[str] | tuple[str, ...], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


def _game(context: click.Context) -> str:
    """Find the game on a command line that is not complete: behind an option without a value, Click leaves it aside."""
    return next((word for word in (*context.args, context.params.get("game")) if word in NAMES), NAMES[0])


def complete_game(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a game, where it stands before other words."""
    return _matching(NAMES, incomplete) if not context.params.get("words") else []


def complete_edition(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete an edition of the game that was named."""
    return _matching(tuple(describe(_game(context)).editions), incomplete)


def complete_setting(context: click.Context, _: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a setting of the game that was named, and its value."""
    game = describe(_game(context))
    offered = [
        f"{name}={value}"
        for name, setting in game.settings.items()
        for value in (setting.values if len(setting.values) <= MOST_VALUES else ("",))
    ]
    return _matching((*offered, f"{game.deal_name}="), incomplete)


def complete_bots(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the last of several bots, or of people and bots, with a bot's name."""
    last = split_bots(incomplete)[-1]
    before = incomplete[: len(incomplete) - len(last)]
    return _matching(tuple(f"{before}{name}" for name in bot_names()), incomplete)


GAME = click.argument("game", type=click.Choice(NAMES), default=NAMES[0])
EDITION = click.option("--edition", shell_complete=complete_edition, help="Which edition, by name.")
SEED = click.option("--seed", type=WholeNumber(min=0), help="A number from which all chance follows.")
SET = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=complete_setting,
    help="A house rule, or what was drawn for; `heliopolis editions` lists them.",
)
#: For every verb that draws something.
PLAIN = click.option(
    "--plain", is_flag=True, help="For screen readers: no drawings and no columns, a fact a line in reading order."
)
POSITION = click.option("--position", metavar="LINE", help="A position in one line, as docs/positions.md writes it.")
FILE = click.Path(dir_okay=False, path_type=Path)


def read_settings(settings: tuple[str, ...]) -> dict[str, Any]:
    """Read NAME=VALUE, as the options of a match."""
    options: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        name = name.strip().lower().replace("_", "-")
        if not equals or not name or not value.strip():
            raise SetupError(f"--set {setting!r} is no house rule, expected NAME=VALUE like 'fewest-players=2'")
        if name in ("edition", "seed", "draws", "date", "players", "game", "scores"):
            raise SetupError(f"--set {setting!r} is no house rule, expected one that `heliopolis editions` lists")
        if name in options:
            raise SetupError(f"--set {name} is there twice, expected each house rule once")
        options[name] = value.strip()
    return options


def given(*options: str) -> Iterator[str]:
    """Name those of the running command's options that were typed by the user."""
    context = click.get_current_context()
    return (name for name in options if context.get_parameter_source(name) is not ParameterSource.DEFAULT)


def warm_up(*parts: str, games: Sequence[str] = NAMES) -> bool:
    """Compile what is not compiled yet, before it is needed: some parts, or all, of some games, or all."""
    from heliopolis.compiled import PARTS, wake
    from heliopolis.warm import warm

    try:
        compiled = warm(parts or PARTS, games)
    except KeyboardInterrupt:
        click.echo("interrupted: what is compiled so far is kept", err=True)
        sys.exit(130)
    wake()  # whoever began in plain Python goes on compiled
    return compiled


def start_at_once() -> None:
    """Do what is soon done in plain Python: to load what is compiled would take longer."""
    from heliopolis.compiled import sleep

    sleep()


def compile_meanwhile(games: Sequence[str] = NAMES) -> bool:
    """Start in plain Python, and compile or load beside it; tell whether there is anything to compile."""
    from heliopolis.compiled import TABLES, THINKERS, compile_beside, compiles
    from heliopolis.warm import start_compilers

    if not compiles():
        return False
    compilers = start_compilers([TABLES, THINKERS], games, quietly=True)
    compile_beside(compilers, games)
    return bool(compilers)
