"""The record of a match: a text that a person can read and write, with one canonical form. docs/record.md shows it.

Writing a match and reading it back gives the same match, and writing that gives the same text. The reader is more
lenient than the writer: spaces, numbers of moves, comments and the order of headers are free, and the edition's own
words are understood.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heliopolis.errors import LONGEST_QUOTE, DifferenceError, HeliopolisError, RecordError, cut, quoted
from heliopolis.games import NAMES
from heliopolis.table import sealed
from heliopolis.table.replay import play_all

if TYPE_CHECKING:
    from heliopolis.table.match import Match

FIRST_LINE = "heliopolis record 1"
#: The first line of a match that begins from a position: the header `position` is there in the place of the deal.
FROM_POSITION = "heliopolis record 2"
POSITION = "position"

#: The headers that every game has; its deal and its house rules join them.
REQUIRED = ("game", "edition", "players", "draws")
OPTIONAL = ("date", "scores", "seed hash", "result", "seed")


# ---- writing ----


def write(match: Match, bots: Mapping[int, str] | None = None) -> str:
    """Write a match in the canonical form; with comments at the lines that `bots` played for people, if that is asked.

    Such comments are no part of the canonical form. Whoever reads the record does not keep them.
    """
    first = FIRST_LINE if match.begins_at is None else FROM_POSITION
    return "\n".join([first, *headers(match), "", *moves(match, bots or {})]) + "\n"


def headers(match: Match) -> Iterator[str]:
    """Write what holds for the whole match."""
    yield f"game: {match.game.name}"
    yield f"edition: {match.edition.name}"
    for name in match.game.settings:
        if name in match.settings:
            yield f"{name}: {match.settings[name]}"
    yield f"players: {' | '.join(match.players)}"
    if match.date is not None:
        yield f"date: {match.date.isoformat()}"
    yield f"{match.game.deal_name}: {match.deal}" if match.begins_at is None else f"{POSITION}: {match.begins_at}"
    yield f"draws: {match.draws}"
    yield f"scores: {'open' if match.open_scores else 'hidden'}"
    if match.seed_hash is not None:
        yield f"seed hash: {match.seed_hash}"
    if match.result is not None:
        yield f"result: {result(match)}"
    if match.seed is not None:
        yield f"seed: {sealed.write_seed(match.seed)}"


def result(match: Match) -> str:
    """Write how a match ended: 31 44 20, east wins."""
    assert match.result is not None
    winners = [match.players[seat] for seat in match.result.winners]
    return f"{' '.join(map(str, match.result.scores))}, {' and '.join(winners)} {'win' if winners[1:] else 'wins'}"


def moves(match: Match, bots: Mapping[int, str]) -> Iterator[str]:
    """Write the moves with who made them, and as comments what followed by itself."""
    for number, (line, word, happened) in enumerate(match.log(plain=True), 1):
        yield f"{number}. {match.players[line.seat]}: {word}"
        if number in bots:
            yield f"# the bot {bots[number]} made this move for {match.players[line.seat]}"
        yield from (f"# {text}" for text in happened)


def save(match: Match, path: Path) -> None:
    """Write the record to a file, in one step, so that a crash never leaves half a record."""
    if not path.name or os.path.isdir(path):
        raise RecordError(f"{str(path)!r} cannot be written: expected the name of a file")
    secret = seed_file(path)
    if match.draws == "sealed" and match.result is None and match.knows_seed:
        _replace(secret, sealed.write_seed(match.secret_seed()) + "\n", mode=0o600)
    _replace(path, write(match), mode=0o644)
    if match.result is not None:
        secret.unlink(missing_ok=True)


def seed_file(path: Path) -> Path:
    """Name the file that keeps the seed of a match that is not over."""
    return path.with_name(path.name + ".seed")


def _replace(path: Path, text: str, mode: int) -> None:
    part = path.with_name(path.name + ".part")
    try:
        there = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with open(there, "w", encoding="utf-8", newline="\n") as file:  # the same bytes on every system
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise RecordError(f"{path} cannot be written: {error.strerror}") from error


# ---- reading ----


def load(path: Path) -> Match:
    """Read a match from a file, and its seed from the file beside it, if it is there."""
    text = _text(path)
    secret = seed_file(path)
    try:
        seed = sealed.read_seed(_text(secret).strip()) if secret.exists() else None
    except RecordError as error:
        raise RecordError(f"{secret}: {error}") from error
    try:
        return read(text, seed)
    except RecordError as error:
        raise type(error)(f"{path}: {error}") from error


def games_in(paths: Iterable[Path]) -> list[str]:
    """Tell which games some records are of, without their moves; what is no record is left to whoever reads it."""
    found = []
    for path in paths:
        with contextlib.suppress(RecordError):
            headers = _text(path).partition("\n\n")[0]
            named = (line.partition(":") for line in headers.splitlines())
            found += [value.strip() for name, _, value in named if name.strip() == "game"]
    return [game for game in NAMES if game in found]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors put a mark before the first line
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is not a record: it is not a text in UTF-8") from error
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error


def read(text: str, seed: int | None = None) -> Match:
    """Read a match, checking every move, the result, and sealed draws against the seed where it is known.

    What people write by hand will do: no numbers, and the words of the edition.

    >>> match = read('''heliopolis record 1
    ... game: ra
    ... edition: z-man
    ... players: Ann | Ben
    ... suns: 9-6-5-2 | 8-7-4-3
    ... draws: table
    ...
    ... Ann: draw
    ... Ann: tile War
    ... ''')
    >>> print(write(match).partition("scores")[2])
    : hidden
    <BLANKLINE>
    1. Ann: draw
    2. Ann: tile Unrest
    <BLANKLINE>
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    if not lines or lines[0][1] not in (FIRST_LINE, FROM_POSITION):
        raise RecordError(f"line 1: expected {FIRST_LINE!r}, found {quoted(lines[0][1]) if lines else 'nothing'}")
    end = next((place for place, (_, line) in enumerate(lines) if place and not line), len(lines))
    found = _read_headers(lines[1:end])
    match = _set_up(found, seed, lines[end - 1][0], from_position=lines[0][1] == FROM_POSITION)
    told = [(number, line) for number, line in lines[end:] if line and not line.startswith("#")]
    if not _read_moves_at_once(match, [line for _, line in told]):
        for number, line in told:
            _read_move(match, number, line)
    _check_end(match, found)
    return match


