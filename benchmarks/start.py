"""How long a first start takes: each command on a cache that is empty, then on one that is full.

python benchmarks/start.py                all of it, some minutes
python benchmarks/start.py --only play    only what has that in its name
python benchmarks/start.py --out FILE     and write the figures as JSON, each as soon as there is one

A command counts as started when it has printed what a person waits for: a prompt, an answer. A server counts as started
when its page is there; beside that stands when a `priest` has made its first move at a table with three of them.
`make play` is measured in two fresh clones of what is committed here: the first fetches what the second finds fetched.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import httpx

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.server.driver import Server

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "tests" / "golden" / "ra-z-man-3.txt"
CLI = [sys.executable, "-m", "heliopolis.cli"]
#: Seconds that nothing takes.
LONGEST = 900.0
FIRST_MOVE = "a move of priest"

#: What is typed, the words on standard output that a person waits for, and in how many seconds they should be there:
#: on an empty cache, and on a full one.
COMMANDS = {
    "play ra": (["play", "ra", "--seed", "1"], "you>", 12, 1),
    "play dice": (["play", "dice", "--seed", "1"], "you>", 12, 1),
    "simulate ra": (["simulate", "ra", "--games", "1000"], "games/s", 12, None),
    "simulate dice": (["simulate", "dice", "--games", "1000"], "games/s", 12, None),
    "score ra": (["score", "ra", "-p", "Ann: 3 Pharaoh", "-p", "Ben: 2 Nile"], "sum", 3, None),
    "rules ra": (["rules", "ra", "R13"], "R13", 3, None),
    "replay --at 40": (["replay", str(RECORD), "--at", "40"], "40.", 3, 0.5),
    "verify": (["verify", str(RECORD)], "legal moves", 3, None),
}
#: In a test: two of the shortest, and both ways to measure.
BRIEF = ("verify", "serve")


class Figure(NamedTuple):
    """One thing that was measured, and what was aimed at."""

    name: str
    seconds: float
    aim: float | None


class Measure(NamedTuple):
    """How something is measured, given the folder of a cache."""

    name: str
    run: Callable[[str], list[Figure]]
    warm: float | None = None
    """The aim on a full cache."""
    has_warm: bool = True
    """Whether there is anything to measure on a full cache."""


@contextmanager
def running(command: list[str], cache: str, folder: Path = ROOT) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command, and end it with all that it has started."""
    environment = {**os.environ, "HELIOPOLIS_CACHE": cache, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        with process:
            try:
                yield process
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGTERM)
    finally:
        process.wait()


def until_said(process: subprocess.Popen[bytes], words: str) -> str:
    """Wait until a process has said something."""
    assert process.stdout is not None
    said = b""
    while words.encode() not in said:
        more = os.read(process.stdout.fileno(), 65536)
        if not more:
            raise SystemExit(f"it ended without {words!r}: {said.decode(errors='replace')[-500:]}")
        said += more
    return said.decode(errors="replace")


def time_command(name: str, arguments: list[str], words: str, aim: float, cache: str) -> list[Figure]:
    """Measure the seconds until a command has said something."""
    start = time.perf_counter()
    with running([*CLI, *arguments], cache) as process:
        until_said(process, words)
        return [Figure(name, time.perf_counter() - start, aim)]


class Started(Server):
    """A server that is there already, as the clients of the tests know one."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=LONGEST, trust_env=False)

    def logged(self) -> str:
        """Say nothing: what it logs is not kept."""
        return ""


def time_server(name: str, command: list[str], aim: float | None, cache: str, folder: Path = ROOT) -> list[Figure]:
    """Measure the seconds until a server shows its page, and until a bot has moved at a table of people's making."""
    start = time.perf_counter()
    with running(command, cache, folder) as process:
        address = until_said(process, "(stop it with").partition("http://")[2].split()[0]
        server = Started(f"http://{address}")
        with server.http:
            if server.http.get("/").status_code != httpx.codes.OK:
                raise SystemExit("the page is not built: `make client` builds it")
            page = time.perf_counter() - start
            keys = server.create("Ann", "priest", "priest", "priest")
            with server.sit(keys) as screen:
                while not any(line["seat"] for line in screen.log):  # Ann has seat 0
                    can = screen.moves()
                    if can is None:
                        screen.hear()
                    else:
                        screen.move(can[1][0], can[0])
            moved = time.perf_counter() - start
    return [Figure(f"{name}, the page", page, aim), Figure(f"{name}, {FIRST_MOVE}", moved, aim)]


