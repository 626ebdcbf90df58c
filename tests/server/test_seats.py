"""Seats that change hands: to a bot for good, to another person, back to whoever made the table; and the devices."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from heliopolis import Match
from heliopolis.bots.registry import usual_bot
from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.devices import CODE_LENGTH, CODE_MILLISECONDS, MOST_DEVICES
from heliopolis.server.house import House
from heliopolis.server.keyring import SPENT
from heliopolis.server.messages.base import PROTOCOL
from heliopolis.server.messages.tables import NewSeat, NewTable
from heliopolis.server.refusals import NotFairError
from heliopolis.server.security import token_hash
from heliopolis.server.settings import database_url
from heliopolis.server.sockets import NO_TABLE
from heliopolis.server.storage import Storage
from tests.server.driver import NO_LIMITS, PATIENCE, Client, Server
from tests.server.loop import complete, opened
from tests.server.rows import command
from tests.server.test_bot_runner import ANN, Looker

PHONE = "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"


class Browser:
    """A browser that keeps its cookie."""

    def __init__(self, server: Server, agent: str = "") -> None:
        headers = {"user-agent": agent}
        self.http = httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False, headers=headers)

    def post(self, path: str, body: Any, status: int = 201) -> Any:
        answer = self.http.post(f"/api/{path}", json=body)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None


@contextmanager
def browsers(server: Server, *agents: str) -> Iterator[list[Browser]]:
    opened = [Browser(server, agent) for agent in agents]
    yield opened
    for browser in opened:
        browser.http.close()


def token(keys: Any, seat: int) -> str:
    return next(str(key["token"]) for key in keys["seats"] if key["seat"] == seat)


def goodbye(client: Client) -> Any:
    """Wait until the server closes a socket, and say why it did."""
    told = client.until("bye")
    client.socket.close()
    return told


def players(server: Server, keys: Any) -> Any:
    with server.watch(keys) as watcher:
        return watcher.last["table"]["players"]


# ---- to a bot for good ----


def test_a_seat_is_left_to_a_bot_for_good(server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo", away_bot="random")
    ann, ben = server.sit(keys, 0), server.sit(keys, 1)
    asked = {"table": keys["table"], "token": token(keys, 1)}
    server.post("/api/seats/give", asked, status=204)
    assert goodbye(ben)["error"].startswith("this device was taken away from its seat")
    while not ann.last["table"]["players"][1]["for_good"]:
        ann.until("table")
    assert ann.last["table"]["players"][1]["stand_in"] == "random"
    assert [one["seat"] for one in ann.last["away"]] == [2], "who has left for good is not waited for"
    server.post("/api/seats/give", asked, status=401)
    with server.sit(keys, 2) as cleo:
        numbers = random.Random(3)
        while not any(line["seat"] == 1 and line["bot"] == "random" for line in ann.log):
            for client in (ann, cleo):
                if client.moves():
                    client.play_on(numbers, 1)
            newest = max(ann.last["version"], cleo.last["version"])
            if ann.moves() is None and cleo.moves() is None:
                ann.hear()
                newest = ann.last["version"]
            ann.catch_up(newest)
            cleo.catch_up(newest)
    record = server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"])
    assert Match.read(record).players == ["Ann", "Ben", "Cleo"], "the record keeps its names"
    ann.socket.close()


def test_people_and_bots_play_on_to_the_end_and_a_rematch_has_the_bot(server: Server) -> None:
    keys = server.create("Ann", "Ben", game="dice", away_bot="random")
    server.post("/api/seats/give", {"table": keys["table"], "token": token(keys, 1), "bot": "greedy"}, status=204)
    with server.sit(keys, 0) as ann:
        ann.play_on(random.Random(4))
        again = server.post("/api/rematch", {"table": keys["table"], "token": token(keys, 0)})
    said = server.post("/api/seats/give", {"table": keys["table"], "token": token(keys, 0)}, status=409)
    assert said["error"] == "the match is over: there is nothing left to play"
    seats = players(server, again)
    assert [(seat["name"], seat["kind"], seat["bot"]) for seat in seats] == [
        ("Greedy", "bot", "greedy"),
        ("Ann", "person", None),
    ]


def test_only_the_holder_gives_a_seat_away_and_only_to_a_bot_that_plays_the_game(server: Server) -> None:
    keys, other = server.create("Ann", "Ben"), server.create("Dan", "Eve")
    for wrong in (token(other, 0), keys["spectate"], keys["host"], "nonsense"):
        said = server.post("/api/seats/give", {"table": keys["table"], "token": wrong}, status=401)
        assert said["error"] == "only who holds the seat can do that"
    asked = {"table": keys["table"], "token": token(keys, 0), "bot": "oracle"}
    assert "there is no bot 'oracle'" in server.post("/api/seats/give", asked, status=400)["error"]
    assert [seat["for_good"] for seat in players(server, keys)] == [False, False]


# ---- to another person ----


@pytest.mark.parametrize("begun", [True, False], ids=["running", "waiting"])
def test_a_seat_is_given_to_another_person_by_a_link(server: Server, begun: bool) -> None:
    keys = server.create("Ann", "Ben", *([] if begun else ["?"]), listed=True)
    with browsers(server, PHONE, PHONE) as (cleo, dan):
        ben = server.sit(keys, 1)
        code = server.post("/api/codes/seat", {"table": keys["table"], "token": token(keys, 1)})["code"]
        told = cleo.post("codes/look", {"code": code}, 200)
        assert told["purpose"] == "person"
        assert [line["my_seats"] for line in told["tables"]] == [[1]]
        assert not told["here"]
        used = {"code": code, "name": "Ann"}
        assert "is called Ann already" in cleo.post("codes/use", used, 409)["error"]
        assert "not a name" in cleo.post("codes/use", {"code": code, "name": "a|b"}, 400)["error"]
        assert players(server, keys)[1]["name"] == "Ben", "it is theirs when they take it, not before"
        (moved,) = cleo.post("codes/use", {"code": code, "name": "Cleo"})["tables"]
        assert goodbye(ben)["again"] is False
        seat = players(server, keys)[1]
        assert (seat["name"], seat["heir"]) == (("Ben", "Cleo") if begun else ("Cleo", None))
        with server.sit(moved, 1) as screen:
            assert list(screen.views) == [1]
        assert dan.post("codes/use", {"code": code, "name": "Dan"}, 404)["error"] == SPENT
        assert dan.post("codes/look", {"code": code}, 404)["error"] == SPENT
        again = cleo.post("codes/seat", {"table": keys["table"], "token": token(moved, 1)})["code"]
        assert "has a seat at this table already" in cleo.post("codes/use", {"code": again, "name": "C"}, 409)["error"]
    if begun:
        record = server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"])
        assert Match.read(record).players == ["Ann", "Ben"]


def test_a_link_that_was_sent_is_worth_nothing_when_the_seat_has_gone_another_way(server: Server) -> None:
    keys = server.create("Ann", "Ben")
    asked = {"table": keys["table"], "token": token(keys, 1)}
    first = server.post("/api/codes/seat", asked)["code"]
    second = server.post("/api/codes/seat", asked)["code"]
    server.post("/api/codes/look", {"code": first}, status=404)
    server.post("/api/codes/look", {"code": second}, status=200)
    server.post("/api/seats/give", asked, status=204)
    server.post("/api/codes/look", {"code": second}, status=404)


# ---- what whoever made a table can do ----


def test_whoever_made_a_table_fills_it_with_bots_and_starts(server: Server) -> None:
    keys = server.create("Ann", "?", "?", listed=True)
    for wrong in (token(keys, 0), keys["invite"], keys["spectate"]):
        said = server.post("/api/seats/fill", {"table": keys["table"], "token": wrong}, status=401)
        assert said["error"] == "only who made this table can do that"
    with server.sit(keys) as ann:
        server.post("/api/seats/fill", {"table": keys["table"], "token": keys["host"]}, status=204)
        while ann.last["table"]["state"] == "waiting":
            ann.until("table")
        seats = ann.last["table"]["players"]
        assert [seat["bot"] for seat in seats] == [None, usual_bot("ra"), usual_bot("ra")]
        assert len({seat["name"] for seat in seats}) == 3
        assert ann.last["views"][0]["view"]
    said = server.post("/api/join", {"invite": keys["invite"], "name": "Ben"}, status=409)
    assert said["error"] == "all seats of this table are taken"
    late = {"table": keys["table"], "token": keys["host"]}
    for path, more in (("seats/fill", {}), ("seats/take", {"seat": 0}), ("cancel", {})):
        assert "the game has begun" in server.post(f"/api/{path}", {**late, **more}, status=409)["error"]


def test_a_seat_is_taken_back_before_the_start_and_given_again(server: Server) -> None:
    keys = server.create("Ann", "?", "?")
    joined = server.post("/api/join", {"invite": keys["invite"], "name": "Ben"})
    ben, asked = server.sit(joined), {"table": keys["table"], "token": keys["host"]}
    assert "no person" in server.post("/api/seats/take", {**asked, "seat": 2}, status=409)["error"]
    server.post("/api/seats/take", {**asked, "seat": 1, "token": token(keys, 0)}, status=401)
    server.post("/api/seats/take", {**asked, "seat": 1}, status=204)
    assert goodbye(ben)["error"].startswith("this device was taken away")
    assert [seat["kind"] for seat in players(server, keys)] == ["person", "open", "open"]
    for name in ("Cleo", "Dan"):
        server.post("/api/join", {"invite": keys["invite"], "name": name})
    assert [seat["name"] for seat in players(server, keys)] == ["Ann", "Cleo", "Dan"]


def test_a_table_is_cancelled(server: Server) -> None:
    keys = server.create("Ann", "?", listed=True)
    asked = {"table": keys["table"], "token": keys["host"]}
    with server.sit(keys) as ann:
        server.post("/api/cancel", {**asked, "token": token(keys, 0)}, status=401)
        server.post("/api/cancel", asked, status=204)
        assert goodbye(ann)["soon"]
    socket = server.socket()
    client = Client.__new__(Client)
    client.server, client.socket, client.heard, client.last = server, socket, [], None
    client.say(type="hello", protocol=PROTOCOL, table=keys["table"], tokens=[token(keys, 0)])
    assert "it was cancelled or deleted" in goodbye(client)["error"]
    assert client.socket.close_code in (NO_TABLE, None)
    said = server.post("/api/join", {"invite": keys["invite"], "name": "Ben"}, status=401)
    assert "the table was cancelled" in said["error"]
    assert server.post("/api/mine", {"tokens": [token(keys, 0)]}, status=200) == []


# ---- another device ----


def test_a_code_brings_all_my_tables_to_another_device_once(server: Server) -> None:
    with browsers(server, "", PHONE, PHONE) as (laptop, phone, stranger):
        person, other = {"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}
        one = laptop.post("tables", {"game": "ra", "seats": [person, other, {"kind": "open"}]})
        two = laptop.post("tables", {"game": "dice", "seats": [person, {"kind": "bot", "bot": "random"}]})
        tokens = [token(one, 0), one["host"], one["invite"], one["spectate"], token(two, 0)]
        made = laptop.post("codes", {"tokens": tokens})
        assert len(made["code"]) == CODE_LENGTH
        assert made["tables"] == 2
        typed = "-".join(made["code"][at : at + 4] for at in range(0, CODE_LENGTH, 4)).upper()
        told = phone.post("codes/look", {"code": typed}, 200)
        assert {line["table"]: line["my_seats"] for line in told["tables"]} == {one["table"]: [0], two["table"]: [0]}
        assert laptop.post("codes/look", {"code": typed}, 200)["here"]
        moved = {keys["table"]: keys for keys in phone.post("codes/use", {"code": typed})["tables"]}
        assert stranger.post("codes/use", {"code": typed}, 404)["error"] == SPENT
        with server.sit(moved[two["table"]]) as screen, server.sit(two) as before:
            assert list(screen.views) == list(before.views) == [0]
        # Whoever made a table can do at the other device what they could do here.
        assert phone.post("invitation", {"invite": moved[one["table"]]["invite"]}, 200)["open"] is False
        phone.post("seats/fill", {"table": one["table"], "token": moved[one["table"]]["host"]}, 204)
        new = [key["token"] for keys in moved.values() for key in keys["seats"]]
        assert not set(new) & set(tokens), "each device has tokens of its own"


def test_a_code_runs_out(start: Callable[..., Server]) -> None:
    server = start(limits=NO_LIMITS)
    keys = server.create("Ann", "random")
    made = server.post("/api/codes", {"tokens": [token(keys, 0)]})
    server.post("/api/codes/look", {"code": made["code"]}, status=200)
    database = server.folder / "tables.sqlite3"
    with closing(sqlite3.connect(database)) as connection, connection:
        ((until, kept),) = connection.execute("SELECT until, hash FROM codes").fetchall()
        assert made["code"] not in kept
        connection.execute("UPDATE codes SET until = until - ?", (CODE_MILLISECONDS,))
    assert until == made["until"]
    for path in ("look", "use"):
        assert server.post(f"/api/codes/{path}", {"code": made["code"]}, status=404)["error"] == SPENT
    server.post("/api/codes", {"tokens": [token(keys, 0)]})
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM codes").fetchone() == (1,), "the old one is gone"


def test_devices_are_seen_and_one_is_out_at_once_when_it_is_taken_away(server: Server) -> None:
    mac = "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605 Version/19.0 Safari/605"
    with browsers(server, mac, PHONE, PHONE) as (laptop, phone, other):
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
        keys = laptop.post("tables", {"game": "ra", "seats": seats, "scores": "open"})
        joined = other.post("join", {"invite": keys["invite"], "name": "Ben"})
        mine = {"tokens": [token(keys, 0)]}
        code = laptop.post("codes", {"tokens": [token(keys, 0), keys["host"], keys["spectate"]]})["code"]
        (moved,) = phone.post("codes/use", {"code": code})["tables"]
        screen, watching = server.sit(moved), server.watch(moved)
        listed = laptop.post("devices", mine, 200)
        assert [(one["name"], one["here"]) for one in listed] == [
            ("Safari on Mac", True),
            ("Firefox on Android", False),
        ]
        assert all(one["made"] and one["tables"] == [keys["table"]] for one in listed)
        gone = listed[1]["device"]
        theirs = {"tokens": [token(joined, 1)]}
        assert gone not in [one["device"] for one in other.post("devices", theirs, 200)], (
            "nobody sees what is not theirs"
        )
        said = other.post("devices/revoke", {**theirs, "device": gone}, 404)
        assert said["error"] == "this device holds none of these seats, or not any more"
        pending = phone.post("codes", {"tokens": [token(moved, 0)]})["code"]
        host = {"table": keys["table"], "token": moved["host"]}
        phone.post("seats/fill", host, 409)
        laptop.post("devices/revoke", {**mine, "device": gone}, 204)
        for client in (screen, watching):
            assert goodbye(client)["error"].startswith("this device was taken away")
        assert [one["here"] for one in laptop.post("devices", mine, 200)] == [True]
        assert other.post("codes/look", {"code": pending}, 404)["error"] == SPENT, "it leaves no way back"
        for path in ("codes", "devices"):
            phone.post(path, {"tokens": [token(moved, 0)]}, 401)
        phone.post("seats/fill", host, 401)
        laptop.post("seats/fill", {**host, "token": keys["host"]}, 409)
        address = f"/api/tables/{keys['table']}/record"
        server.get(address, token=token(moved, 0), status=401)
        server.get(address, token=moved["spectate"], status=401)
        with server.sit(keys), server.sit(joined):
            pass


class Screen(Looker):
    """A screen that came by a token."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self.hash = token_hash(token)

    def keep_out(self, rights: Collection[str]) -> None:
        if self.hash not in rights:
            self.seats = []


