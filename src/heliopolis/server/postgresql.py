"""PostgreSQL: how it is reached, and what can be wrong with it in words. Its driver is an extra of the package."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sql

from heliopolis.errors import SetupError
from heliopolis.extras import require

BACKEND, DRIVER = "postgresql", "postgresql+psycopg"

#: Several transactions at a time: they wait for the disk of the database, not for each other.
WRITERS, READERS = 4, 2
#: A process holds so many connections: these, one that listens, and one that holds what must end with it.
CONNECTIONS = WRITERS + READERS + 2
#: A connection whose other end is gone without a word is noticed after some seconds.
CONNECTING: dict[str, Any] = {
    "connect_timeout": 3,
    "application_name": "heliopolis",
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 6_000,
}
#: The same, for the other end: what a machine held that is gone without a word is free after some seconds.
NOTICING = " ".join(
    f"-c {name}={value}"
    for name, value in (
        ("tcp_keepalives_idle", 5),
        ("tcp_keepalives_interval", 2),
        ("tcp_keepalives_count", 2),
        ("tcp_user_timeout", 6_000),
    )
)
#: A statement that takes longer, for example since another program holds a lock, is given up: people wait for it.
STATEMENT_MILLISECONDS = 5_000

#: Held together by all servers that use a database, and alone by whoever copies into or out of it for good.
SERVING = 0x48454C49_0001
#: Held while the form of a database is changed: several processes may start at once.
MIGRATING = 0x48454C49_0002

BEING_MOVED = "another program moves the whole database: wait until it is done"

#: SQLSTATE, or how it begins, of what another attempt can mend: the connection is gone, or two waited for each other.
_LOST = ("08", "57P01", "57P02", "57P03", "40001", "40P01")
_BUSY = ("55P03", "57014", "53300")
_FULL = ("53100",)
_SENTENCES = {
    "28": "its user or password is not accepted",
    "3D000": "there is no such database on that server: create it first",
    "42501": "its user may not do that",
    "53100": "the disk is full",
    "53300": "it has no connection left: raise max_connections, or use fewer processes",
    "55P03": "another program holds it",
    "57014": "another program holds it",
    "57P03": "it is starting or stopping",
}


def is_postgresql(url: str) -> bool:
    """Tell whether a URL names a database of PostgreSQL."""
    return sql.make_url(url).get_backend_name() == BACKEND


def postgresql_url(text: str) -> str:
    """Accept a URL of a database of PostgreSQL, whatever driver it names, or say what is wrong with it."""
    try:
        url = sql.make_url(text)
    except (sql.exc.ArgumentError, ValueError) as error:
        raise SetupError("the database is not like postgresql+psycopg://USER@HOST/DATABASE") from error
    if url.drivername not in (BACKEND, DRIVER) or not url.database:
        raise SetupError(
            f"database {url.render_as_string()!r} is not like postgresql+psycopg://USER@HOST/DATABASE: "
            "expected the driver psycopg, and the name of a database"
        )
    return url.set(drivername=DRIVER).render_as_string(hide_password=False)


def plain_url(url: str) -> str:
    """Write a URL as the driver itself reads it."""
    return sql.make_url(url).set(drivername=BACKEND).render_as_string(hide_password=False)


def open_postgresql(url: str) -> sql.Engine:
    """Get ready to connect; nothing is asked yet."""
    require("psycopg", BACKEND)
    return sql.create_engine(
        url,
        pool_size=WRITERS + READERS,
        max_overflow=1,
        connect_args={**CONNECTING, "options": f"{NOTICING} -c statement_timeout={STATEMENT_MILLISECONDS}"},
        json_deserializer=_as_text,  # read with the row: what is damaged in one must not spoil the others
    )


def reach(url: str) -> None:
    """Make sure that there is such a database, before anything else is loaded."""
    psycopg = require("psycopg", BACKEND)
    try:
        psycopg.connect(plain_url(url), **CONNECTING).close()
    except psycopg.Error as error:
        name = sql.make_url(url).set(drivername=BACKEND).render_as_string()
        told = str(error).strip().partition("\n")[0]
        raise SetupError(f"the database {name} cannot be used: {told}") from error


def _as_text(json: Any) -> str:
    return json if isinstance(json, str) else bytes(json).decode()


# ---- what can be wrong with it ----


def state_of(error: BaseException | None) -> str | None:
    """Find the SQLSTATE of an error of the driver; None for another error, and for a connection that broke."""
    return getattr(error, "sqlstate", None)


def is_lost(error: sql.exc.SQLAlchemyError) -> bool:
    """Tell whether another attempt, on another connection, can succeed."""
    if not isinstance(error, sql.exc.DBAPIError):
        return False
    state = state_of(error.orig)
    if state is None:  # no answer of the database: it cannot be reached, or went away in the middle
        return error.connection_invalidated or isinstance(error, sql.exc.OperationalError)
    return state.startswith(_LOST)


def is_busy(error: BaseException | None) -> bool:
    """Tell whether another program holds it, or all its connections."""
    return state_of(error) in _BUSY


def is_full(error: BaseException | None) -> bool:
    """Tell whether its disk is full."""
    return state_of(error) in _FULL


def sentence_of(error: BaseException | None) -> str | None:
    """Say what is wrong, if it is something that happens."""
    state = state_of(error) or ""
    return next((said for code, said in _SENTENCES.items() if state and state.startswith(code)), None)