def serve_options(folder: Path) -> list[str]:
    """Choose what a server is told: nothing of it touches what this user has."""
    return ["--no-open", "--port", "0", "--bot-pause", "0", "--database", str(folder / "tables.sqlite3")]


def time_serve(cache: str) -> list[Figure]:
    """Measure `heliopolis serve`."""
    with tempfile.TemporaryDirectory() as folder:
        return time_server("serve", [*CLI, "serve", *serve_options(Path(folder))], None, cache)


def time_make_play(cache: str) -> list[Figure]:
    """Measure `make play` in fresh clones."""
    figures = []
    for name, aim in (("make play, with downloads", None), ("make play", 25.0)):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory(dir=cache) as own_cache:
            clone = Path(folder) / "heliopolis"
            subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
            arguments = " ".join(serve_options(Path(folder)))
            figures += time_server(name, ["make", "play", f"ARGS={arguments}"], aim, own_cache, clone)
    return figures


def time_warm(cache: str) -> list[Figure]:
    """Measure how long it takes to compile everything."""
    start = time.perf_counter()
    with running([*CLI, "warm"], cache) as process:
        if process.wait():
            raise SystemExit("`heliopolis warm` failed: it says why")
    return [Figure("warm, everything", time.perf_counter() - start, 60.0)]


def measures() -> Iterator[Measure]:
    """List what is measured."""
    for name, (arguments, words, cold, warm) in COMMANDS.items():
        yield Measure(name, partial(time_command, name, arguments, words, cold), warm)
    yield Measure("serve", time_serve)
    yield Measure("make play", time_make_play, has_warm=False)


class Report:
    """The figures so far, on the screen and in a file."""

    def __init__(self, out: Path | None) -> None:
        self.out = out
        self.figures: dict[str, dict[str, float]] = {}
        print(f"{'seconds':46} {'cache':5} {'took':>6} {'aim':>5}", flush=True)

    def take(self, measure: Measure, cache: str, kind: str) -> None:
        """Measure, show what came of it, and keep it."""
        if sys.stderr.isatty():
            print(f"measuring {measure.name} ({kind}) ...", end="\r", file=sys.stderr, flush=True)
        for figure in measure.run(cache):
            aim = figure.aim if kind == "cold" else measure.warm
            told = "" if aim is None else f"{aim:5g}{'' if figure.seconds <= aim else '  missed'}"
            self.figures.setdefault(figure.name, {})[kind] = round(figure.seconds, 2)
            if self.out is not None:
                self.out.write_text(json.dumps(self.figures, indent=2) + "\n")
            print(f"{figure.name:46} {kind:5} {figure.seconds:6.1f} {told}", flush=True)


def main() -> None:
    """Measure all of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    parser.add_argument("--only", default="", help="measure only what has this in its name; `warm` is a name, too")
    parser.add_argument("--brief", action="store_true", help="cold starts of verify and serve only")
    options = parser.parse_args()
    wanted = [one for one in measures() if options.only in one.name and (not options.brief or one.name in BRIEF)]
    compiled = not options.brief and (not options.only or options.only in "warm, everything")
    report = Report(options.out)
    try:
        for measure in wanted:
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
                report.take(measure, cache, "cold")
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
            if compiled:
                report.take(Measure("warm, everything", time_warm), cache, "cold")
            for measure in wanted if compiled else []:
                if measure.has_warm:
                    report.take(measure, cache, "warm")
    except KeyboardInterrupt:
        print("\ninterrupted" + (f": what was measured is in {options.out}" if options.out else ""), file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
