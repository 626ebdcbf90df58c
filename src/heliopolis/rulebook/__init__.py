"""The rules as played here, rule by rule, from the pages in docs/.

Both the browser and the terminal show them, so they stand on a floor of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from heliopolis.errors import SetupError
from heliopolis.games import describe

#: Where the pages are: in the installed package and in the repository.
FOLDERS: Final = (Path(__file__).parent, Path(__file__).parents[3] / "docs")

#: A rule begins a paragraph, an item of a list or a row of a table with its id: **R14**, **D3**.
RULE: Final = re.compile(r"(?:- |\| )?\*\*([A-Z][0-9]+)\*\*[ |]*(.*)")
#: What sends a reader of the pages to another of them: who reads the rules at a table does not have it.
ELSEWHERE: Final = re.compile(r" ?\(see \[[^\[\]]+\]\([^()]*\)\)")
#: No bracket stands within a bracket: so the search for the end of one stops at the beginning of the next.
MARKS: Final = re.compile(r"\*\*|`|(?<!\w)\*|\*(?!\w)|\[([^\[\]]+)\]\([^()]*\)")


#: A table within a rule: its rows, the heads of the columns first.
Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Rule:
    """A rule: paragraphs of plain text, and tables."""

    id: str
    parts: tuple[str | Rows, ...]
    headline: str
    """Of the part of the page that it stands in."""

    @property
    def text(self) -> str:
        """All of it as lines: a paragraph is one, and so is a row of a table."""
        return "\n".join(part if isinstance(part, str) else "\n".join(map(_in_a_line, part)) for part in self.parts)


@dataclass(frozen=True)
class Rulebook:
    """The rules of an edition."""

    title: str
    rules: tuple[Rule, ...]


@cache
def rulebook(game_name: str, edition_name: str | None = None) -> Rulebook:
    """Find the rules of a game, in the edition's own words."""
    game = describe(game_name)
    edition = game.editions.get(next(iter(game.editions)) if edition_name is None else edition_name)
    if edition is None:
        choice = ", ".join(game.editions)
        raise SetupError(f"there is no edition {edition_name!r} of {game.title}: choose one of {choice}")
    page = next((page for folder in FOLDERS if (page := folder / game.page).is_file()), None)
    if page is None:
        raise SetupError(f"the rules of {game.title} are not here: {game.page} is missing in {FOLDERS[0]}")
    text = in_words_of(edition, page.read_text(encoding="utf-8"))
    return Rulebook(f"{game.title} ({edition.title})", tuple(read_rules(text)))


def in_words_of(edition: Any, text: str) -> str:
    """Say it as the edition does: its names for tiles, for what is bid and for what is scored."""
    own = dict(getattr(edition, "tiles", {}))
    own |= {"sun": getattr(edition, "sun", "sun"), "points": edition.points}
    own["suns"] = f"{own['sun']}s"
    own |= {word.capitalize(): own[word][:1].upper() + own[word][1:] for word in ("sun", "suns", "points")}
    return re.sub(rf"\b({'|'.join(own)})\b(?! Boat)", lambda found: own[found[0]], text)


def read_rules(text: str) -> Iterator[Rule]:
    """Read the rules of a page: each with what stands below it, up to the next rule or headline."""
    rule: str | None = None
    headline = ""
    lines: list[str] = []
    for line in [*text.splitlines(), "#"]:
        found = RULE.match(line)
        if (found or line.startswith("#")) and rule is not None:
            yield Rule(rule, tuple(read_parts(lines)), headline)
            rule = None
        if line.startswith("#"):
            headline = line.strip("# ")
        if found:
            rule, lines = found[1], [found[2]]
        elif rule is not None:
            lines.append(line)


def read_parts(lines: list[str]) -> Iterator[str | Rows]:
    """Read Markdown: paragraphs, and tables with their rows."""
    words: list[str] = []
    rows: list[tuple[str, ...]] = []
    for line in [*lines, ""]:
        cells = tuple(plain(cell.strip()) for cell in line.strip().strip("|").split(" | "))
        if line.startswith("|"):
            if not set(line) <= set("|- "):
                rows.append(cells)
        elif len(cells) > 1:
            # The rule is itself a row: what, how much and when.
            what, *much, when = cells
            words.append(f"{what[:1].upper()}{what[1:]}: {', '.join(much)} ({when}).")
        elif line.strip():
            words.append(line.strip())
        else:
            if words:
                yield plain(" ".join(words))
            if rows:
                yield tuple(rows)
            words, rows = [], []


def plain(text: str) -> str:
    """Leave out the marks of Markdown, and what sends the reader to another page."""
    return MARKS.sub(lambda mark: mark[1] or "", ELSEWHERE.sub("", text))


def _in_a_line(cells: tuple[str, ...]) -> str:
    return ": ".join(filter(None, (cells[0], ", ".join(cells[1:]))))
