"""Requests begin a few at a time, so that a crowd of them keeps nobody at a table waiting.

All that the server does takes turns on one event loop. A thousand requests that begin in the same turn would make
everything else wait for all of them. Here only a few begin in a turn, and addresses take turns, too.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

#: So many requests begin in one turn of the event loop.
AT_ONCE = 3


class Turnstile:
    """Lets requests in, in the order of their addresses, each address one after the other."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._begun = 0
        self._turning = False

    async def enter(self, address: str) -> None:
        """Wait for a turn; where nobody waits there is one at once."""
        if not self._waiting and self._begun < AT_ONCE:
            self._begun += 1
            self._turn_soon()
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        self._turn_soon()
        await turn

    def _turn_soon(self) -> None:
        if not self._turning:
            self._turning = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        """Let the next ones in, and look again in the next turn of the event loop."""
        self._turning, self._begun = False, 0
        while self._waiting and self._begun < AT_ONCE:
            address, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns  # behind the other addresses
            if not turn.done():  # who has gone meanwhile is passed over
                turn.set_result(None)
                self._begun += 1
        if self._begun:
            self._turn_soon()