Headers = dict[str, tuple[int, str]]


def _read_headers(lines: list[tuple[int, str]]) -> Headers:
    found: Headers = {}
    for number, line in lines:
        if line.startswith("#"):
            continue
        name, colon, value = line.partition(":")
        name = name.strip()
        if not colon:
            raise RecordError(f"line {number}: expected a header like 'game: ra', or an empty line before the moves")
        if name in found:
            raise RecordError(f"line {number}: a second header {quoted(name)}, expected each once")
        found[name] = (number, value.strip())
    return found


def _set_up(found: Headers, seed: int | None, last_header: int, *, from_position: bool) -> Match:
    from heliopolis.games import find_game  # here: a match is made from its record, and makes its record
    from heliopolis.table.match import Match

    for name in REQUIRED:
        if name not in found:
            raise RecordError(f"line {last_header}: the header {name!r} is missing, expected it before the moves")
    options: dict[str, Any] = {}
    with _at(*found["game"]):
        game = find_game(found["game"][1])
    beginning = POSITION if from_position else game.deal_name
    for name, (number, value) in found.items():
        if name in (beginning, *game.settings):
            options[name] = value
        elif name not in REQUIRED + OPTIONAL:
            known = ", ".join([*REQUIRED, *OPTIONAL, beginning, *game.settings])
            raise RecordError(f"line {number}: unknown header {quoted(name)}, expected one of {known}")
    if beginning not in found:
        raise RecordError(f"line {last_header}: the header {beginning!r} is missing, expected it before the moves")
    if "date" in found:
        number, value = found["date"]
        try:
            options["date"] = datetime.date.fromisoformat(value)
        except ValueError as error:
            raise RecordError(f"line {number}: {quoted(value)} is not a date, expected one like 2026-11-15") from error
    if "scores" in found:
        options["scores"] = found["scores"][1]
    if "seed" in found:
        with _at(*found["seed"]):
            seed = sealed.read_seed(found["seed"][1])
    number, draws = found["draws"]
    players = [name.strip() for name in found["players"][1].split("|")]
    position = options.pop(POSITION, None)
    with _at_header(found, players):
        match = Match(found["game"][1], players, edition=found["edition"][1], draws=draws, **options)
    if position is not None:
        match = _move_to(match, position, found[POSITION][0])
    match.date = options.get("date")
    if draws == "sealed":
        _seal(match, found, seed, number)
    elif "seed" in found or "seed hash" in found:
        raise RecordError(f"line {number}: draws are {draws!r} but there is a seed, expected 'sealed'")
    return match.at(0)  # before anything was drawn: the record says what was


def _move_to(match: Match, position: str, number: int) -> Match:
    """Begin from the position of a record instead, which has to be one of the match that the other headers describe."""
    from heliopolis.table.match import Match

    with _at(number, position):
        how = {"draws": match.draws, "scores": "open" if match.open_scores else "hidden"}
        moved = Match.from_position(position, match.players, **how)
    for what, here, there in (
        ("game", match.game.name, moved.game.name),
        ("edition", match.edition.name, moved.edition.name),
        ("house rules", match.settings, moved.settings),
    ):
        if here != there:
            raise RecordError(f"line {number}: the position has {what} {there}, expected {here} as in the headers")
    return moved


