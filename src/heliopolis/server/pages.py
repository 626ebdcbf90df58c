"""The built client: its files, and its one page under every other address."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from litestar import MediaType, Response, Router, get
from litestar.exceptions import NotFoundException

#: Names of files in this folder carry a digest of what is in them: a browser may keep them for good.
ASSETS = "assets"
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Heliopolis</title>
<h1>Heliopolis</h1>
<p>The server runs, but its page has not been built yet. In the folder of the source, run</p>
<pre>make play</pre>
<p>or, with Node.js, <code>npm ci</code> and <code>npm run build</code> in the folder <code>web</code>.
Then load this page again.</p>
</html>
"""


def pages(folder: Path) -> Router:
    """Serve the client that was built into a folder."""
    root = folder.resolve()

    @get("/", sync_to_thread=False)
    def home() -> Response[bytes]:
        return page(root)

    @get("/{path:path}", sync_to_thread=True)
    def anything(path: str) -> Response[bytes]:
        name = path.strip("/")
        if name == "api" or name.startswith("api/"):
            raise NotFoundException(f"there is nothing at /{name}")
        try:
            file = (root / name).resolve()
            known = file.is_relative_to(root) and file.is_file()
        except (OSError, ValueError):  # a name that no file can have
            raise NotFoundException("there is no such page") from None
        if known:
            return serve(file, forever=name.startswith(f"{ASSETS}/"))
        if "." in name.rpartition("/")[2]:
            raise NotFoundException(f"there is no file {name}")
        return page(root)

    return Router("/", route_handlers=[home, anything])


def page(root: Path) -> Response[bytes]:
    """Serve the one page of the client, or say how to build it."""
    index = root / "index.html"
    if index.is_file():
        return serve(index, forever=False)
    return Response(MISSING.encode(), media_type=MediaType.HTML, status_code=503)


def serve(file: Path, *, forever: bool) -> Response[bytes]:
    """Serve a file."""
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    keep = "public, max-age=31536000, immutable" if forever else "no-cache"
    return Response(file.read_bytes(), media_type=kind, headers={"cache-control": keep})
