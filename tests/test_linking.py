"""How compiled functions are put together: parts are merged, what is apart is called, now and in the next process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUMS = """
from heliopolis.compiled import apart, compiled, inlined

@inlined
def twice(number):
    return 2 * number

@compiled
def one_more(number):
    return twice(number) + 1

@apart
def total(numbers):
    found = 0
    for number in numbers:
        found += one_more(number)
    return found

@compiled
def both(numbers):
    return total(numbers) + one_more(total(numbers[:1]))
"""

CALL = """
import numpy, sums
print(sums.both(numpy.arange(5)))
print(*(sum(function.dispatcher.stats.cache_hits.values()) for function in (sums.both, sums.total)))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with compiled functions, and a cache that is full of them."""
    (tmp_path / "sums.py").write_text(SUMS)
    assert call(tmp_path) == ["28", "0 0"]
    return tmp_path


def call(folder: Path) -> list[str]:
    """Call them in a process of their own: what came out, and how many were found in the cache."""
    environment = os.environ | {"HELIOPOLIS_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", CALL], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def kept(folder: Path, name: str = "*") -> list[Path]:
    return sorted((folder / "cache").rglob(f"sums.{name}-*.nb[ic]"))


def test_only_what_python_calls_and_what_is_apart_is_made_whole(folder: Path) -> None:
    assert {path.name.split("-")[0] for path in kept(folder)} == {"sums.both", "sums.total"}


def test_another_process_finds_what_is_apart_with_its_caller(folder: Path) -> None:
    assert call(folder) == ["28", "1 1"]


@pytest.mark.parametrize(("lost", "found"), [("both", "0 1"), ("total", "1 0")])
def test_what_is_missing_is_compiled_anew_around_what_is_there(folder: Path, lost: str, found: str) -> None:
    for path in kept(folder, lost):
        path.unlink()
    assert call(folder) == ["28", found]
    assert call(folder) == ["28", "1 1"]


def test_what_is_apart_is_in_no_caller(folder: Path) -> None:
    look = """
import numpy, sums
sums.both(numpy.arange(5))
(code,) = sums.both.dispatcher.inspect_llvm().values()
names = [line for line in code.splitlines() if line.startswith(("define", "declare"))]
print(*sorted({word for word in ("both", "total", "one_more", "twice") for line in names if word in line}))
print(sum("total" in line for line in names if line.startswith("define")))
"""
    for path in kept(folder):
        path.unlink()
    environment = os.environ | {"HELIOPOLIS_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    said = subprocess.run([sys.executable, "-c", look], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines() == ["both total", "0"]
