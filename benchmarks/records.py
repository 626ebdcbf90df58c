"""How many records a second `heliopolis verify` checks, on one core.

python -m benchmarks.records GAME --players 4 --games 200 [--runs 5]

Games of random moves are played and saved, then checked some times: every move by the rules, scores, result, and each
draw by the seed. Processor seconds count, of the fastest run: what else the machine does matters little to it.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from heliopolis import Match
from heliopolis.terminal.verify import verify

NAMES = ("north", "east", "south", "west", "centre")


def main() -> None:
    """Play, save, check and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("ra", "dice"))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--runs", type=int, default=5)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files, lines = [], 0
        for seed in range(chosen.games):
            match, numbers = Match(chosen.game, NAMES[: chosen.players], seed=seed), random.Random(seed)
            while match.seat is not None:
                match.play(numbers.choice(match.moves()))
            files.append(Path(folder, f"{seed}.{chosen.game}"))
            match.save(files[-1])
            lines += len(match)
        seconds = []
        for _ in range(chosen.runs):
            start = time.process_time()
            if any(verify(file)[0] for file in files):
                raise SystemExit("a record that was played here is not right")
            seconds.append(time.process_time() - start)
    print(f"{chosen.games / min(seconds):,.0f} records a second, of {lines / chosen.games:.0f} lines on average")


if __name__ == "__main__":
    main()
