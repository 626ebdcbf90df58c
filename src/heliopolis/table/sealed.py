"""The sealed bag: chance that nobody at the table can choose or foresee, and that anyone can check afterwards.

A match has a secret seed of 128 bits. Its hash is shown from the first move; the seed itself when the match is over.
All chance follows from the seed:

    ticket(label, n, limit) = SHA-256(seed, 16 bytes big-endian | label, ASCII | n, 8 bytes big-endian) mod limit

as a big-endian number of 256 bits: a limit below a thousand favours no ticket by more than one part in 2**246. The
opening is ticket("opening", 0, number of openings). The n-th chance of the match (the first is 0) draws
ticket("chance", n, weight of all outcomes). For a bag that means: line up the tiles that are left in the order in which
the rules name them, and draw the one at that place. So the order of the whole bag is a shuffle that follows from the
seed alone, the same on every machine, whatever the players do.
"""

from __future__ import annotations

import hashlib
import secrets

from heliopolis.errors import RecordError, SetupError

SEED_BITS = 128


def new_seed() -> int:
    """Draw a seed that nobody knows."""
    return secrets.randbits(SEED_BITS)


def check_seed(seed: object) -> int:
    """Accept a seed that was given."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**SEED_BITS:
        raise SetupError(f"seed {seed!r} is not a whole number from 0 to 2**{SEED_BITS} - 1")
    return seed


def seed_hash(seed: int) -> str:
    """Commit to a seed without showing it."""
    return hashlib.sha256(b"heliopolis seed" + _bytes(seed)).hexdigest()


def ticket(seed: int, label: str, number: int, limit: int) -> int:
    """Draw one of 0 .. limit - 1.

    >>> ticket(7, "chance", 0, 180)                 # of 180 tiles in the order of R1, number 96 is a Flood
    96
    """
    digest = hashlib.sha256(_bytes(seed) + label.encode("ascii") + number.to_bytes(8, "big")).digest()
    return int.from_bytes(digest, "big") % limit


def write_seed(seed: int) -> str:
    """Write a seed as the record does."""
    return f"{seed:032x}"


def read_seed(text: str) -> int:
    """Read a seed of a record."""
    if len(text) != SEED_BITS // 4 or set(text) - set("0123456789abcdef"):
        raise RecordError(f"{text!r} is not a seed: expected 32 digits 0-9 a-f")
    return int(text, 16)


def _bytes(seed: int) -> bytes:
    return seed.to_bytes(SEED_BITS // 8, "big")
