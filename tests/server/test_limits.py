"""Rates, addresses and origins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from heliopolis.errors import SetupError
from heliopolis.server.refusals import TooManyError
from heliopolis.server.security import Bucket, Gate, network, new_table_name, new_token, token_hash
from heliopolis.server.settings import Keep, Limit, Limits, Settings, check_origin, read_keep, read_limits
from tests.conftest import invoke
from tests.server.driver import NO_LIMITS, PATIENCE, Server, seat_of


def test_a_bucket_lets_a_burst_through_and_then_a_rate() -> None:
    bucket = Bucket(Limit(3, 2), now=0)
    assert [bucket.take(0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5), bucket.take(0.5)] == [True, False]
    assert [bucket.take(100) for _ in range(4)] == [True, True, True, False]


def test_a_gate_counts_each_address_and_each_thing_alone() -> None:
    now = 0.0
    gate = Gate(Limits(tables=Limit(1, 1), hellos=Limit(10, 1), sockets=1), clock=lambda: now)
    gate.check("tables", "10.0.0.1")
    gate.check("tables", "10.0.0.2")
    gate.check("requests", "10.0.0.1")
    with pytest.raises(TooManyError, match="too many tables"):
        gate.check("tables", "10.0.0.1")
    gate.enter("10.0.0.1")
    with pytest.raises(TooManyError):
        gate.enter("10.0.0.1")
    gate.leave("10.0.0.1")
    gate.enter("10.0.0.1")
    assert gate.sockets == {"10.0.0.1": 1}


def test_many_addresses_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heliopolis.server.security.MOST_ADDRESSES", 10)
    gate = Gate(Limits())
    for number in range(100):
        gate.check("requests", f"10.0.0.{number}")
    assert len(gate._buckets) == 10


def test_a_household_is_one_address() -> None:
    assert network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::1")
    assert network("10.0.0.1") == "10.0.0.1"
    assert network("?") == "?"


def test_tokens() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(len(token) == 22 for token in tokens)  # 128 bits in base 64
    assert token_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert token_hash("\ud800")  # what JSON can smuggle in is hashed like all else
    assert len({new_table_name() for _ in range(1000)}) == 1000


def test_origins() -> None:
    origins = Settings(host="127.0.0.1", port=8000, origins=("https://ra.example.org/",)).allowed_origins()
    assert origins == {
        "http://localhost:8000",
        "http://127.0.0.1:8000",
        "http://[::1]:8000",
        "https://ra.example.org",
    }
    assert "http://localhost" in Settings(port=80).allowed_origins()
    assert len(Settings(host="0.0.0.0").allowed_origins()) >= 4
    for wrong in ("ra.example.org", "ftp://x", "https://", "https://x/y"):
        with pytest.raises(SetupError):
            check_origin(wrong)
    assert Settings(host="0.0.0.0").address() == "http://127.0.0.1:8000"
    assert Settings(host="::1").address() == "http://[::1]:8000"


FEW = {**NO_LIMITS, "tables": {"burst": 2, "rate": 0.001}}


def tables_made(server: Server, *, source: str = "127.0.0.1", forwarded: str | None = None) -> list[int]:
    """Ask three times for a table, from one of this machine's addresses, and for whom a proxy says it asks."""
    body = {"game": "ra", "seats": [seat_of("Ann"), seat_of("random")]}
    headers = {} if forwarded is None else {"x-forwarded-for": forwarded}
    transport = httpx.HTTPTransport(local_address=source)
    with httpx.Client(transport=transport, base_url=server.url, timeout=PATIENCE, trust_env=False) as client:
        return [client.post("/api/tables", json=body, headers=headers).status_code for _ in range(3)]


def test_a_proxy_of_ours_says_for_whom_it_asks(start: Callable[..., Server]) -> None:
    server = start(limits=FEW, proxies=["127.0.0.1", "10.0.0.0/8"])
    assert tables_made(server, forwarded="192.0.2.1") == [201, 201, 429]
    assert tables_made(server, forwarded="192.0.2.2") == [201, 201, 429]
    # What a visitor writes into the header stands left of what our proxies add.
    assert tables_made(server, forwarded="198.51.100.9, 192.0.2.2, 10.1.2.3") == [429, 429, 429]
    assert tables_made(server, forwarded="2001:db8::1") == [201, 201, 429]
    assert tables_made(server, forwarded="2001:db8::2") == [429, 429, 429]


def test_nobody_else_may_say_for_whom_it_asks(start: Callable[..., Server]) -> None:
    server = start(limits=FEW)
    assert tables_made(server, forwarded="192.0.2.1") == [201, 201, 429]
    assert tables_made(server, forwarded="192.0.2.2") == [429, 429, 429]


def test_at_every_address_of_ipv6_people_with_ipv4_are_many(start: Callable[..., Server]) -> None:
    server = start(limits=FEW, host="::")
    assert tables_made(server, source="127.0.0.2") == [201, 201, 429]
    assert tables_made(server, source="127.0.0.3") == [201, 201, 429]


def test_limits_and_ages_can_be_set() -> None:
    limits = read_limits(["sockets=7", "messages = 3/0.5", "idle=2.5"])
    assert (limits.sockets, limits.messages, limits.idle) == (7, Limit(3, 0.5), 2.5)
    assert read_limits([]) == Limits()
    for wrong in ("sokets=7", "sockets", "sockets=x", "sockets=1/2", "sockets=-1", "messages=3", "messages=3/nan"):
        with pytest.raises(SetupError, match=r"there is no limit|is not like"):
            read_limits([wrong])
    assert read_keep(["own=30", "finished=forever"]) == Keep(finished=None, own=30)
    for wrong in ("mine=3", "idle", "idle=x", "idle=-1", "idle=nan", "idle=1e9"):
        with pytest.raises(SetupError, match=r"there is no kind|is not like"):
            read_keep([wrong])


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--limit", "sokets=7", "there is no limit 'sokets'"),
        ("--keep", "idle=x", "'idle=x' is not like idle=30"),
        ("--proxy", "localhost", "proxy 'localhost' is not an address"),
        ("--origin", "ra.example.org", "origin 'ra.example.org' is not like"),
    ],
)
def test_what_cannot_be_set_is_refused_before_anything_starts(
    tmp_path: Path, option: str, value: str, said: str
) -> None:
    answer = invoke("serve", "--database", str(tmp_path / "x"), option, value)
    assert answer.exit_code == 2
    assert said in answer.output
    assert not list(tmp_path.iterdir())


def test_the_docs_name_every_limit_and_its_default() -> None:
    rows = [line.split("|") for line in Path("docs/server.md").read_text().splitlines() if line.startswith("| `")]
    told = {cells[1].strip(" `"): cells[2].strip() for cells in rows}
    for name, limit in vars(Limits()).items():
        assert told[name] == (f"{limit.burst:g}/{limit.rate:g}" if isinstance(limit, Limit) else f"{limit:g}")
