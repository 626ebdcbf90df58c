"""Who may ask for what, and how often: tokens, origins, rates, and what every answer tells the browser."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import json
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from heliopolis.server.refusals import TooManyError
from heliopolis.server.settings import Limit, Limits
from heliopolis.server.turnstile import Turnstile

TOKEN_BYTES = 16  # 128 bits
TABLE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike
TABLE_LENGTH = 10

#: Who asks too much waits so many seconds for the answer that says so.
SLOW_REFUSAL = 1.0
#: No address is longer; what a proxy's header says can be.
LONGEST_ADDRESS = 64
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


def is_token(text: str) -> bool:
    """Tell whether this could be a secret that was drawn here."""
    return len(text) == len(new_token()) and text.isascii() and text.replace("-", "").replace("_", "").isalnum()


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


#: What limits are called to people, where their own name would not do.
NAMES = {"address_messages": "messages", "hellos": "new sockets"}


class Gate:
    """Keeps count of what each address asks for."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self.sockets: Counter[str] = Counter()
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def check(self, what: str, address: str) -> None:
        """Count one more of something that `Limits` names; refuse it when it is too many."""
        if not self._bucket(what, address).take(self.clock()):
            raise TooManyError(f"too many {NAMES.get(what, what)} from your address: wait a little, then try again")

    def _bucket(self, what: str, address: str) -> Bucket:
        limit: Limit = getattr(self.limits, what)
        key = (what, network(address))
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(limit, self.clock())
            while len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket

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

    def wait_for(self, what: str, address: str) -> float:
        """Count one more of something that can wait; tell for how many seconds it has to."""
        bucket = self._bucket(what, address)
        if bucket.take(self.clock()):
            return 0.0
        return (1 - bucket.left) / bucket.limit.rate


# ---- addresses ----


def plain_address(address: str) -> str:
    """Write an address as people know it: IPv4 that arrives as IPv6 is IPv4, and a zone of this machine says nothing.

    >>> plain_address("::ffff:192.0.2.7"), plain_address("fe80::1%eth0")
    ('192.0.2.7', 'fe80::1')
    """
    address = address[:LONGEST_ADDRESS].partition("%")[0]
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    mapped = parsed.ipv4_mapped if isinstance(parsed, ipaddress.IPv6Address) else None
    return str(mapped or parsed)


def network(address: str) -> str:
    """Count all addresses of one household's IPv6 network as one."""
    address = plain_address(address)
    if ":" not in address:
        return address
    try:
        return str(ipaddress.ip_network((address, 64), strict=False))
    except ValueError:
        return address


def is_own_machine(address: str) -> bool:
    """Tell whether somebody sits at the machine on which the server runs."""
    try:
        return ipaddress.ip_address(plain_address(address)).is_loopback
    except ValueError:
        return False


def address_hash(secret: str, address: str) -> str:
    """Hash an address with the database's own secret: what is stored tells who is the same, but not who it is."""
    return hmac.digest(secret.encode(), network(address).encode("utf-8", "replace"), "sha256").hex()[:32]


# ---- the door ----


class Door:
    """Stands before the whole application: strangers' pages stay outside, and every answer carries its headers.

    The host is checked as well as the origin, so that a name which somebody points at this machine is not let in. Links
    carry their tokens behind "#", which no server or proxy ever sees.

    Requests are counted here, before anything is done for them. Who asks too much is told so after a while: the number
    of connections then limits how many refusals a second have to be written.
    """

    def __init__(self, app: Any, origins: Iterable[str], gate: Gate) -> None:
        self.app = app
        self.gate = gate
        self.turnstile = Turnstile()
        self.origins = frozenset(origins)
        self.hosts = frozenset(origin.partition("://")[2] for origin in self.origins)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Let a request or a socket in, or not."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        address = scope["client"][0] if scope["client"] else "?"
        if scope["type"] == "http":
            try:
                self.gate.check("requests", address)
            except TooManyError as error:
                await asyncio.sleep(SLOW_REFUSAL)
                await refuse(with_headers(send, api=True), error.status, str(error))
                return
        await self.turnstile.enter(network(address))
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
            await refuse(with_headers(send, api=True), 403, STRANGE_NAME)


STRANGE_NAME = (
    "this server is not known under that address: open it under the one that it printed when it started, "
    "or start it with --origin"
)


async def refuse(send: Any, status: int, error: str) -> None:
    """Answer a request with a sentence."""
    body = json.dumps({"error": error}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
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
