"""Rows of numbers, in compiled code.

An assignment of one slice to another, or a method such as `max`, does the same, but brings much of NumPy along: for the
message about shapes that differ, Numba compiles what it knows of strings. That takes seconds.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from heliopolis.compiled import inlined


@inlined
def copy(numbers: NDArray[Any], count: int, into: NDArray[Any]) -> None:
    """Copy the first numbers of a row."""
    for place in range(count):
        into[place] = numbers[place]


@inlined
def highest(numbers: NDArray[Any], count: int) -> float:
    """Find the highest of the first numbers of a row; there is at least one."""
    found = numbers[0]
    for place in range(1, count):
        if numbers[place] > found:  # noqa: PLR1730 - `max` is one more function to compile
            found = numbers[place]
    return found  # type: ignore[no-any-return]
