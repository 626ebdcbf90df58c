"""Start a server as `heliopolis serve` does, with limits that a test chooses: python -m tests.server.serve JSON [SEED].

With a seed every table that is made has the same chance in it, and the same bots.
"""

from __future__ import annotations

import random
import sys
from types import SimpleNamespace
from unittest.mock import patch

import msgspec

from heliopolis.server.app import serve
from heliopolis.server.settings import Settings
from heliopolis.table.sealed import SEED_BITS
from heliopolis.warm import warm


def fix_chance(seed: str) -> None:
    """Let all chance begin again with each table."""
    numbers = random.Random()

    def new_seed() -> int:
        numbers.seed(seed)
        return numbers.getrandbits(SEED_BITS)

    patch("heliopolis.server.bot_runner.secrets", SimpleNamespace(randbits=numbers.getrandbits)).start()
    patch("heliopolis.server.house.new_seed", new_seed).start()


if __name__ == "__main__":
    for seed in sys.argv[2:]:
        fix_chance(seed)
    warm()
    settings = msgspec.json.decode(sys.argv[1], type=Settings, dec_hook=lambda kind, value: kind(value))
    serve(settings, lambda line: print(line, flush=True), browser=False)
