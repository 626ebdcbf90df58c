"""Bots: found by name, always legal, blind to what is sealed, and whatever they answer, the game goes on."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from heliopolis import Match, SetupError
from heliopolis.bots.contract import BAD, BROKEN, LATE, Bot, Choice, ask
from heliopolis.bots.registry import BOT_NAMES, bot_names, built_in_bot, find_bot
from heliopolis.games import NAMES as GAMES
from heliopolis.table import sealed
from heliopolis.table.match import legal
from heliopolis.terminal.play import Terminal
from heliopolis.terminal.seats import bot_named, seat_names
from tests.ra.positions import NAMES, position

#: What bots have for a move here, in seconds.
A_MOMENT = 0.005


def play(bots: Sequence[Bot], seed: int, edition: str | None = None, game: str = "ra") -> Match:
    """Play a match; every choice has to be legal, to value every move if any, and to leave the state as it was."""
    match = Match(game, NAMES[: len(bots)], seed=seed, edition=edition)
    while match.seat is not None:
        moves, before = legal(match.state), match.state.tobytes()
        choice = bots[match.seat].choose(match.state, moves, A_MOMENT, seed + len(match))
        assert choice.move in moves
        assert choice.values is None or len(choice.values) == len(moves)
        assert match.state.tobytes() == before
        match.play(match.game.words.word([choice.move]))
    return match


def choose(match: Match, bot: str = "greedy") -> Choice:
    """Ask a bot for its move at a table."""
    return find_bot(bot).choose(match.state, legal(match.state), 1.0, 1)


def answer(match: Match, bot: str = "greedy") -> str:
    """Ask a bot for its move at a table, in words."""
    return match.game.words.word([choose(match, bot).move])


# ---- the registry ----


def test_every_bot_says_who_it_is() -> None:
    assert {"greedy", "random"} <= set(BOT_NAMES) <= set(bot_names())
    for name in BOT_NAMES:
        bot = find_bot(name)
        assert bot.title
        assert bot.description
        assert "\n" not in bot.description


def test_parameters_change_how_a_bot_plays() -> None:
    for game in GAMES:
        match = play([find_bot("greedy")] * 3, seed=7, game=game)
        moments = [match.at(lines) for lines in range(0, len(match), 3)]
        asked = [moment for moment in moments if moment.seat is not None and not moment.is_chance]
        usual = [choose(moment, "greedy").values for moment in asked]
        assert None not in usual
        assert usual == [choose(moment, "greedy:caution=1:rivalry=1.0:sight=1:patience=1").values for moment in asked]
        for other in ("greedy:caution=3", "greedy:rivalry=0", "greedy:sight=0.5", "greedy:patience=0.8"):
            assert usual != [choose(moment, other).values for moment in asked]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("gredy", "there is no bot 'gredy': choose one of apprentice, scribe, priest, vizier, pharaoh, greedy, random"),
        ("", "there is no bot ''"),
        ("random:depth=2", "the bot 'random:depth=2' has no parameter 'depth': it has none"),
        ("greedy:caution=brave", "has caution=brave: expected a number"),
        ("greedy:caution=nan", "has caution=nan: expected a number"),
        ("greedy:sight=blurred", "has sight=blurred: expected a number"),
        ("greedy:sight=-0.5", "cannot be made: sight is -0.5: expected 0 or more"),
        ("greedy:patience=inf", "has patience=inf: expected a number"),
        ("greedy:patience=-1", "cannot be made: patience is -1: expected 0 or more"),
        ("expert:nodes=-1", "cannot be made: nodes are -1: expected 0 or more"),
        ("greedy:caution", "gives 'caution' no value: expected caution=1.0"),
        ("greedy:caution=1:caution=2", "gives 'caution' twice"),
        ("missing.py:Bot", "there is no file"),
        ("run:", "the program is missing"),
        ("run:node 'bot.js", "cannot be read: No closing quotation"),
    ],
)
def test_what_is_no_bot_is_refused_with_what_would_be_one(spec: str, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        find_bot(spec)
    assert said in str(refused.value)


def test_a_server_takes_only_plain_names_of_built_in_bots_from_strangers() -> None:
    for spec in ("run:true", "bot.py:Bot", "greedy:caution=2", "gredy"):
        with pytest.raises(SetupError, match="there is no bot"):
            built_in_bot(spec)


BOT_FILE = """
from heliopolis.bots.contract import Choice

class Last:
    title = description = "last"
    def __init__(self, step: int = 1, loud: bool = False, word: str = "x"):
        self.step, self.loud, self.word = step, loud, word
    def choose(self, state, moves, seconds, seed):
        return Choice(moves[-self.step % len(moves)])

