"""A person at a terminal: types answers in turn, and looks at what is drawn."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from rich.console import Console

from heliopolis import Match
from heliopolis.terminal.play import Terminal
from tests.conftest import DATE, SUNS, THREE

Answer = str | Callable[[Match], str]


class Script:
    """Types answers in turn, each a text or made from the match; then the input ends."""

    def __init__(self, match: Match, answers: Iterable[Answer]) -> None:
        self.match = match
        self.answers = iter(answers)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer if isinstance(answer, str) else answer(self.match)


def run(match: Match, *answers: Answer, save: Path | None = None) -> Script:
    script = Script(match, answers)
    Terminal(match, save, script).run()
    return script


def invoking(*names: str) -> Match:
    """A match with sealed draws in which north is first; invoking and bidding reveals nothing."""
    return Match("ra", names or THREE, suns=SUNS, seed=7, date=DATE)


def with_bots() -> Match:
    """The same, with one person."""
    return invoking("north", "random 1", "random 2")


def drawn(match: Match, width: int, *answers: Answer) -> str:
    """Play in a terminal of some width, and give all that it showed, without colours."""
    console = Console(file=io.StringIO(), force_terminal=True, width=width, highlight=False, legacy_windows=False)
    Terminal(match, None, Script(match, answers), console).run()
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[" in shown, "there are colours"
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


def building(*before: str) -> Match:
    """Ann has five Monument dice and has stopped rolling."""
    match = Match("dice", ["Ann", "Ben"], draws="table", start=0, date=DATE)
    dice = " ".join(f"{colour}:Monument" for colour in ("yellow", "red", "blue", "green", "violet"))
    for word in (f"roll {dice}", "keep", *before):
        match.play(word)
    return match
