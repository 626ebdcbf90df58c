"""The lists of mutants fit the sources: `make mutants` then tells whether the tests kill them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.mutants.mutants import PACKAGE, ROOT, Mutant, MutantError, find_tests, load, rules

MUTANTS = load()


def test_every_rule_has_a_mutant_and_a_test_that_names_it() -> None:
    assert len(rules()) == len(set(rules()))
    assert {"R1", "R36", "D1", "D21"} <= set(rules())
    assert set(rules()) == {mutant.rule for mutant in MUTANTS}
    assert set(rules()) <= set(find_tests())
    assert len({str(mutant) for mutant in MUTANTS}) == len(MUTANTS), "their notes tell them apart"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, to be broken."""
    root = tmp_path_factory.mktemp("mutants")
    shutil.copytree(ROOT / PACKAGE / "games", root / PACKAGE / "games", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / PACKAGE / "table", root / PACKAGE / "table", ignore=shutil.ignore_patterns("__pycache__"))
    return root


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_mutant_is_another_program(mutant: Mutant, copy: Path) -> None:
    path = copy / PACKAGE / mutant.file
    before = path.read_text(encoding="utf-8")
    try:
        mutant.apply(copy)
        mutated = path.read_text(encoding="utf-8")
        assert mutated != before
        compile(mutated, mutant.file, "exec")
    finally:
        path.write_text(before, encoding="utf-8")


def test_a_mutant_whose_text_is_gone_says_so(copy: Path) -> None:
    with pytest.raises(MutantError, match=r"R0: nothing: expected once in .*rules.py, found not: 'no such text'"):
        Mutant("R0", "nothing", "games/ra/rules.py", "no such text", "").apply(copy)
    with pytest.raises(MutantError, match=r"R0: twice: expected once in .*rules.py, found [0-9]+: '@compiled'"):
        Mutant("R0", "twice", "games/ra/rules.py", "@compiled", "").apply(copy)
    with pytest.raises(MutantError, match=r"R0: nowhere: there is no .*nowhere.py"):
        Mutant("R0", "nowhere", "games/ra/nowhere.py", "x", "y").apply(copy)


def test_tests_are_found_by_the_rules_they_name() -> None:
    found = find_tests()
    assert "tests/ra/test_auctions.py::test_r14_who_invoked_may_pass_when_someone_bid" in found["R14"]
    assert "tests/ra/test_scoring.py::test_r31_r32_monuments_and_suns_score_only_after_the_third_epoch" in found["R32"]
    assert not any("referee_agrees" in test for tests in found.values() for test in tests), "a range names no rule"
