"""Sentences about a player who is called "you", as people say them: "you lose", where the record says "you loses".

The record speaks of everyone alike, by name, so that a program can read it. Only who reads a terminal is addressed.
"""

from __future__ import annotations

import re
from typing import Final

#: The name of whoever plays alone and gave none.
YOU: Final = "you"

_VERB: Final = re.compile(r"^(you) (\w+)", re.IGNORECASE | re.MULTILINE)
_IRREGULAR: Final = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}


def addressed(text: str) -> str:
    """Say lines that begin with "you" and a verb in the second person.

    >>> addressed("you loses 2 Nile"), addressed("you passes: no sun above 5"), addressed("Ann loses 2 Nile")
    ('you lose 2 Nile', 'you pass: no sun above 5', 'Ann loses 2 Nile')
    >>> addressed("you has the Ra statue. Bids: none yet"), addressed("you pass")
    ('you have the Ra statue. Bids: none yet', 'you pass')
    """
    return _VERB.sub(lambda found: f"{found[1]} {_second_person(found[2])}", text)


def _second_person(verb: str) -> str:
    """Take the ending of the third person from a verb."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def has(name: str) -> str:
    """Say that someone has something: Ann has, you have."""
    return "have" if name.lower() == YOU else "has"


def wins(names: list[str]) -> str:
    """Say who has won.

    >>> wins(["Ann"]), wins(["Ann", "Ben"]), wins(["you"])
    ('Ann wins.', 'Ann and Ben win.', 'You win.')
    """
    said = addressed(f"{' and '.join(names)} {'win' if names[1:] else 'wins'}.")
    return said.capitalize() if names == [YOU] else said
