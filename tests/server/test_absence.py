"""Absence: a bot plays for whoever is away, and the seat is theirs again the moment they are back."""

from __future__ import annotations

import asyncio
import gc
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from heliopolis import Match
from heliopolis.bots.registry import usual_bot
from heliopolis.errors import SetupError
from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.checkup import table_faults
from heliopolis.server.house import House
from heliopolis.server.messages.tables import NewSeat, NewTable, SeatKey
from heliopolis.server.refusals import NotNowError
from heliopolis.server.settings import Limits, database_url
from heliopolis.server.storage import Storage
from heliopolis.server.tables import Table
from tests.server.driver import NO_LIMITS, Client, Server
from tests.server.loop import close, complete, opened
from tests.server.rows import command
from tests.server.test_bot_runner import ANN, Looker


class Screen(Looker):
    """A screen at which a seat is played."""

    def __init__(self, seat: int | None) -> None:
        super().__init__()
        self.seats = [seat]


def new_house(folder: Path) -> House:
    return opened(House(Storage(database_url(str(folder / "x.db"))), BotRunner(0.0), Limits(grace=0.0)))


async def made(house: House, after: int | None = None, names: str = "Ann Ben", **wanted: Any) -> Table:
    seats = [NewSeat("person", name) for name in names.split()]
    keys = await house.create(NewTable("ra", seats, away_after=after, **wanted), ANN)
    return await house.open(keys.table)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not true():
            await asyncio.sleep(0.005)


async def play_until(table: Table, seat: int) -> None:
    """Move for everyone else until it is a seat's turn."""
    while table.row.to_act != seat:
        assert table.match is not None
        await table.move(table.row.to_act or 0, table.match.moves()[0], table.version, f"id {table.version}")


def stand_ins(table: Table) -> list[str | None]:
    return [player.stand_in for player in table.row.seats]


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_a_bot_plays_for_who_is_away_and_hands_the_seat_back(tmp_path: Path, game: str) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        seats = [NewSeat("person", "Ann"), NewSeat("person", "Ben")]
        keys = await house.create(NewTable(game, seats, away_after=0, away_bot="random"), ANN)
        table = await house.open(keys.table)
        ann, ben = Screen(0), Screen(1)
        table.arrive(ann)
        await until(lambda: stand_ins(table) == [None, "random"])
        await play_until(table, 1)
        await until(lambda: table.row.to_act == 0)
        played = [line for line in table.log if line.seat == 1 and not line.chance]
        assert played
        assert {line.bot for line in played} == {"random"}
        assert all(line.bot is None for line in table.log if line.seat == 0)
        table.arrive(ben)
        await until(lambda: stand_ins(table) == [None, None])
        await play_until(table, 1)
        version = table.version
        await asyncio.sleep(0.05)
        assert table.version == version, "Ben is asked, not a bot"
        assert table.row.seats[1].name == "Ben"
        assert "random" not in table.match.record()  # type: ignore[union-attr]
        assert await table_faults(house.storage, table.row.id, [table.row.id]) == []
        await close(house)

    complete(work())


