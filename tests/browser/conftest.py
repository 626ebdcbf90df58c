from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.chromium import PATIENCE
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: What a browser says of its own accord when a server refuses, or is gone.
NETWORK = ("Failed to load resource", "WebSocket connection")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def same_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the same games are played in every run."""
    server = Server(tmp_path_factory.mktemp("same"), seed="windows")
    yield server
    server.stop()


@pytest.fixture
def open_page(chromium: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Open a page in a context of its own: another person's browser. In the end no page may have complained."""
    contexts = []
    complaints: list[str] = []

    def open_page(path: str = "/", *, at: str | None = None, moving: bool = False, **options: Any) -> Page:
        options = {"viewport": {"width": 1280, "height": 720}, **options}
        context = chromium.new_context(
            base_url=at or server.url, reduced_motion="no-preference" if moving else "reduce", **options
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda message: (
                complaints.append(message.text)
                if message.type == "error" and not message.text.startswith(NETWORK)
                else None
            ),
        )
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints
