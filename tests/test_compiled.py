from __future__ import annotations

import ast
import importlib.util
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import pytest
from rich.console import Console

from heliopolis import Match, compiled, warm
from heliopolis.cli.warm import PARTS
from heliopolis.games import NAMES
from tests.conftest import invoke, run_command

SOURCES = sorted(compiled.PACKAGE.rglob("*.py"))


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package, to be changed."""
    return shutil.copytree(compiled.PACKAGE, tmp_path / "heliopolis", ignore=shutil.ignore_patterns("__pycache__"))


def elsewhere(house: Path) -> ModuleType:
    """Load `compiled` from a copy of the package."""
    spec = importlib.util.spec_from_file_location("compiled_elsewhere", house / "compiled.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def digest(house: Path) -> str:
    found: str = elsewhere(house).digest()
    return found


# ---- the digest ----


def test_the_digest_does_not_depend_on_the_place(house: Path) -> None:
    assert digest(house) == compiled.digest() == digest(house)


def test_a_copy_of_the_sources_is_compiled_anew_and_so_is_one_that_was_touched(house: Path) -> None:
    """Numba looks at the place and the time of a source: who says that all is compiled has to do the same."""
    here = elsewhere(house).stamp()
    assert here != compiled.stamp()
    assert here == elsewhere(house).stamp()
    os.utime(house / "games" / "ra" / "rules.py", (1, 1))
    assert elsewhere(house).stamp() != here


@pytest.mark.parametrize(
    "name",
    [
        "games/ra/rules.py",
        "games/ra/components.py",
        "games/ra/lots.py",
        "games/contract.py",
        "bots/randomness.py",
        "bots/random_games.py",
        "bots/heuristic/opinion.py",
        "bots/search/policy.py",
        "learn/games.py",
        "compiled.py",
        "linking.py",
    ],
)
def test_any_change_of_a_compiled_source_changes_the_digest(house: Path, name: str) -> None:
    before = digest(house)
    (house / name).write_bytes((house / name).read_bytes() + b"\n# changed\n")
    assert digest(house) != before


def test_a_new_and_a_renamed_source_change_the_digest_if_they_are_compiled(house: Path) -> None:
    before = digest(house)
    (house / "games" / "ra" / "notes.py").touch()
    assert digest(house) == before
    (house / "games" / "ra" / "new.py").write_text("from heliopolis.compiled import compiled\n")
    added = digest(house)
    (house / "games" / "ra" / "new.py").rename(house / "games" / "ra" / "newer.py")
    assert len({before, added, digest(house)}) == 3


def test_what_a_compiled_source_begins_to_read_is_covered_at_once(house: Path) -> None:
    rules, words = house / "games" / "ra" / "rules.py", house / "games" / "ra" / "words.py"
    rules.write_text(rules.read_text() + "\nfrom heliopolis.games.ra import words\n")
    before = digest(house)
    words.write_text(words.read_text() + "\n# changed\n")
    assert digest(house) != before


@pytest.mark.parametrize(
    "name",
    [
        *("table/match.py", "cli/play.py", "terminal/play.py", "arena/simulate.py"),
        *("coach/why.py", "coach/ra.py", "games/ra/words.py", "games/dice/views.py", "games/__init__.py"),
        *("bots/registry.py", "bots/contract.py", "bots/compiled_bot.py", "bots/random.py", "bots/heuristic/greedy.py"),
    ],
)
def test_a_change_where_nothing_is_compiled_keeps_the_cache(house: Path, name: str) -> None:
    before = digest(house)
    (house / name).write_bytes((house / name).read_bytes() + b"\n# changed\n")
    assert digest(house) == before


def imported(source: Path) -> Iterator[tuple[str, str]]:
    """List what a source imports, as module and name."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)


def test_functions_are_compiled_only_where_the_digest_looks() -> None:
    decorators = {("heliopolis.compiled", name) for name in compiled.DECORATORS}
    users = {source for source in SOURCES if decorators & set(imported(source))}
    numba_users = {
        source for source in SOURCES if any(module.split(".")[0] == "numba" for module, _ in imported(source))
    }
    assert len(users) >= 4, "the search finds them"
    assert users | numba_users <= set(compiled.read_by(users))


def test_compiled_sources_read_nothing_that_the_digest_does_not_cover() -> None:
    """Facts hold types only, and errors are raised in Python."""
    decorators = {("heliopolis.compiled", name) for name in compiled.DECORATORS}
    users = {source for source in SOURCES if decorators & set(imported(source))}
    covered = tuple(f"heliopolis.{room}" for room in (*compiled.ROOMS, "compiled", "errors", "facts", "linking"))
    for source in compiled.read_by(users):
        ours = [f"{module}.{name}" for module, name in imported(source) if module.startswith("heliopolis")]
        assert all(module.startswith(covered) for module in ours), source


