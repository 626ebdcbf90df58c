"""The bots, by name: `specs` has the grammar. A bot is loaded when it is first asked for.

A bot is a class. The keyword parameters of its constructor, with their annotations and defaults, are the parameters
that people can set.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from heliopolis.bots.aside import aside
from heliopolis.bots.contract import Bot, needs
from heliopolis.bots.specs import PROGRAM, read_spec
from heliopolis.errors import SetupError, quoted
from heliopolis.games import NAMES
from heliopolis.games.about import About, has_room

#: Every built-in bot: where its class is.
_BUILT_IN: Final = {
    "apprentice": "heliopolis.bots.levels:Apprentice",
    "scribe": "heliopolis.bots.levels:Scribe",
    "priest": "heliopolis.bots.levels:Priest",
    "vizier": "heliopolis.bots.levels:Vizier",
    "pharaoh": "heliopolis.bots.levels:Pharaoh",
    "greedy": "heliopolis.bots.heuristic.greedy:Greedy",
    "random": "heliopolis.bots.random:Random",
    "net": "heliopolis.bots.search.net:Net",
    "expert": "heliopolis.bots.search.expert:Expert",
    "pupil": "heliopolis.observations.player:Pupil",  # on a floor above: loaded when somebody asks for it
}

#: Plays what was learned in an environment.
PUPIL: Final = "pupil"

#: Who can be asked for wherever there are bots.
BOT_NAMES: Final = tuple(_BUILT_IN)

#: Those of them that are made for people, the friendliest first; and the usual opponent.
LEVELS: Final = ("apprentice", "scribe", "priest", "vizier", "pharaoh")
USUAL: Final = "priest"
#: Plays every game.
FALLBACK: Final = "random"

#: Packages add bots of their own under this group of entry points.
GROUP: Final = "heliopolis.bots"

_TRUTH: Final = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def find_bot(text: str, folder: Path | None = None) -> Bot:
    """Find a bot by what people call it; files and programs are looked for in the folder (else in the present one)."""
    folder = folder or Path.cwd()
    spec = read_spec(text)
    if spec.command is not None:
        from heliopolis.bots.process import ProcessBot

        return ProcessBot(spec.command, folder)
    with aside():
        made = _in_file(folder / spec.path, spec.name, text) if spec.path else _named(spec.name)
        return _construct(made, text, spec.parameters)


@cache
def built_in_bot(name: str) -> Bot:
    """Find a built-in bot by its plain name: for whoever takes names from strangers.

    It is made once: a bot keeps nothing from one move to the next.
    """
    if name not in _BUILT_IN:
        raise SetupError(f"there is no bot {quoted(name)}: choose one of {', '.join(BOT_NAMES)}")
    return find_bot(name)


def check_plays(bot: Bot, spec: str, game: About) -> None:
    """Raise a SetupError where a bot needs something that a game does not bring."""
    missing = [room.format(game=game.name) for room in needs(bot) if not has_room(room, game.name)]
    if missing:
        those = ", ".join(players_of(game.name))
        raise SetupError(f"{spec!r} does not play {game.title}: there is no {missing[0]}; choose one of {those}")


@cache
def players_of(game: str) -> tuple[str, ...]:
    """List the built-in bots that play a game."""
    return tuple(name for name in BOT_NAMES if all(has_room(room, game) for room in needs(built_in_bot(name))))


def usual_bot(game: str) -> str:
    """Name the usual opponent in a game."""
    return USUAL if USUAL in players_of(game) else FALLBACK


def bot_names() -> list[str]:
    """List the built-in bots, then those of installed packages."""
    return [*BOT_NAMES, *sorted(set(entry_points(group=GROUP).names) - set(BOT_NAMES))]


@dataclass(frozen=True)
class Listed:
    """What people want to know of a bot before they name it."""

    name: str
    title: str = ""
    description: str = ""
    parameters: dict[str, Any] = field(default_factory=dict)
    """What can be set, with the defaults."""
    games: tuple[str, ...] = ()
    """Which games it plays."""
    package: str | None = None
    """Where an installed one comes from; a built-in one has None."""
    trouble: str | None = None
    """Why it cannot be loaded, if it cannot."""


def list_bots() -> list[Listed]:
    """List the built-in bots, then those of installed packages. All are loaded for that."""
    installed = {entry.name: entry.value for entry in entry_points(group=GROUP)}
    return [_listed(name, None if name in _BUILT_IN else installed[name]) for name in bot_names()]


def _listed(name: str, package: str | None) -> Listed:
    try:
        bot = find_bot(name)
        parameters = {key: parameter.default for key, parameter in _parameters(_named(name)).items()}
        games = tuple(game for game in NAMES if all(has_room(room, game) for room in needs(bot)))
        return Listed(name, str(bot.title), str(bot.description), parameters, games, package)
    except (SetupError, AttributeError) as error:
        return Listed(name, package=package, trouble=str(error))


@cache
def _named(name: str) -> Any:
    if name in _BUILT_IN:
        module, _, made = _BUILT_IN[name].partition(":")
        return getattr(import_module(module), made)
    for entry in entry_points(group=GROUP, name=name):
        try:
            return entry.load()
        except Exception as error:
            raise SetupError(f"the bot {name!r} ({entry.value}) cannot be loaded: {_said(error)}") from error
    raise SetupError(
        f"there is no bot {name!r}: choose one of {', '.join(bot_names())}, a class in a file (path/to/bot.py:Bot), "
        f"or a program ({PROGRAM}node bot.js)"
    )


def _in_file(path: Path, name: str, spec: str) -> Any:
    if not os.path.isfile(path):  # says no, where the path's own is_file complains of a name that is too long
        raise SetupError(f"the bot {spec!r} cannot be loaded: there is no file {path}")
    try:
        found = importlib.util.spec_from_file_location(path.stem, path)
        assert found is not None
        assert found.loader is not None
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
    except Exception as error:
        raise SetupError(f"the bot {spec!r} cannot be loaded: {_said(error)}") from error
    if not hasattr(module, name):
        classes = [key for key, value in vars(module).items() if inspect.isclass(value) and hasattr(value, "choose")]
        raise SetupError(f"{path} has no {name!r}: it has {', '.join(classes) or 'no class with a method choose'}")
    return getattr(module, name)


def _construct(made: Any, spec: str, parameters: Sequence[str]) -> Bot:
    if not callable(getattr(made, "choose", None)):
        raise SetupError(
            f"the bot {spec!r} is no bot: expected a class with a method choose(state, moves, seconds, seed)"
        )
    known = _parameters(made)
    values: dict[str, Any] = {}
    for given in parameters:
        key, equals, text = (part.strip() for part in given.partition("="))
        if key not in known:
            has = ", ".join(f"{name}={parameter.default}" for name, parameter in known.items()) or "none"
            raise SetupError(f"the bot {spec!r} has no parameter {key!r}: it has {has}")
        if not equals:
            raise SetupError(f"the bot {spec!r} gives {key!r} no value: expected {key}={known[key].default}")
        if key in values:
            raise SetupError(f"the bot {spec!r} gives {key!r} twice")
        values[key] = _value(spec, known[key], text)
    try:
        bot: Bot = made(**values)
    except Exception as error:
        raise SetupError(f"the bot {spec!r} cannot be made: {_said(error)}") from error
    return bot


def _parameters(made: Any) -> dict[str, inspect.Parameter]:
    """List what can be set: keyword parameters that have a default."""
    try:
        found = inspect.signature(made, eval_str=True).parameters
    except NameError:  # an annotation that only a type checker can read
        found = inspect.signature(made).parameters
    return {
        name: parameter
        for name, parameter in found.items()
        if parameter.default is not parameter.empty and parameter.kind is not parameter.POSITIONAL_ONLY
    }


def _value(spec: str, parameter: inspect.Parameter, text: str) -> Any:
    """Read a value as its parameter wants it."""
    wanted = parameter.annotation if parameter.annotation in (bool, int, float, str) else type(parameter.default)
    try:
        if wanted is bool:
            return _TRUTH[text.lower()]
        if wanted is float and not math.isfinite(float(text)):
            raise ValueError(text)
        return wanted(text) if wanted in (int, float) else text
    except (KeyError, ValueError):
        kind = {bool: "yes or no", int: "a whole number", float: "a number"}[wanted]
        raise SetupError(f"the bot {spec!r} has {parameter.name}={text}: expected {kind}") from None


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, SetupError) else f"{type(error).__name__}: {error}"
