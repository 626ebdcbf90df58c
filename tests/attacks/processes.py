"""The processes of a run: people and an attacker beside a server, and what the system knows of the server."""

from __future__ import annotations

import contextlib
import selectors
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

#: Seconds for a process to get ready, and to come to an end.
READY_SECONDS, END_SECONDS = 60.0, 60.0


class Helper:
    """A module that runs in a process of its own: it says a word when it is ready, obeys lines, and answers in JSON."""

    def __init__(self, module: str, ready: str, *arguments: object) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"tests.attacks.{module}", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for whoever started it
        )
        try:
            assert self.process.stdout is not None
            with selectors.DefaultSelector() as selector:
                selector.register(self.process.stdout, selectors.EVENT_READ)
                if not selector.select(READY_SECONDS) or self.process.stdout.readline().strip() != ready:
                    raise RuntimeError(f"{module} did not get ready")
        except BaseException:
            self.kill()
            raise

    def __enter__(self) -> Helper:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()

    def tell(self, line: str) -> None:
        """Give an order."""
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def finish(self, line: str = "", seconds: float = END_SECONDS) -> Any:
        """Give the last order, and read the answer."""
        said, _ = self.process.communicate(line + "\n", timeout=seconds)
        if self.process.returncode != 0 or not said.strip():
            raise RuntimeError(f"{self.process.args!r} failed with status {self.process.returncode}")
        return msgspec.json.decode(said.strip().rpartition("\n")[2])

    def wait(self, seconds: float) -> bool:
        """Wait for it to end; tell whether it did."""
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        return self.process.poll() is not None

    def kill(self) -> None:
        """Stop it at once."""
        self.process.kill()
        self.process.wait(END_SECONDS)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def people(url: str, **options: object) -> Helper:
    """Let people sit down at a server."""
    return Helper("people", "seated", url, *(f"--{name}={value}" for name, value in options.items()))


def attacker(name: str, url: str, **options: object) -> Helper:
    """Get an attacker ready; it begins when it is told."""
    return Helper("attackers", "ready", name, url, *(f"--{option}={value}" for option, value in options.items()))


def crew(pid: int) -> list[int]:
    """Name a process and those that it has started, where the system says so; one with workers serves by them."""
    with contextlib.suppress(OSError):
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    return [pid]


def memory(pid: int) -> float | None:
    """Tell how many MB a process and those that it has started use, where the system says so."""
    found = [_memory(one) for one in crew(pid)]
    return None if found[0] is None else sum(one or 0.0 for one in found)


def _memory(pid: int) -> float | None:
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return None
    kilobytes = next((line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")), None)
    return None if kilobytes is None else int(kilobytes) / 1024


def open_files(pid: int) -> int | None:
    """Tell how many files and connections a process has open, or the one of its crew with most of them."""
    try:
        return max(len(list(Path(f"/proc/{one}/fd").iterdir())) for one in crew(pid))
    except OSError:
        return None
