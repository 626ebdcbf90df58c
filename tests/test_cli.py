from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from heliopolis import Match
from heliopolis.arena.simulate import BATCH_GAMES, Tally, simulate
from heliopolis.cli import Verbs, commands
from heliopolis.cli.options import folded
from heliopolis.compiled import caches
from heliopolis.games import find_game
from tests.conftest import DATE, THREE, invoke, play_on, run_command

KEYS = [
    *("edition", "seed", "workers", "game", "players", "games", "seconds"),
    *("games_per_second", "decisions_per_second", "decisions_per_game", "mean_scores", "epoch_ends"),
]
SPEED = {"seconds", "games_per_second", "decisions_per_second", "workers"}


@pytest.fixture(scope="module", autouse=True)
def warmed() -> None:
    """Compile first, so that no command below has to, and to say so."""
    assert run_command("warm").returncode == 0


def simulated(*arguments: str) -> dict[str, Any]:
    done = run_command("simulate", "ra", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    summary: dict[str, Any] = json.loads(done.stdout)
    return summary


# ---- help ----


VERBS = (
    *("play", "serve", "matches", "replay", "review", "advise", "verify", "score", "rules", "editions"),
    *("tables", "check", "backup", "restore", "move"),
    *("bots", "simulate", "arena", "train", "perft", "warm", "think", "completion"),
)
TABLES = ("tables list", "tables export", "tables close", "tables delete")


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["-h"], ["completion", "bash"], *([*verb.split(), "-h"] for verb in VERBS + TABLES)],
)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    script = (
        "import sys, runpy\n"
        "try: runpy.run_module('heliopolis.cli', run_name='__main__')\n"
        "except SystemExit as end: assert not end.code\n"
        "heavy = {'numba', 'llvmlite', 'numpy', 'rich', 'filelock', 'heliopolis.table'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Usage: heliopolis" if arguments[-1].startswith("-") else "_heliopolis_completion")


def test_help_names_every_verb() -> None:
    said = run_command("--help").stdout
    assert re.findall(r"(?m)^  ([a-z]+) ", said.partition("Commands:")[2].partition("Examples:")[0]) == sorted(VERBS)


@pytest.mark.parametrize("verb", VERBS + TABLES)
def test_the_help_of_every_verb_has_examples_that_can_be_run(verb: str) -> None:
    """Each is a line of its own, and every option in it is one that the verb has."""
    said = invoke(*verb.split(), "--help").stdout
    examples = re.findall(rf"(?m)^ +heliopolis {verb}.*", said)
    assert examples
    known = set(re.findall(r"-{1,2}[a-z-]+", said.partition("Options:")[2].partition("Examples:")[0]))
    assert set(re.findall(r"(?<= )-{1,2}[a-z-]+", "\n".join(examples))) <= known


def test_the_command_alone_says_in_ten_lines_what_one_can_do() -> None:
    done = run_command()
    assert done.returncode == 0
    assert done.stdout.count("\n") <= 10
    assert {"serve", "play", "matches", "rules", "--help"} <= set(re.findall(r"heliopolis (\S+)", done.stdout))


