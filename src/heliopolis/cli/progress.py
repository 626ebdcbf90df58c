"""A bar for what may take long: it is shown only when somebody has waited for a while."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress, TaskID

PATIENCE_SECONDS = 2.0


class Bar:
    """Shows on standard error how far something has come, if that is a terminal."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.done = self.total = 0
        self._start = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._progress is not None:
            self._progress.stop()

    def show(self, done: int, total: int) -> None:
        """Show how many are done, and of how many."""
        self.done, self.total = done, total
        if self._progress is None and sys.stderr.isatty() and time.monotonic() - self._start > PATIENCE_SECONDS:
            self._progress = self._appear()
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=done, total=total)

    def _appear(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        progress = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = progress.add_task(self.title, total=None)
        progress.start()
        return progress

    def say(self, text: str, *, err: bool = False) -> None:
        """Print a line, with the bar out of its way."""
        if self._progress is not None:
            self._progress.stop()
        click.echo(text, err=err)
        if self._progress is not None:
            self._progress.start()
