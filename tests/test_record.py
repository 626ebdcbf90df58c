from __future__ import annotations

import datetime
import json
import os
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heliopolis import Match, MoveError, RecordError
from heliopolis.table import sealed
from tests.conftest import DATE, SUNS, THREE, matches, play_on, table_match

SEED = 0x77
FINISHED = play_on(Match("ra", THREE, seed=SEED, date=DATE), 4).record()
STARTED = play_on(Match("ra", THREE, seed=SEED, date=DATE), 4, 25).record()

HAND_WRITTEN = """heliopolis record 1
# one evening in Cairo
suns: 2-5-8-13|12-9-6-3 |  11 - 10 - 7 - 4
players:north|east |south

1. north : draw
  north: tile war

# a word about the next move
3 . east:turn over
""".replace("turn over", "DRAW")
HAND_WRITTEN = HAND_WRITTEN.replace("players:", "draws: table\nedition:z-man\ngame: ra\ndate: 2026-11-15\nplayers:")
CANONICAL = """heliopolis record 1
game: ra
edition: z-man
players: north | east | south
date: 2026-11-15
suns: 13-8-5-2 | 12-9-6-3 | 11-10-7-4
draws: table
scores: hidden

1. north: draw
2. north: tile Unrest
3. east: draw
"""


def line_of(record: str, start: str) -> int:
    return next(number for number, line in enumerate(record.splitlines(), 1) if line.startswith(start))


def refused(record: str, seed: int | None = None) -> str:
    with pytest.raises(RecordError) as error:
        Match.read(record, seed)
    return str(error.value)


# ---- the text ----


def test_the_form_of_a_record() -> None:
    match = Match(
        "ra", THREE, edition="rio-grande", suns=SUNS, seed=7, date=DATE, scores="open", god_disasters="at-once"
    )
    match.play("invoke")
    match.play("bid 12")
    assert match.record() == (
        "heliopolis record 1\n"
        "game: ra\n"
        "edition: rio-grande\n"
        "god-disasters: at-once\n"
        "players: north | east | south\n"
        "date: 2026-11-15\n"
        "suns: 13-8-5-2 | 12-9-6-3 | 11-10-7-4\n"
        "draws: sealed\n"
        "scores: open\n"
        f"seed hash: {sealed.seed_hash(7)}\n"
        "\n"
        "1. north: invoke\n"
        "2. east: bid 12\n"
        "# south passes: no sun above 12\n"
    )


def test_a_finished_record_has_the_result_and_the_seed() -> None:
    match = Match.read(FINISHED)
    assert match.result is not None
    winner = match.players[match.result.winners[0]]
    scores = " ".join(map(str, match.scores))
    assert f"\nresult: {scores}, {winner} wins\nseed: {SEED:032x}\n\n1. " in FINISHED


def test_the_date_is_today_when_left_out() -> None:
    assert Match("ra", THREE).date in {datetime.date.today(), datetime.date.today() - datetime.timedelta(1)}


@settings(max_examples=50, deadline=None)
@given(match=matches())
def test_a_record_read_and_written_again_is_the_same_text(match: Match) -> None:
    text = match.record()
    copy = Match.read(text)
    assert copy.record() == text
    assert [copy.view(seat) for seat in (None, 0, 1)] == [match.view(seat) for seat in (None, 0, 1)]
    assert (copy.scores, copy.seed, copy.seed_hash) == (match.scores, match.seed, match.seed_hash)


@settings(max_examples=15, deadline=None)
@given(match=matches(draws="sealed"), choice=st.integers(0, 999))
def test_a_match_goes_on_from_its_record_as_if_nothing_had_happened(match: Match, choice: int) -> None:
    copy = Match.read(match.record(), match.secret_seed())
    assert play_on(copy, choice).record() == play_on(match, choice).record()


def test_a_record_written_by_hand_is_understood_and_put_in_canonical_form() -> None:
    assert Match.read(HAND_WRITTEN).record() == CANONICAL
    assert Match.read(CANONICAL).record() == CANONICAL
    assert Match.read(CANONICAL.replace("\n", "\r\n")).record() == CANONICAL
    assert Match.read(CANONICAL.rstrip("\n")).record() == CANONICAL


