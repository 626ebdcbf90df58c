"""What people mean by what they type: whole words, their beginnings, or only the words that matter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from heliopolis.errors import MoveError, quoted

Meaning = TypeVar("Meaning")


class NotNowError(MoveError):
    """A move that people said clearly, and that cannot be made now; the message is why, without what can be."""


#: More than this many are not listed in a message.
MOST_NAMED = 6


def understand(answer: str, choices: Iterable[tuple[str, Meaning]]) -> Meaning | None:
    """Find the one choice that an answer means; None when there is none, and MoveError when there are several.

    The same words are better than the beginnings of the first words ("b 13" for "bid 13"), and these are better than
    the beginnings of any of the words ("temple" for "discard Temple").
    """
    said = answer.lower().split()
    if not said:
        return None
    pairs = [(words, words.lower().split(), meaning) for words, meaning in choices]
    for fits in (_same, _begins, _begins_somewhere):
        found = {words: meaning for words, parts, meaning in pairs if fits(said, parts)}
        different: list[Meaning] = []
        for meaning in found.values():
            if meaning not in different:
                different.append(meaning)
        if len(different) == 1:
            return different[0]
        if different:
            some = ", ".join(list(found)[:MOST_NAMED])
            more = ", ..." if len(found) > MOST_NAMED else ""
            raise MoveError(f"{quoted(answer)} may mean {some}{more}: say more")
    return None


def fitting(answer: str, offers: Iterable[str]) -> list[str]:
    """List the offers that what is typed so far may become; those that begin with it, if there are any.

    >>> fitting("b", ["pass", "bid 3", "bid 13"]), fitting("te", ["discard Temple", "discard Sphinx"])
    (['bid 3', 'bid 13'], ['discard Temple'])
    """
    said = answer.lower().split()
    for fits in (_begins, _begins_somewhere):
        found = [offer for offer in offers if fits(said, offer.lower().split())]
        if found:
            return found
    return []


def _same(said: list[str], parts: list[str]) -> bool:
    return said == parts


def _begins(said: list[str], parts: list[str]) -> bool:
    return len(said) <= len(parts) and all(map(_starts, parts, said))


def _begins_somewhere(said: list[str], parts: list[str]) -> bool:
    rest = iter(parts)
    return all(any(_starts(part, word) for part in rest) for word in said)


def _starts(part: str, word: str) -> bool:
    """Tell whether a word is the beginning of another; a number is only itself."""
    return part == word if word.isdigit() else part.startswith(word)
