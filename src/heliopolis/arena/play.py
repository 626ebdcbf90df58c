"""Plays the games of a plan: in compiled code where all who sit at a table are compiled, else one move after the other.

Both ways draw the same numbers, so they play the same games.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.arena.plan import BUILT_IN, Pairing, Plan
from heliopolis.bots.compiled_bot import CompiledBot, line_up
from heliopolis.bots.contract import (
    FAULTS,
    AsksNetwork,
    Bot,
    Seating,
    ask,
    check_starts,
    complaints_of,
    is_timed,
    seated,
)
from heliopolis.bots.games import CARD, play_cards, write_card
from heliopolis.bots.randomness import STRIDE, below
from heliopolis.bots.registry import find_bot
from heliopolis.bots.search.policy import NEEDS
from heliopolis.bots.specs import all_different, seat_name
from heliopolis.compiled import TABLES, THINKERS, TOURNAMENTS
from heliopolis.games import contract, find_game
from heliopolis.games.about import has_room
from heliopolis.games.contract import Game
from heliopolis.table.match import OPEN, TABLE, Match, legal

#: So many games of a compiled bot say how long it takes for a move.
PACE_GAMES: Final = 8
#: JavaScript knows no longer whole numbers.
SEED_BITS: Final = 53


@dataclass(frozen=True)
class Unit:
    """Some games of a tournament, for one worker."""

    plan: Plan
    folder: str
    """Where files and programs are looked for."""
    first: int
    last: int
    """The number after the last game."""
    records: int = 0
    """Of the games below this number a record is kept."""


@dataclass
class Played:
    """What came out of a unit."""

    rows: NDArray[Any]
    """One row for a game and a seat: see `row_dtype`."""
    records: dict[int, str] = field(default_factory=dict)
    """By the number of the game."""
    log: list[tuple[str, str]] = field(default_factory=list)
    """Which bot, and what it did wrong or complained about."""


def row_dtype(plan: Plan) -> np.dtype[Any]:
    """Lay out the results of a game and a seat."""
    whole = ["game", "deal", "rotation", "lineup", "seat", "bot", "points", "decisions", *FAULTS]
    categories = [f"points_{category}" for category in find_game(plan.game).categories]
    return np.dtype(
        [(name, np.int32) for name in whole]
        + [("win", np.float64), ("seconds", np.float64)]
        + [(name, np.int32) for name in categories]
    )


def is_compiled(plan: Plan, folder: str) -> bool:
    """Tell whether a whole tournament can be played in compiled code, which is one for all kinds of players."""
    complete = all(has_room(room, plan.game) for room in NEEDS)
    return complete and all(isinstance(bot, CompiledBot) for bot in _bots(plan, folder))


@cache
def _bots(plan: Plan, folder: str) -> list[Bot]:
    return [find_bot(spec, Path(folder)) for spec in plan.entrants]


def needed(plan: Plan, folder: str, *, recorded: bool) -> list[str]:
    """Say which parts of its game a tournament has to have compiled."""
    if is_compiled(plan, folder) and not recorded:
        return [TOURNAMENTS]
    thinkers = [THINKERS] if any(may_think(bot, plan.game) for bot in _bots(plan, folder)) else []
    return [TABLES, *thinkers, TOURNAMENTS]


def may_think(bot: Bot, game: str) -> bool:
    """Tell whether a bot may ask a network: what bots of other people's do, nobody knows."""
    if not type(bot).__module__.startswith(BUILT_IN):
        return True
    return isinstance(bot, AsksNetwork) and bot.network(game) is not None


def check_programs(plan: Plan) -> None:
    """Raise a SetupError where a program does not start: else `random` would play a whole tournament for it."""
    for spec, bot in zip(plan.entrants, _bots(plan, str(Path.cwd())), strict=True):
        names = seat_names([spec] * plan.players)
        check_starts(bot, Seating(plan.game, plan.edition, dict(plan.settings), tuple(names), 0))


@cache
def _setup(plan: Plan) -> tuple[Game, NDArray[Any]]:
    game = find_game(plan.game)
    return game, game.prepare(plan.players, plan.edition, dict(plan.settings)).openings


