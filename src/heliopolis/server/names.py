"""Names of people at a table: each can be seen, and no two are the same but for case, width or accents' coding.

Letters of different scripts that look alike stay different names: people of many scripts sit at one table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from heliopolis.errors import SetupError, quoted
from heliopolis.table.match import check_names

#: Letters and marks that leave a blank, or nothing at all. Python calls them printable.
BLANK = frozenset(
    chr(code)
    for code in (
        0x034F,  # joins letters
        *(0x115F, 0x1160, 0x3164, 0xFFA0),  # fillers of Hangul
        *(0x17B4, 0x17B5),  # silent vowels of Khmer
        *range(0x180B, 0x1810),  # marks of Mongolian
        0x2800,  # Braille without dots
        *range(0xFE00, 0xFE10),  # choose how the sign before them looks
        *range(0xE0100, 0xE01F0),  # the same
    )
)
#: Marks above and below one letter. Hebrew can need three.
MOST_MARKS = 3


def clean_name(name: str) -> str:
    """Put a name in its plainest form: composed letters, one space between words."""
    plain = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in unicodedata.normalize("NFC", name))
    return " ".join(word for word in plain.split(" ") if word)


def same_name(name: str) -> str:
    r"""Make equal what people take for the same name.

    >>> same_name("ANN") == same_name("ann") == same_name("\uff21nn")
    True
    """
    seen = "".join(sign for sign in unicodedata.normalize("NFKD", name) if sign not in BLANK)
    return unicodedata.normalize("NFKC", seen.casefold())


def check_people(names: Sequence[str]) -> None:
    """Accept the names of those who sit at a table."""
    for name in names:
        check_name(name)
    check_names(names)
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(same_name(name), name)
        if other is not name:
            raise SetupError(f"{quoted(name)} looks like {quoted(other)}: every seat needs a name of its own")


def check_name(name: str) -> None:
    """Accept a name that can be seen and is not drawn over others."""
    check_names([name])
    if any(sign in BLANK for sign in name):
        raise SetupError(f"{quoted(name)} is not a name: it has a sign that cannot be seen, expected letters")
    marks = 0
    for place, sign in enumerate(name):
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MOST_MARKS or (marks and place == 0):
            raise SetupError(f"{quoted(name)} is not a name: expected at most {MOST_MARKS} marks on a letter")


def free_name(title: str, taken: Iterable[str]) -> str:
    """Name a bot after its kind, with a number if somebody has that name."""
    known = {same_name(name) for name in taken}
    numbered = (title if number == 1 else f"{title} {number}" for number in range(1, len(known) + 2))
    return next(name for name in numbered if same_name(name) not in known)
