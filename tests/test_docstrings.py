"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

from heliopolis.arena.perft import get_ready
from heliopolis.compiled import PACKAGE
from heliopolis.games import find_game

MODULES = [
    ".".join(["heliopolis", *source.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")
    for source in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in source.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    if name.endswith(".perft"):
        get_ready(find_game("ra"))
    failed, tried = doctest.testmod(import_module(name))
    assert tried
    assert not failed, "what doctest expected and what it got is printed above"


def test_there_are_examples() -> None:
    assert {"heliopolis.games", "heliopolis.table.match", "heliopolis.table.record"} <= set(MODULES)