# ---- the cache ----


def test_the_cache_is_named_after_the_digest() -> None:
    assert compiled.cache_folder() == compiled.caches() / compiled.digest()


def test_the_cache_lies_where_the_user_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HELIOPOLIS_CACHE", str(tmp_path / "a" / "b"))
    assert compiled.caches.__wrapped__() == tmp_path / "a" / "b"
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_the_cache_lies_in_a_temporary_folder_where_nothing_can_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HELIOPOLIS_CACHE", str(tmp_path / "file" / "cache"))
    assert compiled.caches.__wrapped__().parent == Path(tempfile.gettempdir())


def test_decorating_leaves_the_cache_of_other_packages_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    config: Any = numba.config
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))

    def double(number: int) -> int:
        return 2 * number

    ours = compiled.compiled(double)
    assert str(tmp_path) == config.CACHE_DIR
    theirs: Any = numba.njit(cache=True)(double)
    if not config.DISABLE_JIT:
        assert Path(ours.dispatcher.stats.cache_path).is_relative_to(compiled.cache_folder())  # type: ignore[attr-defined]
        assert Path(theirs.stats.cache_path).is_relative_to(tmp_path)


def test_the_lowest_bit_is_the_same_compiled_and_not() -> None:
    def find(mask: int) -> int:
        return compiled.lowest_bit(mask)

    function: Any = numba.njit(find)
    for mask in (1, 2, 3, 12, 0b110000, 1 << 16, 1 << 31, 1 << 40, (1 << 62) | (1 << 17)):
        assert function(mask) == compiled.lowest_bit(mask) == len(bin(mask)) - len(bin(mask).rstrip("0"))


# ---- warming ----

USES_EVERYTHING = """
import random, sys
import numpy
from heliopolis import Match
from heliopolis.arena.simulate import simulate
from heliopolis.bots.registry import BOT_NAMES, find_bot
from heliopolis.games import find_game
from heliopolis.table.match import legal

numbers = random.Random(1)
for edition, players in (("z-man", 2), ("rio-grande", 3), ("alea", 4), ("25th-century", 5)):
    for draws in ("sealed", "table"):
        names = ["north", "east", "south", "west", "centre"][:players]
        match = Match("ra", names, edition=edition, draws=draws, seed=players)
        while match.seat is not None:
            match.play(numbers.choice(match.moves()))
            for seat in (None, *range(players)):
                match.view(seat), match.text(seat)
        assert Match.read(match.record()).record() == match.record()
        match.at(len(match) // 2).preview(0), match.breakdown(), match.result
    game = find_game("ra")
    assert simulate(game, game.prepare(players, edition, {}).openings, players, 50, 1).games == 50
for name in ("ra", "dice"):
    match = Match(name, ["north", "east"], seed=1)
    for bot in BOT_NAMES * 3:
        choice = find_bot(bot).choose(match.state, legal(match.state), 0.05, 1)
        match.play(match.moves()[legal(match.state).index(choice.move)])
"""


def test_after_warming_nothing_is_compiled_any_more(tmp_path: Path) -> None:
    assert run_command("warm").returncode == 0
    # A copy, since others may compile into the cache of all; without the marks, so that all is gone through once more.
    left_out = shutil.ignore_patterns("*.tmp.*", f"{compiled.MARK}*")
    shutil.copytree(compiled.cache_folder(), tmp_path / compiled.digest(), ignore=left_out)
    environment = {"HELIOPOLIS_CACHE": str(tmp_path)}
    compiled_once = sorted(path.name for path in tmp_path.rglob("*.nbc"))
    assert compiled_once
    first = run_command("warm", env=environment)
    assert (first.returncode, first.stdout) == (0, "")
    assert "compil" in first.stderr, "it says what it does"
    again = run_command("warm", env=environment)
    assert (again.returncode, again.stderr.strip()) == (0, "everything is compiled already")
    subprocess.run([sys.executable, "-c", USES_EVERYTHING], env=os.environ | environment, check=True, timeout=300)
    assert run_command("simulate", "ra", "--games", "10", env=environment).returncode == 0
    markers = ("-p", "Ann: monument Temple red blue green, civilization red", "-p", "Ben:")
    assert run_command("score", "dice", "--epoch", "3", *markers, env=environment).returncode == 0
    for game in ("ra", "dice"):
        arena = ("arena", game, "--players", "3", "--bots", "greedy,random,net", "--games", "6")
        assert run_command(*arena, env=environment).returncode == 0
    assert sorted(path.name for path in tmp_path.rglob("*.nbc")) == compiled_once