# ---- bad input ----


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", "ra", "--players", "9"], "the Z-Man Games edition of Ra takes 2 to 5 players, not 9"),
        (["simulate", "ra", "--players", "2", "--edition", "alea"], "takes 3 to 5 players, not 2"),
        (["simulate", "ra", "--edition", "1999"], "there is no edition '1999' of Ra: choose one of z-man"),
        (["play", "ra", "--seats", "Ann"], "takes 2 to 5 players, not 1"),
        (["play", "ra", "--seats", "Ann,Ann"], "every seat needs a name of its own"),
        (["play", "ra", "--seats", "Ann,"], "'' is not a name"),
        (["play", "ra", "--edition", "1999"], "there is no edition '1999'"),
        (["play", "ra", "--seed", str(2**128)], "is not a whole number from 0 to 2**128 - 1"),
        (["play", "ra", "--set", "taxes"], "--set 'taxes' is no house rule, expected NAME=VALUE"),
        (["play", "ra", "--set", "taxes=high"], "Ra has no option 'taxes': it has suns, god-disasters, fewest-players"),
        (["play", "ra", "--set", "seed=3"], "--set 'seed=3' is no house rule"),
        (["play", "ra", "--set", "fewest-players=9"], "fewest-players '9' is unknown: choose 2 or 3"),
        (["play", "dice", "--set", "start=1", "--set", "start=2"], "--set start is there twice"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line_with_exit_code_2(arguments: list[str], said: str) -> None:
    done = run_command(*arguments, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.startswith("heliopolis: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["simulate", "chess"], "'chess'"),
        (["simulate", "--games", "0"], "--games"),
        (["simulate", "--games", "many"], "--games"),
        (["simulate", "--workers", "0"], "--workers"),
        (["simulate", "--players", "four"], "--players"),
        (["simulate", "--seed", "-1"], "--seed"),
        (["play", "--fast"], "--fast"),
        (["play", "--scores", "secret"], "--scores"),
        (["replay"], "FILE"),
        (["replay", "x", "--at", "-1"], "--at"),
        (["score", "ra", "--epoch", "4"], "--epoch"),
        (["rules", "chess"], "'chess'"),
        (["completion", "tcsh"], "'tcsh'"),
        (["warm", "up"], "up"),
        (["serve", "--port", "99999"], "--port"),
        (["tables", "list", "--state", "asleep"], "'asleep'"),
        (["tables", "list", "--older", "-1"], "--older"),
        (["tables", "export", "--all"], "--to"),
        (["tables", "delete", "--idle", "soon"], "--idle"),
        (["tables", "lay"], "lay"),
        (["dance"], "dance"),
    ],
)
def test_what_is_no_command_is_told_with_exit_code_2(arguments: list[str], said: str) -> None:
    done = run_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert said in done.stderr.splitlines()[-1]


def test_a_damaged_save_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    path.write_text("heliopolis record 1\nnothing\n")
    done = run_command("play", "--save", str(path))
    assert done.returncode == 2
    assert done.stderr == (
        f"heliopolis: {path}: line 2: expected a header like 'game: ra', or an empty line before the moves\n"
    )
    assert path.read_text() == "heliopolis record 1\nnothing\n"


def test_what_is_no_database_is_refused_before_anything_is_compiled(tmp_path: Path) -> None:
    path = tmp_path / "evening?.ra"
    path.write_text("heliopolis record 1\n")
    done = run_command("serve", "--no-open", "--database", str(path), env={"HELIOPOLIS_CACHE": str(tmp_path / "none")})
    assert (done.returncode, done.stdout) == (2, "")
    assert "evening?.ra is not a database of Heliopolis" in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["evening?.ra"]


def test_a_place_that_is_not_there_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "missing" / "evening.ra"
    done = invoke("play", "ra", "--seats", "Ann,Ben", "--save", str(path), input="invoke\nquit\n")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr == (
        f"heliopolis: {path} cannot be written: there is no folder {path.parent}; make it, or name another file\n"
    )


def test_a_file_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes").touch()
    backup = tmp_path / "notes" / "backup"  # below what is no folder
    done = invoke("backup", str(backup))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == f"heliopolis: {backup}.part cannot be used: Not a directory\n"


# ---- simulate ----


def test_simulate_prints_json_alone_and_the_same_for_any_number_of_workers() -> None:
    games = 3 * BATCH_GAMES + 17
    one = simulated("--players", "3", "--games", str(games), "--seed", "11", "--edition", "alea")
    assert list(one) == KEYS
    assert one["games"] == games
    assert len(one["mean_scores"]) == 3
    assert set(one["epoch_ends"]) == {"ra", "suns"}
    assert sum(one["epoch_ends"].values()) == 3 * games
    assert one["games_per_second"] == pytest.approx(games / one["seconds"], rel=0.01)
    assert one["decisions_per_second"] == pytest.approx(one["games_per_second"] * one["decisions_per_game"], rel=0.01)
    two = simulated("--players", "3", "--games", str(games), "--seed", "11", "--edition", "alea", "--workers", "2")
    assert {key: one[key] for key in one.keys() - SPEED} == {key: two[key] for key in two.keys() - SPEED}
    other = simulated("--players", "3", "--games", str(games), "--seed", "12", "--edition", "alea")
    assert other["mean_scores"] != one["mean_scores"]


def test_simulate_speaks_to_people_too() -> None:
    done = run_command("simulate", "ra", "--games", "100", "--players", "2")
    assert done.returncode == 0
    assert done.stdout.startswith("100 games of ra (z-man) with 2 players\n")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_simulated_games_are_those_of_the_rules(players: int) -> None:
    """Means of random play at a table, where every move goes through `Match`, agree with those of the fast loop."""
    game = find_game("ra")
    fast = simulate(game, game.prepare(players, None, {}).openings, players, 4000, 1).summary()
    slow = [play_on(Match("ra", ["a", "b", "c", "d", "e"][:players], seed=seed), seed) for seed in range(60)]
    decisions = [sum(not line.is_chance for line, _, _ in match.log()) for match in slow]
    assert sum(decisions) / 60 == pytest.approx(fast.decisions_per_game, rel=0.1)
    mean = sum(sum(match.scores) for match in slow) / 60 / players
    assert mean == pytest.approx(sum(fast.mean_scores) / players, abs=3)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_keeps_what_was_played(workers: int) -> None:
    game = find_game("ra")
    seen: list[int] = []

    def interrupt(played: int) -> None:
        seen.append(played)
        if len(seen) == 2:
            raise KeyboardInterrupt

    tally: Tally = simulate(game, game.prepare(2, None, {}).openings, 2, 10**9, 1, workers, interrupt)
    assert seen[0] < seen[1] == tally.games < 10**6
    assert sum(tally.summary().epoch_ends.values()) == 3 * tally.games


@pytest.mark.skipif(os.name != "posix", reason="sends a signal of POSIX")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_simulation_prints_partial_results_and_exits_with_130(workers: str) -> None:
    arguments = ["simulate", "ra", "--games", str(10**9), "--json", "--workers", workers]
    with subprocess.Popen(
        [sys.executable, "-m", "heliopolis.cli", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "FORCE_COLOR": "1"},  # shows the progress although nobody looks
    ) as process:
        assert process.stderr is not None
        seen = b""
        try:
            while not re.search(rb"\b[1-9][0-9,]* games", seen):
                more = os.read(process.stderr.fileno(), 4096)
                assert more, seen.decode()
                seen += more
            process.send_signal(signal.SIGINT)
            said, errors = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    summary = json.loads(said)
    assert list(summary) == KEYS
    assert 0 < summary["games"] < 10**9
    assert sum(summary["epoch_ends"].values()) == 3 * summary["games"]
    assert f"interrupted after {summary['games']:,} of 1,000,000,000 games" in errors.decode()


def test_ctrl_c_is_130_in_every_command() -> None:
    @click.command()
    def wait() -> None:
        raise KeyboardInterrupt  # as Python does when a terminal sends it

    done = CliRunner().invoke(Verbs(commands={"wait": wait}), ["wait"])
    assert (done.exit_code, done.stdout, done.stderr) == (130, "", "heliopolis: interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="sends a signal of POSIX")
def test_ctrl_c_while_the_command_is_loaded_is_no_fault() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "heliopolis", "simulate", "ra", "--games", str(10**9)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while not process.stderr.readline().endswith("click.exceptions\n"):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in said
    assert "Traceback" not in said


# ---- play ----


def test_play_saves_on_quitting_and_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    first = run_command("play", "ra", "--seats", "Ann,Ben", "--save", str(path), "--seed", "7", input="invoke\nquit\n")
    assert first.returncode == 0, first.stderr
    assert f"heliopolis play ra --save {path}" in " ".join(first.stdout.split())
    assert len(Match.load(path)) == 1
    second = run_command("play", "ra", "--save", str(path), input="pass\n")  # and the end of the input
    assert second.returncode == 0, second.stderr
    match = Match.load(path)
    assert (match.players, len(match)) == (["Ann", "Ben"], 2)


def test_play_without_people_plays_a_whole_match(tmp_path: Path) -> None:
    path = tmp_path / "bots.ra"
    done = run_command(
        "play", "--seats", "random,random,random", "--edition", "alea", "--save", str(path), "--seed", "3"
    )
    assert done.returncode == 0, done.stderr
    match = Match.load(path)
    assert match.players == ["random 1", "random 2", "random 3"]
    assert match.edition.name == "alea"
    assert match.result is not None
    assert done.stdout.rstrip().endswith(f"{match.players[match.result.winners[0]]} wins.\nThe record is in {path}.")
    again = run_command("play", "--save", str(path))
    assert again.returncode == 0
    assert f"wins.\nThe record is in {path}." in again.stdout


def test_a_match_that_goes_on_cannot_be_set_up_anew(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    Match("ra", THREE, seed=1, date=DATE).save(path)
    before = path.read_text()
    for wrong in (["ra", "--edition", "alea"], ["dice"], ["--set", "fewest-players=2"], ["--scores", "open"]):
        done = invoke("play", *wrong, "--save", str(path))
        assert done.exit_code == 2
        assert done.stderr == f"heliopolis: {path} holds a match of ra: to go on with it, say nothing but its file\n"
        assert path.read_text() == before


def test_a_match_of_any_game_goes_on_by_its_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "evening.dice"
    invoke("play", "dice", "--seats", "Ann,Ben", "--seed", "1", "--save", str(path), input="k\n")
    lines = len(Match.load(path))
    done = invoke("play", "--save", str(path), input="end\n")
    assert done.exit_code == 0, done.output
    assert len(Match.load(path)) > lines


def test_every_setting_of_a_game_can_be_set(tmp_path: Path) -> None:
    path = tmp_path / "evening"
    setting = ["--set", "fewest-players=2", "--set", "god_disasters=at-once", "--set", "suns=8-7-4-3|9-6-5-2"]
    done = invoke(
        "play", "ra", "--seats", "Ann,Ben", "--edition", "alea", *setting, "--save", str(path), input="quit\n"
    )
    assert done.exit_code == 0, done.output
    match = Match.load(path)
    assert match.settings == {"fewest-players": "2", "god-disasters": "at-once"}
    assert match.deal == "8-7-4-3 | 9-6-5-2"
    path.unlink()
    rules = ["--set", "sun-track=20", "--set", "nile-disaster=published", "--set", "start=2", "--scores", "hidden"]
    done = invoke("play", "dice", "--seats", "Ann,Ben", *rules, "--save", str(path), input="quit\n")
    match = Match.load(path)
    assert match.settings == {"sun-track": "20", "nile-disaster": "published"}
    assert (match.deal, match.open_scores) == ("2", False)
    assert "? points" in done.output


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
def test_an_interrupted_match_without_a_file_is_kept_and_goes_on(tmp_path: Path) -> None:
    import pty
    import select

    ours, theirs = pty.openpty()
    seen = b""

    def wait_for(text: bytes) -> None:
        nonlocal seen
        while text not in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", seen):
            assert select.select([ours], [], [], 120)[0], seen.decode()
            seen += os.read(ours, 4096)

    command = [sys.executable, "-m", "heliopolis.cli", "play", "ra", "--seats", "Ann,Ben", "--seed", "7"]
    where = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "TERM": "xterm", "COLUMNS": "200"}
    environment = {"HELIOPOLIS_CACHE": str(caches()), **os.environ, **where}
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment) as process:
        try:
            wait_for(b"1 draw")
            os.write(ours, b"inv\n")
            wait_for(b"0 pass")
            process.send_signal(signal.SIGINT)
            wait_for(b"To go on: heliopolis play --go-on\r\n")
            assert process.wait(60) == 0
        finally:
            process.kill()
    os.close(ours)
    os.close(theirs)
    (kept,) = tmp_path.rglob("*.ra")
    assert Match.load(kept).words() == ["invoke"]
    done = invoke("play", "--save", str(kept), input="quit\n")
    assert done.exit_code == 0
    assert "0 pass" in done.output


def test_who_is_a_person_and_who_is_a_bot_is_said_at_the_start() -> None:
    done = invoke("play", "ra", "--seats", "you,bob,vizier2,random", input="quit\n")
    assert done.stdout.startswith(
        "People: you, bob, vizier2. Bots: random.\nvizier2 plays as a person: the bot is called vizier.\n"
    )


def test_what_is_no_number_is_told_in_plain_words() -> None:
    done = invoke("simulate", "--games", "abc")
    assert done.exit_code == 2
    assert "'abc' is no number: expected a whole number from 1 on." in done.stderr


@pytest.mark.parametrize("verb", sorted(commands.commands))
def test_examples_fit_a_terminal(verb: str) -> None:
    assert max(map(len, invoke(verb, "--help").stdout.splitlines())) <= 80


def test_long_messages_break_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    message = "there is no bot 'gredy': choose one of apprentice, scribe, priest, ~/some/long/path-with-hyphens.ra"
    lines = folded(message, "  ", err=True).splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 50
    assert " ".join(line.strip() for line in lines) == message
    assert folded(message) == message, "a file has whole lines"


@pytest.mark.parametrize(
    "arguments", [["play", "chess", "--seats", "Ann"], ["--what-can-be-done-with-this-command"], ["tables", "lay"]]
)
def test_what_is_no_command_is_told_within_a_narrow_terminal(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    with pytest.raises(SystemExit) as stopped:
        commands(arguments, prog_name="heliopolis")
    assert stopped.value.code == 2
    said = capsys.readouterr().err
    assert "Error: " in said
    assert max(map(len, said.splitlines())) <= 50
