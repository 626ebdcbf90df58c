from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.driver import Server
from tests.server.postgres import the_postgres

KINDS = ["sqlite", "postgresql"]


#: Files whose tests meet a server on PostgreSQL, too: what happens at a table, how one gets there, what is shown of it.
BOTH = ("test_from_position", "test_games", "test_protocol", "test_seats", "test_sharing", "test_tables")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let the tests that matter most meet servers on both databases."""
    if "server" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in BOTH:
        metafunc.parametrize("server", KINDS, indirect=True)


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that neither limit nor stop it; it must not have complained in the end."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()
    assert not server.logged()


@pytest.fixture(scope="session")
def postgresql_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start the same on PostgreSQL."""
    server = Server(tmp_path_factory.mktemp("server"), database=the_postgres().new_database())
    yield server
    server.stop()
    # Another test may have stopped the PostgreSQL of this process: that is told, and mended.
    assert not [line for line in server.logged().splitlines() if "is made anew" not in line]


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Server:
    """Find the server that is up already: that on SQLite, or of each kind in turn where that was asked for."""
    kind = getattr(request, "param", KINDS[0])
    found: Server = request.getfixturevalue(f"{kind}_server")
    return found


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers with settings of a test's own."""
    started: list[Server] = []

    def start(**settings: Any) -> Server:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        started.append(Server(folder, **settings))
        return started[-1]

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Name an empty database, of each kind in turn, as it is given with --database."""
    return str(tmp_path / "tables.sqlite3") if request.param == "sqlite" else the_postgres().new_database()


@pytest.fixture
def postgresql() -> str:
    """Name an empty database of PostgreSQL."""
    return the_postgres().new_database()