def play_unit(unit: Unit) -> Played:
    """Play the games of a unit."""
    plan = unit.plan
    pairings = [plan.pairing(number) for number in range(unit.first, unit.last)]
    cards = make_cards(plan, pairings, unit.first)
    played = Played(np.zeros(0, row_dtype(plan)))
    bots = _bots(plan, unit.folder)
    if is_compiled(plan, unit.folder):
        play_compiled(plan, bots, cards)
        paces = [_pace(plan, number, unit.folder) for number in range(len(bots))]
        played.rows = rows(plan, pairings, cards, unit.first)
        played.rows["seconds"] = played.rows["decisions"] * np.array(paces)[played.rows["bot"]]
        if unit.first < unit.records:  # the same games once more, to write them down
            again = make_cards(plan, pairings[: unit.records - unit.first], unit.first)
            for number, card in _numbered(unit, again):
                played.records[number] = OpenGame(plan, number, card, bots).play().record()
        return played
    games = [OpenGame(plan, number, card, bots).play() for number, card in _numbered(unit, cards)]
    played.rows = rows(plan, pairings, cards, unit.first)
    played.rows["seconds"] = np.concatenate([game.seconds for game in games])
    for fault in FAULTS:
        played.rows[fault] = np.concatenate([game.faults[fault] for game in games])
    played.records = {game.number: game.record() for game in games if game.number < unit.records}
    played.log = [entry for game in games for entry in game.log]
    return played


def _numbered(unit: Unit, cards: NDArray[Any]) -> Iterator[tuple[int, Any]]:
    return ((unit.first + place, cards[place]) for place in range(len(cards)))


def make_cards(plan: Plan, pairings: Sequence[Pairing], first: int) -> NDArray[Any]:
    """Say who sits where in some games, and from which numbers all chance follows."""
    _, openings = _setup(plan)
    cards: Any = np.zeros(len(pairings), CARD)
    for number, (card, pairing) in enumerate(zip(cards, pairings, strict=True), first):
        card.opening = plan.number("opening", pairing.deal) % len(openings)
        card.chance = plan.number("chance", pairing.deal)
        card.choice = plan.number("choice", number)
        card.seating[: plan.players] = pairing.seating
    found: NDArray[Any] = cards
    return found


def rows(plan: Plan, pairings: Sequence[Pairing], cards: NDArray[Any], first: int) -> NDArray[Any]:
    """Turn cards into rows, one for a game and a seat."""
    seats = plan.players
    found = np.zeros((len(cards), seats), row_dtype(plan))
    found["game"] = np.arange(first, first + len(cards))[:, None]
    for name in ("deal", "rotation", "lineup"):
        found[name] = np.array([getattr(pairing, name) for pairing in pairings])[:, None]
    found["seat"] = np.arange(seats)
    for name, on_card in (("bot", "seating"), ("points", "points"), ("decisions", "decisions"), ("win", "shares")):
        found[name] = cards[on_card][:, :seats]
    for place, category in enumerate(find_game(plan.game).categories):
        found[f"points_{category}"] = cards["sheet"][:, :seats, place]
    return found.reshape(-1)


# ---- in compiled code ----


def play_compiled(plan: Plan, bots: Sequence[Bot], cards: NDArray[Any]) -> None:
    """Play the games of some cards outside the interpreter's lock."""
    game, openings = _setup(plan)
    players, workspace = line_up([bot for bot in bots if isinstance(bot, CompiledBot)], game, plan.players)
    play_cards(game, openings, players, workspace, cards)


@cache
def _pace(plan: Plan, bot: int, folder: str) -> float:
    """Measure the seconds a compiled bot takes for a move: in games of its own, as there is no clock inside them."""
    cards = make_cards(plan, [plan.pairing(number) for number in range(PACE_GAMES)], 0)
    cards["seating"] = bot
    start = time.perf_counter()
    play_compiled(plan, _bots(plan, folder), cards)
    return (time.perf_counter() - start) / float(cards["decisions"].sum())


# ---- one move after the other ----


