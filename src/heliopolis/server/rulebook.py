"""The rules as played here, rule by rule, from the pages in docs/."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from heliopolis.games import find_game
from heliopolis.server.messages import RuleBook, RuleLine
from heliopolis.server.refusals import NotFoundError

#: The page of each game, in the repository and in the installed package.
PAGES = {"ra": "rules.md", "dice": "dice.md"}
FOLDERS = (Path(__file__).parent / "rules", Path(__file__).parents[3] / "docs")

#: A rule begins a paragraph, an item of a list or a row of a table with its id: **R14**, **D3**.
RULE = re.compile(r"(?:- |\| )?\*\*([A-Z][0-9]+)\*\*[ |]*(.*)")
MARKS = re.compile(r"\*\*|`|(?<!\w)\*|\*(?!\w)|\[([^\]]+)\]\([^)]*\)")


@cache
def rulebook(game_name: str, edition_name: str) -> RuleBook:
    """Find the rules of a game, with the edition's own names for tiles."""
    game = find_game(game_name)
    edition = game.editions.get(edition_name)
    pages = [folder / PAGES[game.name] for folder in FOLDERS if game.name in PAGES]
    page = next((page for page in pages if page.is_file()), None)
    if edition is None or page is None:
        raise NotFoundError(f"there are no rules of {game.title} for the edition {edition_name!r}")
    text = page.read_text(encoding="utf-8")
    for name, own in getattr(edition, "tiles", {}).items():
        text = re.sub(rf"\b{name}\b", own, text)
    return RuleBook(title=f"{game.title} ({edition.title})", sections=list(rules(text)))


def rules(text: str) -> Iterator[RuleLine]:
    """Read the rules of a page: each with what stands below it, up to the next rule or headline."""
    rule: str | None = None
    lines: list[str] = []
    for line in [*text.splitlines(), "#"]:
        found = RULE.match(line)
        if (found or line.startswith("#")) and rule is not None:
            yield RuleLine(id=rule, text=plain(lines))
            rule = None
        if found:
            rule, lines = found[1], [found[2]]
        elif rule is not None:
            lines.append(line)


def plain(lines: list[str]) -> str:
    """Write Markdown as plain text: paragraphs on one line, a row of a table as well."""
    paragraphs: list[str] = [""]
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if set(line) <= set("|- "):
            paragraphs.append("")
        elif len(cells) > 1 or line.startswith("|"):
            paragraphs += [": ".join(filter(None, (cells[0], ", ".join(cells[1:])))), ""]
        else:
            paragraphs[-1] = f"{paragraphs[-1]} {line.strip()}".strip()
    return MARKS.sub(lambda mark: mark[1] or "", "\n".join(filter(None, paragraphs)))
