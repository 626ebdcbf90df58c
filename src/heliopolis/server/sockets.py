"""A browser at a table: hello, moves, and what is new, over one WebSocket."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Collection
from contextlib import suppress
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from heliopolis.errors import HeliopolisError
from heliopolis.server.connections import WebSocketProtocol, frame_of, wire_of
from heliopolis.server.house import House
from heliopolis.server.http import address_of
from heliopolis.server.messages.base import PROTOCOL, Outgoing
from heliopolis.server.messages.sockets import (
    Accepted,
    AnswerUndo,
    AskUndo,
    Bye,
    ClientMessage,
    Hello,
    Move,
    Pace,
    Presence,
    Refused,
    RematchMessage,
    Said,
    Say,
    StandIn,
    Undo,
)
from heliopolis.server.metrics import METRICS
from heliopolis.server.refusals import (
    NotFairError,
    NotFoundError,
    StaleError,
    TooManyError,
    UnavailableError,
    WrongTokenError,
)
from heliopolis.server.security import SLOW_REFUSAL, Bucket, Gate, token_hash
from heliopolis.server.tables import Table

LOGGER = logging.getLogger(__name__)

#: The longest message a browser may send, in bytes.
LONGEST_MESSAGE = 4096
HELLO_SECONDS = 10.0
#: Answers that a browser does not fetch: more than it may have questions under way.
MOST_WAITING = 100

MALFORMED, WRONG_TOKEN, NO_TABLE, NO_HELLO, TOO_MANY, AGAIN = 4400, 4401, 4404, 4408, 4429, 1012
OLD_PAGE = 4426
COME_AGAIN = (NO_HELLO, TOO_MANY, AGAIN)
SHOWN_OUT = "this device was taken away from its seat, or the seat has changed hands"
READ_ANEW = "the table has to be read anew: come again"

DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
ENCODER = msgspec.json.Encoder()


class CloseError(Exception):
    """The socket has to be closed: with a code, and a reason for people."""

    def __init__(self, code: int, reason: str, *, soon: bool = False) -> None:
        super().__init__(reason)
        self.code = code
        self.soon = soon


class GoneError(Exception):
    """The other side has closed the socket."""


class SocketListener:
    """A browser that listens at a table. Of the table only the latest is ever sent.

    What is to be sent waits here, except for the table: where nothing waits, it is written at once, without a task.
    """

    def __init__(self, table: Table, tokens: list[str], seats: list[int | None]) -> None:
        self.table = table
        self.tokens = tokens
        self.seats = seats
        self.told = 0
        self.pause = 1.0
        self.read: int | None = None
        self.closing: CloseError | None = None
        self.wire: WebSocketProtocol | None = None
        """Where it is written at once, from the moment when the table was sent for the first time."""
        self._answers: deque[Outgoing] = deque()
        self._something = asyncio.Event()
        """Whether anything waits, or is being sent."""
        self._table_changed = False
        self._presence: Presence | None = None

    def wake(self) -> None:
        """Show the table, which has changed: now, or when what waits was sent."""
        if self.wire is not None and not self._something.is_set() and self.wire.is_free():
            self.wire.write(self.table.frame(self))
        else:
            self.show()

    def show(self) -> None:
        """Show the table when what waits was sent."""
        self._table_changed = True
        self._something.set()

    def greet(self, presence: Presence) -> None:
        """Remember who is here now."""
        self._presence = presence
        self._something.set()

    def hear(self, said: Said) -> None:
        """Pass on what somebody has said; whoever does not listen misses it."""
        if len(self._answers) < MOST_WAITING:
            self.answer(said)

    def answer(self, message: Outgoing) -> None:
        """Answer what this socket asked."""
        if len(self._answers) >= MOST_WAITING:
            self.closing = CloseError(TOO_MANY, "too many answers wait to be fetched: come again")
        self._answers.append(message)
        self._something.set()

    def meet_again(self) -> None:
        """Tell of the rematch: each seat of this socket has its place at the new table."""
        count, following = len(self.table.row.seats), self.table.row.next
        for token, seat in zip(self.tokens, self.seats, strict=True):
            if seat is not None and following is not None:
                self.answer(RematchMessage(table=following, token=token, seat=(seat + 1) % count))

    def keep_out(self, rights: Collection[str]) -> None:
        """Let the browser go, if one of its tokens is not among those any more, as hashes."""
        if any(token_hash(token) not in rights for token in self.tokens):
            self.tokens, self.seats = [], []
            self.closing = CloseError(WRONG_TOKEN, SHOWN_OUT)
            self._something.set()

    def send_away(self, why: str = READ_ANEW) -> None:
        """Ask the browser to come again in a moment."""
        self.closing = CloseError(AGAIN, why, soon=True)
        self._something.set()

    async def send_all(self, socket: Socket) -> None:
        """Send what there is to send, as it comes, until the socket closes."""
        while True:
            await self._something.wait()
            while (frame := self._next()) is not None:
                await send_frame(socket, frame)
            self._something.clear()

    def _next(self) -> bytes | None:
        """Take what is to be sent next, if anything is."""
        if self._answers:
            return frame_of(ENCODER.encode(self._answers.popleft()))
        if self.closing is not None:
            raise self.closing
        if self._table_changed:  # says who is here, too
            self._table_changed, self._presence = False, None
            return self.table.frame(self)
        if self._presence is not None:
            presence, self._presence = self._presence, None
            return frame_of(ENCODER.encode(presence))
        return None


Socket = WebSocket[Any, Any, Any]


async def send(socket: Socket, message: Outgoing) -> None:
    """Send one message."""
    await send_frame(socket, frame_of(ENCODER.encode(message)))


async def send_frame(socket: Socket, frame: bytes) -> None:
    """Send a message that is a frame already."""
    if not await wire_of(socket.scope).send_frame(frame):  # the other side has gone in the meantime
        raise GoneError


async def receive(socket: Socket) -> str:
    """Wait for one message."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise GoneError
    text = event.get("text")
    if not isinstance(text, str):
        raise CloseError(MALFORMED, "messages are texts in JSON, this was bytes")
    if len(text) > LONGEST_MESSAGE:
        raise CloseError(1009, f"a message has at most {LONGEST_MESSAGE} bytes")
    return text