def test_a_record_understands_the_words_of_its_edition() -> None:
    by_hand = CANONICAL.replace("z-man", "alea").replace("draw\n", "turn over\n")
    assert Match.read(by_hand).record() == CANONICAL.replace("z-man", "alea")


def test_names_that_look_like_numbers_of_moves_survive() -> None:
    match = Match("ra", ["1", "2. two", "3.5"], date=DATE, draws="table", suns=SUNS)
    text = play_on(match, 3, 60).record()
    assert Match.read(text).record() == text


def test_a_record_without_a_date_stays_without_one() -> None:
    undated = CANONICAL.replace("date: 2026-11-15\n", "")
    assert Match.read(undated).record() == undated


def test_comments_are_free_text() -> None:
    text = re.sub("(?m)^#.*$", "# 1. nobody: flies, seed: none", STARTED)
    assert text != STARTED
    assert Match.read(text).record() == STARTED


# ---- damage ----

# The start of a line of the finished record, what that line becomes, and what the error says besides its number.
DAMAGED_HEADERS: list[tuple[str, str, str]] = [
    ("heliopolis record 1", "heliopolis record 3", "expected 'heliopolis record 1', found 'heliopolis record 3'"),
    ("game", "game: chess", "there is no game 'chess': choose one of ra"),
    ("edition", "edition: 1999", "there is no edition '1999' of Ra: choose one of z-man"),
    ("edition", "edition: ra", "there is no edition 'ra' of Ra: choose one of z-man"),
    ("edition", "edition: sealed", "there is no edition 'sealed' of Ra: choose one of z-man"),
    ("edition", "edition", "expected a header like 'game: ra'"),
    ("edition", "publisher: z-man\nedition: z-man", "unknown header 'publisher', expected one of game, edition"),
    ("players", "players: north", "takes 2 to 5 players, not 1"),
    ("players", "players: a | b | c | d | e | f", "takes 2 to 5 players, not 6"),
    ("players", "players: north | east | ", "'' is not a name"),
    ("players", "players: north | east | east", "every seat needs a name of its own"),
    ("date", "date: 15.11.2026", "'15.11.2026' is not a date, expected one like 2026-11-15"),
    ("date", "date: 2026-02-30", "'2026-02-30' is not a date"),
    ("date", "date:", "'' is not a date"),
    ("suns", "suns: 13-8-5-2 | 12-9-6-3", "are not a way to deal the groups"),
    ("suns", "suns: 13-8-5-2 | 12-9-6-3 | 12-9-6-3", "for example 13-8-5-2 | 12-9-6-3 | 11-10-7-4"),
    ("suns", "suns: the usual", "suns 'the usual' are not a way"),
    ("draws", "draws: dealt", "draws 'dealt' is unknown: choose sealed or table"),
    ("draws", "draws: hidden", "draws 'hidden' is unknown: choose sealed or table"),
    ("draws", "draws: table", "there is a seed, expected 'sealed'"),
    ("scores", "scores: secret", "scores 'secret' is unknown: choose hidden or open"),
    ("scores", "scores: sealed", "scores 'sealed' is unknown: choose hidden or open"),
    ("scores", "god-disasters: never", "god-disasters 'never' is unknown: choose at-once or after-action"),
    ("seed hash", "seed hash: abc", "'abc' is not a hash, expected 64 digits 0-9 a-f"),
    ("seed hash", "seed hash: " + "0" * 64, f"does not have this hash, expected {sealed.seed_hash(SEED)}"),
    ("result", "result: 99 99 99, north wins", "result '99 99 99, north wins', expected '"),
    ("seed:", "seed: 77", "'77' is not a seed: expected 32 digits 0-9 a-f"),
]


@pytest.mark.parametrize(("start", "damage", "said"), DAMAGED_HEADERS, ids=[damage for _, damage, _ in DAMAGED_HEADERS])
def test_a_damaged_header_is_named_with_its_line(start: str, damage: str, said: str) -> None:
    number = line_of(FINISHED, start)
    lines = FINISHED.splitlines()
    lines[number - 1] = damage
    message = refused("\n".join(lines))
    assert said in message
    assert message.startswith(f"line {number}: ")


