"""Short attacks, and what the server holds against each: some seconds of what `make attack` does for minutes."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from heliopolis.server.messages import base
from tests.attacks import floods, frames, fuzz, holding, hostile
from tests.attacks.attackers import Attack, carry_out
from tests.attacks.processes import attacker
from tests.attacks.tally import Tally, ask_once, bot, make_table, person
from tests.attacks.wire import PROTOCOL, RefusedError, Site, addresses
from tests.server.driver import NO_LIMITS, Client, Server

#: The usual limits, but nobody has long to wait.
HASTY = {"first_request": 2.5, "idle": 3.0}
#: Honest people who are not at the server's own address.
GUEST, OTHER = addresses(1, 2)
#: Seconds between two moves: less often than the limit of messages.
REST = 0.12


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for most attacks; whatever they do, its log tells of no fault."""
    server = Server(tmp_path_factory.mktemp("attacked"), limits=HASTY)
    yield server
    assert server.process.poll() is None
    server.kill()
    assert "Traceback" not in server.logged()
    assert len(server.logged()) < 50_000


@pytest.fixture
def site(server: Server) -> Site:
    return Site.of(server.url)


@contextmanager
def meanwhile(work: Coroutine[Any, Any, Any]) -> Iterator[Future[Any]]:
    """Do something in a thread."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(asyncio.run, work)


def acknowledgements(screen: Client, seconds: float) -> list[float]:
    """Play for some seconds, and time how long each move takes."""
    times: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        choice = screen.moves()
        assert choice is not None
        start = time.monotonic()
        answer = screen.move(choice[1][0], choice[0])
        times.append(time.monotonic() - start)
        assert answer["type"] == "accepted", answer
        screen.catch_up(answer["version"])
        time.sleep(REST)
    return times


def assert_quick(alone: list[float], beside: list[float]) -> None:
    """A busy machine makes everything slower; an attack that works makes people wait for seconds."""
    assert statistics.median(beside) < 5 * statistics.median(alone) + 0.25, (alone, beside)
    assert max(beside) < 5 * max(alone) + 1.5, (alone, beside)


async def attacked(attack: Attack, site: Site, seconds: float) -> Tally:
    """Attack inside a loop that runs already."""
    return await asyncio.to_thread(carry_out, attack, site, seconds)


def test_attackers_speak_the_protocol_of_the_server() -> None:
    assert PROTOCOL == base.PROTOCOL


# ---- connections ----


@pytest.mark.parametrize(
    "attack", [holding.silent, holding.silent_crowd, holding.drip_header, holding.drip_body, holding.never_read]
)
def test_connections_that_only_wait_are_closed(site: Site, attack: Callable[..., Any]) -> None:
    tally = carry_out(partial(attack, count=30), site, 12.0)
    assert sum(tally.sent.values()) in (30, 30 * 100), tally.sent  # each who never reads asks a hundred times
    assert tally.got["still open"] == 0, tally.got
    assert sum(tally.got.values()) == 30, tally.got


def test_one_address_does_not_take_all_connections(site: Site) -> None:
    with meanwhile(attacked(partial(holding.silent, count=400), site, 3.0)) as attack:
        time.sleep(0.5)
        start = time.monotonic()
        assert asyncio.run(ask_once(site, GUEST, "GET", "/api/catalogue"))
        assert time.monotonic() - start < 5.0
        tally = attack.result()
    assert tally.got["429"] + tally.got["closed"] >= 200, tally.got
    assert tally.got["429"] >= 1, tally.got  # it is told why


def test_a_server_with_few_files_goes_on_and_logs_little(tmp_path: Path) -> None:
    server = Server(tmp_path, files=256, limits=HASTY)
    site = Site.of(server.url)
    try:
        with meanwhile(attacked(partial(holding.silent_crowd, count=500), site, 4.0)) as attack:
            time.sleep(2.5)
            assert asyncio.run(ask_once(site, GUEST, "GET", "/api/catalogue"))
            attack.result()
        assert asyncio.run(ask_once(site, OTHER, "GET", "/api/catalogue"))
    finally:
        server.kill()
    logged = server.logged()
    assert len(logged) < 20_000
    assert "Traceback" not in logged, logged[:2000]


# ---- frames ----


@pytest.mark.parametrize("name", ["pings", "pongs", "continuations", "fragments"])
def test_frames_without_end_close_the_socket_and_keep_nobody_waiting(server: Server, name: str) -> None:
    with (
        server.sit(server.create("Ann", "Ben", "Cleo")) as screen,
        attacker(name, server.url, seconds=3.0) as hostile,
    ):
        alone = acknowledgements(screen, 1.0)
        hostile.tell("go")
        beside = acknowledgements(screen, 3.0)
        tally = hostile.finish()
    assert sum(tally["got"].values()) > 0, tally
    assert_quick(alone, beside)


def test_texts_that_are_not_utf8_close_the_socket_and_leave_no_traceback(server: Server, site: Site) -> None:
    tally = carry_out(partial(frames.invalid_text, sockets=4), site, 1.0)
    assert tally.got["closed 1007"] > 0, tally.got
    assert "Traceback" not in server.logged()


def test_oversized_frames_close_the_socket(site: Site) -> None:
    tally = carry_out(partial(frames.oversized, sockets=4), site, 2.5)
    assert tally.got["closed 1009"] > 0, tally.got


# ---- floods ----


def test_a_hostile_record_is_refused_at_once_while_people_play(server: Server, site: Site) -> None:
    # The process that reads records is started by the first one, which takes long on a busy machine.
    server.post("/api/replay", {"record": f"{floods.RECORD}1. north: draw\n"}, status=200)
    with server.sit(server.create("Ann", "Ben", "Cleo")) as screen:
        alone = acknowledgements(screen, 1.0)
        with meanwhile(attacked(partial(floods.records, blanks=2_000), site, 2.0)) as attack:
            beside = acknowledgements(screen, 2.0)
            tally = attack.result()
    assert tally.got["400"] >= 1, tally.got
    assert set(tally.got) <= {"400", "429"}, tally.got
    assert_quick(alone, beside)


def test_refused_dice_cost_nobody_anything(server: Server, site: Site) -> None:
    with server.sit(server.create("Ann", "Ben", "Cleo")) as screen:
        alone = acknowledgements(screen, 1.0)
        start = time.monotonic()
        with meanwhile(floods.refused_dice(site, addresses(5, 1)[0], 40)) as attack:
            beside = acknowledgements(screen, 1.5)
            statuses = attack.result()
    assert set(statuses) <= {400, 429}, statuses
    assert statuses[0] == 400
    assert time.monotonic() - start < 8.0
    assert_quick(alone, beside)


def test_watchers_who_arrive_are_no_news_to_those_who_play(server: Server, site: Site) -> None:
    keys = server.create("Ann", "Ben", "Cleo")
    arrive = partial(floods.watchers, count=100, at=(keys["table"], keys["spectate"]))
    with server.sit(keys) as screen:
        with meanwhile(attacked(arrive, site, 5.0)) as attack:
            heard = listen(screen, 5.0)
            tally = attack.result()
        assert tally.got["let in"] >= 30, tally.got  # a busy machine lets fewer in within that time
        assert heard.count("table") <= 1
        assert heard.count("presence") <= 6  # one a second
        assert screen.move("draw")["type"] == "accepted"


def listen(screen: Client, seconds: float) -> list[str]:
    """Hear what is said at a table for some seconds; tell the kinds of the messages."""
    end, heard = time.monotonic() + seconds, len(screen.heard)
    while (left := end - time.monotonic()) > 0:
        with suppress(TimeoutError):
            screen.hear(left)
    return [message["type"] for message in screen.heard[heard:]]


def test_undo_and_undo_again_comes_to_an_end(server: Server) -> None:
    with server.sit(server.create("Ann", "Ben")) as screen:
        undone = 0
        for _ in range(30):
            seat = screen.to_act
            assert seat is not None
            screen.catch_up(screen.move("invoke", seat)["version"])
            answer = screen.undo(seat)
            if answer["type"] == "refused":
                break
            undone += 1
            screen.catch_up(answer["version"])
            time.sleep(2 * REST)
        assert undone <= 20


def test_listed_tables_of_one_address_are_few(site: Site) -> None:
    source = addresses(5, 2)[1]
    seats = [person("Ann"), person("Ben")]

    async def fill() -> int:
        for made in range(12):
            try:
                await make_table(site, source, seats, listed=True)
            except RefusedError:
                return made
        return 12

    assert asyncio.run(fill()) == 10
    assert asyncio.run(make_table(site, source, seats))  # one that is not listed can still be made
    assert asyncio.run(make_table(site, GUEST, seats, listed=True))


def test_bots_of_one_address_do_not_hold_up_those_of_others(tmp_path: Path) -> None:
    server = Server(tmp_path, limits={})
    site = Site.of(server.url)
    try:
        for _ in range(35):
            asyncio.run(make_table(site, holding.ONE[0], [bot("pharaoh")] * 5))
        time.sleep(1.0)
        # Each move waits for one thought of the others, not for one of each of their tables.
        assert until_bots_have_moved(server) < 8.0
    finally:
        server.kill()


def until_bots_have_moved(server: Server, moves: int = 12, patience: float = 10.0) -> float:
    """Time how long bots take for some moves."""
    start = time.monotonic()
    with server.watch(server.create("random", "random", "random")) as screen:
        while screen.last["version"] < moves and time.monotonic() < start + patience:
            screen.hear(patience)
    return time.monotonic() - start


# ---- messages ----


def test_hostile_messages_find_no_fault(tmp_path: Path) -> None:
    server = Server(tmp_path, limits=NO_LIMITS)
    try:
        tally = carry_out(partial(fuzz.fuzz, messages=3_000), Site.of(server.url), 240.0)
        assert not tally.faults
        assert sum(tally.sent.values()) >= 3_000, tally.sent
        assert tally.got["refused"] > 1_000, tally.got
        assert server.process.poll() is None
    finally:
        server.kill()
    assert "Traceback" not in server.logged(), server.logged()[:2000]
    assert len(server.logged()) < 20_000


def test_the_same_seed_writes_the_same_messages() -> None:
    keys, site = hostile.Keys("table", ("a", "b"), "c", "d"), Site("127.0.0.1", 1)
    for number in range(200):
        assert hostile.for_socket(7, number, keys) == hostile.for_socket(7, number, keys)
        assert hostile.for_http(7, number, keys, site) == hostile.for_http(7, number, keys, site)
    assert hostile.for_socket(7, 1, keys) != hostile.for_socket(8, 1, keys)


@pytest.mark.parametrize("path", ["/nowhere", "/tables/x", "/api", "/api/nowhere", "/assets/x.js", "/..%2f..%2fetc"])
def test_there_is_nothing_at_unknown_addresses(site: Site, path: str) -> None:
    with pytest.raises(RefusedError, match="404"):
        asyncio.run(ask_once(site, OTHER, "GET", path))


def test_only_this_machine_is_attacked() -> None:
    with pytest.raises(ValueError, match="loopback"):
        Site.of("http://192.0.2.1:8000")
    with pytest.raises(ValueError, match="does not appear"):
        Site.of("http://ra.example.org")
