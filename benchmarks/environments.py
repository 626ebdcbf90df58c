"""How fast environments are stepped, ours and those that researchers use else, each on one core.

    python benchmarks/environments.py                  # ours, and pgx and OpenSpiel where they are installed
    python benchmarks/environments.py --seconds 0.2    # a glance

Every row plays at random, and counts moves of seats. `steps` is what one second of processor time brings, whatever
else the machine does meanwhile: all threads of the process are counted. `clock` is the same by the clock on the wall,
and only says something on a machine that is idle. What is counted beside the move has a column each: the mask of legal
actions, the observation, the next game after one that is over, what chance decides, and choosing a random action where
that cannot be told apart.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

#: What is observed where two threads are compared with one.
THREADED = ("none", "compact")


class Row(NamedTuple):
    """A line of the table."""

    what: str
    lanes: int
    observation: str
    mask: bool
    reset: bool
    chance: bool
    choosing: bool
    steps: float
    clock: float


class Watch:
    """Adds up the time that steps take."""

    def __init__(self, seconds: float) -> None:
        self.left, self.cpu, self.clock, self.steps = seconds, 0.0, 0.0, 0

    def time(self, work: Callable[[], Any], steps: int) -> Any:
        """Do some steps, and time them."""
        cpu, clock = time.process_time(), time.perf_counter()
        done = work()
        self.cpu += time.process_time() - cpu
        self.clock += time.perf_counter() - clock
        self.steps += steps
        return done

    @property
    def running(self) -> bool:
        """Whether there is time left."""
        return self.cpu < self.left

    def row(self, what: str, lanes: int, observation: str, *, choosing: bool) -> Row:
        """Make a line of the table. All of these games bring masks, the next game, and chance."""
        speed, clock = self.steps / self.cpu, self.steps / self.clock
        return Row(
            what, lanes, observation, mask=True, reset=True, chance=True, choosing=choosing, steps=speed, clock=clock
        )


def batches(seconds: float, lanes: int) -> Iterator[Row]:
    """Our batch, in all its ways."""
    from heliopolis.envs import Batch

    for game in ("ra", "dice"):
        for observation in ("none", "raw", "compact", "network"):
            yield batch(Batch(game, lanes, 4, observation=observation), seconds, f"heliopolis {game}", observation)
    yield batch(
        Batch("ra", lanes, 4, observation="compact", opponents="scribe"), seconds, "ra, among scribes", "compact"
    )
    for observation in THREADED:
        for threads, said in ((2, "ra, two threads"), (1, "ra, one thread")):
            games = Batch("ra", 16 * lanes, 4, observation=observation, threads=threads)
            yield batch(games, seconds, said, observation)


def batch(games: Any, seconds: float, what: str, observation: str) -> Row:
    """Step a batch."""
    for _ in range(20):
        games.step(games.sample())
    watch = Watch(seconds)
    while watch.running:
        actions = games.sample()
        watch.time(lambda actions=actions: games.step(actions), games.lanes)  # type: ignore[misc]
    return watch.row(what, games.lanes, observation, choosing=False)


def single(seconds: float) -> Row:
    """One game, move by move from Python."""
    from heliopolis.envs import Batch

    games, moves = Batch("ra", 1, 4), 500
    watch = Watch(seconds)

    def play() -> None:
        for _ in range(moves):
            games.step_one(games.masks[0].argmax())

    play()
    while watch.running:
        watch.time(play, moves)
    return watch.row("one game from Python", 1, "none", choosing=True)


def zoo(seconds: float, made: str) -> Row:
    """PettingZoo's cycle: last, choose, step; made as people make it, or without the check of the order of calls."""
    from heliopolis.envs import ra_v0

    env = getattr(ra_v0, made)(players=4)
    watch = Watch(seconds)

    def play() -> None:
        env.reset()
        for agent in env.agent_iter():
            _, _, terminated, _, info = env.last()
            env.step(None if terminated else int(info["action_mask"].argmax()))
            moves[0] += not terminated
            assert agent

    moves = [0]
    play()
    while watch.running:
        moves[0] = 0
        watch.time(play, 0)
        watch.steps += moves[0]
    return watch.row(f"PettingZoo AEC, {made}", 1, "compact", choosing=True)


