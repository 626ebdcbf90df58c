"""Play random games through the contract, and print a digest of every state on the way.

python -m tests.walk GAME PLAYERS GAMES          compiled
NUMBA_DISABLE_JIT=1 python -m tests.walk ...     the same source, uncompiled: must print the same
"""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from heliopolis.bots.randomness import STRIDE, below
from heliopolis.games import contract, find_game


@np.errstate(over="ignore")  # random numbers wrap around on purpose
def walk(name: str, players: int, games: int) -> str:
    """Play games in every edition, and digest all their states, chances, previews and results."""
    game = find_game(name)
    digest = hashlib.sha256()
    number = np.uint64(players)
    moves, (outcomes, weights) = game.new_buffer(), np.zeros((2, game.most_outcomes), contract.MOVE)
    sheet, shares = np.zeros((players, len(game.categories)), np.int16), np.zeros(players)
    for edition in game.editions.values():
        if not edition.fewest_players <= players <= edition.most_players:
            continue
        openings = game.prepare(players, edition.name, {}).openings
        for _ in range(games):
            number += STRIDE
            state = openings[below(number, len(openings))].copy()
            while not contract.is_over(state):
                number += STRIDE
                if contract.is_chance(state):
                    count = contract.chance_outcomes(state, outcomes, weights)
                    digest.update(outcomes[:count].tobytes() + weights[:count].tobytes())
                    move = contract.chance_outcome(state, below(number, int(contract.chance_weight(state))))
                else:
                    count = contract.legal_moves(state, moves)
                    digest.update(moves[:count].tobytes())
                    move = int(moves[below(number, count)])
                contract.apply(state, move)
                contract.score_breakdown(state, sheet)
                digest.update(state.tobytes() + sheet.tobytes() + bytes([int(contract.to_act(state))]))
            contract.returns(state, shares)
            digest.update(shares.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(walk(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
