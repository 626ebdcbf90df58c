"""Everyone can use it: a scan by axe-core finds nothing, in light and in dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.player import act, click, look

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    # Evaluated, not added as a script: the page's content security policy would refuse that.
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((result) => result.violations)")
    return [f"{one['id']}: {node['html'][:160]} {node['failureSummary']}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", "/#/new/ra", "/#/join/x", "/#/mine", "/#/watch", "/#/replay", "/#/rules/ra"])
def test_pages(open_page: OpenPage, path: str, theme: str) -> None:
    page = open_page(path, color_scheme=theme)
    page.wait_for_selector("main h1")
    page.wait_for_timeout(400)
    assert violations(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1280, 720), (360, 640)])
def test_the_table(open_page: OpenPage, theme: str, size: tuple[int, int]) -> None:
    page = open_page("/", color_scheme=theme, viewport={"width": size[0], "height": size[1]})
    page.click("text=Play now")
    scanned: set[str] = set()
    while scanned != {"turn", "auction", "sheet"}:
        seen = look(page)
        shown = "sheet" if seen["dialog"] else "auction" if page.locator(".board.auction").count() else "turn"
        if shown not in scanned and (shown == "sheet" or seen["filled"] >= 2):
            scanned.add(shown)
            page.wait_for_timeout(400)
            assert violations(page) == []
        assert act(page, click)
