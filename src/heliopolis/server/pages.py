"""The built client: its one page and its files, all in memory. No address ever becomes the name of a file."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from litestar import HttpMethod, MediaType, Response, Router, route

from heliopolis.server.messages.tables import Failure
from heliopolis.server.prepared import ASK_AGAIN, FOR_GOOD, IDENTITY, AnyRequest, Prepared, header_of, weights

PAGE = "index.html"
#: Names of files in this folder carry a digest of what is in them: a browser may keep them for good.
ASSETS = "assets/"
#: How the build names what it has compressed.
ENDINGS = {".br": "br", ".gz": "gzip"}
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
READ = [HttpMethod.GET, HttpMethod.HEAD]

#: While there is no client, the folder is looked at so often, in seconds. A file that changed more recently than that
#: may not be whole yet.
A_WHILE = 1.0

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Heliopolis</title><meta http-equiv="refresh" content="5">
<h1>Heliopolis</h1>
<p>The server runs, but its page has not been built yet. In the folder of the source, run</p>
<pre>make play</pre>
<p>or, with Node.js, <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>.
Then this page loads by itself.</p>
</html>
"""

NOTHING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Heliopolis</title><link rel="icon" href="/icon.svg">
<p>There is nothing here: <a href="/">go to the start page of Heliopolis</a>.</p>
</html>
"""


class Client:
    """The files of the built client, by name. They are read once; while there are none, they are looked for again."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.folder = folder
        self.clock = clock
        self.looked = clock()
        self.files = read_all(folder)

    def find(self, name: str) -> Prepared | None:
        """Find a file."""
        if not self.files and self.clock() - self.looked >= A_WHILE:
            self.looked = self.clock()
            with suppress(OSError):  # a build that begins clears the folder
                self.files = read_all(self.folder) if is_settled(self.folder) else {}
        return self.files.get(name)


def pages(folder: Path) -> Router:
    """Serve the client that was built into a folder."""
    client = Client(folder)

    @route("/", http_method=READ, sync_to_thread=False)
    def home(request: AnyRequest) -> Response[Any]:
        page = client.find(PAGE)
        if page is None:
            return words(MISSING.encode(), MediaType.HTML, 503)
        return page.answer(request)

    @route("/{path:path}", http_method=READ, sync_to_thread=False)
    def file(request: AnyRequest, path: str) -> Response[Any]:
        found = client.find(path.lstrip("/"))
        if found is not None:
            return found.answer(request)
        return nothing(header_of(request, "accept"))

    return Router("/", route_handlers=[home, file])


def nothing(accepted: str) -> Response[bytes]:
    """Say that there is nothing here: to a person with a link, to a program as all refusals are said."""
    if prefers_html(accepted):
        return words(NOTHING.encode(), MediaType.HTML, 404)
    return words(msgspec.json.encode(Failure(error="there is nothing here")), MediaType.JSON, 404)


def words(body: bytes, media_type: MediaType, status: int) -> Response[bytes]:
    """Answer with a few words that hold for now."""
    headers = {"cache-control": "no-store", "vary": "accept"}
    return Response(body, media_type=media_type, status_code=status, headers=headers)


def prefers_html(accepted: str) -> bool:
    """Tell whether it is a person who looks, not a program."""
    likes = weights(accepted)
    other = likes.get("application/*", likes.get("*/*", 0.0))
    return likes.get("text/html", 0.0) > likes.get("application/json", other)


# ---- the folder ----


def read_all(folder: Path) -> dict[str, Prepared]:
    """Read all files of a built client; none of a folder that has no page."""
    bodies = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files_of(folder)}
    if PAGE not in bodies:
        return {}
    return {name: prepare(name, bodies) for name in bodies if plain(name) == name or plain(name) not in bodies}


def prepare(name: str, bodies: dict[str, bytes]) -> Prepared:
    """Prepare a file, with what the build has compressed of it."""
    variants = {encoding: body for ending, encoding in ENDINGS.items() if (body := bodies.get(name + ending))}
    kind = TYPES.get(Path(name).suffix, "application/octet-stream")
    keep = FOR_GOOD if name.startswith(ASSETS) else ASK_AGAIN
    return Prepared(kind, {IDENTITY: bodies[name], **variants}, keep=keep)


def plain(name: str) -> str:
    """Name the file that a compressed one stands beside."""
    return name.removesuffix(".br").removesuffix(".gz")


def files_of(folder: Path) -> Iterator[Path]:
    """List the files in a folder and below it. What a link leads to outside of it is none of them."""
    root = folder.resolve()
    return (path for path in folder.rglob("*") if path.is_file() and path.resolve().is_relative_to(root))


def is_settled(folder: Path) -> bool:
    """Tell whether a build has written all it writes."""
    changed = max((path.stat().st_mtime for path in files_of(folder)), default=0.0)
    return abs(time.time() - changed) > A_WHILE