def _seal(match: Match, found: Headers, seed: int | None, number: int) -> None:
    """Put the seed of the record, or only its hash, in the place of the one drawn for a new match."""
    if "seed hash" not in found:
        raise RecordError(f"line {number}: draws are sealed, expected a header 'seed hash'")
    hash_line, shown = found["seed hash"]
    if not re.fullmatch("[0-9a-f]{64}", shown):
        raise RecordError(f"line {hash_line}: {quoted(shown)} is not a hash, expected 64 digits 0-9 a-f")
    if seed is not None and sealed.seed_hash(seed) != shown:
        raise DifferenceError(f"line {hash_line}: the seed does not have this hash, expected {sealed.seed_hash(seed)}")
    match.reseal(seed, shown)


def _read_moves_at_once(match: Match, lines: list[str]) -> bool:
    """Read all moves in compiled code, if all are right; else none, and `_read_move` says which is wrong."""
    told = []
    names = frozenset(match.players)
    for place, line in enumerate(lines, 1):
        before, _, word = line.partition(": ")
        number, _, name = before.partition(". ")
        if name in names and word and number == str(place):  # in the canonical form: that is soon seen
            told.append((name, word))
            continue
        parts = split_move(line)
        if parts is None or (parts[0] and parts[0].lstrip("0") != str(place)):
            return False
        told.append(parts[1:])
    return play_all(match, told)


def _read_move(match: Match, line_number: int, line: str) -> None:
    parts = split_move(line)
    if parts is None:
        how = f"expected one like '12. {match.players[0]}: draw'"
        raise RecordError(f"line {line_number}: {quoted(line)} is not a move, {how}")
    number, name, word = parts
    if match.seat is None:
        raise DifferenceError(f"line {line_number}: a move after the end of the match, expected nothing more")
    if number and number.lstrip("0") != str(len(match) + 1):
        raise DifferenceError(f"line {line_number}: move number {cut(number)}, expected {len(match) + 1}")
    if name != match.players[match.seat]:
        expected = match.players[match.seat]
        raise DifferenceError(f"line {line_number}: a move of {quoted(name)}, expected one of {expected!r}")
    try:
        match.replay(word)
    except HeliopolisError as error:
        raise DifferenceError(f"line {line_number}: {_readable(error, word)}") from error


def split_move(line: str) -> tuple[str, str, str] | None:
    """Take a line of a move apart: its number, which may be missing, the name and the word; None where it is none.

    It is done by hand: a regular expression with free spaces at so many places tries all their combinations, and a long
    line of spaces would keep it busy for hours.

    >>> split_move("12 .Ann : draw"), split_move("Ann: draw"), split_move("Ann")
    (('12', 'Ann', 'draw'), ('', 'Ann', 'draw'), None)
    """
    before, _, word = (part.strip() for part in line.partition(":"))
    if not before or not word:
        return None
    number, dot, name = (part.strip() for part in before.partition("."))
    if dot and name and number.isascii() and number.isdigit():
        return number, name, word
    return "", before, word


def _check_end(match: Match, found: Headers) -> None:
    if "result" in found:
        number, said = found["result"]
        if match.result is None:
            raise DifferenceError(f"line {number}: there is a result but the match is not over, expected more moves")
        if said != result(match):
            raise DifferenceError(f"line {number}: result {quoted(said)}, expected {result(match)!r}")
    if "seed" in found and match.result is None:
        raise DifferenceError(f"line {found['seed'][0]}: the seed of a match that is not over, expected only its hash")


@contextlib.contextmanager
def _at(number: int, value: str) -> Iterator[None]:
    """Say at which line something went wrong with a value."""
    try:
        yield
    except HeliopolisError as error:
        raise RecordError(f"line {number}: {_readable(error, value)}") from error


@contextlib.contextmanager
def _at_header(found: Headers, players: list[str]) -> Iterator[None]:
    """Say which header a match could not be made from: the one that the message names and quotes, else the players."""
    try:
        yield
    except HeliopolisError as error:
        told = str(error)
        named = [(number, value) for name, (number, value) in found.items() if name in told and repr(value) in told]
        number, value = named[0] if named else found["players"]
        # The first name that is too long is the one that is quoted, unless a shorter one before it is no name either.
        too_long = next((name for name in players if len(name) > LONGEST_QUOTE), "")
        raise RecordError(f"line {number}: {_readable(error, value, too_long, ', '.join(players))}") from error


def _readable(error: HeliopolisError, *said: str) -> str:
    """Cut the long texts that a message quotes: who sends 200 kB of spaces need not get them back."""
    told = str(error)
    for text in said:
        told = told.replace(repr(text), quoted(text))
        if len(text) > LONGEST_QUOTE:
            told = told.replace(text, cut(text))
    return told
