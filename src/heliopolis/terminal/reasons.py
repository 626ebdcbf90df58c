"""Words for reasons that both games have, and what score sheets of both games say of points."""

from __future__ import annotations

from collections.abc import Sequence

from heliopolis.errors import SetupError, quoted
from heliopolis.facts import Standing

#: Why monuments and suns score nothing yet.
LATER = "scored after epoch 3"

MOST_POINTS = 999
#: A number with more digits than this is more than there is of anything.
MOST_DIGITS = 9


def read_points(item: str) -> int | None:
    """Read the points a player had before: "points 12"; None where it is something else."""
    words = item.lower().split()
    numbers = [word for word in words if word not in ("point", "points")]
    points = read_number(numbers[0]) if len(words) == 2 and len(numbers) == 1 else None  # noqa: PLR2004 - a pair
    if points is not None and points > MOST_POINTS:
        raise SetupError(f"{quoted(item)} are too many, expected at most {MOST_POINTS} points")
    return points


def read_number(text: str) -> int | None:
    """Read a number in plain digits; None where it is something else.

    Python takes no number of thousands of digits. Of one that is too long for anything here its first digits are read:
    they are too many, too.

    >>> read_number("013"), read_number("9" * 5000), read_number("²"), read_number("")
    (13, 9999999999, None, None)
    """
    return int(text.lstrip("0")[: MOST_DIGITS + 1] or "0") if text.isascii() and text.isdigit() else None


def many(count: int, name: str) -> str:
    """Say how many: 1 God, 2 Gods."""
    return f"{count or 'no'} {name}{'' if count == 1 else 's'}"


def listing(names: Sequence[str]) -> str:
    """Say names one after the other: Ann, Ben and Cleo."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def compared(standing: Standing, names: Sequence[str], most: str = "most", fewest: str = "fewest") -> str:
    """Say how a count compares: who has the most and the fewest gets or loses points, all who are tied alike."""
    if standing.place == "equal":
        return "everyone has the same, so nobody gains or loses"
    if standing.place == "between":
        return f"neither the {most} ({standing.most}) nor the {fewest} ({standing.fewest})"
    tied = [names[other] for other in standing.tied]
    return f"the {most if standing.place == 'most' else fewest}" + (f", as {listing(tied)}" if tied else "")
