"""Regular expressions that a hostile text can keep busy, found by their structure.

A pattern backtracks when what follows a repeat fails. It takes more than linear time where there are many ways to fail:

- a repeat within a repeat: `(a+)+b`;
- two repeats that can part the same text between them, with nothing of their own in between: `\\s*,?\\s*x`;
- a search that begins with a repeat, and so begins anew at each character of it: `\\w+:`.

The check is careful rather than clever: it may refuse a pattern that is harmless, which can then be read by hand.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

#: What Python itself reads patterns with.
PARSER: Any = importlib.import_module("re._parser")

#: Characters that stand for all: those of ASCII, and some letters, digits, spaces and signs beyond.
SAMPLE = frozenset([*map(chr, range(128)), *"\x85\xa0é²ßẞ٣×\u2003\u2028\u3000太…"])
CATEGORIES = {"DIGIT": r"\d", "SPACE": r"\s", "WORD": r"\w", "LINEBREAK": r"\n"}
#: A repeat of at most so many is none.
FEW = 100

#: Ways to use a pattern: from the beginning, from the beginning to the end, or anywhere.
MATCH, FULLMATCH, SEARCH = "match", "fullmatch", "search"
FUNCTIONS = {"match": MATCH, "fullmatch": FULLMATCH} | dict.fromkeys(
    ["search", "sub", "subn", "split", "findall", "finditer"], SEARCH
)


@dataclass(frozen=True)
class Part:
    """A character that a pattern takes, or any number of them; without characters, something that may fail."""

    letters: frozenset[str]
    repeats: bool = False
    needed: bool = True


#: One way through a pattern.
Way = tuple[Part, ...]
#: The end, the border of a word, a look around; and the beginning, which fails only once.
TEST = Part(frozenset())
BEGINNING = Part(frozenset(), needed=False)


@dataclass(frozen=True)
class Pattern:
    """A regular expression, and where it is. None is one that is not written down in one place."""

    place: str
    text: str | None
    use: str = SEARCH
    flags: int = 0

    def fault(self) -> str | None:
        """Say what is wrong with it, if anything is."""
        if self.text is None:
            return "it cannot be checked: write it as one text, in a call of re or between slashes"
        try:
            parsed = PARSER.parse(self.text, self.flags)
            ways = list(_ways(parsed, self.flags | parsed.state.flags))
        except (re.error, FaultyError) as error:
            return str(error)
        return next(filter(None, (_fault(way, self.use) for way in ways)), None)


class FaultyError(Exception):
    """A pattern that is refused at first sight."""


def _fault(way: Way, use: str) -> str | None:
    anchored = use != SEARCH or way[:1] == (BEGINNING,)
    way = (*way, TEST) if use == FULLMATCH else way
    for last, part in enumerate(way):
        if not part.repeats or not any(later.needed for later in way[last + 1 :]):
            continue  # nothing that follows can fail, so it is never tried again
        if not anchored and not _parted(way[:last], part):
            return "a search begins anew at each character of a repeat"
        for first, other in enumerate(way[:last]):
            if other.repeats and other.letters & part.letters and not _parted(way[first + 1 : last], other, part):
                return "two repeats can part the same text between them"
    return None


def _parted(between: Sequence[Part], *repeats: Part) -> bool:
    """Tell whether there is a character that is needed and that one of the repeats cannot take."""
    return any(
        part.needed and part.letters and any(not part.letters & repeat.letters for repeat in repeats)
        for part in between
    )


def _ways(parsed: Any, flags: int) -> Iterator[Way]:
    """List the ways through a pattern: one for each choice of its branches and of what may be left out."""
    for choice in product(*(list(_ways_of_one(str(name), value, flags)) for name, value in parsed)):
        yield tuple(part for parts in choice for part in parts)


def _ways_of_one(name: str, value: Any, flags: int) -> Iterator[Way]:
    if name in ("LITERAL", "NOT_LITERAL", "ANY", "IN"):
        yield (Part(_letters(name, value, flags)),)
    elif name == "AT":
        starts = str(value) == "AT_BEGINNING_STRING" or (str(value) == "AT_BEGINNING" and not flags & re.MULTILINE)
        yield (BEGINNING if starts else TEST,)
    elif name == "SUBPATTERN":
        yield from _ways(value[3], flags | value[1] & ~value[2])
    elif name == "BRANCH":
        for branch in value[1]:
            yield from _ways(branch, flags)
    elif name in ("ASSERT", "ASSERT_NOT") and not any(part.repeats for way in _ways(value[1], flags) for part in way):
        yield (TEST,)
    elif name in ("MAX_REPEAT", "MIN_REPEAT"):
        least, most, inner = value
        ways = list(_ways(inner, flags))
        if int(most) > FEW:
            yield (Part(_repeated(ways), repeats=True, needed=least > 0),)
        else:
            yield from [*ways, *([()] if not least else [])]
    else:
        raise FaultyError(f"there is something in it that the check does not know: {name}")


def _repeated(ways: Sequence[Way]) -> frozenset[str]:
    """Gather what a repeat can take, in whatever order; refuse one that can take the same text in several ways."""
    if any(part.repeats for way in ways for part in way):
        raise FaultyError("a repeat within a repeat")
    starts = [next((part.letters for part in way if part.letters), frozenset[str]()) for way in ways]
    if not all(starts) or any(one & other for one, other in combinations(starts, 2)):
        raise FaultyError("a repeat that can take the same text in several ways")
    return frozenset[str]().union(*(part.letters for way in ways for part in way))


def _letters(name: str, value: Any, flags: int) -> frozenset[str]:
    if name == "ANY":
        found = SAMPLE if flags & re.DOTALL else SAMPLE - {"\n"}
    elif name == "IN":
        negated = str(value[0][0]) == "NEGATE"
        members = frozenset[str]().union(*(_member(str(kind), what, flags) for kind, what in value[negated:]))
        found = SAMPLE - members if negated else members
    else:
        found = frozenset(chr(value))
        found = SAMPLE - found if name == "NOT_LITERAL" else found
    if flags & re.IGNORECASE:
        found |= {letter.swapcase() for letter in found}
    return found


def _member(kind: str, value: Any, flags: int) -> frozenset[str]:
    if kind == "LITERAL":
        return frozenset(chr(value))
    if kind == "RANGE":
        return frozenset(letter for letter in SAMPLE if value[0] <= ord(letter) <= value[1]) | {chr(value[0])}
    _, *no, category = str(value).split("_")
    one = re.compile(CATEGORIES[category], flags & re.ASCII)
    return frozenset(letter for letter in SAMPLE if bool(one.match(letter)) != bool(no))


# ---- where patterns are ----


def in_python(path: Path) -> Iterator[Pattern]:
    """Find the patterns of a module: in calls of `re`, and in the uses of those that are compiled and named."""
    source = path.read_text(encoding="utf-8")
    if "import re" not in source and "from re " not in source:
        return
    tree = ast.parse(source)
    uses: dict[str, set[str]] = {}
    names: dict[ast.expr, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in FUNCTIONS:
            uses.setdefault(node.value.id, set()).add(FUNCTIONS[node.attr])
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            names[node.value] = target.id if isinstance(target, ast.Name) else ""
        if isinstance(node, ast.ImportFrom) and node.module == "re":
            yield Pattern(f"{path}:{node.lineno}", None)
        if isinstance(node, ast.Import) and any(alias.name == "re" and alias.asname for alias in node.names):
            yield Pattern(f"{path}:{node.lineno}", None)
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if not (isinstance(node.func.value, ast.Name) and node.func.value.id == "re") or not node.args:
            continue
        if node.func.attr == "compile":
            found = uses.get(names.get(node, "")) or {FULLMATCH, SEARCH}
        elif node.func.attr in FUNCTIONS:
            found = {FUNCTIONS[node.func.attr]}
        else:
            continue
        for use in sorted(found):
            yield Pattern(f"{path}:{node.lineno}", _text(node.args[0]), use, _flags(node))


def _text(node: ast.expr) -> str | None:
    """Read a pattern. What is put into it when it is used is taken for a letter."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in node.values)
    return None


