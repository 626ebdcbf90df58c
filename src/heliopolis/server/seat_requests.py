"""The requests about seats that change hands, codes, devices, and addresses to be passed on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from litestar import Response, Router, get, post

from heliopolis.server.devices import Devices
from heliopolis.server.http import LONGEST_BODY, AnyRequest, address_of, limited, read, remembered, visitor_of
from heliopolis.server.messages.seats import (
    Addresses,
    AskCode,
    AskDevices,
    AskHandover,
    CancelTable,
    Code,
    CodeTold,
    Device,
    DrawCode,
    FillSeats,
    GiveSeat,
    LookAtCode,
    QrCode,
    RevokeDevice,
    TablesMoved,
    TakeSeat,
    UseCode,
)
from heliopolis.server.openapi import told
from heliopolis.server.prepared import header_of
from heliopolis.server.qr import draw
from heliopolis.server.refusals import NotFoundError, NotNowError, RefusalError, WrongTokenError
from heliopolis.server.seats import Seating
from heliopolis.server.security import is_own_machine

GUARDS = [limited("codes")]
#: Under these names only the machine itself sees its server.
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")


@dataclass(frozen=True)
class Doors:
    """Under which addresses this server is known, and those of them that others can reach."""

    known: frozenset[str]
    reachable: list[str]


@post(
    "/seats/give",
    status_code=204,
    guards=GUARDS,
    opt=told(body=GiveSeat, refuses=[WrongTokenError, NotFoundError, NotNowError]),
)
async def give_seat(request: AnyRequest, seating: Seating) -> None:
    """Leave a seat to a bot for good."""
    await seating.give_to_bot(await read(request, GiveSeat))


@post(
    "/seats/fill",
    status_code=204,
    guards=GUARDS,
    opt=told(body=FillSeats, refuses=[WrongTokenError, NotFoundError, NotNowError]),
)
async def fill_seats(request: AnyRequest, seating: Seating) -> None:
    """Let bots take the open seats of a table, so that it begins."""
    await seating.fill(await read(request, FillSeats))


@post(
    "/seats/take",
    status_code=204,
    guards=GUARDS,
    opt=told(body=TakeSeat, refuses=[WrongTokenError, NotFoundError, NotNowError]),
)
async def take_seat(request: AnyRequest, seating: Seating) -> None:
    """Open a seat again before the game begins."""
    await seating.take_back(await read(request, TakeSeat))


@post(
    "/cancel",
    status_code=204,
    guards=GUARDS,
    opt=told(body=CancelTable, refuses=[WrongTokenError, NotFoundError, NotNowError]),
)
async def cancel_table(request: AnyRequest, seating: Seating) -> None:
    """Do away with a table before its game begins."""
    await seating.cancel(await read(request, CancelTable))


@post("/codes", guards=GUARDS, opt=told(body=AskCode, refuses=[WrongTokenError]))
async def make_code(request: AnyRequest, devices: Devices) -> Code:
    """Make a code for another device."""
    return await devices.code(await read(request, AskCode))


@post("/codes/seat", guards=GUARDS, opt=told(body=AskHandover, refuses=[WrongTokenError, NotFoundError, NotNowError]))
async def hand_over(request: AnyRequest, devices: Devices) -> Code:
    """Make a code for another person, who gets the seat."""
    return await devices.handover(await read(request, AskHandover))


@post("/codes/look", status_code=200, guards=GUARDS, opt=told(body=LookAtCode, refuses=[NotFoundError]))
async def look_at_code(request: AnyRequest, devices: Devices) -> CodeTold:
    """Look to what a code leads."""
    return await devices.look((await read(request, LookAtCode)).code, visitor_of(request))


@post("/codes/use", guards=GUARDS, opt=told(body=UseCode, refuses=[NotFoundError, NotNowError]))
async def use_code(request: AnyRequest, devices: Devices) -> Response[TablesMoved]:
    """Take what a code gives."""
    wanted, visitor = await read(request, UseCode), visitor_of(request)
    return remembered(request, await devices.use(wanted, visitor), visitor)


@post("/devices", status_code=200, guards=GUARDS, opt=told(body=AskDevices, refuses=[WrongTokenError]))
async def list_devices(request: AnyRequest, devices: Devices) -> list[Device]:
    """List the devices that hold one of the seats."""
    return await devices.show(await read(request, AskDevices))


@post(
    "/devices/revoke",
    status_code=204,
    guards=GUARDS,
    opt=told(body=RevokeDevice, refuses=[WrongTokenError, NotFoundError]),
)
async def revoke_device(request: AnyRequest, devices: Devices) -> None:
    """Take the seats away from a device."""
    await devices.revoke(await read(request, RevokeDevice))


@get("/addresses", sync_to_thread=False)
def get_addresses(request: AnyRequest, doors: Doors) -> Addresses:
    """Tell under which addresses others can reach this server; only to whoever sits at its machine."""
    name = header_of(request, "host").rpartition(":")[0] or header_of(request, "host")
    own = is_own_machine(address_of(request)) and name in OWN_NAMES
    return Addresses(doors.reachable if own else [])


@post("/qr", status_code=200, guards=GUARDS, opt=told(body=DrawCode))
async def draw_code(request: AnyRequest, doors: Doors) -> QrCode:
    """Draw an address of this server as a QR code."""
    address = (await read(request, DrawCode)).address
    if "/".join(address.split("/", 3)[:3]).lower() not in doors.known:
        raise RefusalError("a QR code is drawn of an address of this server only")
    return await asyncio.to_thread(draw, address)


SEAT_REQUESTS = Router(
    "/api",
    route_handlers=[
        give_seat,
        fill_seats,
        take_seat,
        cancel_table,
        make_code,
        hand_over,
        look_at_code,
        use_code,
        list_devices,
        revoke_device,
        get_addresses,
        draw_code,
    ],
    request_max_body_size=LONGEST_BODY,
)
