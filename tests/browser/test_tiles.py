"""Tiles, players' tiles and rivals' panels of Ra, as they are seen in a real browser."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import numpy as np
import pytest

from heliopolis.games.ra.editions import EDITIONS
from tests.browser.player import look
from tests.browser.screens import SIZES
from tests.chromium import BASE64
from tests.server.driver import Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]

ART = Path(__file__).parents[2] / "web" / "src" / "art" / "art.svg"

#: A picture, as the browser itself reads it: red, green, blue and opacity of every pixel.
READ = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const paper = canvas.getContext('2d')
  paper.drawImage(bitmap, 0, 0)
  const { data } = paper.getImageData(0, 0, bitmap.width, bitmap.height)
  return { pixels: await BASE64(data), width: bitmap.width, height: bitmap.height }
}""".replace("BASE64", f"({BASE64})")


def greyscale(page: Page, picture: bytes) -> np.ndarray[Any, Any]:
    """Say how light every pixel of a picture is, 0 to 1."""
    seen = page.evaluate(READ, base64.b64encode(picture).decode())
    pixels = np.frombuffer(base64.b64decode(seen["pixels"]), np.uint8).reshape(seen["height"], seen["width"], 4)
    return np.asarray(pixels[..., :3] @ np.array([0.2126, 0.7152, 0.0722]) / 255)


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
        (one, other): round(float(np.abs(tiles[one] - tiles[other]).mean()), 3) for one, other in combinations(names, 2)
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
    # Where it is too small to be read, it would only cover the drawing.
    for size, seen in ((39, True), (40, False), (24, True), (23, False)):
        one.evaluate(resize, size)
        one.locator(".mark").wait_for(state="visible" if seen else "hidden")


class Play:
    """A match in which people draw themselves, so that a test decides what comes."""

    def __init__(self, server: Server, *seats: str) -> None:
        self.keys = server.create(*seats, draws="table")
        self.screen = server.sit(self.keys)

    def __enter__(self) -> Play:
        return self

    def __exit__(self, *_: object) -> None:
        self.screen.socket.close()

    def say(self, word: str) -> None:
        choice = self.screen.moves()
        assert choice is not None
        assert word in choice[1], (word, choice)
        assert self.screen.move(word, choice[0])["type"] == "accepted"

    def lay(self, *tiles: str) -> None:
        """Draw these tiles, whoever's turn it is."""
        for tile in tiles:
            self.say("draw")
            self.say(f"tile {tile}")

    def bid(self, winner: int | None, until: int | None = None) -> None:
        """Let one seat bid what it can, and all others pass, until it is the turn of `until` to bid."""
        while True:
            choice = self.screen.moves()
            assert choice is not None
            seat, words = choice
            bids = [word for word in words if word.startswith("bid")]
            if seat == until or not (bids or "pass" in words):
                return
            self.say(bids[0] if seat == winner or "pass" not in words else "pass")

    def win(self, winner: int, *tiles: str) -> None:
        """Let one seat win these tiles."""
        self.lay(*tiles)
        self.say("invoke")
        self.bid(winner)

    def open(self, open_page: OpenPage, size: tuple[int, int] = (1280, 720), **options: Any) -> Page:
        page = open_page("/", viewport={"width": size[0], "height": size[1]}, **options)
        page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([self.keys]))
        page.goto(f"/#/table/{self.keys['table']}")
        look(page)
        return page


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=list(size))


#: Every kind that a player can keep, in the rulebook's order, in three lots.
RIVER = ("God", "Gold", "Pharaoh", "Nile", "Flood")
CIVILIZATIONS = ("Art", "Agriculture", "Religion", "Astronomy", "Writing")
MONUMENTS = ("Fortress", "Obelisk", "Palace", "Pyramid", "Sphinx", "Statues", "Step Pyramid", "Temple")
KEPT = (*RIVER, *CIVILIZATIONS, *MONUMENTS)


#: The kinds as they are read, from left to right and from top to bottom.
ORDER = """(panel) => {
  const drawn = [...panel.querySelectorAll('.place')].map((place) => {
    const { left, top } = place.getBoundingClientRect()
    const name = place.querySelector('use').getAttribute('href').replace(/#(tile|art)-/, '').replace(/-\\d$/, '')
    return { name, left, top }
  })
  return drawn.sort((a, b) => a.top - b.top || a.left - b.left).map(({ name }) => name)
}"""

