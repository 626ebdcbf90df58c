"""What is made once and shared is, to the last byte, what each screen would get if it were made for it alone."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from heliopolis.server.connections import frame_of
from heliopolis.server.consent import asked_now, may_ask, show
from heliopolis.server.house import COLOURS
from heliopolis.server.lines import log_of
from heliopolis.server.messages.sockets import Away, SeatView, TableMessage, TakenBackNote, Thinking, UndoOffer
from heliopolis.server.messages.tables import Player
from heliopolis.server.needs import needs_of
from heliopolis.server.rows import RUNNING, Asked, Row
from heliopolis.server.showing import Showing, seal_of, table_line
from heliopolis.server.tables import followed, new_match

NAMES = ("Ann", "Ben", "Cleo", "Dora")
NOW = 1_700_000_000_000
AWAY = [Away(1, NOW - 5_000, NOW + 55_000)]


def new_row(game: str, players: int, scores: str, seed: int) -> Row:
    seats = [Player(name, COLOURS[seat], "person", None) for seat, name in enumerate(NAMES[:players])]
    edition = {"ra": "z-man", "dice": "rulebook"}[game]
    common = {"settings": {}, "scores": scores, "draws": "sealed", "listed": False, "state": RUNNING}
    return Row("t", NOW, NOW, game, edition, seats=seats, seed=f"{seed:032x}", **common)  # type: ignore[arg-type]


def whole(
    row: Row, words: list[str], showing: list[int | None], told: int, notes: list[TakenBackNote], asked: Asked | None
) -> bytes:
    """Make a message anew, from a match that is played anew."""
    match = new_match(row)
    dealt = len(match)
    for word in words[dealt:]:
        match.replay(word)
    offer = match.undo_offer(set())
    message = TableMessage(
        version=len(match) - dealt,
        table=table_line(row, [seat for seat in showing if seat is not None]),
        views=[SeatView(seat, match.view(seat)) for seat in showing],  # type: ignore[arg-type]
        log_start=told,
        log=log_of(match)[told:],
        taken_back=[note for note in notes if note.line >= told],
        thinking=None if match.seat is None else Thinking(match.seat, row.changed),
        undo=None if offer is None else UndoOffer(offer.seat),
        may_ask=may_ask(row, match, asked),
        asked=None if asked is None else show(row, match, asked),
        needed=needs_of(row, len(match) - dealt, asked, people_draw=False),
        seal=seal_of(match),
        online=[0],
        away=AWAY,
        clocks=None,
        now=NOW,
    )
    return msgspec.json.encode(message)


@given(
    game=st.sampled_from(["ra", "dice"]),
    players=st.integers(2, 4),
    scores=st.sampled_from(["open", "hidden"]),
    seed=st.integers(0, 2**128 - 1),
    moves=st.integers(0, 60),
)
@settings(max_examples=25, deadline=None)
def test_a_shared_message_is_what_each_screen_would_get_alone(
    game: str, players: int, scores: str, seed: int, moves: int
) -> None:
    numbers = random.Random(seed)
    row = new_row(game, players, scores, seed)
    match = new_match(row)
    dealt = len(match)
    while len(match) < moves and match.result is None:
        match = match.copy()  # as a table does
        match.play(numbers.choice(match.moves()))
    row = followed(row, match)
    notes = [TakenBackNote(line=numbers.randint(dealt, len(match)), seat=0, moves=1)]
    question = Asked(numbers.randrange(players), len(match) - dealt, NOW, "id")
    asked = asked_now(replace(row, asked=question), match, len(match) - dealt)
    showing = Showing(len(match) - dealt, row, match, log_of(match), notes, asked=asked, people_draw=False)
    screens: list[list[int | None]] = [[None], [*range(players)], [None]]
    screens += [[seat] for seat in range(players)]
    for seats in screens:
        told = numbers.randint(0, len(match))
        shared = showing.frame(seats, told, [0], AWAY, NOW)
        assert shared == frame_of(whole(row, match.words(), seats, told, notes, asked))
