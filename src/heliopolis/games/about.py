"""What can be said of a game before its rules are loaded. Compiled code takes a second to load; this does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Protocol


class Edition(Protocol):
    """One printing of a game. Each game has a class for its own, with more: answers to the rules, and words."""

    @property
    def name(self) -> str:
        """By which people ask for it."""

    @property
    def title(self) -> str:
        """Who published it."""

    @property
    def fewest_players(self) -> int:
        """With how few players it can be played."""

    @property
    def most_players(self) -> int:
        """With how many players it can be played."""

    @property
    def points(self) -> str:
        """What is scored."""

    def answers(self) -> Mapping[str, str]:
        """Say what it answers where editions may differ: question and answer, for people."""

    def vocabulary(self) -> Mapping[str, str]:
        """Say its own words for things: what the thing is, and its word for it."""


@dataclass(frozen=True)
class Setting:
    """A house rule: what a table may play differently from its edition."""

    values: tuple[str, ...]
    meaning: str
    """For people."""
    title: str = ""
    """What it is called where people choose it; left out, its name."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What its values are called there; "" is what holds where nothing is chosen."""
    rule: str = ""
    """The id of the rule that it changes."""


@dataclass(frozen=True, kw_only=True)
class About:
    """A game, without its rules."""

    name: str
    title: str
    page: str
    """The page in docs/ with its rules, and their ids."""
    editions: Mapping[str, Any]
    """By name, the usual one first. Each is an `Edition`, of the game's own class."""
    settings: Mapping[str, Setting]
    """The house rules, by name."""
    scores: str
    """Whether points lie "open" or "hidden" where nobody says otherwise."""
    deal_name: str
    """What is drawn for before the game: the header of `Words.deal` in the record."""


def has_room(room: str, game: str) -> bool:
    """Tell whether a game has a module in a room: "heliopolis.bots.heuristic.{game}.moves"."""
    try:
        return find_spec(room.format(game=game)) is not None
    except ModuleNotFoundError:  # not even the folder that it would be in
        return False