class Nothing: ...
class Failing(Last):
    def __init__(self):
        raise RuntimeError("no")
class Talking(Last):
    def choose(self, state, moves, seconds, seed):
        print("hm")
        return Choice(moves[0])
class Raising(Last):
    def choose(self, state, moves, seconds, seed):
        return sorted(moves, key=lambda move: self.worth(move))
    def worth(self, move):
        raise KeyError("sun")  # here
print("loaded")
"""


def test_a_class_in_a_file_is_a_bot(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(BOT_FILE)
    match = Match("ra", NAMES[:3], seed=7)
    moves = legal(match.state)
    bot: Any = find_bot("my.py:Last:step=2:loud=yes:word=a b", tmp_path)
    assert bot.choose(match.state, moves, 1.0, 1).move == moves[-2]
    assert (bot.loud, bot.word) == (True, "a b")
    for spec, said in [
        ("my.py:Lost", "has no 'Lost': it has Last"),
        ("my.py", "names no class of its file: expected my.py:Bot"),
        ("my.py:Nothing", "is no bot: expected a class with a method choose"),
        ("my.py:Failing", "cannot be made: RuntimeError: no"),
        ("my.py:Last:step=1.5", "has step=1.5: expected a whole number"),
        ("my.py:Last:loud=maybe", "has loud=maybe: expected yes or no"),
    ]:
        with pytest.raises(SetupError) as refused:
            find_bot(spec, tmp_path)
        assert said in str(refused.value)
    (tmp_path / "broken.py").write_text("import nothing_of_that_name")
    with pytest.raises(SetupError, match="cannot be loaded: ModuleNotFoundError"):
        find_bot("broken.py:Bot", tmp_path)


def test_a_path_may_have_spaces_and_a_drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "my bots"
    folder.mkdir()
    for name in ("my bot.py", "C:\\bots\\my bot.py"):  # elsewhere than on Windows the second is a name like any other
        if os.name != "nt" or ":" not in name:
            (folder / name).write_text(BOT_FILE)
            assert find_bot(f"{name}:Last:step=2", folder).title == "last"
    monkeypatch.chdir(tmp_path)
    assert find_bot("my bots/my bot.py:Last").title == "last"


def test_what_a_bot_prints_is_no_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "my.py").write_text(BOT_FILE)
    match = Match("ra", NAMES[:3], seed=7)
    bot = find_bot("my.py:Talking", tmp_path)
    print("before")
    assert ask(bot, match.state, legal(match.state), 1.0, 1).fault is None
    print("after")
    said = capsys.readouterr()
    assert said.out == "before\nafter\n"
    assert said.err == "loaded\nhm\n"


def test_bots_that_think_in_several_threads_give_the_output_back(capsys: pytest.CaptureFixture[str]) -> None:
    output, both = sys.stdout, threading.Barrier(2)

    def think(moves: Sequence[int]) -> Choice:
        both.wait()
        print("thinking")
        return Choice(moves[0])

    match = Match("ra", NAMES[:3], seed=7)
    moves = legal(match.state)
    with ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(ask, Fake(think), match.state, moves, 5.0, 1)]
        while sys.stdout is output:
            time.sleep(0.001)
        print("meanwhile")  # others print where they did
        waiting.append(pool.submit(ask, Fake(think), match.state, moves, 5.0, 1))
        assert [one.result().fault for one in waiting] == [None, None]
    assert sys.stdout is output
    assert capsys.readouterr() == ("meanwhile\n", "thinking\nthinking\n")


def test_a_bot_that_breaks_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(BOT_FILE)
    match = Match("ra", NAMES[:3], seed=7)
    found = ask(find_bot("my.py:Raising", tmp_path), match.state, legal(match.state), 1.0, 1)
    line = next(number for number, text in enumerate(BOT_FILE.splitlines(), 1) if text.endswith("# here"))
    assert found.told == f"KeyError: 'sun' ({tmp_path / 'my.py'}:{line})"


def test_packages_bring_bots_through_entry_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "visiting.py").write_text(BOT_FILE)
    about = tmp_path / "visiting-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: visiting\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[heliopolis.bots]\nlast = visiting:Last\nlost = visiting:Lost\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert bot_names() == [*BOT_NAMES, "last", "lost"]
    match = Match("ra", NAMES[:3], seed=7)
    assert answer(match, "last:step=2") == match.moves()[-2]
    with pytest.raises(SetupError, match=r"the bot 'lost' \(visiting:Lost\) cannot be loaded: AttributeError"):
        find_bot("lost")
    monkeypatch.delitem(sys.modules, "visiting")


def test_seats_name_people_and_bots() -> None:
    names = seat_names("Ann, greedy, random, greedy")
    assert names == ["Ann", "greedy 1", "random", "greedy 2"]
    assert [bot and bot.title for bot in map(bot_named, names)] == [None, "Greedy", "Random", "Greedy"]
    assert bot_named("greedy Bob") is None


def test_bots_play_a_match_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match("ra", seat_names("greedy,random,random"), seed=3)
    Terminal(match).run()
    assert match.result is not None
    assert "wins." in capsys.readouterr().out


def test_people_draw_for_bots_where_people_draw() -> None:
    asked = []

    def person(prompt: str) -> str:
        asked.append(prompt)
        return "tile Ra" if len(asked) == 1 else "quit"

    match = Match("ra", ["greedy 1", "greedy 2"], draws="table", seed=1)
    Terminal(match, ask=person).run()
    assert len(asked) == 2
    assert [line.is_chance for line, _, _ in match.log()][:2] == [False, True]


# ---- what bots may do and see ----


@pytest.mark.parametrize("name", BOT_NAMES)
@pytest.mark.parametrize(("players", "edition"), [(2, "z-man"), (3, "alea"), (4, "rio-grande"), (5, "25th-century")])
def test_bots_make_legal_moves_in_every_edition(name: str, players: int, edition: str) -> None:
    assert play([find_bot(name)] * players, 1, edition).result is not None


@pytest.mark.parametrize("name", ["random", "greedy", "net", "expert:seconds=60:rounds=2"])
@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_the_bag_changes_no_answer(name: str, game: str) -> None:
    """All kinds of bots are asked; one that thinks by the clock has as much time as it needs."""
    match = play([find_bot("greedy"), find_bot("random"), find_bot("random")], seed=7, game=game)
    asked = 0
    for lines in range(0, len(match), 9):
        here, there = match.at(lines), match.at(lines)
        there.reseal(99, sealed.seed_hash(99))
        if here.seat is not None and not here.is_chance:
            moves, bot = legal(here.state), find_bot(name)
            first, second = (bot.choose(match.state, moves, 60.0, 1) for match in (here, there))
            assert first.move == second.move
            assert first.values == pytest.approx(
                second.values, abs=1e-4
            )  # sums of a long thought differ in last digits
            asked += 1
    assert asked > 5


def test_different_bags_differ() -> None:
    """What the test above relies on: another seed is another order."""
    here = Match("ra", NAMES[:3], seed=7)
    there = here.at(0)
    there.reseal(99, sealed.seed_hash(99))
    for match in (here, there):
        for _ in range(8):
            if match.seat is not None and "draw" in match.moves():
                match.play("draw")
    assert here.record() != there.record()


def test_random_chooses_evenly_and_by_the_seed_alone() -> None:
    match = position(track=["Gold"], up={0: [2, 5, 13], 1: [4], 2: []}, turn=1)
    match.play("invoke")
    moves = legal(match.state)
    bot = find_bot("random")
    chosen = [bot.choose(match.state, moves, 1.0, seed).move for seed in range(4000)]
    assert chosen == [bot.choose(match.state, moves, 1.0, seed).move for seed in range(4000)]
    for move in moves:
        assert chosen.count(move) == pytest.approx(4000 / len(moves), rel=0.15)
    assert bot.choose(match.state, moves, 1.0, 1).values is None


# ---- bots that fail ----


class Fake:
    title = description = "fake"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, state: Any, moves: Sequence[int], seconds: float, seed: int) -> Choice:
        found: Choice = self.answer(moves)
        return found


def fail(_: Sequence[int]) -> Choice:
    raise RuntimeError("I cannot decide")


def doze(moves: Sequence[int]) -> Choice:
    time.sleep(0.4)
    return Choice(moves[0])


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (fail, BROKEN),
        (doze, LATE),
        (lambda _: Choice(-1), BAD),
        (lambda moves: moves[0], BAD),
        (lambda _: None, BAD),
        (lambda moves: Choice(moves[-1]), None),
    ],
    ids=["breaks", "dozes", "no legal move", "no choice", "nothing", "sound"],
)
def test_random_moves_for_a_bot_that_fails(reply: Any, fault: str | None) -> None:
    match = Match("ra", NAMES[:3], seed=7)
    moves = legal(match.state)
    found = [ask(Fake(reply), match.state, moves, 0.01, seed) for seed in range(2 if fault == LATE else 40)]
    assert {one.fault for one in found} == {fault}
    assert all(bool(one.told) == (fault is not None) for one in found)
    if fault is None:
        assert {one.move for one in found} == {moves[-1]}
    elif fault != LATE:
        assert {one.move for one in found} == set(moves)
