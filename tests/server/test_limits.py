"""Rates, addresses and origins, without a network."""

from __future__ import annotations

import pytest

from heliopolis.errors import SetupError
from heliopolis.server.refusals import TooManyError
from heliopolis.server.security import Bucket, Gate, network, new_table_name, new_token, token_hash
from heliopolis.server.settings import Limit, Limits, Settings, check_origin


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
