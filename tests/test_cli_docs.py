"""The examples of docs/cli.md are run, in their order, in one folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.conftest import invoke

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
EXAMPLE = re.compile(
    r"^\$ heliopolis (?P<line>.*?)(?: <<END\n(?P<input>.*?)^END)?\n(?P<output>.*?)(?=^\$|\Z)", re.M | re.S
)


def examples(page: str) -> list[tuple[str, str, str]]:
    """Find the commands of a page, what is typed, and what is printed."""
    blocks = re.findall(r"^```console\n(.*?)^```", page, re.M | re.S)
    return [
        (found["line"], found["input"] or "", found["output"]) for block in blocks for found in EXAMPLE.finditer(block)
    ]


def output_of(line: str, typed: str) -> str:
    """Run a command as the page shows it, without the spaces that end lines."""
    said = invoke(*shlex.split(line), input=typed).output
    return re.sub(r"[ \t]+$", "", said, flags=re.M)


def test_the_examples_print_what_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    found = examples(PAGE.read_text(encoding="utf-8"))
    assert len(found) > 7
    for line, typed, output in found:
        said = output_of(line, typed)
        parts = [re.escape(part) for part in output.split("...\n")]
        assert re.fullmatch(r"(?:.*\n)*?".join(parts), said), f"heliopolis {line}\n{said}"
