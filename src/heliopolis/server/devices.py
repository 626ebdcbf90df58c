"""Codes that hand seats over to another device or another person, and the devices that hold a seat."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence

from msgspec.structs import replace as changed

from heliopolis.server.house import SEATED, House, Visitor, new_name
from heliopolis.server.keyring import DEVICE, HOST, INVITE, PERSON, SEAT, SPECTATE, SPENT, Grant, Right
from heliopolis.server.messages.seats import (
    AskCode,
    AskDevices,
    AskHandover,
    Code,
    CodeTold,
    Device,
    RevokeDevice,
    TablesMoved,
    UseCode,
)
from heliopolis.server.messages.tables import Player, SeatKey, TableKeys
from heliopolis.server.refusals import NotFoundError, NotNowError, WrongTokenError
from heliopolis.server.rows import OVER, WAITING, Row
from heliopolis.server.seats import Seating
from heliopolis.server.security import TABLE_LETTERS, new_token, token_hash
from heliopolis.server.showing import table_line
from heliopolis.server.tables import now

#: A code for another device is typed, if need be: 31 letters, 12 of them, are 59 bits.
CODE_LENGTH, LONGEST_TYPED = 12, 20
CODE_MILLISECONDS = 10 * 60 * 1000
#: A link for another person waits until they read their mail.
HANDOVER_MILLISECONDS = 7 * 24 * 3600 * 1000
MOST_DEVICES = 10
NOTHING_HELD = "none of these tokens opens anything any more: there is nothing to hand over"


class Devices:
    """Hands seats over, and shows who holds them."""

    def __init__(self, house: House, seating: Seating) -> None:
        self._house, self._seating = house, seating
        self._keys = house.storage.keys

    # ---- codes are made ----

    async def code(self, wanted: AskCode) -> Code:
        """Make a code that gives another device of the same person what these tokens open."""
        rights = await self._keys.find({token_hash(token) for token in wanted.tokens})
        # A listed table shows its tokens to everyone: whoever has no more of it than that has nothing to hand over.
        own = {right.table for right in rights if right.kind in (SEAT, HOST)}
        given = sorted(
            {(right.table, right.kind, right.seat) for right in rights if right.table in own},
            key=lambda one: (one[0], one[1], -1 if one[2] is None else one[2]),
        )
        if not given:
            raise WrongTokenError(NOTHING_HELD)
        code = "".join(secrets.choice(TABLE_LETTERS) for _ in range(CODE_LENGTH))
        until = now() + CODE_MILLISECONDS
        await self._keys.offer(
            [
                Grant(token_hash(code), number, DEVICE, table, kind, seat, until)
                for number, (table, kind, seat) in enumerate(given)
            ]
        )
        return Code(code, until, len(own))

    async def handover(self, wanted: AskHandover) -> Code:
        """Make a link that gives a seat to another person. It is theirs when they take it, not before."""
        right = await self._seating.right(wanted.table, wanted.token, SEAT)
        table = await self._house.open(wanted.table)
        seat, _ = self._seating.held(table, right)
        check_goes_on(table.row)
        code, until = new_token(), now() + HANDOVER_MILLISECONDS
        await self._keys.offer([Grant(token_hash(code), 0, PERSON, wanted.table, SEAT, seat, until)])
        return Code(code, until, 1)

    # ---- codes are used ----

    async def look(self, code: str, visitor: Visitor) -> CodeTold:
        """Say to what a code leads, before anybody takes it."""
        grants = await self._grants(code)
        rows = {row.id: row for row in await self._house.storage.rows({grant.table for grant in grants})}
        browser, rights = token_hash(visitor.browser), await self._keys.at(*rows)
        mine = {(right.table, right.seat) for right in rights if right.kind == SEAT and right.browser == browser}
        seats: dict[str, list[int]] = {name: [] for name in rows}
        for grant in grants:
            if grant.kind == SEAT and grant.seat is not None and grant.table in seats:
                seats[grant.table].append(grant.seat)
        wanted = {(name, seat) for name, held in seats.items() for seat in held}
        return CodeTold(
            purpose="person" if grants[0].purpose == PERSON else "device",
            tables=[table_line(row, sorted(seats[name])) for name, row in rows.items()],
            here=bool(wanted) and wanted <= mine,
            until=grants[0].until,
        )

    async def use(self, wanted: UseCode, visitor: Visitor) -> TablesMoved:
        """Give what a code gives, once."""
        grants = await self._grants(wanted.code)
        if grants[0].purpose == PERSON:
            return TablesMoved([await self._take_over(grants[0], wanted.name, visitor)])
        tables = {grant.table: TableKeys(grant.table, [], None, None) for grant in grants}
        held = await self._keys.at(*tables)
        rights: list[Right] = []
        for grant in grants:
            check_room(held, grant)
            token, keys = new_token(), tables[grant.table]
            if grant.kind == SEAT and grant.seat is not None:
                keys.seats.append(SeatKey(grant.seat, token))
            elif grant.kind == HOST:
                keys.host = token
            elif grant.kind == INVITE:
                keys.invite = token
            elif grant.kind == SPECTATE:
                keys.spectate = token
            rights.append(visitor.right(token, grant.table, grant.kind, grant.seat))
        await self._keys.use(grants[0].hash, rights)
        return TablesMoved(list(tables.values()))

    async def _grants(self, code: str) -> list[Grant]:
        grants = await self._keys.look(token_hash(plain_code(code)))
        if not grants:
            raise NotFoundError(SPENT)
        return grants

    async def _take_over(self, grant: Grant, name: str, visitor: Visitor) -> TableKeys:
        """Seat another person. Whoever sat there is shown out, at all devices."""
        table, seat = await self._house.open(grant.table), grant.seat
        assert seat is not None

        async def take() -> TableKeys:
            table.check_open()
            check_goes_on(table.row)
            if grant not in await self._keys.look(grant.hash):
                raise NotFoundError(SPENT)
            if await self._house.is_seated(table, visitor):
                raise NotNowError(SEATED)
            seats, token = list(table.row.seats), new_token()
            before = seats[seat]
            others = [other for place, other in enumerate(seats) if place != seat]
            called = new_name(name, others)
            if table.row.state == WAITING:
                seats[seat] = Player(called, before.colour, "person", None)
            else:
                seats[seat] = changed(before, heir=called, stand_in=None)
            right = visitor.right(token, grant.table, SEAT, seat)
            gone = await self._seating.seat_rights(table, seat)
            await table.seat(seats, rights=[right], gone=gone, spent=grant.hash)
            return TableKeys(grant.table, [SeatKey(seat, token)], None, table.row.spectate)

        return await table.changing(take)

    # ---- devices ----

    async def show(self, wanted: AskDevices) -> list[Device]:
        """List the devices that hold a seat of these tokens, the one that asks first, then the one used last."""
        mine, rights = await self._mine(wanted.tokens)
        devices: dict[str, Device] = {}
        for right in rights:
            if right.kind != SEAT:
                continue
            device = devices.setdefault(right.holder, Device(right.holder, None, None, None, here=False, tables=[]))
            device.name = right.device or device.name
            device.made = min((moment for moment in (right.made, device.made) if moment is not None), default=None)
            device.used = max((moment for moment in (right.used, device.used) if moment is not None), default=None)
            device.here = device.here or right in mine
            if right.table not in device.tables:
                device.tables.append(right.table)
        return sorted(devices.values(), key=lambda one: (not one.here, -(one.used or 0), one.device))

    async def revoke(self, wanted: RevokeDevice) -> None:
        """Take seats away from a device, wherever it holds them; its sockets there are closed at once."""
        _, rights = await self._mine(wanted.tokens)
        gone = [right for right in rights if right.holder == wanted.device]
        if not gone:
            raise NotFoundError("this device holds none of these seats, or not any more")
        for name in sorted({right.table for right in gone}):
            revision = await self._keys.revoke(name, [right for right in gone if right.table == name])
            await self._house.look_again(name, revision)

    async def _mine(self, tokens: Sequence[str]) -> tuple[list[Right], list[Right]]:
        """Find the rights of some tokens, and all rights at the same places, of all devices."""
        mine = [one for one in await self._keys.find(set(map(token_hash, tokens))) if one.kind in (SEAT, HOST)]
        if not mine:
            raise WrongTokenError("none of these tokens opens a seat any more")
        places = {(right.table, right.kind, right.seat) for right in mine}
        rights = await self._keys.at(*{right.table for right in mine})
        held = [right for right in rights if (right.table, right.kind, right.seat) in places]
        # What else a device may do at a table goes with its last seat there.
        holders = {(right.table, right.holder) for right in held}
        holders -= {(right.table, right.holder) for right in rights if right.kind == SEAT and right not in held}
        beside = [one for one in rights if one.kind != SEAT and one not in held and (one.table, one.holder) in holders]
        return mine, [*held, *beside]


def plain_code(code: str) -> str:
    """Read a code as people type it: in groups, or in capitals. A token, which is longer, stays as it is.

    >>> plain_code(" Kexq-5pbk 75jm")
    'kexq5pbk75jm'
    """
    plain = "".join(sign for sign in code.lower() if sign in TABLE_LETTERS)
    return plain if len(plain) == CODE_LENGTH and len(code) <= LONGEST_TYPED else code


def check_goes_on(row: Row) -> None:
    """Refuse to hand a seat over at which there is nothing left to play."""
    if row.state == OVER:
        raise NotNowError("the match is over: there is nothing left to play")


def check_room(rights: Iterable[Right], grant: Grant) -> None:
    """Refuse one device more where there are too many."""
    same = {right.holder for right in rights if (right.table, right.kind, right.seat) == seat_of(grant)}
    if grant.kind == SEAT and len(same) >= MOST_DEVICES:
        raise NotNowError(f"this seat is open at {MOST_DEVICES} devices already: take it away from one of them first")


def seat_of(grant: Grant) -> tuple[str, str, int | None]:
    """Name the place to which a code leads."""
    return grant.table, grant.kind, grant.seat
