"""The requests that are not at a table: making one, joining one, lists, records, replays."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from litestar import MediaType, Request, Response, Router, get, post
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException
from litestar.handlers import BaseRouteHandler

from heliopolis.errors import HeliopolisError
from heliopolis.server.advice import Advisor
from heliopolis.server.catalogue import prepared_catalogue
from heliopolis.server.house import House
from heliopolis.server.messages import (
    DECODERS,
    AskHint,
    Catalogue,
    Failure,
    Hint,
    JoinTable,
    Mine,
    NewTable,
    Rematch,
    Replay,
    ReplayRecord,
    ReviewReport,
    RuleBook,
    TableKeys,
    TableLine,
)
from heliopolis.server.openapi import get_description, told
from heliopolis.server.refusals import NotFairError, NotFoundError, NotNowError, RefusalError, WrongTokenError
from heliopolis.server.replays import replay, replay_record
from heliopolis.server.rulebook import prepared_rulebook
from heliopolis.server.security import Gate
from heliopolis.server.tables import Table
from heliopolis.server.views import visible_record

AnyRequest = Request[Any, Any, Any]
Message = TypeVar("Message")
LOGGER = logging.getLogger(__name__)
LONGEST_BODY = 16_384
LONGEST_RECORD = 262_144


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
async def create(request: AnyRequest, house: House) -> TableKeys:
    """Make a table."""
    return await house.create(await read(request, NewTable))


@post("/join", guards=[limited("tables")], opt=told(body=JoinTable, refuses=[WrongTokenError, NotNowError]))
async def join(request: AnyRequest, house: House) -> TableKeys:
    """Take an open seat."""
    return await house.join(await read(request, JoinTable))


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
async def tables(house: House) -> list[TableLine]:
    """List the tables that everyone may watch or join."""
    return await house.listed()


@post("/mine", status_code=200, opt=told(body=Mine))
async def mine(request: AnyRequest, house: House) -> list[TableLine]:
    """Find tables again."""
    return await house.mine((await read(request, Mine)).tokens)


@get("/tables/{table:str}/record", media_type=MediaType.TEXT, opt=told(token=True, refuses=[NotNowError]))
async def record(table: str, request: AnyRequest, house: House) -> str:
    """Hand out the record of a match."""
    found = await authorized(table, request, house)
    if found.match is None:
        raise NotNowError("the game has not begun: there is no record yet")
    return visible_record(found.match)


@get("/tables/{table:str}/replay", guards=[limited("replays")], opt=told(token=True, refuses=[NotNowError]))
async def table_replay(table: str, request: AnyRequest, house: House) -> Replay:
    """Show a match that is over, moment by moment."""
    found = await authorized(table, request, house)
    if found.match is None or found.match.result is None:
        raise NotNowError("the match can be replayed when it is over")
    return await asyncio.to_thread(replay, found.match, found.row.seats)


@post(
    "/replay",
    guards=[limited("replays")],
    status_code=200,
    request_max_body_size=LONGEST_RECORD,
    opt=told(body=ReplayRecord),
)
async def replay_any(request: AnyRequest) -> Replay:
    """Show the match of a record, moment by moment."""
    return await asyncio.to_thread(replay_record, (await read(request, ReplayRecord)).record)


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


@get("/tables/{table:str}/reviews/{seat:int}", opt=told(token=True, refuses=[NotNowError]))
async def table_review(
    table: str, seat: int, request: AnyRequest, house: House, advisor: Advisor, gate: Gate
) -> ReviewReport:
    """Look back at the decisions of a seat. Ask again until it is done: it goes on only while somebody asks."""
    found = await authorized(table, request, house)
    return advisor.review(found, seat, lambda: gate.check("reviews", address_of(request)))


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
        rematch,
        tables,
        mine,
        record,
        table_replay,
        replay_any,
        hint,
        table_review,
        get_description,
    ],
    guards=[limited("requests")],
    request_max_body_size=LONGEST_BODY,
)


# ---- what is wrong ----


def refused(_: AnyRequest, error: HeliopolisError) -> Response[Failure]:
    """Say what was wrong with what somebody asked for."""
    return failure(str(error), error.status if isinstance(error, RefusalError) else 400)


def unfit(request: AnyRequest, error: HTTPException) -> Response[Failure]:
    """Say what was wrong with the request itself."""
    return failure(f"{request.method} {request.url.path}: {error.detail}", error.status_code)


def broken(request: AnyRequest, error: Exception) -> Response[Failure]:
    """Admit a fault of the server, and keep the details in its log."""
    LOGGER.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return failure("something went wrong on the server: try again", 500)


def failure(error: str, status: int) -> Response[Failure]:
    """Answer with a sentence."""
    return Response(Failure(error=error), status_code=status, media_type=MediaType.JSON)