def test_a_move_that_is_on_its_way_when_its_device_is_taken_away_is_not_made(tmp_path: Path) -> None:
    """Another process takes the device away, and this one has not heard of it yet."""

    async def work() -> None:
        house = opened(House(Storage(database_url(str(tmp_path / "x.db"))), BotRunner(0.0)))
        keys = await house.create(NewTable("ra", [NewSeat("person", "Ann"), NewSeat("person", "Ben")]), ANN)
        table = await house.open(keys.table)
        seat = table.row.to_act or 0
        screen = Screen(keys.seats[seat].token)
        screen.seats = [seat]
        table.arrive(screen)
        rights = await house.storage.keys.find([screen.hash])
        revision = await house.storage.keys.revoke(keys.table, rights)
        with pytest.raises(NotFairError, match=f"seat {seat} is not yours"):
            await table.move(seat, "draw", 0, "late", by=screen)
        assert (table.version, table.row.revision, table.online) == (0, revision, [])
        await house.look_again(keys.table, revision)  # it is known here already
        assert table.row.revision == revision

    complete(work())


def test_a_seat_has_so_many_devices_and_no_more(server: Server) -> None:
    keys = server.create("Ann", "random")
    mine = {"tokens": [token(keys, 0)]}
    for _ in range(MOST_DEVICES - 1):
        server.post("/api/codes/use", {"code": server.post("/api/codes", mine)["code"]})
    code = server.post("/api/codes", mine)["code"]
    said = server.post("/api/codes/use", {"code": code}, status=409)["error"]
    assert said.startswith("this seat is open at 10 devices already")


