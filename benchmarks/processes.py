"""Measure what a move costs with several server processes, on SQLite and on PostgreSQL.

    python benchmarks/processes.py [--tables 20] [--seconds 15] [--most 2] [--together]

Four people sit at each table, each on a connection of their own, so that with several processes they usually sit apart.
With --together all people of a table sit at one process, as behind a proxy that sends them there (docs/deploy).
Whoever is to act moves at once. What is measured is the time that all processes of the server, and those of PostgreSQL,
spend on a processor for each move: it says more than a rate where other programs run on the machine. From it follows
how many moves a second so many cores could take, one core a process, the load generator and the database aside.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.outages import Tally, play_on
from tests.server.driver import Server
from tests.server.postgres import the_postgres

SEATS = [{"kind": "person", "name": name} for name in ("Ann", "Ben", "Cleo", "Dora")]
#: Moves at each table before it begins to count: what is loaded and made once is in no figure.
WARM_UP = 12
FOR_EVER = 3600.0
TICKS = os.sysconf("SC_CLK_TCK")


def processor_seconds(pid: int) -> float:
    """Tell for how long a process and its children have been on a processor, those that have ended included."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:  # it has ended at this moment
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS + sum(processor_seconds(int(child)) for child in children)


async def measure(
    servers: list[Server], database: int | None, tables: int, seconds: float
) -> tuple[float, float, float]:
    """Tell how many moves were made a second, and what one cost the servers and the database, in milliseconds."""
    tally = Tally()
    shares = [tables // len(servers) + (number < tables % len(servers)) for number in range(len(servers))]
    playing = asyncio.gather(
        *(
            play_on(server.url, share, FOR_EVER, 0.0, tally, SEATS)
            for server, share in zip(servers, shares, strict=True)
            if share
        )
    )
    while tally.acknowledged < WARM_UP * tables:
        await asyncio.sleep(0.1)
    began, moves = time.monotonic(), tally.acknowledged

    def spent() -> tuple[float, float]:
        ours = sum(processor_seconds(server.process.pid) for server in servers)
        return ours, 0.0 if database is None else processor_seconds(database)

    before = spent()
    await asyncio.sleep(seconds)
    made, took = tally.acknowledged - moves, time.monotonic() - began
    ours, theirs = (1000 * (now - old) / made for now, old in zip(spent(), before, strict=True))
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return made / took, ours, theirs


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20, help="tables of four (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=15.0, help="for each row (default: %(default)s)")
    parser.add_argument("--most", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--together", action="store_true", help="people of a table sit at one process")
    given = parser.parse_args()
    postgres = the_postgres()
    assert postgres.process is not None
    print("database    processes  moves/s here  ms a move: server  database  moves/s with a core for each process")
    for workers in range(given.most + 1):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            settings: dict[str, Any] = {"database": postgres.new_database()} if workers else {}
            if workers and not given.together:
                settings["workers"] = workers
            servers = []
            for number in range(max(1, workers) if given.together else 1):
                place = Path(folder) / str(number)
                place.mkdir()
                servers.append(Server(place, **settings))
                stack.callback(servers[-1].stop)
            pid = postgres.process.pid if workers else None
            rate, ours, theirs = asyncio.run(measure(servers, pid, given.tables, given.seconds))
        kind, many = ("PostgreSQL", workers) if workers else ("SQLite", 1)
        possible = 1000 * many / ours
        print(f"{kind:10}  {many:9}  {rate:12.0f}  {ours:18.2f}  {theirs:8.2f}  {possible:38.0f}", flush=True)


if __name__ == "__main__":
    main()
