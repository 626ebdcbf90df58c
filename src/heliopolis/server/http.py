"""The requests that are not at a table: making one, joining one, lists, records, replays."""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler

from heliopolis.errors import HeliopolisError
from heliopolis.server.advice import Advisor
from heliopolis.server.browsers import browser_name
from heliopolis.server.catalogue import prepared_catalogue
from heliopolis.server.house import House, Visitor
from heliopolis.server.lobby import Lobby
from heliopolis.server.messages import DECODERS
from heliopolis.server.messages.advice import AskHint, Hint
from heliopolis.server.messages.catalogue import Catalogue, RuleBook
from heliopolis.server.messages.replays import PositionLine, RecordMoment, Replay, ReplayRecord
from heliopolis.server.messages.reviews import ReviewReport
from heliopolis.server.messages.tables import (
    AskInvitation,
    Failure,
    Invitation,
    JoinTable,
    Mine,
    NewTable,
    Rematch,
    TableKeys,
    TableLine,
)
from heliopolis.server.observing import plain_path
from heliopolis.server.openapi import get_description, told
from heliopolis.server.prepared import header_of, weights
from heliopolis.server.refusals import NotFairError, NotFoundError, NotNowError, RefusalError, WrongTokenError
from heliopolis.server.reviews import Reviewer
from heliopolis.server.rulebook import prepared_rulebook
from heliopolis.server.security import Gate, is_token, network, new_token
from heliopolis.server.tables import Table
from heliopolis.server.workshop import FindPosition, ReadRecord, ShowTable, TablePosition, Workshop, WriteRecord

AnyRequest = Request[Any, Any, Any]
Message = TypeVar("Message")
Answer = TypeVar("Answer")
LOGGER = logging.getLogger(__name__)
LONGEST_BODY = 16_384
LONGEST_RECORD = 262_144
#: A report of so many bytes is worth compressing, and how hard it is.
WORTH_COMPRESSING = 2_000
LEVEL = 5


