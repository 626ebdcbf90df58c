"""The verb `arena` as people use it, with a folder that it can be stopped and resumed in."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from heliopolis import Match
from heliopolis.arena.plan import make_plan
from heliopolis.arena.play import Unit, play_unit
from tests.conftest import invoke, run_command

SLOW = """
import time
from heliopolis.bots.contract import Choice

class Bot:
    title = description = "slow"
    def choose(self, state, moves, seconds, seed):
        time.sleep(0.01)
        return Choice(moves[seed % len(moves)])
"""


@pytest.fixture(scope="module", autouse=True)
def warmed() -> None:
    assert run_command("warm").returncode == 0


def results(folder: Path) -> Any:
    """Read the results, without the time that games took."""
    table = pq.read_table(folder / "results.parquet")
    return table.drop_columns(["seconds"])


def test_a_tournament_leaves_results_figures_and_pictures(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["arena", "ra", "--players", "3", "--bots", "greedy,greedy:caution=2,random", "--seed", "4"]
    done = invoke(*arguments, "--games", "100", "--out", str(out), "--records", "2")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith(
        "102 games of ra (z-man) with 3 players, 34 deals, each with the seats rotated, seed 4"
    )
    assert re.search(r"(?m)^greedy:caution=2 +102 ", done.stdout)
    table = pq.read_table(out / "results.parquet")
    assert table.num_rows == 306
    assert set(table.column_names) >= {
        *("game", "deal", "rotation", "lineup", "seat", "bot", "points", "win", "decisions", "seconds"),
        *("bad", "late", "broken", "points_gods", "points_monuments", "points_suns"),
    }
    assert set(table["bot"].to_pylist()) == {"greedy", "greedy:caution=2", "random"}
    assert list(table["game"].to_pylist()) == sorted(table["game"].to_pylist())
    assert {path.name for path in out.glob("*.png")} == {
        *("ratings.png", "wins.png", "categories.png", "seats.png", "time.png")
    }
    assert [Match.load(path).result is not None for path in sorted((out / "records").iterdir())] == [True, True]
    assert not list((out / "parts").iterdir())
    figures = json.loads((out / "summary.json").read_text())
    assert figures["games"] == 102
    # All is played: the same command only shows it again.
    before = (out / "results.parquet").read_bytes()
    again = invoke(*arguments, "--games", "100", "--out", str(out))
    assert (again.exit_code, again.stdout) == (0, done.stdout)
    assert (out / "results.parquet").read_bytes() == before
    # And more games go on from there.
    more = invoke(*arguments, "--games", "150", "--out", str(out))
    assert more.exit_code == 0
    assert more.stdout.startswith("150 games")
    assert results(out).slice(0, 306).equals(results_of(before, tmp_path))


def results_of(data: bytes, folder: Path) -> Any:
    (folder / "results.parquet").write_bytes(data)
    return results(folder)


def test_json_is_printed_alone_and_does_not_depend_on_workers(tmp_path: Path) -> None:
    said = []
    for workers in ("1", "2"):
        out = tmp_path / workers
        done = run_command(
            *("arena", "dice", "--players", "2", "--bots", "greedy,random", "--games", "1200"),
            *("--json", "--workers", workers, "--out", str(out)),
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.count("\n") == 1
        figures = json.loads(done.stdout)
        for bot in figures["bots"]:
            assert bot.pop("seconds_a_move") > 0
        said.append(figures)
    assert said[0] == said[1]
    assert results(tmp_path / "1").equals(results(tmp_path / "2"))
    bot = said[0]["bots"][0]
    assert {
        "bot",
        "games",
        "wins",
        "low",
        "high",
        "rating",
        "mean_score",
        "categories",
        "seats",
        "random_moves",
    } <= set(bot)
    assert {"mu", "sigma", "low", "high"} == set(bot["rating"])
    assert said[0]["fair_share"] == 0.5


def start(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "heliopolis.cli", "arena", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "FORCE_COLOR": "1"},  # shows the progress although nobody looks
    )


@pytest.mark.skipif(os.name != "posix", reason="sends a signal of POSIX")
def test_a_tournament_that_was_interrupted_or_killed_goes_on(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    arguments = [
        *("ra", "--players", "2", "--bots", f"{tmp_path / 'slow.py'}:Bot,random", "--games", "24"),
        *("--workers", "2", "--seconds", "20"),
    ]
    out = tmp_path / "out"
    kept = []
    for sent in (signal.SIGINT, signal.SIGKILL):
        process = start(*arguments, "--out", str(out))
        seen = set(out.glob("parts/*.parquet"))
        for _ in range(600):
            if set(out.glob("parts/*.parquet")) - seen or process.poll() is not None:
                break
            time.sleep(0.05)
        if process.poll() is None:
            os.kill(process.pid, sent)
        said, errors = process.communicate(timeout=60)
        if sent == signal.SIGINT:
            assert process.returncode == 130, errors.decode()
            assert b"Traceback" not in errors, errors[errors.find(b"Traceback") - 500 :].decode()
            assert b"the same command goes on from there" in errors
            assert b"games of ra" in said
        kept.append(sum(pq.read_table(path).num_rows for path in out.glob("parts/*.parquet")))
    assert 0 < kept[0] <= 48
    assert kept[1] >= kept[0]
    done = run_command("arena", *arguments, "--out", str(out))
    assert done.returncode == 0, done.stderr
    plan = make_plan("ra", arguments[4].split(","), players=2, seconds=20)
    once = play_unit(Unit(plan, str(tmp_path), 0, 24)).rows
    for name in ("game", "seat", "points", "decisions"):
        assert results(out)[name].to_pylist() == once[name].tolist()
    assert results(out).num_rows == 48


def test_an_interrupted_tournament_without_a_folder_says_that_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW.replace("0.002", "0.05"))
    process = start("ra", "--players", "2", "--bots", f"{tmp_path / 'slow.py'}:Bot,random", "--games", "1000")
    assert process.stderr is not None
    seen = b""
    while not re.search(rb"[1-9][0-9]*/1000", seen):
        more = os.read(process.stderr.fileno(), 4096)
        assert more, seen.decode()
        seen += more
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors.decode()
    assert b"nothing is kept: expected --out DIR" in errors
    assert b"Traceback" not in errors, errors[errors.find(b"Traceback") - 500 :].decode()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "gredy"], "there is no bot 'gredy'"),
        (["--bots", "greedy:caution=brave"], "expected a number"),
        (["--bots", ","], "there are no bots"),
        (["--bots", "random", "--players", "9"], "takes 2 to 5 players, not 9"),
        (["--bots", "random", "--edition", "1999"], "there is no edition '1999'"),
        (["--bots", "random", "--set", "weather"], "expected NAME=VALUE"),
        (["--bots", "random", "--set", "weather=dry"], "no option 'weather'"),
        (["--bots", "random", "--records", "some"], "'some' is not a number of games: expected one, or 'all'"),
        (["--bots", "random", "--records", "3"], "expected --out DIR, too"),
        (["--bots", "random", "--among", "random"], "measures nothing"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line_with_exit_code_2(arguments: list[str], said: str) -> None:
    done = invoke("arena", "ra", *arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.startswith("heliopolis: ")
    assert done.stderr.count("\n") == 1


TALKING = """
from heliopolis.bots.contract import Choice
print("loaded")

