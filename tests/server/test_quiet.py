"""The log: what repeats itself is counted."""

from __future__ import annotations

import io
import logging

from heliopolis.server.quiet import LONGEST_LINE, MOST_LINES, WINDOW_SECONDS, Throttle


def test_a_line_that_repeats_itself_is_written_a_few_times_and_then_counted() -> None:
    now = 0.0
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.addFilter(Throttle(lambda: now))
    logger = logging.getLogger("tests.quiet")
    logger.addHandler(handler)
    logger.propagate = False

    def complain(name: object) -> None:
        logger.warning("table %s is damaged", name)

    for number in range(1000):
        complain(number)
    lines = written.getvalue().splitlines()
    assert len(lines) == MOST_LINES
    assert lines[0] == "table 0 is damaged"
    assert lines[-1].endswith("left out)")
    logger.warning("something else")
    assert written.getvalue().splitlines()[-1] == "something else"
    now = WINDOW_SECONDS + 1
    complain("again")
    assert (
        written.getvalue().splitlines()[-1]
        == f"table again is damaged ({1000 - MOST_LINES} more like this were left out)"
    )
    complain("x" * 100_000)
    assert len(written.getvalue().splitlines()[-1]) <= LONGEST_LINE
    logger.removeHandler(handler)
