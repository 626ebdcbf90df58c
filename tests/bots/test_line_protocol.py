"""Line protocol 1, to the letter: programs that were written for it years ago hear what they always heard.

The lines in `fixtures/` are what a program in the first seat of a match was told by the version that brought the
protocol. They never change; another protocol has another number.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from heliopolis import Match
from heliopolis.bots.contract import Seating
from heliopolis.bots.process import ProcessBot
from heliopolis.table.match import legal

#: Every so many lines of the record, the program is asked.
EVERY = 9
LISTENER = """
import json, sys

for line in sys.stdin:
    with open(sys.argv[1], "a") as heard:
        heard.write(line)
    said = json.loads(line)
    answer = {"heliopolis": 1} if "heliopolis" in said else {"move": said["moves"][0]}
    print(json.dumps(answer), flush=True)
"""


@pytest.mark.parametrize(("game", "players"), [("ra", 3), ("dice", 2)])
def test_a_program_hears_what_it_always_heard(tmp_path: Path, game: str, players: int) -> None:
    (tmp_path / "listener.py").write_text(LISTENER)
    names = [f"seat {number}" for number in range(1, players + 1)]
    match = Match(game, names, seed=7)
    numbers = random.Random(7)
    bot = ProcessBot(f"{sys.executable} listener.py heard.txt", tmp_path)
    player = bot.sit(Seating(game, match.edition.name, {}, tuple(names), 0))
    while match.seat is not None:
        if len(match) % EVERY == 0:
            player.choose(match.state.copy(), legal(match.state), 1.0, len(match))
        match.play(numbers.choice(match.moves()))
    player.close()
    heard = (tmp_path / "heard.txt").read_text().splitlines()
    assert heard == Path(f"tests/bots/fixtures/protocol-1-{game}.jsonl").read_text().splitlines()
