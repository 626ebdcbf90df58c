"""Answers that are made once and sent often: compressed beforehand, and named by what is in them.

Nothing is compressed while somebody waits for it. A browser that has an answer already gets none again.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from litestar import Request, Response

from heliopolis.server.messages.base import Outgoing

AnyRequest = Request[Any, Any, Any]

IDENTITY = "identity"
#: How a body can be sent, the smallest first: of what a browser likes equally well, it gets the first.
ENCODINGS = ("br", "gzip", IDENTITY)

#: A browser may keep it, but asks each time whether it is still the same.
ASK_AGAIN = "no-cache"
#: A browser may keep it and never asks again.
FOR_GOOD = "public, max-age=31536000, immutable"

#: A header says all it has to say in so many letters; the rest is not worth the work.
LONGEST_HEADER = 2_000
QUALITY = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")


class Variant(NamedTuple):
    """A body in one encoding, and the headers that go with it."""

    body: bytes
    headers: dict[str, str]


class Prepared:
    """An answer to everyone who asks for the same thing. It can be pickled: another process can make it."""

    def __init__(self, media_type: str, bodies: Mapping[str, bytes], *, keep: str = ASK_AGAIN) -> None:
        """Take the body, by encoding; it has to be there as it is, under `IDENTITY`. `keep` is its cache-control."""
        self.media_type = media_type
        known = [encoding for encoding in ENCODINGS if encoding in bodies]
        self.variants = {encoding: variant_of(encoding, bodies[encoding], keep) for encoding in known}

    @classmethod
    def of(cls, body: bytes, media_type: str, *, compress: bool = False, keep: str = ASK_AGAIN) -> Prepared:
        """Prepare a body that was made just now; compress it if that is worth it."""
        bodies = {IDENTITY: body}
        if compress and len(squeezed := gzipped(body)) < len(body):
            bodies["gzip"] = squeezed
        return cls(media_type, bodies, keep=keep)

    @classmethod
    def message(cls, message: Outgoing) -> Prepared:
        """Prepare a message that everyone gets."""
        return cls.of(msgspec.json.encode(message), "application/json", compress=True)

    def answer(self, request: AnyRequest) -> Response[Any]:
        """Answer with what the browser can read, or that what it has is still the same."""
        variant = self.variants[self.choose(header_of(request, "accept-encoding"))]
        if is_known(variant.headers["etag"], header_of(request, "if-none-match")):
            kept = {name: value for name, value in variant.headers.items() if not name.startswith("content-")}
            return Response(b"", status_code=304, media_type=self.media_type, headers=kept)
        body = b"" if request.method == "HEAD" else variant.body
        return Response(body, media_type=self.media_type, headers=variant.headers)

    def choose(self, accepted: str) -> str:
        """Choose an encoding. Where nothing is accepted, the body goes out as it is: somebody may make sense of it."""
        likes = weights(accepted)
        other = likes.get("*", 0.0)
        found = max(self.variants, key=lambda encoding: likes.get(encoding, other))
        return found if likes.get(found, other) > 0 else IDENTITY


def variant_of(encoding: str, body: bytes, keep: str) -> Variant:
    """Put together a variant. Its name follows from its bytes, so that no two different ones share it."""
    headers = {
        "etag": f'"{hashlib.sha256(body).hexdigest()[:32]}"',
        "cache-control": keep,
        "vary": "accept-encoding",
        "content-length": str(len(body)),
    }
    return Variant(body, headers if encoding == IDENTITY else {**headers, "content-encoding": encoding})


def gzipped(body: bytes) -> bytes:
    """Compress a body. The same body gives the same bytes."""
    return gzip.compress(body, mtime=0)


# ---- what a browser asks for ----


def header_of(request: AnyRequest, name: str) -> str:
    """Read a header. One that is sent several times is one list."""
    return ",".join(request.headers.getall(name, []))[:LONGEST_HEADER]


def weights(header: str) -> dict[str, float]:
    """Read how much is liked what, from 0 (not at all) to 1.

    >>> weights("br;q=0, gzip, *;q=0.5")
    {'br': 0.0, 'gzip': 1.0, '*': 0.5}
    """
    names = (item.partition(";") for item in header.split(","))
    return {name.strip().lower(): weight(parameters) for name, _, parameters in names if name.strip()}


def weight(parameters: str) -> float:
    """Read how much one thing is liked: fully, where nothing is said; not at all, where nobody can read it."""
    for parameter in parameters.split(";"):
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            return float(value) if QUALITY.fullmatch(value.strip()) else 0.0
    return 1.0


def is_known(etag: str, listed: str) -> bool:
    """Tell whether a browser has it already. Somebody on the way may have marked its name as weak."""
    names = {name.strip().removeprefix("W/") for name in listed.split(",")}
    return etag in names or "*" in names