def test_tokens_that_everyone_sees_hand_nothing_over(server: Server) -> None:
    keys = server.create("Ann", "?", listed=True)
    said = server.post("/api/codes", {"tokens": [keys["invite"], keys["spectate"]]}, status=401)
    assert "nothing to hand over" in said["error"]
    server.post("/api/devices", {"tokens": [keys["invite"]]}, status=401)


def test_where_several_sit_at_one_device_each_seat_is_handed_over_alone(server: Server) -> None:
    with browsers(server, "", PHONE) as (laptop, phone):
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
        keys = laptop.post("tables", {"game": "ra", "seats": seats})
        code = laptop.post("codes", {"tokens": [token(keys, 1)]})["code"]
        (moved,) = phone.post("codes/use", {"code": code})["tables"]
        shared = server.sit(keys)
        ben = {"tokens": [token(moved, 1)]}
        gone = next(one["device"] for one in phone.post("devices", ben, 200) if not one["here"])
        phone.post("devices/revoke", {**ben, "device": gone}, 204)
        goodbye(shared)
        assert [
            line["my_seats"] for line in laptop.post("mine", {"tokens": [token(keys, 0), token(keys, 1)]}, 200)
        ] == [[0]]
        with server.sit(keys, 0) as ann:
            assert list(ann.views) == [0]


