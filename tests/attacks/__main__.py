"""Attack a server of one's own, and measure honest people beside it: `make attack`.

    python -m tests.attacks [NAMES] [--messages 1000000] [--seconds 20] [--seed 0] [--workers 1] [--out FILE]

Every attack meets a new server with the limits that servers usually have; only the hostile messages of `fuzz` meet one
without limits, so that they reach whoever reads them. People play alone first, then beside the attack. It is a failure
when people could not do what they wanted, something acknowledged is missing, or the server died, logged a traceback or
too much. Everything happens on this machine, between loopback addresses. Ctrl-C stops, and prints what there is.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.attacks.attackers import ATTACKS, FEW_FILES, FUZZ
from tests.attacks.notes import ALONE, BESIDE
from tests.attacks.processes import attacker, memory, open_files, people
from tests.attacks.schema import run_schemathesis
from tests.attacks.wire import addresses
from tests.server.driver import NO_LIMITS, Server
from tests.server.postgres import the_postgres

SCHEMA = "schema"
GONE = "a process ended with status"  # how a server with several says that one of them died
FEW = 1_024  # files that a server may have open, where there are few
MOST_LOG = 1_000_000  # bytes
#: People play alone for so long.
ALONE_SECONDS = 5.0
#: What is slow only once, when people come to a new server, is in no figure.
SETTLE_SECONDS = 3.0
#: Seconds that an attacker may take longer than it should, and the slowest that hostile messages are read.
GRACE, SLOWEST = 15.0, 300
WIDTH = 140


@dataclass
class Row:
    """What one attack did."""

    name: str
    sent: dict[str, int] = field(default_factory=dict)
    got: dict[str, int] = field(default_factory=dict)
    people: dict[str, Any] = field(default_factory=dict)
    log: int = 0
    memory: tuple[float | None, float | None] = (None, None)
    files: int | None = None
    faults: list[str] = field(default_factory=list)

    def failures(self) -> int:
        """Count what people could not do, and what was lost."""
        phases = self.people.get("phases", {}).values()
        return sum(sum(phase["failures"].values()) for phase in phases) + int(self.people.get("missing", 0))


def main() -> int:
    """Attack, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAMES", help=f"all when left out: {', '.join([*ATTACKS, SCHEMA])}")
    parser.add_argument("--messages", type=int, default=1_000_000, help="hostile messages (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=20.0, help="for each of the others (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="of the hostile messages (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server; more than one on PostgreSQL")
    parser.add_argument("--out", type=Path, help="a file for what is printed in the end")
    given = parser.parse_args()
    for name in given.names:
        if name not in (*ATTACKS, SCHEMA):
            parser.error(f"there is no attack {name!r}: choose from {', '.join([*ATTACKS, SCHEMA])}")
    if not has_addresses():
        parser.error("this system has only one loopback address, and attackers and people need their own")
    chosen = given.names or [*ATTACKS, SCHEMA]
    rows: list[Row] = []
    schema: tuple[bool, str] | None = None
    began = time.monotonic()
    # Whoever stops this by another signal must not leave a server behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[note]}"), TimeElapsedColumn())
    try:
        with Progress(*columns, transient=True) as progress:
            bar = progress.add_task("attacks", total=len(chosen), note="")
            for number, name in enumerate(chosen):
                progress.update(bar, completed=number, description=name, note="")
                if name == SCHEMA:
                    schema = check_schema(given.seed, given.workers)
                    continue
                row = Row(name)
                rows.append(row)
                run(row, given, lambda note: progress.update(bar, note=note))
                progress.console.print(f"{name}: {verdict(row)}", highlight=False)
    except KeyboardInterrupt:
        print("interrupted: this is what there is")
    report(rows, schema, time.monotonic() - began, Console())
    if given.out is not None:
        with given.out.open("w") as file:
            report(rows, schema, time.monotonic() - began, Console(file=file, width=WIDTH))
    return 1 if any(row.faults or row.failures() for row in rows) or not (schema or (True,))[0] else 0


def has_addresses() -> bool:
    """Tell whether one can come from several loopback addresses, as on Linux."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe, contextlib.suppress(OSError):
        probe.bind((addresses(1, 1)[0], 0))
        return True
    return False


def start(folder: Path, name: str, workers: int) -> Server:
    """Start the server that an attack meets."""
    shared: dict[str, Any] = {} if workers == 1 else {"workers": workers, "database": the_postgres().new_database()}
    if name in (FUZZ, SCHEMA):
        return Server(folder, limits=NO_LIMITS, **shared)
    return Server(folder, files=FEW if name == FEW_FILES else None, limits={}, bot_pause=0.9, **shared)


def run(row: Row, given: argparse.Namespace, tell: Callable[[str], Any]) -> None:
    """Measure people alone, and beside an attack."""
    seconds, messages, seed = given.seconds, given.messages, given.seed
    with tempfile.TemporaryDirectory(prefix="heliopolis-attack-") as folder:
        tell("starts a server")
        server = start(Path(folder), row.name, given.workers)
        pid = server.process.pid
        longest = seconds if row.name != FUZZ else GRACE + messages / SLOWEST
        try:
            with (
                attacker(row.name, server.url, seconds=longest, messages=messages, seed=seed) as hostile,
                people(server.url) as honest,
            ):
                tell("people settle")
                time.sleep(SETTLE_SECONDS)
                tell("people play alone")
                honest.tell(f"phase {ALONE}")
                row.memory = (memory(pid), None)
                time.sleep(ALONE_SECONDS)
                tell("people play beside the attack")
                honest.tell(f"phase {BESIDE}")
                hostile.tell("go")
                ended = hostile.wait(longest + GRACE)
                row.memory, row.files = (row.memory[0], memory(pid)), open_files(pid)
                tell("people look whether all is there")
                row.people = honest.finish("end")
                if ended:
                    tally = hostile.finish()
                    row.sent, row.got = tally["sent"], tally["got"]
                    row.faults += tally["faults"]
                else:
                    row.faults.append("the attacker did not come to an end")
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            row.faults.append(str(error))
        finally:
            if server.process.poll() is not None:
                row.faults.append(f"the server died with status {server.process.returncode}")
            server.kill()
            judge_log(row, server.folder / "errors.log")


def judge_log(row: Row, log: Path) -> None:
    """Look at what the server logged."""
    row.log = log.stat().st_size
    if row.log > MOST_LOG:
        row.faults.append(f"the server's log has {row.log / 1e6:.1f} MB")
    with log.open(errors="replace") as file:
        told = file.read(MOST_LOG)
    if GONE in told:
        row.faults.append("one of the server's processes died")
    if "Traceback" in told:
        at = told.index("Traceback")
        row.faults.append("the server's log has a traceback: " + told[max(0, at - 100) : at + 600])


def check_schema(seed: int, workers: int) -> tuple[bool, str]:
    """Let Schemathesis ask a server without limits."""
    with tempfile.TemporaryDirectory(prefix="heliopolis-attack-") as folder:
        server = start(Path(folder), SCHEMA, workers)
        try:
            well, said = run_schemathesis(server.url, Path(folder), seed)
        finally:
            server.kill()
        row = Row(SCHEMA)
        judge_log(row, server.folder / "errors.log")
        return well and not row.faults, "\n".join([said, *row.faults])


# ---- what is printed ----


def verdict(row: Row) -> str:
    """Sum up an attack in a line."""
    if row.faults:
        return row.faults[0].partition("\n")[0][:150]
    return f"{row.failures()} failures of people" if row.failures() else "people did not fail"


def waits(row: Row, phase: str, kind: str) -> str:
    """Tell how long people waited: median, 99th percentile, longest, and how often it was."""
    found = row.people.get("phases", {}).get(phase, {}).get(kind, {"count": 0})
    if not found["count"]:
        return "none"
    return f"{found['p50']:.0f} / {found['p99']:.0f} / {found['max']:.0f} ({found['count']})"


def counts(counted: dict[str, int]) -> str:
    """Tell counts by kind, the largest first."""
    ordered = sorted(counted.items(), key=lambda item: -item[1])
    return ", ".join(f"{kind} {count:,}" for kind, count in ordered) or "nothing"


def add_columns(table: Table, left: list[str], right: list[str]) -> None:
    """Name the columns of a table: words are on the left, numbers on the right."""
    for column in left:
        table.add_column(column)
    for column in right:
        table.add_column(column, justify="right")


def report(rows: list[Row], schema: tuple[bool, str] | None, seconds: float, console: Console) -> None:
    """Print what there is."""
    waited = Table(title="how long people waited: ms, median / 99 % / longest (how many)")
    served = Table(title="what the attackers and the server did")
    add_columns(waited, ["attack"], ["moves alone", "moves beside", "visits alone", "visits beside", "failures"])
    add_columns(served, ["attack", "sent", "came back"], ["log kB", "MB", "files"])
    for row in rows:
        times = [waits(row, phase, kind) for kind in ("moves", "visits") for phase in (ALONE, BESIDE)]
        waited.add_row(row.name, *times, str(row.failures()))
        before, after = ("?" if size is None else f"{size:.0f}" for size in row.memory)
        files = "?" if row.files is None else str(row.files)
        served.add_row(
            row.name, counts(row.sent), counts(row.got), f"{row.log / 1000:.0f}", f"{before} to {after}", files
        )
    console.print(waited, served)
    for row in rows:
        for fault in row.faults:
            console.print(f"{row.name}: {fault}", style="red", highlight=False, markup=False)
        for phase, found in row.people.get("phases", {}).items():
            for failure, count in sorted(found["failures"].items(), key=lambda item: -item[1])[:5]:
                console.print(f"{row.name}, {phase}: {count} times {failure}", highlight=False, markup=False)
        if row.people.get("missing"):
            console.print(f"{row.name}: {row.people['missing']} acknowledged moves are missing", style="red")
    if schema is not None:
        console.print(f"{SCHEMA}: {schema[1]}", highlight=False, markup=False)
    load = ", ".join(f"{load:.1f}" for load in os.getloadavg())
    sent = sum(sum(row.sent.values()) for row in rows)
    found, bad = sum(int(row.people.get("found", 0)) for row in rows), sum(bool(row.faults) for row in rows)
    console.print(
        f"{len(rows)} attacks in {seconds:.0f} s: {sent:,} sent, {sum(row.failures() for row in rows):,} failures of "
        f"people, {found:,} acknowledged moves found again, {bad} attacks with faults of the server. "
        f"Load of this machine: {load}",
        highlight=False,
    )


if __name__ == "__main__":
    sys.exit(main())
