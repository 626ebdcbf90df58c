from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

from heliopolis.server.settings import STATIC
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

#: Where a browser may be found. An environment variable names another one.
NAMED = os.environ.get("HELIOPOLIS_CHROMIUM", "")
PLACES = (NAMED, "chromium", "chromium-browser", "google-chrome", ".uv/chromium/chromium")
#: What a browser says of its own accord when a server refuses, or is gone.
NETWORK = ("Failed to load resource", "WebSocket connection")
#: How long to wait for the page, in ms. Waiting costs nothing when all is well, and a busy machine is no fault of ours.
PATIENCE = 60_000
#: Nothing but the page: no sandbox (tests run as root, too), nothing that calls home.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start one browser for all tests."""
    found = next((path for place in PLACES if place and (path := shutil.which(place))), None)
    if found is None:
        pytest.fail("there is no Chromium: `make test` and `make browse` fetch one")
    if not (STATIC / "index.html").is_file():
        pytest.fail("the page is not built: `make client` builds it")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
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
