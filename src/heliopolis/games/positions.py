"""What the games share in writing and reading positions: numbers, lists by seat, counted things, score sheets.

A position is read field by field. Each field that cannot be, or does not fit, is named by a PositionError.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from heliopolis.errors import PositionError, cut, quoted

#: Parts the seats, and the things of a seat; stands where there is nothing.
SEATS: Final = " | "
THINGS: Final = ", "
NOTHING: Final = "-"
#: Numbers of more digits are none that a position could have.
LONGEST_NUMBER: Final = 6
#: The most points a seat can have in a position, and the most that a row of a score sheet can say, up or down.
MOST_POINTS: Final = 9999
MOST_SCORED: Final = 999


def read_number(said: str, what: str, lowest: int, highest: int) -> int:
    """Read a whole number within bounds.

    >>> read_number("7", "epoch", 1, 3)
    Traceback (most recent call last):
        ...
    heliopolis.errors.PositionError: epoch '7' does not fit: expected a number from 1 to 3
    """
    digits = said.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER and lowest <= int(said) <= highest:
        return int(said)
    raise PositionError(f"{what} {quoted(said)} does not fit: expected a number from {lowest} to {highest}")


def read_name(said: str, what: str, names: Sequence[str]) -> int:
    """Read one of some names, as its place among them."""
    for place, name in enumerate(names):
        if said.lower() == name.lower():
            return place
    listed = ", ".join(names)
    raise PositionError(f"{what} {quoted(said)} does not fit: expected one of {cut(listed)}")


class Fields:
    """The fields of a position, for as many seats as it has."""

    def __init__(self, values: Mapping[str, str], seats: int) -> None:
        self._values = values
        self.seats = seats

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, usual: str | None = None) -> str:
        """Give a field as it is written, or what it is where nothing is said."""
        said = self._values.get(name, usual)
        if said is None:
            raise PositionError(f"the field {name!r} is missing")
        return said

    def number(self, name: str, lowest: int, highest: int, usual: int | None = None) -> int:
        """Read a number."""
        if usual is not None and name not in self:
            return usual
        return read_number(self.text(name), name, lowest, highest)

    def name(self, name: str, names: Sequence[str], usual: str | None = None) -> int:
        """Read one of some names, as its place among them."""
        return read_name(self.text(name, usual), name, names)

    def seat(self, name: str, usual: int | None = None) -> int:
        """Read a seat: they count from 1."""
        return self.number(name, 1, self.seats, None if usual is None else usual + 1) - 1

    def by_seat(self, name: str, usual: str | None = None) -> list[str]:
        """Read a part for each seat."""
        if usual is not None and name not in self:
            return [usual] * self.seats
        parts = [part.strip() for part in self.text(name).split("|")]
        if len(parts) != self.seats:
            raise PositionError(f"{name} has parts for {len(parts)} seats, expected {self.seats}")
        return parts

    def numbers(self, name: str, lowest: int, highest: int, usual: int | None = None) -> list[int]:
        """Read a number for each seat."""
        parts = self.by_seat(name, None if usual is None else str(usual))
        return [read_number(part, name, lowest, highest) for part in parts]

    def sheets(self, epochs: int, ends: Sequence[str], categories: int) -> list[tuple[int, list[list[int]]]]:
        """Read the score sheets of the epochs that are over: why each ended, and its rows by seat.

        What is not said counts as nothing.
        """
        found = []
        for epoch in range(1, epochs + 1):
            name = f"sheet {epoch}"
            if name not in self:
                found.append((0, [[0] * categories] * self.seats))
                continue
            why, comma, rest = self.text(name).partition(",")
            end = read_name(why.strip(), name, ends)
            rows = [row.split() for row in rest.split("|")]
            if not comma or len(rows) != self.seats or any(len(row) != categories for row in rows):
                raise PositionError(
                    f"{name} does not fit: expected why the epoch ended, then {categories} numbers for each of "
                    f"{self.seats} seats"
                )
            found.append((end, [[read_number(cell, name, -MOST_SCORED, MOST_SCORED) for cell in row] for row in rows]))
        for name in self._values:
            if name.startswith("sheet ") and name not in [f"sheet {epoch + 1}" for epoch in range(epochs)]:
                raise PositionError(f"{name} is of an epoch that is not over")
        return found


def read_counted(said: str, what: str, names: Sequence[str]) -> dict[int, int]:
    """Read things by name, each once and with how many there are, as places among the names.

    >>> read_counted("2 Nile, Flood", "tiles", ["Nile", "Flood"])
    {0: 2, 1: 1}
    """
    found: dict[int, int] = {}
    if said == NOTHING:
        return found
    places = {name.lower(): place for place, name in enumerate(names)}
    for part in said.split(","):
        number, _, rest = part.strip().partition(" ")
        is_count = number.isascii() and number.isdigit()
        name = " ".join((rest if is_count else part).split()).lower()
        if name not in places:
            raise PositionError(f"{what} {quoted(part.strip())} does not fit: there is nothing of that name")
        place = places[name]
        if place in found:
            raise PositionError(f"{what} names {names[place]} twice, expected it once with its number")
        found[place] = read_number(number, what, 1, MOST_SCORED) if is_count else 1
    return found


def write_counted(counts: Iterable[int], names: Sequence[str]) -> str:
    """Write how many there are of which names.

    >>> write_counted([2, 0, 1], ["Nile", "Flood", "God"])
    '2 Nile, God'
    """
    said = [f"{count} {name}" if count > 1 else name for count, name in zip(counts, names, strict=True) if count]
    return THINGS.join(said) or NOTHING


def write_sheets(sheets: Any, ends: Sequence[str], epochs: int, seats: int, names: Sequence[str]) -> dict[str, str]:
    """Write the score sheets of the epochs that are over."""
    return {
        f"sheet {epoch + 1}": f"{names[ends[epoch]]}, "  # type: ignore[call-overload]
        + SEATS.join(" ".join(map(str, row)) for row in sheets[epoch][:seats])
        for epoch in range(epochs)
    }


def check(fits: bool, sentence: str) -> None:
    """Refuse a position in which an invariant does not hold."""
    if not fits:
        raise PositionError(sentence)
