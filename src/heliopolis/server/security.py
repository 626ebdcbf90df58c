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
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
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


def is_table_name(text: str) -> bool:
    """Tell whether a table could have this name; nothing else is looked for in a database."""
    return text.isascii() and text.isalnum() and len(text) <= 64  # noqa: PLR2004


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

    def owe(self, count: float, now: float) -> None:
        """Take what was spent elsewhere already, into debt if need be; no debt is more than a burst."""
        self.left = min(self.limit.burst, self.left + (now - self.seen) * self.limit.rate)
        self.seen = now
        self.left = max(-self.limit.burst, self.left - count)


#: What limits are called to people, where their own name would not do.
NAMES = {"address_messages": "messages", "hellos": "new sockets"}


#: What an address has spent here is told to other processes when it has used this part of what it may do at once.
WORTH_TELLING = 0.25


class Gate:
    """Keeps count of what each address asks for.

    Several processes on one database tell each other what was spent. Each lets through what is left by what it knows.
    What it learns later is a debt: so an address may get a little more at once, but not more for long.
    """

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self.clock = clock
        self.sockets: Counter[str] = Counter()
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()
        self._sign: Callable[[str], str] = network
        self._spent: Counter[tuple[str, str]] | None = None
        self._sockets_elsewhere: dict[str, dict[str, int]] = {}

    def check(self, what: str, address: str) -> None:
        """Count one more of something that `Limits` names; refuse it when it is too many."""
        if not self._take(what, address):
            raise TooManyError(f"too many {NAMES.get(what, what)} from your address: wait a little, then try again")

    def _take(self, what: str, address: str) -> bool:
        key = (what, self._sign(address))
        taken = self._bucket(key).take(self.clock())
        if taken and self._spent is not None:
            self._spent[key] += 1
        return taken

    def _bucket(self, key: tuple[str, str]) -> Bucket:
        limit: Limit = getattr(self.limits, key[0])
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
        who = self._sign(address)
        elsewhere = sum(sockets.get(who, 0) for sockets in self._sockets_elsewhere.values())
        if self.sockets[who] + elsewhere >= self.limits.sockets:
            raise TooManyError("too many tables are open from your address: close one, then try again")
        self.sockets[who] += 1

    def leave(self, address: str) -> None:
        """Count a socket that closes."""
        who = self._sign(address)
        self.sockets[who] -= 1
        if not self.sockets[who]:
            del self.sockets[who]

    def wait_for(self, what: str, address: str) -> float:
        """Count one more of something that can wait; tell for how many seconds it has to."""
        if self._take(what, address):
            return 0.0
        bucket = self._bucket((what, self._sign(address)))
        return (1 - bucket.left) / bucket.limit.rate

    # ---- several processes ----

    def share(self, sign: Callable[[str], str]) -> None:
        """Begin to note what others have to know. Addresses are signed: they leave this process as hashes only."""
        self._sign = lru_cache(MOST_ADDRESSES)(sign)
        self._spent = Counter()

    def collect(self) -> dict[str, float]:
        """Hand out what was spent since the last time by those who have spent much."""
        told: dict[str, float] = {}
        for key, count in list((self._spent or {}).items()):
            bucket = self._bucket(key)
            full = min(bucket.limit.burst, bucket.left + (self.clock() - bucket.seen) * bucket.limit.rate)
            if full < bucket.limit.burst * (1 - WORTH_TELLING):
                told[" ".join(key)] = count
                del self._spent[key]  # type: ignore[union-attr]
            elif full >= bucket.limit.burst:
                del self._spent[key]  # type: ignore[union-attr]
        return told

    def many_sockets(self) -> dict[str, int]:
        """Hand out who has many sockets here."""
        return {who: count for who, count in self.sockets.items() if count >= self.limits.sockets * WORTH_TELLING}

    def hear(self, process: str, spent: Mapping[str, float], sockets: Mapping[str, int] | None) -> None:
        """Count what was spent in another process."""
        if sockets is not None:
            self._sockets_elsewhere[process] = dict(sockets)
        for key, count in spent.items():
            what, _, who = key.partition(" ")
            if isinstance(getattr(self.limits, what, None), Limit):
                self._bucket((what, who)).owe(count, self.clock())

    def forget(self, process: str) -> None:
        """Forget the sockets of a process that is gone."""
        self._sockets_elsewhere.pop(process, None)


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
