"""Random numbers for compiled code: SplitMix64, whose whole state is one number that the caller keeps.

A caller adds STRIDE to its number for each draw and asks `below`. Nothing is stored in between, so that a loop holds
its number in a register.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from heliopolis.compiled import inlined

STRIDE: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
_27: Final = np.uint64(27)
_30: Final = np.uint64(30)
_31: Final = np.uint64(31)
_32: Final = np.uint64(32)


@inlined
def mixed(number: np.uint64) -> np.uint64:
    """Turn a number into another that looks unrelated: the same one each time."""
    number = (number ^ (number >> _30)) * _MIX_1
    number = (number ^ (number >> _27)) * _MIX_2
    return number ^ (number >> _31)


@inlined
def below(number: np.uint64, limit: int) -> int:
    """Turn a number into one of 0 .. limit - 1, as good as equally likely for limits far below 2**32."""
    return np.int64(((mixed(number) >> _32) * np.uint64(limit)) >> _32)  # type: ignore[return-value]
