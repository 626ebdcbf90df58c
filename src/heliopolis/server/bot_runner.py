"""Lets bots make their moves: in threads, after a moment, one task for a table where it is a bot's turn."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from typing import TYPE_CHECKING

from heliopolis.bots.contract import ask
from heliopolis.bots.registry import house_bot
from heliopolis.errors import HeliopolisError
from heliopolis.server.refusals import NotNowError
from heliopolis.table.match import Match, legal

if TYPE_CHECKING:
    from heliopolis.server.tables import Table

LOGGER = logging.getLogger(__name__)

#: A bot that follows a bot waits only this part of the pause: there is nothing to take back, only to see.
AFTER_BOT = 0.6
#: After a move could not be stored.
RETRY_SECONDS = 2.0
#: What a bot has for a move.
THINKING_SECONDS = 5.0


class BotRunner:
    """Asks the bots of all tables for their moves."""

    def __init__(self, pause: float) -> None:
        self.pause = pause
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: So many think at the same time, whoever asked them.
        self.thinking = asyncio.Semaphore(os.cpu_count() or 1)

    def look(self, table: Table) -> None:
        """Start thinking for a table, if it is a bot's move and nobody thinks for it yet."""
        name = table.row.id
        if table.bot_to_act() is not None and name not in self._tasks:
            task = asyncio.create_task(self._run(table), name=f"bots of {name}")
            self._tasks[name] = task

    async def close(self) -> None:
        """Stop thinking: what was not played will be thought of again after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, table: Table) -> None:
        """Play until a person is to act or the match is over."""
        try:
            while table.bot_to_act() is not None:
                try:
                    await self._play_one(table)
                except NotNowError:
                    continue  # a person took a move back while the bot was thinking
                except HeliopolisError:
                    LOGGER.exception("a bot at table %s could not move; it tries again", table.row.id)
                    await asyncio.sleep(RETRY_SECONDS)
        except Exception:
            LOGGER.exception("the bots of table %s stopped", table.row.id)
        finally:
            del self._tasks[table.row.id]

    async def _play_one(self, table: Table) -> None:
        version = table.version
        await asyncio.sleep(self.pause * (AFTER_BOT if last_was_bot(table) else 1))
        bot, match, seat = table.bot_to_act(), table.match, table.row.to_act
        if version != table.version or bot is None or match is None or seat is None:
            return
        async with self.thinking:
            word = await asyncio.to_thread(choose, bot.bot or "", match)
        await table.move(seat, word, version)


def last_was_bot(table: Table) -> bool:
    """Tell whether the last move was a bot's, not counting what it revealed."""
    last = next((line for line in reversed(table.log) if not line.chance), None)
    return last is not None and table.row.seats[last.seat].kind == "bot"


def choose(name: str, match: Match) -> str:
    """Ask a bot for a move. If it breaks or answers nonsense, the table goes on with any legal move."""
    state = match.state.copy()
    moves = legal(state)
    answer = ask(house_bot(name), state, moves, THINKING_SECONDS, secrets.randbits(64))
    if answer.fault is not None:
        LOGGER.error("the bot %s failed: %s\n%s", name, answer.told, match.text())
    return match.game.words.word([answer.move])
