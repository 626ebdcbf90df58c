"""What can be set when the server starts."""

from __future__ import annotations

import ipaddress
import math
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from platformdirs import user_data_path

from heliopolis.errors import SetupError
from heliopolis.server.postgresql import postgresql_url

EVERYWHERE = ("0.0.0.0", "::")
STATIC = Path(__file__).parent / "static"
#: A hundred years: enough for everyone, and no number to overflow.
MOST_DAYS = 36_500


@dataclass(frozen=True)
class Limit:
    """So many at once, and then so many a second."""

    burst: float
    rate: float


@dataclass(frozen=True)
class Limits:
    """What one address, one socket or one table may ask for. A household's IPv6 network counts as one address."""

    connections: int = 150
    """Connections open at the same time, by an address."""
    all_connections: int = 4_000
    """Connections open at the same time, in all; fewer where the system does not allow so many files."""
    first_request: float = 10.0
    """Seconds for a request to arrive whole, from the moment its connection opens or its first byte is there."""
    idle: float = 30.0
    """Seconds without a further request, or without taking what is sent, before a connection is closed."""
    requests: Limit = Limit(200, 50)
    """Of any kind, by an address."""
    tables: Limit = Limit(40, 1)
    """New tables, seats and rematches, by an address."""
    unfinished: int = 100
    """Tables made by an address, played at within a day and not over."""
    listed: int = 10
    """Those of them that are listed."""
    codes: Limit = Limit(30, 0.5)
    """Codes that are made, looked at or used, and seats that are given away, by an address."""
    replays: Limit = Limit(10, 0.5)
    """Replays, by an address."""
    hints: Limit = Limit(20, 0.5)
    """Hints, by an address."""
    reviews: Limit = Limit(10, 0.2)
    """Reviews that are begun, or gone on with, by an address."""
    reviews_at_once: int = 3
    """Reviews under way at the same time, begun by an address."""
    all_reviews: int = 12
    """Reviews under way at the same time, in a process."""
    hellos: Limit = Limit(100, 5)
    """Sockets opened, by an address."""
    sockets: int = 100
    """Sockets open at the same time, by an address."""
    frames: Limit = Limit(100, 30)
    """Frames of any kind, pings and pieces of messages among them, by a socket."""
    messages: Limit = Limit(30, 10)
    """Messages, by a socket."""
    address_messages: Limit = Limit(150, 30)
    """Messages, by all sockets of an address."""
    changes: Limit = Limit(60, 20)
    """Moves made and taken back, by a table; what bots do is not counted."""
    undos: int = 20
    """Moves taken back at a table before something new is revealed."""
    phrases: Limit = Limit(4, 0.2)
    """Phrases said by a seat at its table."""
    grace: float = 60.0
    """Seconds that somebody has to be away before others can let a bot play for them."""
    bot_moves: Limit = Limit(100, 20)
    """Moves of bots, by all tables that an address made; beyond that they wait."""


@dataclass(frozen=True)
class Keep:
    """After how many days without a change a table is deleted; None keeps it for good."""

    unstarted: float | None = 14.0
    """A table that still has an open seat, wherever it was made."""
    idle: float | None = 90.0
    """A match that is not over."""
    finished: float | None = 365.0
    """A match that is over."""
    own: float | None = None
    """A match at a table that was made on the server's own machine, instead of the two above."""


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    """A file or a URL; in the user's data folder when left out."""
    origins: tuple[str, ...] = ()
    """Further addresses under which browsers see this server, such as https://ra.example.org."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies: only they may say, by X-Forwarded-For, for whom they ask."""
    bot_pause: float = 0.9
    """Seconds that a bot waits after a person's move, so that it can be seen, and a slip taken back."""
    hint_seconds: float = 1.0
    """Seconds that the expert has for a hint; where that was not enough, it gets more when it is asked again."""
    unwatched: float = 300.0
    """Seconds after which bots pause at a table that nobody looks at."""
    owner_port: int | None = None
    """Where whoever runs the server finds its health and its figures; nowhere when left out."""
    owner_host: str = "127.0.0.1"
    """Where that port listens: it should not be open to strangers."""
    log_lines: bool = False
    """Whether every request and every move is a line of JSON in the log."""
    workers: int = 1
    """Processes that serve the same tables; more than one needs PostgreSQL."""
    static: Path = STATIC
    """Where the built client is."""
    limits: Limits = field(default_factory=Limits)
    keep: Keep = field(default_factory=Keep)

    def allowed_origins(self) -> frozenset[str]:
        """List the origins whose pages may talk to this server: this machine's own names, and those that were set."""
        names = {"localhost", "127.0.0.1", "::1"}
        names |= own_addresses() if self.host in EVERYWHERE else {self.host}
        hosts = {f"[{name}]" if ":" in name else name for name in names}
        ports = {f":{self.port}"} | ({""} if self.port == 80 else set())  # noqa: PLR2004 - HTTP's own
        own = {f"http://{host}{port}" for host in hosts for port in ports}
        return frozenset(origin.lower() for origin in own | {check_origin(origin) for origin in self.origins})

    def reachable(self) -> list[str]:
        """List the addresses under which others find this server, the best first; none where it is for this machine."""
        names = own_addresses() if self.host in EVERYWHERE else {self.host}
        found = sorted((address.version, address) for name in names if (address := outer_address(name)) is not None)
        hosts = [f"[{address}]" if address.version == IPV6 else str(address) for _, address in found]
        return [*map(check_origin, self.origins), *(f"http://{host}:{self.port}" for host in hosts)]

    def address(self) -> str:
        """Say where a browser on this machine finds the server."""
        host = "127.0.0.1" if self.host in EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def check_origin(origin: str) -> str:
    """Accept an origin as browsers send it: scheme, host and, if it is not the usual one, port."""
    scheme, separator, host = origin.rstrip("/").partition("://")
    if scheme not in ("http", "https") or not separator or not host or "/" in host:
        raise SetupError(f"origin {origin!r} is not like https://ra.example.org or http://192.168.0.7:8000")
    return f"{scheme}://{host}"


