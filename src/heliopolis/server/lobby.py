"""The lobby: the tables that everyone may watch or join, page by page.

A page is read once a second at the most, however many ask for it.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict

import msgspec

from heliopolis.server.messages.base import LOBBY_PAGE
from heliopolis.server.prepared import Prepared
from heliopolis.server.refusals import RefusalError
from heliopolis.server.rows import LOBBY, Row
from heliopolis.server.security import is_table_name
from heliopolis.server.showing import table_line
from heliopolis.server.storage import Place, Storage

SECONDS = 1.0
#: So many pages are remembered; the one read first is forgotten first.
MOST_PAGES = 100
#: The last moment that a database can count to, in milliseconds since 1970, and how many digits that has.
LAST_MOMENT = 2**63 - 1
MOST_DIGITS = len(str(LAST_MOMENT))


class Lobby:
    """The pages that were read within the last second."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._pages: OrderedDict[str, tuple[float, asyncio.Task[Prepared]]] = OrderedDict()

    async def page(self, after: str = "") -> Prepared:
        """Show the first page, or the one after a table, which is named as STATE.CHANGED.TABLE."""
        place = read_place(after) if after else None
        read, page = self._pages.get(after, (0.0, None))
        if page is None or time.monotonic() - read > SECONDS:
            page = asyncio.create_task(self._read(place))
            self._pages[after] = time.monotonic(), page
            self._pages.move_to_end(after)
            if len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
        return await asyncio.shield(page)

    async def _read(self, after: Place | None) -> Prepared:
        return await asyncio.to_thread(write_page, await self._storage.listed(LOBBY_PAGE, after))


def write_page(rows: list[Row]) -> Prepared:
    """Write a page, and compress it."""
    body = msgspec.json.encode([table_line(row) for row in rows])
    return Prepared.of(body, "application/json", compress=True, keep="no-store")


def read_place(text: str) -> Place:
    """Read a place in the lobby."""
    state, _, rest = text.partition(".")
    changed, _, table = rest.partition(".")
    is_number = changed.isascii() and changed.isdigit() and len(changed) <= MOST_DIGITS
    moment = int(changed) if is_number else LAST_MOMENT + 1
    if state not in LOBBY or moment > LAST_MOMENT or not is_table_name(table):
        raise RefusalError("this is no table of the lobby: expected STATE.CHANGED.TABLE of the last one of a page")
    return Place(state, moment, table)