@pytest.mark.parametrize("name", ["game", "edition", "players", "draws", "suns", "seed hash"])
def test_a_missing_header_is_named(name: str) -> None:
    message = refused(re.sub(f"(?m)^{name}: .*\n", "", FINISHED))
    assert re.match(r"line \d+: ", message)
    assert repr(name) in message
    assert "expected" in message


@pytest.mark.parametrize("name", ["game", "suns", "seed hash", "result"])
def test_a_second_header_of_a_name_is_named_with_its_line(name: str) -> None:
    number = line_of(FINISHED, f"{name}:")
    lines = FINISHED.splitlines()
    lines.insert(number, lines[number - 1])
    assert refused("\n".join(lines)) == f"line {number + 1}: a second header {name!r}, expected each once"


def test_nothing_is_no_record() -> None:
    assert refused("") == "line 1: expected 'heliopolis record 1', found nothing"
    assert refused("\n\n").startswith("line 1: expected 'heliopolis record 1'")


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("3. east: fly", "'fly' is not a move of Ra: say draw, invoke"),
        ("3. east: bid 12", "'bid 12' cannot be played now: east can choose draw, invoke"),
        ("3. east: tile Ra", "'tile Ra' cannot be played now: east can choose draw, invoke"),
        ("3. south: draw", "a move of 'south', expected one of 'east'"),
        ("3. nobody: draw", "a move of 'nobody', expected one of 'east'"),
        ("4. east: draw", "move number 4, expected 3"),
        ("0. east: draw", "move number 0, expected 3"),
        ("9" * 5000 + ". east: draw", "expected 3"),
        ("3. east draw", "'3. east draw' is not a move, expected one like '12. north: draw'"),
        ("3. east:", "'3. east:' is not a move, expected one like"),
        (": draw", "': draw' is not a move, expected one like"),
        ("\x00\x01", "is not a move, expected one like"),
    ],
    ids=lambda text: text[:20].strip("\0\1"),
)
def test_a_damaged_move_is_named_with_its_line(damage: str, said: str) -> None:
    lines = CANONICAL.splitlines()
    number = line_of(CANONICAL, "3. ")
    lines[number - 1] = damage
    message = refused("\n".join(lines))
    assert message.startswith(f"line {number}: ")
    assert said in message


def test_a_tile_that_is_not_in_the_bag_any_more_is_refused_r1() -> None:
    match = table_match("draw", "tile Funeral", "draw", "tile Funeral", "draw")
    text = match.record() + "6. south: tile Funeral\n"
    message = refused(text)
    assert message.startswith(f"line {line_of(text, '6.')}: 'tile Funeral' cannot be played now")


def test_moves_after_the_end_are_refused() -> None:
    number = len(FINISHED.splitlines()) + 1
    assert (
        refused(FINISHED + "north: draw\n")
        == f"line {number}: a move after the end of the match, expected nothing more"
    )


def test_a_tile_that_the_seed_did_not_give_is_refused() -> None:
    number = line_of(FINISHED, "2. ")
    lines = FINISHED.splitlines()
    line = next(place for place, text in enumerate(lines) if re.fullmatch(r"\d+\. \w+: tile Nile", text))
    lines[line] = lines[line].replace("Nile", "Gold")
    assert refused("\n".join(lines)) == (
        f"line {line + 1}: 'tile Gold' is not what the seed gives, expected 'tile Nile'"
    )
    started = STARTED.splitlines()
    place = next(place for place, text in enumerate(started) if ": tile " in text)
    started[place] = re.sub("tile .*", "tile Earthquake", started[place])
    assert "is not what the seed gives" in refused("\n".join(started), SEED)
    assert number < line


def test_a_result_before_the_end_is_refused() -> None:
    number = line_of(FINISHED, "result")
    short = "\n".join(FINISHED.splitlines()[:-8])
    assert refused(short) == f"line {number}: there is a result but the match is not over, expected more moves"


