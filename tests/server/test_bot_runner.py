"""Bots: they think beside the event loop, and whatever they do, the table goes on."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import pytest

from heliopolis import Match
from heliopolis.bots.contract import Choice
from heliopolis.server import bot_runner
from heliopolis.server.bot_runner import BotRunner, choose
from heliopolis.server.house import House, Visitor
from heliopolis.server.messages.sockets import Accepted, Presence, Said
from heliopolis.server.messages.tables import NewSeat, NewTable
from heliopolis.server.refusals import NotFoundError, RefusalError, StaleError, UnavailableError
from heliopolis.server.rows import Entry
from heliopolis.server.settings import database_url
from heliopolis.server.storage import BREATHER_SECONDS, Storage
from heliopolis.server.tables import Table
from tests.server.loop import close, complete, opened


class FakeBot:
    title = description = "fake"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        return Choice(self.answer(state, moves))


def fail(*_: Any) -> int:
    raise RuntimeError("I cannot decide")


@pytest.mark.parametrize("answer", [fail, lambda *_: -1, lambda *_: 10**6, lambda *_: None], ids=range(4))
def test_a_bot_that_fails_makes_some_legal_move(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    monkeypatch.setattr(bot_runner, "built_in_bot", lambda _: FakeBot(answer))
    match = Match("ra", ["Ann", "Ben"])
    assert choose("fake", match) in match.moves()


def test_a_bot_cannot_change_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheat(state: Any, moves: Sequence[int]) -> int:
        state.points[:] = 99
        return moves[0]

    monkeypatch.setattr(bot_runner, "built_in_bot", lambda _: FakeBot(cheat))
    match = Match("ra", ["Ann", "Ben"])
    choose("fake", match)
    assert match.scores == [10, 10]


ANN = Visitor("127.0.0.1", "the secret of a browser")


def new_house(folder: Path, pause: float = 0.0) -> House:
    return opened(House(Storage(database_url(str(folder / "x.db"))), BotRunner(pause)))


async def new_table(house: House, *kinds: str) -> Table:
    seats = [NewSeat("bot", bot="random") if kind == "bot" else NewSeat("person", kind) for kind in kinds]
    return await house.open((await house.create(NewTable("ra", seats), ANN)).table)


def test_a_slow_bot_does_not_keep_the_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    may_answer = threading.Event()

    def slow(_state: Any, moves: Sequence[int]) -> int:
        assert may_answer.wait(60)
        return moves[0]

    async def work() -> None:
        house = new_house(tmp_path)
        people = await new_table(house, "Ann", "Ben")
        monkeypatch.setattr(bot_runner, "built_in_bot", lambda _: FakeBot(slow))
        bots = await new_table(house, "bot", "bot", "bot")
        await asyncio.sleep(0.1)  # it thinks
        for _ in range(3):
            assert people.match is not None
            await people.move(people.row.to_act or 0, people.match.moves()[0], people.version)
        assert bots.version == 0
        may_answer.set()
        await close(house)

    complete(work())


def test_bots_stop_with_the_server_and_go_on_with_the_next(tmp_path: Path) -> None:
    async def one_round(pause: float, until: int) -> tuple[str, int]:
        house = new_house(tmp_path, pause)
        await house.resume()
        names = await house.storage.waiting_for_bots()
        table = await (house.open(names[0]) if names else new_table(house, "bot", "bot"))
        while table.row.lines < until and table.row.state != "over":
            await asyncio.sleep(0.01)
        found = table.row.id, table.version
        await close(house)
        return found

    name, version = complete(one_round(0.01, 5))
    again, later = complete(one_round(0.0, 10_000))
    assert (again, later > version) == (name, True)


def test_who_learned_in_an_environment_plays_a_table_of_the_browser_to_its_end(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        seats = [NewSeat("bot", bot="pupil"), NewSeat("bot", bot="pupil")]
        table = await house.open((await house.create(NewTable("ra", seats), ANN)).table)
        while table.row.state != "over":
            await asyncio.sleep(0.01)
        await close(house)

    complete(work())


def test_a_move_that_cannot_be_stored_is_not_made(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table = await new_table(house, "Ann", "Ben")
        seat, before = table.row.to_act or 0, table.row
        holder = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnavailableError, match="the move could not be stored, so it was not made: another program"):
            await table.move(seat, "draw", 0, "id")
        holder.close()
        assert (table.version, table.row, table.log, len(table.match or "")) == (0, before, [], 0)
        await asyncio.sleep(BREATHER_SECONDS)
        assert (await table.move(seat, "draw", 0, "id")).version == 2
        await close(house)

    complete(work())


class Looker:
    """Somebody at a table."""

    def __init__(self) -> None:
        self.seats: list[int | None] = [0]
        self.told = 0
        self.pause = 1.0
        self.read: int | None = None
        self.away = False

    def wake(self) -> None: ...
    def greet(self, presence: Presence) -> None: ...
    def hear(self, said: Said) -> None: ...
    def meet_again(self) -> None: ...
    def keep_out(self, rights: Collection[str]) -> None: ...
    def send_away(self, why: str = "") -> None:
        self.away = True


def test_who_was_slower_than_another_writer_goes_on_from_there(tmp_path: Path) -> None:
    """The move that was meant for an older table is refused, and everyone sees the newer one."""

    async def work() -> None:
        house = new_house(tmp_path)
        table = await new_table(house, "Ann", "Ben")
        looker = Looker()
        table.listeners.add(looker)
        seat = table.row.to_act or 0
        await house.storage.save([table.row], entries=[Entry(1, seat, "draw", "their id")])
        with pytest.raises(StaleError, match="gone on since you looked"):
            await table.move(seat, "draw", 0, "my id")
        assert not looker.away
        assert (table.version, len(table.log), table.row.revision) == (1, 1, 1)
        assert await table.move(seat, "draw", 0, "their id") == Accepted("their id", 1)
        await close(house)

    complete(work())


def test_a_table_that_somebody_has_spoilt_is_read_anew(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table = await new_table(house, "Ann", "Ben")
        looker = Looker()
        table.listeners.add(looker)
        await house.storage.save([table.row], entries=[Entry(1, 0, "castle", None)])
        with pytest.raises(RefusalError, match="come again"):
            await table.move(table.row.to_act or 0, "draw", 0)
        assert looker.away
        assert table.stale
        await close(house)

    complete(work())


def test_a_journal_that_breaks_the_rules_is_told_and_hurts_no_other(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        broken, sound = await new_table(house, "bot", "bot"), await new_table(house, "bot", "bot")
        await close(house)
        house = new_house(tmp_path)
        name, number = broken.row.id, broken.version + 1
        await house.storage.save([broken.row], entries=[Entry(number, 0, "castle", None)])
        await house.resume()
        with pytest.raises(NotFoundError, match="cannot continue this table: 'castle' is not a move"):
            await house.open(name)
        table = await house.open(sound.row.id)
        while table.row.state != "over":
            await asyncio.sleep(0.01)
        await close(house)

    complete(work())


def test_a_change_is_finished_though_the_one_who_asked_has_gone(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table = await new_table(house, "Ann", "Ben")
        asking = asyncio.create_task(table.move(table.row.to_act or 0, "draw", 0, "id"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        while table.version == 0:
            await asyncio.sleep(0.01)
        found = await house.storage.load(table.row.id)
        assert found is not None
        assert len(found[1]) == table.version == 2
        await close(house)

    complete(work())
