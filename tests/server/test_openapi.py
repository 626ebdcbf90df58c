"""The server's description of its own requests: whole, true, and well formed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import HttpMethod
from litestar.routes import HTTPRoute

from heliopolis.server import http, seat_requests
from heliopolis.server.messages import base
from heliopolis.server.typescript import EXPORTED
from tests.server.driver import Server


@pytest.fixture(scope="module")
def description(sqlite_server: Server) -> Any:
    return sqlite_server.get("/api/openapi.json")


def operations(description: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def somewhere(path: str) -> str:
    """Fill in a path so that it leads to the route."""
    return path.replace("{line}", "0").replace("{table}", "x").replace("{game}", "ra").replace("{edition}", "alea")


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (value for key, value in part.items() if key == "$ref")
        yield from (name for value in part.values() for name in references(value))
    elif isinstance(part, list):
        yield from (name for value in part for name in references(value))


def test_every_route_is_described(description: Any) -> None:
    routes = [
        route
        for router in (http.API, seat_requests.SEAT_REQUESTS)
        for route in router.routes
        if isinstance(route, HTTPRoute)
    ]
    asked = {
        (route.path_format, method) for route in routes for method in route.methods if method != HttpMethod.OPTIONS
    }
    assert len(asked) > 10
    assert asked == {(path, method.upper()) for path, method, _ in operations(description)}
    names = [operation["operationId"] for _, _, operation in operations(description)]
    assert len(set(names)) == len(names)
    assert all(operation["summary"].endswith(".") for _, _, operation in operations(description))


def test_every_message_of_the_routes_is_described(description: Any) -> None:
    sides = (base.Incoming, base.Outgoing)
    both = {**vars(http), **vars(seat_requests)}
    used = {name for name, kind in both.items() if isinstance(kind, type) and issubclass(kind, sides)}
    assert {"NewTable", "Failure", "Replay"} <= used
    assert used <= description["components"]["schemas"].keys()


def test_messages_of_the_socket_are_described(description: Any) -> None:
    schemas = description["components"]["schemas"]
    assert {"Hello", "Move", "Undo", "TableMessage", "Accepted"} <= schemas.keys()
    assert {"$ref": "#/components/schemas/Move"} in description["x-socket"]["client"]["anyOf"]
    assert {"$ref": "#/components/schemas/Bye"} in description["x-socket"]["server"]["anyOf"]
    assert description["x-socket"]["path"] == "/ws"


def test_fields_are_explained_as_in_the_source(description: Any) -> None:
    schemas = description["components"]["schemas"]
    assert schemas["NewTable"]["description"] == "A table to be."
    assert schemas["RaView"]["properties"]["lines"]["description"] == "How many lines the record has."
    assert schemas["NewTable"]["additionalProperties"] is False


def test_every_reference_leads_somewhere(description: Any) -> None:
    found = set(references(description))
    assert found
    assert found == {f"#/components/schemas/{name}" for name in description["components"]["schemas"]}


def test_answers_have_their_codes(description: Any) -> None:
    for path, method, operation in operations(description):
        answers = operation["responses"]
        assert {"403", "429", "503"} <= answers.keys(), path
        assert [status for status in answers if status < "300"] in (["200"], ["201"], ["204"])
        assert ("413" in answers) == ("requestBody" in operation) == (method == "post")
        assert ("401" in answers) >= ("security" in operation)
        assert ("404" in answers) >= ("{" in path)
        failures = [answer for status, answer in answers.items() if status >= "400"]
        assert all(answer["description"].endswith(".") for answer in answers.values())
        assert all("#/components/schemas/Failure" in references(answer) for answer in failures)


def test_a_body_is_what_the_description_says(server: Server, description: Any) -> None:
    for path, method, operation in operations(description):
        if "requestBody" in operation:
            reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
            error = server.http.request(method, somewhere(path), content=b"{").json()["error"]
            assert f"not a {reference.rpartition('/')[2]} of the protocol" in error, path


def test_a_token_is_asked_for_where_the_description_says(server: Server, description: Any) -> None:
    for path, method, operation in operations(description):
        answer = server.http.request(method, somewhere(path), json={})
        assert (answer.status_code == 401) == ("security" in operation), path
    assert description["components"]["securitySchemes"]["token"] == {"type": "http", "scheme": "bearer"}


def test_answers_are_what_the_description_says(server: Server, description: Any) -> None:
    keys = server.create("random", "random", listed=True)
    tokens = {"authorization": f"Bearer {keys['spectate']}"}
    with server.watch(keys) as watching:
        while watching.last["table"]["state"] != "over":
            watching.hear()
    checked = []
    for path, method, operation in operations(description):
        if method == "get":
            answer = server.http.get(somewhere(path.replace("{table}", keys["table"])), headers=tokens)
            (described,) = (said for status, said in operation["responses"].items() if status < "300")
            ((media_type, content),) = described["content"].items()
            assert answer.status_code == 200, path
            assert answer.headers["content-type"].partition(";")[0] == media_type
            checked += check(content["schema"], answer.content if media_type == "text/plain" else answer.json())
    assert {"Catalogue", "RuleBook", "Replay", "ReviewReport"} <= set(checked)


def check(schema: Any, value: Any) -> list[str]:
    """Check an answer against its schema, as far as it names messages; tell which."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        msgspec.convert(value, EXPORTED[name])
        return [name]
    if schema["type"] == "array":
        assert isinstance(value, list)
        return [name for item in value for name in check(schema["items"], item)]
    assert isinstance(value, {"object": dict, "string": bytes}[schema["type"]])
    return []


def test_the_description_is_a_prepared_answer(server: Server) -> None:
    first = server.http.get("/api/openapi.json", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert first.json()["openapi"] == "3.1.0"
    again = server.http.get(
        "/api/openapi.json", headers={"accept-encoding": "gzip", "if-none-match": first.headers["etag"]}
    )
    assert again.status_code == 304
