"""All attacks by name, and the process that carries one out.

    python -m tests.attacks.attackers NAME URL [--seconds N] [--messages N] [--seed N]

It says "ready", waits for a line on its standard input, attacks, and prints what was sent and what came of it as JSON.
The process steps back behind others: an attacker has a machine of its own, and people should wait for the server here,
not for this program.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sys
from collections.abc import Awaitable, Callable
from functools import partial

from tests.attacks import floods, frames, fuzz, holding
from tests.attacks.tally import Tally, for_seconds
from tests.attacks.wire import Site

Attack = Callable[[Site, Tally, float], Awaitable[None]]
FUZZ, REVIEWS = "fuzz", "reviews"
FEW_FILES = "silent-few-files"
POLITENESS = 10

ATTACKS: dict[str, Attack] = {
    "silent": holding.silent,
    "silent-crowd": holding.silent_crowd,
    FEW_FILES: holding.silent_crowd,
    "drip-header": holding.drip_header,
    "drip-body": holding.drip_body,
    "never-read": holding.never_read,
    "half-handshakes": holding.half_handshakes,
    "slow-readers": frames.slow_readers,
    "pings": frames.pings,
    "pongs": frames.pongs,
    "continuations": frames.continuations,
    "fragments": frames.fragments,
    "invalid-text": frames.invalid_text,
    "oversized": frames.oversized,
    "lobbies": floods.lobbies,
    "pages": floods.pages,
    "tables": floods.tables,
    "dice": floods.dice,
    "records": floods.records,
    "hints": floods.hints,
    REVIEWS: floods.reviews,
    "hellos": floods.hellos,
    "undos": floods.undos,
    "watchers": floods.watchers,
    FUZZ: fuzz.fuzz,
}


def carry_out(attack: Attack, site: Site, seconds: float) -> Tally:
    """Attack for so long and no longer."""
    tally = Tally()
    asyncio.run(for_seconds(seconds, attack(site, tally, seconds)))
    return tally


def many_files() -> None:
    """Allow this process as many connections as the system lets it have."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    """Carry out an attack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=list(ATTACKS))
    parser.add_argument("url")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    site, attack = Site.of(given.url), ATTACKS[given.name]
    if given.name == FUZZ:
        attack = partial(fuzz.fuzz, messages=given.messages, seed=given.seed)
    if given.name == REVIEWS:
        attack = partial(floods.reviews, keys=asyncio.run(floods.finished_table(site)))
    many_files()
    os.nice(POLITENESS)
    print("ready", flush=True)
    sys.stdin.readline()
    print(carry_out(attack, site, given.seconds).as_json().decode(), flush=True)


if __name__ == "__main__":
    main()
