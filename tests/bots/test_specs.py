"""One grammar for bots at every door: how they are named, listed, and seated again from a record."""

from __future__ import annotations

import pytest

from heliopolis import SetupError
from heliopolis.bots.specs import Spec, all_different, bot_in_seat, is_untold, read_spec, seat_name, split_bots
from heliopolis.table.match import LONGEST_NAME, check_names

KNOWN = ("greedy", "net", "bold")


def test_lists_are_split_at_commas_or_at_semicolons() -> None:
    assert split_bots("greedy:caution=2:rivalry=0, random") == ["greedy:caution=2:rivalry=0", "random"]
    assert split_bots("run:bot --levels 1,2; random") == ["run:bot --levels 1,2", "random"]
    assert split_bots("Ann,") == ["Ann", ""]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("greedy", Spec("greedy")),
        ("greedy:caution=2:rivalry=0", Spec("greedy", ("caution=2", "rivalry=0"))),
        ("path/to/bot.py:Bot:depth=3", Spec("Bot", ("depth=3",), "path/to/bot.py")),
        (r"C:\bots\my bot.py:Bot", Spec("Bot", (), r"C:\bots\my bot.py")),
        ("C:/bots/my bot.py:Bot:depth=3", Spec("Bot", ("depth=3",), "C:/bots/my bot.py")),
        ("odd:path/bot.py:Bot", Spec("Bot", (), "odd:path/bot.py")),
        (r"net:nodes=9:file=D:\nets\ra.npz", Spec("net", ("nodes=9", r"file=D:\nets\ra.npz"))),
        ("run:node bot.js --port=a:1", Spec(command="node bot.js --port=a:1")),
    ],
)
def test_what_people_call_a_bot_is_taken_apart(text: str, spec: Spec) -> None:
    assert read_spec(text) == spec


@pytest.mark.parametrize("text", ["bot.py", "path/to/bot.py:"])
def test_a_file_without_a_class_is_told(text: str) -> None:
    with pytest.raises(SetupError, match=r"names no class of its file: expected .*bot\.py:Bot"):
        read_spec(text)


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("greedy", "greedy"),
        ("greedy:caution=2:rivalry=0", "greedy caution=2 rivalry=0"),
        ("path/to/bot.py:Bot:depth=3", "bot.py Bot depth=3"),
        (r"C:\bots\my bot.py:Bot", "my bot.py Bot"),
        ("run:node bot.js", "run node bot.js"),
        ("run:node a|b#c.js", "run node a b c.js"),
        ("greedy:rivalry=0.05:sight=0.4:patience=0.65", "greedy rivalry=0.05 sight=0.4 patien…"),
        ("bold:word=a b", "bold word=a b…"),
        (f"{'x' * 60}.py:Bot:depth=3", f"{'x' * 16}.py Bot depth=3"),
    ],
)
def test_a_seat_is_named_after_its_bot_and_tells_as_much_as_a_record_may(spec: str, name: str) -> None:
    assert seat_name(spec) == name
    assert check_names([f"{name} 24"])
    assert len(name) <= LONGEST_NAME - 3
    told = bot_in_seat(name, KNOWN)
    assert told in {spec, None}
    assert (told is None) == is_untold(name, KNOWN)


def test_a_record_starts_no_program_and_opens_no_file() -> None:
    for name in ("run rm -rf x", "evil.py Bot", "net file=/etc/passwd", r"net file=\\server\share", "run x 2"):
        assert is_untold(name, KNOWN)
    for name in ("Ann", "Ann/Ben", "greedy Bob", "runner", "Wait…", "greedy caution=2 3", "bold 2"):
        assert not is_untold(name, KNOWN)


def test_names_that_are_there_twice_are_numbered() -> None:
    assert all_different(["a", "a", "b", "a 1"]) == ["a 2", "a 3", "b", "a 1"]
    assert all_different(["Ann", "Ann", "a", "a"], {2, 3}) == ["Ann", "Ann", "a 1", "a 2"]
