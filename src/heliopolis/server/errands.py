"""Thinking on other machines: who thinks there, what they are asked, and what they answer.

Whoever drives a table asks by a notice that names the table and its version. The other side reads the table from the
database, so that nothing else has to travel. Who does not answer is not waited for: then thinking is done here.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping

import msgspec

from heliopolis.errors import HeliopolisError

LOGGER = logging.getLogger(__name__)

#: The longest that an answer is waited for: a bot has five seconds, and may have to wait for a place.
LONGEST_SECONDS = 15.0
#: Finds the move of the bot that is to act at a table, as it stands after so many lines; nothing where it cannot.
Think = Callable[[str, int, str], Awaitable[str]]


class Errand(msgspec.Struct, array_like=True):
    """What is asked of a process that thinks for others."""

    to: str
    table: str
    version: int
    bot: str


class Errands:
    """What this process asks of others, or others of this one."""

    def __init__(self, name: str, tell: Callable[[], None]) -> None:
        self.name = name
        self.places = 0
        """So many can think here for other processes."""
        self.think: Think | None = None
        self._tell = tell
        self._asks: dict[str, Errand] = {}
        self._answers: dict[str, str] = {}
        self._thinkers: dict[str, int] = {}
        self._waiting: dict[str, tuple[str, asyncio.Future[str]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, table: str, version: int, bot: str) -> str:
        """Let somebody else think; an empty answer where nobody does."""
        who = self._freest()
        if who is None:
            return ""
        name = secrets.token_hex(8)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting[name], self._asks[name] = (who, answer), Errand(who, table, version, bot)
        self._tell()
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                return await answer
        except TimeoutError:
            return ""
        finally:
            del self._waiting[name]

    def _freest(self) -> str | None:
        """Find who has most room, as far as it is known here; other servers ask, too, so among equals anyone."""
        asked = Counter(who for who, _ in self._waiting.values())
        room = {who: (asked[who] + 1) / places for who, places in self._thinkers.items()}
        return min(room, key=lambda who: (room[who], random.random()), default=None)

    def collect(self) -> tuple[dict[str, Errand], dict[str, str]]:
        """Hand out what has to be told: what is asked, and what is answered."""
        told = self._asks, self._answers
        self._asks, self._answers = {}, {}
        return told

    def hear(self, sender: str, places: int, asks: Mapping[str, Errand], answers: Mapping[str, str]) -> None:
        """Hear who thinks, what is asked of this process, and what it has asked."""
        if places > 0:
            self._thinkers[sender] = places
        for name, errand in asks.items():
            if errand.to == self.name and self.think is not None:
                task = asyncio.create_task(self._do(name, errand, self.think))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
        for name, word in answers.items():
            self._settle(name, word)

    async def _do(self, name: str, errand: Errand, think: Think) -> None:
        word = ""
        try:
            word = await think(errand.table, errand.version, errand.bot)
        except HeliopolisError as error:
            LOGGER.warning("nobody could think for table %s: %s", errand.table, error)
        except Exception:
            LOGGER.exception("nobody could think for table %s", errand.table)
        self._answers[name] = word
        self._tell()

    def _settle(self, name: str, word: str) -> None:
        answer = self._waiting.get(name, (None, None))[1]
        if answer is not None and not answer.done():
            answer.set_result(word)

    def miss(self, process: str) -> None:
        """Wait no longer for a process that is gone."""
        self._thinkers.pop(process, None)
        for name, (who, _) in list(self._waiting.items()):
            if who == process:
                self._settle(name, "")

    def give_up(self) -> None:
        """Wait for nobody: what was asked may not have arrived."""
        for name in list(self._waiting):
            self._settle(name, "")

    async def close(self) -> None:
        """Stop thinking for others."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
