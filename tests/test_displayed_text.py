"""Nobody looks for facts in sentences: the client and the server compare kinds and fields, never displayed text."""

from __future__ import annotations

import re
from pathlib import Path

#: What takes a text apart or looks into it, in TypeScript and Svelte.
LOOKS_INTO = re.compile(
    r"\.(?:startsWith|endsWith|match|matchAll|search|test|exec|replace|replaceAll|split)\(|new RegExp"
)

#: Who may, and into what: none of it is a sentence.
ALLOWED = {
    "lib/changelog.ts": "a document, when the client is built",
    "lib/find.ts": "the rules, in which somebody looks for words",
    "lib/offer.ts": "moves in the words of the record, which are the protocol",
    "dice/choices.ts": "the same",
    "dice/explain.ts": "the same",
    "dice/help.ts": "the same",
    "ra/help.ts": "the same",
    "lib/route.svelte.ts": "the address of a page",
    "lib/connection.svelte.ts": "the address of the server",
    "lib/codes.ts": "a link, or a code, that somebody pasted",
    "lib/reach.svelte.ts": "the address of the server",
    "newtable/pace.ts": "the hours of a night, as a choice names them",
    "parts/MoveSeats.svelte": "a code, shown in groups",
    "dice/Areas.svelte": "the name of a picture",
    "lib/ruled.ts": "the ids of other rules in the text of a rule",
    "newtable/settings.ts": "the name of a house rule's value",
    "parts/Explanation.svelte": "the address of a rule",
    "ra/lead.ts": "a number that is spelled out",
    "ra/MySuns.svelte": "the digits of a sun",
    "ra/RaTable.svelte": "a key that was pressed",
    "ra/typed.ts": "the digits of a sun",
    "pages/NewTable.svelte": "the first sentence that a game says of itself",
    "pages/Home.svelte": "a number that is spelled out",
    "plain/facts.ts": "the name of a field",
    "faces.ts": "the path of a source",
    "review/tell.ts": "the word for points, of which there may be one",
    "parts/Lesson.svelte": "whether a card begins with the answer that would stand above it",
}

#: The same for the server's Python.
PYTHON_LOOKS_INTO = re.compile(r"\.(?:startswith|endswith|find|index)\([\"'f]|\bre\.")
PYTHON_ALLOWED = {
    "openapi.py": "the path of a route",
    "pages.py": "the name of a file",
    "prepared.py": "headers",
    "security.py": "the path of a request",
    "settings.py": "the address of a database",
}

WEB = Path("web/src")
SERVER = Path("src/heliopolis/server")


def test_the_client_looks_into_no_sentence() -> None:
    paths = [path for path in WEB.rglob("*") if path.suffix in (".ts", ".svelte")]
    found = {path.relative_to(WEB).as_posix() for path in paths if LOOKS_INTO.search(path.read_text())}
    assert found == set(ALLOWED)


def test_the_server_looks_into_no_sentence() -> None:
    found = {path.name for path in SERVER.rglob("*.py") if PYTHON_LOOKS_INTO.search(path.read_text())}
    assert found <= set(PYTHON_ALLOWED)
