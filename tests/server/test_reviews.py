"""Reviews of matches that are over: whole, streamed, kept, gone on with, limited, and never of a match that goes on."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from heliopolis import Match
from heliopolis.coach import Depth, review
from heliopolis.server import reviews
from heliopolis.server.database import open_database
from heliopolis.server.refusals import RefusalError, TooManyError, UnavailableError
from heliopolis.server.reviews import Reviewer
from heliopolis.server.schema import REVIEW_STEPS
from heliopolis.server.settings import Limits, database_url
from heliopolis.server.storage import Storage
from heliopolis.server.tables import Table
from heliopolis.server.thinking_queue import Desk
from tests.conftest import NAMES, play_on
from tests.server.driver import PATIENCE, Server
from tests.server.loop import complete
from tests.server.rows import begun

QUICK = Depth(rounds=2, solved=50, glanced=50)
#: So many lines before the end a short match begins.
LATE = 16


def late(game: str, players: int = 2, lines: int = LATE) -> str:
    """Write where a game stands shortly before its end."""
    match = play_on(Match(game, NAMES[:players], seed=5), 1)
    number = len(match) - lines
    while match.at(number).is_chance:
        number -= 1
    return match.at(number).position()


def played(server: Server, game: str, **wanted: Any) -> tuple[Any, str]:
    """Play a short match to its end, of two people at one screen; give its keys, and where its review is."""
    keys = server.create("Ann", "Ben", game=game, position=late(game), **wanted)
    with server.sit(keys) as screen:
        screen.play_on(random.Random(2))
    return keys, f"/api/tables/{keys['table']}/review"


def whole(server: Server, place: str, token: str, after: int = 0) -> tuple[list[Any], Any]:
    """Ask until it is done: every line comes once, in its order."""
    lines: list[Any] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        report = server.get(f"{place}?after={after}", token)
        lines += report["lines"]
        assert report["done"] == after + len(report["lines"])
        after = report["done"]
        if report["summary"] is not None:
            assert after == report["total"]
            return lines, report["summary"]
    raise AssertionError("the review does not end")


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_every_decision_of_every_seat_is_judged(server: Server, game: str) -> None:
    keys, place = played(server, game)
    token = keys["seats"][0]["token"]
    lines, summary = whole(server, place, token)
    match = Match.read(server.get(f"/api/tables/{keys['table']}/record", token))
    assert [line["line"] for line in lines] == list(range(1, len(match) + 1))
    for found, line in zip(lines, match.lines, strict=True):
        decision = found["decision"]
        assert (decision is None) == line.is_chance
        assert sum(found["wins"]) == pytest.approx(1, abs=0.05)
        if decision is not None:
            moment = match.at(found["line"] - 1)
            assert sorted(option["word"] for option in decision["options"]) == sorted(moment.moves())
            assert decision["options"][decision["played"]]["word"] == match.words()[found["line"] - 1]
            assert decision["seat"] == line.seat
            assert all(option["deed"]["verb"] for option in decision["options"])
            assert all(option["win_error"] == 0 or not option["exact"] for option in decision["options"])
    assert any(line["decision"] and line["decision"]["exact"] for line in lines) or game == "ra"
    for seat, told in enumerate(summary["seats"]):
        for account, ended in ((told["win"], summary["wins"]), (told["points"], summary["points"])):
            parts = account["start"] + account["luck"] + account["own"] + account["others"]
            assert abs(parts - account["result"]) < 1e-9
            assert account["result"] == ended[seat]
        kinds = Counter(
            line["decision"]["kind"]
            for line in lines
            if line["decision"] and line["decision"]["seat"] == seat and len(line["decision"]["options"]) > 1
        )
        assert {loss["kind"]: loss["decisions"] for loss in told["losses"]} == kinds
        named = [*told["costliest"], *told["dearest"]]
        for number in named:
            decision = lines[number - 1]["decision"]
            assert decision["why" if number in told["costliest"] else "why_points"], (
                "no decision is named without a reason"
            )
            assert decision["clear"] or decision["clear_in_points"]
            assert bool(decision["worths"]) == (game == "ra"), "it says what was worth how much"
        assert len(named) == len(set(named)), "no decision is named twice"
        assert all(lines[number - 1]["decision"]["why"] for number in told["seen"])
    assert any(told["costliest"] or told["dearest"] for told in summary["seats"]), "a random game has losses to name"
    for level in summary["levels"]:
        measured = {loss["kind"]: loss for loss in level["losses"]}
        assert measured["all"]["win"] > measured["all"]["win_error"] > 0, "what a level loses is known well enough"
    # Everything is public now; and what was judged once is not judged again.
    assert whole(server, place, keys["spectate"]) == (lines, summary)


def test_it_is_what_the_coach_says(server: Server) -> None:
    keys, place = played(server, "dice")
    token = keys["seats"][0]["token"]
    lines, summary = whole(server, place, token)
    match = Match.read(server.get(f"/api/tables/{keys['table']}/record", token))
    *_, last = review(match)
    assert last.review is not None
    assert [told["win"]["luck"] for told in summary["seats"]] == [last.review.account(seat).luck for seat in (0, 1)]
    costs = [one.cost for one in last.review.decisions]
    told = [line["decision"] for line in lines if line["decision"]]
    wins = [(one["options"][0]["win"], one["options"][one["played"]]["win"]) for one in told]
    assert [best - mine for best, mine in wins] == pytest.approx(costs, abs=2e-4)


def test_no_door_gives_advice_on_a_match_that_goes_on(server: Server) -> None:
    """By no token: of a seat, of another seat, to watch; at a table of people apart, of one screen, and of bots."""
    for seats in (("Ann", "Ben", "random"), ("Ann", "random", "random")):
        keys = server.create(*seats)
        record = server.get(f"/api/tables/{keys['table']}/record", keys["spectate"])
        assert "result" not in record
        for token in (*(key["token"] for key in keys["seats"]), keys["spectate"]):
            for door, said in (
                ("review", "can be reviewed when it is over"),
                ("review?after=5", "can be reviewed when it is over"),
                ("positions/0", "when it is over"),
                ("replay", "when it is over"),
            ):
                assert said in server.get(f"/api/tables/{keys['table']}/{door}", token, 409)["error"]
        for door in ("review", "positions/0", "replay"):
            path = f"/api/tables/{keys['table']}/{door}"
            assert "Bearer" in server.get(path, None, 401)["error"]
            assert "link" in server.get(path, "nonsense", 401)["error"]
    waiting = server.create("Ann", "?")
    assert "over" in server.get(f"/api/tables/{waiting['table']}/review", waiting["spectate"], 409)["error"]


def test_an_invitation_opens_no_review(server: Server) -> None:
    keys = server.create("Ann", "?", game="dice", position=late("dice"))
    other = server.post("/api/join", {"invite": keys["invite"], "name": "Ben"})
    with server.sit({**keys, "seats": [*keys["seats"], *other["seats"]]}) as screen:
        screen.play_on(random.Random(2))
    assert "link" in server.get(f"/api/tables/{keys['table']}/review", keys["invite"], 401)["error"]


def test_positions_are_sent_only_when_they_are_asked_for(server: Server) -> None:
    keys, _ = played(server, "ra")
    token = keys["seats"][0]["token"]
    place = f"/api/tables/{keys['table']}"
    assert all("position" not in frame for frame in server.get(f"{place}/replay", token)["frames"])
    record = server.get(f"{place}/record", token)
    match = Match.read(record)
    for line in (0, len(match) // 2, len(match)):
        assert server.get(f"{place}/positions/{line}", token) == {"position": match.at(line).position()}
        body = {"record": record, "line": line}
        assert server.post("/api/position", body, status=200) == {"position": match.at(line).position()}
    assert "there is no line" in server.get(f"{place}/positions/{len(match) + 1}", token, 400)["error"]


def test_a_review_that_was_left_goes_on_after_a_restart(start: Callable[..., Server]) -> None:
    server = start()
    keys, place = played(server, "dice")
    token = keys["seats"][0]["token"]
    begun = server.get(f"{place}?after=0", token)
    assert begun["summary"] is None
    server.kill()
    kept = steps_of(server)
    assert len(kept) >= begun["done"] > 0
    server.start()
    lines, _ = whole(server, place, token)
    assert lines[: begun["done"]] == begun["lines"]
    rows = steps_of(server)
    assert rows[: len(kept)] == kept  # nothing was judged twice: the rows are the same
    assert len(rows) == len(lines)


def steps_of(server: Server) -> list[Any]:
    connection = sqlite3.connect(server.folder / "tables.sqlite3")
    found = connection.execute("SELECT rowid, line, step FROM review_steps ORDER BY line").fetchall()
    connection.close()
    return found


def test_reviews_are_limited(start: Callable[..., Server]) -> None:
    server = start(limits={"reviews": {"burst": 1, "rate": 0}})
    (first, there), (second, here) = played(server, "dice"), played(server, "dice")
    whole(server, there, first["seats"][0]["token"])
    assert "too many reviews" in server.get(here, second["seats"][0]["token"], 429)["error"]
    whole(server, there, first["spectate"])  # one that is made costs nothing


def test_a_deleted_table_takes_its_review_along(tmp_path: Path) -> None:
    async def work() -> None:
        storage = Storage(database_url(str(tmp_path / "x.db")))
        row, _ = begun(moves=3)
        await storage.save([], new=[row])
        await storage.ask_review("t", "key", 1)
        assert await storage.keep_step("t", "key", 1, "{}")
        await storage.ask_review("t", "another", 2)  # a newer version reviews in another way
        assert await storage.review("t", "key") is None
        kept = await storage.review("t", "another")
        assert kept is not None
        assert (kept.asked, kept.summary, kept.steps) == (2, None, [])
        assert await storage.delete(["t"]) == 1
        assert not await storage.keep_step("t", "another", 1, "{}")
        await storage.close()

    complete(work())


class Room:
    """A reviewer with a storage and finished tables, without a server around them."""

    def __init__(self, database: str, tables: int = 1, **limits: Any) -> None:
        self.storage = Storage(database_url(database))
        self.desk = Desk(1, "deep")
        self.reviewer = Reviewer(self.desk, self.storage, Limits(**limits), QUICK)
        where: dict[str, Any] = {"game": "dice", "edition": "rulebook", "position": late("dice")}
        self.made = [begun(f"t{number}", **where) for number in range(tables)]
        self.begun = 0

    async def tables(self) -> list[Table]:
        for row, _ in self.made:
            await self.storage.save([], new=[row])
        return [Table.restore(row, entries, self.storage) for row, entries in self.made]

    def begin(self) -> None:
        self.begun += 1

    async def ask(self, table: Table, after: int = 0, client: str = "me") -> Any:
        return await self.reviewer.report(table, after, client, self.begin)

    async def close(self) -> None:
        await self.reviewer.close()
        await self.desk.close()
        await self.storage.close()


def test_it_stops_when_nobody_watches_and_goes_on_when_somebody_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        room = Room(str(tmp_path / "x.db"))
        (table,) = await room.tables()
        monkeypatch.setattr(reviews, "NOBODY_SECONDS", 0.0)
        first = await room.ask(table)
        while room.reviewer._works:
            await asyncio.sleep(0)
        # What is kept comes at once, and begins nothing.
        assert (await room.ask(table)).done == first.done == room.begun == 1 < first.total
        monkeypatch.setattr(reviews, "NOBODY_SECONDS", 20.0)
        done, report = first.done, first
        while report.summary is None:
            report = await room.ask(table, done)
            done = report.done
        assert done == first.total
        assert room.begun == 2
        await room.close()

    complete(work())


def test_so_many_reviews_are_under_way_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        room = Room(str(tmp_path / "x.db"), 4, reviews_at_once=1, all_reviews=2)
        mine, other, yours, last = await room.tables()
        asked = [asyncio.create_task(room.ask(mine)), asyncio.create_task(room.ask(yours, client="you"))]
        while len(room.reviewer._works) < 2:
            await asyncio.sleep(0)
        with pytest.raises(UnavailableError, match="too many reviews are under way"):
            await room.ask(last, client="she")
        room.reviewer._limits = Limits(reviews_at_once=1, all_reviews=3)
        with pytest.raises(TooManyError, match="from your address"):
            await room.ask(other)
        await asyncio.gather(*asked)
        await room.close()

    complete(work())


def test_a_step_that_makes_no_sense_is_made_again(tmp_path: Path) -> None:
    async def work() -> None:
        room = Room(str(tmp_path / "x.db"))
        (table,) = await room.tables()
        assert table.match is not None
        key = await room.reviewer._key(table, table.match)
        await room.storage.ask_review("t0", key, 1)
        await room.storage.keep_step("t0", key, 1, "no step at all")
        assert (await room.ask(table)).lines[0].line == 1
        await room.close()

    complete(work())


def test_a_review_of_a_table_that_is_gone_fails(tmp_path: Path) -> None:
    async def work() -> None:
        room = Room(str(tmp_path / "x.db"))
        (table,) = await room.tables()
        await room.storage.delete(["t0"])
        with pytest.raises(RefusalError, match="could not be reviewed"):
            await room.ask(table)
        assert room.reviewer._works == {}
        await room.close()

    complete(work())


def test_what_was_kept_of_a_review_is_in_every_kind_of_database(database: str) -> None:
    async def work() -> int:
        room = Room(database)
        (table,) = await room.tables()
        report = await room.ask(table)
        while report.summary is None:
            report = await room.ask(table, report.done)
        await room.close()
        return int(report.total)

    total = complete(work())
    engine = open_database(database_url(database))
    with engine.connect() as connection:
        assert len(connection.execute(REVIEW_STEPS.select()).all()) == total
    engine.dispose()


def test_another_process_reads_a_review_and_goes_on_with_it(start: Callable[..., Server], postgresql: str) -> None:
    one, two = start(database=postgresql), start(database=postgresql)
    keys, place = played(one, "dice")
    token = keys["seats"][0]["token"]
    first = one.get(f"{place}?after=0", token)
    read = two.get(f"{place}?after=0", token)
    assert read["lines"][: first["done"]] == first["lines"]
    one.kill()
    lines, _ = whole(two, place, token, read["done"])
    assert len(read["lines"] + lines) == read["total"]
