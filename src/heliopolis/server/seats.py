"""Seats that are given away or taken back, and what whoever made a table can do before its game begins."""

from __future__ import annotations

from msgspec.structs import replace as changed

from heliopolis.bots.registry import built_in_bot, check_plays
from heliopolis.games import find_game
from heliopolis.server.absence import people_of, stand_in_of
from heliopolis.server.house import House
from heliopolis.server.keyring import HOST, SEAT, Right
from heliopolis.server.messages.seats import CancelTable, FillSeats, GiveSeat, TakeSeat
from heliopolis.server.messages.tables import Player
from heliopolis.server.names import free_name
from heliopolis.server.refusals import NotNowError, WrongTokenError
from heliopolis.server.rows import OVER, WAITING, Row
from heliopolis.server.security import token_hash
from heliopolis.server.tables import Table

BEGUN = "the game has begun: this can be done before it does"


class Seating:
    """Changes who sits at the tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._keys = house.storage.keys

    async def give_to_bot(self, wanted: GiveSeat) -> None:
        """Leave a seat to a bot for good. While the game has not begun the bot sits down under its own name."""
        right = await self.right(wanted.table, wanted.token, SEAT)
        table = await self._house.open(wanted.table)
        bot = bot_for(table.row, wanted.bot)

        async def give() -> None:
            seat, player = self.held(table, right)
            if table.row.state == OVER:
                raise NotNowError("the match is over: there is nothing left to play")
            if table.row.state == WAITING:
                player = bot_player(bot, player, [other.name for other in table.row.seats])
            else:
                player = changed(player, stand_in=bot, for_good=True)
            await table.reseat(seat, player, gone=await self.seat_rights(table, seat))

        await table.changing(give)

    async def fill(self, wanted: FillSeats) -> None:
        """Let bots take the open seats, so that the game begins."""
        table = await self._waiting(wanted.table, wanted.token)
        bot = bot_for(table.row, wanted.bot)

        async def fill() -> None:
            check_waits(table)
            seats: list[Player] = []
            for player in table.row.seats:
                names = [other.name for other in (*seats, *table.row.seats)]
                seats.append(bot_player(bot, player, names) if player.kind == "open" else player)
            await table.seat(seats)

        await table.changing(fill)

    async def take_back(self, wanted: TakeSeat) -> None:
        """Open a seat again that somebody has taken."""
        table = await self._waiting(wanted.table, wanted.token)

        async def take() -> None:
            check_waits(table)
            if wanted.seat not in people_of(table.row.seats):
                raise NotNowError(f"seat {wanted.seat} has no person from whom it could be taken back")
            player = Player("", table.row.seats[wanted.seat].colour, "open", None)
            await table.reseat(wanted.seat, player, gone=await self.seat_rights(table, wanted.seat))

        await table.changing(take)

    async def cancel(self, wanted: CancelTable) -> None:
        """Do away with a table."""
        table = await self._waiting(wanted.table, wanted.token)

        async def cancel() -> None:
            check_waits(table)
            await table.cancel()

        await table.changing(cancel)

    async def _waiting(self, name: str, token: str) -> Table:
        """Find a table for whoever has made it."""
        await self.right(name, token, HOST)
        return await self._house.open(name)

    # ---- who may ----

    async def right(self, name: str, token: str, kind: str) -> Right:
        """Find the right that a token gives at a table, or say that it gives none."""
        for right in await self._keys.find([token_hash(token)]):
            if right.table == name and right.kind == kind:
                return right
        what = "only who made this table can do that" if kind == HOST else "only who holds the seat can do that"
        raise WrongTokenError(what)

    def held(self, table: Table, right: Right) -> tuple[int, Player]:
        """Find the seat of a right, and who sits there, while a table can be changed."""
        table.check_open()
        assert right.seat is not None
        return right.seat, table.row.seats[right.seat]

    async def seat_rights(self, table: Table, seat: int) -> list[Right]:
        """List the rights to a seat, of all devices."""
        return [right for right in await self._keys.at(table.row.id) if right.kind == SEAT and right.seat == seat]


def check_waits(table: Table) -> None:
    """Refuse what can be done only before a game begins."""
    table.check_open()
    if table.row.state != WAITING:
        raise NotNowError(BEGUN)


def bot_for(row: Row, wanted: str | None) -> str:
    """Choose a bot that plays the game of a table."""
    name = wanted or stand_in_of(row)
    check_plays(built_in_bot(name), name, find_game(row.game))
    return name


def bot_player(bot: str, before: Player, names: list[str]) -> Player:
    """Seat a bot in the place of somebody, under a name that nobody has."""
    return Player(free_name(built_in_bot(bot).title, names), before.colour, "bot", bot)
