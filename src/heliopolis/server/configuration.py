"""Settings of a server from a file and from the environment: the same names as the options of `heliopolis serve`.

What stands on the command line counts first, then the environment, then the file.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from heliopolis.errors import SetupError
from heliopolis.server.settings import Keep, Limits

PREFIX = "HELIOPOLIS_"
LAST_PORT = 65535
MOST_WORKERS = 64
WORDS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def a_text(name: str, value: object) -> str:
    """Accept a text."""
    if not isinstance(value, str) or not value.strip():
        raise SetupError(f"{name} has to be a text, not {value!r}")
    return value.strip()


def texts(name: str, value: object) -> list[str]:
    """Accept a list of texts, or one text with spaces between them."""
    if isinstance(value, str):
        return value.split()
    if not isinstance(value, list):
        raise SetupError(f"{name} has to be a list of texts, not {value!r}")
    return [a_text(name, one) for one in value]


def a_number(name: str, value: object) -> float:
    """Accept a number that is not negative."""
    try:
        number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else -1.0
    except ValueError:
        number = -1.0
    if not 0 <= number < float("inf"):
        raise SetupError(f"{name} has to be a number from 0 on, not {value!r}")
    return number


def whole(what: str, least: int, most: int) -> Callable[[str, object], int]:
    """Accept a whole number within bounds."""

    def read(name: str, value: object) -> int:
        try:
            number = int(value) if isinstance(value, str | int) and not isinstance(value, bool) else -1
        except ValueError:
            number = -1
        if not least <= number <= most:
            raise SetupError(f"{name} has to be {what} from {least} to {most}, not {value!r}")
        return number

    return read


a_port = whole("a port", 0, LAST_PORT)


def yes_or_no(name: str, value: object) -> bool:
    """Accept a yes or a no."""
    found = WORDS.get(value.strip().lower()) if isinstance(value, str) else value
    if not isinstance(found, bool):
        raise SetupError(f"{name} has to be true or false, not {value!r}")
    return found


def pairs(kind: type[Any]) -> Callable[[str, object], list[str]]:
    """Accept a table of names and values, or one text such as `messages=60/20 sockets=500`."""

    def read(name: str, value: object) -> list[str]:
        if isinstance(value, str):
            return value.split()
        if not isinstance(value, dict):
            raise SetupError(f"{name} has to be a table such as [{name}], not {value!r}")
        known = [field.name for field in fields(kind)]
        for one in value:
            if one not in known:
                raise SetupError(f"{name} has no {one!r}: choose one of {', '.join(known)}")
        return [f"{one}={text}" for one, text in value.items()]

    return read


#: What can be set, by the name that it has in a file; in the environment it is `HELIOPOLIS_BOT_PAUSE`.
SETTINGS: Mapping[str, Callable[[str, object], Any]] = {
    "host": a_text,
    "port": a_port,
    "database": a_text,
    "workers": whole("a number", 1, MOST_WORKERS),
    "origins": texts,
    "proxies": texts,
    "limits": pairs(Limits),
    "keep": pairs(Keep),
    "bot-pause": a_number,
    "owner-port": a_port,
    "owner-host": a_text,
    "log-lines": yes_or_no,
    "open": yes_or_no,
}


def read_file(path: Path) -> dict[str, Any]:
    """Read the settings of a file."""
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
    except OSError as error:
        raise SetupError(f"the settings {path} cannot be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SetupError(f"the settings {path} are not TOML: {error}") from error
    return _checked(found, f"in {path}, ")


def read_environment(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Read the settings of the environment."""
    names = {PREFIX + name.upper().replace("-", "_"): name for name in SETTINGS}
    found = {names[key]: value for key, value in environment.items() if key in names and value}
    return _checked(found, "in the environment, ")


def _checked(found: Mapping[str, Any], where: str) -> dict[str, Any]:
    values = {}
    for name, value in found.items():
        if name not in SETTINGS:
            raise SetupError(f"{where}there is no setting {name!r}: choose one of {', '.join(SETTINGS)}")
        try:
            values[name] = SETTINGS[name](name, value)
        except SetupError as error:
            raise SetupError(f"{where}{error}") from None
    return values


def joined(sources: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Join settings; what comes first counts. Limits and times to keep add up, name by name."""
    values: dict[str, Any] = {}
    for source in sources:
        for name, value in source.items():
            if name in ("limits", "keep"):
                values[name] = [*value, *values.get(name, [])]  # of a name that is there twice, the last one counts
            else:
                values.setdefault(name, value)
    return values
