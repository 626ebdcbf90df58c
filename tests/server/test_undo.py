"""Undo at a table of the server: one's own move with the answers of bots, at once, noted, and never half done."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest

from heliopolis.server.journal import UNDO, read_journal
from heliopolis.server.rows import Entry
from tests.conftest import invoke
from tests.server.driver import NO_LIMITS, Client, Server


def journal(server: Server, table: str) -> list[tuple[int, int, str, str | None]]:
    """Read the journal of a table from the file."""
    with sqlite3.connect(server.folder / "tables.sqlite3") as connection:
        query = "SELECT number, seat, word, request FROM journal WHERE table_id = ? ORDER BY number"
        return list(connection.execute(query, [table]))


def answered(server: Server) -> tuple[Client, int]:
    """Sit down where Ann has invoked, bots have answered and Ann is to bid; say how many moves that were.

    What random bots do is theirs to decide: some outbid her and draw, and at another table she would not begin.
    """
    while True:
        ann = server.sit(server.create("Ann", "random", "random"))
        if ann.to_act == 0 and ann.last["version"] == 0:
            invoke_ra(ann)
            if len(ann.log) > 1 and not any(line["chance"] for line in ann.log):
                return ann, len(ann.log)
        ann.socket.close()


def invoke_ra(ann: Client) -> None:
    """Let Ann invoke, and wait until she is to act again."""
    ann.move("invoke", 0)
    while ann.to_act != 0:
        ann.hear()


def test_a_move_is_taken_back_with_the_answers_of_bots(server: Server) -> None:
    ann, moves = answered(server)
    with ann, Client(server, ann.table, ann.tokens) as other:
        assert ann.last["undo"] == {"seat": 0}
        undone = ann.undo(0, id="back")
        assert undone == {"type": "accepted", "id": "back", "version": 2 * moves}
        other.catch_up(2 * moves)
        for screen in (ann, other):
            assert (screen.log, screen.to_act, screen.last["undo"]) == ([], 0, None)
            assert screen.last["taken_back"] == [{"line": 0, "seat": 0, "moves": moves, "agreed": False}]
        kept = journal(server, ann.table)
        assert [entry[1:] for entry in kept[moves:]] == [(0, UNDO, "back")] * moves
        assert read_journal([Entry(*entry) for entry in kept])[0] == []  # nothing of it is in the record
        assert ann.undo(0, id="back", version=moves) == undone
        assert "there is no move to take back" in ann.undo(0)["error"]


def test_bots_that_answer_meanwhile_do_not_make_an_undo_stale(server: Server) -> None:
    ann, moves = answered(server)
    with ann:
        assert ann.undo(0, version=0)["type"] == "refused"  # before the move
        assert ann.undo(0, version=moves + 1)["type"] == "refused"  # never shown
        assert ann.undo(0, version=1)["type"] == "accepted"
        assert ann.log == []
        assert "gone on" in ann.undo(0, version=2 * moves - 1)["error"]


def test_after_another_person_has_moved_or_something_was_revealed_it_is_too_late(server: Server) -> None:
    with server.sit(server.create("Ann", "Ben", "Cleo")) as screen:
        first = screen.to_act or 0
        second = (first + 1) % 3
        screen.move("invoke", first)
        screen.move("pass", second)
        assert screen.last["undo"] == {"seat": second}
        assert f"made by {screen.last['table']['players'][second]['name']}" in screen.undo(first)["error"]
        assert screen.undo(second)["type"] == "accepted"
        assert screen.last["undo"] == {"seat": first}
        assert screen.undo(first)["type"] == "accepted"
        screen.move("draw", first)
        assert "revealed" in screen.undo(first)["error"]


def test_notes_stay_in_the_log_in_their_order(start: Callable[..., Server]) -> None:
    server = start()
    with server.sit(server.create("Ann", "Ben", "Cleo")) as screen:
        first = screen.to_act or 0
        second, third = (first + 1) % 3, (first + 2) % 3
        screen.move("invoke", first)
        screen.move("pass", second)
        screen.undo(second)
        screen.move("pass", second)
        screen.move("pass", third)
        screen.undo(third)
        notes = [
            {"line": 1, "seat": second, "moves": 1, "agreed": False},
            {"line": 2, "seat": third, "moves": 1, "agreed": False},
        ]
        with Client(server, screen.table, screen.tokens) as fresh:
            assert fresh.last["taken_back"] == notes
        screen.undo(second)
        screen.undo(first)
        notes = [{"line": 0, "seat": seat, "moves": 1, "agreed": False} for seat in (second, third, second, first)]
        assert screen.last["taken_back"] == notes
        server.kill()
        server.start()
        with Client(server, screen.table, screen.tokens) as again:
            assert again.last["taken_back"] == notes
            again.move("draw", first)
            assert again.last["taken_back"] == notes  # they stand at the end of what was known
            assert again.last["log_start"] == 0
            seat, moves = again.moves() or (0, [])  # it may have been Ra
            again.move(moves[0], seat)
            assert (again.last["taken_back"], again.last["log_start"]) == ([], 2)


def test_an_undo_of_several_moves_survives_a_crash_and_counts_once(start: Callable[..., Server]) -> None:
    server = start(limits={**NO_LIMITS, "undos": 2})
    ann, moves = answered(server)
    with ann:
        ann.undo(0, id="back")
        server.kill()
        server.start()
        with Client(server, ann.table, ann.tokens) as again:
            assert (again.log, again.last["version"], again.to_act) == ([], 2 * moves, 0)
            assert again.undo(0, id="back", version=moves) == {"type": "accepted", "id": "back", "version": 2 * moves}
            again.move("invoke", 0)
            assert again.undo(0)["type"] == "accepted"  # the second of two: the first counts once
            again.move("invoke", 0)
            assert "one has to stand" in again.undo(0)["error"]
    server.stop()
    path = server.folder / "tables.sqlite3"
    assert invoke("check", "--database", str(path)).exit_code == 0
    with sqlite3.connect(path) as connection:  # half an undo: what a transaction rules out
        change = "UPDATE journal SET request = 'other' WHERE table_id = ? AND number = ?"
        connection.execute(change, [ann.table, 2 * moves])
    done = invoke("check", "--database", str(path))
    assert done.exit_code != 0
    assert f"its journal: {moves - 1} moves are taken back, expected {moves}" in done.output


@pytest.mark.parametrize(
    ("requests", "lines", "undos"),
    [
        ((None, None), 1, [(3, 2, 1), (4, 1, 1)]),  # as journals were written first: a request each, or none
        (("a", "b"), 1, [(3, 2, 1), (4, 1, 1)]),
        (("a", "a"), 1, [(4, 1, 2)]),
    ],
)
def test_journals_old_and_new_are_read(
    requests: tuple[str | None, ...], lines: int, undos: list[tuple[int, int, int]]
) -> None:
    entries = [Entry(number, 0, "pass", f"{number}") for number in (1, 2, 3)]
    entries += [Entry(number, 0, UNDO, request) for number, request in enumerate(requests, 4)]
    kept, found = read_journal(entries)
    assert len(kept) == lines
    assert [(undo.number - 1, undo.line, undo.moves) for undo in found] == undos
