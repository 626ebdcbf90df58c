"""How long a first start takes: each command on a cache that is empty, then on one that is full.

python benchmarks/start.py                all of it, some minutes
python benchmarks/start.py --out FILE     and write the figures as JSON

A command counts as started when it has printed what a person waits for: a prompt, an answer, a page.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

RECORD = Path(__file__).parents[1] / "tests" / "golden" / "ra-z-man-3.txt"

#: What is typed, and the words on standard output that a person waits for.
COMMANDS = {
    "play ra": (["play", "ra", "--seed", "1"], "you>"),
    "play dice": (["play", "dice", "--seed", "1"], "you>"),
    "simulate ra": (["simulate", "ra", "--games", "1000"], "games/s"),
    "score ra": (["score", "ra", "-p", "Ann: 3 Pharaoh", "-p", "Ben: 2 Nile"], "sum"),
    "rules ra": (["rules", "ra", "R13"], "R13"),
    "replay --at 40": (["replay", str(RECORD), "--at", "40"], "40."),
    "verify": (["verify", str(RECORD)], "legal moves"),
}


def until_said(arguments: list[str], words: str, cache: str) -> float:
    """Measure the seconds until a command has said something."""
    start = time.perf_counter()
    environment = {**os.environ, "HELIOPOLIS_CACHE": cache, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-m", "heliopolis.cli", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as process:
        assert process.stdout is not None
        said = b""
        while words.encode() not in said:
            more = os.read(process.stdout.fileno(), 65536)
            if not more:
                raise SystemExit(f"heliopolis {' '.join(arguments)} ended without {words!r}")
            said += more
        taken = time.perf_counter() - start
        process.terminate()
    return taken


def until_page(cache: str) -> float:
    """Measure the seconds until a server has laid out a table of Ra with bots."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    wanted = {"game": "ra", "seats": [{"kind": "person", "name": "Ann"}, *[{"kind": "bot", "bot": "priest"}] * 3]}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables",
        json.dumps(wanted).encode(),
        {"content-type": "application/json", "origin": f"http://127.0.0.1:{port}"},
    )
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "heliopolis.cli", "serve", "--no-open", "--port", str(port)]
        environment = {**os.environ, "HELIOPOLIS_CACHE": cache}
        process = subprocess.Popen(
            [*command, "--database", f"{folder}/tables.sqlite3"], stdout=subprocess.DEVNULL, env=environment
        )
        try:
            while process.poll() is None:
                with suppress(OSError), urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request):
                    return time.perf_counter() - start
                time.sleep(0.05)
            raise SystemExit("heliopolis serve ended before there was a page")
        finally:
            process.terminate()
            process.wait()


def until_warm(cache: str) -> float:
    """Measure how long it takes to compile everything."""
    start = time.perf_counter()
    environment = {**os.environ, "HELIOPOLIS_CACHE": cache}
    subprocess.run([sys.executable, "-m", "heliopolis.cli", "warm"], env=environment, check=True)
    return time.perf_counter() - start


def main() -> None:
    """Measure all of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, help="write the figures here, as JSON")
    parser.add_argument("--brief", action="store_true", help="cold starts of play and verify only")
    options = parser.parse_args()
    measures: dict[str, Callable[[str], float]] = {
        name: partial(until_said, *how)
        for name, how in COMMANDS.items()
        if not options.brief or name in ("play ra", "verify")
    }
    if not options.brief:
        measures["serve, with a table"] = until_page
    figures: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as warm_cache:
        print(f"{'seconds':22}  cold  warm", flush=True)
        cold = {}
        for name, measure in measures.items():
            with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
                cold[name] = measure(cache)
            print(f"{name:22} {cold[name]:5.1f}", flush=True)
        if not options.brief:
            cold["warm, everything"] = until_warm(warm_cache)
            print(f"{'warm, everything':22} {cold['warm, everything']:5.1f}", flush=True)
        for name, seconds in cold.items():
            figures[name] = {"cold": round(seconds, 2)}
            if name in measures and not options.brief:
                figures[name]["warm"] = round(measures[name](warm_cache), 2)
                print(f"{name:22} {seconds:5.1f} {figures[name]['warm']:5.1f}", flush=True)
    if options.out is not None:
        options.out.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
