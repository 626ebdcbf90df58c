"""Whole games: bots alone, people alone, both, in every edition, and with a bag of their own on the table."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from heliopolis import Match
from heliopolis.games import NAMES
from tests.server.driver import Server


def test_bots_play_a_whole_game_to_a_watcher(server: Server) -> None:
    keys = server.create("greedy", "random", "greedy", "random", "random")
    assert keys["seats"] == []
    with server.watch(keys) as watcher:
        while watcher.last["table"]["state"] != "over":
            watcher.hear()
        result = watcher.views[None]["result"]
        assert watcher.last["table"]["winners"] == result["winners"]
        assert watcher.last["thinking"] is None
        assert watcher.last["undo"] is None
        match = Match.read(server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"]))
        assert match.result is not None
        assert match.result.scores == result["scores"]
        assert [line["seat"] for line in watcher.log] == [line.seat for line, _, _ in match.log()]


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_played_by_people_and_bots(server: Server, game: str) -> None:
    keys = server.create("Ann", "Ben", "greedy", game=game)
    with server.sit(keys) as screen:
        assert game != "dice" or screen.log[0]["chance"]  # dice lie on the table from the start
        screen.play_on(random.Random(1))
        scores, log = screen.views[0]["result"]["scores"], screen.log
    match = Match.read(server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"]))
    assert match.game.name == game
    assert match.result is not None
    assert match.result.scores == scores
    assert len(match) == len(log)
    assert len(server.get(f"/api/tables/{keys['table']}/replay", token=keys["spectate"])["frames"]) == len(log) + 1


def test_dice_are_rolled_by_the_server(server: Server) -> None:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
    refused = server.post("/api/tables", {"game": "dice", "seats": seats, "draws": "table"}, status=400)
    assert "choose sealed draws" in refused["error"]


@pytest.mark.parametrize(
    ("edition", "settings"),
    [("z-man", {"god-disasters": "after-action"}), ("rio-grande", {}), ("alea", {}), ("25th-century", {})],
)
def test_three_people_at_three_screens_play_a_whole_game(
    server: Server, edition: str, settings: dict[str, str]
) -> None:
    keys = server.create("Ann", "?", "?", edition=edition, settings=settings)
    others = [server.post("/api/join", {"invite": keys["invite"], "name": name}) for name in ("Ben", "Cleo")]
    screens = [server.sit(seat) for seat in (keys, *others)]
    with ThreadPoolExecutor(3) as pool:
        for playing in [pool.submit(screen.play_on, random.Random(seat)) for seat, screen in enumerate(screens)]:
            playing.result()
    assert screens[0].log == screens[1].log == screens[2].log
    assert len({screen.last["version"] for screen in screens}) == 1
    record = server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"])
    match = Match.read(record)
    assert match.edition.name == edition
    assert match.settings == settings
    assert match.players == ["Ann", "Ben", "Cleo"]
    for screen in screens:
        screen.socket.close()


def test_people_draw_from_a_bag_on_their_table_also_for_a_bot(server: Server) -> None:
    keys = server.create("Ann", "random", draws="table")
    numbers = random.Random(8)
    with server.sit(keys) as ann, server.watch(keys) as watcher:
        assert ann.last["seal"] is None
        while ann.last["table"]["state"] != "over":
            ann.play_on(numbers, 1)
            watcher.catch_up(ann.last["version"])
            assert watcher.moves() is None
        assert {line["seat"] for line in ann.log if line["chance"]} == {0, 1}
        assert watcher.log == ann.log
    match = Match.read(server.get(f"/api/tables/{keys['table']}/record", token=keys["spectate"]))
    assert match.draws == "table"


def test_what_is_shown_of_a_lot_is_for_every_seat(server: Server) -> None:
    with server.sit(server.create("Ann", "Ben", "Cleo")) as screen:
        assert screen.views[1]["lot"] is None
        while not any(screen.views[0]["board"]["track"]):
            choice = screen.moves()
            assert choice is not None
            screen.move("draw" if "draw" in choice[1] else "pass")
        lot = screen.views[0]["lot"]
        assert lot is not None
        assert [set(worth) for worth in lot] == [set(screen.views[0]["preview"][0])] * 3
