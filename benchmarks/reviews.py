"""How much players lose: whole games of bots, reviewed.

python -m benchmarks.reviews GAME --bots priest,net --players 3 --games 10 [--rounds 96]

Each bot plays every seat of its games. For each, the mean loss of a decision is printed with an interval of 95 % over
games, and the mean luck of a seat, which should have an interval around 0. Games of a seed are the same each time.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean, stdev

from heliopolis import Match
from heliopolis.bots.registry import built_in_bot
from heliopolis.coach import Depth, review
from heliopolis.table.match import legal

NAMES = ("north", "east", "south", "west", "centre")


def play(game: str, bot: str, players: int, seed: int) -> Match:
    """Let a bot play a game against itself."""
    match, player = Match(game, NAMES[:players], seed=seed), built_in_bot(bot)
    while match.seat is not None:
        moves = legal(match.state)
        choice = player.choose(match.state, moves, 0.3, len(match))
        match.play(match.game.words.word([choice.move]))
    return match


def interval(numbers: list[float]) -> str:
    """Write a mean with its interval of 95 %."""
    error = 1.96 * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else float("nan")
    return f"{100 * mean(numbers):6.2f} % ± {100 * error:.2f}"


def main() -> None:
    """Play, review and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("ra", "dice"))
    parser.add_argument("--bots", default="apprentice,scribe,priest,vizier,pharaoh")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=96)
    chosen = parser.parse_args()
    for bot in chosen.bots.split(","):
        losses, luck, seconds = [], [], []
        for seed in range(1, chosen.games + 1):
            match = play(chosen.game, bot, chosen.players, seed)
            start = time.process_time()
            *_, last = review(match, Depth(rounds=chosen.rounds))
            seconds.append(time.process_time() - start)
            assert last.review is not None
            losses.append(mean(one.cost for one in last.review.of(None)))
            luck.append(last.review.account(seed % chosen.players).luck)
        print(
            f"{bot:<12} loss {interval(losses)}   luck {interval(luck)}   {mean(seconds):.1f} CPU s a review",
            flush=True,
        )


if __name__ == "__main__":
    main()
