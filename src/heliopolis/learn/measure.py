"""How strong a network is while it learns: one among others, in duplicate deals."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.bots.compiled_bot import CompiledBot, line_up
from heliopolis.bots.games import CARD, MOST_SEATS, play_cards
from heliopolis.bots.heuristic.greedy import Greedy
from heliopolis.bots.heuristic.opinion import INSTINCT, OTHERS
from heliopolis.bots.neural.network import Network
from heliopolis.bots.players import THINKER
from heliopolis.extras import require
from heliopolis.games import find_game

if TYPE_CHECKING:
    from heliopolis.learn.training import Training

#: So many deals, each with every seat once, say how strong it is; in a short training fewer.
DEALS: Final = 40
#: After so many deals one looks at the clock.
DEALS_AT_ONCE: Final = 2


class Candidate(CompiledBot):
    """A network in training, as a bot."""

    def __init__(self, network: Network) -> None:
        super().__init__(THINKER, (INSTINCT, OTHERS))
        self._network = network

    def network(self, game: str) -> Network:
        """Ask this one."""
        return self._network


def measure(training: Training, seconds: float = math.inf) -> dict[str, float]:
    """Note where a training stands: what it has played, how far off it is, how it does among all who came before.

    Where the seconds are over before all deals are played, fewer have to do, but at least a few.
    """
    plan, progress = training.plan, training.progress
    candidate = Candidate(training.network)
    mark = {
        "seconds": progress.seconds,
        "games": float(progress.games),
        "win_loss": progress.win_loss,
        "points_loss": progress.points_loss,
    }
    tables: list[tuple[str, int, list[CompiledBot]]] = [
        (f"among_{players - 1}_greedy", players, [Greedy()]) for players in plan.players
    ]
    if training.pool:
        others = [Candidate(Network(training.network.sizes, weights)) for weights in training.pool]
        tables.append(("among_forebears", plan.players[-1], [*others]))
    played = []
    for name, players, rivals in tables:
        shares = shares_among(plan.game, players, candidate, rivals, DEALS, seconds / len(tables))
        mark[name] = float(shares.mean())
        played.append(len(shares) // players)
    mark["deals"] = float(min(played))
    return mark


def one_among(game: str, players: int, one: CompiledBot, others: Sequence[CompiledBot], deals: int = DEALS) -> float:
    """Find the share of the win of one bot among others, over deals in which it sits in every seat."""
    return float(shares_among(game, players, one, others, deals).mean())


def shares_among(
    game: str, players: int, one: CompiledBot, others: Sequence[CompiledBot], deals: int, seconds: float = math.inf
) -> NDArray[np.float64]:
    """Find the shares of the win of one bot among others, in each game; the others take the rest of the seats in turn.

    It stops early when the seconds are over.
    """
    end = time.monotonic() + seconds
    rules = find_game(game)
    openings = rules.prepare(players, None, {}).openings
    lineup, workspace = line_up([one, *others], rules, players)
    cards: Any = np.zeros(deals * players, CARD)
    luck = np.random.default_rng(deals).integers(1 << 62, size=(3, deals), dtype=np.uint64).repeat(players, axis=1)
    cards["opening"], cards["chance"], cards["choice"] = luck[0] % np.uint64(len(openings)), luck[1], luck[2]
    every = np.arange(len(cards))
    cards["seating"] = 1 + (every[:, None] + np.arange(MOST_SEATS)) % len(others)
    seats = np.tile(np.arange(players), deals)
    cards["seating"][every, seats] = 0
    played, step = 0, len(cards) if seconds == math.inf else DEALS_AT_ONCE * players
    while played < len(cards) and (not played or time.monotonic() < end):
        play_cards(rules, openings, lineup, workspace, cards[played : played + step])
        played += step
    shares: NDArray[np.float64] = cards["shares"][every, seats][:played]
    return shares


def draw_curve(training: Training, path: Path) -> None:
    """Draw how a training went."""
    figure = require("matplotlib.figure", "arena")
    plan, curve = training.plan, training.progress.curve
    page = figure.Figure(figsize=(8, 6), layout="constrained")
    wins, losses = page.subplots(2, 1, sharex=True)
    rivals = [(f"among_{players - 1}_greedy", f"among {players - 1} greedy", players) for players in plan.players]
    for name, label, players in [*rivals, ("among_forebears", "among its opponent pool", plan.players[-1])]:
        marks = [mark for mark in curve if name in mark]
        wins.plot([m["games"] for m in marks], [players * m[name] for m in marks], label=label)
    wins.axhline(1, color="black", linestyle="--", label="fair share")
    wins.set_ylabel("games won, fair shares")
    wins.legend()
    losses.plot([m["games"] for m in curve], [m["win_loss"] for m in curve], label="shares of the win")
    losses.plot([m["games"] for m in curve], [100 * m["points_loss"] for m in curve], label="points, times 100")
    losses.set_ylabel("loss")
    losses.set_xlabel("games")
    losses.legend()
    counts = ", ".join(map(str, plan.players))
    page.suptitle(f"{plan.game} with {counts} players: {training.progress.games:,} games")
    page.savefig(path, dpi=120)
