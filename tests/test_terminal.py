from __future__ import annotations

import io
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from rich.cells import cell_len
from rich.console import Console

from heliopolis import Match
from heliopolis.bots.contract import Choice
from heliopolis.compiled import caches
from heliopolis.errors import MoveError, RecordError
from heliopolis.facts.ra import RaScored
from heliopolis.facts.views import Result
from heliopolis.games import find_game
from heliopolis.terminal.dice.drawing import HEADS, SHORTER_HEADS
from heliopolis.terminal.face import face_of
from heliopolis.terminal.play import Terminal
from heliopolis.terminal.prompt import Offers
from heliopolis.terminal.ra import FACE
from heliopolis.terminal.seats import introduce, is_bot, seat_names, usual_seats
from heliopolis.terminal.style import gains
from tests.conftest import DATE, SUNS, THREE, play_on, table_match
from tests.ra.positions import position

Answer = str | Callable[[Match], str]


class Script:
    """Types answers in turn, each a text or made from the match; then the input ends."""

    def __init__(self, match: Match, answers: Iterable[Answer]) -> None:
        self.match = match
        self.answers = iter(answers)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        return answer if isinstance(answer, str) else answer(self.match)


def run(match: Match, *answers: Answer, save: Path | None = None) -> Script:
    script = Script(match, answers)
    Terminal(match, save, script).run()
    return script


def invoking(*names: str) -> Match:
    """A match with sealed draws in which north is first; invoking and bidding reveals nothing."""
    return Match("ra", names or THREE, suns=SUNS, seed=7, date=DATE)


def with_bots() -> Match:
    """The same, with one person."""
    return invoking("north", "random 1", "random 2")


# ---- a whole game ----


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
    assert "random 1 draw" in capsys.readouterr().out


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


# ---- one answer at a time ----


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
    assert said.count("undo, hint, why, show, log, save FILE, help, quit") == 2
    assert "show  the table again" in said


