"""What can be set when the server starts."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from heliopolis.errors import SetupError

EVERYWHERE = ("0.0.0.0", "::")
STATIC = Path(__file__).parent / "static"


@dataclass(frozen=True)
class Limit:
    """So many at once, and then so many a second."""

    burst: float
    rate: float


@dataclass(frozen=True)
class Limits:
    """What one address, or one socket, may ask for."""

    requests: Limit = Limit(200, 50)
    """Of any kind, by an address."""
    tables: Limit = Limit(40, 1)
    """New tables, seats and rematches, by an address."""
    replays: Limit = Limit(10, 0.5)
    """Replays, by an address."""
    hints: Limit = Limit(20, 0.5)
    """Hints, by an address."""
    reviews: Limit = Limit(10, 0.2)
    """Matches that are looked back at, by an address."""
    hellos: Limit = Limit(100, 5)
    """Sockets opened, by an address."""
    sockets: int = 100
    """Sockets open at the same time, by an address."""
    messages: Limit = Limit(30, 10)
    """Messages, by a socket."""


@dataclass(frozen=True)
class Settings:
    """How a server runs."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str | None = None
    """A file or a URL; in the user's data folder when left out."""
    origins: tuple[str, ...] = ()
    """Further addresses under which browsers see this server, such as https://ra.example.org."""
    bot_pause: float = 0.9
    """Seconds that a bot waits after a person's move, so that it can be seen, and a slip taken back."""
    static: Path = STATIC
    """Where the built client is."""
    limits: Limits = field(default_factory=Limits)

    def allowed_origins(self) -> frozenset[str]:
        """List the origins whose pages may talk to this server: this machine's own names, and those that were set."""
        names = {"localhost", "127.0.0.1", "::1"}
        names |= own_addresses() if self.host in EVERYWHERE else {self.host}
        hosts = {f"[{name}]" if ":" in name else name for name in names}
        ports = {f":{self.port}"} | ({""} if self.port == 80 else set())  # noqa: PLR2004 - HTTP's own
        own = {f"http://{host}{port}" for host in hosts for port in ports}
        return frozenset(origin.lower() for origin in own | {check_origin(origin) for origin in self.origins})

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


def database_url(database: str | None) -> str:
    """Turn a file, a URL or nothing into the URL of a database."""
    if database is None:
        folder = user_data_path("heliopolis", appauthor=False)
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise SetupError(f"{folder} cannot be made: {error.strerror}. Say where with --database FILE") from error
        return f"sqlite:///{folder / 'heliopolis.sqlite3'}"
    if "://" not in database:
        return f"sqlite:///{Path(database).expanduser().absolute()}"
    if not database.startswith("sqlite:///"):
        raise SetupError(f"database {database!r} is not supported: give a file, or a URL that starts with sqlite:///")
    return database
