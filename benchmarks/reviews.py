"""How much players lose: whole games of bots, reviewed.

python -m benchmarks.reviews GAME --bots priest,net --players 3 --games 10 [--rounds 96] [--out FILE]

Each bot plays every seat of its games. For each, the mean loss of a decision is printed with an interval of 95 % over
games, and the mean luck of the seats of a game, one each, which should have an interval around 0. Games of a seed are
the same each time, unless a bot is limited by time. `--out` writes the losses by kind of decision into a file that may
be there already: `src/heliopolis/coach/levels.json` has those that reviews show beside a player's own.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from heliopolis import Match
from heliopolis.bots.registry import built_in_bot
from heliopolis.coach import Depth, Review, review
from heliopolis.table.match import legal

NAMES = ("north", "east", "south", "west", "centre")
ALL = "all"
LEVELS = "apprentice,scribe,priest,vizier,pharaoh"


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


def sums(found: Review) -> dict[str, tuple[int, float, float]]:
    """Count decisions and add up what they lost, by kind and in all: of the win, and points."""
    kinds = {kind: (count, count * win, count * points) for kind, (count, win, points) in found.mean_loss().items()}
    whole = [sum(numbers) for numbers in zip(*kinds.values(), strict=True)]
    return kinds | {ALL: (int(whole[0]), whole[1], whole[2])}


def figure(games: list[tuple[int, float, float]]) -> dict[str, Any]:
    """Say what a decision lost on average over games, and half of an interval of 95 % over them."""
    count = sum(game[0] for game in games)
    told: dict[str, Any] = {"decisions": count}
    for place, name in ((1, "win"), (2, "points")):
        average = sum(game[place] for game in games) / count
        spread = sum((game[place] - average * game[0]) ** 2 for game in games)
        wide = 1.96 * (spread * len(games) / max(len(games) - 1, 1)) ** 0.5 / count
        told |= {name: round(average, 5), f"{name}_error": round(wide, 5)}
    return told


def write(path: Path, chosen: argparse.Namespace, bot: str, games: list[dict[str, tuple[int, float, float]]]) -> None:
    """Put the figures of a bot into a file."""
    told = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    here = told.setdefault(chosen.game, {})
    here["command"] = f"python -m benchmarks.reviews {chosen.game} --players {chosen.players} --rounds {chosen.rounds}"
    kinds = sorted({kind for game in games for kind in game})
    figures = {kind: figure([game[kind] for game in games if kind in game]) for kind in kinds}
    here.setdefault("bots", {})[bot] = {"games": len(games), "losses": figures}
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Play, review and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("ra", "dice"))
    parser.add_argument("--bots", default=LEVELS)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=96)
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    for bot in chosen.bots.split(","):
        losses, luck, seconds, waited, counted = [], [], [], [], []
        for seed in range(1, chosen.games + 1):
            match = play(chosen.game, bot, chosen.players, seed)
            start, began = time.process_time(), time.perf_counter()
            *_, last = review(match, Depth(rounds=chosen.rounds))
            seconds.append(time.process_time() - start)
            waited.append(time.perf_counter() - began)
            assert last.review is not None
            counted.append(sums(last.review))
            losses.append(counted[-1][ALL][1] / counted[-1][ALL][0])
            luck.append(last.review.account(seed % chosen.players).luck)
            if chosen.out is not None and len(counted) > 1:  # of one game nobody knows how sure it is
                write(chosen.out, chosen, bot, counted)
        print(
            f"{bot:<12} loss {interval(losses)}   luck {interval(luck)}   "
            f"{mean(seconds):.1f} CPU s a review, {mean(waited):.1f} s waited",
            flush=True,
        )


if __name__ == "__main__":
    main()
