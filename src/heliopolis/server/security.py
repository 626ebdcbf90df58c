"""Who may ask for what, and how often: tokens, origins, rates, and what every answer tells the browser."""

from __future__ import annotations

import hashlib
import ipaddress
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from heliopolis.server.refusals import TooManyError
from heliopolis.server.settings import Limit, Limits

TOKEN_BYTES = 16  # 128 bits
TABLE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
TABLE_LENGTH = 10

#: So many addresses are remembered; the one not seen for longest is forgotten first.
MOST_ADDRESSES = 10_000

#: Only what this server itself serves is loaded, and nothing may frame the page. Style attributes are allowed: tiles
#: that travel are moved by them, and they can load nothing.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


# ---- tokens ----


def new_token() -> str:
    """Draw a secret of 128 bits."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """Hash a token: this is what is stored. A secret of 128 random bits needs no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_table_name() -> str:
    """Draw the name of a table: it stands in addresses and opens nothing."""
    return "".join(secrets.choice(TABLE_LETTERS) for _ in range(TABLE_LENGTH))


# ---- rates ----


class Bucket:
    """Lets a burst through, and then so many a second."""

    def __init__(self, limit: Limit, now: float) -> None:
        self.limit = limit
        self.left = limit.burst
        self.seen = now

    def take(self, now: float) -> bool:
        """Take one; False when there is none left for now."""
        self.left = min(self.limit.burst, self.left + (now - self.seen) * self.limit.rate)
        self.seen = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Gate:
    """Keeps count of what each address asks for."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self.sockets: Counter[str] = Counter()
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def check(self, what: str, address: str) -> None:
        """Count one more of something that `Limits` names; refuse it when it is too many."""
        limit: Limit = getattr(self.limits, what)
        key = (what, network(address))
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(limit, self.clock())
            while len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.take(self.clock()):
            raise TooManyError(f"too many {what} from your address: wait a little, then try again")

    def enter(self, address: str) -> None:
        """Count a socket that opens."""
        self.check("hellos", address)
        if self.sockets[network(address)] >= self.limits.sockets:
            raise TooManyError("too many tables are open from your address: close one, then try again")
        self.sockets[network(address)] += 1

    def leave(self, address: str) -> None:
        """Count a socket that closes."""
        self.sockets[network(address)] -= 1
        if not self.sockets[network(address)]:
            del self.sockets[network(address)]

    def messages(self) -> Bucket:
        """Count the messages of one socket."""
        return Bucket(self.limits.messages, self.clock())


def network(address: str) -> str:
    """Count all addresses of one household's IPv6 network as one."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:  # noqa: PLR2004
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False))


# ---- the door ----


class Door:
    """Stands before the whole application: strangers' pages stay outside, and every answer carries its headers.

    The host is checked as well as the origin, so that a name which somebody points at this machine is not let in. Links
    carry their tokens behind "#", which no server or proxy ever sees.
    """

    def __init__(self, app: Any, origins: Iterable[str]) -> None:
        self.app = app
        self.origins = frozenset(origins)
        self.hosts = frozenset(origin.partition("://")[2] for origin in self.origins)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request or a socket in, or not."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1").lower() for name, value in scope["headers"]}
        origin = headers.get(b"origin")
        known = headers.get(b"host") in self.hosts
        if scope["type"] == "websocket":
            if known and origin in self.origins:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 4403})  # before accepting: the browser sees a 403
        elif known and (origin is None or origin in self.origins):
            await self.app(scope, receive, with_headers(send, api=scope["path"].startswith("/api/")))
        else:
            await refuse(with_headers(send, api=True))


async def refuse(send: Any) -> None:
    """Answer a request that came under a strange name."""
    body = (
        b'{"error":"this server is not known under that address: open it under the one that it printed '
        b'when it started, or start it with --origin"}'
    )
    await send(
        {"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"application/json")]},
    )
    await send({"type": "http.response.body", "body": body})


def with_headers(send: Any, *, api: bool) -> Any:
    """Add to an answer what every answer carries. One of the API is not kept, unless it says itself for how long."""
    added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def send_more(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], *added]
            if api and all(name != b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-store"))
            message = {**message, "headers": headers}
        await send(message)

    return send_more
