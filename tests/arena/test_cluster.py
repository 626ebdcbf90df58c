"""The same work on a real Ray cluster, which is started for the test: the same results, also when a worker dies."""

from __future__ import annotations

import platform
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.arena.test_play import KILLER
from tests.conftest import run_command

pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 15) or (sys.platform == "darwin" and platform.machine() != "arm64"),
    reason="Ray has no wheel for this Python or machine: see the extra `cluster` in pyproject.toml",
)


def results(folder: Path) -> Any:
    return pq.read_table(folder / "results.parquet").drop_columns(["seconds"])


def play(out: Path, bots: str, games: int, *arguments: str) -> Any:
    done = run_command(
        "arena", "ra", "--players", "3", "--bots", bots, "--games", str(games), "--out", str(out), *arguments
    )
    assert done.returncode == 0, done.stderr
    return results(out)


def test_a_cluster_plays_the_same_games_and_loses_none_with_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both at once: starting Ray takes longer than everything else here."""
    monkeypatch.setenv("RAY_worker_niceness", "0")  # its workers give way to everyone else, as a rule: to other tests
    (tmp_path / "killer.py").write_text(KILLER)
    bots = f"{tmp_path / 'killer.py'}:Bot,random"
    cluster = play(tmp_path / "cluster", bots, 9, "--cluster", "local", "--workers", "2")
    assert (tmp_path / "killed").exists()
    assert cluster.equals(play(tmp_path / "alone", bots, 9))


def test_a_cluster_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = run_command("arena", "ra", "--bots", "random", "--cluster", "127.0.0.1:1")
    assert done.returncode == 2
    assert "there is no Ray cluster at '127.0.0.1:1'" in done.stderr
    assert "Traceback" not in done.stderr
