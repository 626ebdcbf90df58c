from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.driver import Server


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
