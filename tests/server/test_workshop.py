"""Records are read beside the server: whatever they hold, it answers everyone else."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from heliopolis.server.refusals import RefusalError, UnavailableError
from heliopolis.server.workshop import ReadRecord, Workshop
from tests.server.driver import NO_LIMITS, Server
from tests.server.loop import complete

GOLDEN = Path("tests/golden/ra-z-man-3.txt")


def test_what_takes_too_long_is_given_up_and_the_next_is_done() -> None:
    async def work() -> None:
        shop = Workshop(seconds=0.001)
        with pytest.raises(RefusalError, match=r"takes more than 0.001 s"):
            await shop.do(ReadRecord(GOLDEN.read_text()), "a")
        shop._seconds = 60
        assert len(await shop.do(ReadRecord(GOLDEN.read_text()), "a")) > 1000
        await shop.close()

    complete(work())


def test_a_process_that_dies_is_replaced() -> None:
    async def work() -> None:
        shop = Workshop(seconds=60)
        with pytest.raises(RefusalError, match="line 1"):
            await shop.do(ReadRecord("hello"), "a")
        assert shop._process is not None
        asking = asyncio.create_task(shop.do(ReadRecord(GOLDEN.read_text()), "a"))
        await asyncio.sleep(0.05)
        os.kill(shop._process.pid, signal.SIGKILL)
        with pytest.raises(UnavailableError):
            await asking
        assert await shop.do(ReadRecord(GOLDEN.read_text()), "a")
        await shop.close()

    complete(work())


def test_who_goes_away_gets_no_others_answer() -> None:
    async def work() -> None:
        shop = Workshop(seconds=60)
        with pytest.raises(RefusalError):
            await shop.do(ReadRecord("hello"), "a")
        gone = asyncio.create_task(shop.do(ReadRecord("something else"), "a"))
        await asyncio.sleep(0)
        gone.cancel()
        answers = [shop.do(ReadRecord(GOLDEN.read_text()), address) for address in "abcab"]
        assert len(set(await asyncio.gather(*answers))) == 1
        await shop.close()

    complete(work())


def test_a_hostile_record_keeps_nobody_waiting(start: Callable[..., Server]) -> None:
    server = start(limits=NO_LIMITS)
    head = GOLDEN.read_text().partition("\n\n")[0]
    began = time.monotonic()
    for hostile in ("1." + " " * 20_000 + "x", "1" * 20_000, "\t " * 10_000 + ":", ("1. x" + " " * 60 + "\n") * 300):
        server.post("/api/replay", {"record": f"{head}\n\n{hostile}\n"}, status=400)
    assert time.monotonic() - began < 60  # it took minutes
    keys = server.create("Ann", "Ben")
    with server.sit(keys) as screen:
        screen.play_on(random.Random(1), 3)
