"""Pictures of a table, made of the drawings in `art.svg`, without a browser and without fonts."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from heliopolis.errors import SetupError
from heliopolis.extras import require

#: Where all drawings are: in the installed package and in the repository.
PLACES: Final = (
    Path(__file__).parent / "art.svg",
    Path(__file__).parents[3] / "web" / "src" / "art" / "art.svg",
)
SVG: Final = "{http://www.w3.org/2000/svg}"

#: Seats have the colours of Okabe and Ito, as in the browser, each with an emblem of its own.
SEATS: Final = (
    ("blue", "#0072b2"),
    ("vermilion", "#d55e00"),
    ("green", "#009e73"),
    ("purple", "#cc79a7"),
    ("sky", "#56b4e9"),
)
GROUND: Final = "#f4e9cf"
PANEL: Final = "#fcf6e6"
LINE: Final = "#d8bf8f"
INK: Final = "#1d1b19"
QUIET: Final = "#665535"
GOLD: Final = "#f7cf68"
GOLD_EDGE: Final = "#b5760f"
RED: Final = "#b8402c"

#: Signs as strokes in a box of 6 by 10.
STROKES: Final = {
    "0": "M1 0H5V10H1Z",
    "1": "M1.5 2L3.5 0V10",
    "2": "M0.500 0H5V5H1V10H5.500",
    "3": "M0.500 0H5V10H0.500M1.500 5H5",
    "4": "M1 0V5.500H5.500M4.500 2V10",
    "5": "M5.500 0H1V4.500H5V10H0.500",
    "6": "M5 0H1V10H5V5H1",
    "7": "M0.500 0H5L2.500 10",
    "8": "M1 0H5V10H1ZM1 5H5",
    "9": "M1 10H5V0H1V5H5",
    "-": "M1 5H5",
    "×": "M1 3L5 8M5 3L1 8",
    "/": "M5 0L1 10",
}
ADVANCE: Final = 7.2


@cache
def symbols() -> dict[str, ElementTree.Element]:
    """Read all drawings, by name."""
    place = next((place for place in PLACES if place.is_file()), None)
    if place is None:
        raise SetupError(f"the drawings are missing: expected {PLACES[0]}")
    root = ElementTree.fromstring(place.read_text(encoding="utf-8"))
    return {part.attrib["id"]: part for part in root if "id" in part.attrib}


def patterns() -> str:
    """Write the patterns of the dice."""
    return "".join(_text(part) for part in symbols().values() if part.tag == f"{SVG}pattern")


def tile(kind: str, x: float, y: float, size: float) -> str:
    """Draw a tile by its name in R1."""
    return drawing(f"tile-{kind.lower().replace(' ', '-')}", x, y, size)


def drawing(name: str, x: float, y: float, size: float, colour: str = INK, second: str = GOLD_EDGE) -> str:
    """Place a drawing; one with colours of its own keeps them."""
    part = symbols()[name]
    second = part.attrib.get("style", f"--second: {second}").partition(":")[2].strip(" ;")
    inner = "".join(_inlined(part))
    inner = inner.replace("currentColor", part.attrib.get("color", colour)).replace("var(--second)", second)
    _, _, width, height = part.attrib["viewBox"].split()
    tall = size * float(height) / float(width)
    return f'<svg x="{x}" y="{y}" width="{size}" height="{tall}" viewBox="{part.attrib["viewBox"]}">{inner}</svg>'


def _inlined(part: ElementTree.Element) -> Iterator[str]:
    """Write the parts of a drawing, with others that it uses in their places."""
    for child in part:
        if child.tag == f"{SVG}use":
            yield from _inlined(symbols()[child.attrib["href"].removeprefix("#")])
        else:
            yield _text(child)


def _text(part: ElementTree.Element) -> str:
    return re.sub(r"(</?)ns\d+:|\sxmlns:ns\d+=\"[^\"]*\"", r"\1", ElementTree.tostring(part, encoding="unicode"))


def number(said: object, x: float, y: float, height: float, colour: str = INK, *, centred: bool = False) -> str:
    """Write a number in strokes."""
    scale = height / 10
    signs = str(said)
    if centred:
        x -= (len(signs) * ADVANCE - 1.2) * scale / 2
    return "".join(
        f'<path d="{STROKES[sign]}" transform="translate({x + place * ADVANCE * scale} {y}) scale({scale})" '
        f'fill="none" stroke="{colour}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"/>'
        for place, sign in enumerate(signs)
    )


def sun(value: int, x: float, y: float, size: float, *, down: bool = False) -> str:
    """Draw a sun disk."""
    rim, face, ink = ("#bda877", "#e2d2ad", QUIET) if down else (GOLD_EDGE, GOLD, "#3d2703")
    middle_x, middle_y = x + size / 2, y + size / 2
    return (
        f'<circle cx="{middle_x}" cy="{middle_y}" r="{size * 0.46}" fill="{rim}"/>'
        f'<circle cx="{middle_x}" cy="{middle_y}" r="{size * 0.38}" fill="{face}"/>'
        + number(value, middle_x, y + size * 0.3, size * 0.4, ink, centred=True)
    )


def box(
    x: float, y: float, width: float, height: float, fill: str = PANEL, edge: str = LINE, stroke: float = 1.5
) -> str:
    """Draw a panel."""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="8" fill="{fill}" '
        f'stroke="{edge}" stroke-width="{stroke}"/>'
    )


def emblem(seat: int, x: float, y: float, size: float) -> str:
    """Draw the emblem of a seat."""
    name, colour = SEATS[seat]
    return drawing(f"emblem-{name}", x, y, size, colour)


def rasterise(parts: Sequence[str], width: int, height: int) -> NDArray[np.uint8]:
    """Turn drawings into a picture: height × width × 3."""
    resvg, images = require("resvg_py", "envs"), require("PIL.Image", "envs")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
        f'<defs>{patterns()}</defs><rect width="{width}" height="{height}" fill="{GROUND}"/>{"".join(parts)}</svg>'
    )
    png = bytes(resvg.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
    return np.array(images.open(io.BytesIO(png)).convert("RGB"), np.uint8)
