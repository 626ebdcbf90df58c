"""The lists of mutants fit the sources: `make mutants` then tells whether the tests kill them."""

from __future__ import annotations

import pytest

from tests.mutants.mutants import PACKAGE, ROOT, Mutant, MutantError, find_tests, load, rules

MUTANTS = load()


def test_every_rule_has_a_mutant_and_a_test_that_names_it() -> None:
    assert len(rules()) == len(set(rules()))
    assert {"R1", "R36", "D1", "D21"} <= set(rules())
    assert set(rules()) == {mutant.rule for mutant in MUTANTS}
    assert set(rules()) <= set(find_tests())
    assert len({str(mutant) for mutant in MUTANTS}) == len(MUTANTS), "their notes tell them apart"


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_a_mutant_is_another_program(mutant: Mutant) -> None:
    mutated = mutant.source(ROOT)
    assert mutated != (ROOT / PACKAGE / mutant.file).read_text(encoding="utf-8")
    compile(mutated, mutant.file, "exec")


@pytest.mark.parametrize(
    ("file", "find", "told"),
    [
        ("games/ra/rules.py", "no such text", "R0: wrong: expected once in .*rules.py, found not: 'no such text'"),
        ("games/ra/rules.py", "@compiled", "R0: wrong: expected once in .*rules.py, found [0-9]+: '@compiled'"),
        ("games/ra/nowhere.py", "x", "R0: wrong: there is no .*nowhere.py"),
    ],
)
def test_a_mutant_that_cannot_be_made_says_why(file: str, find: str, told: str) -> None:
    with pytest.raises(MutantError, match=told):
        Mutant("R0", "wrong", file, find, "").source(ROOT)


def test_tests_are_found_by_the_rules_they_name() -> None:
    found = find_tests()
    assert "tests/ra/test_auctions.py::test_r14_who_invoked_may_pass_when_someone_bid" in found["R14"]
    assert "tests/ra/test_scoring.py::test_r31_r32_monuments_and_suns_score_only_after_the_third_epoch" in found["R32"]
    assert not any("referee_agrees" in test for tests in found.values() for test in tests), "a range names no rule"
