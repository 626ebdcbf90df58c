"""Start a server as `heliopolis serve` does, with limits that a test chooses: python -m tests.server.serve JSON [SEED].

With a seed every table that is made has the same chance in it, and the same bots.
"""

from __future__ import annotations

import random
import sys
from unittest.mock import patch

import msgspec

from heliopolis.server.app import serve
from heliopolis.server.settings import Settings
from heliopolis.table.sealed import SEED_BITS
from heliopolis.warm import warm


def fix_chance(seed: str) -> None:
    """Give every table the same chance: what bots leave to it follows from there, too."""
    patch("heliopolis.server.house.new_seed", lambda: random.Random(seed).getrandbits(SEED_BITS)).start()


if __name__ == "__main__":
    for seed in sys.argv[2:]:
        fix_chance(seed)
    warm()
    # What a test's first table needs is loaded then: most tests need less, and a second of the processor is a second.
    patch("heliopolis.server.app.rehearse", lambda: None).start()
    settings = msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, value: kind(value))
    serve(settings, lambda line: print(line, flush=True), browser=False)
