"""Learn Ra by proximal policy optimization, with masks of legal actions, all in one file.

    pip install 'heliopolis[envs]'
    pip install torch==2.13.0 --index-url CPU_INDEX            # PyTorch's install page names its index of CPU builds
    python examples/ppo.py --threads 2 --minutes 30            # one learner among three scribes, then self-play
    heliopolis arena ra --bots pupil:file=agent.npz --among apprentice --games 2000

First it sits among bots of the house (`--against`). After that (`--self-play`, a share of the time) it holds all seats.
It is paid after each epoch by how far that has brought it ahead, which teaches from the first game on, and at the end
for the win. At the end, or at Ctrl-C, the policy is written to a file of plain numbers, which plays without PyTorch.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import nn
from torch.distributions import Categorical

import heliopolis.envs  # noqa: F401 - registers the environments

#: So many points ahead of the best of the others are worth as much as the win.
POINTS = 20.0
#: What the policy says of an illegal action.
NEVER = -1e9


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--env", default="heliopolis/Ra-v0")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--observation", default="network", choices=["raw", "compact", "network"])
    parser.add_argument("--against", default="scribe", help="the bots of the first part: one, or one for each seat")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument(
        "--clock", default="wall", choices=["wall", "processor"], help="whose minutes: those of all threads together"
    )
    parser.add_argument(
        "--self-play", type=float, default=0.25, help="the share of the time in which it holds all seats"
    )
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--steps", type=int, default=64, help="in each game, between two updates")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--minibatch", type=int, default=1024)
    parser.add_argument("--entropy", type=float, default=0.01, help="at the beginning; less and less later")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--lambda_", "--lambda", type=float, default=0.95)
    parser.add_argument("--measure", type=float, default=2.0, help="minutes between two measurements")
    parser.add_argument("--games", type=int, default=500, help="of a measurement")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("agent.npz"))
    return parser.parse_args()


class Agent(nn.Module):
    """A policy and a value, each a network with two hidden layers."""

    def __init__(self, inputs: int, actions: int, width: int) -> None:
        super().__init__()
        self.policy = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, actions)
        )
        self.value = nn.Sequential(
            nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 1)
        )
        nn.init.orthogonal_(self.policy[-1].weight, 0.01)

    def choices(self, seen: torch.Tensor, masks: torch.Tensor) -> Categorical:
        return Categorical(logits=torch.where(masks, self.policy(seen), torch.tensor(NEVER)))


def make(args: argparse.Namespace, count: int, **given: Any) -> Any:
    return gymnasium.make_vec(
        args.env,
        num_envs=count,
        players=args.players,
        observation=args.observation,
        autoreset_mode=AutoresetMode.SAME_STEP,
        threads=args.threads,
        **given,
    )


def roll_out(args: argparse.Namespace, agent: Agent, envs: Any, now: tuple[Any, ...], self_play: bool) -> Any:
    """Play so many steps in each game; return what happened, and where the games stand."""
    seen, infos, margins = now
    count = envs.num_envs
    shape = (args.steps, count)
    inputs, masks = np.zeros((*shape, seen.shape[1]), np.float32), np.zeros((*shape, envs.single_action_space.n), bool)
    actions, chances, values = np.zeros(shape, np.int64), np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    seats, ends = np.zeros(shape, np.int64), np.zeros(shape, bool)
    rewards = np.zeros((args.steps, count, args.players), np.float32)  # of every seat
    for step in range(args.steps):
        inputs[step], masks[step], seats[step] = seen, infos["action_mask"], infos["seat"]
        with torch.no_grad():
            shown = torch.from_numpy(inputs[step])
            choice = agent.choices(shown, torch.from_numpy(masks[step]))
            action = choice.sample()
            actions[step], chances[step] = action.numpy(), choice.log_prob(action).numpy()
            values[step] = agent.value(shown).squeeze(1).numpy()
        seen, reward, ends[step], _, infos = envs.step(actions[step])
        gained = infos["rewards"] if self_play else np.where(np.eye(args.players)[seats[step]], reward[:, None], 0.0)
        margins += gained
        rewards[step] = gained / POINTS + won(margins) * ends[step][:, None]
        margins[ends[step]] = 0.0
    advantages, known = estimate(args, agent, rewards, values, seats, ends, (seen, infos))
    batch = [torch.from_numpy(array[known]) for array in (inputs, masks, actions, chances, advantages, values)]
    return batch, (seen, infos, margins)


def won(margins: Any) -> Any:
    """Say who has won, when a game is over: whoever is ahead of the best of the others."""
    return np.where(margins > 0, 1.0, np.where(margins == 0, 0.5, 0.0))


def estimate(args: argparse.Namespace, agent: Agent, rewards: Any, values: Any, seats: Any, ends: Any, now: Any) -> Any:
    """Say how much better each choice was than expected (GAE), for each seat along its own choices, and where.

    What a seat is paid between two of its choices belongs to the first of them. Where it does not choose again before
    the last step, nothing is known of its last choice.
    """
    seen, infos = now
    steps, count, players = rewards.shape
    lanes = np.arange(count)
    paid = np.zeros((count, players), np.float32)  # since the next choice of the seat, looking back
    later, value = np.zeros((count, players), np.float32), np.zeros((count, players), np.float32)
    known = np.zeros((count, players), bool)
    with torch.no_grad():
        value[lanes, infos["seat"]] = agent.value(torch.from_numpy(seen)).squeeze(1).numpy()
    known[lanes, infos["seat"]] = True
    advantages, learned = np.zeros((steps, count), np.float32), np.zeros((steps, count), bool)
    for step in reversed(range(steps)):
        over = ends[step]
        paid[over], later[over], value[over], known[over] = 0.0, 0.0, 0.0, True
        paid += rewards[step]
        seat = seats[step]
        surprise = paid[lanes, seat] + value[lanes, seat] - values[step]
        learned[step] = known[lanes, seat]
        advantage = np.where(learned[step], surprise + args.lambda_ * later[lanes, seat], 0.0)
        advantages[step] = advantage
        later[lanes, seat], value[lanes, seat], paid[lanes, seat], known[lanes, seat] = (
            advantage,
            values[step],
            0.0,
            True,
        )
    return advantages, learned


def improve(
    args: argparse.Namespace, agent: Agent, optimizer: torch.optim.Optimizer, batch: list[torch.Tensor], share: float
) -> None:
    """Make choices that were better than expected likelier, but not by much at once."""
    inputs, masks, actions, chances, advantages, values = batch
    targets = advantages + values
    for _ in range(args.epochs):
        for part in torch.randperm(len(actions)).split(args.minibatch):
            choice = agent.choices(inputs[part], masks[part])
            gain = advantages[part]
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (choice.log_prob(actions[part]) - chances[part]).exp()
            policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - args.clip, 1 + args.clip)).mean()
            value_loss = (agent.value(inputs[part]).squeeze(1) - targets[part]).square().mean()
            loss = policy_loss + 0.5 * value_loss - args.entropy * (1 - share) * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def measure(args: argparse.Namespace, agent: Agent, against: str) -> float:
    """Say how often it wins among three of a kind, in a seat that rotates, when it takes the likeliest action.

    Every lane plays as many games: else short ones, which are over sooner, would count for more.
    """
    lanes = min(args.games, 250)
    envs = make(args, lanes, opponents=against, learner="rotate", reward="win")
    seen, infos = envs.reset(seed=1_000_000)
    won, left = 0.0, np.full(lanes, -(-args.games // lanes))
    games = left.sum()
    while left.any():
        with torch.no_grad():
            choice = agent.choices(torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]))
        seen, rewards, ends, _, infos = envs.step(choice.logits.argmax(1).numpy())
        counted = ends & (left > 0)
        won, left = won + float(rewards[counted].sum()), left - counted
    envs.close()
    return won / games


def export(args: argparse.Namespace, agent: Agent) -> None:
    """Write the policy as plain numbers: `heliopolis.observations.player` plays them."""
    layers = [layer for layer in agent.policy if isinstance(layer, nn.Linear)]
    numbers = {f"weights_{place}": layer.weight.detach().numpy().T for place, layer in enumerate(layers)}
    numbers |= {f"biases_{place}": layer.bias.detach().numpy() for place, layer in enumerate(layers)}
    game = gymnasium.spec(args.env).kwargs["game"]
    card = {"game": game, "players": args.players, "observation": args.observation}
    np.savez_compressed(args.out, card=np.array(json.dumps(card)), **numbers)


def main() -> None:
    args = options()
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    against = args.against.split(",") if "," in args.against else args.against
    paid = {"reward": "margin", "payday": "epoch"}
    envs, self_play = make(args, args.envs, opponents=against, learner="rotate", **paid), False
    agent = Agent(envs.single_observation_space.shape[0], int(envs.single_action_space.n), args.width)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.rate, eps=1e-5)
    watch, measured, learned = Watch(args), 0.0, 0
    now = begin(args, envs)
    try:
        while (gone := watch.gone()) < args.minutes:
            share = gone / args.minutes
            if not self_play and share >= 1 - args.self_play:
                envs.close()
                envs, self_play = make(args, args.envs, self_play=True, **paid), True
                now = begin(args, envs)
            optimizer.param_groups[0]["lr"] = args.rate * (1 - share)
            batch, now = roll_out(args, agent, envs, now, self_play)
            improve(args, agent, optimizer, batch, share)
            learned += args.envs * args.steps
            if gone - measured >= args.measure:
                measured = gone
                report(args, agent, learned, watch, self_play)
    except KeyboardInterrupt:
        print("stopped: what was learned is kept")
    report(args, agent, learned, watch, self_play)
    export(args, agent)
    print(f"written to {args.out}")


def begin(args: argparse.Namespace, envs: Any) -> tuple[Any, ...]:
    """Begin a game in each lane, where nobody is ahead."""
    return (*envs.reset(seed=args.seed), np.zeros((args.envs, args.players)))


class Watch:
    """Counts minutes, by both clocks."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._wall, self._processor, self._of_processor = time.monotonic(), time.process_time(), args.clock != "wall"

    def both(self) -> tuple[float, float]:
        """Say how many minutes are gone: on the wall, and of the processor."""
        return (time.monotonic() - self._wall) / 60, (time.process_time() - self._processor) / 60

    def gone(self) -> float:
        """Say how many of those minutes are gone that count."""
        return self.both()[self._of_processor]


def report(args: argparse.Namespace, agent: Agent, learned: int, watch: Watch, self_play: bool) -> None:
    wall, processor = watch.both()
    wins = ", ".join(
        f"{100 * measure(args, agent, name):.1f} % among {name}" for name in ("random", "apprentice", "scribe")
    )
    part = "self-play" if self_play else args.against
    print(
        f"{wall:5.1f} min ({processor:.1f} of processor), {learned / 1e6:.2f} M choices, {part}: wins {wins}",
        flush=True,
    )


if __name__ == "__main__":
    main()