class OpenGame:
    """A game in which every seat is asked for every move; it notes how long that took, and what went wrong."""

    def __init__(self, plan: Plan, number: int, card: Any, bots: Sequence[Bot]) -> None:
        self.plan, self.number, self.card, self.bots = plan, number, card, bots
        self.game, self.openings = _setup(plan)
        self.seconds = np.zeros(plan.players)
        self.faults = {fault: np.zeros(plan.players, np.int32) for fault in FAULTS}
        self.log: list[tuple[str, str]] = []
        self.lines: list[tuple[bool, list[int]]] = []
        self.names = seat_names([plan.entrants[entrant] for entrant in card.seating[: plan.players]])

    def play(self) -> OpenGame:
        """Play it to its end, and write the card."""
        plan, card = self.plan, self.card
        state = self.openings[card.opening].copy()
        chance, choice = int(card.chance), int(card.choice)
        with ExitStack() as stack:
            players = [
                stack.enter_context(seated(self.bots[card.seating[seat]], self.seating(seat)))
                for seat in range(plan.players)
            ]
            while not contract.is_over(state):
                if contract.is_chance(state):
                    chance = (chance + int(STRIDE)) % 2**64
                    ticket = below(np.uint64(chance), int(contract.chance_weight(state)))
                    move = int(contract.chance_outcome(state, ticket))
                    self.note(move, is_chance=True)
                else:
                    choice = (choice + int(STRIDE)) % 2**64
                    move = self.choose(players, state, choice)
                    self.note(move, is_chance=False)
                contract.apply(state, move)
            for seat, player in enumerate(players):
                if complaints := complaints_of(player):
                    self.tell(seat, complaints.rstrip())
        points = np.zeros(plan.players, np.int16)
        sheet = np.zeros((plan.players, len(self.game.categories)), np.int16)
        write_card(state, card, points, np.zeros(plan.players), sheet)
        return self

    def choose(self, players: Sequence[Bot], state: Any, choice: int) -> int:
        """Let the seat to act choose; who has no choice is not asked."""
        moves, seat = legal(state), int(contract.to_act(state))
        self.card.decisions[seat] += 1
        if len(moves) == 1:
            return moves[0]
        player = players[seat]
        # The numbers of choices tell what `random` will do next: a bot that is not built in gets one that does not.
        seed = private(choice) if is_timed(player) else choice
        answer = ask(player, state.copy(), moves, self.plan.seconds, seed)
        self.seconds[seat] += answer.seconds
        if answer.fault is not None:
            self.faults[answer.fault][seat] += 1
            if answer.told:
                self.tell(seat, answer.told)
        return answer.move

    def tell(self, seat: int, text: str) -> None:
        """Keep what a bot did wrong, or complained about."""
        self.log.append(
            (self.plan.entrants[self.card.seating[seat]], f"game {self.number}, {self.names[seat]}: {text}")
        )

    def seating(self, seat: int) -> Seating:
        """Say what a bot may know before the first move."""
        plan = self.plan
        return Seating(plan.game, plan.edition, dict(plan.settings), tuple(self.names), seat)

    def note(self, move: int, *, is_chance: bool) -> None:
        """Keep a move: all that chance decides in a row is one line."""
        if is_chance and self.lines and self.lines[-1][0]:
            self.lines[-1][1].append(move)
        else:
            self.lines.append((is_chance, [move]))

    def record(self) -> str:
        """Write the record of the game: what was drawn stands in it, as it would where people draw."""
        plan, words = self.plan, self.game.words
        options: dict[str, Any] = dict(plan.settings)
        options[self.game.deal_name] = words.deal(self.openings[self.card.opening])
        match = Match(plan.game, self.names, edition=plan.edition, draws=TABLE, scores=OPEN, **options)
        match.date = None  # the same plan writes the same record on any day
        for _, moves in self.lines:
            match.play(words.word(moves))
        return match.record()


def private(number: int) -> int:
    """Turn a number into one that does not tell it."""
    return int.from_bytes(hashlib.sha256(number.to_bytes(8, "big")).digest()[:8], "big") >> (64 - SEED_BITS)


def seat_names(specs: Sequence[str]) -> list[str]:
    """Name the seats after their bots, in the plain form that a record wants, and so that all are different."""
    return all_different([seat_name(spec) for spec in specs])
