"""How bots are named: one grammar for every door. Nothing is loaded or looked up here.

    greedy                      one that is built in, or of a package that is installed
    greedy:caution=2:rivalry=0  the same with other parameters
    path/to/bot.py:Bot:depth=3  a class in a file
    run:node bot.js             a program in any language: docs/bots.md has the protocol

A list of bots is separated by commas, or by semicolons where one of them has a comma. A seat of a record is named after
its bot, in the plain form that a record allows: `greedy caution=2 rivalry=0`, `bot.py Bot depth=3`, `run node bot.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from heliopolis.errors import SetupError

PROGRAM: Final = "run:"
SUFFIX: Final = ".py"
#: A person's name has none of these.
SIGNS: Final = frozenset(":/\\")
#: How a seat's name begins, or what is in it, where a program or a class in a file sits; and how it ends if it was cut.
_PROGRAM_SEAT: Final = "run "
_FILE_SEAT: Final = ".py "
_CUT: Final = "…"
#: A record allows names of 40 characters; the last three are for a number.
_LONGEST: Final = 37
_LONGEST_STEM: Final = 16


@dataclass(frozen=True)
class Spec:
    """What someone calls a bot, taken apart."""

    name: str = ""
    """The bot's name; of a class in a file the class."""
    parameters: tuple[str, ...] = ()
    """As they were given: `caution=2`."""
    path: str = ""
    """The file, where it is a class in a file."""
    command: str | None = None
    """The command line, where it is a program."""


def split_bots(text: str) -> list[str]:
    """Read a list of bots, or of people and bots: separated by commas, or by semicolons where there are some.

    >>> split_bots("greedy:caution=2, random"), split_bots("Ann; run:bot --levels 1,2")
    (['greedy:caution=2', 'random'], ['Ann', 'run:bot --levels 1,2'])
    """
    return [part.strip() for part in text.split(";" if ";" in text else ",")]


def read_spec(text: str) -> Spec:
    r"""Take apart what someone calls a bot.

    >>> read_spec("greedy:caution=2").parameters
    ('caution=2',)
    >>> read_spec(r"C:\my bots\bold.py:Bot").path
    'C:\\my bots\\bold.py'
    """
    if text.startswith(PROGRAM):
        return Spec(command=text.removeprefix(PROGRAM))
    parts = _parts(text)
    if place := _place_of_class(parts):
        rest = parts[place + 1 :]
        return Spec(parts[place], () if rest == [""] else tuple(rest), path=":".join(parts[:place]))
    if text.rstrip(":").endswith(SUFFIX):
        raise SetupError(f"the bot {text!r} names no class of its file: expected {text.rstrip(':')}:Bot")
    return Spec(parts[0], tuple(parts[1:]))


def _parts(text: str) -> list[str]:
    r"""Split at colons, but not behind the letter of a drive: C:\bots."""
    parts: list[str] = []
    for part in text.split(":"):
        drive = parts[-1].rpartition("=")[2] if parts else ""
        if len(drive) == 1 and drive.isascii() and drive.isalpha() and part.startswith(("/", "\\")):
            parts[-1] += f":{part}"
        else:
            parts.append(part)
    return parts


def _place_of_class(parts: Sequence[str]) -> int:
    """Find which part of path/to/bot.py:Name:parameters is the name of a class; 0 where there is no file before one.

    The path may have colons: it goes on to the last .py that a name follows.
    """
    for place in range(len(parts) - 1, 0, -1):
        is_file = parts[place - 1].endswith(SUFFIX) and (place > 1 or parts[0] != SUFFIX)
        if is_file and parts[place]:
            return place
    return 0


# ---- the names of seats ----


def looks_like_bot(text: str) -> bool:
    """Tell what nobody is called: whoever typed it meant a bot, and is told if there is none."""
    return bool(SIGNS & set(text)) or text.endswith(SUFFIX)


def seat_name(spec: str) -> str:
    """Name a seat after its bot, as a record allows. What was cut, or cannot be read back, ends with an ellipsis.

    >>> seat_name("greedy:caution=2"), seat_name("path/to/bot.py:Bot"), seat_name("run:node bot.js")
    ('greedy caution=2', 'bot.py Bot', 'run node bot.js')
    """
    found = read_spec(spec)
    if found.command is not None:
        return _shortened(_plain(_PROGRAM_SEAT + found.command))
    words = [found.name, *found.parameters]
    if not found.path:
        name = _plain(" ".join(words))
        is_lost = bool(found.parameters) and bot_in_seat(name, {found.name}) != ":".join(words)
        return _shortened(name, always=is_lost)
    stem = found.path.replace("\\", "/").rpartition("/")[2].removesuffix(SUFFIX)
    name = _plain(" ".join([stem + SUFFIX, *words]))
    return name if len(name) <= _LONGEST else _shortened(_plain(" ".join([stem[:_LONGEST_STEM] + SUFFIX, *words])))


def _plain(text: str) -> str:
    text = "".join(" " if sign in ":|#" or not sign.isprintable() else sign for sign in text)
    return " ".join(text.split()) or "bot"


def _shortened(name: str, *, always: bool = False) -> str:
    if len(name) <= _LONGEST and not always:
        return name
    return name[: _LONGEST - len(_CUT)].rstrip() + _CUT


def bot_in_seat(name: str, known: Collection[str]) -> str | None:
    """Find which of the bots whose names are known sits in a seat with this name; None where none of them does.

    >>> bot_in_seat("greedy 2", ["greedy"]), bot_in_seat("greedy caution=2 1", ["greedy"])
    ('greedy', 'greedy:caution=2')
    """
    kind, *rest = name.split(" ")
    if rest and rest[-1].isdigit():
        rest.pop()
    is_whole = not name.endswith(_CUT) and all(word.partition("=")[1] for word in rest)
    return ":".join([kind, *rest]) if kind in known and is_whole else None


def is_untold(name: str, known: Collection[str]) -> bool:
    """Tell whether a seat has a bot that a record cannot seat again, or may not, by its name alone.

    A record is nobody's order to run a program or to open a file.
    """
    if name.startswith(_PROGRAM_SEAT) or _FILE_SEAT in name:
        return True
    kind = name.partition(" ")[0]
    is_bot = bot_in_seat(name, known) is not None
    return (is_bot and bool(SIGNS & set(name))) or (kind in known and name.endswith(_CUT))


def all_different(names: Sequence[str], bots: Collection[int] | None = None) -> list[str]:
    """Give names that are there several times a number; where only some seats have bots, only theirs."""
    there_are, taken = Counter(names), set(names)
    numbers = {name: count(1) for name in there_are}
    found = []
    for place, name in enumerate(names):
        is_numbered = there_are[name] > 1 and (bots is None or place in bots)
        found.append(_free(name, numbers[name], taken) if is_numbered else name)
    return found


def _free(name: str, numbers: count[int], taken: set[str]) -> str:
    new = next(other for number in numbers if (other := f"{name} {number}") not in taken)
    taken.add(new)
    return new
