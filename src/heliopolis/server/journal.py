"""What the journal of a table says: the lines that stand, and what was taken back.

An entry `undo` takes one line back. An undo that takes back several lines is so many entries with the same request,
written in one transaction: a journal has all of them or none.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heliopolis.server.refusals import DamagedError
from heliopolis.server.rows import Entry

UNDO = "undo"


@dataclass(frozen=True)
class Undone:
    """An undo, as a journal has it."""

    number: int
    """Of its last entry."""
    line: int
    """So many lines of the journal still stood after it."""
    seat: int
    moves: int
    agreed: bool
    """Whether everyone had to agree, since another person had moved in between."""


def steps(journal: Sequence[Entry], first: int = 1) -> Iterator[list[Entry]]:
    """Part a journal into what was done at once: each line for itself, and all entries of an undo together."""
    for place, entry in enumerate(journal, first):
        if entry.number != place:
            raise DamagedError(f"line {place} of its journal is missing")
    for _, step in itertools.groupby(journal, _identity):
        yield list(step)


def _identity(entry: Entry) -> object:
    return (entry.seat, entry.request) if entry.word == UNDO and entry.request else entry.number


def read_journal(journal: Sequence[Entry]) -> tuple[list[Entry], list[Undone]]:
    """List the lines of a journal that were not taken back, and what was, or say what is wrong with it."""
    lines: list[Entry] = []
    undos: list[Undone] = []
    for step in steps(journal):
        last = step[-1]
        if last.word != UNDO:
            lines.append(last)
        elif len(step) > len(lines):
            raise DamagedError(f"line {last.number} of its journal takes a move back, but there is none")
        else:
            taken = lines[-len(step) :]
            del lines[-len(step) :]
            undos.append(Undone(last.number, len(lines), last.seat, len(step), agreed=needed_all(taken, last.seat)))
    return lines, undos


def needed_all(taken: Sequence[Entry], seat: int) -> bool:
    """Tell whether a seat may take lines back only if everyone agrees: a move of another person is among them."""
    return any(entry.seat != seat and (entry.request or entry.bot) is not None for entry in taken)
