"""Tables over HTTP: made, joined, listed, found again, played again, replayed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from heliopolis import Match
from heliopolis.bots.registry import LEVELS, USUAL
from heliopolis.server.lobby import SECONDS
from heliopolis.server.messages.base import LOBBY_PAGE, PROTOCOL
from tests.server.driver import NO_LIMITS, PATIENCE, Client, Server, seat_of

LOBBY_SECONDS = SECONDS + 0.1


def test_catalogue(server: Server) -> None:
    catalogue = server.get("/api/catalogue")
    (ra, *_) = catalogue["games"]
    assert ra["name"] == "ra"
    assert [edition["name"] for edition in ra["editions"]] == ["z-man", "rio-grande", "alea", "25th-century"]
    assert ra["editions"][3]["boat"]
    assert ra["editions"][0]["tiles"] == {"Unrest": "War"}
    settings = [setting for game in catalogue["games"] for setting in game["settings"]]
    assert all(
        setting["meaning"] and setting["values"] and setting["title"] and setting["rule"] for setting in settings
    )
    # Every value has people's words for it, and so has what holds where nothing is chosen.
    assert all(set(setting["words"]) == {"", *setting["values"]} for setting in settings)
    assert settings[-1]["words"]["published"] == "as the box is played"
    bots = catalogue["bots"]
    assert [bot["name"] for bot in bots if bot["level"]] == list(LEVELS) == [bot["name"] for bot in bots[: len(LEVELS)]]
    assert {"random", "greedy"} <= {bot["name"] for bot in bots[len(LEVELS) :]}
    assert catalogue["usual_bot"] == USUAL
    assert all(bot["title"] and bot["line"] for bot in catalogue["bots"])
    assert catalogue["protocol"] == PROTOCOL


def test_rules_of_the_chosen_edition(server: Server) -> None:
    book = server.get("/api/rules/ra/z-man")
    assert book["title"] == "Ra (Z-Man Games)"
    rules = {rule["id"]: rule["text"] for rule in book["sections"]}
    assert list(rules) == [f"R{number}" for number in range(1, 37)]
    assert rules["R11"].startswith("Invoke Ra. This starts an auction.")
    assert "3: 13-8-5-2, 12-9-6-3, 11-10-7-4" in rules["R3"].splitlines()
    assert rules["R27"] == "Gold: 3 each (every epoch)."
    assert "War: civilizations, the player" in rules["R19"]
    assert not any(set(text) & set("*`|") for text in rules.values())
    unrest = {rule["id"]: rule["text"] for rule in server.get("/api/rules/ra/alea")["sections"]}["R19"]
    assert "Unrest" in unrest
    assert "War" not in unrest
    server.get("/api/rules/ra/gold", status=404)
    server.get("/api/rules/chess/x", status=400)


def test_a_table_against_bots_begins_at_once(server: Server) -> None:
    keys = server.create("Ann", "random", "greedy", "random", edition="25th-century")
    assert [key["seat"] for key in keys["seats"]] == [0]
    assert keys["invite"] is None
    with server.sit(keys) as client:
        table = client.last["table"]
        assert table["state"] == "running"
        assert table["edition"] == "25th-century"
        assert [player["kind"] for player in table["players"]] == ["person", "bot", "bot", "bot"]
        assert len({player["name"] for player in table["players"]}) == 4
        assert len({player["colour"] for player in table["players"]}) == 4
        assert table["my_seats"] == [0]
        assert client.views[0]["players"] == [player["name"] for player in table["players"]]


def test_hot_seat_gives_all_seats_to_one_screen(server: Server) -> None:
    keys = server.create("Ann", "Ben", "Cleo")
    with server.sit(keys) as screen:
        assert list(screen.views) == [0, 1, 2]
        screen.play_on(random.Random(1), 12)
        assert len({line["seat"] for line in screen.log}) > 1
    with server.sit(keys, 1) as other:
        assert list(other.views) == [1]


def test_friends_join_by_invitation(server: Server) -> None:
    keys = server.create("Ann", "?", "?")
    assert keys["invite"]
    with server.sit(keys) as ann:
        assert ann.last["table"]["state"] == "waiting"
        assert ann.last["table"]["open_seats"] == 2
        assert ann.views == {0: None}
        assert ann.move("draw", 0)["error"].startswith("the game has not begun")
        ben = server.post("/api/join", {"invite": keys["invite"], "name": " Ben ", "colour": "blue"})
        assert [key["seat"] for key in ben["seats"]] == [1]
        assert (ben["table"], ben["invite"], ben["spectate"]) == (keys["table"], None, None)
        assert ann.until("table")["table"]["players"][1] == {
            "name": "Ben",
            "colour": "blue",
            "kind": "person",
            "bot": None,
            "stand_in": None,
            "for_good": False,
            "heir": None,
        }
        taken = server.post("/api/join", {"invite": keys["invite"], "name": "ben"}, status=409)
        assert "choose another name" in taken["error"]
        cleo = server.post("/api/join", {"invite": keys["invite"], "name": "Cleo", "colour": "blue"})
        while ann.last["table"]["state"] == "waiting":
            ann.hear()
        colours = [player["colour"] for player in ann.last["table"]["players"]]
        assert len(set(colours)) == 3
        assert ann.views[0]["players"] == ["Ann", "Ben", "Cleo"]
        full = server.post("/api/join", {"invite": keys["invite"], "name": "Dan"}, status=409)
        assert full == {"error": "all seats of this table are taken"}
        with server.sit(ben), server.sit(cleo):
            while len(ann.last["online"]) < 3:
                ann.hear()
        while ann.last["online"] != [0]:
            ann.hear()


def test_tokens_of_seats_invitations_and_spectators_are_not_the_same(server: Server) -> None:
    keys = server.create("Ann", "?")
    seat, invite, spectate = keys["seats"][0]["token"], keys["invite"], keys["spectate"]
    assert len({seat, invite, spectate}) == 3
    assert all(len(token) >= 22 for token in (seat, invite, spectate))
    for wrong in (seat, spectate, "x" * 22, ""):
        server.post("/api/join", {"invite": wrong, "name": "Eve"}, status=401)
    for wrong in (invite, spectate, "x" * 22):
        assert server.post("/api/mine", {"tokens": [wrong]}, status=200) == []
    server.get(f"/api/tables/{keys['table']}/record", token=invite, status=401)
    server.post("/api/rematch", {"table": keys["table"], "token": spectate}, status=401)


def test_lists_show_listed_tables_only(server: Server) -> None:
    private = server.create("Ann", "?")
    listed = server.create("Bea", "?", listed=True)
    running = server.create("Cleo", "random", listed=True)
    time.sleep(LOBBY_SECONDS)  # others may have looked a moment ago
    lines = {line["table"]: line for line in server.get("/api/tables")}
    assert private["table"] not in lines
    assert lines[listed["table"]]["state"] == "waiting"
    assert lines[listed["table"]]["invite"] == listed["invite"]
    assert lines[running["table"]]["state"] == "running"
    assert lines[running["table"]]["invite"] is None
    with Client(server, running["table"], [lines[running["table"]]["spectate"]]) as watcher:
        assert watcher.views[None]["viewer"] is None
    joined = server.post("/api/join", {"invite": lines[listed["table"]]["invite"], "name": "Dan"})
    time.sleep(LOBBY_SECONDS)
    lines = {line["table"]: line for line in server.get("/api/tables")}
    assert lines[joined["table"]]["invite"] is None


def test_the_lobby_has_pages_and_is_read_once_a_second(start: Callable[..., Server]) -> None:
    server = start()
    made = [server.create("Ann", "?", listed=True)["table"] for _ in range(LOBBY_PAGE + 3)]
    time.sleep(LOBBY_SECONDS)
    first = server.get("/api/tables")
    assert [line["table"] for line in first] == made[::-1][:LOBBY_PAGE]
    last = first[-1]
    second = server.get(f"/api/tables?after={last['state']}.{last['changed']}.{last['table']}")
    assert [line["table"] for line in second] == made[::-1][LOBBY_PAGE:]
    server.create("Ben", "?", listed=True)
    assert server.get("/api/tables") == first
    for wrong in (
        "x",
        "waiting",
        "waiting.1e5.x",
        "waiting.²",
        "dead.5.x",
        "waiting." + "9" * 5000,
        f"waiting.{2**63}.{made[0]}",
    ):
        assert "no table of the lobby" in server.get(f"/api/tables?after={wrong}", status=400)["error"]


def test_an_address_has_a_share_of_tables(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "unfinished": 3, "listed": 1})
    server.create("Ann", "Ben", listed=True)
    body = {"game": "ra", "seats": [seat_of("Ann"), seat_of("Ben")]}
    assert "listed and not over" in server.post("/api/tables", {**body, "listed": True}, status=429)["error"]
    with server.sit(server.create("Ann", "random")) as ann:
        server.create("Ann", "random")
        assert "not over" in server.post("/api/tables", body, status=429)["error"]
        ann.play_on(random.Random(1))
    server.post("/api/tables", body)  # one is over: there is room again
    server.post("/api/tables", body, status=429)
    server.stop()
    server.start()
    server.post("/api/tables", body, status=429)  # it is not forgotten


def test_one_invitation_gives_a_browser_one_seat(server: Server) -> None:
    def browser() -> httpx.Client:
        return httpx.Client(base_url=server.url, timeout=PATIENCE, trust_env=False)

    with browser() as ann, browser() as ben, browser() as cleo:
        seats = [{"kind": "person", "name": "Ann"}, *[{"kind": "open"}] * 3]
        keys = ann.post("/api/tables", json={"game": "ra", "seats": seats}).json()
        cookie = ann.cookies.jar.__iter__().__next__()
        assert cookie.has_nonstandard_attr("HttpOnly")
        assert cookie.get_nonstandard_attr("SameSite") == "strict"

        def join(who: httpx.Client, name: str) -> int:
            return who.post("/api/join", json={"invite": keys["invite"], "name": name}).status_code

        assert [join(ben, "Ben"), join(ben, "Ben II"), join(ann, "Ann II"), join(cleo, "Cleo")] == [201, 409, 409, 201]
        free = ann.post("/api/tables", json={"game": "ra", "seats": seats, "several": True}).json()
        for name in ("Ben", "Dan"):
            assert ben.post("/api/join", json={"invite": free["invite"], "name": name}).status_code == 201


def test_an_invitation_tells_to_what_it_leads(server: Server) -> None:
    keys = server.create("Ann", "random", "?")

    with httpx.Client(base_url=server.url, trust_env=False) as ben:

        def told() -> Any:
            answer = ben.post("/api/invitation", json={"invite": keys["invite"]})
            assert answer.status_code == 200, answer.text
            return answer.json()

        before = told()
        assert [player["kind"] for player in before["table"]["players"]] == ["person", "bot", "open"]
        assert before["table"]["invite"] is None, "it is not in the lobby"
        taken = {player["colour"] for player in before["table"]["players"][:2]}
        assert len(before["colours"]) == 5
        assert not taken & set(before["colours"])
        assert (before["open"], before["seated"], before["why"]) == (True, False, "")
        assert ben.post("/api/join", json={"invite": keys["invite"], "name": "Ben"}).status_code == 201
        after = told()
        assert (after["open"], after["seated"]) == (False, True)
        assert after["why"] == "all seats of this table are taken"
    for token in ("nonsense", keys["spectate"], keys["seats"][0]["token"]):
        said = server.post("/api/invitation", {"invite": token}, status=401)
        assert said["error"].startswith("this is not an invitation to a table, or the table was cancelled")


def test_who_has_a_seat_is_told_so_by_the_invitation(server: Server) -> None:
    with httpx.Client(base_url=server.url, trust_env=False) as ann:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
        keys = ann.post("/api/tables", json={"game": "ra", "seats": seats}).json()
        told = ann.post("/api/invitation", json={"invite": keys["invite"]}).json()
    assert (told["open"], told["seated"]) == (False, True)
    assert told["why"].startswith("this browser has a seat at this table already")


def test_my_tables_are_found_by_their_tokens(server: Server) -> None:
    first = server.create("Ann", "Ben", "random")
    second = server.create("random", "Ann", "?")
    tokens = [key["token"] for keys in (first, second) for key in keys["seats"]]
    mine = {line["table"]: line for line in server.post("/api/mine", {"tokens": [*tokens, "unknown"]}, status=200)}
    assert mine[first["table"]]["my_seats"] == [0, 1]
    assert mine[second["table"]]["my_seats"] == [1]
    assert mine[first["table"]]["spectate"] is None  # not listed: not for everyone
    assert set(mine) == {first["table"], second["table"]}


def test_rematch(server: Server) -> None:
    keys = server.create("Ann", "Ben", "random", listed=True)
    token = keys["seats"][0]["token"]
    early = server.post("/api/rematch", {"table": keys["table"], "token": token}, status=409)
    assert "when the match is over" in early["error"]
    with server.sit(keys) as screen, server.sit(keys, 1) as ben:
        screen.play_on(random.Random(2))
        again = server.post("/api/rematch", {"table": keys["table"], "token": token})
        assert again["table"] != keys["table"]
        assert again["seats"] == [{"seat": 1, "token": token}]
        told = [screen.until("rematch"), screen.until("rematch"), ben.until("rematch")]
        assert [(message["table"], message["seat"]) for message in told] == [
            (again["table"], 1),
            (again["table"], 2),
            (again["table"], 2),
        ]
        twice = server.post("/api/rematch", {"table": keys["table"], "token": keys["seats"][1]["token"]})
        assert twice["table"] == again["table"]
    with Client(server, again["table"], [message["token"] for message in told[:2]]) as screen:
        players = screen.last["table"]["players"]
        assert [player["name"] for player in players] == ["Random", "Ann", "Ben"]
        assert list(screen.views) == [1, 2]
        screen.play_on(random.Random(3), 3)
    with server.sit(keys, 0) as late:  # was away when the others agreed
        assert late.until("rematch")["table"] == again["table"]
        assert late.last["table"]["next"] == again["table"]
    mine = server.post("/api/mine", {"tokens": [token]}, status=200)
    assert {(line["table"], *line["my_seats"]) for line in mine} == {(keys["table"], 0), (again["table"], 1)}


def test_record_and_replay(server: Server) -> None:
    keys = server.create("Ann", "random", "greedy", edition="rio-grande")
    token, address = keys["seats"][0]["token"], f"/api/tables/{keys['table']}"
    assert server.get(f"{address}/record", status=401)["error"].startswith("expected a header Authorization")
    server.get(f"{address}/record", token="x" * 22, status=401)
    server.get("/api/tables/nosuchtable/record", token=token, status=404)
    assert "when it is over" in server.get(f"{address}/replay", token=token, status=409)["error"]
    with server.sit(keys) as ann:
        ann.play_on(random.Random(4))
        log, scores = ann.log, ann.views[0]["result"]["scores"]
    record = server.get(f"{address}/record", token=keys["spectate"])
    match = Match.read(record)
    assert match.result is not None
    assert match.result.scores == scores
    assert match.record() == record
    replay = server.get(f"{address}/replay", token=token)
    assert [frame["told"] for frame in replay["frames"]] == [None, *log]
    assert replay["frames"][0]["view"]["points"] == [10, 10, 10]
    assert replay["result"]["scores"] == scores
    assert [player["kind"] for player in replay["players"]] == ["person", "bot", "bot"]
    uploaded = server.post("/api/replay", {"record": record}, status=200)
    assert uploaded["frames"] == replay["frames"]
    assert [player["kind"] for player in uploaded["players"]] == ["person", "bot", "bot"]
    half = record.split("\n\n")[0].partition("result:")[0] + "\n" + "\n".join(record.split("\n\n")[1].split("\n")[:9])
    assert 1 < len(server.post("/api/replay", {"record": half}, status=200)["frames"]) <= 10


ANN: Any = seat_of("Ann")
BOT: Any = seat_of("random")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "chess", "seats": [ANN, BOT]}, "there is no game 'chess'"),
        ({"game": "ra", "seats": [ANN, BOT], "edition": "gold"}, "there is no edition 'gold'"),
        ({"game": "ra", "seats": [ANN, BOT], "edition": "alea"}, "takes 3 to 5 players, not 2"),
        ({"game": "ra", "seats": [ANN]}, "takes 2 to 5 players, not 1"),
        ({"game": "ra", "seats": []}, "seats"),
        ({"game": "ra", "seats": [ANN] * 6}, "seats"),
        ({"game": "ra", "seats": [ANN, ANN]}, "every seat needs a name of its own"),
        ({"game": "ra", "seats": [{"kind": "person"}, BOT]}, "seat 1 needs a name"),
        ({"game": "ra", "seats": [{"kind": "person", "name": "x" * 21}, BOT]}, "20"),
        ({"game": "ra", "seats": [{"kind": "person", "name": "a|b"}, BOT]}, "is not a name"),
        ({"game": "ra", "seats": [{"kind": "person", "name": "a\u202eb"}, BOT]}, "is not a name"),
        ({"game": "ra", "seats": [{"kind": "person", "name": "a\nb"}, BOT]}, "is not a name"),
        ({"game": "ra", "seats": [{"kind": "person", "name": 7}, BOT]}, "str"),
        ({"game": "ra", "seats": [ANN, {"kind": "bot", "bot": "oracle"}]}, "there is no bot 'oracle'"),
        ({"game": "ra", "seats": [ANN, {"kind": "bot"}]}, "there is no bot"),
        ({"game": "ra", "seats": [ANN, {"kind": "god"}]}, "god"),
        ({"game": "ra", "seats": [{**ANN, "colour": "red"}, BOT]}, "red"),
        ({"game": "ra", "seats": [ANN, BOT], "settings": {"god-disasters": "never"}}, "'never' is unknown"),
        ({"game": "ra", "seats": [ANN, BOT], "settings": {"seed": "7"}}, "no setting 'seed'"),
        ({"game": "ra", "seats": [ANN, BOT], "settings": {"suns": "9-6-5-2 | 8-7-4-3"}}, "no setting 'suns'"),
        ({"game": "ra", "seats": [ANN, BOT], "seed": 7}, "unknown field `seed`"),
        ({"game": "ra", "seats": [ANN, BOT], "scores": "none"}, "none"),
        ({"game": "ra"}, "seats"),
        ([], "array"),
    ],
)
def test_what_is_no_table_is_refused_in_a_sentence(server: Server, body: Any, said: str) -> None:
    assert said in server.post("/api/tables", body, status=400)["error"]


def test_malformed_and_oversized_requests(server: Server) -> None:
    for content in (b"{", b"", b"\xff\xfe", b"[" * 5000):
        answer = server.http.post("/api/tables", content=content, headers={"content-type": "application/json"})
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"]
    big = {"game": "ra", "seats": [ANN, BOT], "edition": "x" * 20_000}
    assert server.post("/api/tables", big, status=413)["error"]
    assert server.post("/api/replay", {"record": "x" * 300_000}, status=413)["error"]
    assert "line 1" in server.post("/api/replay", {"record": "hello"}, status=400)["error"]
    assert "too long" in server.post("/api/replay", {"record": "\n" * 9_000}, status=400)["error"]
    server.post("/api/mine", {"tokens": ["x"] * 65}, status=400)
    assert server.get("/api/nothing", status=404)["error"]
    assert server.http.delete("/api/tables").status_code == 405