def test_the_seed_of_a_match_that_is_not_over_is_refused() -> None:
    number = line_of(STARTED, "seed hash")
    lines = STARTED.splitlines()
    lines.insert(number, f"seed: {SEED:032x}")
    assert refused("\n".join(lines)) == (
        f"line {number + 1}: the seed of a match that is not over, expected only its hash"
    )


def test_a_record_cut_anywhere_is_read_up_to_there_or_refused_by_line() -> None:
    understood = 0
    said: list[str] = []
    for end in range(len(STARTED)):
        try:
            match = Match.read(STARTED[:end])
        except RecordError as error:
            said.append(str(error))
        else:
            understood += 1
            assert len(match) <= 25
    assert all(
        re.match(r"line \d+: .*expected|line \d+: .*(choose|say|for example|takes)", message) for message in said
    )
    assert 25 < understood < len(STARTED) / 2


RECORDS = st.sampled_from([FINISHED, STARTED, CANONICAL])
FREE = st.one_of(st.text(max_size=30), st.text("0123456789.: |-#abdenortuw", max_size=30))


@settings(max_examples=250, deadline=None)
@given(record=RECORDS, data=st.data())
def test_any_change_of_a_line_is_read_or_refused_by_line(record: str, data: st.DataObject) -> None:
    lines = record.splitlines()
    place = data.draw(st.one_of(st.integers(0, 14), st.integers(0, len(lines) - 1)).filter(lambda at: at < len(lines)))
    line = lines[place]
    cut = data.draw(st.integers(0, len(line)))
    free = data.draw(FREE)
    change: Callable[[], list[str]] = data.draw(
        st.sampled_from(
            [
                lambda: [],  # lost
                lambda: [line, line],  # twice
                lambda: [free],
                lambda: [line[:cut]],
                lambda: [line[:cut] + free + line[cut:]],
                lambda: [line[:cut], line[cut:]],
                lambda: [line, free],
                lambda: [line.upper()],
                lambda: [line.partition(":")[0] + ": " + free],
                lambda: [data.draw(st.sampled_from(lines))],
            ]
        )
    )
    lines[place : place + 1] = change()
    said = "line 0: "
    try:
        record = Match.read("\n".join(lines)).record()
        assert Match.read(record).record() == record
    except RecordError as error:
        said = str(error)
    assert re.match(r"line \d+: ", said)


# ---- files ----


