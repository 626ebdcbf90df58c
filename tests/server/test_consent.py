"""What everyone has to agree to: a move is taken back though other people have moved since. And what people say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from heliopolis.server import consent
from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.checkup import table_faults
from heliopolis.server.house import House
from heliopolis.server.messages.tables import NewSeat, NewTable
from heliopolis.server.refusals import NotNowError, StaleError
from heliopolis.server.settings import Limits, database_url
from heliopolis.server.storage import Storage
from heliopolis.server.tables import Table
from tests.server.driver import NO_LIMITS, Client, Server
from tests.server.loop import close, complete, opened
from tests.server.test_absence import Screen
from tests.server.test_bot_runner import ANN
from tests.server.test_undo import journal


class Auction:
    """Three people, each at a screen; the first has invoked Ra, the second has passed."""

    def __init__(self, server: Server, *more: str) -> None:
        self.keys = server.create("Ann", "Ben", "Cleo", *more)
        self.screens = [server.sit(self.keys, seat) for seat in range(3)]
        self.first = self.screens[0].to_act or 0
        self.second, self.third = (self.first + 1) % 3, (self.first + 2) % 3
        self.at(self.first).move("invoke", self.first)
        self.caught_up(1)
        self.at(self.second).move("pass", self.second)
        self.caught_up(2)

    def at(self, seat: int) -> Client:
        return self.screens[seat]

    def caught_up(self, version: int) -> None:
        for screen in self.screens:
            screen.catch_up(version)

    def until(self, true: Callable[[Client], bool]) -> None:
        for screen in self.screens:
            while not true(screen):
                screen.hear()

    def close(self) -> None:
        for screen in self.screens:
            screen.socket.close()


def test_a_move_is_taken_back_when_everyone_agrees_and_the_log_says_so(server: Server) -> None:
    auction = Auction(server)
    first, second, third = auction.first, auction.second, auction.third
    screen = auction.at(first)
    assert screen.last["may_ask"] == [first]
    assert "made by" in screen.undo(first)["error"]
    assert screen.ask_undo(first, id="please") == {"type": "accepted", "id": "please", "version": 2}
    auction.until(lambda one: one.last["asked"] is not None)
    asked = {"seat": first, "moves": 2, "waits": sorted([second, third]), "refused": None}
    assert all(one.last["asked"] == asked for one in auction.screens)
    assert all(one.last["may_ask"] == [] for one in auction.screens)
    needed = [(need["seat"], need["why"]) for need in screen.last["needed"]]
    assert sorted(needed) == sorted([(third, "move"), (second, "undo"), (third, "undo")])
    assert auction.at(second).answer_undo(second, agree=True)["type"] == "accepted"
    auction.until(lambda one: one.last["asked"]["waits"] == [third])
    assert len(screen.log) == 2, "not before all have agreed"
    auction.at(third).answer_undo(third, agree=True)
    auction.caught_up(4)
    for one in auction.screens:
        assert (one.log, one.to_act, one.last["asked"]) == ([], first, None)
        assert one.last["taken_back"] == [{"line": 0, "seat": first, "moves": 2, "agreed": True}]
    assert [entry[1:] for entry in journal(server, auction.keys["table"])[2:]] == [(first, "undo", "please")] * 2
    assert screen.ask_undo(first, id="please", version=2)["type"] == "accepted"  # asked again after it was done
    auction.close()


def test_one_who_says_no_lets_the_move_stand(server: Server) -> None:
    auction = Auction(server)
    first, second, third = auction.first, auction.second, auction.third
    auction.at(first).ask_undo(first)
    auction.until(lambda one: one.last["asked"] is not None)
    auction.at(second).answer_undo(second, agree=True)
    auction.at(third).answer_undo(third, agree=False)
    auction.until(lambda one: one.last["asked"]["refused"] == third)
    assert all(len(one.log) == 2 for one in auction.screens)
    again = auction.at(first).ask_undo(first)["error"]
    assert "wants your move to stand: ask again after the next one" in again
    assert "nobody asks any more" in auction.at(second).answer_undo(second, agree=True)["error"]
    auction.close()


def test_what_is_asked_is_void_when_a_person_moves_or_lets_go_of_it(server: Server) -> None:
    auction = Auction(server)
    first, second, third = auction.first, auction.second, auction.third
    auction.at(first).ask_undo(first)
    auction.until(lambda one: one.last["asked"] is not None)
    busy = auction.at(second)
    assert "without asking" in busy.ask_undo(second)["error"] or "asks already" in busy.ask_undo(second)["error"]
    assert "you have asked" in auction.at(first).answer_undo(first, agree=True)["error"]
    auction.at(first).answer_undo(first, agree=False)  # lets go
    auction.until(lambda one: one.last["asked"] is None)
    auction.at(first).ask_undo(first)
    auction.until(lambda one: one.last["asked"] is not None)
    word = auction.at(third).moves()[1][-1]  # type: ignore[index]
    auction.at(third).move(word, third)
    auction.until(lambda one: one.last["asked"] is None)
    assert "nobody asks" in auction.at(second).answer_undo(second, agree=True)["error"]
    auction.close()


def test_nobody_asks_for_what_was_revealed_or_for_others(server: Server) -> None:
    with server.sit(server.create("Ann", "Ben")) as both:
        first = both.to_act or 0
        both.move("draw", first)
        assert both.last["may_ask"] == []
        assert "revealed" in both.ask_undo(first)["error"]
    with server.watch(server.create("Ann", "Ben")) as watcher:
        assert "seat 0 is not yours" in watcher.ask_undo(0)["error"]


def test_a_question_outlives_a_crash(start: Callable[..., Server]) -> None:
    server = start()
    auction = Auction(server)
    first, second, third = auction.first, auction.second, auction.third
    auction.at(first).ask_undo(first, id="please")
    auction.until(lambda one: one.last["asked"] is not None)
    auction.at(second).answer_undo(second, agree=True)
    auction.close()
    server.kill()
    server.start()
    with server.sit(auction.keys, third) as screen:
        assert screen.last["asked"] == {"seat": first, "moves": 2, "waits": [third], "refused": None}
        screen.answer_undo(third, agree=True)
        screen.catch_up(4)
        note = {"line": 0, "seat": first, "moves": 2, "agreed": True}
        assert (screen.log, screen.last["taken_back"]) == ([], [note])
        server.kill()
        server.start()
    with server.sit(auction.keys, first) as screen:
        assert screen.last["taken_back"] == [note]
        assert server.get(f"/api/tables/{auction.keys['table']}/record", screen.tokens[0]).count("invoke") == 0


# ---- with bots ----


def new_house(folder: Path) -> House:
    """Open a house whose bots leave time to ask."""
    return opened(House(Storage(database_url(str(folder / "x.db"))), BotRunner(3600.0), Limits(grace=0.0)))


async def asked_before_a_bot(house: House) -> tuple[Table, int, int]:
    """Make a table at which two people have bid, one of them asks, and a bot is to move; name the two."""
    while True:
        seats = [NewSeat("person", "Ann"), NewSeat("person", "Ben"), NewSeat("bot", bot="random")]
        table = await house.open((await house.create(NewTable("ra", seats), ANN)).table)
        if table.row.to_act == 0:
            break
    await table.move(0, "invoke", 0, "one")
    await table.move(1, "pass", 1, "two")
    assert table.bot_to_act() == "random"
    await table.ask_undo(0, 2, "please")
    return table, 0, 1


def test_bots_wait_for_the_answers_and_not_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table, first, second = await asked_before_a_bot(house)
        assert table.bot_to_act() is None
        await table.answer_undo(second, "no", agree=False)
        assert table.bot_to_act() == "random"
        await close(house)

        house = new_house(tmp_path)
        table, first, second = await asked_before_a_bot(house)
        monkeypatch.setattr(consent, "HOLD", 0)
        assert table.bot_to_act() == "random"
        await table.answer_undo(second, "yes", agree=True)
        assert (len(table.log), table.row.to_act) == (0, first)
        assert await table_faults(house.storage, table.row.id, [table.row.id]) == []
        await close(house)

    complete(work())


def test_who_is_away_and_played_for_needs_not_agree(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table, first, second = await asked_before_a_bot(house)
        with pytest.raises(StaleError):
            await table.ask_undo(first, 1, "of an older table")
        table.arrive(Screen(first))
        await table.absences.ask(second, 0.0)
        assert (len(table.log), table.row.to_act) == (0, first), "nobody was left who could say no"
        with pytest.raises(NotNowError, match="nobody asks any more"):
            await table.answer_undo(second, "late", agree=True)
        await close(house)

    complete(work())


def test_a_move_that_was_refused_stands_though_who_refused_goes_away(tmp_path: Path) -> None:
    async def work() -> None:
        house = new_house(tmp_path)
        table, first, second = await asked_before_a_bot(house)
        await table.answer_undo(second, "no", agree=False)
        table.arrive(Screen(first))
        await table.absences.ask(second, 0.0)
        assert table.row.seats[second].stand_in is not None
        assert (len(table.log), table.asked and table.asked.refused) == (2, second)
        await close(house)

    complete(work())


# ---- phrases ----


def test_phrases_are_heard_by_everyone_and_kept_by_nobody(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "phrases": {"burst": 2, "rate": 0.001}})
    keys = server.create("Ann", "Ben")
    with server.sit(keys, 0) as ann, server.sit(keys, 1) as ben, server.watch(keys) as watcher:
        assert ann.phrase(0, "well_played")["type"] == "accepted"
        said = {"type": "said", "seat": 0, "phrase": "well_played"}
        assert ben.until("said") == watcher.until("said") == said
        assert said in ann.heard or ann.until("said") == said
        assert "seat 1 is not yours" in ann.phrase(1, "hello")["error"]
        assert "seat 0 is not yours" in watcher.phrase(0, "hello")["error"]
        ann.say(type="say", id="x", seat=0, phrase="anything I like")
        assert "Invalid enum value 'anything I like'" in ann.until("refused")["error"]
        ann.phrase(0, "thanks")
        assert "much in a short time" in ann.phrase(0, "thanks")["error"]
        assert ben.phrase(1, "hello")["type"] == "accepted", "each seat has its own limit"
        assert "well_played" not in server.get(f"/api/tables/{keys['table']}/record", ann.tokens[0])
    with server.sit(keys, 1) as again:
        again.move(again.moves()[1][0]) if again.moves() else None  # type: ignore[index]
        assert not [one for one in again.heard if one["type"] == "said"]