def test_bots_do_not_play_a_table_to_its_end_that_everyone_has_left(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table = await made(house, after=0)
        watcher = Screen(None)
        table.arrive(watcher)
        await asyncio.sleep(0.05)
        assert stand_ins(table) == [None, None]
        await close(house)

    complete(work())


def test_where_a_table_waits_somebody_who_plays_can_ask(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table = await made(house, names="Ann Ben Cleo")
        table.arrive(Screen(0))
        table.arrive(Screen(2))
        await asyncio.sleep(0.05)
        assert stand_ins(table) == [None, None, None]
        with pytest.raises(NotNowError, match="Cleo is here: a bot plays only for somebody who is away"):
            await table.absences.ask(2, 0.0)
        with pytest.raises(NotNowError, match=r"Ben has been away for 0 seconds: after 60 you can let a bot play"):
            await table.absences.ask(1, 60.0)
        with pytest.raises(NotNowError, match="seat 4 has no person"):
            await table.absences.ask(4, 0.0)
        await table.absences.ask(1, 0.0)
        assert stand_ins(table) == [None, usual_bot("ra"), None]
        await table.absences.ask(1, 0.0)  # asked by two at once
        await close(house)

    complete(work())


def test_a_bot_that_thinks_when_its_person_is_back_is_not_heard(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table = await made(house, away_bot="random")
        await play_until(table, 1)
        with pytest.raises(NotNowError, match="Ben is back, and moves for themselves"):
            await table.move(1, table.match.moves()[0], table.version, bot="random")  # type: ignore[union-attr]
        await close(house)

    complete(work())


def test_a_stand_in_goes_on_after_a_restart_and_the_log_still_tells(tmp_path: Path) -> None:
    async def first() -> tuple[str, int]:
        house = new_house(tmp_path)
        table = await made(house, away_bot="random")
        table.arrive(Screen(0))
        await table.absences.ask(1, 0.0)
        await play_until(table, 1)
        await until(lambda: table.row.to_act == 0)
        await close(house)
        return table.row.id, table.version

    async def second() -> None:
        house = new_house(tmp_path)
        table = await house.open(name)
        assert table.version == version
        assert stand_ins(table) == [None, "random"]
        assert [line.bot for line in table.log if line.seat == 1 and not line.chance] == ["random"] * sum(
            line.seat == 1 and not line.chance for line in table.log
        )
        await play_until(table, 1)
        await until(lambda: table.row.to_act == 0)
        table.arrive(Screen(1))
        await until(lambda: stand_ins(table) == [None, None])
        await close(house)

    name, version = complete(first())
    complete(second())


def test_a_table_that_nobody_needs_is_gone_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table, screen = await made(house, after=3600), Screen(0)
        name = table.row.id
        table.arrive(screen)
        assert table.absences.list()
        table.depart(screen)
        gc.disable()
        try:
            del table
            await until(lambda: house.find(name) is None)
        finally:
            gc.enable()
        await close(house)

    complete(work())


def test_a_rematch_begins_with_its_people(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        seats = [NewSeat("person", "Ann"), NewSeat("person", "Ben")]
        keys = await house.create(NewTable("dice", seats, away_bot="random"), ANN)
        table = await house.open(keys.table)
        table.arrive(Screen(None))
        for seat in (0, 1):
            await table.absences.ask(seat, 0.0)
        await until(lambda: table.row.state == "over")
        assert stand_ins(table) == ["random", "random"]
        again = await house.rematch(table.row.id, keys.seats[0].token)
        new = await house.open(again.table)
        assert stand_ins(new) == [None, None]
        assert again.seats == [SeatKey(1, keys.seats[0].token)]
        await close(house)

    complete(work())


def test_only_a_bot_that_plays_the_game_can_stand_in(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        with pytest.raises(SetupError, match="there is no bot 'nobody'"):
            await made(house, away_bot="nobody")
        await close(house)

    complete(work())


def test_it_is_asked_for_on_the_socket(start: Callable[..., Server]) -> None:
    server = start(limits=NO_LIMITS | {"grace": 0.0})
    keys = server.create("Ann", "Ben", away_bot="random")
    with server.sit(keys, 0) as ann, server.watch(keys) as watcher:
        assert ann.last["table"]["away_bot"] == "random"
        assert [one["seat"] for one in ann.last["away"]] == [1]
        assert refusal(watcher, 1) == "only who plays at this table can let a bot play for somebody else"
        assert "seat 4 has no person" in refusal(ann, 4)
        ann.say(type="stand_in", id="x", seat=1)
        assert ann.until("accepted")["id"] == "x"
        while ann.last["table"]["players"][1]["stand_in"] != "random":
            ann.until("table")
        with server.sit(keys, 1):
            while ann.last["table"]["players"][1]["stand_in"] is not None:
                ann.until("table")
            while ann.last["away"]:
                ann.hear()
        while not ann.last["away"]:
            ann.hear()


def test_an_export_says_what_a_bot_played_where_that_is_asked_for(start: Callable[..., Server]) -> None:
    server = start(limits=NO_LIMITS | {"grace": 0.0})
    keys = server.create("Ann", "Ben", game="dice", away_bot="random")
    with server.sit(keys, 0) as ann:
        ann.say(type="stand_in", id="x", seat=1)
        ann.until("accepted")
        ann.play_on(random.Random(2))
        played = [line["line"] for line in ann.log if line["bot"]]
        assert played
    address, watch = f"/api/tables/{keys['table']}/record", keys["spectate"]
    record, told = server.get(address, token=watch), server.get(f"{address}?comments=true", token=watch)
    comment = "# the bot random made this move for Ben"
    assert comment not in record
    lines = told.splitlines()
    marked = [int(lines[at - 1].partition(".")[0]) for at, line in enumerate(lines) if line == comment]
    assert marked == played
    assert [line for line in lines if line != comment] == record.splitlines()
    assert Match.read(told).record() == record, "the canonical record does not know of it"
    server.stop()
    database = str(server.folder / "tables.sqlite3")
    for options, expected in ((["--comments"], told), (["--force"], record)):
        folder = server.folder / "records"
        done = command("tables", "export", "--all", "--to", str(folder), "--database", database, *options)
        assert done.exit_code == 0, done.output
        assert (folder / f"{keys['table']}.ra").read_text() == expected


def refusal(client: Client, seat: int) -> str:
    client.say(type="stand_in", id="no", seat=seat)
    return str(client.until("refused")["error"])


def test_a_time_that_makes_no_sense_is_refused(server: Server) -> None:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    for after in (14, 86_401, -1, "soon"):
        said = server.post("/api/tables", {"game": "ra", "seats": seats, "away_after": after}, status=400)
        assert "away_after" in said["error"]
