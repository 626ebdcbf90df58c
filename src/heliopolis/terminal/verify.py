"""Records checked: every move by the rules, scores, result, and the draws by the seed."""

from __future__ import annotations

from pathlib import Path

from heliopolis.errors import DifferenceError, RecordError, quoted
from heliopolis.facts import Reasons, Scored, tell_any
from heliopolis.table import record, sealed
from heliopolis.table.match import SEALED, Match

RIGHT = 0
WRONG = 1
NO_RECORD = 2

SCORES = " scores "


def verify(path: Path) -> tuple[int, str]:
    """Check a record: an exit code, and what there is to say about it in a line."""
    try:
        match = Match.load(path)
        check_scores(match, path)
    except DifferenceError as error:
        return WRONG, str(error)
    except RecordError as error:
        return NO_RECORD, str(error)
    return RIGHT, f"{path}: {', '.join(found(match))}"


def found(match: Match) -> list[str]:
    """Say what was found right, and what could not be checked."""
    told = [f"{len(match)} legal moves" if len(match) != 1 else "1 legal move"]
    told.append("not over" if match.result is None else record.result(match))
    if match.draws != SEALED:
        told.append("drawn at the table")
    elif not match.knows_seed:
        told.append("the draws are not checked: their seed is not here")
    else:
        told.append("the seed has its hash and gives every draw")
        if match.begins_at is not None:
            told.append("it began from a position")
        elif not is_drawn(match):
            told.append(f"the {match.game.deal_name} were chosen, not drawn by the seed")
    return told


def is_drawn(match: Match) -> bool:
    """Tell whether the seed gives the deal; people may have chosen it."""
    openings = match.game.prepare(len(match.players), match.edition.name, match.settings).openings
    ticket = sealed.ticket(match.secret_seed(), "opening", 0, len(openings))
    return match.game.words.deal(openings[ticket]) == match.deal


def check_scores(match: Match, path: Path) -> None:
    """Compare the comments that tell what everyone scored with what the rules give, where there are any."""
    told = scores_told(match)
    place, moves_began = 0, False
    for number, line in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), 1):
        said = line.strip()
        moves_began = moves_began or not said
        if not moves_began or not said:
            continue
        if said[0] != "#":
            place += 1
            continue
        if SCORES not in said:
            continue
        comment = said.removeprefix("#").strip()
        name = scored_name(comment)
        if place and name in match.players:
            right = told.get((place, name))
            if comment != right:
                expected = "no score: no epoch ends here" if right is None else repr(right)
                raise DifferenceError(f"{path}: line {number}: {quoted(comment)}, expected {expected}")


def scores_told(match: Match) -> dict[tuple[int, str], str]:
    """Say what everyone scored, by the line with which the epoch ended, and by name."""
    ends = match.epoch_ends()
    epochs = match.breakdowns()[-len(ends) :] if ends else []
    return {
        (line, name): tell_any(Scored(seat, sum(sheets[seat].values()), Reasons()), match.players)
        for line, sheets in zip(ends, epochs, strict=True)
        for seat, name in enumerate(match.players)
    }


def scored_name(text: str) -> str | None:
    """Find who scores in a sentence like "Ann scores +12"; None where it says something else.

    >>> scored_name("Ann scores +12"), scored_name("Ann scores well"), scored_name("Ann scores 5 for 3 Suns")
    ('Ann', None, None)
    """
    name, _, points = text.rpartition(SCORES)
    return name if points[:1] in ("+", "-") and points[1:].isascii() and points[1:].isdigit() else None