# ---- what is malformed, and what is too much ----


@pytest.mark.parametrize(
    ("path", "body", "named"),
    [
        ("seats/give", {"table": "x"}, "token"),
        ("seats/give", {"table": "x", "token": "y", "bot": 7}, "bot"),
        ("seats/fill", {"table": "", "token": "y"}, "table"),
        ("seats/take", {"table": "x", "token": "y", "seat": 5}, "seat"),
        ("cancel", {"table": "x", "token": "y" * 65}, "token"),
        ("codes", {"tokens": []}, "tokens"),
        ("codes", {"tokens": ["x"] * 257}, "tokens"),
        ("codes/seat", {"table": "x", "token": "y", "more": 1}, "more"),
        ("codes/look", {"code": "x" * 65}, "code"),
        ("codes/use", {"code": "x", "name": "n" * 21}, "name"),
        ("devices", {"tokens": "x"}, "tokens"),
        ("devices/revoke", {"tokens": ["x"], "device": ""}, "device"),
        ("qr", {"address": "x" * 301}, "address"),
    ],
)
def test_what_is_malformed_is_refused_by_name(server: Server, path: str, body: Any, named: str) -> None:
    assert named in server.post(f"/api/{path}", body, status=400)["error"]


@pytest.mark.parametrize("path", ["codes/look", "codes/use"])
def test_codes_cannot_be_guessed_for_long(start: Callable[..., Server], path: str) -> None:
    server = start(limits={**NO_LIMITS, "codes": {"burst": 3, "rate": 0.001}})
    for _ in range(3):
        server.post(f"/api/{path}", {"code": "abcd-efgh-jkmn"}, status=404)
    assert "too many codes" in server.post(f"/api/{path}", {"code": "abcd-efgh-jkmn"}, status=429)["error"]


