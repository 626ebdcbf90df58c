"""A process beside the server that reads records and makes replays of them.

Both take long, and a record is a text from outside: whatever it does, the server answers everyone else meanwhile. A
piece of work that takes too long is given up, and its process with it. The process is started when it is first needed.

    python -m heliopolis.server.workshop     reads jobs from standard input, and writes what came of them
"""

from __future__ import annotations

import asyncio
import gzip
import struct
import sys
import weakref
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import IO

import msgspec

from heliopolis.compiled import compile_beside
from heliopolis.errors import HeliopolisError
from heliopolis.games import NAMES
from heliopolis.processes import apart_from_terminal
from heliopolis.server.refusals import RefusalError, UnavailableError
from heliopolis.server.replays import position, record_position, replay, replay_record
from heliopolis.server.rows import Row
from heliopolis.server.security import network
from heliopolis.server.tables import new_match
from heliopolis.table.match import Match

#: A long match takes about two seconds on a slow machine, and more where that is busy.
MOST_SECONDS = 30.0
STARTING_SECONDS = 60.0
MOST_WAITING = 100
#: How hard a replay is compressed: megabytes of JSON shrink to a tenth in some hundredths of a second.
LEVEL = 5

#: Before each message: how long it is, and whether all is well.
HEAD = struct.Struct(">I?")
ENCODER = msgspec.json.Encoder()


class ReadRecord(msgspec.Struct, tag="read"):
    """Make a replay of a record."""

    record: str


class ShowTable(msgspec.Struct, tag="show"):
    """Make a replay of a table's match, from what the storage has of it."""

    row: Row
    words: list[str]


class WriteRecord(msgspec.Struct, tag="write"):
    """Write the record of a table's match."""

    row: Row
    words: list[str]
    bots: dict[int, str] = {}
    """Which bots played lines for people, where that is to be said."""


class FindPosition(msgspec.Struct, tag="find"):
    """Say where the match of a record stood."""

    record: str
    line: int


class TablePosition(msgspec.Struct, tag="stand"):
    """Say where a table's match stood."""

    row: Row
    words: list[str]
    line: int


Job = ReadRecord | ShowTable | WriteRecord | FindPosition | TablePosition
JOBS: msgspec.json.Decoder[Job] = msgspec.json.Decoder(Job)


# ---- on the server's side ----


class Workshop:
    """The process, and those who wait for it: one job at a time, and of each address one in the line."""

    def __init__(self, seconds: float = MOST_SECONDS) -> None:
        self._seconds = seconds
        self._process: Process | None = None
        self._alone = asyncio.Lock()
        self._addresses: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._waiting: set[asyncio.Task[bytes]] = set()

    async def do(self, job: Job, address: str) -> bytes:
        """Let a job be done; what comes of it is compressed. Raises what it is refused with."""
        if len(self._waiting) >= MOST_WAITING:
            raise UnavailableError("too many replays are under way: try again in a moment")
        # Whoever asked may go meanwhile. The answer has to be taken all the same, or the next one would get it.
        task = asyncio.create_task(self._in_turn(job, network(address)))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)
        return await asyncio.shield(task)

    async def _in_turn(self, job: Job, address: str) -> bytes:
        async with self._addresses.setdefault(address, asyncio.Lock()), self._alone:
            try:
                return await self._ask(job)
            except RefusalError:
                raise
            except TimeoutError as error:
                await self._stop()
                raise RefusalError(f"this takes more than {self._seconds:g} s: it cannot be replayed here") from error
            except (asyncio.IncompleteReadError, OSError) as error:
                await self._stop()
                raise UnavailableError("the replay could not be made: try again") from error
            except BaseException:
                await self._stop()
                raise

    async def _ask(self, job: Job) -> bytes:
        process = self._process
        if process is None or process.returncode is not None:
            command = [sys.executable, "-m", "heliopolis.server.workshop"]
            options = apart_from_terminal()  # Ctrl+C is for the server, which then ends this process, too
            process = self._process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, **options)
            async with asyncio.timeout(STARTING_SECONDS):
                await receive(process)
        async with asyncio.timeout(self._seconds):
            assert process.stdin is not None
            body = ENCODER.encode(job)
            process.stdin.write(HEAD.pack(len(body), True) + body)
            await process.stdin.drain()
            answer, fine = await receive(process)
        if not fine:
            raise RefusalError(answer.decode())
        return answer

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def close(self) -> None:
        """Stop the process, and what it does."""
        for task in self._waiting:
            task.cancel()
        await asyncio.gather(*self._waiting, return_exceptions=True)
        await self._stop()


async def receive(process: Process) -> tuple[bytes, bool]:
    """Wait for what came of a job, and whether it was done."""
    assert process.stdout is not None
    length, fine = HEAD.unpack(await process.stdout.readexactly(HEAD.size))
    return await process.stdout.readexactly(length), fine


# ---- on its own side ----


def work(jobs: IO[bytes], answers: IO[bytes]) -> None:
    """Do one job after the other, until there are no more."""
    tell(answers, b"ready", fine=True)
    while len(head := jobs.read(HEAD.size)) == HEAD.size:
        body = jobs.read(HEAD.unpack(head)[0])
        try:
            tell(answers, gzip.compress(do(JOBS.decode(body)), LEVEL, mtime=0), fine=True)
        except HeliopolisError as error:
            tell(answers, str(error).encode("utf-8", "replace"), fine=False)


def tell(answers: IO[bytes], body: bytes, *, fine: bool) -> None:
    """Hand over what came of a job."""
    answers.write(HEAD.pack(len(body), fine) + body)
    answers.flush()


def do(job: Job) -> bytes:
    """Do a job."""
    match job:
        case ReadRecord(record):
            return ENCODER.encode(replay_record(record))
        case ShowTable(row, words):
            return ENCODER.encode(replay(played(row, words), row.seats))
        case WriteRecord(row, words, bots):
            return played(row, words).record(bots).encode()
        case FindPosition(record, line):
            return ENCODER.encode(record_position(record, line))
        case TablePosition(row, words, line):
            return ENCODER.encode(position(played(row, words), line))


def played(row: Row, words: list[str]) -> Match:
    """Set up the match of a table, and make its moves."""
    match = new_match(row).at(0)
    for word in words:
        match.replay(word)
    return match


if __name__ == "__main__":
    compile_beside([], NAMES)  # whoever waits for the first job does not wait for the compiler to be loaded
    work(sys.stdin.buffer, sys.stdout.buffer)