def limited(what: str) -> Callable[[ASGIConnection[Any, Any, Any, Any], BaseRouteHandler], None]:
    """Count a request against one of the limits of its address, before anything of it is read."""

    def guard(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        gate: Gate = connection.app.state.gate
        gate.check(what, address_of(connection))

    return guard


def address_of(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Tell where a request comes from."""
    return connection.client.host if connection.client else "?"


@get("/catalogue", sync_to_thread=False)
def get_catalogue(request: AnyRequest) -> Response[Catalogue]:
    """List all there is to choose from."""
    return prepared_catalogue().answer(request)


@get("/rules/{game:str}/{edition:str}", sync_to_thread=False)
def get_rules(request: AnyRequest, game: str, edition: str) -> Response[RuleBook]:
    """Show the rules of an edition."""
    return prepared_rulebook(game, edition).answer(request)


@post("/tables", guards=[limited("tables")], opt=told(body=NewTable))
async def create(request: AnyRequest, house: House) -> Response[TableKeys]:
    """Make a table."""
    wanted, visitor = await read(request, NewTable), visitor_of(request)
    return remembered(request, await house.create(wanted, visitor), visitor)


@post("/join", guards=[limited("tables")], opt=told(body=JoinTable, refuses=[WrongTokenError, NotNowError]))
async def join(request: AnyRequest, house: House) -> Response[TableKeys]:
    """Take an open seat."""
    wanted, visitor = await read(request, JoinTable), visitor_of(request)
    return remembered(request, await house.join(wanted, visitor), visitor)


@post(
    "/invitation",
    status_code=200,
    guards=[limited("tables")],
    opt=told(body=AskInvitation, refuses=[WrongTokenError, NotFoundError]),
)
async def invitation(request: AnyRequest, house: House) -> Invitation:
    """Look to what an invitation leads."""
    asked = await read(request, AskInvitation)
    return await house.invitation(asked.invite, visitor_of(request))


@post(
    "/rematch",
    guards=[limited("tables")],
    opt=told(body=Rematch, refuses=[WrongTokenError, NotFoundError, NotNowError]),
)
async def rematch(request: AnyRequest, house: House) -> TableKeys:
    """Play again."""
    wanted = await read(request, Rematch)
    return await house.rematch(wanted.table, wanted.token)


@get("/tables")
async def tables(request: AnyRequest, lobby: Lobby, after: str = "") -> Response[list[TableLine]]:
    """List the tables that everyone may watch or join, page by page."""
    return (await lobby.page(after)).answer(request)


@post("/mine", status_code=200, opt=told(body=Mine))
async def mine(request: AnyRequest, house: House) -> list[TableLine]:
    """Find tables again."""
    return await house.mine((await read(request, Mine)).tokens)


@get(
    "/tables/{table:str}/record",
    guards=[limited("replays")],
    media_type=MediaType.TEXT,
    opt=told(token=True, refuses=[NotNowError]),
)
async def record(
    table: str, request: AnyRequest, house: House, workshop: Workshop, comments: bool = False
) -> Response[str]:
    """Hand out the record of a match; with `comments`, it says at which lines a bot played for a person."""
    found = await authorized(table, request, house)
    if found.match is None:
        raise NotNowError("the game has not begun: there is no record yet")
    bots = {line.line: line.bot for line in found.log if line.bot is not None}
    job = WriteRecord(found.row, found.match.words(), bots if comments else {})
    return compressed(await workshop.do(job, address_of(request)), MediaType.TEXT, request)


@get("/tables/{table:str}/replay", guards=[limited("replays")], opt=told(token=True, refuses=[NotNowError]))
async def table_replay(table: str, request: AnyRequest, house: House, workshop: Workshop) -> Response[Replay]:
    """Show a match that is over, moment by moment."""
    found = await authorized(table, request, house)
    if found.match is None or found.match.result is None:
        raise NotNowError("the match can be replayed when it is over")
    job = ShowTable(found.row, found.match.words())
    return compressed(await workshop.do(job, address_of(request)), MediaType.JSON, request)


@post(
    "/replay",
    guards=[limited("replays")],
    status_code=200,
    request_max_body_size=LONGEST_RECORD,
    opt=told(body=ReplayRecord),
)
async def replay_any(request: AnyRequest, workshop: Workshop) -> Response[Replay]:
    """Show the match of a record, moment by moment."""
    job = ReadRecord((await read(request, ReplayRecord)).record)
    return compressed(await workshop.do(job, address_of(request)), MediaType.JSON, request)


@get(
    "/tables/{table:str}/positions/{line:int}",
    guards=[limited("replays")],
    opt=told(token=True, refuses=[NotNowError]),
)
async def table_position(
    table: str, line: int, request: AnyRequest, house: House, workshop: Workshop
) -> Response[PositionLine]:
    """Write where a match that is over stood after a line of its record."""
    found = await authorized(table, request, house)
    if found.match is None or found.match.result is None:
        raise NotNowError("the positions of a match can be had when it is over")
    job = TablePosition(found.row, found.match.words(), line)
    return compressed(await workshop.do(job, address_of(request)), MediaType.JSON, request)


@post(
    "/position",
    guards=[limited("replays")],
    status_code=200,
    request_max_body_size=LONGEST_RECORD,
    opt=told(body=RecordMoment),
)
async def record_position(request: AnyRequest, workshop: Workshop) -> Response[PositionLine]:
    """Write where the match of a record stood after one of its lines."""
    wanted = await read(request, RecordMoment)
    job = FindPosition(wanted.record, wanted.line)
    return compressed(await workshop.do(job, address_of(request)), MediaType.JSON, request)


@post(
    "/tables/{table:str}/hint",
    guards=[limited("hints")],
    status_code=200,
    opt=told(body=AskHint, refuses=[WrongTokenError, NotFairError, NotNowError]),
)
async def hint(table: str, request: AnyRequest, house: House, advisor: Advisor) -> Hint:
    """Say what the expert would do."""
    found, seats = await house.enter(table, (await read(request, AskHint)).tokens)
    return await advisor.hint(found, seats)


@get("/tables/{table:str}/review", opt=told(token=True, refuses=[NotNowError]))
async def table_review(
    table: str, request: AnyRequest, house: House, reviewer: Reviewer, gate: Gate, after: int = 0
) -> Response[ReviewReport]:
    """Review a match that is over. Ask again, after the last line that came: it goes on only while somebody asks."""
    found = await authorized(table, request, house)
    address = address_of(request)
    report = await reviewer.report(found, max(0, after), network(address), lambda: gate.check("reviews", address))
    body = msgspec.json.encode(report)
    if len(body) < WORTH_COMPRESSING:
        return Response(report, status_code=200)
    packed = await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0)
    return compressed(packed, MediaType.JSON, request)


def compressed(body: bytes, media_type: MediaType, request: AnyRequest) -> Response[Any]:
    """Send on what the workshop has compressed; unpacked to those few who cannot read it."""
    headers = {"vary": "accept-encoding"}
    if weights(header_of(request, "accept-encoding")).get("gzip", 0.0) > 0:
        headers["content-encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, status_code=200, media_type=media_type, headers=headers)


# ---- who asks ----

#: A browser keeps a secret of its own, so that one invitation does not give it every seat. It opens nothing.
BROWSER = "heliopolis_browser"
BROWSER_DAYS = 90


def visitor_of(request: AnyRequest) -> Visitor:
    """Tell who asks; a browser that is new here gets a secret."""
    known = request.cookies.get(BROWSER, "")
    device = browser_name(request.headers.get("user-agent", ""))
    return Visitor(address_of(request), known if is_token(known) else new_token(), device)


def remembered(request: AnyRequest, answer: Answer, visitor: Visitor) -> Response[Answer]:
    """Answer, and let the browser keep its secret. No page can read it, and no other site can use it."""
    cookie = Cookie(
        BROWSER,
        path="/api",
        value=visitor.browser,
        max_age=BROWSER_DAYS * 24 * 3600,
        httponly=True,
        secure=request.url.scheme == "https",
        samesite="strict",
    )
    return Response(answer, status_code=201, media_type=MediaType.JSON, cookies=[cookie])


async def read(request: AnyRequest, kind: type[Message]) -> Message:
    """Understand the body of a request, or say what is wrong with it and where."""
    try:
        return DECODERS[kind].decode(await request.body())  # type: ignore[no-any-return]
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise RefusalError(f"this is not a {kind.__name__} of the protocol: {error}") from error


async def authorized(table: str, request: AnyRequest, house: House) -> Table:
    """Let in who holds a seat, or may watch."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise WrongTokenError("expected a header Authorization: Bearer TOKEN, with the token of a seat or to watch")
    found, _ = await house.enter(table, [token.strip()])
    return found


API = Router(
    "/api",
    route_handlers=[
        get_catalogue,
        get_rules,
        create,
        join,
        invitation,
        rematch,
        tables,
        mine,
        record,
        table_replay,
        replay_any,
        table_position,
        record_position,
        hint,
        table_review,
        get_description,
    ],
    request_max_body_size=LONGEST_BODY,
)


# ---- what is wrong ----


def refused(_: AnyRequest, error: HeliopolisError) -> Response[Failure]:
    """Say what was wrong with what somebody asked for."""
    return failure(str(error), error.status if isinstance(error, RefusalError) else 400)


def unfit(request: AnyRequest, error: HTTPException) -> Response[Failure]:
    """Say what was wrong with the request itself."""
    return failure(f"{request.method} {request.url.path}: {error.detail}", error.status_code, error.headers)


def broken(request: AnyRequest, error: Exception) -> Response[Failure]:
    """Admit a fault of the server, and keep the details in its log."""
    LOGGER.error("%s %s failed", request.method, plain_path(request.url.path), exc_info=error)
    return failure("something went wrong on the server: try again", 500)


def failure(error: str, status: int, headers: Mapping[str, str] | None = None) -> Response[Failure]:
    """Answer with a sentence."""
    return Response(Failure(error=error), status_code=status, media_type=MediaType.JSON, headers=headers)
