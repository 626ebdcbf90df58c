"""How much players lose: whole games of bots, reviewed.

python -m benchmarks.reviews GAME --bots priest,net --players 3 --games 10 [--rounds 96] [--out FILE]

Each bot plays every seat of its games. For each, the mean loss of a decision is printed with an interval of 95 % over
games, and the mean luck of the seats of a game, one each, which should have an interval around 0. Games of a seed are
the same each time, unless a bot is limited by time. What was found of a game is kept until rules, bots or coach
change: what was interrupted goes on, and with more games it adds to what is there. `--out` writes the losses by kind
of decision into a file that may be there already: `src/heliopolis/coach/levels.json` has those that reviews show
beside a player's own.
"""

from __future__ import annotations

import argparse
import json
import time
from contextlib import suppress
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final

import msgspec

from heliopolis import Match
from heliopolis.bots.registry import built_in_bot
from heliopolis.coach import Depth, Review, review
from heliopolis.coach.analysis import code_digest
from heliopolis.table.match import legal

RESULTS: Final = Path(__file__).parent / "results" / "reviews.jsonl"
NAMES = ("north", "east", "south", "west", "centre")
ALL = "all"
#: From fewer games nobody can say how sure a figure is.
LEAST_GAMES: Final = 2
LEVELS = "apprentice,scribe,priest,vizier,pharaoh"


class Found(msgspec.Struct, frozen=True):
    """What was found of a game; a line of the file of those that are kept."""

    code: str
    """What it follows from, beside what was asked: rules, bots and coach."""
    game: str
    bot: str
    players: int
    rounds: int
    seed: int
    losses: dict[str, tuple[int, float, float]]
    """By kind of decision, and of all: how many, and what they lost together, of the win and in points."""
    luck: float
    """Of one seat."""
    cpu: float
    waited: float
    """How long the review took: seconds of the processor, and by the clock."""


def kept(path: Path) -> dict[tuple[str, str, int, int, int], Found]:
    """Read what was found before by the same code; a line that was cut off is none."""
    games = {}
    for line in path.read_bytes().splitlines() if path.exists() else ():
        with suppress(msgspec.DecodeError):
            found = msgspec.json.decode(line, type=Found)
            if found.code == code_digest():
                games[found.game, found.bot, found.players, found.rounds, found.seed] = found
    return games


def look(game: str, bot: str, players: int, rounds: int, seed: int) -> Found:
    """Let a bot play a game against itself, and review it."""
    match = play(game, bot, players, seed)
    start, began = time.process_time(), time.perf_counter()
    *_, last = review(match, Depth(rounds=rounds))
    cpu, waited = time.process_time() - start, time.perf_counter() - began
    assert last.review is not None
    luck = last.review.account(seed % players).luck
    return Found(code_digest(), game, bot, players, rounds, seed, sums(last.review), luck, cpu, waited)


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
    by_kind: dict[str, list[tuple[int, float, float]]] = {}
    for game in games:
        for kind, lost in game.items():
            by_kind.setdefault(kind, []).append(lost)
    figures = {kind: figure(lost) for kind, lost in sorted(by_kind.items()) if len(lost) >= LEAST_GAMES}
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
    parser.add_argument("--kept", type=Path, default=RESULTS, help="the file of what was found (default: %(default)s)")
    chosen = parser.parse_args()
    known = kept(chosen.kept)
    chosen.kept.parent.mkdir(parents=True, exist_ok=True)
    for bot in chosen.bots.split(","):
        games: list[Found] = []
        for seed in range(1, chosen.games + 1):
            asked = (chosen.game, bot, chosen.players, chosen.rounds, seed)
            if asked not in known:
                known[asked] = look(*asked)
                with chosen.kept.open("ab") as file:
                    file.write(b"\n" + msgspec.json.encode(known[asked]))
            games.append(known[asked])
        if chosen.out is not None and len(games) >= LEAST_GAMES:
            write(chosen.out, chosen, bot, [found.losses for found in games])
        losses = [found.losses[ALL][1] / found.losses[ALL][0] for found in games]
        print(
            f"{bot:<12} loss {interval(losses)}   luck {interval([found.luck for found in games])}   "
            f"{mean(found.cpu for found in games):.1f} CPU s a review, "
            f"{mean(found.waited for found in games):.1f} s waited",
            flush=True,
        )


if __name__ == "__main__":
    main()
