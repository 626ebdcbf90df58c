"""What is typed in the terminal, and what is answered: moves, undo, help, hints and the log."""

from __future__ import annotations

import re

import pytest

from heliopolis import Match
from heliopolis.terminal.play import Terminal
from heliopolis.terminal.style import gains
from tests.conftest import DATE, table_match
from tests.ra.positions import position
from tests.terminal.typist import Script, invoking, run, with_bots


@pytest.mark.parametrize(
    "answer", ["fly", "0", "99", "-1", "bid 13", "tile Ra", "save", "²", "9" * 5000, "1.5", "undo me"]
)
def test_bad_input_is_answered_and_asked_again(answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking()
    script = run(match, answer, "quit")
    assert len(match) == 0
    assert len(script.prompts) == 2
    assert len(capsys.readouterr().out) > 0


def test_help_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    run(invoking(), "", "help", "quit")
    said = capsys.readouterr().out
    assert said.count("undo, hint, why, show, log, position, save FILE, help, quit") == 2
    assert "show  the table again" in said


def test_show_draws_the_table_again(capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking()
    script = run(match, "show", "quit")
    assert capsys.readouterr().out.count(match.text(0)) == 2
    assert len(script.prompts) == 2


def test_a_hint_tells_what_the_expert_would_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("heliopolis.terminal.play.HINT_SECONDS", (0.01,))
    match = with_bots()
    script = run(match, "hint", "quit")
    said = capsys.readouterr().out
    assert re.search(r"The expert would choose (draw|invoke)\.\n", said)
    assert "of 100 games" in said
    assert "beside not having it:\n  sun disk " in said
    assert len(script.prompts) == 2
    assert len(match) == 0


def test_a_position_can_be_copied_and_played_on_from(capsys: pytest.CaptureFixture[str]) -> None:
    match = with_bots()
    run(match, "position", "quit")
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("heliopolis position 1;")]
    assert line == match.position()
    assert Match.from_position(line).moves() == match.moves()
    run(invoking("north", "east", "random"), "position", "quit")
    assert "hidden while several people play" in " ".join(capsys.readouterr().out.split())


def test_there_are_no_hints_where_several_people_play(capsys: pytest.CaptureFixture[str]) -> None:
    run(invoking("north", "east", "random"), "hint", "quit")
    said = " ".join(capsys.readouterr().out.split())
    assert "there are no hints at this table" in said
    assert "The expert" not in said


def test_bad_moves_are_explained(capsys: pytest.CaptureFixture[str]) -> None:
    run(invoking(), "bid 13", "quit")
    assert "'bid 13' cannot be played now: north can choose draw, invoke" in capsys.readouterr().out


def test_undo_takes_back_the_last_move() -> None:
    match = invoking()
    script = run(match, "invoke", "undo", "invoke", "pass", "undo", "bid 3", "quit")
    assert [word for _, word, _ in match.log()] == ["invoke", "bid 3"]
    asked = [prompt.split("]")[1].split("[")[0] for prompt in script.prompts]
    assert asked == ["north", "east", "north", "east", "south", "east", "south"]


def test_undo_is_refused_when_a_tile_was_revealed(capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking()
    script = run(match, "undo", "draw", "undo", "quit")
    assert len(match) == 2
    assert len(script.prompts) == 4
    said = capsys.readouterr().out
    assert "there is no move to take back" in said
    assert "revealed" in said


def test_undo_takes_back_what_bots_answered_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    match = with_bots()
    for word in ("invoke", "pass", "pass"):  # the bots pass: north is to act
        match.play(word)
    run(match, "undo", "quit")
    assert match.words() == []
    assert "Taken back: north invokes Ra, random 1 passes, random 2 passes.\n" in capsys.readouterr().out


def test_undo_does_not_let_a_bot_choose_again(capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking("random 1", "north", "random 2")
    match.play("invoke")  # of a bot, before anyone has moved
    run(match, "undo", "quit")
    assert match.words() == ["invoke"]
    assert "there is no move to take back" in capsys.readouterr().out


def test_the_log_is_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    match = table_match("draw", "tile War", edition="z-man")
    run(match, "log", "quit")
    said = capsys.readouterr().out
    assert "\nnorth draws War\n" in said


def test_whoever_is_called_you_is_addressed(capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking("you", "east", "south")
    run(match, *[lambda match: match.moves()[-1]] * 2000)
    said = capsys.readouterr().out
    assert match.result is not None
    assert re.search(r"(?m)^  you (win with|pass: no)", said)
    assert "you have the Ra statue" in said
    assert not re.search(r"\byou (has|wins|loses|passes|scores)\b", said)
    assert re.search(r"# you (wins with|passes: no)", match.record()), "the record speaks of everyone alike"


def test_why_tells_what_everyone_would_score_and_for_what(capsys: pytest.CaptureFixture[str]) -> None:
    match = position(tiles={0: {"God": 2, "Nile": 3}, 1: {"Pharaoh": 1}})
    run(match, "why", "quit")
    said = capsys.readouterr().out
    assert "Now north would score gods +4, pharaohs -2, civilization -5: -3 in all\n" in said
    assert "  gods +4: 2 Gods not spent, 2 each (R26)\n" in said
    assert "  pharaohs -2: no Pharaohs: the fewest, as south (R28)\n" in said
    assert "Now east would score pharaohs +5, civilization -5: 0 in all\n" in said
    assert "nile" not in said.partition("Now north")[2], "what is nothing needs no reason"


def test_the_first_roll_is_told_before_the_first_question(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("dice", ["random", "Ann"], seed=3, start=0, date=DATE)
    first = match.words()[0]
    run(match, "quit")
    dice = first.removeprefix("roll ").replace(":", "~").replace(" ", ", ").replace("~", " ")
    assert f"random rolls: {dice}\n" in capsys.readouterr().out


def test_help_explains_the_moves_of_the_moment_and_the_signs(capsys: pytest.CaptureFixture[str]) -> None:
    run(invoking(), "help", "invoke", "help", "quit")
    turn, auction = capsys.readouterr().out.split("Tab completes it")[1:]
    assert "  draw: take a tile" in turn
    assert "  bid: " not in turn
    assert "  bid: offer this sun" in auction
    assert all(text in turn for text in ("if won   ", "now   ", "7 is face down", "rule ID", "`heliopolis rules`"))
    match = Match("dice", ["Ann", "Ben"], seed=3, date=DATE)
    run(match, "help", "quit")
    said = capsys.readouterr().out
    assert "  reroll: roll dice again: their first letters" in said
    assert "Sun track  · is a space that Ra has passed" in said


def test_a_rule_can_be_read_at_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    script = run(invoking(), "rule r30", "rule", "rule D1", "quit")
    said = capsys.readouterr().out
    assert "R30. " in said
    assert "say which rule, R1 to R36: for example 'rule R35'" in said
    assert "there is no rule 'D1'" in said
    assert len(script.prompts) == 4


def test_the_log_tells_what_the_epochs_brought(capsys: pytest.CaptureFixture[str]) -> None:
    match = with_bots()
    while not match.breakdowns():
        match.play(match.moves()[-1])
    Terminal(match, ask=Script(match, [])).tell_all()
    said = capsys.readouterr().out
    for name, sheet in zip(match.players, match.breakdowns()[0], strict=True):
        assert f"  {name} scores {gains(sheet)}\n" in said.partition("epoch 1 ends")[2]