def test_a_match_is_saved_and_loaded(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    match = play_on(Match("ra", THREE, seed=SEED, date=DATE), 4, 25)
    match.save(str(path))
    assert path.read_bytes().decode("utf-8") == match.record()
    loaded = Match.load(str(path))
    assert loaded.record() == match.record()
    assert play_on(loaded, 1).record() == play_on(match, 1).record(), "the seed lay beside it"


def test_names_in_any_script_are_saved_as_utf_8(tmp_path: Path) -> None:
    match = Match("ra", ["Ægir", "رع", "太陽"], date=DATE)
    match.save(tmp_path / "a")
    assert Match.load(tmp_path / "a").players == ["Ægir", "رع", "太陽"]


def test_a_mark_that_an_editor_put_before_the_first_line_is_no_damage(tmp_path: Path) -> None:
    (tmp_path / "a").write_text(CANONICAL, encoding="utf-8-sig")
    assert Match.load(tmp_path / "a").record() == CANONICAL


@pytest.mark.skipif(os.name != "posix", reason="modes of files are those of POSIX")
def test_the_seed_is_kept_for_its_owner_only_and_goes_with_the_end(tmp_path: Path) -> None:
    path, secret = tmp_path / "evening.ra", tmp_path / "evening.ra.seed"
    match = Match("ra", THREE, seed=SEED)
    before = os.umask(0)
    try:
        match.save(path)
    finally:
        os.umask(before)
    assert secret.read_text() == f"{SEED:032x}\n"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert f"{SEED:032x}" not in path.read_text()
    play_on(match, 1).save(path)
    assert sorted(os.listdir(tmp_path)) == ["evening.ra"]
    assert Match.load(path).seed == SEED


def test_table_draws_keep_no_seed(tmp_path: Path) -> None:
    table_match("draw").save(tmp_path / "a")
    assert os.listdir(tmp_path) == ["a"]
    assert Match.load(tmp_path / "a").moves() == table_match("draw").moves()


def without_seed(tmp_path: Path) -> Match:
    match = Match("ra", THREE, seed=7, date=DATE)
    match.play("draw")
    assert match.moves() == ["draw", "invoke"], "the first tile of this bag is not Ra"
    match.save(tmp_path / "evening.ra")
    (tmp_path / "evening.ra.seed").unlink()
    return Match.load(tmp_path / "evening.ra")


def test_without_its_seed_a_match_is_shown_but_draws_nothing(tmp_path: Path) -> None:
    match = without_seed(tmp_path)
    record, view, seat = match.record(), match.view(0), match.seat
    assert match.text()
    assert json.dumps(view.data())
    for _ in range(2):
        with pytest.raises(MoveError, match=r"the seed is not here: it lies in the file \.seed beside the record"):
            match.play("draw")
        assert (match.record(), match.view(0), match.seat) == (record, view, seat)
    match.play("invoke")  # reveals nothing
    assert len(match) == 3


def test_without_its_seed_a_match_can_still_be_copied(tmp_path: Path) -> None:
    match = without_seed(tmp_path)
    match.save(tmp_path / "copy.ra")
    assert (tmp_path / "copy.ra").read_text() == match.record()
    assert not (tmp_path / "copy.ra.seed").exists()


def test_the_seed_of_another_match_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    path.write_text(STARTED)
    (tmp_path / "evening.ra.seed").write_text("0" * 32)
    with pytest.raises(RecordError, match=f"line {line_of(STARTED, 'seed hash')}: the seed does not have this hash"):
        Match.load(path)
    (tmp_path / "evening.ra.seed").write_text("lost")
    with pytest.raises(RecordError, match=r"evening\.ra\.seed: 'lost' is not a seed: expected 32 digits"):
        Match.load(path)


@pytest.mark.parametrize("fails", ["replace", "write"])
def test_a_save_that_fails_leaves_the_old_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    path = tmp_path / "evening.ra"
    match = table_match("draw")
    match.save(path)
    before = path.read_text()
    match.play("tile Ra")

    def full(*arguments: Any, **options: Any) -> Any:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        if fails == "replace":
            patch.setattr(Path, "replace", full)
        else:
            patch.setattr("heliopolis.table.record.open", full, raising=False)
        with pytest.raises(RecordError, match=r"evening\.ra cannot be written: No space left on device"):
            match.save(path)
    assert path.read_text() == before
    assert os.listdir(tmp_path) == ["evening.ra"]
    match.save(path)
    assert path.read_text() == match.record()


@pytest.mark.parametrize("name", ["missing/evening.ra", "", ".", "taken", "x" * 300])
@pytest.mark.parametrize("draws", ["sealed", "table"])
def test_a_place_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, draws: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    with pytest.raises(RecordError, match="cannot be written"):
        Match("ra", THREE, draws=draws).save(name)
    assert os.listdir(tmp_path) == ["taken"], "nothing is left behind"


@pytest.mark.parametrize("name", ["evening.ra", "missing/evening.ra", ".", ""])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RecordError, match="cannot be read"):
        Match.load(name)


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff\xfe")
    with pytest.raises(RecordError, match=r"picture\.png is not a record: it is not a text in UTF-8"):
        Match.load(path)
    path.write_bytes(b"\x00\x01\x02")
    with pytest.raises(RecordError, match=r"picture\.png: line 1: expected 'heliopolis record 1'"):
        Match.load(path)


def test_a_damaged_file_is_named_with_the_line(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    path.write_text(CANONICAL.replace("3. east", "3. south"))
    with pytest.raises(
        RecordError, match=rf"evening\.ra: line {line_of(CANONICAL, '3.')}: a move of 'south', expected"
    ):
        Match.load(path)
