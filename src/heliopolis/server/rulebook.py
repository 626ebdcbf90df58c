"""The rules for the browser."""

from __future__ import annotations

from functools import cache

from heliopolis import rulebook as books
from heliopolis.games import find_game
from heliopolis.server.messages.catalogue import RuleBook, RuleLine, RulePart
from heliopolis.server.prepared import Prepared
from heliopolis.server.refusals import NotFoundError


def rulebook(game_name: str, edition_name: str) -> RuleBook:
    """Find the rules of a game, in the edition's own words."""
    game = find_game(game_name)
    if edition_name not in game.editions:
        raise NotFoundError(f"there are no rules of {game.title} for the edition {edition_name!r}")
    book = books.rulebook(game_name, edition_name)
    return RuleBook(title=book.title, sections=[_line(rule) for rule in book.rules])


def _line(rule: books.Rule) -> RuleLine:
    parts = [
        RulePart(text=part) if isinstance(part, str) else RulePart(rows=[list(row) for row in part])
        for part in rule.parts
    ]
    return RuleLine(id=rule.id, headline=rule.headline, text=rule.text, parts=parts)


@cache
def prepared_rulebook(game_name: str, edition_name: str) -> Prepared:
    """Prepare the rules for everyone who asks for them. Only what there is is kept: a refusal is made anew."""
    return Prepared.message(rulebook(game_name, edition_name))
