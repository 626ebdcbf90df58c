"""Words for reasons that both games have, and what score sheets of both games say of points."""

from __future__ import annotations

import re
from collections.abc import Sequence

from heliopolis.errors import SetupError

POINTS = re.compile(r"points?\s+(\d+)|(\d+)\s+points?", re.ASCII | re.IGNORECASE)
MOST_POINTS = 999


def read_points(item: str) -> int | None:
    """Read the points a player had before: "points 12"; None where it is something else."""
    found = POINTS.fullmatch(item.strip())
    if found is None:
        return None
    points = int(found[1] or found[2])
    if points > MOST_POINTS:
        raise SetupError(f"{item!r} are too many, expected at most {MOST_POINTS} points")
    return points


def many(count: int, name: str) -> str:
    """Say how many: 1 God, 2 Gods."""
    return f"{count or 'no'} {name}{'' if count == 1 else 's'}"


def listing(names: Sequence[str]) -> str:
    """Say names one after the other: Ann, Ben and Cleo."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def extremes(counts: Sequence[int], seat: int, names: Sequence[str], most: str = "most", fewest: str = "fewest") -> str:
    """Say how a count compares: who has the most and the fewest gets or loses points, all who are tied alike."""
    high, low = max(counts), min(counts)
    if high == low:
        return "everyone has the same, so nobody gains or loses"
    if counts[seat] not in (high, low):
        return f"neither the {most} ({high}) nor the {fewest} ({low})"
    tied = [names[other] for other in range(len(counts)) if other != seat and counts[other] == counts[seat]]
    return f"the {most if counts[seat] == high else fewest}" + (f", as {listing(tied)}" if tied else "")
