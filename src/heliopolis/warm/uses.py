"""What there is to compile: each part of a game is compiled by using it."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from contextlib import redirect_stderr
from pathlib import Path
from typing import Final

import numpy as np
from filelock import FileLock

from heliopolis.arena.simulate import simulate
from heliopolis.bots.compiled_bot import line_up
from heliopolis.bots.games import CARD, play_cards, write_card
from heliopolis.bots.random import Random
from heliopolis.bots.registry import BOT_NAMES, PUPIL, built_in_bot, usual_bot
from heliopolis.coach.values import worths
from heliopolis.compiled import (
    ENVIRONMENTS,
    SIMULATION,
    TABLES,
    THINKERS,
    TOURNAMENTS,
    TRAINING,
    caches,
    locked_saves,
    mark,
)
from heliopolis.envs.batch import Batch
from heliopolis.games import find_game
from heliopolis.learn.batches import play
from heliopolis.learn.games import SELF_PLAY
from heliopolis.learn.training import Training, TrainingPlan
from heliopolis.table.match import Match, legal, outcomes

#: How long a bot thinks, in seconds: just long enough to use everything.
A_MOMENT: Final = 0.05


def compile_parts(game: str, parts: Sequence[str]) -> None:
    """Compile parts of a game, by using them; only one process at a time does so for a game."""
    caches().mkdir(parents=True, exist_ok=True)
    with FileLock(caches() / f"warm-{game}.lock"), locked_saves():
        for part in parts:
            if not mark(part, game).exists():  # another process may have done it meanwhile
                USES[part](game)
                mark(part, game).parent.mkdir(parents=True, exist_ok=True)
                mark(part, game).touch()


def use_table(name: str) -> None:
    """Play a match to its end, with all that a table does on the way, and ask a bot for a move."""
    game = find_game(name)
    match, numbers = Match(name, ["north", "east", "south"], seed=1), random.Random(1)
    built_in_bot(usual_bot(name)).choose(match.state, legal(match.state), A_MOMENT, 1)
    while match.seat is not None:
        match.view(0)  # what a view says depends on what lies there
        if game.worth is not None:
            game.worth(match.state)
        match.play(numbers.choice(match.moves()))
    match.view(None)
    Match.read(match.record())
    game.views.reasons(match.state)
    drawn = next((number for number, line in enumerate(match.lines) if line.is_chance), None)
    if drawn is not None:
        outcomes(match.at(drawn).state)


def use_thinkers(name: str) -> None:
    """Ask all bots for a move, but the one that needs environments; and what is worth how much."""
    match = Match(name, ["north", "east", "south"], seed=1)
    for bot in set(BOT_NAMES) - {PUPIL}:
        built_in_bot(bot).choose(match.state, legal(match.state), A_MOMENT, 1)
    worths(match, rounds=2)


def use_simulation(name: str) -> None:
    """Play one game at random."""
    game = find_game(name)
    simulate(game, game.prepare(3, None, {}).openings, players=3, games=1, seed=1)


def use_tournament(name: str) -> None:
    """Play one game of a tournament."""
    game = find_game(name)
    cards = np.zeros(1, CARD)
    players, workspace = line_up([Random()], game, 3)
    play_cards(game, game.prepare(3, None, {}).openings, players, workspace, cards)
    points, sheet = np.zeros(3, np.int16), np.zeros((3, len(game.categories)), np.int16)
    write_card(np.zeros(1, game.dtype)[0], cards[0], points, np.zeros(3), sheet)


def use_training(name: str) -> None:
    """Learn from one game."""
    training = Training(TrainingPlan(name, (2,), broad=8, narrow=8), Path())
    training.learn(play(training.order(SELF_PLAY, training.learner.flat, 0.0), positions=1))


def use_environments(name: str) -> None:
    """Make a step, alone and among opponents, and ask for a move of what was learned."""
    with redirect_stderr(io.StringIO()):  # that this takes long, whoever waits for it is told already
        for opponents in (None, "random"):
            batch = Batch(name, lanes=1, players=2, observation="network", opponents=opponents, illegal="replace")
            batch.step(batch.sample())
    match = Match(name, ["north", "east", "south"], seed=1)
    built_in_bot(PUPIL).choose(match.state, legal(match.state), A_MOMENT, 1)


#: How each part is used.
USES: Final = {
    TABLES: use_table,
    SIMULATION: use_simulation,
    THINKERS: use_thinkers,
    TOURNAMENTS: use_tournament,
    TRAINING: use_training,
    ENVIRONMENTS: use_environments,
}
