"""What the search has to know of a game: where it may stop, what it may leave out, what positions mean the same.

Each game answers in a module of its name.
"""

from __future__ import annotations

from typing import Any, Final

from heliopolis.bots.heuristic import opinion
from heliopolis.bots.neural import features
from heliopolis.games.contract import by_game_in

#: Where a game answers.
ROOM: Final = "heliopolis.bots.search.{game}"
#: All that a search with a network asks a game for.
NEEDS: Final = (opinion.ROOM, features.ROOM, ROOM)


@by_game_in(ROOM)
def is_quiet(state: Any) -> bool:  # type: ignore[empty-body]
    """Tell whether a position can be judged as it is: nothing is half done."""


@by_game_in(ROOM)
def settles_fast(state: Any) -> bool:  # type: ignore[empty-body]
    """Tell whether everything that can come of what is half done is soon looked through."""


@by_game_in(ROOM)
def tolerance(state: Any) -> float:  # type: ignore[empty-body]
    """Say how far behind the best a move may be, in points of `greedy`, that is still worth a thought."""


@by_game_in(ROOM)
def is_worth_playing_on(state: Any) -> bool:  # type: ignore[empty-body]
    """Tell whether a few hundred games that are played on show more than a look at what is settled."""


@by_game_in(ROOM)
def tidy(state: Any) -> None:
    """Wipe out what is only left over, so that positions that mean the same are the same."""