def test_show_draws_the_table_again(capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking()
    script = run(match, "show", "quit")
    assert capsys.readouterr().out.count(match.text(0)) == 2
    assert len(script.prompts) == 2


# ---- hints ----


def test_a_hint_tells_what_the_expert_would_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("heliopolis.terminal.play.HINT_SECONDS", (0.01,))
    match = with_bots()
    script = run(match, "hint", "quit")
    said = capsys.readouterr().out
    assert re.search(r"The expert would choose (draw|invoke)\.\n", said)
    assert "of 100 games" in said
    assert len(script.prompts) == 2
    assert len(match) == 0


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
    assert "Taken back: north invoke, random 1 pass, random 2 pass.\n" in capsys.readouterr().out


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
    assert "north draw\nnorth tile War\n" in said


# ---- saving ----


def test_save_writes_a_file_and_asks_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking()
    path = tmp_path / "my evening.ra"
    script = run(match, "invoke", f"save {path}", "quit")
    assert len(script.prompts) == 3
    assert Match.load(path).record() == match.record()
    assert "saved as" in capsys.readouterr().out


@pytest.mark.parametrize("name", [".", "/", "missing/evening.ra"])
def test_a_place_that_cannot_be_written_is_told(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    script = run(invoking(), f"save {name}", "quit")
    assert len(script.prompts) == 2
    assert "cannot be written" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("end", ["quit", KeyboardInterrupt, EOFError])
def test_a_match_is_kept_after_every_move_and_goes_on(end: str | type[BaseException], tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    kept: list[int] = []

    def look(match: Match) -> str:
        kept.append(len(Match.load(path)) - len(match))
        return "pass"

    def stop(match: Match) -> str:
        if isinstance(end, str):
            return end
        raise end

    match = invoking()
    run(match, "invoke", look, stop, save=path)
    assert kept == [0]
    resumed = Match.load(path)
    assert resumed.record() == match.record()
    run(resumed, *[lambda match: match.moves()[-1]] * 2000, save=path)
    assert resumed.result is not None
    assert Match.load(path).record() == resumed.record()
    assert not path.with_name("evening.ra.seed").exists()


def test_what_is_undone_is_undone_in_the_kept_match_too(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    kept: list[int] = []

    def look(match: Match) -> str:
        kept.append(len(Match.load(path)))
        return "quit"

    run(invoking(), "invoke", "undo", look, save=path)
    assert kept == [0]


def test_when_a_move_cannot_be_kept_the_next_player_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()

    def remove(match: Match) -> str:
        shutil.rmtree(folder)
        return "invoke"

    def come_back(match: Match) -> str:
        folder.mkdir()
        return "quit"

    match = invoking()
    script = run(match, remove, come_back, save=folder / "evening.ra")
    assert "cannot be written" in " ".join(capsys.readouterr().out.split())
    assert match.seat == 1, "the move was made"
    assert "east" in script.prompts[-1]


def test_a_match_that_is_over_is_only_shown(capsys: pytest.CaptureFixture[str]) -> None:
    match = play_on(invoking(), 1)
    assert run(match).prompts == []
    assert match.text() in capsys.readouterr().out


def test_a_match_that_cannot_be_kept_goes_to_another_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other evening.ra"
    match = invoking()
    script = run(match, "invoke", "quit", str(other), save=tmp_path / "missing" / "evening.ra")
    assert len(script.prompts) == 3
    assert Match.load(other).words() == ["invoke"]
    said = capsys.readouterr().out
    assert f"--save '{other}'" in said
    assert "missing/evening.ra\n" not in said.partition("To go on")[2]


@pytest.mark.parametrize("answers", [["invoke", "quit"], ["invoke"], ["invoke", "quit", ""]])
def test_a_match_that_is_not_kept_is_not_said_to_be(
    answers: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RecordError, match=r"the match is not kept: .*missing.* cannot be written"):
        run(invoking(), *answers, save=tmp_path / "missing" / "evening.ra")
    assert "To go on" not in capsys.readouterr().out


# ---- seats ----


@pytest.mark.parametrize(
    ("seats", "names", "bots"),
    [
        ("Ann,Ben", ["Ann", "Ben"], [False, False]),
        (" Ann , random ", ["Ann", "random"], [False, True]),
        ("you,random,random", ["you", "random 1", "random 2"], [False, True, True]),
        ("randomly,random", ["randomly", "random"], [False, True]),
    ],
)
def test_seats_are_names_and_bots(seats: str, names: list[str], bots: list[bool]) -> None:
    assert seat_names(seats) == names
    assert [is_bot(name) for name in names] == bots


def test_a_person_may_be_called_like_a_bot() -> None:
    match = invoking("random walker", "east", "south")
    assert len(run(match, "quit").prompts) == 1
    assert len(match) == 0


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_the_usual_opponents_suit_a_first_game(game: str) -> None:
    assert usual_seats(find_game(game)) == "you,apprentice,scribe,priest"
    said = introduce(["you", "apprentice", "scribe", "priest"])
    assert all(name in said for name in ("apprentice", "scribe", "priest"))
    assert "\n" not in said


# ---- the end of an epoch ----


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


# ---- how it looks ----


def test_whoever_is_called_you_is_addressed(capsys: pytest.CaptureFixture[str]) -> None:
    match = invoking("you", "east", "south")
    run(match, *[lambda match: match.moves()[-1]] * 2000)
    said = capsys.readouterr().out
    assert match.result is not None
    assert re.search(r"(?m)^  you (win with|pass: no)", said)
    assert "you have the Ra statue" in said
    assert not re.search(r"\byou (has|wins|loses|passes|scores)\b", said)
    assert re.search(r"# you (wins with|passes: no)", match.record()), "the record speaks of everyone alike"


def test_tiles_are_bright_and_what_is_absent_is_dim() -> None:
    auction = ["draw", "tile Gold", "draw", "tile Gold", "draw", "tile Ra", "bid 2", "bid 3", "bid 4"]
    match = table_match(*auction, "draw", "tile Nile")
    console = Console(width=80, color_system="truecolor", force_terminal=True)
    styles: dict[str, set[bool]] = {}
    for part in FACE.draw(match, None):
        for segment in console.render(part):
            if segment.text.strip() in ("2×Gold", "Nile", "·", "○"):
                style = segment.style
                styles.setdefault(segment.text.strip(), set()).add(bool(style and style.dim))
    assert styles["2×Gold"] == styles["Nile"] == {False}
    assert styles["·"] == {True}


# ---- what can be typed ----


def test_completion_offers_the_moves_in_the_edition_s_words_and_the_commands() -> None:
    match = Match("ra", THREE, suns=SUNS, seed=7, edition="alea", date=DATE)
    terminal = Terminal(match, None, Script(match, []))
    assert terminal.offers()[:2] == ["turn over", "invoke"]
    assert {"undo", "hint", "show", "quit"} <= set(terminal.offers())
    completer = Offers(terminal.offers)

    def completed(typed: str) -> list[str]:
        return [one.text for one in completer.get_completions(Document(typed), CompleteEvent())]

    assert completed("tu") == ["turn over"]
    assert completed("ov") == ["turn over"]
    assert completed("s") == ["show", "save"]
    assert completed("zz") == []


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
def test_lines_are_edited_completed_and_called_back_at_a_terminal(tmp_path: Path) -> None:
    import pty
    import select

    ours, theirs = pty.openpty()
    seen, place = b"", 0

    def wait_for(*texts: bytes) -> None:
        """Wait until texts have appeared, one after the other."""
        nonlocal seen, place
        for text in texts:
            while (found := (shown := re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen)).find(text, place)) < 0:
                assert select.select([ours], [], [], 120)[0], shown.decode()
                seen += os.read(ours, 4096)
            place = found + len(text)

    command = [sys.executable, "-m", "heliopolis.cli", "play", "ra", "--seats", "Ann,Ben", "--seed", "7"]
    where = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "200"}
    environment = {"HELIOPOLIS_CACHE": str(caches()), **os.environ, **where}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        try:
            wait_for(b"Setting up the table ...", b"People: Ann, Ben.", b"Ben>")
            os.write(ours, b"invx\x7f\t\n")  # a slip, taken back, then Tab
            wait_for(b"0 pass", b"Ann>")
            os.write(ours, b"why\n")
            wait_for(b"would score", b"Ann>")
            os.write(ours, b"\x1b[A\x1b[A")  # what was typed before the last line
            wait_for(b"invoke")
            os.write(ours, b"\x01\x0bpass\n")  # away with it
            wait_for(b"Ann pass", b"Ben>")
            os.write(ours, b"\x04")
            wait_for(b"To go on: heliopolis play --go-on\r\n")
            assert process.wait(60) == 0
        finally:
            process.kill()
    os.close(ours)
    os.close(theirs)
    (kept,) = tmp_path.rglob("*.ra")
    assert Match.load(kept).words() == ["invoke", "pass"]


def drawn(match: Match, width: int, *answers: Answer) -> str:
    """Play in a terminal of some width, and give all that it showed, without colours."""
    console = Console(file=io.StringIO(), force_terminal=True, width=width, highlight=False, legacy_windows=False)
    Terminal(match, None, Script(match, answers), console).run()
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b[" in shown, "there are colours"
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


@pytest.mark.parametrize("game", ["ra", "dice"])
@pytest.mark.parametrize("width", [80, 120])
def test_whole_games_fit_the_terminal(game: str, width: int) -> None:
    numbers = random.Random(4)
    match = Match(game, ["Ann", "Ben", "Cleo", "Dora"], seed=9)
    answers = 2000 if width == 80 else 60  # what fits in 80 columns does in more
    shown = drawn(match, width, *[lambda match: numbers.choice(match.moves())] * answers)
    assert (match.result is not None) == (width == 80)
    assert max(map(cell_len, shown.splitlines())) <= width
    assert "…" not in shown, "nothing is cut off"
    assert shown.rstrip().endswith(("wins.", "win.")) or width > 80


def test_the_table_of_ra_shows_what_matters() -> None:
    auction = ["draw", "tile Gold", "draw", "tile Gold", "draw", "tile Ra", "bid 2", "bid 3", "bid 4"]
    match = table_match(*auction, "draw", "tile Unrest")
    shown = drawn(match, 80)
    assert re.search(r"Ra track  ● ○ ○ ○ ○ ○ ○ ○  1 of 8", shown)
    assert re.search(r"Auction   War  ·", shown)
    assert re.search(r"Centre    sun disk 4 ", shown)
    assert re.search(r"south +\? +7 10 11 \(1\) +2×Gold +\+1 +0\b", shown)
    assert re.search(r"▸ +east", shown)


def test_the_table_of_dice_shows_what_matters() -> None:
    match = Match("dice", ["Ann", "Ben"], draws="table", start=0, date=DATE)
    for word in ("roll yellow:Monument red:Nile blue:Nile green:Ankh violet:Sun", "keep", "nile 2"):
        match.play(word)
    shown = drawn(match, 80)
    assert re.search(r"Sun track  Ra ● (○ ){7}▏  0 of 8", shown)
    assert re.search(r"│  Monument   │ │    used     │ │    used     │ │    Ankh     │ ┃     Sun     ┃", shown)
    assert re.search(r"Nile     2 +· +1 ", shown)
    assert re.search(r"yellow   · +(\+ +){7}\+", shown)
    assert re.search(r"(?m)^red      · +(· +){7}·", shown)


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


def test_why_tells_what_everyone_would_score_and_for_what(capsys: pytest.CaptureFixture[str]) -> None:
    match = position(tiles={0: {"God": 2, "Nile": 3}, 1: {"Pharaoh": 1}})
    run(match, "why", "quit")
    said = capsys.readouterr().out
    assert "Now north would score gods +4, pharaohs -2, civilization -5: -3 in all\n" in said
    assert "  gods +4: 2 Gods not spent, 2 each (R26)\n" in said
    assert "  pharaohs -2: no Pharaohs: the fewest, as south (R28)\n" in said
    assert "Now east would score pharaohs +5, civilization -5: 0 in all\n" in said
    assert "nile" not in said.partition("Now north")[2], "what is nothing needs no reason"


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ({"gods": 0, "nile": 0}, "nothing"),
        ({"gods": 2, "nile": 0}, "gods +2"),
        ({"gods": 5, "nile": -5}, "gods +5, nile -5: 0 in all"),
    ],
)
def test_a_sheet_is_told_in_a_line(sheet: dict[str, int], said: str) -> None:
    assert gains(sheet) == said


def test_hidden_totals_of_the_dice_game_stay_covered(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("dice", ["Ann", "Ben"], seed=5, scores="hidden")
    run(match, *[lambda match: "quit" if match.breakdown() else match.moves()[0]] * 900)
    said = capsys.readouterr().out
    assert "epoch 1 ends" in said
    assert "Epoch 1 brings Ben" in said
    assert not re.search(r"scores [+-]", said)
    assert match.text(0).count("? points") == 1


# ---- what is meant, and what can be chosen ----


def building(*before: str) -> Match:
    """Ann has five Monument dice and has stopped rolling."""
    match = Match("dice", ["Ann", "Ben"], draws="table", start=0, date=DATE)
    dice = " ".join(f"{colour}:Monument" for colour in ("yellow", "red", "blue", "green", "violet"))
    for word in (f"roll {dice}", "keep", *before):
        match.play(word)
    return match


@pytest.mark.parametrize("heads", [HEADS, SHORTER_HEADS])
def test_every_heading_of_the_board_can_be_typed_as_it_is_shown(heads: dict[str, str]) -> None:
    for column, head in heads.items():
        terminal = Terminal(match := building(), ask=Script(match, []))
        assert terminal.meant(f"m {head} y") == [f"monument {column} yellow"]
        assert terminal.meant(f"monument {column} violet") == [f"monument {column} violet"]
    assert all(head in drawn(building(), 50) for head in SHORTER_HEADS.values())


def test_a_column_is_never_taken_for_another_that_is_free() -> None:
    terminal = Terminal(match := building("monument Pyramid yellow"), ask=Script(match, []))
    with pytest.raises(MoveError, match=r"nothing can be built on Pyramid yellow now: Ann can choose .*end"):
        terminal.meant("m py y")
    with pytest.raises(MoveError, match=r"Sphinx can be built in red, blue, .*: say the colour, too"):
        terminal.meant("m sp")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("bid 99", "'bid 99' cannot be played now: east can choose pass, bid 3, bid 6, bid 9, bid 12"),
        ("D", "'D' cannot be played now: east can choose pass"),
        ("fly", "'fly' is not understood: east can choose pass"),
    ],
)
def test_what_cannot_be_played_is_answered_with_what_can(
    answer: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run(invoking(), "invoke", answer, "quit")
    said = capsys.readouterr().out
    assert told in said
    assert "TILE" not in said


def test_a_sun_stays_and_what_can_be_rolled_again_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("dice", ["Ann", "Ben"], draws="table", start=0, date=DATE)
    match.play("roll yellow:Nile red:Sun blue:Nile green:Ankh violet:Ankh")
    run(match, "rb", "fly", "m fo red", "quit")
    said = capsys.readouterr().out
    assert "red shows a Sun and stays: Ann can choose keep. Or roll again: the first letters of the dice, yel" in said
    assert "'fly' is not understood: Ann can choose keep. Or roll again" in said
    assert "'m fo red' cannot be played now: Ann can choose keep." in said
    assert "COLOUR:FACE" not in said


def test_dice_that_end_would_leave_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    run(building("monument Temple red"), "quit")
    assert "'end' would leave 4 dice unused: yellow, blue, green, violet." in capsys.readouterr().out


def test_monuments_of_a_lot_come_at_the_end_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("draw", "tile Pharaoh", "draw", "tile Sphinx")
    run(table_match(*words), "quit")
    said = capsys.readouterr().out
    assert "would change that by: pharaohs +5; and monuments +1 at the end of the game\n" in said
    match = table_match(*words)
    Terminal(match, ask=Script(match, []), plain=True).run()
    assert (
        "winning the auction track would change that by +5, and by +1 at the end of the game.\n"
        in capsys.readouterr().out
    )


def test_the_first_roll_is_told_before_the_first_question(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("dice", ["random", "Ann"], seed=3, start=0, date=DATE)
    first = match.words()[0]
    run(match, "quit")
    assert f"random {first}\n" in capsys.readouterr().out


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


def test_save_says_what_it_needs_and_what_it_wrote(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    run(invoking(), "save", "save gone/x", "save my.ra", "quit")
    said = capsys.readouterr().out
    assert "save needs the name of a file" in said
    assert "gone/x cannot be written: there is no folder gone;" in said
    assert "x.seed" not in said
    assert "saved as my.ra. my.ra.seed beside it has the seed of the sealed draws: keep it there" in said
    assert {file.name for file in tmp_path.iterdir()} == {"my.ra", "my.ra.seed"}


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
