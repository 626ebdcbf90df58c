"""A whole match in the terminal: people and bots, epochs, and how it ends."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from rich.console import Console

from heliopolis import Match
from heliopolis.bots.contract import Choice
from heliopolis.facts.ra import RaScored
from heliopolis.facts.views import Result
from heliopolis.terminal.face import face_of
from heliopolis.terminal.play import Terminal
from heliopolis.terminal.ra import FACE
from heliopolis.terminal.seats import is_bot
from heliopolis.terminal.style import gains
from tests.conftest import DATE, THREE, play_on
from tests.terminal.typist import Script, invoking, run, with_bots


@pytest.mark.parametrize("by", ["number", "word", "edition's word"])
@pytest.mark.parametrize(("edition", "draws"), [("alea", "sealed"), ("z-man", "table")])
def test_people_play_a_whole_match_by_numbers_or_words(
    by: str, edition: str, draws: str, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers = random.Random(3)

    def answer(match: Match) -> str:
        moves = match.moves()
        move = numbers.choice(moves)
        if by == "number":
            keys = {word: key for key, word in FACE.listed(match)}
            return keys.get(move, move[:9])  # of many tiles none is numbered
        if by == "edition's word":
            return {"draw": "turn over"}.get(move, move) if edition == "alea" else move.replace("Unrest", "War")
        return f" {move.upper()} "

    match = Match("ra", THREE, edition=edition, draws=draws, seed=5)
    script = run(match, *[answer] * 2000)
    assert match.result is not None
    winner = match.players[match.result.winners[0]]
    said = capsys.readouterr().out
    assert said.rstrip().endswith(f"{winner} wins.")
    decisions = sum(not line.is_chance or draws == "table" for line, _, _ in match.log())
    assert len(script.prompts) == decisions, "everyone is asked once a move"
    own, other = ("turn over", "draw") if edition == "alea" else ("War", "Unrest")
    assert own in said
    assert f" {other}\n" not in said


def test_bots_play_their_own_moves(capsys: pytest.CaptureFixture[str]) -> None:
    match = with_bots()
    script = run(match, *[lambda match: match.moves()[0]] * 2000)
    assert match.result is not None
    assert {prompt.split("]")[1].split("[")[0] for prompt in script.prompts} == {"north"}
    assert "random 1 draws " in capsys.readouterr().out


def test_the_table_is_shown_as_the_seat_may_see_it_r35(capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking()
    run(match, "quit")
    said = capsys.readouterr().out
    assert match.text(0) in said
    assert said.count("? points") == 2


def test_hidden_scores_of_others_are_not_told_when_an_epoch_ends_r35(capsys: pytest.CaptureFixture[str]) -> None:
    match = with_bots()
    run(match, *[lambda match: "quit" if match.breakdown() else match.moves()[-1]] * 500)
    assert len(match.breakdown()) == 3
    said = capsys.readouterr().out
    assert "epoch 1 ends" in said
    assert "random 1 scores" not in said
    assert "random 2 scores" not in said


def test_names_with_brackets_are_shown_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    run(Match("ra", ["[red]Ann", "[/b]", "[3]"], seed=1), *[lambda match: match.moves()[0]] * 30)
    said = capsys.readouterr().out
    assert all(name in said for name in ("[red]Ann", "[/b]", "[3]"))


class Broken:
    """A bot that raises."""

    title = "Broken"
    description = "Fails."

    def choose(self, state: object, moves: object, seconds: float, seed: int) -> Choice:
        raise ValueError("out of luck")


def test_a_bot_that_fails_is_told_and_the_game_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    match = with_bots()
    terminal = Terminal(match, ask=Script(match, ["draw", "quit"]))
    terminal.bots[1] = Broken()
    terminal.run()
    said = capsys.readouterr().out
    assert "random 1 gave no answer that counts (ValueError: out of luck (" in said
    assert "any legal move is made for it" in said
    assert "Traceback" not in said
    assert len(match) > 2


def test_a_match_that_is_over_is_only_shown(capsys: pytest.CaptureFixture[str]) -> None:
    match = play_on(invoking(), 1)
    assert run(match).prompts == []
    assert match.text() in capsys.readouterr().out


def test_an_epoch_is_told_before_bots_go_on_and_waits_for_enter() -> None:
    numbers = random.Random(3)
    paused: list[int] = []

    def answer(prompt: str) -> str:
        if "Enter" in prompt:
            assert match.seat is not None
            assert is_bot(match.players[match.seat])
            paused.append(len(match.breakdowns()))
            shown = console.file.getvalue()  # type: ignore[attr-defined]
            assert f"Epoch {paused[-1]} brings" in shown
            return ""
        return numbers.choice(match.moves())

    match = Match("ra", ["you", "random 1", "random 2", "random 3"], seed=5, date=DATE)
    console = Console(file=io.StringIO(), force_terminal=True, width=80, highlight=False)
    terminal = Terminal(match, None, answer, console)
    terminal.numbers = random.Random(1)
    terminal.run()
    assert match.result is not None
    starts = [next(p for p in range(len(match) + 1) if len(match.at(p).breakdowns()) == epoch) for epoch in (1, 2)]
    bots_begin = [epoch for epoch, place in zip((1, 2), starts, strict=True) if match.at(place).seat]
    assert paused == bots_begin
    assert paused, "else the seed shows nothing"


def test_quitting_at_the_end_of_an_epoch_stops() -> None:
    match = Match("ra", ["you", "random 1", "random 2", "random 3"], seed=5, date=DATE)
    console = Console(file=io.StringIO(), force_terminal=True, width=80, highlight=False)
    Terminal(match, None, lambda prompt: "quit" if "Enter" in prompt else match.moves()[0], console).run()
    assert match.result is None
    assert len(match.breakdowns()) in (1, 2)


def test_what_an_epoch_brought_is_told_of_everyone_r35(capsys: pytest.CaptureFixture[str]) -> None:
    match = with_bots()
    run(match, *[lambda match: "quit" if match.breakdown() else match.moves()[-1]] * 500)
    said = capsys.readouterr().out
    for name, sheet in zip(match.players, match.breakdowns()[0], strict=True):
        assert f"Epoch 1 brings {name} {gains(sheet)}" in said
    told = [told for _, events in match.events() for told in events if isinstance(told, RaScored)]
    for sheet, scored in zip(match.breakdowns()[0], told, strict=True):
        for category, reason in face_of(match.game).tell(sheet, scored.reasons, match.players, match.edition).items():
            assert (f"  {category} {sheet[category]:+d}: {reason}\n" in said) == bool(sheet[category])


def test_the_winner_comes_before_the_file_and_nothing_is_awaited_any_more(tmp_path: Path) -> None:
    for game in ("ra", "dice"):
        match = play_on(Match(game, ["Ann", "Ben", "Cleo"], seed=5), 1)
        console = Console(file=io.StringIO(), force_terminal=True, width=80, highlight=False, color_system=None)
        Terminal(match, tmp_path / game, Script(match, []), console).run()
        shown = console.file.getvalue()  # type: ignore[attr-defined]
        assert "the next is Ra" not in shown
        assert "now" not in shown
        assert re.search(r"wins?\.\nThe record is in ", shown)


@pytest.mark.parametrize(
    ("game", "scores", "winners", "said"),
    [
        ("ra", [3, 2, 1], [0], "Ann wins."),
        ("ra", [3, 1, 3], [2], "Ann and Cleo have 3 points: the highest sun breaks the tie (R34). Cleo wins."),
        ("dice", [3, 3, 1], [0, 1], "Ann and Ben have 3 points and share the win. Ann and Ben win."),
    ],
)
def test_what_broke_a_tie_is_told(
    game: str, scores: list[int], winners: list[int], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match(game, ["Ann", "Ben", "Cleo"], seed=5)
    terminal = Terminal(match, ask=Script(match, []))
    monkeypatch.setattr(Match, "result", Result(scores, winners))
    assert terminal.outcome() == said
