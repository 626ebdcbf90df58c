"""Lets bots make their moves: in threads, after a moment, one task for a table where it is a bot's turn."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from heliopolis.bots.contract import ask, is_timed
from heliopolis.bots.registry import built_in_bot
from heliopolis.errors import HeliopolisError
from heliopolis.server.neighbours import Alone, Leases
from heliopolis.server.refusals import NotNowError
from heliopolis.server.security import Gate
from heliopolis.server.settings import Limits
from heliopolis.server.thinking_queue import Desks, Payer, Rank
from heliopolis.table.match import Match, legal
from heliopolis.table.sealed import ticket

if TYPE_CHECKING:
    from heliopolis.server.tables import Table

LOGGER = logging.getLogger(__name__)

#: A bot that follows no person waits only this part of the pause: there is nothing to take back, only to see.
AFTER_BOT = 0.6
#: After a move could not be stored.
RETRY_SECONDS = 2.0
#: The most that a bot may take for a move. How long a level thinks is its own parameter (`seconds` of
#: `Expert`). How long a bot waits before a move is `heliopolis serve --bot-pause`.
MOST_SECONDS = 5.0


class BotRunner:
    """Asks the bots of all tables for their moves."""

    def __init__(
        self, pause: float, gate: Gate | None = None, unwatched: float = 300.0, desks: Desks | None = None
    ) -> None:
        self.pause = pause
        self.unwatched = unwatched
        """A table at which nobody has looked for so many seconds pauses, until somebody does, unless it has clocks."""
        self.leases: Leases = Alone()
        """Which tables are driven here, where several processes serve them."""
        self.desks = desks or Desks()
        self._gate = gate or Gate(Limits())
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._closing = False

    def look(self, table: Table, *, abandoned: bool = False) -> None:
        """Start thinking for a table, if it is a bot's move, somebody may look, and nobody thinks for it yet.

        Where somebody sits in another process, and nobody in this one, bots move there, unless it was abandoned.
        """
        name = table.row.id
        elsewhere = table.is_served_elsewhere() and not abandoned
        if self._may_go_on(table) and not elsewhere and name not in self._tasks and not self._closing:
            task = asyncio.create_task(self._run(table), name=f"bots of {name}")
            self._tasks[name] = task

    def is_at(self, table: Table) -> bool:
        """Tell whether bots are playing at a table."""
        return table.row.id in self._tasks

    async def close(self) -> None:
        """Stop thinking: what was not played will be thought of again after the next start."""
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.desks.close()

    def _may_go_on(self, table: Table) -> bool:
        return (
            table.bot_to_act() is not None
            and (table.unwatched() < self.unwatched or table.row.clock is not None)
            and not table.stale
            and not table.row.closed
        )

    async def _run(self, table: Table) -> None:
        """Play until a person is to act, the match is over, nobody has looked for a while, or another process plays."""
        name, driven = table.row.id, False
        try:
            driven = await self.leases.take(name)
            if not driven:
                return  # another process lets them play
            while self._may_go_on(table) and self.leases.holds(name):
                try:
                    await self._play_one(table)
                except NotNowError:
                    continue  # a person took a move back while the bot was thinking
                except HeliopolisError as error:
                    if table.stale:
                        return  # somebody else changed the table, or deleted it
                    LOGGER.error("a bot at table %s could not move, it tries again: %s", table.row.id, error)
                    await asyncio.sleep(RETRY_SECONDS)
        except asyncio.CancelledError:
            driven = False  # this process ends, and nobody has to go on
            raise
        except Exception:
            LOGGER.exception("the bots of table %s stopped", table.row.id)
        finally:
            del self._tasks[name]
            if driven and not self._closing:
                if table.bot_to_act() is not None and table.unwatched() >= self.unwatched:
                    self.leases.rest(name)
                await self.leases.release(name)
                self.look(table)  # it may have been a bot's move again while the table was handed back

    async def _play_one(self, table: Table) -> None:
        version = table.version
        payer = Payer(table.row.maker or "", table.row.id)
        await self._pause(table)
        while wait := self._gate.wait_for("bot_moves", payer.address):
            await asyncio.sleep(wait)
        bot, match, seat = table.bot_to_act(), table.match, table.row.to_act
        if version != table.version or bot is None or match is None or seat is None:
            return
        deep = looks_ahead(bot)
        word = await self.leases.think(table.row.id, version, bot) if deep else ""
        if version != table.version:
            return  # a person took a move back meanwhile
        if not word:
            desk = self.desks.deep if deep else self.desks.quick
            word = await desk.think(choose, bot, match, payer=payer, rank=lambda: urgency(table))
        await table.move(seat, word, version, bot=bot)

    async def _pause(self, table: Table) -> None:
        """Wait before a move. After a person's move this is the time to take it back, so no pace makes it shorter."""
        while not table.is_read():
            table.paced.clear()
            await table.paced.wait()
        if last_was_person(table):
            await asyncio.sleep(self.pause)
            return
        began = time.monotonic()
        while (left := began + self.pause * AFTER_BOT * table.pause() - time.monotonic()) > 0:
            # Whoever asks for another pace meanwhile is heard at once.
            table.paced.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(table.paced.wait(), left)


def urgency(table: Table) -> Rank:
    """Say how urgent a bot's move is: a table that nobody looks at thinks last."""
    return Rank.NOW if table.listeners or table.elsewhere else Rank.LATER


def looks_ahead(name: str) -> bool:
    """Tell whether a bot thinks by the clock; the others answer at once."""
    return is_timed(built_in_bot(name))


def last_was_person(table: Table) -> bool:
    """Tell whether the last move was a person's, not counting what it revealed."""
    last = next((line for line in reversed(table.log) if not line.chance), None)
    return last is not None and last.bot is None and table.row.seats[last.seat].kind == "person"


def choose(name: str, match: Match) -> str:
    """Ask a bot for a move. If it breaks or answers nonsense, the table goes on with any legal move.

    What it leaves to chance follows from the secret seed of the match: nobody can foresee it, and a bot that is asked
    again, since a move was taken back, answers as before.
    """
    state = match.state.copy()
    moves = legal(state)
    chance = ticket(match.secret_seed(), "bot", len(match), 2**64)
    answer = ask(built_in_bot(name), state, moves, MOST_SECONDS, chance)
    if answer.fault is not None:
        LOGGER.error("the bot %s failed: %s\n%s", name, answer.told, match.text())
    return match.game.words.word([answer.move])
