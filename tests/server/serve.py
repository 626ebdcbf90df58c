"""Start a server as `heliopolis serve` does, with limits that a test chooses: python -m tests.server.serve JSON [SEED].

With a seed every table that is made has the same chance in it, and the same bots.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path
from unittest.mock import patch

import msgspec

from heliopolis.server.app import serve
from heliopolis.server.settings import Settings
from heliopolis.table.sealed import SEED_BITS
from heliopolis.warm import warm


def fix_chance(seed: str) -> None:
    """Give every table the same chance: what bots leave to it follows from there, too."""
    patch("heliopolis.server.house.new_seed", lambda: random.Random(seed).getrandbits(SEED_BITS)).start()


def move_clock(file: Path) -> None:
    """Let clocks go by a time that is so many milliseconds ahead as a file says."""
    patch(
        "heliopolis.server.pulse.wall_clock", lambda: time.time_ns() // 1_000_000 + int(file.read_text() or 0)
    ).start()


if __name__ == "__main__":
    if ahead := os.environ.get("TESTS_AHEAD"):
        move_clock(Path(ahead))
    for seed in sys.argv[2:]:
        fix_chance(seed)
    warm()
    # What a test's first table needs is loaded then: most tests need less, and a second of the processor is a second.
    patch("heliopolis.server.app.rehearse", lambda: None).start()
    settings = msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, value: kind(value))
    serve(settings, lambda line: print(line, flush=True), browser=False)
