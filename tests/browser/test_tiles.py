"""Tiles, players' tiles and rivals' panels of Ra, as they are seen in a real browser."""

from __future__ import annotations

import base64
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np

from heliopolis.games.ra.editions import EDITIONS

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]

ART = Path(__file__).parents[2] / "web" / "src" / "art" / "art.svg"

#: A picture, as the browser itself reads it: the lightness of every pixel, 0 to 1.
READ = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const paper = canvas.getContext('2d')
  paper.drawImage(bitmap, 0, 0)
  const { data } = paper.getImageData(0, 0, bitmap.width, bitmap.height)
  const grey = []
  for (let at = 0; at < data.length; at += 4)
    grey.push((0.2126 * data[at] + 0.7152 * data[at + 1] + 0.0722 * data[at + 2]) / 255)
  return { grey, width: bitmap.width, height: bitmap.height }
}"""


def greyscale(page: Page, picture: bytes) -> np.ndarray[Any, Any]:
    seen = page.evaluate(READ, base64.b64encode(picture).decode())
    return np.array(seen["grey"]).reshape(seen["height"], seen["width"])


def test_the_drawings_are_a_file_that_any_program_can_read(open_page: OpenPage) -> None:
    symbols = ElementTree.parse(ART).getroot().findall("{http://www.w3.org/2000/svg}symbol")
    names = {symbol.get("id") for symbol in symbols}
    page = open_page("/#/rules/ra/z-man")
    page.wait_for_selector(".tiles .drawn")
    # The page has all of them, and draws nothing that is not there.
    shown = page.evaluate("[...document.querySelectorAll('symbol')].map((symbol) => symbol.id)")
    assert set(shown) == names
    uses = "[...document.querySelectorAll('use')].map((use) => use.getAttribute('href').slice(1))"
    assert set(page.evaluate(uses)) <= names


#: How different two kinds are at least: the mean difference of lightness over a tile of 28 px.
DIFFERENT = 0.07


def test_no_tile_is_mistaken_for_another_at_28_px_in_grey(open_page: OpenPage) -> None:
    page = open_page("/")
    page.wait_for_selector("symbol", state="attached")
    names = page.evaluate(
        """() => {
          const names = [...document.querySelectorAll('symbol[id^=tile-]')].map((symbol) => symbol.id)
          const tile = (name) => `<svg width="28" height="28" viewBox="0 0 64 64"><use href="#${name}" /></svg>`
          document.querySelector('#app > *:not(.sprite)').remove()
          document.body.insertAdjacentHTML('afterbegin', `<div id="sheet">${names.map(tile).join('')}</div>`)
          document.querySelector('#sheet').style.cssText =
            'display: grid; grid-template-columns: repeat(8, 28px); width: 224px; filter: grayscale(1)'
          return names
        }"""
    )
    sheet = greyscale(page, page.locator("#sheet").screenshot())
    tiles = {}
    for place, name in enumerate(names):
        row, column = divmod(place, 8)
        tiles[name] = sheet[row * 28 : row * 28 + 28, column * 28 : column * 28 + 28]
    alike = {
        (one, other): round(float(np.abs(tiles[one] - tiles[other]).mean()), 3)
        for one, other in combinations(names, 2)
        # All Gods are worth the same.
        if not (one.startswith("tile-god-") and other.startswith("tile-god-"))
    }
    assert {pair: far for pair, far in alike.items() if far < DIFFERENT} == {}


def test_letters_stand_on_small_tiles_only_and_no_two_kinds_share_one(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra/z-man")
    for edition in EDITIONS:
        page.goto(f"/#/rules/ra/{edition}")
        page.wait_for_selector(".tiles .drawn")
        marks = page.locator(".tiles .mark text").all_text_contents()
        assert len(marks) == 23
        assert len(set(marks)) == 23, edition
    one = page.locator(".tiles .drawn").first
    resize = "(tile, size) => (tile.style.width = tile.style.height = `${size}px`)"
    one.evaluate(resize, 39)
    one.locator(".mark").wait_for(state="visible")
    one.evaluate(resize, 40)
    one.locator(".mark").wait_for(state="hidden")