def pgx(seconds: float, lanes: int, name: str) -> Row:
    """Games of pgx, compiled by JAX for the processor."""
    import jax
    import jax.numpy as jnp
    import pgx as games
    from pgx.experimental.wrappers import auto_reset

    env: Any = games.make(name)
    many = 20

    def move(state: Any, key: Any) -> tuple[Any, None]:
        choose, step = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(choose, logits, axis=-1)
        return jax.vmap(auto_reset(env.step, env.init))(state, action, jax.random.split(step, lanes)), None

    run = jax.jit(lambda state, key: jax.lax.scan(move, state, jax.random.split(key, many))[0])
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), lanes))
    state = jax.block_until_ready(run(state, jax.random.PRNGKey(1)))
    watch, turn = Watch(seconds), 2
    while watch.running:
        key, turn = jax.random.PRNGKey(turn), turn + 1
        state = watch.time(lambda key=key, state=state: jax.block_until_ready(run(state, key)), many * lanes)  # type: ignore[misc]
    return watch.row(f"pgx {name}", lanes, "its own", choosing=True)


def open_spiel(seconds: float, name: str) -> Row:
    """Games of OpenSpiel, from Python."""
    import pyspiel

    game, numbers, watch = pyspiel.load_game(name), random.Random(1), Watch(seconds)

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(numbers.choices(outcomes, odds)[0])
            else:
                state.apply_action(numbers.choice(state.legal_actions()))
                moves += 1
        return moves

    play()
    while watch.running:
        watch.steps += watch.time(play, 0)
    return watch.row(f"OpenSpiel {name}", 1, "none", choosing=True)


def rows(seconds: float, lanes: int) -> Iterator[Row]:
    """Measure one after the other."""
    yield from batches(seconds, lanes)
    yield single(seconds)
    if find_spec("pettingzoo"):
        yield from (zoo(seconds, made) for made in ("env", "raw_env"))
    if find_spec("pgx"):
        yield from (pgx(seconds, lanes, name) for name in ("backgammon", "kuhn_poker"))
    if find_spec("pyspiel"):
        yield from (open_spiel(seconds, name) for name in ("backgammon", "kuhn_poker"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time, for each row")
    parser.add_argument("--lanes", type=int, default=1024)
    parser.add_argument("--out", type=Path, help="write the rows as JSON")
    args = parser.parse_args()
    found = {}
    print(f"{'':<24}{'lanes':>7}  {'observation':<12}{'mask':<6}{'reset':<7}{'chance':<8}{'choosing':<10}", end="")
    print(f"{'steps/s':>12}{'clock/s':>12}")
    for row in rows(args.seconds, args.lanes):
        found[row.what, row.observation] = row
        mask, reset, chance, choosing = ("yes" if told else "no" for told in row[3:7])
        print(
            f"{row.what:<24}{row.lanes:>7}  {row.observation:<12}{mask:<6}{reset:<7}{chance:<8}{choosing:<10}", end=""
        )
        print(f"{row.steps:>12,.0f}{row.clock:>12,.0f}", flush=True)
    for observation in THREADED:
        two, one = (found[f"ra, {threads}", observation].clock for threads in ("two threads", "one thread"))
        print(f"two threads are {two / one:.2f} times as fast as one, by the clock (observation: {observation})")
    for package in ("pgx", "pyspiel"):
        if not find_spec(package):
            print(f"{package} is not installed: no figures")
    if args.out:
        args.out.write_text(json.dumps([row._asdict() for row in found.values()], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    np.seterr(over="ignore")
    main()
