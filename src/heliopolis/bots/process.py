"""A bot in any language: a program that reads lines of JSON and answers with lines of JSON.

It is started for one seat of one game, and ended with it: what it saw of a bag in one game it cannot use in another. If
it breaks or is late it is started again, a few times. docs/bots.md has the protocol for those who write such a program.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

from heliopolis.bots.contract import BAD, BROKEN, GRACE_SECONDS, LATE, Choice, FaultError, Seating, seated
from heliopolis.errors import SetupError
from heliopolis.games import contract
from heliopolis.processes import apart_from_terminal
from heliopolis.table.match import OPEN, TABLE, Match

PROTOCOL: Final = 1
#: What line protocol 1 tells of a view, in this order; what views have gained since is not in it.
VIEW: Final = (
    *("game", "edition", "settings", "players", "draws", "scores", "viewer", "to_act"),
    *("board", "points", "breakdown", "preview", "result"),
)
#: How long a program may take to start and to say hello.
HELLO_SECONDS: Final = 10.0
#: How often a program is started in one game.
MOST_STARTS: Final = 3
#: No answer is so long.
LONGEST_LINE: Final = 64 * 1024
#: How much of what a program complained about is kept of one game.
LOG_BYTES: Final = 8 * 1024


class ProcessBot:
    """A program that plays."""

    def __init__(self, command: str, folder: Path) -> None:
        try:
            self.command = split_command(command)
        except ValueError as error:
            raise SetupError(f"the program {command!r} cannot be read: {error}") from error
        if not self.command:
            raise SetupError("the program is missing: expected one like run:node bot.js")
        self.folder = folder
        self.title = command
        self.description = f"The program {command}."

    def sit(self, seating: Seating) -> SeatedProgram:
        """Sit down for one game."""
        return SeatedProgram(self.command, self.folder, seating)

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Choose a move at a table that nobody has described: as in the game's usual edition."""
        game = contract.game_of(state)
        names = tuple(f"seat {number}" for number in range(1, int(contract.seats(state)) + 1))
        seating = Seating(game.name, next(iter(game.editions)), {}, names, int(contract.to_act(state)))
        with seated(self, seating) as player:
            return player.choose(state, moves, seconds, seed)


def split_command(command: str, *, windows: bool = os.name == "nt") -> list[str]:
    r"""Split a command line into words, with quotes as a shell has them; on Windows a backslash is only a backslash.

    >>> split_command(r"'my bots/bot' --deep"), split_command(r'"C:\my bots\bot.exe" C:\x', windows=True)
    (['my bots/bot', '--deep'], ['C:\\my bots\\bot.exe', 'C:\\x'])
    """
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if windows:
        words.escape = ""
    return list(words)


class SeatedProgram:
    """A program in one seat of one game."""

    def __init__(self, command: Sequence[str], folder: Path, seating: Seating) -> None:
        self.title = self.description = shlex.join(command)
        self.seating = seating
        self._command, self._folder = command, folder
        settings: dict[str, Any] = dict(seating.settings)
        self._table = Match(
            seating.game, list(seating.players), edition=seating.edition, draws=TABLE, scores=OPEN, **settings
        )
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the seat
        self._starts = 0
        self._program: Program | None = None

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        """Ask the program; raise FaultError for what is no answer."""
        program = self._running()
        words = [self._table.game.words.word([move]) for move in moves]
        question = {"view": self._view(state), "moves": words, "seconds": seconds, "seed": seed}
        try:
            answer = program.ask(question, seconds + GRACE_SECONDS)
        except FaultError as error:
            if error.fault != BAD:
                self._stop()
            raise
        word = answer.get("move")
        if word not in words:
            raise FaultError(BAD, f"answered {shortened(answer)}, expected a move: one of {', '.join(words)}")
        return Choice(moves[words.index(word)], _values(answer.get("values"), len(moves)))

    def start(self) -> None:
        """Start the program and hear its hello; raise FaultError if that fails."""
        self._running()

    def close(self) -> None:
        """End the program."""
        self._stop()
        self._errors.close()

    def complaints(self) -> str:
        """Read the end of what the program wrote to its standard error."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - LOG_BYTES))
        return self._errors.read().decode(errors="replace")

    def _view(self, state: Any) -> dict[str, Any]:
        view = self._table.showing(state).view(self.seating.seat).data()
        return {name: view[name] for name in VIEW}

    def _running(self) -> Program:
        if self._program is None:
            if self._starts == MOST_STARTS:
                raise FaultError(BROKEN)  # all there is to say has been said
            self._starts += 1
            self._program = Program(self._command, self._folder, self._errors)
            try:
                self._program.greet(self.seating)
            except FaultError:
                self._stop()
                raise
        return self._program

    def _stop(self) -> None:
        if self._program is not None:
            self._program.stop()
            self._program = None


class Program:
    """A process that is asked in lines. Threads read from it and write to it, so that none of both can block us."""

    def __init__(self, command: Sequence[str], folder: Path, errors: IO[bytes]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                **apart_from_terminal(),  # where that is a session of its own, its children end with it
            )
        except OSError as error:
            raise FaultError(BROKEN, f"cannot be started: {command[0]}: {error.strerror}") from error
        self._said: queue.Queue[bytes] = queue.Queue(maxsize=4)
        self._asked: queue.Queue[bytes | None] = queue.Queue()
        self._stopped = threading.Event()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def greet(self, seating: Seating) -> None:
        """Say what is played, and hear whether the program speaks the same protocol."""
        answer = self.ask({"heliopolis": PROTOCOL, **asdict(seating)}, HELLO_SECONDS)
        if answer.get("heliopolis") != PROTOCOL:
            raise FaultError(BROKEN, f'answered {shortened(answer)} to the first line, expected {{"heliopolis": 1}}')

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a line and wait for one."""
        if not self._said.empty():
            raise FaultError(BROKEN, "spoke without being asked, expected one line for each line")
        self._asked.put(json.dumps(question).encode() + b"\n")
        try:
            line = self._said.get(timeout=seconds)
        except queue.Empty:
            raise FaultError(LATE, f"did not answer within {seconds:g} s") from None
        if not line.endswith(b"\n"):
            raise FaultError(BROKEN, f"ended{self._code()}" if len(line) <= LONGEST_LINE else "wrote an endless line")
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise FaultError(BAD, f"answered {shortened(line.decode(errors='replace'))}, expected a line of JSON")
        return answer

    def _code(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f" with exit code {self._process.wait(1)}"
        return ""

    def stop(self) -> None:
        """End the program and all that it started, and leave nothing behind."""
        self._stopped.set()
        self._asked.put(None)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if sys.platform != "win32":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(timeout=1)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        while not self._stopped.is_set():
            line = self._process.stdout.readline(LONGEST_LINE + 1)
            while not self._stopped.is_set():
                with contextlib.suppress(queue.Full):
                    self._said.put(line, timeout=0.05)
                    break
            if not line.endswith(b"\n"):
                return

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # a program that has ended: the reader tells
            while (line := self._asked.get()) is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()


def shortened(answer: object) -> str:
    """Quote what a program said, as far as people want to read it."""
    text = repr(answer)
    return text if len(text) <= 100 else text[:97] + "..."  # noqa: PLR2004


def _values(given: object, count: int) -> tuple[float, ...] | None:
    """Take a program's opinion of the moves, if it gave one of each."""
    if isinstance(given, list) and len(given) == count and all(isinstance(value, int | float) for value in given):
        return tuple(map(float, given))
    return None
