"""How moves of the dice game are typed: faces and colours by their first letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heliopolis.errors import MoveError, quoted
from heliopolis.facts.dice import DiceBoard
from heliopolis.games.dice.components import COLOURS, COLUMN_NAMES, FACE_NAMES, colours
from heliopolis.games.dice.state import read
from heliopolis.games.dice.views import PHASES
from heliopolis.table.match import Match
from heliopolis.terminal.answers import NotNowError, understand

#: More uses of dice than this are not numbered one by one, but told by their kind.
MOST_OF_A_KIND = 7
FACES = ", ".join(FACE_NAMES)


def phase(match: Match) -> str:
    """Name what the game waits for."""
    return PHASES[read(match.state).phase]


def listed(match: Match) -> list[tuple[str, str]]:
    """List the moves, without rolls and rerolls, and without kinds of which there are many."""
    if match.is_chance:
        return []
    moves = match.moves()
    if phase(match) == "rerolling":
        return [("1", "keep")]
    verbs = [move.partition(" ")[0] for move in moves]
    few = [move for move, verb in zip(moves, verbs, strict=True) if verbs.count(verb) <= MOST_OF_A_KIND]
    return [(str(number), move) for number, move in enumerate(few, 1)]


def question(match: Match) -> str:
    """Ask for what was rolled, which dice to roll again, and for the moves that are too many to list."""
    if match.is_chance:
        dice = colours(read(match.state).rolling)
        letters = "".join(FACE_NAMES[place % len(FACE_NAMES)][0].lower() for place in range(2, 2 + len(dice)))
        return (
            f"What was rolled? A letter for each die, in the order {', '.join(dice)}, for example {letters!r}. "
            f"The faces are {FACES}."
        )
    if phase(match) == "rerolling":
        free = [colour for colour in COLOURS if f"reroll {colour}" in match.moves()]
        letters = "".join(colour[0] for colour in free[:2])
        return f"Or roll again: the first letters of the dice, {', '.join(free)}: for example {letters!r}, or 'all'."
    kept = {word for _, word in listed(match)}
    hints = {
        "civilization": "civilization COLOUR ..., for example 'c {}'",
        "monument": "monument COLUMN COLOUR, to the cells marked +, for example 'm {}'",
        "discard": "discard what is to go, for example '{}'",
    }
    told = []
    for verb, hint in hints.items():
        first = next((move for move in match.moves() if move.startswith(f"{verb} ") and move not in kept), None)
        if first is not None:
            told.append(hint.format(first.partition(" ")[2].lower()))
    asked = f"Or {'; or '.join(told)}." if told else ""
    return " ".join(filter(None, (asked, unused(match))))


def unused(match: Match) -> str:
    """Warn of dice that would do nothing if the turn ended now: the next dice are rolled then, so there is no undo."""
    moves = match.moves()
    if "end" not in moves or len(moves) == 1:
        return ""
    board = match.view(None).board
    assert isinstance(board, DiceBoard)
    left = [colour for colour, face in board.dice.items() if face not in ("used", "Sun")]
    return f"'end' would leave {len(left)} {'dice' if left[1:] else 'die'} unused: {', '.join(left)}."


def short(match: Match, answer: str) -> list[str] | None:
    """Understand letters: faces where dice were rolled, colours where they are chosen."""
    said = answer.lower().replace(",", " ").replace(";", " ").split()
    if not said:
        return None
    if match.is_chance:
        return [rolled(said[1:] if said[0] == "roll" else said, colours(read(match.state).rolling))]
    if phase(match) == "rerolling":
        free = [colour for colour in COLOURS if f"reroll {colour}" in match.moves()]
        chosen = said[1:] if "reroll".startswith(said[0]) and len(said) > 1 else said
        dice = free if chosen == ["all"] else named(chosen, free)
        locked = [colour for colour in named(chosen, COLOURS) or [] if colour not in free]
        if locked:
            verb = "show Suns and stay" if locked[1:] else "shows a Sun and stays"
            raise NotNowError(f"{' and '.join(locked)} {verb}")
        return None if dice is None else [f"reroll {' '.join(dice)}"]
    if phase(match) != "using":
        return None
    if len(said) > 1 and "civilization".startswith(said[0]):
        spaces = named(said[1:], COLOURS)
        return None if spaces is None else [f"civilization {' '.join(spaces)}"]
    if len(said) > 1 and "monument".startswith(said[0]):
        return built(match, said[1:])
    return None


def built(match: Match, said: Sequence[str]) -> list[str] | None:
    """Read the cell of a monument: the beginning of its column, then of its colour, if there is a choice.

    The column is what the board calls so, whether it can be built on or not: "py" is never the Step Pyramid.
    """
    columns = [name for name in COLUMN_NAMES if name.lower().startswith(said[0])]
    if len(columns) != 1:
        return None
    (column,) = columns
    rest = list(said[1:])
    for word in column.lower().split()[1:]:
        if rest and word.startswith(rest[0]):
            rest.pop(0)
    rows = named(rest, COLOURS) if rest else list(COLOURS)
    if rows is None or (rest and len(rows) > 1):
        raise NotNowError(f"{quoted(' '.join(rest))} is no colour")
    cells = [move for colour in rows if (move := f"monument {column} {colour}") in match.moves()]
    if len(cells) > 1:
        free = ", ".join(cell.split()[-1] for cell in cells)
        raise MoveError(f"{column} can be built in {free}: say the colour, too")
    if not cells:
        raise NotNowError(f"nothing can be built on {column}{f' {rows[0]}' if rest else ''} now")
    return cells


def named(said: list[str], among: Sequence[str]) -> list[str] | None:
    """Read colours, by their names, the beginnings of these or, in one word, their first letters: yrb."""
    letters = {colour[0]: colour for colour in among}
    parts = list(said[0]) if len(said) == 1 and set(said[0]) <= set(letters) else said
    found = [next((colour for colour in among if colour.startswith(part)), None) for part in parts]
    if None in found or len(set(found)) < len(found):
        return None
    return [colour for colour in COLOURS if colour in found]


def rolled(said: Sequence[str], dice: Sequence[str]) -> str:
    """Read what dice show: a letter each in their order (nnaps), names in their order, or red:Sun blue:Nile."""
    how = f"expected {len(dice)} of the faces {FACES}, in the order {', '.join(dice)}"
    parts = " ".join(said)
    if ":" in parts or "=" in parts:
        shown: dict[str, str] = {}
        for colour, face in paired(parts):
            die = understand(colour, [(die, die) for die in dice])
            seen = understand(face, [(name, name) for name in FACE_NAMES])
            if die is None or seen is None or die in shown:
                raise MoveError(f"{quoted(parts)} is not what was rolled: {how}")
            shown[die] = seen
        return " ".join(["roll", *(f"{die}:{face}" for die, face in shown.items())])
    if len(said) == 1 and len(dice) > 1:
        said = list(said[0])
    found = [next((name for name in FACE_NAMES if name.lower().startswith(part)), None) for part in said]
    if None in found or len(found) != len(dice):
        wrong = next((part for part, face in zip(said, found, strict=True) if face is None), None)
        why = f"{quoted(wrong)} is no face" if wrong is not None else f"{len(found)} faces for {len(dice)} dice"
        raise MoveError(f"{quoted(parts)} is not what was rolled: {why}, {how}")
    return " ".join(["roll", *(f"{die}:{face}" for die, face in zip(dice, found, strict=True))])


def paired(text: str) -> Iterator[tuple[str, str]]:
    """Take apart what stands around colons and equals signs, with free spaces; what is missing is empty.

    >>> list(paired("red:sun blue = nile")), list(paired("red:sun:nile"))
    ([('red', 'sun'), ('blue', 'nile')], [('red', 'sun'), ('', 'nile')])
    """
    first, *others = text.replace("=", ":").split(":")
    before = first.split()
    for words in map(str.split, others):
        yield before[-1] if before else "", words[0] if words else ""
        before = words[1:]  # a word stands on one side of one colon
