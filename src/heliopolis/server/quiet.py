"""The log of a server says what is wrong, but not a thousand times: a line that repeats itself is counted instead."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Callable

from heliopolis.server.observing import LINES, json_line

#: So many lines of one kind are written in a window of so many seconds.
MOST_LINES = 5
WINDOW_SECONDS = 60.0
#: So many kinds of lines are remembered; the one not seen for longest is forgotten first.
MOST_KINDS = 500
#: No line is longer, tracebacks aside: what strangers send can stand in it.
LONGEST_LINE = 2_000


class Throttle(logging.Filter):
    """Lets the first lines of a kind through, and tells later how many were left out.

    Lines are of one kind if they come from one place with one text, before names and numbers are filled in.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._kinds: OrderedDict[tuple[str, int, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a line through, or count it."""
        key = record.name, record.lineno, str(record.msg).partition("\n")[0][:200]
        now = self._clock()
        since, count = self._kinds.pop(key, (now, 0))
        left_out = 0
        if now - since > WINDOW_SECONDS:
            left_out = max(0, count - MOST_LINES)
            since, count = now, 0
        self._kinds[key] = since, count + 1
        if len(self._kinds) > MOST_KINDS:
            self._kinds.popitem(last=False)
        if count >= MOST_LINES:
            return False
        record.msg, record.args = shortened(record.getMessage()), ()
        if left_out:
            record.msg += f" ({left_out} more like this were left out)"
        elif count == MOST_LINES - 1:
            record.msg += f" (more like this within {WINDOW_SECONDS:.0f} s are left out)"
        return True


def shortened(text: str) -> str:
    """Cut a line that is too long."""
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1] + "…"


class JsonFormatter(logging.Formatter):
    """Writes a line of JSON instead of a text."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line."""
        trace = {"trace": self.formatException(record.exc_info)} if record.exc_info else {}
        return json_line(record.levelname.lower(), by=record.name, said=record.getMessage(), **trace)


def log_quietly(*, lines: bool = False) -> None:
    """Write warnings and errors to standard error, no line of one kind too often.

    With `lines`, each is a line of JSON, and every request and every move is one, too.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if lines else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    handler.addFilter(Throttle())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    LINES.propagate = False
    if lines:
        LINES.addHandler(logging.StreamHandler())
        LINES.setLevel(logging.INFO)
