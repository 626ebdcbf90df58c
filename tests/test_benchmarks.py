"""What measures speed runs, and keeps its figures; how fast it is, no test says."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heliopolis.games import NAMES


def test_the_speed_of_the_games_is_measured_and_kept(tmp_path: Path) -> None:
    out = tmp_path / "figures" / "speed.json"
    command = [sys.executable, "benchmarks/speed.py", "--games", "200", "--runs", "1", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "random legal play on one core" in done.stdout
    kept = json.loads(out.read_text())
    assert {(row["game"], row["players"]) for row in kept["speed"]} == {
        *(("ra", players) for players in (2, 3, 4, 5)),
        *(("dice", players) for players in (2, 3, 4)),
    }
    assert all(row["decisions_per_second"] > 0 for row in kept["speed"])
    assert {row["game"] for row in kept["bots"]} == set(NAMES)
    assert {"random", "greedy", "net"} <= {row["bot"] for row in kept["bots"]}
    assert "expert" not in {row["bot"] for row in kept["bots"]}, "it takes the time that it is given"


def test_what_was_measured_of_the_games_is_kept_when_the_bots_are_not_measured(tmp_path: Path) -> None:
    out = tmp_path / "speed.json"
    command = [sys.executable, "benchmarks/speed.py", "--games", "200", "--runs", "20", "--out", str(out)]
    no_compiler = os.environ | {"PATH": str(tmp_path)}  # the games in C are measured above
    with subprocess.Popen(command, env=no_compiler, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not out.exists() or not out.stat().st_size:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert process.returncode != 0
    kept = json.loads(out.read_text())
    assert len(kept["speed"]) == 7
    assert "bots" not in kept


@pytest.mark.parametrize(
    ("tables", "said"), [([], "holds no games yet: leave --stored out"), (["speed"], "nothing is kept of the table")]
)
def test_what_is_not_stored_is_said_at_once(
    tables: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = importlib.util.spec_from_file_location("bots_benchmark", "benchmarks/bots.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    monkeypatch.setattr(module, "RESULTS", tmp_path / "bots")
    monkeypatch.setattr(sys, "argv", ["bots.py", *tables, "--stored"])
    with pytest.raises(SystemExit) as end:
        module.main()
    assert end.value.code == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_speed_of_a_server_is_measured() -> None:
    command = [sys.executable, "benchmarks/server.py", "--tables", "3", "--seats", "2", "--seconds", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "ra, 3 tables of 2" in done.stdout
    for measured in ("server: ", "echo  : "):
        assert re.search(measured + r"[\d,]+ moves/s, .* bytes a move, [\d.]+ ms of the processor a move", done.stdout)


def test_the_speed_of_environments_is_measured(tmp_path: Path) -> None:
    out = tmp_path / "environments.json"
    command = [sys.executable, "benchmarks/environments.py", "--seconds", "0.01", "--lanes", "16", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    rows = json.loads(out.read_text())
    assert {"heliopolis ra", "heliopolis dice", "one game from Python", "PettingZoo AEC, env"} <= {
        row["what"] for row in rows
    }
    assert all(row["steps"] > 0 for row in rows)
    heads = done.stdout.splitlines()[0].split()
    assert heads == ["lanes", "observation", "mask", "reset", "chance", "choosing", "steps/s", "clock/s"]
    assert re.search(r"^two threads are [0-9.]+ times as fast as one", done.stdout, re.MULTILINE)


def test_the_first_start_is_measured(tmp_path: Path) -> None:
    out = tmp_path / "start.json"
    command = [sys.executable, "benchmarks/start.py", "--brief", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert set(json.loads(out.read_text())) == {"verify", "serve, the page", "serve, a move of priest"}
    assert re.search(r"^verify +cold +[\d.]+ +3", done.stdout, re.MULTILINE), "the aim stands beside the figure"


def test_measuring_the_first_start_can_be_interrupted(tmp_path: Path) -> None:
    """It ends the commands that it measures, and keeps what it has."""
    out = tmp_path / "start.json"
    command = [sys.executable, "benchmarks/start.py", "--only", "ra", "--out", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "play ra" not in process.stdout.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert told == f"\ninterrupted: what was measured is in {out}\n"
    assert set(json.loads(out.read_text())) == {"play ra"}


def test_the_page_is_measured(tmp_path: Path) -> None:
    out = tmp_path / "page.json"
    command = [sys.executable, "benchmarks/page.py", "--brief", "--out", str(out)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    kept = json.loads(out.read_text())
    assert set(kept["first load, kilobytes"]) == {"js", "css", "html", "art", "fonts"}
    assert 50 < kept["first load before fonts, kilobytes"] < 150
    assert kept["first load before fonts, kilobytes"] < 0.8 * kept["all before fonts, kilobytes"]
    assert kept["interactive, milliseconds"] > 0
    assert 0 < kept["frame, 95 %, milliseconds"] <= kept["frame, longest, milliseconds"]


def test_the_checking_of_records_is_measured() -> None:
    command = [sys.executable, "-m", "benchmarks.records", "dice", "--players", "2", "--games", "2", "--runs", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"[\d,]+ records a second, of \d+ lines on average\n", done.stdout)


def test_what_players_lose_is_measured_and_kept(tmp_path: Path) -> None:
    out, kept = tmp_path / "levels.json", tmp_path / "results" / "reviews.jsonl"
    options = ["--bots", "random", "--players", "2", "--rounds", "2", "--out", str(out), "--kept", str(kept)]

    def measure(games: int) -> dict[str, dict[str, float]]:
        command = [sys.executable, "-m", "benchmarks.reviews", "ra", *options, "--games", str(games)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
        losses: dict[str, dict[str, float]] = json.loads(out.read_text())["ra"]["bots"]["random"]["losses"]
        return losses

    losses = measure(2)
    assert losses["all"]["decisions"] == sum(figure["decisions"] for kind, figure in losses.items() if kind != "all")
    assert losses["all"]["win"] > 0.02
    # The game that was cut off is looked at again, the other is not; and one comes in addition.
    _, first, cut = kept.read_bytes().split(b"\n")
    marked = first.replace(b'"cpu":', b'"cpu":1')
    kept.write_bytes(marked + b"\n" + cut[:-9])
    more = measure(3)
    assert more["all"]["decisions"] > losses["all"]["decisions"]
    lines = kept.read_bytes().split(b"\n")
    assert lines[:2] == [marked, cut[:-9]]
    assert [json.loads(line)["seed"] for line in lines[2:]] == [2, 3]
    assert json.loads(lines[2])["losses"] == json.loads(cut)["losses"]
