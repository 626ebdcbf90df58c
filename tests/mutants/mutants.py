"""The mutants, the rules they break, and the tests that name those rules."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
PACKAGE = Path("src", "heliopolis")

#: Where the rules stand, each with its id in bold.
RULEBOOKS = ("docs/rules.md", "docs/dice.md")

#: An id in a text, but not as an end of a range: a test of R1 to R36 is a test of none of them.
NAMED = re.compile(r"(?<![-–])(?<!to )\b([RD][0-9]+)\b(?! to [RD]|[-–][RD])")
IN_NAME = re.compile(r"(?<=_)([rd][0-9]+)(?=_|$)")


class MutantError(Exception):
    """A mutant that cannot be made: its text is not where the list says."""


@dataclass(frozen=True)
class Mutant:
    """One small change of the sources that breaks a rule."""

    rule: str
    note: str
    file: str
    find: str
    replace: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.note}"

    def source(self, root: Path) -> str:
        """Change the source, as it stands in the project or in a copy of it; leave the file as it is."""
        path = root / PACKAGE / self.file
        if not path.is_file():
            raise MutantError(f"{self}: there is no {PACKAGE / self.file}")
        source = path.read_text(encoding="utf-8")
        if source.count(self.find) != 1:
            found = source.count(self.find) or "not"
            raise MutantError(f"{self}: expected once in {PACKAGE / self.file}, found {found}: {self.find!r}")
        return source.replace(self.find, self.replace)

    def apply(self, copy: Path) -> None:
        """Change the file in a copy of the project."""
        (copy / PACKAGE / self.file).write_text(self.source(copy), encoding="utf-8")


def load() -> list[Mutant]:
    """Read the lists."""
    return [
        Mutant(**entry)
        for file in sorted(FOLDER.glob("*.toml"), reverse=True)
        for entry in tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]
    ]


def rules() -> list[str]:
    """List the ids of all rules, in the order of the rulebooks."""
    texts = [(ROOT / book).read_text(encoding="utf-8") for book in RULEBOOKS]
    return [rule for text in texts for rule in re.findall(r"\*\*([RD][0-9]+)\*\*", text)]


@cache
def find_tests() -> dict[str, list[str]]:
    """Find the tests that name each rule: in their name, in what they are parametrised with, or in their docstring."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        place = path.relative_to(ROOT).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for rule in sorted(set(named(node))):
                    found.setdefault(rule, []).append(f"{place}::{node.name}")
    return found


def named(test: ast.FunctionDef) -> Iterator[str]:
    """List the rules that a test names."""
    yield from (rule.upper() for rule in IN_NAME.findall(test.name))
    yield from NAMED.findall(ast.get_docstring(test) or "")
    for decorator in test.decorator_list:
        for node in ast.walk(decorator):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from NAMED.findall(node.value)
