"""Hostile messages: valid ones of every kind, spoiled in every way. The same seed and number give the same message."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from tests.attacks.floods import RECORD
from tests.attacks.tally import bot, person
from tests.attacks.wire import PROTOCOL, Site, request

#: Where a number is so large that Python would have to be asked twice to print it.
HUGE = 10**400
NUMBERS = (-1, 0, 1, 7, 99, 2**31, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, HUGE, 1e308, -0.0, 1.5)
NOT_NUMBERS = (float("nan"), float("inf"), float("-inf"))
TEXTS = (
    "",
    " ",
    "\x00",
    "\n",
    "a\r\nb: c",
    "\ud800",
    "\udfff\ud800",
    "\u202egnp",
    "\u200b\ufeff",
    "e\u0301" * 40,
    "\U0001f3b2" * 20,
    "ﬁ",
    "ⅷ",
    "١٢٣",
    "../../etc/passwd",
    "%00%2e%2e",
    "'; DROP TABLE tables; --",
    "<script>alert(1)</script>",
    "{{7*7}}",
    "NaN",
    "null",
    "x" * 65,
    "x" * 161,
    "x" * 5_000,
)
WORDS = ("draw", "invoke", "pass", "bid 13", "bid 99999999999", "tile Gold", "undo", "draw\nundo", "DRAW", "god Gold 1")
NESTED: tuple[Any, ...] = ([], {}, [[]], {"": {}}, [None] * 500, {str(number): number for number in range(100)})
TAGS = ("hello", "move", "undo", "table", "accepted", "bye", "Hello", "", "move\x00", "\ud800")
HEADER_BYTES = 4_000
#: Bytes of a message; what is longer is not even read.
LONGEST = 4_096


@dataclass(frozen=True)
class Keys:
    """What an attacker has by right: a table of its own."""

    table: str
    tokens: tuple[str, ...]
    spectate: str
    invite: str
    version: int = 0


def numbers_of(seed: int, number: int) -> random.Random:
    """Draw from the same chances whenever the same message is made."""
    return random.Random((seed << 40) + number)


# ---- valid messages ----


def socket_message(chance: random.Random, keys: Keys) -> dict[str, Any]:
    """Write a message for a socket that is in order."""
    kind = chance.choice(("hello", "move", "move", "move", "undo"))
    if kind == "hello":
        return hello_message(keys)
    known = {"id": f"{chance.getrandbits(40)}", "version": keys.version, "seat": chance.randrange(2)}
    return {"type": kind, **known} | ({"word": chance.choice(WORDS)} if kind == "move" else {})


def hello_message(keys: Keys) -> dict[str, Any]:
    """Write a hello that is in order."""
    return {"type": "hello", "protocol": PROTOCOL, "table": keys.table, "tokens": list(keys.tokens)}


def new_table(chance: random.Random, _: Keys) -> Any:
    """Ask for a table."""
    seats = [person("Ann"), bot("random"), {"kind": "open"}, {"kind": "person", "name": "Eve", "colour": "sky"}]
    return {
        "game": chance.choice(("ra", "dice")),
        "seats": chance.sample(seats, 3),
        "edition": None,
        "settings": {},
        "scores": "open",
        "draws": "table" if chance.random() < 0.1 else "sealed",
        "listed": chance.random() < 0.1,
    }


POSTS: dict[str, Callable[[random.Random, Keys], Any]] = {
    "/api/tables": new_table,
    "/api/join": lambda _, keys: {"invite": keys.invite, "name": "Mallory", "colour": "sky"},
    "/api/mine": lambda _, keys: {"tokens": [*keys.tokens, keys.spectate]},
    "/api/rematch": lambda _, keys: {"table": keys.table, "token": keys.tokens[0]},
    "/api/replay": lambda chance, _: {"record": RECORD + "1. north: draw\n2. north: tile Ra\n" * chance.randrange(3)},
    "/api/position": lambda chance, _: {"record": RECORD + "1. north: draw\n", "line": chance.randrange(3)},
    "/api/tables/TABLE/hint": lambda _, keys: {"tokens": list(keys.tokens)},
}
GETS = (
    "/",
    "/api/catalogue",
    "/api/openapi.json",
    "/api/rules/ra/z-man",
    "/api/rules/dice/rulebook",
    "/api/tables",
    "/api/tables?after=running.1.x",
    "/api/tables/TABLE/record",
    "/api/tables/TABLE/replay",
    "/api/tables/TABLE/review",
    "/api/tables/TABLE/positions/0",
    "/assets/index.js",
    "/ws",
)
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get", "BREW", "TRACE")


# ---- spoiling them ----


def wrong_value(chance: random.Random) -> Any:
    """Draw something that is of no use anywhere."""
    kinds: tuple[tuple[Any, ...], ...] = (NUMBERS, NOT_NUMBERS, TEXTS, NESTED, (None, True, False), TAGS, WORDS)
    return chance.choice(chance.choice(kinds))


def spoil_value(chance: random.Random, value: Any) -> Any:
    """Change one thing somewhere in a message."""
    if isinstance(value, dict) and value:
        changed = dict(value)
        key = chance.choice(list(changed))
        turn = chance.randrange(6)
        if turn == 0:
            del changed[key]
        elif turn == 1:
            changed[chance.choice(TEXTS)] = wrong_value(chance)
        elif turn == 2:
            changed[key.swapcase() + chance.choice(("", "\x00", " "))] = changed.pop(key)
        elif turn == 3 and "type" in changed:
            changed["type"] = chance.choice(TAGS)
        else:
            changed[key] = spoil_value(chance, changed[key])
        return changed
    if isinstance(value, list) and value and chance.random() < 0.7:
        place = chance.randrange(len(value))
        return [*value[:place], spoil_value(chance, value[place]), *value[place + chance.randrange(2) :]]
    if isinstance(value, str) and chance.random() < 0.4:
        place = chance.randrange(len(value) + 1)
        return value[:place] + chance.choice(TEXTS) + value[place:]
    return wrong_value(chance)


def flip(chance: random.Random, text: bytes, place: int) -> bytes:
    """Flip a bit."""
    return (
        text[:place] + bytes([byte ^ 1 << chance.randrange(8) for byte in text[place : place + 1]]) + text[place + 1 :]
    )


#: Ways to change the bytes of a message, at a place.
SPOILERS: tuple[Callable[[random.Random, bytes, int], bytes], ...] = (
    flip,
    lambda _, text, place: text[:place],
    lambda chance, text, place: text[:place] + chance.randbytes(chance.randrange(1, 9)) + text[place:],
    lambda chance, text, place: text[:place] + b" " * chance.randrange(1, 3_000) + text[place:],
    lambda _, text, __: text[:1] + b'"type":"undo","type":"move","id":"a","id":"b",' + text[1:],
    lambda chance, text, _: b"[" * chance.randrange(1, 3_000) + text,
    lambda chance, text, _: b'{"a":' * chance.randrange(1, 600) + text,
    lambda _, text, __: text + text,
    lambda _, text, __: b"\xef\xbb\xbf" + text,
    lambda _, text, __: text.replace(b'"', b"'"),
    lambda _, text, __: text.decode("latin-1").encode("utf-16"),
    lambda chance, text, _: text.replace(b":", b":-" + b"9" * chance.randrange(1, 500), 1),
)


def spoil_text(chance: random.Random, text: bytes) -> bytes:
    """Change the bytes of a message."""
    return chance.choice(SPOILERS)(chance, text, chance.randrange(len(text) + 1))


def spoiled(chance: random.Random, message: Any) -> bytes:
    """Spoil a message once, twice or three times: first what it says, then how it is written."""
    for _ in range(chance.choice((0, 1, 1, 1, 2))):
        message = spoil_value(chance, message)
    text = json.dumps(message, ensure_ascii=chance.random() < 0.8).encode("utf-8", "surrogatepass")
    return spoil_text(chance, text) if chance.random() < 0.4 else text


# ---- what is sent ----


def closes(message: bytes) -> bool:
    """Tell whether a server has to close the socket for a message, instead of answering."""
    try:
        message.decode()
    except UnicodeDecodeError:
        return True
    return len(message) > LONGEST


def for_socket(seed: int, number: int, keys: Keys) -> bytes:
    """Write a hostile message for a socket at a table. Few close it: opening one again takes long."""
    chance = numbers_of(seed, number)
    message = spoiled(chance, socket_message(chance, keys))
    if closes(message) and chance.random() < 0.8:
        return message[:LONGEST].decode("utf-8", "ignore").encode()
    return message


def for_hello(seed: int, number: int, keys: Keys) -> bytes:
    """Write a hostile first message for a socket."""
    return spoiled(numbers_of(seed, number), hello_message(keys))


def for_http(seed: int, number: int, keys: Keys, site: Site) -> tuple[str, bytes]:
    """Write a hostile request: what it asks for in a few words, and its bytes."""
    chance = numbers_of(seed, number)
    turn = chance.random()
    if turn < 0.6:
        path = chance.choice(list(POSTS))
        body = spoiled(chance, POSTS[path](chance, keys))
        path = path.replace("TABLE", keys.table)
        return f"POST {path}", request(site, "POST", path, body)
    path = chance.choice(GETS).replace("TABLE", keys.table)
    token = chance.choice((*keys.tokens, keys.spectate, keys.invite, "x", "Bearer", "\u00e9", "x" * HEADER_BYTES))
    headers = [("authorization", f"Bearer {token}")]
    if turn < 0.7:
        return f"GET {path}", request(site, "GET", path, headers=headers)
    if turn < 0.9:
        path = spoil_path(chance, path)
        method = chance.choice(METHODS) if chance.random() < 0.2 else "GET"
        return f"{method} {path}"[:200], request(site, method, path, headers=headers)
    return f"bytes for {path}", spoil_text(chance, request(site, "GET", path, headers=headers))


def spoil_path(chance: random.Random, path: str) -> str:
    """Put something into an address where nobody expects it."""
    parts = path.split("/")
    wrong = quote(chance.choice(TEXTS).encode("utf-8", "surrogatepass")) or "%"
    turn = chance.randrange(5)
    if turn == 0:
        parts[chance.randrange(1, len(parts))] = wrong
    elif turn == 1:
        parts.insert(chance.randrange(1, len(parts) + 1), wrong)
    elif turn == 2:
        return f"{path}{'&' if '?' in path else '?'}{wrong}={wrong}&after={chance.choice(NUMBERS[:-3])}"
    elif turn == 3:
        parts.insert(1, chance.choice(("..", "%2e%2e", "..%2f..", ".", "")))
    else:
        return path + "%" + chance.choice(("", "f", "zz", "ff%fe", "00"))
    return "/".join(parts)
