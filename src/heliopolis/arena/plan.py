"""What a tournament is: a plan from which every game follows by its number, whoever plays it, when and where.

The design is duplicate. A deal is an opening and an order of what is drawn or rolled. A line-up plays the same deal
once in every rotation of its seats, so that nobody wins by the luck of a seat or of a bag. In which order a line-up
sits is drawn anew for each deal, so that nobody wins by always sitting left of a weak player.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, count
from pathlib import Path
from typing import Any, Final

from heliopolis.bots.contract import AsksNetwork, Bot
from heliopolis.bots.neural.files import digest as network_digest
from heliopolis.bots.registry import check_plays, find_bot
from heliopolis.bots.specs import read_spec
from heliopolis.compiled import digest, read_by
from heliopolis.errors import SetupError
from heliopolis.games import find_game
from heliopolis.games.contract import Game
from heliopolis.table.match import check_settings

#: So many bots have some ten thousand line-ups.
MOST_BOTS: Final = 24
#: Where the built-in bots are.
BUILT_IN: Final = "heliopolis."


@dataclass(frozen=True)
class Pairing:
    """One game of a tournament."""

    deal: int
    lineup: int
    rotation: int
    seating: tuple[int, ...]
    """Who sits in each seat, as a place in `Plan.entrants`."""


@dataclass(frozen=True)
class Plan:
    """All that decides how the games of a tournament go."""

    game: str
    edition: str
    settings: tuple[tuple[str, str], ...]
    players: int
    bots: tuple[str, ...]
    among: tuple[str, ...]
    """Where it is not empty, each of the bots sits alone among several of each of these."""
    seed: int
    seconds: float
    """What a bot has for a move."""
    code: str
    """Names the state of the rules and bots that are played: `code_digest`."""

    @cached_property
    def entrants(self) -> tuple[str, ...]:
        """Everyone who plays, each once."""
        return tuple(dict.fromkeys(self.bots + self.among))

    @cached_property
    def lineups(self) -> list[tuple[int, ...]]:
        """Who sits at a table together: one line-up after the other, then all over again.

        Every bot has the same number of seats, and those that are left go to each combination of bots in turn.
        """
        place = self.entrants.index
        if self.among:
            pairs = [(place(bot), place(other)) for other in self.among for bot in self.bots if bot != other]
            if self.players == 2:  # noqa: PLR2004 - one among one is the same table, seen from both sides
                pairs = [pair for number, pair in enumerate(pairs) if pair[::-1] not in pairs[:number]]
            return [(bot, *[other] * (self.players - 1)) for bot, other in pairs]
        everyone = [place(bot) for bot in self.bots]
        each, left = divmod(self.players, len(everyone))
        found = [tuple(everyone * each) + some for some in combinations(everyone, left)]
        order = sorted(range(len(found)), key=lambda number: self.number("line-up", number))
        return [found[number] for number in order]

    @cached_property
    def _cycle(self) -> list[tuple[int, int]]:
        """One round of all line-ups: which one, and how far it has moved around the table."""
        return [
            (number, rotation)
            for number, lineup in enumerate(self.lineups)
            for rotation in range(self.players if len(set(lineup)) > 1 else 1)
        ]

    def whole(self, games: int) -> int:
        """Round a number of games up, so that every line-up plays equally often, or at least every deal to its end."""
        cycle = len(self._cycle)
        if games >= cycle:
            return -(-games // cycle) * cycle
        while self._cycle[games % cycle][1]:
            games += 1
        return games

    def pairing(self, number: int) -> Pairing:
        """Say what a game is, by its number."""
        cycle, place = divmod(number, len(self._cycle))
        lineup, rotation = self._cycle[place]
        deal = cycle if self.among else cycle * len(self.lineups) + lineup
        seated = self._seated(self.lineups[lineup], cycle * len(self.lineups) + lineup)
        return Pairing(deal, lineup, rotation, seated[rotation:] + seated[:rotation])

    def _seated(self, lineup: tuple[int, ...], number: int) -> tuple[int, ...]:
        """Draw in which order a line-up sits: never one that looks the same after fewer steps than there are seats."""
        if len(set(lineup)) == 1:
            return lineup
        for attempt in count():
            order = sorted(range(len(lineup)), key=lambda place: self.number("order", number, attempt, place))
            seated = tuple(lineup[place] for place in order)
            if all(seated[step:] + seated[:step] != seated for step in range(1, len(seated))):
                return seated
        raise AssertionError

    def number(self, *label: object) -> int:
        """Draw a number of 64 bits that follows from the seed; from one nobody can tell another."""
        text = " ".join(["arena", str(self.seed), *map(str, label)])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")

    def guests(self, lineup: int) -> list[tuple[int, int]]:
        """List who is measured against whom at a table of one among others."""
        bot, *others = self.lineups[lineup]
        if self.players > 2:  # noqa: PLR2004
            return [(bot, others[0])]
        pairs = [(bot, others[0]), (others[0], bot)]
        return [
            (one, other)
            for one, other in pairs
            if self.entrants[one] in self.bots and self.entrants[other] in self.among
        ]


def make_plan(  # noqa: PLR0913 - all that decides how games go
    game: str,
    bots: Sequence[str],
    *,
    players: int = 4,
    edition: str | None = None,
    settings: dict[str, str] | None = None,
    among: Sequence[str] = (),
    seed: int = 0,
    seconds: float = 1.0,
    folder: Path | None = None,
) -> Plan:
    """Plan a tournament; whatever is wrong with it is said now."""
    found = find_game(game)
    house_rules = check_settings(found, dict(settings or {}))
    setup = found.prepare(players, edition, house_rules)
    if not bots:
        raise SetupError("there are no bots: expected some, like greedy,random")
    if len(bots) > MOST_BOTS:
        raise SetupError(f"{len(bots)} bots are too many: expected at most {MOST_BOTS}")
    entrants = {spec: find_bot(spec, folder) for spec in (*bots, *among)}
    for spec, bot in entrants.items():
        check_plays(bot, spec, found)
    plan = Plan(
        game=found.name,
        edition=setup.edition.name,
        settings=tuple(sorted(house_rules.items())),
        players=players,
        bots=tuple(dict.fromkeys(bots)) if among else tuple(bots),
        among=tuple(dict.fromkeys(among)),
        seed=seed,
        seconds=seconds,
        code=code_digest(found, entrants, folder or Path.cwd()),
    )
    if not plan.lineups:
        raise SetupError(f"{', '.join(among)} among {', '.join(among)} measures nothing: name another bot in --bots")
    return plan


def code_digest(game: Game, entrants: Mapping[str, Bot], folder: Path) -> str:
    """Name the state of all that decides how games go: the rules, the sources and networks of bots, files with bots.

    Of a bot that an installed package brings, it covers the modules of its class and of the classes that it extends,
    not what these modules import. `Store.has_other_code` compares it with the digest of a stored plan.
    """
    names = hashlib.sha256(digest().encode())
    kinds = {kind for bot in entrants.values() for kind in type(bot).__mro__}
    made: list[Any] = [game.prepare, *(kind for kind in kinds if kind.__module__.startswith(BUILT_IN))]
    for source in read_by(Path(inspect.getfile(one)) for one in made):
        names.update(source.read_bytes())
    for module in sorted({kind.__module__ for kind in kinds if not kind.__module__.startswith(BUILT_IN)}):
        file = getattr(sys.modules.get(module), "__file__", None)
        if file is not None and file.endswith(".py"):
            names.update(Path(file).read_bytes())
    for spec, bot in entrants.items():
        if path := read_spec(spec).path:
            names.update((folder / path).read_bytes())
        network = bot.network(game.name) if isinstance(bot, AsksNetwork) else None
        if network is not None:
            names.update(network_digest(network.weights).encode())
    return names.hexdigest()[:20]
