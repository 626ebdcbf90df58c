"""Play a million random games over all games, editions and player counts, and stop at the first that breaks a rule.

    python tests/soak.py [GAMES]

Every game must end with three scored epochs and no score below zero; every few hundred games one is looked at closely
(`check`). It shows how far it is, and can be stopped with Ctrl-C.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from heliopolis.bots.random_games import play_games
from heliopolis.games import NAMES, contract, find_game
from heliopolis.games.contract import Game
from heliopolis.warm import warm

GAMES = 1_000_000
EACH = 500  # games played in one go, of which the last is looked at closely


def main() -> int:
    """Play, and say how it went."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    warm()
    tables = [
        (game, edition, players)
        for game in map(find_game, NAMES)
        for edition in game.editions.values()
        for players in range(edition.fewest_players, edition.most_players + 1)
    ]
    share = -(-games // len(tables))
    start, played, number = time.perf_counter(), 0, np.uint64(time.time_ns())
    print(f"first number {number}")
    try:
        with Progress() as progress:
            bar = progress.add_task("playing", total=share * len(tables))
            for game, edition, players in tables:
                progress.update(bar, description=f"{game.title}, {edition.name}, {players} players")
                openings = game.prepare(players, edition.name, {}).openings
                for first in range(0, share, EACH):
                    count = min(EACH, share - first)
                    number = soak(game, openings, players, count, number)
                    played += count
                    progress.advance(bar, count)
    except KeyboardInterrupt:
        print("interrupted")
    print(f"{played:,} games over {len(tables)} tables in {time.perf_counter() - start:.0f} s: no error")
    return 0


def soak(game: Game, openings: NDArray[Any], players: int, games: int, number: np.uint64) -> np.uint64:
    """Play some games at full speed; every number must come out whole, and the last game must be sound."""
    table = np.zeros(1, game.dtype)
    points, total = np.zeros(players, np.int16), np.zeros(players, np.int64)
    ends = np.zeros(len(game.epoch_ends), np.int64)
    last, decisions = play_games(table, openings, games, number, game.new_buffer(), points, total, ends)
    assert decisions > 0
    assert (total >= 0).all()
    assert ends.sum() == 3 * games, f"{ends} epochs in {games} games"
    check(game, table[0], players)
    return np.uint64(last)  # compiled code answers with a plain int


def check(game: Game, state: Any, players: int) -> None:
    """Look closely at a finished game."""
    assert contract.is_over(state)
    shares, points = np.zeros(players), np.zeros(players, np.int16)
    contract.returns(state, shares)
    contract.scores(state, points)
    assert abs(shares.sum() - 1) < 1e-9
    assert points[shares > 0].min() == points.max(), "the winner has the most points"
    assert contract.epochs_over(state) == 3
    assert contract.legal_moves(state, game.new_buffer()) == 0


if __name__ == "__main__":
    sys.exit(main())