def test_addresses_that_others_can_reach_are_told_at_the_machine_itself(start: Callable[..., Server]) -> None:
    server = start(origins=["https://ra.example.org"])
    assert server.get("/api/addresses") == {"origins": ["https://ra.example.org"]}
    answer = server.http.get("/api/addresses", headers={"host": "ra.example.org"})
    assert answer.json() == {"origins": []}, "whoever came by another name knows it"


def test_where_nobody_else_can_come_no_address_is_told(server: Server) -> None:
    assert server.get("/api/addresses") == {"origins": []}


def test_a_qr_code_is_drawn_of_an_address_of_this_server_only(server: Server) -> None:
    drawn = server.post("/api/qr", {"address": f"{server.url}/#/move/abcdefghjkmn"}, status=200)
    assert drawn["size"] >= 25
    assert drawn["path"].startswith("M0 0h7v1h-7z"), "the upper edge of its first corner"
    for strange in ("https://example.org/", "hello", "", f"{server.url}.example.org/"):
        said = server.post("/api/qr", {"address": strange}, status=400)
        assert said["error"] == "a QR code is drawn of an address of this server only"


def test_what_changed_hands_is_sound(start: Callable[..., Server]) -> None:
    server = start()
    keys, waiting = server.create("Ann", "Ben", "Cleo"), server.create("Dan", "?", "?")
    server.post("/api/seats/give", {"table": keys["table"], "token": token(keys, 1)}, status=204)
    code = server.post("/api/codes/seat", {"table": keys["table"], "token": token(keys, 2)})["code"]
    server.post("/api/codes/use", {"code": code, "name": "Fay"})
    server.post("/api/seats/give", {"table": waiting["table"], "token": token(waiting, 0)}, status=204)
    before = players(server, keys)
    server.stop()
    checked = command("check", "--database", str(server.folder / "tables.sqlite3"))
    assert checked.exit_code == 0, checked.output
    server.start()
    assert players(server, keys) == before
    assert [seat["kind"] for seat in players(server, waiting)] == ["bot", "open", "open"]
