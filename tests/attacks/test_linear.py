"""Whatever a stranger writes is read in a time that grows no faster than the text does, or is refused as fast.

Every reader of text from outside gets texts of some dozens to a quarter of a million characters, spoiled at every
place with what regular expressions, numbers and messages stumble over. And no regular expression in the project has a
structure that could take longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from itertools import chain
from pathlib import Path

import msgspec
import pytest

from heliopolis import HeliopolisError, Match
from heliopolis.bots.registry import built_in_bot, find_bot
from heliopolis.errors import LONGEST_QUOTE, RecordError, SetupError
from heliopolis.games import NAMES as GAMES
from heliopolis.games import find_game
from heliopolis.rulebook import in_words_of, read_rules
from heliopolis.server import messages
from heliopolis.server.messages import base
from heliopolis.table.record import split_move
from heliopolis.table.sealed import read_seed
from heliopolis.terminal.answers import understand
from heliopolis.terminal.deal import ask_deal
from heliopolis.terminal.dice.typing import rolled, short
from heliopolis.terminal.keys import split_keys
from heliopolis.terminal.play import Terminal
from heliopolis.terminal.ra.scoring import split_tiles
from heliopolis.terminal.reasons import read_number, read_points
from heliopolis.terminal.score import Sheet
from heliopolis.terminal.seats import seat_names
from heliopolis.terminal.verify import scored_name, verify
from tests.attacks.patterns import FULLMATCH, MATCH, SEARCH, Pattern, in_python, in_typescript

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "heliopolis"
CLIENT = ROOT / "web" / "src"

#: Each length is 8 times the one before, up to the longest record that the server takes. They begin small: a reader
#: whose time grows with the cube of the length is caught within a second, not within a day.
STEP = 8
LENGTHS = (64, 512, 4_096, 32_768, 262_144)
#: Only records come that long; a bot's name, what people type and a page of rules do not.
LONG = LENGTHS[-2]
LONGEST = LENGTHS[-1]
#: A reader may be so many times slower than one that is exactly linear: sorting is, and caches have their sizes.
SLACK = 3
#: Less than this, in seconds, is no time.
MOMENT = 0.005
#: How often a time is taken again that seems too long: on a busy machine the shortest one counts.
TRIES = 6

#: What a place in a text is filled with.
FILLINGS = (
    " ",
    "\t",
    "\u00a0",  # a space that does not break
    "\u2028",  # parts lines
    "\n",
    "x",
    "7",
    "0",
    "²",  # a digit, but no number
    "٣",  # a digit of another script
    ".",
    ":",
    "|",
    "-",
    "#",
    "1. ",
    "a:b ",
    "x scores +1 ",
    "13-",
    "red ",
    "[a](",
    "\x1b[0",
    ".py:",
)

Reader = Callable[[str], object]

#: A hostile text is put in the place of this mark, a shorter or longer one at each turn.
HERE = "@"


def check(read: Reader, template: str, fillings: tuple[str, ...] = FILLINGS, *, longest: int = LONG) -> None:
    """Fill a place in a text with everything, in growing lengths, and see that a reader's time grows no faster."""
    for filling in fillings:

        def make(length: int, filling: str = filling) -> str:
            return template.replace(HERE, filling * (length // len(filling)))

        steep = growth(read, make, longest)
        assert steep is None, f"{template[-60:]!r} with many {filling!r}: {steep}"


def growth(read: Reader, make: Callable[[int], str], longest: int = LONG) -> str | None:
    """Give a reader longer and longer texts; say where its time grows faster than they do, if it does."""
    before, earlier = LENGTHS[0], seconds(read, make(LENGTHS[0]), 2)
    for length in LENGTHS[1 : LENGTHS.index(longest) + 1]:
        text = make(length)
        taken = seconds(read, text)
        if is_steep(earlier, taken):
            earlier = max(earlier, seconds(read, make(before), TRIES))
            taken = min(taken, seconds(read, text, 1 if taken > 1 else TRIES))
        if is_steep(earlier, taken):
            return f"{before} characters take {earlier:.4f} s, {length} take {taken:.4f} s"
        before, earlier = length, taken
    return None


def is_steep(before: float, after: float) -> bool:
    """Tell whether a time has grown more than a text that is `STEP` times as long explains."""
    return after > MOMENT and after > SLACK * STEP * max(before, MOMENT / STEP)


def seconds(read: Reader, text: str, tries: int = 1) -> float:
    """Take the time that a reader works on a text, the shortest of some tries. It may refuse it, but only in words."""
    times = []
    for _ in range(tries):
        start = time.process_time()
        with suppress(HeliopolisError):
            read(text)
        times.append(time.process_time() - start)
    return min(times)


# ---- the measure itself ----


def test_the_measure_finds_what_grows_with_the_square_and_with_the_cube() -> None:
    assert growth(lambda text: sum(1 for _ in text), lambda length: "x" * length) is None
    assert growth(lambda text: sum(range(len(text) ** 2 // 500)), lambda length: "x" * length) is not None
    assert growth(lambda text: sum(range(len(text) ** 3 // 50_000)), lambda length: "x" * length) is not None


# ---- records ----

RECORD = """heliopolis record 1
game: ra
edition: z-man
players: Ann | Ben
date: 2026-11-15
suns: 9-6-5-2 | 8-7-4-3
draws: table
scores: hidden

1. Ann: draw
2. Ann: tile Gold
"""
SEALED_RECORD = RECORD.replace("draws: table", f"draws: sealed\nseed hash: {'0' * 64}")

RECORDS = {
    "first line": HERE + RECORD,
    "first line goes on": RECORD.replace("record 1", f"record {HERE}1"),
    "header": RECORD.replace("game: ra", f"{HERE}\ngame: ra"),
    "header's name": RECORD.replace("game: ra", f"{HERE}: ra\ngame: ra"),
    "headers": RECORD.replace("game: ra", f"a{HERE}: ra\nb{HERE}: ra\nb{HERE}: ra\ngame: ra"),
    "comment among headers": RECORD.replace("game: ra", f"# {HERE}\ngame: ra"),
    "game": RECORD.replace("game: ra", f"game: ra{HERE}x"),
    "edition": RECORD.replace("z-man", f"z-man{HERE}x"),
    "setting": RECORD.replace("game: ra", f"game: ra\ngod-disasters: {HERE}x"),
    "player": RECORD.replace("Ann |", f"Ann{HERE}x |"),
    "many players": RECORD.replace("Ann |", f"{HERE} Ann | Ann |"),
    "date": RECORD.replace("2026-11-15", f"2026-11-{HERE}15"),
    "suns": RECORD.replace("9-6-5-2", f"9-6-5-{HERE}2"),
    "draws": RECORD.replace("draws: table", f"draws: table{HERE}x"),
    "scores": RECORD.replace("hidden", f"hidden{HERE}x"),
    "seed": SEALED_RECORD.replace("seed hash", f"seed: {HERE}0\nseed hash"),
    "seed hash": SEALED_RECORD.replace("hash: 0", f"hash: 0{HERE}0"),
    "result": RECORD.replace("game: ra", f"result: {HERE}x\ngame: ra"),
    "move": RECORD + HERE + "x",
    "move's number": f"{RECORD}{HERE}3. Ben: draw",
    "after the number": f"{RECORD}3{HERE}. Ben: draw",
    "after the dot": f"{RECORD}3.{HERE}x",
    "name": f"{RECORD}3. Ben{HERE}x: draw",
    "after the name": f"{RECORD}3. Ben{HERE}: draw",
    "word": f"{RECORD}3. Ben: draw{HERE}x",
    "before the word": f"{RECORD}3. Ben: {HERE}fly",
    "many moves": f"{RECORD}Ben: draw\n{HERE}",
    "comment": f"{RECORD}# Ann scores {HERE}",
    "end": f"{RECORD}{HERE}",
}


#: Where a text may be as long as the server takes it; elsewhere what is shorter tells the same.
LONG_PLACES = ("headers", "many players", "suns", "after the dot", "word", "many moves")


@pytest.mark.parametrize("place", RECORDS)
def test_a_record_is_read_in_linear_time(place: str) -> None:
    check(Match.read, RECORDS[place], longest=LONGEST if place in LONG_PLACES else LONG)


def test_a_record_of_the_dice_game_is_read_in_linear_time() -> None:
    record = RECORD.partition("1. Ann")[0].replace("game: ra", "game: dice").replace("z-man", "rulebook")
    record = record.replace("suns: 9-6-5-2 | 8-7-4-3", "start: 1")
    for word in ("roll yellow:Sun{}x", "roll {}yellow:Sun", "{}"):
        check(Match.read, record + "Ann: " + word.format(HERE) + "x")
    check(Match.read, record.replace("start: 1", f"start: {HERE}1"))


def test_a_line_of_a_move_is_taken_apart_in_linear_time() -> None:
    for template in (f"1.{HERE}x", f"1{HERE}.x:y", f"{HERE}:{HERE}", f"1.{HERE}x{HERE}:{HERE}y{HERE}"):
        check(split_move, template, longest=LONGEST)


@pytest.mark.parametrize("place", RECORDS)
def test_a_message_about_a_record_quotes_no_more_than_people_read(place: str) -> None:
    for filling in FILLINGS:
        told = refusal(RECORDS[place].replace(HERE, filling * 5000))
        assert told is None or (told.startswith("line ") and len(told) < 4 * LONGEST_QUOTE), (filling, told)


def refusal(record: str) -> str | None:
    """Say why a record is refused; None where it can be read."""
    try:
        Match.read(record)
    except RecordError as error:
        return str(error)
    return None


POSITIONS = {
    "ra": Match("ra", ["Ann", "Ben"], seed=7, suns=[[9, 6, 5, 2], [8, 7, 4, 3]]).position(),
    "dice": Match("dice", ["Ann", "Ben"], seed=7, start="1").position(),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_read_in_linear_time(name: str) -> None:
    line = POSITIONS[name]
    for template in (f"{HERE}{line}", f"{line}{HERE}", f"{line}; {HERE}: 1", f"{line}; a{HERE}", f"{line}; a: {HERE}"):
        check(Match.from_position, template)
    for field in line.split("; ")[1:]:
        check(Match.from_position, line.replace(field, f"{field}{HERE}x"))


def test_a_position_in_a_record_is_read_in_linear_time() -> None:
    record = Match.from_position(POSITIONS["ra"], draws="table").record()
    for place in ("position: ", "bag: ", "suns: "):
        check(Match.read, record.replace(place, f"{place}{HERE}"))


def test_a_seed_is_read_in_linear_time() -> None:
    for template in (HERE, f"{HERE}0", f"0{HERE}x"):
        check(read_seed, template)


@pytest.mark.parametrize("name", GAMES)
def test_words_and_deals_of_a_game_are_read_in_linear_time(name: str) -> None:
    game = find_game(name)
    setup = game.prepare(3, None, {})
    for template in (
        HERE,
        f"bid {HERE}",
        f"roll {HERE}x",
        f"roll {HERE} red:Sun",
        f"civilization{HERE}",
        f"{HERE}draw",
    ):
        check(lambda text: game.words.moves(text, setup.edition), template)
    for template in (HERE, f"13-{HERE}-2", f"13-8-5-2 | {HERE}", f"{HERE}1"):
        check(lambda text: game.words.find_deal(setup, text), template)


# ---- the terminal ----


def test_records_are_verified_in_linear_time(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"

    def read(text: str) -> None:
        path.write_text(text, encoding="utf-8")
        verify(path)

    for line in ("# {}x", "# Ann scores {}x", "#{}Ann scores +1", "# {} scores +1x", "# Ann scores +{}"):
        check(read, f"{RECORD}{line.format(HERE)}\n")
        check(scored_name, line.format(HERE))


@pytest.mark.parametrize(
    ("game", "item"),
    [
        *(
            ("ra", item)
            for item in ("{}x", "3{}x", "3 x{}Pharaoh", "Pharaoh{}3", "Pharaoh x{}", "Art{}7x", "suns {}x", "suns 1{}")
        ),
        *(("ra", item) for item in ("{} points", "points {}1", "3 {}", "Temple, {}", "{}, Temple", "0 Temple, {}")),
        *(("dice", item) for item in ("{}x", "pharaoh {}", "{} floods", "flood{}1", "civilization {}red")),
        *(("dice", item) for item in ("monument {}", "monument Step {}", "monument Temple {}", "points {}")),
    ],
)
def test_what_is_to_be_scored_is_read_in_linear_time(game: str, item: str) -> None:
    line = "Ann: " + item.format(HERE)
    check(lambda text: Sheet(game, text.split("\n"), None, None), f"{line}\nBen: points 1")


@pytest.mark.parametrize(
    ("game", "item", "said"),
    [
        ("ra", f"{'9' * 5000} Pharaoh", "999…' is too many: the box has 25 Pharaoh"),
        ("ra", f"suns {'9' * 5000}", "999…' are not suns, expected numbers from 1 to 16"),
        ("ra", f"points {'9' * 5000}", "999…' are too many, expected at most 999 points"),
        ("ra", "² Pharaoh", "there is no tile '² Pharaoh'"),
        ("ra", "-", "there is no tile '-'"),
        ("dice", f"pharaoh {'9' * 5000}", "999…' is not understood, expected something like 'pharaoh 7"),
        ("dice", "² floods", "'² floods' is not understood, expected something like"),
    ],
    ids=["tiles", "suns", "points", "a digit above", "nothing", "a place", "floods"],
)
def test_a_number_that_python_does_not_take_is_refused_in_words(game: str, item: str, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        Sheet(game, [f"Ann: {item}", "Ben: points 1"], None, None)
    assert said in str(refused.value)


def test_whom_to_score_is_read_in_linear_time() -> None:
    for template in (HERE, f"Ann{HERE}: Art", f"{HERE}\nAnn: Art", f"epoch: {HERE}", f"Ann: Art\nAnn{HERE}: Art"):
        check(lambda text: Sheet("ra", text.split("\n"), None, None), template)


def test_numbers_points_and_tiles_are_read_in_linear_time() -> None:
    for template in (
        HERE,
        f"{HERE}1",
        f"points{HERE}x",
        f"1{HERE}points",
        f"{HERE}1 points",
        f"3 x{HERE}x",
        f"Art{HERE}1",
    ):
        for read in (read_number, read_points, split_tiles):
            check(read, template)


def dice_match(*words: str) -> Match:
    match = Match("dice", ["Ann", "Ben"], draws="table", start="1")
    for word in words:
        match.play(word)
    return match


ROLL = "roll yellow:Sun red:Nile blue:Pharaoh green:Civilization violet:Ankh"


def test_faces_and_dice_are_read_in_linear_time() -> None:
    dice = ["yellow", "red", "blue", "green", "violet"]
    for template in (f"{HERE}x", f"red{HERE}:sun", f"red:{HERE}sun", f"red:sun {HERE}"):
        check(lambda text: rolled(text.split(), dice), template)
    for match in (dice_match(), dice_match(ROLL), dice_match(ROLL, "keep")):
        check(partial(short, match), f"r{HERE}")


@pytest.mark.parametrize("match", [Match("ra", ["Ann", "Ben"], seed=1), dice_match(ROLL, "keep")], ids=GAMES)
def test_answers_are_understood_in_linear_time(match: Match) -> None:
    terminal = Terminal(match)
    for template in (HERE, f"{HERE}draw", f"draw{HERE}x", f"d{HERE}"):
        check(terminal.meant, template)
        check(lambda text: understand(text, [(word, word) for word in match.moves()]), template)


@pytest.mark.parametrize("name", GAMES)
def test_what_was_drawn_for_is_read_in_linear_time(name: str) -> None:
    game = find_game(name)
    setup = game.prepare(3, None, {})

    def read(text: str) -> None:
        answers = iter([text, "quit"])
        with pytest.raises(EOFError):
            ask_deal(game, setup, ["Ann", "Ben", "Cleo"], lambda _: next(answers), lambda _: None)

    check(read, f"{HERE}x")


def test_seats_and_keys_are_read_in_linear_time() -> None:
    check(seat_names, f"Ann,{HERE}", (*FILLINGS, "greedy,", "Ann,", ","))
    check(split_keys, HERE, (*FILLINGS, "\x1b[", "\x1b", "\x1bO", ";"))
    check(split_keys, f"\x1b[{HERE}")


# ---- bots ----


@pytest.mark.parametrize(
    "template",
    [
        "missing{}.py:Bot",
        "missing.py{}:Bot",
        "missing.py:Bot{}",
        "missing.py:Bot:{}",
        "missing{}:\n",
        "greedy:caution={}",
        "expert:nodes={}",
        "greedy:{}=1",
    ],
)
def test_a_bot_is_found_by_what_it_is_called_in_linear_time(template: str, tmp_path: Path) -> None:
    check(lambda text: find_bot(text, tmp_path), template.format(HERE))
    check(built_in_bot, template.format(HERE))


# ---- the server ----

INCOMING = [kind for kind in messages.DECODERS if issubclass(kind, base.Incoming) and kind is not base.Incoming]
BODIES = (
    '{"record":"@"}',
    '{"table":"a","token":"@"}',
    '{"invite":"@","name":"@"}',
    '{"tokens":["a"@]}',
    '{"game":"ra","seats":[{"kind":"bot"}@]}',
    '{"game":"ra","seats":[{"kind":"bot"}],"settings":{"a":"b"@}}',
    '{"type":"move","id":"a","version":@,"seat":0,"word":"draw"}',
    '{"id":"a","version":1,"seat":0,"word":"@","type":"move"}',
    '{@"type":"hello","protocol":1,"table":"a","tokens":["a"]}',
    "@",
    "[@",
    '"@',
)
JSON_FILLINGS = (
    *FILLINGS,
    "[",
    '{"a":',
    ',"a"',
    ',{"kind":"bot"}',
    ',"a":"b"',
    "\\u0041",
    "\\ud800",
    '"\\"',
    '"x":1,',
    "1e",
    "9.",
)


@pytest.mark.parametrize("kind", INCOMING, ids=lambda kind: kind.__name__)
def test_a_message_is_decoded_in_linear_time(kind: type[msgspec.Struct]) -> None:
    def read(text: str) -> None:
        with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
            messages.DECODERS[kind].decode(text.encode("utf-8"))

    for body in BODIES:
        check(read, body, JSON_FILLINGS, longest=LONGEST)


def test_the_rules_are_read_in_linear_time() -> None:
    edition = find_game("ra").editions["z-man"]
    marks = ("[", "](", "[a](", "(", "*", "`", "|", " | ", "x", "sun ", "**R1** ", "\n| a | b |", "\na", "\n")
    for template in (f"**R1** {HERE}", f"# {HERE}", f"**R1** [a{HERE}x"):
        check(lambda text: list(read_rules(text)), template, marks)
    check(lambda text: list(read_rules(text)), f"**R1** a{HERE}", ("\na",), longest=LONGEST)
    check(lambda text: in_words_of(edition, text), HERE, marks)


# ---- regular expressions ----


@cache
def patterns() -> list[Pattern]:
    modules = sorted(SOURCES.rglob("*.py"))
    client = sorted([*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")])
    return [*chain.from_iterable(map(in_python, modules)), *chain.from_iterable(map(in_typescript, client))]


def test_no_regular_expression_can_be_kept_busy() -> None:
    bad = [f"{pattern.place}: {pattern.text!r}: {fault}" for pattern in patterns() if (fault := pattern.fault())]
    assert not bad, "\n".join(["read it by hand, or let no two repeats take the same text:", *bad])


def test_the_regular_expressions_of_the_project_are_found() -> None:
    found = [(Path(pattern.place.rpartition(":")[0]).name, pattern.text) for pattern in patterns()]
    assert ("record.py", "[0-9a-f]{64}") in found
    assert ("keys.py", r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.") in found
    if CLIENT.is_dir():  # not where only the Python part of the project is
        assert ("codes.ts", r"(?:^|[#/])(join|seat|move)\/([^/\s]+)") in found
        assert ("connection.svelte.ts", "^http") in found


#: Patterns that readers here once had, and others of their kind, with how they are used.
BUSY = [
    (r"(?:(?P<number>[0-9]+)\s*\.)?\s*(?P<name>[^:]+?)\s*:\s*(?P<word>.+?)\s*", FULLMATCH),
    (r"#\s*(?P<what>(?P<name>.+) scores [+-][0-9]+)\s*", FULLMATCH),
    (r"(?:(?P<before>\d+)\s*[x×]?\s+)?(?P<name>\D+?)(?:\s+[x×]?(?P<after>\d+))?", FULLMATCH),
    (r"(?P<file>.+\.py):(?P<name>[^:]+)(?::(?P<parameters>.*))?", FULLMATCH),
    (r"(\w+)\s*[:=]\s*(\w+)", SEARCH),
    (r"\*\*|\[([^\]]+)\]\([^)]*\)", SEARCH),
    (r"(a+)+b", MATCH),
    (r"(?:a|ab)*c", MATCH),
    (r"(?:a?b?)*c", MATCH),
    (r"a*b?a*c", MATCH),
    (r"\s+$", SEARCH),
    (r"(?m)^\s*x*\s*$", SEARCH),
    (r"x(?=a*b)", SEARCH),
    (r"(a)\1*b", SEARCH),
]
QUICK = [
    (r"points?\s+(\d+)|(\d+)\s+points?", FULLMATCH),
    (r"(?:- |\| )?\*\*([A-Z][0-9]+)\*\*[ |]*(.*)", MATCH),
    (r"\[([^\[\]]+)\]\([^()]*\)", SEARCH),
    (r"[^\w.=-]+", SEARCH),
    (r"^\d+$", SEARCH),
    (r"(?:ab)*c", MATCH),
    (r"[^:]*:[^:]*:x", MATCH),
]


@pytest.mark.parametrize(("text", "use"), BUSY)
def test_a_regular_expression_that_can_be_kept_busy_is_refused(text: str, use: str) -> None:
    assert Pattern("here", text, use).fault() is not None


@pytest.mark.parametrize(("text", "use"), QUICK)
def test_a_regular_expression_that_cannot_is_accepted(text: str, use: str) -> None:
    assert Pattern("here", text, use).fault() is None


def test_a_new_regular_expression_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    module, component = tmp_path / "new.py", tmp_path / "New.svelte"
    module.write_text(
        'import re\nA = re.compile(r"\\s*x?\\s*y")\nA.match("")\nre.sub(rf"{A}+,*b", "", "")\nre.match(A, "")\n'
    )
    component.write_text("<p>{a / b / c}</p>\n{#if a}{/if}\n{text.replace(/(\\w+)\\s*:/g, '')}\n{new RegExp(a)}\n")
    found = [pattern for pattern in (*in_python(module), *in_typescript(component)) if pattern.fault()]
    assert [(Path(pattern.place).name, pattern.text) for pattern in found] == [
        ("new.py:2", r"\s*x?\s*y"),
        ("new.py:4", "x+,*b"),
        ("new.py:5", None),
        ("New.svelte:3", r"(\w+)\s*:"),
        ("New.svelte:4", None),
    ]
