"""Environments for learners: a batched core, Gymnasium, PettingZoo.

`Batch` steps many games at once; all else steps through it. It needs nothing but Heliopolis. The other doors need the
extra `heliopolis[envs]`. docs/environments.md says how each is used.
"""

from __future__ import annotations

from heliopolis.envs.batch import CHANCE, NOBODY, Batch, Step, lane_keys
from heliopolis.envs.registration import register_all

__all__ = ["CHANCE", "NOBODY", "Batch", "Step", "lane_keys"]

register_all()
