"""All there is to choose from: games, editions, house rules, bots, colours."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from importlib.metadata import version
from typing import Any

from heliopolis.bots.registry import BOT_NAMES, LEVELS, USUAL, built_in_bot, players_of, usual_bot
from heliopolis.games import NAMES, find_game
from heliopolis.server.house import COLOURS
from heliopolis.server.messages.base import LONGEST_NAME, PROTOCOL
from heliopolis.server.messages.catalogue import BotLine, Catalogue, EditionLine, GameLine, SettingLine
from heliopolis.server.prepared import Prepared


@cache
def catalogue() -> Catalogue:
    """Lay out everything, once."""
    return Catalogue(
        protocol=PROTOCOL,
        version=version("heliopolis"),
        games=[game_line(name) for name in NAMES],
        bots=[bot_line(name) for name in [*LEVELS, *(name for name in BOT_NAMES if name not in LEVELS)]],
        usual_bot=USUAL,
        colours=list(COLOURS),
        longest_name=LONGEST_NAME,
    )


@cache
def prepared_catalogue() -> Prepared:
    """Prepare the answer to everyone who asks for it."""
    return Prepared.message(catalogue())


def bot_line(name: str) -> BotLine:
    """Lay out a bot."""
    bot = built_in_bot(name)
    return BotLine(name=name, title=bot.title, line=bot.description, level=name in LEVELS)


def game_line(name: str) -> GameLine:
    """Lay out a game."""
    game = find_game(name)
    return GameLine(
        name=game.name,
        title=game.title,
        editions=[edition_line(edition) for edition in game.editions.values()],
        settings=[
            SettingLine(
                name=name,
                title=setting.title or name.replace("-", " ").capitalize(),
                values=list(setting.values),
                words=dict(setting.words),
                meaning=setting.meaning,
                rule=setting.rule,
            )
            for name, setting in game.settings.items()
        ],
        categories=list(game.categories),
        scores="open" if game.scores == "open" else "hidden",
        bots=list(players_of(game.name)),
        usual_bot=usual_bot(game.name),
    )


def edition_line(edition: Any) -> EditionLine:
    """Lay out an edition: every text that it has is one of its words."""
    texts = {part.name: getattr(edition, part.name) for part in fields(edition)}
    return EditionLine(
        name=edition.name,
        title=edition.title,
        fewest_players=edition.fewest_players,
        most_players=edition.most_players,
        words={name: text for name, text in texts.items() if isinstance(text, str) and name not in ("name", "title")},
        tiles=dict(texts.get("tiles", {})),
        moves=dict(texts.get("moves", {})),
        boat=bool(texts.get("boat", False)),
    )
