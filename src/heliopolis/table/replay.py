"""Many lines at once: compiled code plays a whole record in less time than Python takes for a line or two.

It says only how many lines are right. What is wrong with the one that is not, the slow way says (`Match.replay`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.errors import HeliopolisError
from heliopolis.games.contract import MOVE, Game, epochs_over
from heliopolis.games.replay import NO_CHANCE, UNKNOWN, replay
from heliopolis.table import sealed

if TYPE_CHECKING:
    from heliopolis.table.match import Match

Word = tuple[int, ...]

#: Words of records that were understood, by game, edition and word: records say the same few over and over.
_UNDERSTOOD: Final[dict[tuple[str, str, str], Word]] = {}
#: Who invents words without end does not fill the memory.
MOST_WORDS: Final = 20_000


def understand(game: Game, edition: Any, word: str) -> Word:
    """Understand a line of a record; raise MoveError."""
    key = (game.name, edition.name, word)
    found = _UNDERSTOOD.get(key)
    if found is None:
        found = tuple(game.words.moves(word, edition))
        if len(_UNDERSTOOD) < MOST_WORDS:
            _UNDERSTOOD[key] = found
    return found


class Replayed:
    """Lines that were played from a state on, as far as they are right.

    Args:
        game: of the state.
        state: where the lines begin.
        lines: the moves of each.
        seed: of sealed draws, where it is known: then every draw has to be what it gives.
    """

    def __init__(self, game: Game, state: Any, lines: Sequence[Word], seed: int | None = None) -> None:
        self.table: NDArray[Any] = np.empty(len(lines) + 1, game.dtype)
        """Where the game stands before each line, and after the last."""
        self.table[0] = state
        moves = np.fromiter(chain.from_iterable(lines), MOVE)
        ends = np.fromiter(accumulate(map(len, lines)), np.int64, len(lines))
        tickets = np.full(len(moves), UNKNOWN, np.int64)
        weights, seats = np.full(len(moves), NO_CHANCE, np.int64), np.zeros(len(lines), np.int64)
        buffers = np.empty((2, max(game.most_moves, game.most_outcomes) + 1), MOVE)
        self.right = int(replay(self.table, moves, ends, tickets, weights, seats, buffers))
        """How many lines are right."""
        if seed is not None and self.right == len(lines):
            drawn = np.flatnonzero(weights)
            limits = weights[drawn].tolist()
            tickets[drawn] = [sealed.ticket(seed, "chance", number, limit) for number, limit in enumerate(limits)]
            self.right = int(replay(self.table, moves, ends, tickets, weights, seats, buffers))
        self.seats: list[int] = seats.tolist()
        """Who was to act at each line."""
        firsts = np.concatenate([[0], ends[:-1]]).astype(np.int64) if len(lines) else ends
        self.is_chance: list[bool] = (weights[firsts] != NO_CHANCE).tolist()

    def epoch_ends(self) -> list[int]:
        """Name the lines with which epochs ended, counted from 1."""
        found, first = [], 0
        last = len(self.table) - 1
        for over in range(int(epochs_over(self.table[0])) + 1, int(epochs_over(self.table[last])) + 1):
            low, high = first, last  # over after `high`, and not yet after `low`
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if epochs_over(self.table[middle]) >= over else (middle, high)
            found.append(high)
            first = low
        return found


def play_all(match: Match, told: Sequence[tuple[str, str]]) -> bool:
    """Play the lines of a record, each a name and a word, if all of them are right; else change nothing."""
    try:
        lines = [understand(match.game, match.edition, word) for _, word in told]
    except HeliopolisError:
        return False
    seed = match.secret_seed() if match.knows_seed and match.draws == "sealed" else None
    done = Replayed(match.game, match.state, lines, seed)
    names = match.players
    if done.right < len(lines) or any(names[seat] != name for seat, (name, _) in zip(done.seats, told, strict=True)):
        return False
    match.adopt(lines, done)
    return True
