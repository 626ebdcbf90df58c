from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.driver import Server
from tests.server.postgres import the_postgres

KINDS = ["sqlite", "postgresql"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that neither limit nor stop it; it must not have complained in the end."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()
    assert not server.logged()


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
