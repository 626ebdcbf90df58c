"""The one browser of all tests: in a process, Playwright can be started only once."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from heliopolis.server.settings import STATIC

#: Where a browser may be found, the one without windows first: it has half the work to do for the same pages. An
#: environment variable names another one.
NAMED = os.environ.get("HELIOPOLIS_CHROMIUM", "")
PLACES = (NAMED, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", ".uv/chromium/chromium")
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

#: Write an array's bytes in base64. Number by number, Playwright takes a minute for what a picture has.
BASE64 = """(bytes) => new Promise((done) => {
  const reader = new FileReader()
  reader.onload = () => done(reader.result.slice(reader.result.indexOf(',') + 1))
  reader.readAsDataURL(new Blob([bytes]))
})"""


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