#: What sticks out of a panel, or is smaller than it should be.
CROPPED = """(panel) => {
  const room = panel.getBoundingClientRect()
  return [...panel.querySelectorAll('.tile, .up, .down, h2, .points, .said, .statue')].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    return one.checkVisibility() && (left < room.left || right > room.right || top < room.top || bottom > room.bottom ||
      (one.matches('.said') && (one.scrollWidth > one.clientWidth || one.clientHeight > 26)) ||
      (one.matches('.tile') && right - left < 32))
  }).map((one) => one.className + one.textContent)
}"""


def test_five_players_see_each_others_tiles_whole_and_in_one_order(open_page: OpenPage, server: Server) -> None:
    with Play(server, "Ann", "Bert", "Cleo", "Dora", "Emil") as play:
        for seat in range(1, 5):
            play.win(seat, *RIVER)
            play.win(seat, *CIVILIZATIONS)
            if seat < 4:
                play.win(seat, *MONUMENTS)
        play.lay("Gold", "Nile", "Nile")
        page = play.open(open_page)
        order = [name.lower().replace(" ", "-") for name in KEPT]
        panels = page.locator(".rival, .me .held").all()
        assert len(panels) == 5
        for panel in panels:
            assert panel.evaluate(ORDER) == order
        # Three are out, one can still bid: everything has its place.
        for rival in page.locator(".rival").all():
            assert rival.evaluate(CROPPED) == []
        play.say("invoke")
        page.wait_for_selector(".board.auction")
        assert page.locator(".rival .statue").count() + page.locator(".me .statue").count() == 1
        for rival in page.locator(".rival").all():
            assert rival.evaluate(CROPPED) == []
        # A big screen shows them bigger.
        resize(page, (2560, 1440))
        assert all(rival.evaluate(CROPPED) == [] for rival in page.locator(".rival").all())
        for shown in (".rival .tile", ".rival .up"):
            box = page.locator(shown).first.bounding_box()
            assert box is not None
            assert box["width"] > 44
        # Narrow: a rival is a chip, and opens with all that they have.
        resize(page, (360, 640))
        page.click(".rival:has(.tile [href='#tile-temple']) .open >> nth=0")
        opened = page.locator("dialog[open] .area")
        assert opened.locator(".tile").count() == len(KEPT)
        assert opened.evaluate(ORDER) == order
        edge = page.locator("dialog[open]").bounding_box()
        assert edge is not None
        for tile in opened.locator(".tile").all():
            place = tile.bounding_box()
            assert place is not None
            assert place["x"] + place["width"] <= edge["x"] + edge["width"] - 8


#: Pairs of things that cover each other.
COVERED = """([of, others]) => {
  const boxes = [...document.querySelectorAll(of)].map((one) => [one, one.getBoundingClientRect()])
  const found = []
  for (const [one, box] of boxes)
    for (const other of document.querySelectorAll(others)) {
      const next = other.getBoundingClientRect()
      if (one !== other && box.width && next.width && box.left < next.right && next.left < box.right &&
          box.top < next.bottom && next.top < box.bottom)
        found.push([one.textContent, other.textContent])
    }
  return found
}"""


#: How high the names and suns of all rivals lie.
HEIGHTS = """() => [...document.querySelectorAll('.rival .up, .rival .down, .rival h2')]
  .map((one) => one.getBoundingClientRect().y)"""


#: What of a chip does not begin or end at its edges, and whether the way to the log lies at an edge.
LOOSE = """() => {
  const box = (one) => one.getBoundingClientRect()
  const me = document.querySelector('.me')
  const found = box(me).right - box(me.querySelector('header button')).right > 12 ? ['Log'] : []
  for (const rival of document.querySelectorAll('.rival')) {
    const lines = ['header', '.suns', 'ul[aria-label=Sets]'].map((name) => rival.querySelector(name))
    const [begins] = lines.map((line) => box(line).left)
    const ends = box(rival.querySelector('.points')).right
    if (lines.some((line) => Math.abs(box(line).left - begins) > 1)) found.push('begins')
    if (Math.abs(box(rival.querySelector('[aria-label=Sets] li:last-child')).right - ends) > 1) found.push('ends')
  }
  return found
}"""


