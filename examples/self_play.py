"""Learn the dice game by self-play on PettingZoo, with nothing but NumPy, all in one file.

    pip install 'heliopolis[envs]'
    python examples/self_play.py --games 3000
    heliopolis arena dice --bots pupil:file=agent.npz,random --players 2 --games 200

All seats share one linear policy. After each game every choice becomes likelier if its seat got more than its fair
share, and less likely if it got less: REINFORCE with a baseline. That only works if each seat is paid its own reward,
those included that are not to move when the game ends.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from heliopolis.envs import dice_v0


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--measured", type=int, default=300, help="games against random seats, before and after")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("agent.npz"))
    return parser.parse_args()


def chances(weights: Any, seen: Any, mask: Any) -> Any:
    """Say how likely the policy chooses each legal action."""
    liked = np.where(mask == 1, seen @ weights, -np.inf)
    liked = np.exp(liked - liked.max())
    return liked / liked.sum()


def play(
    env: Any, weights: Any, numbers: np.random.Generator, learners: set[str]
) -> tuple[list[Any], dict[str, float]]:
    """Play a game; return every choice of a learner, and what each seat got."""
    env.reset(seed=int(numbers.integers(1 << 31)))
    choices, got = [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        got[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        mask = info["action_mask"]
        odds = chances(weights, seen, mask) if agent in learners else mask / mask.sum()
        action = int(numbers.choice(len(odds), p=odds))
        if agent in learners and mask.sum() > 1:
            choices.append((agent, seen, odds, action))
        env.step(action)
    return choices, got


def learn(weights: Any, choices: list[Any], got: dict[str, float], rate: float) -> None:
    """Make each choice likelier by how much more its seat got than a fair share."""
    fair = 1 / len(got)
    for agent, seen, odds, action in choices:
        push = -odds
        push[action] += 1.0
        weights += rate * (got[agent] - fair) * np.outer(seen, push)


def measure(env: Any, weights: Any, numbers: np.random.Generator, games: int) -> float:
    """Say how often it wins among random seats, in each seat by turns."""
    won = 0.0
    for game in range(games):
        seat = env.possible_agents[game % len(env.possible_agents)]
        won += play(env, weights, numbers, {seat})[1][seat]
    return won / games


def export(path: Path, weights: Any, players: int) -> None:
    """Write the policy as plain numbers, for the bot `pupil`."""
    card = {"game": "dice", "players": players, "observation": "compact"}
    numbers = {"weights_0": weights.astype(np.float32), "biases_0": np.zeros(weights.shape[1], np.float32)}
    np.savez_compressed(path, card=np.array(json.dumps(card)), **numbers)


def main() -> None:
    args = options()
    numbers = np.random.default_rng(args.seed)
    env = dice_v0.env(players=args.players, observation="compact", reward="win")
    inputs = env.observation_space("seat_0").shape[0]
    weights = np.zeros((inputs, int(env.action_space("seat_0").n)))
    print(f"before: wins {100 * measure(env, weights, numbers, args.measured):.1f} % among random seats", flush=True)
    everyone = set(env.possible_agents)
    for game in range(args.games):
        learn(weights, *play(env, weights, numbers, everyone), rate=args.rate)
        if (game + 1) % 1000 == 0:
            print(f"{game + 1} games", flush=True)
    print(f"after: wins {100 * measure(env, weights, numbers, args.measured):.1f} % among random seats")
    export(args.out, weights, args.players)
    print(f"written to {args.out}")


if __name__ == "__main__":
    main()
