"""`heliopolis verify`: records checked, with an exit code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heliopolis import Match
from tests.conftest import DATE, SUNS, THREE, invoke, play_on, run_command


@pytest.fixture(scope="module")
def record() -> str:
    return play_on(Match("ra", THREE, seed=7, date=DATE), 1).record()


def verified(tmp_path: Path, text: str) -> tuple[int, str]:
    path = tmp_path / "evening.ra"
    path.write_text(text)
    done = invoke("verify", str(path))
    said = done.stdout + done.stderr
    assert said.count("\n") == 1
    return done.exit_code, said.replace(str(path), "FILE").rstrip("\n")


def changed(record: str, find: str, replacement: str) -> str:
    assert re.search(find, record, re.MULTILINE)
    return re.sub(find, replacement, record, count=1, flags=re.MULTILINE)


def test_a_right_record(record: str, tmp_path: Path) -> None:
    code, said = verified(tmp_path, record)
    assert code == 0
    moves = Match.read(record)
    assert moves.result is not None
    scores = " ".join(map(str, moves.result.scores))
    assert said.startswith(f"FILE: {len(moves)} legal moves, {scores}, ")
    assert said.endswith(" wins, the seed has its hash and gives every draw")


def test_what_cannot_be_checked_is_told(tmp_path: Path, record: str) -> None:
    assert "the draws are not checked" in verified(tmp_path, changed(record, "^seed: .*\n", ""))[1]
    dealt = play_on(Match("ra", THREE, seed=7, suns=SUNS, date=DATE), 1).record()
    assert verified(tmp_path, dealt)[1].endswith("the suns were chosen, not drawn by the seed")
    table = play_on(Match("ra", THREE, suns=SUNS, draws="table", date=DATE), 1, 3).record()
    assert verified(tmp_path, table) == (0, "FILE: 3 legal moves, not over, drawn at the table")


@pytest.mark.parametrize(
    ("find", "replacement", "said"),
    [
        (
            r"^2\. south: tile Flood",
            "2. south: tile Gold",
            "'tile Gold' is not what the seed gives, expected 'tile Flood'",
        ),
        (r"^1\. south: draw", "1. south: bid 13", "'bid 13' cannot be played now: south can choose draw, invoke"),
        (r"^1\. south: draw", "1. north: draw", "a move of 'north', expected one of 'south'"),
        (r"^3\. ", "4. ", "move number 4, expected 3"),
        (r"^result: \d+", "result: 99", "expected '"),
        (r"^seed: 0", "seed: 1", "the seed does not have this hash, expected"),
        (r"^# north scores .*", "# north scores +99", "'north scores +99', expected 'north scores "),
        (r"^1\. south: draw\n", "1. south: draw\n# north scores +1\n", "expected no score: no epoch ends here"),
        (r"\Z", "9999. north: draw\n", "a move after the end of the match"),
    ],
)
def test_the_first_difference_is_named(record: str, find: str, replacement: str, said: str, tmp_path: Path) -> None:
    text = changed(record, find, replacement)
    code, told = verified(tmp_path, text)
    assert code == 1, told
    assert said in told
    pairs = zip([*record.splitlines(), ""], text.splitlines(), strict=False)
    line = next(number for number, (before, after) in enumerate(pairs, 1) if before != after)
    if replacement.startswith("seed: "):  # it is the hash that is shown to be wrong
        line = next(number for number, header in enumerate(text.splitlines(), 1) if header.startswith("seed hash"))
    assert told.startswith(f"heliopolis: FILE: line {line}: ")


def test_a_missing_end_is_a_difference(record: str, tmp_path: Path) -> None:
    short = "\n".join(record.splitlines()[:60]) + "\n"
    code, said = verified(tmp_path, short)
    assert code == 1
    assert "there is a result but the match is not over" in said


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "line 1: expected 'heliopolis record 1', found nothing"),
        (b"milk\n", "found 'milk'"),
        (b"\xff\xfe", "is not a record: it is not a text in UTF-8"),
        (b"heliopolis record 1\ngame: chess\n", "is missing, expected it before the moves"),
        (b"heliopolis record 3\n", "found 'heliopolis record 3'"),
    ],
)
def test_what_is_no_record_has_exit_code_2(content: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    done = invoke("verify", str(path))
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_of_several_files_the_worst_counts_and_all_are_told(record: str, tmp_path: Path) -> None:
    right, wrong, none = (tmp_path / name for name in ("right", "wrong", "none"))
    right.write_text(record)
    wrong.write_text(changed(record, r"^3\. ", "4. "))
    none.write_text("milk")
    assert invoke("verify", str(right), str(right)).exit_code == 0
    assert invoke("verify", str(wrong), str(right)).exit_code == 1
    done = run_command("verify", "--quiet", str(none), str(wrong), str(right))
    assert done.returncode == 2
    assert done.stdout == ""
    assert [line.split(":")[1].strip() for line in done.stderr.splitlines()] == [str(none), str(wrong)]


def test_no_file_or_a_folder_is_told(tmp_path: Path) -> None:
    assert invoke("verify").exit_code == 2
    done = invoke("verify", str(tmp_path))
    assert done.exit_code == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_whatever_is_played_is_right(game: str, tmp_path: Path) -> None:
    files = []
    for seed in range(5):
        path = tmp_path / f"{seed}.ra"
        play_on(Match(game, THREE, seed=seed), seed).save(path)
        files.append(str(path))
    done = invoke("verify", *files)
    assert done.exit_code == 0, done.output
    assert done.stdout.count("gives every draw") == 5
