"""The house: what happens to tables that are deleted while people sit at them, and how many somebody may make."""

from __future__ import annotations

from pathlib import Path

import pytest

from heliopolis.server.house import Visitor
from heliopolis.server.messages.tables import NewSeat, NewTable
from heliopolis.server.refusals import NotFoundError, RefusalError, TooManyError, WrongTokenError
from heliopolis.server.settings import Limits, database_url
from heliopolis.server.storage import Storage
from tests.server.loop import close, complete
from tests.server.test_bot_runner import ANN, Looker, new_house, new_table

BEN = Visitor("192.0.2.7", "the secret of another browser")


def test_a_table_deleted_behind_its_back_is_gone_for_those_who_sit_at_it(tmp_path: Path) -> None:
    """As `heliopolis tables delete` does it, beside the server."""

    async def work() -> None:
        house = new_house(tmp_path)
        table = await new_table(house, "Ann", "Ben")
        looker = Looker()
        table.listeners.add(looker)
        beside = Storage(database_url(str(tmp_path / "x.db")), look=True)
        assert await beside.delete([table.row.id]) == 1
        await beside.close()
        with pytest.raises(RefusalError, match="come again"):
            await table.move(table.row.to_act or 0, "draw", 0, "id")
        assert looker.away
        assert table.stale
        assert table.version == 0
        with pytest.raises(NotFoundError, match="there is no such table"):
            await house.open(table.row.id)
        with pytest.raises(NotFoundError, match="there is no such table"):
            await house.enter(table.row.id, ["a token that was good"])
        assert await house.storage.examine() == []
        await close(house)

    complete(work())


def test_a_token_opens_its_own_table_only(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        one, other = [await house.create(wanted(), ANN) for _ in range(2)]
        token = one.seats[0].token
        assert (await house.enter(one.table, [token]))[1] == [0]
        with pytest.raises(WrongTokenError):
            await house.enter(other.table, [token])
        await close(house)

    complete(work())


def wanted(*, listed: bool = False) -> NewTable:
    return NewTable("ra", [NewSeat("person", "Ann"), NewSeat("open")], listed=listed)


def test_an_address_has_a_share_of_unfinished_tables(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        house.limits = Limits(unfinished=3, listed=1)
        first = await house.create(wanted(listed=True), ANN)
        with pytest.raises(TooManyError, match="1 tables of your address are listed and not over"):
            await house.create(wanted(listed=True), ANN)
        await house.create(wanted(), ANN)
        await house.create(wanted(), ANN)
        with pytest.raises(TooManyError, match="3 tables were made from your address today and are not over"):
            await house.create(wanted(), ANN)
        await house.create(wanted(listed=True), BEN)  # somebody else has his own share
        await house.storage.delete([first.table])
        await house.create(wanted(listed=True), ANN)
        await close(house)

    complete(work())


def test_a_share_outlives_the_server_and_the_address_is_not_stored(tmp_path: Path) -> None:
    async def make() -> None:
        house = new_house(tmp_path)
        house.limits = Limits(unfinished=1)
        try:
            await house.create(wanted(), BEN)
        finally:
            await close(house)

    complete(make())
    with pytest.raises(TooManyError):
        complete(make())
    assert BEN.address.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_who_sits_at_the_servers_machine_owns_what_he_makes(tmp_path: Path) -> None:
    async def work() -> list[bool]:
        house = new_house(tmp_path)
        names = [(await house.create(wanted(), visitor)).table for visitor in (ANN, BEN)]
        own = [(await house.storage.rows([name]))[0].own for name in names]
        await close(house)
        return own

    assert complete(work()) == [True, False]