def _flags(call: ast.Call) -> int:
    """Read the flags of a call, wherever they stand."""
    given = [*call.args[1:], *(keyword.value for keyword in call.keywords if keyword.arg == "flags")]
    names = [
        node.attr
        for one in given
        for node in ast.walk(one)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "re"
    ]
    return sum({int(getattr(re, name)) for name in names if isinstance(getattr(re, name, None), re.RegexFlag)})


#: A slash begins a regular expression where a value can begin; elsewhere it divides, or closes an element.
LITERAL = re.compile(
    r"(?:[(,=:\[!&|?;+]|=>|\breturn)[ ]?/(?![/*])((?:[^\\/\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+)/([a-z]*)"
)


def in_typescript(path: Path) -> Iterator[Pattern]:
    """Find the patterns of a module or component of the client. A test or a replacement searches."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        place = f"{path}:{number}"
        if "RegExp(" in line:
            yield Pattern(place, None)
        for found in LITERAL.finditer("" if line.lstrip().startswith(("//", "*", "/*")) else line):
            yield Pattern(place, in_python_words(found[1]), SEARCH, _typescript_flags(found[2]))


def in_python_words(text: str) -> str:
    """Write a pattern of JavaScript as Python does: only named groups differ."""
    return re.sub(r"\(\?<(?![=!])", "(?P<", text)


def _typescript_flags(letters: str) -> int:
    known = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL}
    return int(re.ASCII) | sum(int(known[letter]) for letter in letters if letter in known)
