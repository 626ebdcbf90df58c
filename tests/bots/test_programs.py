"""Bots in other languages: programs of every kind of fault, and the examples of docs/bots.md as they stand there."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from heliopolis import Match
from heliopolis.arena.plan import make_plan
from heliopolis.arena.play import Unit, play_unit
from heliopolis.bots import process
from heliopolis.bots.contract import BAD, BROKEN, LATE, AsksNetwork, FaultError, Seating, ask
from heliopolis.bots.neural.files import TRAINED
from heliopolis.bots.process import ProcessBot
from heliopolis.bots.registry import find_bot
from heliopolis.table import sealed
from heliopolis.table.match import legal
from tests.conftest import THREE

ROOT = Path(__file__).parents[2]
HELLO = "import json, sys, time\nsys.stdin.readline()\nprint('{\"heliopolis\": 1}', flush=True)\n"
FIRST = "print(json.dumps({'move': json.loads(line)['moves'][0]}), flush=True)"

#: What a program can do wrong, by what is wrong with it.
FAULTY = {
    "nonsense": ({BAD}, HELLO + "for line in sys.stdin: print('pardon?', flush=True)"),
    "a list": ({BAD}, HELLO + "for line in sys.stdin: print('[1]', flush=True)"),
    "no move": ({BAD}, HELLO + "for line in sys.stdin: print('{}', flush=True)"),
    "an illegal move": ({BAD}, HELLO + 'for line in sys.stdin: print(\'{"move": "castle"}\', flush=True)'),
    "a move that is no text": ({BAD}, HELLO + "for line in sys.stdin: print('{\"move\": [1]}', flush=True)"),
    "silence": ({LATE}, HELLO + "for line in sys.stdin: time.sleep(60)"),
    "silence from the start": ({LATE}, "import time; time.sleep(60)"),
    "an early end": ({BROKEN}, HELLO + "sys.exit(3)"),
    "an end without a hello": ({BROKEN}, "raise SystemExit(4)"),
    "another protocol": ({BROKEN}, "print('{\"heliopolis\": 2}', flush=True); input(); input()"),
    "an endless line": ({BROKEN}, HELLO + "while True: sys.stdout.write('x' * 4096)"),
    # Whether its first line looks like an answer or came too early is a matter of who is faster.
    "no end of lines": ({BAD, BROKEN}, HELLO + 'while True: print(\'{"move": "x"}\')'),
    "a crash": ({BROKEN}, HELLO + "for line in sys.stdin: raise RuntimeError('I am lost')"),
}


def program(folder: Path, text: str, name: str = "bot.py") -> str:
    (folder / name).write_text(text)
    return f"run:{sys.executable} {name}"


def seating(seat: int = 0) -> Seating:
    return Seating("ra", "z-man", {}, tuple(THREE), seat)


def runs(pid: int) -> bool:
    """Tell whether a process is still there; one that has ended, but whose parent has not noticed, is."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def is_orphan_at_rest(pid: int) -> bool:
    """Tell whether a process has ended whose parent, which is not us any more, has not noticed."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return not runs(pid)


@pytest.mark.parametrize(("fault", "text"), FAULTY.values(), ids=FAULTY)
def test_random_moves_for_a_program_that_fails(
    tmp_path: Path, fault: set[str], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "HELLO_SECONDS", 2.0 if text.startswith("import time") else 20.0)
    bot = find_bot(program(tmp_path, "import os; open('pids', 'a').write(f'{os.getpid()} ')\n" + text), tmp_path)
    assert isinstance(bot, ProcessBot)
    match = Match("ra", THREE, seed=1)
    threads = threading.active_count()
    player = bot.sit(seating(match.seat or 0))
    try:
        answers = [ask(player, match.state, legal(match.state), 0.3, seed) for seed in range(5)]
    finally:
        player.close()
    assert {answer.move for answer in answers} <= set(legal(match.state))
    assert answers[0].fault in fault
    assert all(answer.fault is not None for answer in answers)
    assert answers[0].told
    pids = list(map(int, (tmp_path / "pids").read_text().split()))
    assert 1 <= len(pids) <= process.MOST_STARTS
    assert not any(map(runs, pids))
    assert threading.active_count() <= threads  # one of an earlier test may end meanwhile


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path) -> None:
    match = Match("ra", THREE, seed=1)
    with pytest.raises(FaultError, match="cannot be started"):
        find_bot("run:no-such-program", tmp_path).choose(match.state, legal(match.state), 1.0, 1)


def test_a_program_that_breaks_is_started_again_but_not_for_ever(tmp_path: Path) -> None:
    count = "open('starts', 'a').write('x')\n"
    once = HELLO + count + f"for line in sys.stdin:\n    {FIRST}\n    sys.exit(1)"
    bot: Any = find_bot(program(tmp_path, once), tmp_path)
    match = Match("ra", THREE, seed=1)
    player = bot.sit(seating(match.seat or 0))
    faults = []
    for seed in range(8):
        time.sleep(0.2)  # so that it has ended when it is asked again
        faults.append(ask(player, match.state, legal(match.state), 5.0, seed).fault)
    player.close()
    assert (tmp_path / "starts").read_text() == "x" * process.MOST_STARTS
    assert faults == [None, BROKEN, None, BROKEN, None, BROKEN, BROKEN, BROKEN]


def test_a_program_s_children_end_with_it(tmp_path: Path) -> None:
    text = HELLO + (
        "import subprocess\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)'])\n"
        "open('child', 'w').write(str(child.pid))\n"
        f"for line in sys.stdin: {FIRST}"
    )
    match = Match("ra", THREE, seed=1)
    find_bot(program(tmp_path, text), tmp_path).choose(match.state, legal(match.state), 20.0, 1)
    pid = int((tmp_path / "child").read_text())
    for _ in range(50):
        if is_orphan_at_rest(pid):
            return
        time.sleep(0.1)
    pytest.fail("it still runs")


LISTENER = (
    "import json, sys\n"
    "seen = open('seen', 'a')\n"
    "seen.write(sys.stdin.readline())\n"
    "print('{\"heliopolis\": 1}', flush=True)\n"
    "for line in sys.stdin:\n"
    "    seen.write(line); seen.flush()\n"
    "    moves = json.loads(line)['moves']\n"
    "    print(json.dumps({'move': moves[-1], 'values': [*range(len(moves))]}), flush=True)\n"
)


def shown(folder: Path, match: Match) -> tuple[list[Any], Any]:
    """Ask the program that writes down what it is shown."""
    (folder / "seen").unlink(missing_ok=True)
    bot: Any = find_bot(program(folder, LISTENER), folder)
    player = bot.sit(seating(match.seat or 0))
    choice = player.choose(match.state, legal(match.state), 20.0, 1)
    player.close()
    return [json.loads(line) for line in (folder / "seen").read_text().splitlines()], choice


def test_a_program_sees_the_table_with_open_scores_and_nothing_sealed(tmp_path: Path) -> None:
    match = Match("ra", THREE, seed=7)
    for move in ("draw", "draw", "draw"):
        match.play(move)
    (hello, question), choice = shown(tmp_path, match)
    assert hello == {
        "heliopolis": 1,
        "game": "ra",
        "edition": "z-man",
        "settings": {},
        "players": THREE,
        "seat": match.seat,
    }
    assert set(question) == {"view", "moves", "seconds", "seed"}
    assert question["moves"] == match.moves()
    assert question["view"]["board"] == match.view(0)["board"]
    assert question["view"]["points"] == [10, 10, 10]
    assert choice.move == legal(match.state)[-1]
    assert choice.values == tuple(range(len(match.moves())))
    other = match.at(len(match))
    other.reseal(99, sealed.seed_hash(99))
    assert shown(tmp_path, other)[0] == [hello, question]
    assert match.seed_hash is not None
    assert match.seed_hash not in (tmp_path / "seen").read_text()


def test_the_report_of_a_tournament_counts_what_random_did(tmp_path: Path) -> None:
    text = HELLO + f"for n, line in enumerate(sys.stdin):\n    {FIRST} if n % 2 else print('pardon?', flush=True)\n"
    text += "sys.stderr.write('that was fun')"
    plan = make_plan("ra", [program(tmp_path, text), "random"], players=2, folder=tmp_path, seconds=20)
    played = play_unit(Unit(plan, str(tmp_path), 0, 2))
    mine, other = (played.rows[played.rows["bot"] == bot] for bot in range(2))
    assert (mine["bad"] > 0).all()
    assert (mine["bad"] < mine["decisions"]).all()
    assert mine["late"].sum() == mine["broken"].sum() == other["bad"].sum() == 0
    assert (mine["seconds"] > 0).all()
    assert all(bot == plan.entrants[0] for bot, _ in played.log)
    assert "answered 'pardon?\\n', expected a line of JSON" in played.log[0][1]


# ---- the examples of the documentation ----


def test_the_example_of_a_class_plays(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(example("py", "class Bot"))
    check_example(tmp_path, "bot.py:Bot:nerve=0.7")


def test_the_example_of_a_class_with_a_network_plays(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(example("py", "class Rich"))
    check_example(tmp_path, "bot.py:Rich")
    bot = find_bot(f"bot.py:Rich:file={TRAINED / 'ra.npz'}", tmp_path)
    assert isinstance(bot, AsksNetwork)
    assert bot.network("ra") is not None


def example(language: str, word: str = "stdin") -> str:
    found: list[str] = re.findall(
        rf"```{language}\n(.*?)```", (ROOT / "docs" / "bots.md").read_text(encoding="utf-8"), re.S
    )
    return next(text for text in found if "heliopolis" in text and word in text)


def check_example(folder: Path, command: str) -> None:
    for game, players in (("ra", 3), ("dice", 2)):
        plan = make_plan(game, [command, "random"], players=players, folder=folder, seconds=20)
        rows = play_unit(Unit(plan, str(folder), 0, players)).rows
        assert sum(rows[fault].sum() for fault in (BAD, LATE, BROKEN)) == 0
        assert (rows["decisions"] > 0).all()


def test_the_example_in_python_plays_without_this_package(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(example("python"))
    check_example(tmp_path, f"run:{sys.executable} -I -S bot.py")


def test_the_example_in_javascript_plays(tmp_path: Path) -> None:
    node = shutil.which("node", path=f"{os.environ['PATH']}:{ROOT / '.uv/node/bin'}")
    if node is None:
        pytest.skip("there is no Node.js here: `make client` fetches one")
    (tmp_path / "bot.js").write_text(example("js"))
    check_example(tmp_path, f"run:{node} bot.js")