class Bot:
    title = description = "talking"
    def __init__(self):
        print("made")
    def choose(self, state, moves, seconds, seed):
        print("thinking")
        if len(moves) > 2:
            raise RuntimeError("too many")
        return Choice(moves[0])
"""


def test_what_a_bot_prints_is_not_in_the_json_and_its_errors_have_a_line(tmp_path: Path) -> None:
    (tmp_path / "talking.py").write_text(TALKING)
    bot, out = f"{tmp_path / 'talking.py'}:Bot", tmp_path / "out"
    done = run_command(
        *("arena", "ra", "--players", "2", "--bots", f"{bot},random", "--games", "2", "--json", "--out", str(out))
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout)["games"] == 2
    for word in ("loaded", "made", "thinking"):
        assert word in done.stderr
    (log,) = (out / "logs").iterdir()
    assert f"RuntimeError: too many ({tmp_path / 'talking.py'}:12)" in log.read_text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "the program 'bot.sh' cannot be started: bot.sh: No such file or directory"),
        ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("print('hello')", "expected "),  # it answered something else than JSON, or spoke before it was asked
    ],
)
def test_a_program_that_does_not_say_hello_is_refused(text: str | None, said: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "bot.py").write_text(text)
    bot = "run:bot.sh" if text is None else f"run:{sys.executable} {tmp_path / 'bot.py'}"
    done = invoke("arena", "ra", "--bots", f"random,{bot}", "--games", "4", "--out", str(tmp_path / "out"))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith("heliopolis: the program")
    assert done.stderr.count("\n") == 1
    assert said in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_keeps_to_one_tournament(tmp_path: Path) -> None:
    arguments = ["arena", "ra", "--bots", "random", "--games", "4", "--out", str(tmp_path / "out")]
    assert invoke(*arguments).exit_code == 0
    other = invoke(*arguments, "--seed", "5")
    assert other.exit_code == 2
    assert "has another tournament (seed 0, not 5): choose another folder" in other.stderr
    (tmp_path / "out" / "results.parquet").write_bytes(b"nonsense")
    broken = invoke(*arguments)
    assert broken.exit_code == 2
    assert "has results that cannot be read" in broken.stderr
    (tmp_path / "file").touch()
    no_folder = invoke(*arguments[:-1], str(tmp_path / "file" / "out"))
    assert no_folder.exit_code == 2
    assert "cannot be used for results: Not a directory" in no_folder.stderr


def test_what_is_not_installed_is_named_with_its_extra(tmp_path: Path) -> None:
    (tmp_path / "pyarrow.py").write_text("raise ImportError('not here')")
    (tmp_path / "ray.py").write_text("raise ImportError('not here')")
    environment = {"PYTHONPATH": str(tmp_path)}
    done = run_command("arena", "ra", "--bots", "random", env=environment)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "pyarrow is not installed here: pip install 'heliopolis[arena]' brings it" in done.stderr
    (tmp_path / "pyarrow.py").unlink()
    done = run_command("arena", "ra", "--bots", "random", "--cluster", "local", env=environment)
    assert done.returncode == 2
    assert "pip install 'heliopolis[cluster]'" in done.stderr
