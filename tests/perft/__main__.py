"""Choose the positions and count them anew: part of `make golden`."""

from __future__ import annotations

from rich.progress import Progress

from heliopolis.arena.perft import get_ready
from heliopolis.games import NAMES, find_game
from heliopolis.warm import warm
from tests.perft.positions import choose, write


def main() -> None:
    """Write the files of all games."""
    warm()
    with Progress() as progress:
        for game in NAMES:
            get_ready(find_game(game))
            write(game, list(progress.track(choose(game), description=f"counting {game}")))


if __name__ == "__main__":
    main()
