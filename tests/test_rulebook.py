"""`heliopolis rules`, `editions` and `completion`: what is there to read and to choose."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from heliopolis.games import NAMES, describe, find_game
from heliopolis.rulebook import rulebook
from tests.conftest import invoke, run_command

ALL = [(game, edition) for game in NAMES for edition in find_game(game).editions]


# ---- rules ----


@pytest.mark.parametrize(("game", "edition"), ALL)
def test_every_rule_is_printed_with_its_id(game: str, edition: str) -> None:
    done = invoke("rules", game, "--edition", edition)
    assert done.exit_code == 0
    ids = [rule.id for rule in rulebook(game, edition).rules]
    letter, last = ("R", 36) if game == "ra" else ("D", 21)
    assert ids == [f"{letter}{number}" for number in range(1, last + 1)]
    assert [
        line.split()[0] for line in done.stdout.splitlines() if line[:2] in (f"{letter}{n}" for n in range(1, 10))
    ] == ids


def test_the_words_are_the_editions() -> None:
    texts = {
        edition: {rule.id: rule.text for rule in rulebook("ra", edition).rules} for edition in describe("ra").editions
    }
    assert "War: civilizations" in texts["z-man"]["R19"]
    assert "Unrest: civilizations" in texts["alea"]["R19"]
    assert texts["rio-grande"]["R2"].startswith("Every player starts with 10 fame.")
    assert texts["25th-century"]["R2"].startswith("Every player starts with 10 VP.")
    assert "one face-up sun disk, higher" in texts["z-man"]["R13"]
    assert "one face-up sun, higher" in texts["alea"]["R13"]


def test_some_rules_by_their_ids() -> None:
    said = invoke("rules", "ra", "r14", "R13").stdout
    assert [line.split()[0] for line in said.splitlines() if line.startswith("R1")] == ["R13", "R14"]


def test_the_letter_of_an_id_names_its_game() -> None:
    assert invoke("rules", "R13").stdout == invoke("rules", "ra", "R13").stdout
    assert invoke("rules", "d16").stdout == invoke("rules", "dice", "D16").stdout
    both = invoke("rules", "R13", "d16", "--plain").stdout
    assert "\nR13. " in both
    assert "\nD16. " in both


def test_what_a_reader_does_not_have_is_not_named_and_rulings_are_explained() -> None:
    for game in NAMES:
        said = " ".join(invoke("rules", game).stdout.split())
        assert ".md" not in said
        assert "(ruling) marks what is decided here" in said
    assert "marks what" not in invoke("rules", "R14").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["rules", "chess"],
            "'chess' is no game and no rule: the games are ra, dice, the rules R1 to R36 of ra, D1 to",
        ),
        (["rules", "R99"], "there is no rule 'R99' of Ra (Z-Man Games): its rules are R1 to R36"),
        (["rules", "ra", "R99"], "there is no rule 'R99' of Ra (Z-Man Games): its rules are R1 to R36"),
        (["rules", "dice", "R1"], "its rules are D1 to D21"),
        (["rules", "ra", "--edition", "1999"], "there is no edition '1999' of Ra: choose one of z-man"),
    ],
)
def test_rules_that_are_not_there(arguments: list[str], said: str) -> None:
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_pages_come_with_the_package() -> None:
    import tomllib

    settings = tomllib.loads(Path("pyproject.toml").read_text())
    included = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    pages = {path: place for path, place in included.items() if path.startswith("docs/")}
    assert pages == {f"docs/{page}": f"heliopolis/rulebook/{page}" for page in (describe(name).page for name in NAMES)}


# ---- editions ----


def test_editions_name_everything_there_is_to_choose() -> None:
    said = " ".join(invoke("editions").stdout.split())
    for game in map(find_game, NAMES):
        assert game.title in said
        assert all(edition in said for edition in game.editions)
        for name, setting in game.settings.items():
            assert f"{name}=" in said
            assert setting.meaning in said
        assert f"{game.deal_name}=" in said
    assert "at once after action after action at once" in said.replace("God strikes ", "")


def test_editions_of_one_game_and_of_none() -> None:
    assert "z-man" not in invoke("editions", "dice").stdout
    done = invoke("editions", "chess")
    assert done.exit_code == 2
    assert "'chess'" in done.stderr.splitlines()[-1]


# ---- completion ----


def completed(*words: str) -> list[str]:
    """Ask for completions of the last word, as bash does."""
    line = ["heliopolis", *words]
    environment = {
        "COMP_WORDS": " ".join(line),
        "COMP_CWORD": str(len(line) - 1),
        "_HELIOPOLIS_COMPLETE": "bash_complete",
    }
    script = "import sys; sys.argv[0] = 'heliopolis'; from heliopolis.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, **environment}, check=True
    )
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", NAMES)
def test_completions_are_those_of_the_games(name: str) -> None:
    game = describe(name)
    assert completed("play", name, "--edition", "") == list(game.editions)
    offered = completed("play", name, "--set", "")
    assert {setting.partition("=")[0] for setting in offered} == {game.deal_name, *game.settings}
    for setting in offered:
        setting_name, _, value = setting.partition("=")
        assert not value or value in game.settings[setting_name].values


def test_what_a_game_says_of_itself_needs_no_compiled_code() -> None:
    script = "import sys; from heliopolis.games import NAMES, describe; [describe(name) for name in NAMES]; "
    done = subprocess.run(
        [sys.executable, "-c", script + "print('numba' in sys.modules)"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["ver"], ["verify"]),
        (["play", "d"], ["dice"]),
        (["play", "ra", "--edition", "a"], ["alea"]),
        (["play", "dice", "--edition", ""], ["rulebook"]),
        (["play", "ra", "--seats", "Ann,gr"], ["Ann,greedy"]),
        (["play", "ra", "--seats", "Ann;gr"], ["Ann;greedy"]),
        (["arena", "ra", "--bots", "gr"], ["greedy"]),
        (["arena", "ra", "--bots", "greedy:caution=2,pr"], ["greedy:caution=2,priest"]),
        (["arena", "ra", "--bots", "random", "--among", "net,ph"], ["net,pharaoh"]),
        (["play", "dice", "--set", "nile"], ["nile-disaster=printed", "nile-disaster=published"]),
        (["completion", "f"], ["fish"]),
    ],
)
def test_words_are_completed(words: list[str], expected: list[str]) -> None:
    assert completed(*words) == expected


def test_installed_bots_are_completed_and_nothing_is_loaded_for_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    about = tmp_path / "bold_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bold-bots\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[heliopolis.bots]\nbold = nothing_of_that_name:Bold\n")
    (tmp_path / "numba.py").write_text("raise RuntimeError('loaded')")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    assert completed("arena", "ra", "--bots", "random,bo") == ["random,bold"]
    assert completed("play", "ra", "--seats", "Ann,bo") == ["Ann,bold"]


def test_files_are_completed() -> None:
    assert (
        "file"
        in subprocess.run(
            [sys.executable, "-m", "heliopolis.cli"],
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "COMP_WORDS": "heliopolis replay ",
                "COMP_CWORD": "2",
                "_HELIOPOLIS_COMPLETE": "bash_complete",
            },
            check=True,
        ).stdout
    )


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_accepts_its_script(shell: str) -> None:
    done = run_command("completion", shell)
    assert done.returncode == 0
    assert f"_HELIOPOLIS_COMPLETE={shell}_complete" in done.stdout
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=done.stdout, text=True, capture_output=True, check=False)
        assert (checked.returncode, checked.stderr) == (0, "")


def test_other_shells_are_told() -> None:
    done = invoke("completion", "tcsh")
    assert done.exit_code == 2
    assert "'tcsh'" in done.stderr.splitlines()[-1]


def test_rules_are_printed_without_compiled_code() -> None:
    script = (
        "import sys; from heliopolis.cli import commands; "
        "commands(['rules', 'ra', 'R13'], standalone_mode=False); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
