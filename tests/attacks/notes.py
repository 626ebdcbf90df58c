"""What honest people note: how long they waited, and what failed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

#: While people settle, what they wait for is not counted, but what fails is.
SETTLING, ALONE, BESIDE = "settling", "alone", "beside"


class Notes:
    """Waiting times in seconds by phase and kind, and failures by phase."""

    def __init__(self) -> None:
        self.phase = SETTLING
        self.times: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        self.failures: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.found, self.missing = 0, 0

    def waited(self, kind: str, seconds: float, phase: str) -> None:
        """Note a waiting time, in the phase in which it began."""
        self.times[phase, kind].append(seconds)

    def fail(self, what: str) -> None:
        """Note a failure."""
        self.failures[self.phase][what[:200]] += 1

    def checked(self, there: bool) -> None:
        """Note whether something that was acknowledged is there."""
        self.found += there
        self.missing += not there

    def report(self) -> dict[str, Any]:
        """Sum up."""
        phases = {phase for phase, _ in self.times} | set(self.failures)
        return {
            "phases": {
                phase: {
                    "moves": summary(self.times[phase, "moves"]),
                    "visits": summary(self.times[phase, "visits"]),
                    "failures": dict(self.failures[phase]),
                }
                for phase in phases
            },
            "found": self.found,
            "missing": self.missing,
        }


def summary(seconds: Sequence[float]) -> dict[str, float]:
    """Count, and tell the median, the 99th percentile and the longest, in milliseconds."""
    ordered = sorted(seconds)
    if not ordered:
        return {"count": 0}
    return {
        "count": len(ordered),
        "p50": round(1000 * ordered[len(ordered) // 2], 1),
        "p99": round(1000 * ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 1),
        "max": round(1000 * ordered[-1], 1),
    }