def decode(text: str) -> ClientMessage:
    """Understand a message, or say what is wrong with it."""
    try:
        return DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CloseError(MALFORMED, f"this is not a message of the protocol: {error}") from error


@websocket("/ws", opt={"exclude_from_auth": True})
async def ws(socket: Socket, house: House, gate: Gate) -> None:
    """Serve one browser at one table."""
    address = address_of(socket)
    try:
        gate.enter(address)
    except TooManyError as error:
        await asyncio.sleep(SLOW_REFUSAL)
        await socket.accept()
        await close(socket, CloseError(TOO_MANY, str(error)))
        return
    try:
        await socket.accept()
        await talk(socket, house, gate)
    except CloseError as closed:
        await close(socket, closed)
    except GoneError:
        pass
    finally:
        gate.leave(address)


async def close(socket: Socket, closed: CloseError) -> None:
    """Say why, and close."""
    with suppress(GoneError, WebSocketDisconnect, RuntimeError):
        again, reload = closed.code in COME_AGAIN, closed.code == OLD_PAGE
        await send(socket, Bye(error=str(closed), again=again, reload=reload, soon=closed.soon))
        await socket.close(code=closed.code)


async def talk(socket: Socket, house: House, gate: Gate) -> None:
    """Let a browser in by its tokens, then listen and tell until one side goes."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = decode(await receive(socket))
    except TimeoutError:
        raise CloseError(NO_HELLO, f"expected a hello within {HELLO_SECONDS:.0f} seconds") from None
    if not isinstance(hello, Hello):
        raise CloseError(MALFORMED, "the first message has to be a hello")
    if hello.protocol != PROTOCOL:
        raise CloseError(OLD_PAGE, f"this server speaks protocol {PROTOCOL}: load the page again")
    try:
        table, seats = await house.enter(hello.table, hello.tokens)
    except WrongTokenError as error:
        raise CloseError(WRONG_TOKEN, str(error)) from error
    except NotFoundError as error:
        raise CloseError(NO_TABLE, str(error)) from error
    except UnavailableError as error:
        raise CloseError(AGAIN, str(error)) from error
    listener = SocketListener(table, hello.tokens, seats)
    tasks: list[asyncio.Task[None]] = []
    try:
        table.arrive(listener)
        await send_frame(socket, table.frame(listener))
        listener.wire = wire_of(socket.scope)
        listener.meet_again()
        tasks = [
            asyncio.create_task(listener.send_all(socket)),
            asyncio.create_task(listen(socket, listener, gate, address_of(socket))),
        ]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        table.depart(listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def listen(socket: Socket, listener: SocketListener, gate: Gate, address: str) -> None:
    """Do what a browser asks for, one thing after the other."""
    bucket = Bucket(gate.limits.messages, gate.clock())
    while True:
        text = await receive(socket)
        try:
            gate.check("address_messages", address)
        except TooManyError as error:
            raise CloseError(TOO_MANY, str(error)) from error
        if not bucket.take(gate.clock()):
            raise CloseError(TOO_MANY, "too many messages: wait a little, then come again")
        try:
            message = decode(text)
        except CloseError as malformed:
            listener.answer(Refused(id=None, version=listener.table.version, error=str(malformed)))
            continue
        if isinstance(message, Pace):
            listener.pause, listener.read = message.pause, message.read
            listener.table.paced.set()
            listener.table.neighbours.people(listener.table)
        else:
            listener.answer(await answer(listener, message))


async def answer(
    listener: SocketListener, message: Hello | Move | Undo | AskUndo | AnswerUndo | Say | StandIn
) -> Outgoing:
    """Do what a message asks for, or say why not."""
    table = listener.table
    if isinstance(message, Hello):
        return Refused(id=None, version=table.version, error="you have said hello already: send moves")
    if isinstance(message, StandIn):
        return await let_stand_in(listener, message)
    if message.seat not in listener.seats:
        error = f"seat {message.seat} is not yours"
        return Refused(id=message.id, version=table.version, error=error)
    began = time.perf_counter()
    try:
        accepted = await do(listener, message)
        METRICS.move_seconds.note(time.perf_counter() - began, "accepted")
        return accepted
    except HeliopolisError as refusal:
        METRICS.move_seconds.note(time.perf_counter() - began, "refused")
        if isinstance(refusal, StaleError):
            listener.show()
        return Refused(id=message.id, version=table.version, error=str(refusal))


async def do(listener: SocketListener, message: Move | Undo | AskUndo | AnswerUndo | Say) -> Accepted:
    """Do what a seat asks for."""
    table = listener.table
    match message:
        case Move():
            return await table.move(message.seat, message.word, message.version, message.id, by=listener)
        case Undo():
            return await table.undo(message.seat, message.version, message.id, by=listener)
        case AskUndo():
            return await table.ask_undo(message.seat, message.version, message.id, by=listener)
        case AnswerUndo():
            return await table.answer_undo(message.seat, message.id, agree=message.agree, by=listener)
        case Say():
            table.say(message.seat, message.phrase)
            return Accepted(id=message.id, version=table.version)


async def let_stand_in(listener: SocketListener, message: StandIn) -> Outgoing:
    """Let a bot play for somebody who is away, or say why not."""
    table = listener.table
    try:
        if all(seat is None for seat in listener.seats):
            raise NotFairError("only who plays at this table can let a bot play for somebody else")
        await table.absences.ask(message.seat, table.limits.grace)
        return Accepted(id=message.id, version=table.version)
    except HeliopolisError as refusal:
        return Refused(id=message.id, version=table.version, error=str(refusal))
