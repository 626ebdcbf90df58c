"""Many games at once, from Python: `Batch`, through which all environments step."""

from __future__ import annotations

import operator
import secrets
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, Final, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from heliopolis.bots.compiled_bot import CompiledBot, line_up
from heliopolis.bots.randomness import STRIDE, mixed
from heliopolis.bots.registry import check_plays, find_bot
from heliopolis.compiled import uncompiled
from heliopolis.envs import core
from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import contract, find_game
from heliopolis.observations.layouts import first_chance, layout_of, raw_plan
from heliopolis.table.match import check_settings

CHANCE: Final = core.CHANCE
NOBODY: Final = core.NOBODY

MOST_LANES: Final = 65_536
#: Seeds are whole numbers from 0 up to this one.
MOST_SEED: Final = (1 << 63) - 1

OBSERVATIONS: Final = {"none": core.NOTHING, "raw": core.RAW, "compact": core.COMPACT, "network": core.NETWORK}
REWARDS: Final = {"win": core.WIN, "margin": core.MARGIN, "score": core.SCORE}
PAYDAYS: Final = {"end": 0, "epoch": 1}
RESETS: Final = {"same-step": core.SAME_STEP, "next-step": core.NEXT_STEP, "disabled": core.DISABLED}
ILLEGALS: Final = {"error": 0, "replace": 1}
DRAWS: Final = {"given": 0, "drawn": 1}
ROTATE: Final = "rotate"

#: After so many seconds whoever waits for the compiler is told.
PATIENCE: Final = 2.0


class Step(NamedTuple):
    """What came of a step, or of a reset: a row for each lane. The arrays are valid until the next step."""

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    """The legal actions of the seat that acts; of the outcomes of chance, those that can come."""
    seats: NDArray[np.int32]
    """Who acts: a seat, CHANCE, or NOBODY where the game is over."""
    rewards: NDArray[np.float32]
    """Of each seat, in this step."""
    terminations: NDArray[np.bool_]
    """Whether a game ended in this step."""


def lane_keys(seeds: ArrayLike) -> NDArray[np.uint64]:
    """Turn seeds into keys: all games of a lane follow from its key.

    >>> lane_keys([1, 2]).tolist() == [int(lane_keys([1])[0]), int(lane_keys([2])[0])]
    True
    """
    numbers = np.asarray(seeds)
    if numbers.dtype.kind not in "iu" or (numbers.size and int(numbers.min()) < 0):
        raise SetupError(f"seeds are whole numbers from 0 to {MOST_SEED}, not {seeds!r}")
    mix: Any = uncompiled(mixed)  # takes arrays as it takes numbers
    with np.errstate(over="ignore"):
        return mix(mix(numbers.astype(np.uint64) + STRIDE) + STRIDE)  # type: ignore[no-any-return]


