"""The server's own description of its requests, as OpenAPI, made from the routes and the messages themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import Any, get_args

import msgspec
from litestar import HttpMethod, MediaType, Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.routes import BaseRoute, HTTPRoute

from heliopolis.server.messages.base import Incoming
from heliopolis.server.messages.sockets import ClientMessage, ServerMessage
from heliopolis.server.messages.tables import Failure
from heliopolis.server.prepared import Prepared
from heliopolis.server.refusals import RefusalError, WrongTokenError
from heliopolis.server.typescript import EXPORTED, read_notes

#: The methods that change or tell something; the others tell about these.
METHODS = (HttpMethod.GET, HttpMethod.POST)
REFERENCE = "#/components/schemas/{name}"
#: The names that Litestar itself fills in.
GIVEN = ("request",)

#: How every request can be refused; one that says something; one that says it in a body, or in the path.
ALWAYS = [
    (403, "The server is not known under this address, or the page is not one of its own."),
    (429, "Too much was asked for in too short a time."),
    (503, "The server cannot do it at the moment, whoever asks."),
]
WITH_INPUT = [(400, "Something is wrong with what was asked for.")]
WITH_BODY = [(413, "The body is too long.")]
WITH_PATH = [(404, "There is no such thing.")]

ABOUT = """Tables of Ra and Ra: The Dice Game. What happens at a table goes through a socket at `/ws`: the first
message is a `Hello`, and `x-socket` says what else can be said. Every refusal is a `Failure`, with a sentence for the
person who asked."""


def told(
    *, body: type[Incoming] | None = None, token: bool = False, refuses: Iterable[type[RefusalError]] = ()
) -> dict[str, Any]:
    """Tell of a route what its signature does not: to be its `opt`.

    That is the message in the body, whether a token stands in the header `Authorization`, and what it may be refused
    with beside what all requests are.
    """
    return {"body": body, "token": token, "refuses": [*refuses, *([WrongTokenError] if token else [])]}


@get("/openapi.json", sync_to_thread=False)
def get_description(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """Describe all requests, in OpenAPI."""
    state = request.app.state
    if "description" not in state:
        described = msgspec.json.encode(describe(request.app.routes))
        state.description = Prepared.of(described, "application/json", compress=True)
    prepared: Prepared = state.description
    return prepared.answer(request)


def describe(routes: Iterable[BaseRoute], under: str = "/api/") -> dict[str, Any]:
    """Describe the routes below an address."""
    found = [
        (route, method, handler)
        for route in routes
        if isinstance(route, HTTPRoute) and route.path.startswith(under)
        for handler in route.route_handlers
        for method in METHODS
        if method in handler.http_methods
    ]
    schemas = Schemas(kind for route, _, handler in found for kind in kinds_of(route, handler))
    paths: dict[str, dict[str, Any]] = {}
    for route, method, handler in found:
        paths.setdefault(route.path_format, {})[method.value.lower()] = operation(route, handler, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Heliopolis", "version": version("heliopolis"), "description": ABOUT},
        "paths": paths,
        "x-socket": {"path": "/ws", "client": schemas.of(ClientMessage), "server": schemas.of(ServerMessage)},
        "components": {
            "schemas": schemas.components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


# ---- a route ----


def operation(route: HTTPRoute, handler: HTTPRouteHandler, schemas: Schemas) -> dict[str, Any]:
    """Describe what can be done at an address."""
    body = handler.opt.get("body")
    described: dict[str, Any] = {
        "operationId": handler.handler_name,
        "summary": handler.fn.__doc__,
        "parameters": list(parameters(route, handler, schemas)),
        "responses": {str(status): answer for status, answer in sorted(answers(route, handler, schemas).items())},
    }
    if body is not None:
        described["requestBody"] = {"required": True, "content": content(MediaType.JSON, schemas.of(body))}
    if handler.opt.get("token"):
        described["security"] = [{"token": []}]
    return described


def parameters(route: HTTPRoute, handler: HTTPRouteHandler, schemas: Schemas) -> Iterator[dict[str, Any]]:
    """Describe what stands in the address."""
    for name, field in inputs(handler).items():
        place = "path" if name in route.path_parameters else "query"
        required = place == "path" or field.is_required
        yield {"name": name, "in": place, "required": required, "schema": schemas.of(field.annotation)}


def answers(route: HTTPRoute, handler: HTTPRouteHandler, schemas: Schemas) -> dict[int, dict[str, Any]]:
    """Describe what can be answered, by status."""
    has_body = handler.opt.get("body") is not None
    refusals = [
        *ALWAYS,
        *(WITH_INPUT if has_body or inputs(handler) else []),
        *(WITH_BODY if has_body else []),
        *(WITH_PATH if route.path_parameters else []),
        *((kind.status, kind.__doc__ or "") for kind in handler.opt.get("refuses", ())),
    ]
    failures: dict[int, dict[str, Any]] = {}
    for status, said in refusals:
        described = failures.setdefault(status, {"content": content(MediaType.JSON, schemas.of(Failure))})
        described["description"] = f"{described['description']} Or: {said}" if "description" in described else said
    kind = answer_of(handler)
    media_type = handler.media_type or (MediaType.TEXT if kind is str else MediaType.JSON)
    return failures | {handler.status_code: {"description": "Done.", "content": content(media_type, schemas.of(kind))}}


def content(media_type: MediaType | str, schema: dict[str, Any]) -> dict[str, Any]:
    """Describe a body."""
    return {str(getattr(media_type, "value", media_type)): {"schema": schema}}


def inputs(handler: HTTPRouteHandler) -> dict[str, Any]:
    """Find the parameters of a handler that come from the address."""
    others = {*handler.resolve_dependencies(), *GIVEN}
    return {name: field for name, field in handler.parsed_fn_signature.parameters.items() if name not in others}


def answer_of(handler: HTTPRouteHandler) -> Any:
    """Find the message that a handler answers with, also where it is wrapped in a `Response`."""
    field = handler.parsed_return_field
    return get_args(field.annotation)[0] if field.is_subclass_of(Response) else field.annotation


def kinds_of(route: HTTPRoute, handler: HTTPRouteHandler) -> Iterator[Any]:
    """List the types that the description of a route needs."""
    yield from (field.annotation for field in inputs(handler).values())
    yield answer_of(handler)
    if (body := handler.opt.get("body")) is not None:
        yield body


# ---- messages ----


class Schemas:
    """The schemas of some types, and of all messages that these are made of."""

    def __init__(self, kinds: Iterable[Any]) -> None:
        wanted = [*kinds, Failure, ClientMessage, ServerMessage]
        found, self.components = msgspec.json.schema_components(wanted, ref_template=REFERENCE)
        self._found = list(zip(wanted, found, strict=True))
        explain(self.components)

    def of(self, kind: Any) -> dict[str, Any]:
        """Find the schema of a type. Types such as `list[TableLine]` are equal, but not the same."""
        return next(schema for wanted, schema in self._found if wanted == kind)


def explain(components: dict[str, Any]) -> None:
    """Add what is said about each field where it is declared."""
    notes = read_notes()
    for name, schema in components.items():
        for base in getattr(EXPORTED.get(name), "__mro__", ()):
            for field, described in schema.get("properties", {}).items():
                if (note := notes.get(f"{base.__name__}.{field}")) is not None:
                    described.setdefault("description", note)