def check_proxy(proxy: str) -> str:
    """Accept an address or a network of addresses."""
    try:
        return str(ipaddress.ip_network(proxy.strip()) if "/" in proxy else ipaddress.ip_address(proxy.strip()))
    except ValueError as error:
        raise SetupError(f"proxy {proxy!r} is not an address like 127.0.0.1 or a network like 10.0.0.0/8") from error


def read_limits(given: Iterable[str]) -> Limits:
    """Read limits as people write them: `sockets=500` is a number, `messages=30/10` a burst and a rate.

    >>> read_limits(["sockets=500", "messages=60/20"]).messages
    Limit(burst=60.0, rate=20.0)
    """
    usual = Limits()
    values: dict[str, Any] = {}
    for one in given:
        name, _, text = (part.strip() for part in one.partition("="))
        if name not in vars(usual):
            raise SetupError(f"there is no limit {name!r}: choose one of {', '.join(vars(usual))}")
        known = getattr(usual, name)
        example = f"{known.burst:g}/{known.rate:g}" if isinstance(known, Limit) else f"{known:g}"
        try:
            parts = [float(part) for part in text.split("/")]
            if not all(math.isfinite(part) and part > 0 for part in parts):
                raise ValueError(text)
            values[name] = Limit(*parts) if isinstance(known, Limit) else type(known)(*parts)
        except (TypeError, ValueError):
            raise SetupError(f"limit {one!r} is not like {name}={example}") from None
    return replace(usual, **values)


def read_keep(given: Iterable[str]) -> Keep:
    """Read how long tables are kept: `finished=30` is days, `finished=forever` for good.

    >>> read_keep(["finished=30", "idle=forever"])
    Keep(unstarted=14.0, idle=None, finished=30.0, own=None)
    """
    values: dict[str, float | None] = {}
    for one in given:
        name, _, text = (part.strip() for part in one.partition("="))
        if name not in vars(Keep()):
            raise SetupError(f"there is no kind of table {name!r} to keep: choose one of {', '.join(vars(Keep()))}")
        try:
            values[name] = None if text == "forever" else float(text)
        except ValueError:
            values[name] = -1.0
        days = values[name]
        if days is not None and not 0 <= days <= MOST_DAYS:
            raise SetupError(f"{one!r} is not like {name}=30 or {name}=forever: 0 to {MOST_DAYS} days")
    return replace(Keep(), **values)


IPV6 = 6


def outer_address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Read an address that other machines can reach; names may be known to this one only."""
    with suppress(ValueError):
        address = ipaddress.ip_address(name)
        return None if address.is_loopback or address.is_link_local or address.is_unspecified else address
    return None


def own_addresses() -> set[str]:
    """List the names and addresses of this machine, as far as it knows them itself."""
    name = socket.gethostname()
    found = {name, f"{name}.local"}
    with suppress(OSError):
        found |= {str(info[4][0]).partition("%")[0] for info in socket.getaddrinfo(name, None)}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which address would be used
        found.add(str(probe.getsockname()[0]))
    return found


def _url(path: Path) -> str:
    """Write the URL of a file. What means something in a URL is quoted: a question mark, a percent sign."""
    return f"sqlite:///{quote(str(path))}"


def database_url(database: str | None, *, make: bool = True) -> str:
    """Turn a file, a URL or nothing into the URL of a database; who only looks does not `make` the usual folder."""
    if database is None:
        folder = user_data_path("heliopolis", appauthor=False)
        try:
            if make:
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise SetupError(f"{folder} cannot be made: {error.strerror}. Say where with --database FILE") from error
        return _url(folder / "heliopolis.sqlite3")
    if "://" not in database:
        return _url(Path(database).expanduser().absolute())
    if database.startswith("postgresql"):
        return postgresql_url(database)
    if not database.startswith("sqlite:///"):
        kind = database.partition("://")[0]
        raise SetupError(
            f"a database {kind}:// is not supported: give a file, or a URL like postgresql+psycopg://USER@HOST/DATABASE"
        )
    return database