def test_what_is_missing_is_told_by_part_and_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_folder", lambda: tmp_path)
    everything = [(game, part) for game in NAMES for part in compiled.PARTS]
    assert warm.missing() == everything
    compiled.mark(compiled.TABLES, "dice").touch()
    assert warm.missing() == [one for one in everything if one != ("dice", "tables")]
    assert warm.missing([compiled.TABLES], ["dice"]) == []
    assert compiled.is_compiled(compiled.TABLES, ["dice"])
    assert not compiled.is_compiled(compiled.TABLES, NAMES)


@pytest.mark.parametrize("slower", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("games", [1, 2])
def test_the_bar_says_honestly_how_long_it_will_take(games: int, slower: float) -> None:
    """From the first part on it knows how fast the machine is; before that, it takes it for a usual one."""
    ends, clock = [], 0.0
    for part in PARTS:
        clock += slower * warm.SECONDS[part]
        ends += [(clock, warm.SECONDS[part])] * games  # all games are compiled side by side
    off = []
    for second in range(int(clock)):
        done = [(end, usual) for end, usual in ends if end <= second]
        usual = [usual for end, usual in ends if end > second]
        last = max((end for end, _ in done), default=0.0)
        guess, said = warm.estimate(usual, sum(usual for _, usual in done), last, second, games)
        assert 0 <= guess < sum(usual)
        if done or slower == 1:
            off.append(abs(said - max(1.0, clock - second)))
    assert max(off) <= 2 + 0.1 * slower * max(warm.SECONDS.values())


@pytest.mark.parametrize("width", [50, 80, 120])
def test_what_is_compiled_and_for_how_long_fits_the_terminal(width: int) -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=width)
    progress = warm.new_progress(console)
    for step in warm.whole():
        progress.add_task(warm.now_compiling(*step, console), total=9, left="about 99 s left")
    console.print(progress)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert shown.count("about 99 s left") == shown.count("\n") == len(list(warm.whole()))
    assert "…" not in shown


def test_the_command_names_the_parts_that_there_are() -> None:
    assert PARTS == compiled.PARTS


# ---- sleep ----

ASLEEP = """
import sys
from heliopolis import compiled
if sys.argv[1] == "asleep":
    compiled.sleep()
from heliopolis import Match
from heliopolis.bots.registry import find_bot
from heliopolis.games.ra import rules
from heliopolis.table.match import legal
for name in ("ra", "dice"):
    match = Match(name, ["north", "east", "south"], seed=3)
    for number in range(40):
        choice = find_bot("priest").choose(match.state.copy(), legal(match.state), 1, number)
        match.play(match.game.words.word([choice.move]))
    print(match.record())
print("compiled:", len(rules.apply.dispatcher.signatures), file=sys.stderr)
"""


def test_asleep_everything_runs_as_it_is_written_and_does_the_same(tmp_path: Path) -> None:
    told = {}
    for how in ("asleep", "awake"):
        cache = {"HELIOPOLIS_CACHE": str(tmp_path)} if how == "asleep" else {}
        done = subprocess.run(
            [sys.executable, "-c", ASLEEP, how], env=os.environ | cache, capture_output=True, text=True, check=True
        )
        told[how] = done.stdout
        assert done.stderr == f"compiled: {int(how == 'awake')}\n"
    assert told["asleep"] == told["awake"]
    assert not list(tmp_path.rglob("*.nbc"))


def test_functions_wake_as_they_were() -> None:
    from heliopolis.games.ra import rules

    apply: Any = rules.apply
    awake = apply.run
    compiled.sleep()
    try:
        assert compiled.is_asleep()
        assert apply.run is apply.py_func
    finally:
        compiled.wake()
    assert apply.run in (awake, apply.dispatcher)
    assert not compiled.is_asleep()


UNCOMPILED = {
    "replay": ["replay", "tests/golden/ra-z-man-3.txt", "--at", "40"],
    "verify": ["verify", "tests/golden/ra-z-man-3.txt", "tests/golden/dice-rulebook-3.txt"],
    "score": ["score", "ra", "-p", "Ann: 3 Pharaoh", "-p", "Ben: 2 Nile"],
    "rules": ["rules", "ra", "R13"],
}


@pytest.mark.parametrize("verb", UNCOMPILED)
def test_what_is_soon_done_does_not_load_the_compiler(verb: str) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "heliopolis", *UNCOMPILED[verb]]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "click" in loaded
    assert "numba" not in loaded


def test_whoever_needs_more_waits_until_it_is_compiled_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compiled, "_GIVEN_UP", threading.Event())
    mark = compiled.mark(compiled.THINKERS, "ra")
    script = "import pathlib, sys, time; time.sleep(1); pathlib.Path(sys.argv[1]).touch(); time.sleep(600)"
    with subprocess.Popen([sys.executable, "-c", script, mark]) as compiler:
        monkeypatch.setattr(compiled, "_COMPILERS", [compiler])
        compiled.need(compiled.THINKERS, "ra")
        assert mark.exists()
        threading.Timer(0.5, compiled.give_up).start()
        with pytest.raises(compiled.GivenUp):
            compiled.need(compiled.THINKERS, "dice")
        assert compiler.wait(60)


