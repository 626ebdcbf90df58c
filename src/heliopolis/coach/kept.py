"""Reviews that are kept while they are made, so that one that was left goes on where it was.

A file a review, named by its key: what it follows from. Each step is a line.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from heliopolis.coach.analysis import Progress, Step, key_of, review
from heliopolis.coach.judge import Depth
from heliopolis.compiled import caches
from heliopolis.table.match import Match

#: So many reviews are kept; then the oldest go.
MOST: Final = 200


def folder() -> Path:
    """Find the folder of reviews, in the cache: whatever is in it can be made again."""
    return caches() / "reviews"


def known_steps(path: Path) -> dict[int, Step]:
    """Read the steps that were kept; a line that was cut off, or is none, is looked at again."""
    steps: dict[int, Step] = {}
    with contextlib.suppress(OSError):
        for line in path.read_bytes().splitlines():
            with contextlib.suppress(msgspec.DecodeError):
                step = msgspec.json.decode(line, type=Step)
                steps[step.line] = step
    return steps


def ends_whole(path: Path) -> bool:
    """Tell whether the last line was written to its end."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        return file.read() in (b"", b"\n")


def review_kept(match: Match, depth: Depth | None = None, where: Path | None = None) -> Iterator[Progress]:
    """Review a match, and keep every step; what was kept before is not looked at again.

    Steps that were known come at once, as one.
    """
    depth = depth or Depth()
    path = (where or folder()) / f"{key_of(match, depth)}.jsonl"
    known = known_steps(path)
    if len(known) == len(match) and known:
        known.pop(max(known))  # the last step comes with the review
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        forget_oldest(path.parent)
        file = path.open("ab")
    except OSError:  # nothing can be kept: then it is made anew each time
        yield from review(match, depth, known)
        return
    with file:
        if not ends_whole(path):
            file.write(b"\n")  # else the first new step would be lost with the line that was cut off
        for progress in review(match, depth, known):
            file.write(msgspec.json.encode(progress.step) + b"\n")
            file.flush()
            yield progress


def forget_oldest(reviews: Path) -> None:
    """Remove the oldest reviews, where there are too many."""
    found = sorted(reviews.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
    for path in found[: max(0, len(found) - MOST)]:
        path.unlink(missing_ok=True)
