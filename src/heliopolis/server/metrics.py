"""Figures for whoever runs a server, in the text format that Prometheus reads."""

from __future__ import annotations

import threading
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

#: The upper bounds of times, in seconds.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Labels = Mapping[str, str]


class Counter:
    """Something that is counted, by label."""

    kind = "counter"

    def __init__(self, name: str, meaning: str, label: str = "") -> None:
        self.name, self.meaning, self._label = name, meaning, label
        self._counts: dict[str, int] = {}

    def count(self, label: str = "") -> None:
        """Count one more. A label is one of a few words: whatever strangers say is none."""
        self._counts[label] = self._counts.get(label, 0) + 1

    def lines(self) -> Iterator[str]:
        """Write what was counted."""
        for label, count in sorted(self._counts.items()) or ([("", 0)] if not self._label else []):
            yield f"{self.name}{_labels({self._label: label} if self._label else {})} {count}"


class Histogram:
    """Times, by label: how many were at most so long."""

    kind = "histogram"

    def __init__(self, name: str, meaning: str, label: str = "") -> None:
        self.name, self.meaning, self._label = name, meaning, label
        self._counts: dict[str, list[int]] = {}
        self._sums: dict[str, float] = {}
        self._lock = threading.Lock()

    def note(self, seconds: float, label: str = "") -> None:
        """Note a time, from any thread."""
        with self._lock:
            counts = self._counts.setdefault(label, [0] * (len(BOUNDS) + 1))
            counts[bisect_left(BOUNDS, seconds)] += 1
            self._sums[label] = self._sums.get(label, 0.0) + seconds

    @contextmanager
    def timed(self, label: str = "") -> Iterator[None]:
        """Note how long something takes, also where it fails."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.note(time.perf_counter() - began, label)

    def lines(self) -> Iterator[str]:
        """Write the times, as sums from the shortest on."""
        with self._lock:
            found = [(label, list(counts), self._sums[label]) for label, counts in sorted(self._counts.items())]
        for label, counts, seconds in found:
            labels = {self._label: label} if self._label else {}
            total = 0
            for bound, count in zip((*map(str, BOUNDS), "+Inf"), counts, strict=True):
                total += count
                yield f"{self.name}_bucket{_labels({**labels, 'le': bound})} {total}"
            yield f"{self.name}_sum{_labels(labels)} {seconds:.6f}"
            yield f"{self.name}_count{_labels(labels)} {total}"


class Gauge:
    """Something that is looked up when it is asked for."""

    kind = "gauge"

    def __init__(self, name: str, meaning: str, look: Callable[[], Mapping[str, float]], label: str = "") -> None:
        self.name, self.meaning, self._look, self._label = name, meaning, look, label

    def lines(self) -> Iterator[str]:
        """Write what is found."""
        for label, found in self._look().items():
            yield f"{self.name}{_labels({self._label: label} if self._label else {})} {found:g}"


class Metrics:
    """What this process has done since it began."""

    def __init__(self) -> None:
        self.moves = Counter("heliopolis_moves_total", "Moves that were kept, by who made them.", "by")
        self.move_seconds = Histogram(
            "heliopolis_move_seconds", "How long people waited until a move was kept or refused.", "answer"
        )
        self.requests = Counter("heliopolis_requests_total", "Requests, by their status.", "status")
        self.request_seconds = Histogram("heliopolis_request_seconds", "How long requests took, refusals aside.")
        self.storage_seconds = Histogram("heliopolis_storage_seconds", "How long the database took.", "way")
        self.thinking_seconds = Histogram("heliopolis_thinking_seconds", "How long was thought, by desk.", "desk")
        self._all: list[Counter | Histogram | Gauge] = [
            *(self.moves, self.move_seconds, self.requests, self.request_seconds),
            *(self.storage_seconds, self.thinking_seconds),
        ]

    def add(self, gauge: Gauge) -> None:
        """Show something more."""
        self._all.append(gauge)

    def text(self) -> str:
        """Write all of it."""
        lines: list[str] = []
        for one in self._all:
            lines += [f"# HELP {one.name} {one.meaning}", f"# TYPE {one.name} {one.kind}", *one.lines()]
        return "\n".join(lines) + "\n"


#: All that this process counts.
METRICS = Metrics()


def _labels(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels.items()) + "}" if labels else ""