@pytest.mark.parametrize("arguments", [("play", "ra", "--seed", "3"), ("replay", "tests/golden/ra-z-man-3.txt")])
def test_a_cold_start_waits_for_nothing(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run_command(*arguments, env={"HELIOPOLIS_CACHE": str(tmp_path)}, input="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "you>" in done.stdout or "south wins" in done.stdout


def interrupted(tmp_path: Path, *arguments: str) -> tuple[int, str]:
    """Press Ctrl-C, which a terminal sends to all that run in it, while a command compiles into an empty cache."""
    command = [sys.executable, "-m", "heliopolis.cli", *arguments]
    environment = os.environ | {"HELIOPOLIS_CACHE": str(tmp_path / "cache"), "XDG_DATA_HOME": str(tmp_path)}
    with subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        while not list(tmp_path.rglob("*.nbc")):
            assert process.poll() is None
            time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert "Traceback" not in told
    return process.returncode, told.rstrip()


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal of POSIX")
@pytest.mark.parametrize(
    "arguments",
    [
        ["warm", "ra"],
        ["simulate", "ra"],
        ["arena", "ra", "--bots", "net,random", "--games", "10"],
        ["advise", "tests/golden/ra-z-man-3.txt", "--at", "40"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_compiling_can_be_interrupted(tmp_path: Path, arguments: list[str]) -> None:
    code, told = interrupted(tmp_path, *arguments)
    assert code == 130
    assert told.endswith("interrupted: what is compiled so far is kept")


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal of POSIX")
def test_a_match_whose_bots_wait_for_the_compiler_is_kept(tmp_path: Path) -> None:
    """Whoever stops a match has not failed: the exit code is the one of `quit`."""
    record = tmp_path / "evening.ra"
    assert interrupted(tmp_path, "play", "ra", "--seats", "priest,net", "--save", str(record)) == (0, "")
    assert Match.load(record).players == ["priest", "net"]


def test_a_compiler_ends_with_whoever_started_it(tmp_path: Path) -> None:
    """However that ended: the pipe between both is closed then."""
    command = [sys.executable, "-m", "heliopolis.warm", "ra", "tables"]
    environment = os.environ | {"HELIOPOLIS_CACHE": str(tmp_path)}
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE) as process:
        while not list(tmp_path.rglob("*.nbc")):
            assert process.poll() is None
            time.sleep(0.1)
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait(60) == 1


def test_a_compiler_has_nothing_to_say() -> None:
    command = [sys.executable, "-m", "heliopolis.warm", "--quietly", "ra", "simulation"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.wait(60) == 0


# ---- no more than is asked for ----

RA, DICE = "tests/golden/ra-z-man-3.txt", "tests/golden/dice-rulebook-3.txt"


@pytest.mark.parametrize(
    ("arguments", "parts", "games"),
    [
        (["simulate", "dice", "--games", "10"], ["simulation"], ["dice"]),
        (["perft", DICE, "--at", "2", "--depth", "1"], ["tables"], ["dice"]),
        (["verify", "--quiet", *[DICE] * 51], ["tables"], ["dice"]),
        (["verify", "--quiet", RA, *[DICE] * 51], ["tables"], ["ra", "dice"]),
        (["advise", DICE, "--at", "240", "--rounds", "0"], ["tables", "thinkers"], ["dice"]),
        (["review", RA, "--seat", "nobody"], None, None),
        (["arena", "dice", "--bots", "greedy,random", "--games", "2"], ["tournaments"], ["dice"]),
        (["arena", "dice", "--bots", "net,random", "--games", "2"], ["tournaments"], ["dice"]),
        (
            ["arena", "dice", "--bots", "greedy,random", "--games", "2", "--records", "1", "--out", "OUT"],
            ["tables", "tournaments"],
            ["dice"],
        ),
        (
            ["arena", "dice", "--bots", "expert:rounds=0,random", "--games", "1", "--seconds", "0.01"],
            ["tables", "thinkers", "tournaments"],
            ["dice"],
        ),
    ],
    ids=lambda given: " ".join(given[:4]) if isinstance(given, list) else "nothing",
)
def test_no_more_is_compiled_than_is_asked_for(
    arguments: list[str],
    parts: list[str] | None,
    games: list[str] | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[list[str], list[str]]] = []
    monkeypatch.setattr(warm, "warm", lambda parts, games: asked.append((list(parts), list(games))))
    done = invoke(*(str(tmp_path / "out") if argument == "OUT" else argument for argument in arguments))
    if parts is None or games is None:
        assert (done.exit_code, asked) == (2, []), "nothing is compiled to say what is wrong"
    else:
        assert done.exit_code == 0, done.output
        assert asked == [(parts, games)]