class Batch:
    """Games that are stepped together, each in a lane of its own.

    Args:
        game: which game: "ra" or "dice".
        lanes: how many games, up to 65,536.
        players: how many seats each has.
        edition: the edition; the usual one where none is named.
        settings: house rules, by name.
        observation: what is observed: "none", "raw", "compact" or "network".
        reward: what a seat gets: its share of the "win", its "margin" to the best of the others, or its "score".
        payday: when it gets it: at the "end", or after each "epoch" what that changed; the sum is the same.
        chance: "drawn" from the key of a lane, or "given": then chance acts like a seat, and the caller says what it
            decided.
        reset: when the next game begins in a lane: in the "same-step", the "next-step", or "disabled".
        opponents: bots of the house for all seats but the learner's, clockwise from its left, or one for all.
        learner: the seat that acts among opponents, or "rotate": another one in each game.
        threads: how many step the lanes.
        illegal: what an illegal action is: an "error", or to "replace" by a legal one that follows from it, for
            learners that know no masks.
        seed: lane 0 plays the games of this seed, lane 1 those of the next, and so on; None takes one at random.
        copy: whether each step gives arrays of its own, for libraries like JAX that keep what they are given.

    >>> batch = Batch("ra", lanes=2, players=3, seed=7)
    >>> batch.step([0, 0]).seats.tolist()           # both draw
    [1, 2]
    >>> batch.step([0, 40])
    Traceback (most recent call last):
        ...
    heliopolis.errors.HeliopolisError: lane 1: action 40 (discard Pyramid) is not legal: expected 0 (draw) or 1 (invoke)
    """

    def __init__(  # noqa: PLR0913 - all have names, and most are left out
        self,
        game: str = "ra",
        lanes: int = 1,
        players: int = 4,
        *,
        edition: str | None = None,
        settings: Mapping[str, str] | None = None,
        observation: str = "none",
        reward: str = "win",
        payday: str = "end",
        chance: str = "drawn",
        reset: str = "same-step",
        opponents: str | Sequence[str] | None = None,
        learner: int | str = 0,
        illegal: str = "error",
        threads: int = 1,
        seed: int | None = 0,
        copy: bool = False,
    ) -> None:
        made = {name: given for name, given in locals().items() if name != "self"}
        self._made = made | {"seed": 0}  # what a copy is made of
        self.game = find_game(game)
        self.lanes = within("lanes", lanes, 1, MOST_LANES)
        self.threads = min(within("threads", threads, 1, 1024), lanes)
        self.players = within("players", players, fewest_seats(self.game), core_seats(self.game))
        self.setup = self.game.prepare(players, edition, _settings(self.game, settings))
        self.copy = truth("copy", copy)
        self._replaces = _choice("illegal", illegal, ILLEGALS) == 1
        order = np.zeros(1, core.ORDER)
        order["observation"] = _choice("observation", observation, OBSERVATIONS)
        order["reward"] = _choice("reward", reward, REWARDS)
        order["each_epoch"] = _choice("payday", payday, PAYDAYS)
        order["draws"] = draws = _choice("chance", chance, DRAWS)
        order["reset"] = _choice("reset", reset, RESETS)
        order["learner"] = self._learner(opponents, learner)
        if opponents is not None and not draws:
            raise SetupError("chance is given, and there are opponents: expected chance='drawn', or no opponents")
        self.layout = layout_of(observation, game, players)
        self.actions = self.game.actions if not draws else first_chance(self.game.name)
        self._order = order
        self._chosen = np.zeros(lanes, np.int64)
        self._which = np.zeros(lanes, np.int64)
        self._rows = self._new_lanes(draws=bool(draws))
        self._given = (order, self.setup.openings, raw_plan(game))
        cuts = [lanes * part // self.threads for part in range(self.threads + 1)]
        self._parts = [(first, end, *self._room_of_thread(opponents)) for first, end in pairwise(cuts)]
        self._single = (0, 1, *self._given, self._chosen, *self._parts[0][2:])
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        self._closed = False
        self._sampled = 0
        self._views = Step(
            self._rows.observations, self._rows.masks, self._rows.seats, self._rows.rewards, self._rows.ends
        )
        with patience(
            f"getting the environments of {self.game.title} ready. Once they have to be compiled, which takes a "
            "minute; `heliopolis warm environments` does so beforehand"
        ):
            self.reset(seed=new_seed() if seed is None else seed)

    # ---- stepping ----

    def step(self, actions: ArrayLike) -> Step:
        """Make a move in every lane. If one is not legal, an error says which, and nothing has changed."""
        chosen = np.asarray(actions)
        if chosen.shape != self._chosen.shape or chosen.dtype.kind not in "iu":
            raise SetupError(
                f"actions are {chosen.dtype} of shape {chosen.shape}: "
                f"expected a whole number for each of {self.lanes} lanes"
            )
        self._chosen[:] = chosen
        if self._replaces:
            core.make_legal(self._rows.masks, self._chosen)
        bad = core.ALL_LEGAL if self._pool is None else self._find_illegal()
        if bad == core.ALL_LEGAL:
            bad = self._work(core.STEP, self._chosen)
        if bad != core.ALL_LEGAL:
            raise self._refusal(bad)
        return self._result()

    def step_one(self, action: SupportsIndex) -> Step:
        """Make a move where there is one lane: the quickest way from Python."""
        if self.lanes != 1:
            raise SetupError(f"there are {self.lanes} lanes: step them all, step_one is for one")
        try:
            self._chosen[0] = operator.index(action)
        except (TypeError, OverflowError):
            raise SetupError(f"action is {action!r}: expected a whole number") from None
        if self._replaces:
            core.make_legal(self._rows.masks, self._chosen)
        self._order["job"] = core.STEP
        if core.work(*self._single) != core.ALL_LEGAL:
            raise self._refusal(0)
        return self._result()

    def reset(self, seed: int | Sequence[int | None] | None = None, lanes: ArrayLike | None = None) -> Step:
        """Begin the next game in all lanes, or in some.

        Args:
            seed: begin anew with the games of this seed in the first lane, of the next in the second, and so on, or of
                a seed for each; without one, lanes go on with the next of their games. So do those whose seed is None.
            lanes: which: a truth value for each; all where none are named.
        """
        which = np.ones(self.lanes, np.bool_) if lanes is None else np.asarray(lanes)
        if which.shape != (self.lanes,) or which.dtype != np.bool_:
            raise SetupError(
                f"lanes are {which.dtype} of shape {which.shape}: expected a truth value for each of {self.lanes}"
            )
        if seed is not None:
            self._sampled = 0
            seeds, sown = _seeds(seed, self.lanes)
            anew = which & sown
            self._rows.lanes["key"][anew] = lane_keys(seeds)[anew]
            self._rows.lanes["games"][anew] = 0
        self._which[:] = which
        self._work(core.RESET, self._which)
        return self._result()

    def load(self, states: NDArray[Any], *, check: bool = True) -> Step:
        """Put a position into each lane: records of the game, such as `batch.states` of another batch.

        Args:
            states: the positions; the steps of a lane are counted from here.
            check: whether each of them is looked through, once: a record that no table can show could make compiled
                code read anything. That takes some tenths of a millisecond for each that differs.
        """
        given = np.asarray(states)
        if given.dtype != self.game.dtype or given.shape != (self.lanes,):
            raise SetupError(f"expected a record of {self.game.title} for each of {self.lanes} lanes")
        if (given["seats"] != self.players).any():
            raise SetupError(f"a position has not {self.players} seats")
        if check:
            self._check_whole(given)
        if self._order["draws"][0] and any(contract.is_chance(state) for state in given):
            raise SetupError("a position waits for chance: expected chance='given', or positions where a seat acts")
        if self._order["learner"][0] != core.EVERY_SEAT:
            wrong = [lane for lane, state in enumerate(given) if contract.to_act(state) != self.learners[lane]]
            if wrong:
                raise SetupError(f"in the position for lane {wrong[0]} it is not the learner's turn")
        self._rows.octets[:] = np.ascontiguousarray(given).view(np.uint8).reshape(self._rows.octets.shape)
        self._rows.rewards[:] = 0.0
        self._rows.ends[:] = False
        self._rows.lanes["steps"] = 0
        self._work(core.REFRESH, self._which)
        return self._result()

    def _check_whole(self, given: NDArray[Any]) -> None:
        """Refuse a record that is no position of this game, edition and these settings."""
        positions = self.game.positions
        if positions is None:
            return
        rows = np.ascontiguousarray(given).view(np.uint8).reshape(self.lanes, -1)
        for lane in np.unique(rows, axis=0, return_index=True)[1]:
            state = given[lane]
            try:
                same = positions.read(self.setup, positions.write(state)).tobytes() == state.tobytes()
            except (HeliopolisError, ArithmeticError, LookupError, ValueError, TypeError) as error:
                raise SetupError(f"the record for lane {lane} is no position of this table: {error}") from None
            if not same:
                raise SetupError(f"the record for lane {lane} is no position of this table, which has other rules")

    def sample(self) -> NDArray[np.int64]:
        """Choose a legal action in each lane, each as likely as the others: in a buffer, as all else.

        What is chosen follows from the seed of the first lane, and how often that was done since.
        """
        self._sampled += 1
        number = lane_keys([self._sampled]) ^ self._rows.lanes["key"][:1]
        core.choose_any(number[0], self._rows.masks, self._which)
        return self._which

    def observe(self, seat: int) -> NDArray[np.float32]:
        """Say what a seat observes in each lane, whoever is to act; this overwrites the observations of the step."""
        self._order["seat"] = within("seat", seat, 0, self.players - 1)
        self._work(core.OBSERVE, self._which)
        return self._rows.observations.copy() if self.copy else self._rows.observations

    def close(self) -> None:
        """Let the threads go: nothing can be stepped any more."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown()

    # ---- what can be read ----

    @property
    def now(self) -> Step:
        """What the last step, or the reset, gave."""
        return self._result()

    @property
    def masks(self) -> NDArray[np.bool_]:
        """What is legal in each lane."""
        return self._rows.masks.copy() if self.copy else self._rows.masks

    @property
    def seats(self) -> NDArray[np.int32]:
        """Who acts in each lane: a seat, CHANCE, or NOBODY where the game is over."""
        return self._rows.seats

    @property
    def states(self) -> NDArray[Any]:
        """The record of each lane's game: to be read only."""
        return self._rows.states

    @property
    def points(self) -> NDArray[np.int16]:
        """With how many points each seat ended, in the last game of each lane that is over."""
        return self._rows.points

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many steps that game took."""
        lengths: NDArray[np.int64] = self._rows.lanes["length"]
        return lengths

    @property
    def final_observations(self) -> NDArray[np.float32]:
        """What was observed at its end."""
        return self._rows.finals

    @property
    def odds(self) -> NDArray[np.float32]:
        """Where chance is given: how likely each outcome is, in the lanes where chance acts."""
        return self._rows.odds

    @property
    def learners(self) -> NDArray[np.int64]:
        """Which seat learns in each lane, or -1 where every seat does."""
        learners: NDArray[np.int64] = self._rows.lanes["learner"]
        return learners

    def word(self, action: int) -> str:
        """Say an action in the words of the record.

        >>> Batch("ra").word(38)
        'discard Obelisk'
        """
        try:
            return self.game.words.word([action])
        except KeyError:
            return "no move"

    def __getstate__(self) -> dict[str, Any]:
        """Say what a copy, or a file, needs: arrays share memory, and threads are in no file."""
        return {"made": self._made, "rows": self._rows, "sampled": self._sampled}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Make the same batch anew, and put its games into it."""
        self.__init__(**kept["made"])  # type: ignore[misc]
        rows: Any = self._rows  # arrays of many types
        for mine, given in zip(rows, kept["rows"], strict=True):
            mine[:] = given
        self._sampled = kept["sampled"]

    # ---- inside ----

    def _work(self, job: int, actions: NDArray[np.int64]) -> int:
        """Let all threads do a job, each in its own lanes; return the first lane with an illegal action."""
        self._order["job"] = job
        others = []
        if self._closed:
            raise HeliopolisError("the games are closed: make new ones")
        if self._pool is not None:
            others = [
                self._pool.submit(core.work, first, end, *self._given, actions, *room)
                for first, end, *room in self._parts[1:]
            ]
        first, end, *room = self._parts[0]
        found = [core.work(first, end, *self._given, actions, *room), *(other.result() for other in others)]
        return min((lane for lane in found if lane != core.ALL_LEGAL), default=core.ALL_LEGAL)

    def _find_illegal(self) -> int:
        """Look for an illegal action in all lanes before any thread steps: alone, since to wake others takes longer."""
        self._order["job"] = core.CHECK
        first_room = self._parts[0][2:]
        return core.work(0, self.lanes, *self._given, self._chosen, *first_room)

    def _result(self) -> Step:
        if not self.copy:
            return self._views
        copies: Any = [array.copy() for array in self._views]
        return Step(*copies)

    def _new_lanes(self, *, draws: bool) -> core.Lanes:
        count, seats = self.lanes, self.players
        states = np.zeros(count, self.game.dtype)
        width = 0 if self.layout is None else self.layout.size
        return core.Lanes(
            states=states,
            octets=states.view(np.uint8).reshape(count, -1),
            lanes=np.zeros(count, core.LANE),
            masks=np.zeros((count, self.actions), np.bool_),
            odds=np.zeros((0 if draws else count, self.actions), np.float32),
            seats=np.zeros(count, np.int32),
            rewards=np.zeros((count, seats), np.float32),
            ends=np.zeros(count, np.bool_),
            points=np.zeros((count, seats), np.int16),
            observations=np.zeros((count, width), np.float32),
            finals=np.zeros((count, width), np.float32),
            **self._buffers(),
        )

    def _buffers(self) -> dict[str, NDArray[Any]]:
        seats = core_seats(self.game)
        widest = max(self.game.most_moves + 1, self.game.most_outcomes)
        return {
            "moves": np.zeros(widest, contract.MOVE),
            "weights": np.zeros(widest, contract.MOVE),
            "scores": np.zeros(seats, np.int16),
            "shares": np.zeros(seats),
            "sheet": np.zeros((seats, len(self.game.categories)), np.int16),
        }

    def _room_of_thread(self, opponents: str | Sequence[str] | None) -> tuple[Any, ...]:
        """Gather what a thread works with: the lanes with buffers of its own, and the opponents with theirs."""
        arrays = tuple(self._rows._replace(**self._buffers()))
        if opponents is None:
            return arrays, None
        players, workspace = line_up(compiled_bots(opponents, self.players - 1, self.game), self.game, self.players)
        return arrays, (players, tuple(workspace), np.zeros(self.game.most_moves + 1))

    def _learner(self, opponents: str | Sequence[str] | None, learner: int | str) -> int:
        if opponents is None:
            if learner != 0:
                raise SetupError(f"learner is {learner!r}, and every seat learns: name opponents, or no learner")
            return core.EVERY_SEAT
        if learner == ROTATE:
            return core.ROTATING
        if isinstance(learner, str):
            raise SetupError(f"learner is {learner!r}: expected a seat or {ROTATE!r}")
        return within("learner", learner, 0, self.players - 1)

    def _refusal(self, lane: int) -> HeliopolisError:
        if self._rows.lanes["over"][lane]:
            return HeliopolisError(f"lane {lane}: its game is over, expected a reset")
        action = int(self._chosen[lane])
        said = f" ({self.word(action)})" if 0 <= action < self.actions else ""
        legal = [f"{move} ({self.word(move)})" for move in np.flatnonzero(self._rows.masks[lane]).tolist()]
        return HeliopolisError(f"lane {lane}: action {action}{said} is not legal: expected {_or(legal)}")


def core_seats(game: contract.Game) -> int:
    """Say how many seats the records of a game have room for."""
    return max(int(edition.most_players) for edition in game.editions.values())


def fewest_seats(game: contract.Game) -> int:
    """Say with how few seats a game can be played, in some edition."""
    return min(int(edition.fewest_players) for edition in game.editions.values())


def compiled_bots(names: str | Sequence[str], count: int, game: contract.Game) -> list[CompiledBot]:
    """Find opponents by name: one for all seats, or one for each."""
    given: Any = names
    if not isinstance(given, str) and not (isinstance(given, Sequence) and all(isinstance(one, str) for one in given)):
        raise SetupError(f"opponents are {names!r}: expected the name of a bot for all seats, or one for each")
    listed = [names] * count if isinstance(names, str) else list(names)
    if len(listed) != count:
        raise SetupError(f"there are {len(listed)} opponents for {count} seats: name one for each, or one for all")
    bots: list[CompiledBot] = []
    for name in listed:
        bot = find_bot(name)
        check_plays(bot, name, game)
        if not isinstance(bot, CompiledBot):
            raise SetupError(
                f"{name!r} is not compiled, or thinks by the clock: choose one of apprentice, scribe, priest, greedy, "
                "random, net, or one of them with other parameters"
            )
        bots.append(bot)
    return bots


@contextmanager
def patience(told: str) -> Iterator[None]:
    """Tell whoever waits why, on standard error, when it takes long."""
    timer = threading.Timer(PATIENCE, lambda: print(f"heliopolis: {told}", file=sys.stderr))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _or(choices: Sequence[str]) -> str:
    """List choices, for people."""
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


def within(name: str, number: int, least: int, most: int) -> int:
    """Take a whole number between two."""
    given: Any = number
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or not least <= number <= most:
        raise SetupError(f"{name} is {number!r}: expected {least} to {most}")
    return int(number)


def truth(name: str, given: object) -> bool:
    """Take a truth value: "no" is none, though Python takes it for one."""
    if not isinstance(given, bool | np.bool_):
        raise SetupError(f"{name} is {given!r}: expected True or False")
    return bool(given)


def _settings(game: contract.Game, given: Mapping[str, str] | None) -> dict[str, str]:
    if given is not None and not isinstance(given, Mapping):
        known = ", ".join(f"{name!r}: {option.values[0]!r}" for name, option in game.settings.items())
        raise SetupError(f"settings are {given!r}: expected house rules by name, some of {{{known}}}")
    return check_settings(game, dict(given or {}))


def _choice(name: str, chosen: str, choices: Mapping[str, int]) -> int:
    given: object = chosen
    if not isinstance(given, str) or given not in choices:
        raise SetupError(f"{name} is {chosen!r}: expected one of {', '.join(choices)}")
    return choices[chosen]


def new_seed() -> int:
    """Take a seed at random."""
    return secrets.randbelow(MOST_SEED - MOST_LANES)


def _seeds(seed: int | Sequence[int | None], lanes: int) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Name the seed of each lane, and which have one."""
    if isinstance(seed, int | np.integer):
        first = within("seed", int(seed), 0, MOST_SEED - lanes)
        return np.arange(first, first + lanes, dtype=np.uint64), np.ones(lanes, np.bool_)
    given: Any = seed
    if isinstance(given, str) or not isinstance(given, Sequence | np.ndarray):
        raise SetupError(f"seed is {seed!r}: expected a whole number from 0 to {MOST_SEED}, or one for each lane")
    if len(seed) != lanes:
        raise SetupError(f"there are {len(seed)} seeds for {lanes} lanes: expected one, or one for each")
    numbers = [0 if one is None else within("seed", one, 0, MOST_SEED) for one in seed]
    return np.array(numbers, np.uint64), np.array([one is not None for one in seed])
