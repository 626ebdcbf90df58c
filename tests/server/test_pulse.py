"""The heartbeat: what of a time was a pause of the server."""

from __future__ import annotations

from pathlib import Path

from heliopolis.server.clocks import HOUR, SECOND
from heliopolis.server.pulse import MOST_SILENCE, Pulse
from heliopolis.server.settings import database_url
from heliopolis.server.storage import FORGOTTEN, Storage
from tests.server.loop import complete
from tests.server.rows import NOON


class Wall:
    """A clock on the wall."""

    now = NOON

    def __call__(self) -> int:
        return self.now


def test_silence_of_more_than_five_seconds_is_a_pause(tmp_path: Path) -> None:
    async def work() -> None:
        storage, wall = Storage(database_url(str(tmp_path / "x.db"))), Wall()
        pulse = Pulse(storage, wall)
        assert pulse.pauses(NOON, NOON + HOUR) == [(0, NOON + HOUR)], "what nobody knows is one, too"
        await pulse.beat()
        for _ in range(3):
            wall.now += MOST_SILENCE
            await pulse.beat()
        begun = NOON + 3 * MOST_SILENCE
        assert pulse.pauses(NOON, wall.now) == []
        assert pulse.pauses(NOON, wall.now + MOST_SILENCE) == []
        assert pulse.pauses(NOON, wall.now + MOST_SILENCE + 1) == [(begun, begun + MOST_SILENCE + 1)]
        wall.now += HOUR
        await pulse.beat()
        assert pulse.pauses(NOON, wall.now) == [(begun, wall.now)]
        assert pulse.pauses(wall.now, wall.now + SECOND) == []
        assert pulse.up_since == wall.now
        wall.now -= HOUR  # the clock on the wall is put back: nothing is noted until it is there again
        await pulse.beat()
        assert pulse.up_since == wall.now + HOUR
        await storage.close()

    complete(work())


def test_another_process_is_heard(tmp_path: Path) -> None:
    async def work() -> None:
        storage, wall = Storage(database_url(str(tmp_path / "x.db"))), Wall()
        one, other = Pulse(storage, wall), Pulse(storage, wall)
        await one.beat()
        wall.now += 4 * SECOND
        await other.beat()
        wall.now += 4 * SECOND  # the first one has said nothing for eight seconds, but the server was up
        await one.beat()
        assert one.pauses(NOON, wall.now) == other.pauses(NOON, wall.now) == []
        assert await storage.uptimes() == [(NOON, wall.now)]
        await storage.close()

    complete(work())


def test_where_no_clock_counts_nothing_is_written(tmp_path: Path) -> None:
    async def work() -> None:
        storage, wall = Storage(database_url(str(tmp_path / "x.db"))), Wall()
        await Pulse(storage, wall).start()
        assert await storage.uptimes() == []
        await storage.is_up(NOON, MOST_SILENCE)
        await storage.is_up(NOON + FORGOTTEN + 1, MOST_SILENCE)
        assert await storage.uptimes() == [(NOON + FORGOTTEN + 1, NOON + FORGOTTEN + 1)], (
            "what is long gone is forgotten"
        )
        await storage.close()

    complete(work())
