"""QR codes, as the path of an SVG."""

from __future__ import annotations

from itertools import groupby

import segno

from heliopolis.server.messages.seats import QrCode


def draw(text: str) -> QrCode:
    """Draw a text as a QR code that is still read where a sixth of it cannot be seen."""
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix]
    return QrCode(len(rows), "".join(bar for y, row in enumerate(rows) for bar in bars(row, y)))


def bars(row: list[int], y: int) -> list[str]:
    """Write the dark modules of a row as bars: few of them, since neighbours are one.

    >>> bars([1, 1, 0, 1], 2)
    ['M0 2h2v1h-2z', 'M3 2h1v1h-1z']
    """
    found, x = [], 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            found.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return found