#: What is said of rivals far from the suns it belongs to, where both are in one line of a card.
AFAR = """() => [...document.querySelectorAll('.rival .tells')].filter((one) => {
  const [said, suns] = [one, one.previousElementSibling].map((part) => part.getBoundingClientRect())
  return said.top < suns.bottom && said.left - suns.right > 80
}).map((one) => one.innerText)"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_is_said_of_a_rival_covers_and_pushes_nothing(open_page: OpenPage, server: Server, players: int) -> None:
    names = ("Ann", "Bartholomew", "Cleo", "Dora", "Emil")[:players]
    with Play(server, *names) as play:
        mine = {**play.keys, "seats": play.keys["seats"][:1]}
        play.lay("Gold", "Nile")
        page = play.open(open_page, (360, 640))
        # On a screen of my own: everyone else is a rival.
        page.evaluate("keys => localStorage.setItem('heliopolis.tables', keys)", json.dumps([mine]))
        page.reload()
        page.wait_for_selector(".rival")
        before = page.evaluate(HEIGHTS)
        assert page.locator(".rival .worth").count() == players - 1
        assert page.evaluate(COVERED, [".said", ".up, .down, header, .rival ul[aria-label=Sets]"]) == []
        # A phone held either way: everything has an edge to lie at, and the statue does not stand on the sun.
        for size in ((740, 360), (360, 640)):
            resize(page, size)
            assert page.evaluate(LOOSE) == [], size
            assert page.evaluate(COVERED, ["[data-stand]", "[data-centre], .track, [data-space]"]) == [], size
        # All but the last have passed.
        play.say("invoke")
        auction = play.screen.last["views"][0]["view"]["board"]["auction"]
        play.bid(None, until=auction["ra_player"])
        passed = players - 1 if auction["ra_player"] == 0 else players - 2
        page.wait_for_function("passed => document.querySelectorAll('.rival .pass').length === passed", arg=passed)
        for size in ((360, 640), (740, 360), (768, 1024), (1280, 720)):
            resize(page, size)
            # A pass is a pill, on the board and with the player.
            passes = page.locator(".said.pass").all()
            assert all(one.evaluate("(one) => getComputedStyle(one).borderStyle") == "dashed" for one in passes)
            assert len(page.locator(".rival .said.pass:visible").all()) == passed
            assert page.evaluate(COVERED, [".said", ".well, .rival .statue, .me .statue, .me .suns"]) == [], size
            assert size[1] <= 640 or page.evaluate(AFAR) == [], size
            assert page.evaluate(COVERED, [".said, .rival .statue", ".up, .down, h2, .points, .rival .tile"]) == [], (
                size
            )
            assert all(rival.evaluate(CROPPED) == [] for rival in page.locator(".rival:has(.statue)").all()), size
        resize(page, (360, 640))
        assert page.evaluate(HEIGHTS) == before
        # A name that is cut is told whole by a tap.
        page.click(".rival[data-seat='1'] .open")
        page.wait_for_selector("dialog h2:text-is('Bartholomew')")


EMPTY = "[...document.querySelectorAll('.place:has(.mark)')].map((place) => place.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_empty_place_is_a_whisper_for_every_kind_alike(open_page: OpenPage, server: Server, theme: str) -> None:
    with Play(server, "Ann", "Bert", "Cleo") as play:
        page = play.open(open_page, color_scheme=theme)
        seen = greyscale(page, page.screenshot())
        found = []
        for box in page.evaluate(EMPTY):
            left, top, size = round(box["x"]), round(box["y"]), round(box["width"])
            ghost = seen[top : top + size, left : left + size]
            found.append(float(np.abs(ghost - np.median(ghost[[0, -1]])).max()))
        assert len(found) == 3 * len(KEPT)
        assert min(found) > 0.03
        assert max(found) < 0.1
        assert max(found) - min(found) < 0.02
        assert set(
            page.locator(".place").evaluate_all("all => all.map((one) => getComputedStyle(one).borderStyle)")
        ) == {"none"}


#: Things to choose whose glow reaches the next one.
GLOWING = """() => {
  const glow = [...document.querySelectorAll('.choose')].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const rings = getComputedStyle(one).boxShadow.match(/0px 0px 0px [\\d.]+px/g)
    const spread = Math.max(...rings.map((ring) => parseFloat(ring.slice(12))))
    return { left: left - spread, right: right + spread, top: top - spread, bottom: bottom + spread, spread }
  })
  return glow.filter((one) => one.spread < 2 || glow.some((other) => one !== other && one.left < other.right &&
    other.left < one.right && one.top < other.bottom && other.top < one.bottom)).length
}"""


#: Marks that cover the middle of their place.
MARKED = """() => [...document.querySelectorAll('.crown')].filter((crown) => {
  const [mark, place] = [crown, crown.closest('.place')].map((one) => one.getBoundingClientRect())
  return mark.right > (place.left + place.right) / 2 || mark.top < (place.top + place.bottom) / 2
}).length"""


def test_keys_counts_and_glow_of_tiles_to_give_up_are_apart(open_page: OpenPage, server: Server) -> None:
    with Play(server, "Ann", "Bert", "Cleo") as play:
        play.win(0, *MONUMENTS)
        play.win(0, *MONUMENTS[:5], "Pharaoh", "Pharaoh")
        play.win(0, "Earthquake", "Nile")
        page = play.open(open_page)
        assert page.locator(".me .choose").count() == len(MONUMENTS)
        assert page.locator(".me .choose kbd").all_text_contents() == [str(key) for key in range(1, 9)]
        assert page.locator(".me .count").count() == 6
        for size in SIZES:
            resize(page, size)
            assert page.evaluate(COVERED, [".me kbd.key", ".me .count, .me .crown, .me .drawn"]) == [], size
            assert page.evaluate(GLOWING) == 0, size
        # Who has fewest Pharaohs has a mark at the edge of their place, not over its drawing.
        assert page.locator(".crown.fewest").count() == 2
        assert page.evaluate(MARKED) == 0
        page.keyboard.press("3")
        page.wait_for_selector(".me .place:nth-child(3):not(.stack) [data-discard=Palace]")


#: Remembers who loses what before our eyes.
WATCH = """() => {
  window.cracks = new Set()
  const look = () => {
    for (const crack of document.querySelectorAll('.crack')) {
      const tile = crack.closest('.place').querySelector('use').getAttribute('href')
      window.cracks.add(`${crack.closest('[data-seat]')?.dataset.seat} ${tile}`)
    }
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}"""
CRACKS = "() => [...window.cracks]"
SHOWN = "lines => document.querySelector('[data-lines]')?.dataset.lines === String(lines)"


def test_tiles_crack_when_a_disaster_takes_them_and_never_else(
    open_page: OpenPage, server: Server, tmp_path: Path
) -> None:
    with Play(server, "Ann", "Bert", "Cleo") as play:
        play.win(0, "Pharaoh", "Pharaoh", "Nile", "Sphinx")
        play.win(1, "Gold", "Gold")
        page = play.open(open_page, moving=True)
        page.evaluate(WATCH)

        def shown() -> None:
            page.wait_for_function(SHOWN, arg=play.screen.last["views"][0]["view"]["lines"])

        # The screen goes round from one player to the next: nobody has lost anything.
        seats = set()
        for tile in ("Art", "Writing", "Nile"):
            play.lay(tile)
            shown()
            seats.add(page.locator(".me[data-seat]").get_attribute("data-seat"))
        assert len(seats) == 3
        assert page.evaluate(CRACKS) == []
        play.win(0, "Funeral")
        shown()
        page.wait_for_function("() => window.cracks.size")
        assert page.evaluate(CRACKS) == ["0 #tile-pharaoh"]
        play.lay("Temple")
        token = play.keys["seats"][0]["token"]
        record = tmp_path / "evening.ra"
        record.write_text(server.get(f"/api/tables/{play.keys['table']}/record", token), encoding="utf-8")

    page.goto("/#/replay")
    page.set_input_files("input[type=file]", record)
    page.wait_for_selector("output")
    last = int(page.locator("output").inner_text().split("/")[1])

    def go(key: str, line: int) -> list[str]:
        page.keyboard.press(key)
        page.wait_for_function(SHOWN, arg=line)
        # Whatever cracks has begun to in the next frame.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found: list[str] = page.evaluate(CRACKS)
        page.evaluate("() => window.cracks.clear()")
        return found

    page.evaluate(WATCH)
    assert go("End", last) == []
    # A tile and its draw are one step; before them lies the bid that brought the disaster.
    assert go("ArrowLeft", last - 2) == []
    assert go("ArrowLeft", last - 3) == []
    assert go("ArrowRight", last - 2) == ["0 #tile-pharaoh"]
    assert go("Home", 0) == []
    assert go("End", last) == []
