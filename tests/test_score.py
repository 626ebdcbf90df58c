"""`heliopolis score`: tiles in, an explained score sheet out."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from heliopolis import Match
from heliopolis.games import find_game
from heliopolis.terminal.face import face_of
from heliopolis.terminal.score import Sheet
from tests.conftest import invoke, play_on


def scored(game: str, *lines: str, epoch: int = 1) -> list[dict[str, Any]]:
    arguments = [argument for line in lines for argument in ("-p", line)]
    done = invoke("score", game, "--json", "--epoch", str(epoch), *arguments)
    assert done.exit_code == 0, done.output
    players: list[dict[str, Any]] = json.loads(done.stdout)["players"]
    return players


# ---- the rulebook's examples ----


def test_pharaohs_r28() -> None:
    players = scored("ra", "Anna: 3 Pharaohs", "Bob: Pharaoh x2", "Cathy: 2x Pharaoh", "Don: Pharaoh 3")
    assert [player["sheet"]["pharaohs"] for player in players] == [5, -2, -2, 5]
    assert players[0]["reasons"]["pharaohs"] == "3 Pharaohs: the most, as Don (R28)"
    assert players[2]["reasons"]["pharaohs"] == "2 Pharaohs: the fewest, as Bob (R28)"


def test_civilizations_r30() -> None:
    anna, bob = scored("ra", "Anna: 3 Astronomy, 2 Agriculture, 2 Writing", "Bob: 2 art")
    assert (anna["sheet"]["civilization"], bob["sheet"]["civilization"]) == (5, 0)
    assert anna["reasons"]["civilization"] == "3 different (Agriculture, Astronomy and Writing): 5 (R30)"
    assert bob["reasons"]["civilization"] == "1 different (Art): nothing, it takes 3 (R30)"


def test_monuments_r31_count_in_the_last_epoch_only() -> None:
    lines = "Anna: 4 Pyramids, 3 Temple, 2 Fortress, Sphinx", "Bob:"
    assert scored("ra", *lines, epoch=2)[0]["sheet"]["monuments"] == 0
    anna, bob = scored("ra", *lines, epoch=3)
    assert anna["sheet"]["monuments"] == 19
    assert anna["reasons"]["monuments"] == "4 different: 4; 4 Pyramid: 10; 3 Temple: 5 (R31)"
    assert bob["reasons"]["monuments"] == "no monument (R31)"


def test_suns_r32() -> None:
    held = ["13 3 1", "12 9 4", "11 8 2", "10 7"]
    names = ["Anna", "Bob", "Cathy", "Don"]
    players = scored("ra", *(f"{name}: suns {suns}" for name, suns in zip(names, held, strict=True)), epoch=3)
    assert [player["sheet"]["suns"] for player in players] == [-5, 5, 0, -5]
    assert players[0]["reasons"]["suns"] == "13 + 3 + 1 = 17: the lowest sum, as Don (R32)"
    assert (
        players[2]["reasons"]["suns"] == "11 + 8 + 2 = 21: neither the highest sum (25) nor the lowest sum (17) (R32)"
    )


def test_points_are_added_and_never_fall_below_zero_r33() -> None:
    ann, ben, cleo = scored("ra", "Ann: God, Flood, 2 Nile, points 12", "Ben: 3 points", "Cleo: Gold")
    assert (ann["sum"], ann["points"]) == (0, 12)
    assert (ben["sum"], ben["points"]) == (-5, 0)
    assert (cleo["sum"], cleo["points"]) == (-2, None)


def test_dice_d16_to_d19() -> None:
    ann, ben = scored(
        "dice",
        "Ann: pharaoh 7, nile 5, 1 flood, civilization red blue g, monument Temple red blue y, monument Step red",
        "Ben: pha 2, ni 9, mon sph v",
        epoch=3,
    )
    assert ann["sheet"] == {"pharaohs": 5, "nile": 5, "civilization": 5, "monuments": 7}
    assert ben["sheet"] == {"pharaohs": -2, "nile": 0, "civilization": -5, "monuments": 1}
    assert ann["reasons"]["monuments"] == "2 different columns: 2; 3 markers on Temple: 5 (D19)"
    assert ben["reasons"]["nile"] == "no floods, space 9: nothing (D17)"


# ---- against whole games ----


def ra_items(board: dict[str, Any]) -> list[str]:
    tiles = [f"{count} {name}" for name, count in board["tiles"].items()]
    return [*tiles, f"suns {'-'.join(map(str, board['suns_up'] + board['suns_down']))}"]


def dice_items(board: dict[str, Any]) -> list[str]:
    items = [f"pharaoh {board['pharaoh']}", f"nile {board['nile']}", f"{board['floods']} floods"]
    items += [f"civilization {colour}" for colour in board["civilization"]]
    return [*items, *(f"monument {cell}" for cell in board["monuments"])]


@pytest.mark.parametrize("game", ["ra", "dice"])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_typed_scores_as_it_does_at_the_table(game: str, seed: int) -> None:
    """Any moment of random games, written down by hand, gives the preview that the match gives."""
    names = ["Ann", "Ben", "Cleo"]
    match = play_on(Match(game, names, seed=seed), seed)
    moment = match.at(random.Random(seed).randrange(len(match)))
    board = moment.view(None)["board"]
    items = {"ra": ra_items, "dice": dice_items}[game]
    lines = [f"{name}: {', '.join(items(held))}" for name, held in zip(names, board["seats"], strict=True)]
    sheet = Sheet(game, lines, board["epoch"], None)
    assert sheet.rows == [moment.preview(seat) for seat in range(3)]


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_every_number_has_a_reason_that_adds_up(game: str) -> None:
    """Where a reason counts points, they are those of the sheet."""
    found = find_game(game)
    for seed in range(8):
        match = play_on(Match(game, ["Ann", "Ben"], seed=seed), seed)
        for line in range(0, len(match), 7):
            moment = match.at(line)
            for sheet, why in zip(moment.previews(), found.views.reasons(moment.state), strict=True):
                reasons = face_of(found).tell(sheet, why, moment.players, moment.edition)
                assert list(reasons) == list(sheet)
                assert all(re.search(r"\([RD][0-9]+\)$", reason) for reason in reasons.values())
                for row in ("civilization", "monuments"):
                    counted = [int(points) for points in re.findall(r": (-?\d+)\b", reasons[row])]
                    assert sum(counted) == sheet[row], reasons[row]


# ---- ways in and out ----


def test_a_file_and_standard_input(tmp_path: Path) -> None:
    text = "# the last epoch\nepoch: 3\n\nAnn: 3 Temple; suns 9 6\nBen: God, suns 8 7\n"
    path = tmp_path / "table.txt"
    path.write_text(text)
    from_file, from_input = invoke("score", "ra", str(path)), invoke("score", "ra", "-", input=text)
    assert from_file.exit_code == 0
    assert from_file.stdout == from_input.stdout
    assert "epoch 3" in from_file.stdout
    assert "monuments      +6  1 different: 1; 3 Temple: 5 (R31)" in from_file.stdout


def test_the_editions_words_are_understood_and_spoken() -> None:
    done = invoke("score", "ra", "--edition", "25th-century", "--epoch", "3", "-p", "Ann:", "-p", "Ben: 3 points")
    assert "no sun disks were named (R32)" in done.stdout
    assert "VP after it" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "nobody is there to score"),
        (["-p", "Ann 3 Pharaoh"], "'Ann 3 Pharaoh' names no player"),
        (["-p", "Ann: God"], "takes 2 to 5 players, not 1"),
        (["-p", "Ann: God", "-p", "Ann: God"], "'Ann' is there twice"),
        (["-p", "Ann: Pottery", "-p", "Ben:"], "Ann: there is no tile 'Pottery', expected one of God, Gold"),
        (["-p", "Ann: 9 God", "-p", "Ben:"], "Ann: '9 God' is too many: the box has 8 God"),
        (["-p", "Ann: 4 Gold", "-p", "Ben: 2 Gold"], "6 Gold are too many: the box has 5"),
        (["-p", "Ann: 2 Ra", "-p", "Ben:"], "Ann: Ra tiles are never kept"),
        (["-p", "Ann: War", "-p", "Ben:"], "Ann: Unrest tiles are never kept"),
        (["-p", "Ann: st", "-p", "Ben:"], "Ann: 'st' may mean Statues, Step Pyramid: say more"),
        (["-p", "Ann: 2 God 3", "-p", "Ben:"], "Ann: '2 God 3' is not a number of tiles"),
        (["-p", "Ann: suns 13", "-p", "Ben:"], "Ben named no suns but others did"),
        (["-p", "Ann: suns 13", "-p", "Ben: suns 13"], "Ben: there is only one sun 13"),
        (["-p", "Ann: suns 17", "-p", "Ben:"], "Ann: 'suns 17' are not suns, expected numbers from 1 to 16"),
        (["-p", "Ann: suns", "-p", "Ben:"], "Ann: 'suns' are not a player's suns"),
        (["-p", "Ann: points 12345", "-p", "Ben:"], "'points 12345' are too many"),
        (["-p", "Ann:", "-p", "Ben:", "--edition", "1999"], "there is no edition '1999'"),
        (["-p", "A|B:", "-p", "Ben:"], "'A|B' is not a name"),
    ],
)
def test_bad_holdings_of_ra_are_told_in_one_line(arguments: list[str], said: str) -> None:
    done = invoke("score", "ra", *arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pharaoh 13", "'pharaoh 13' is not understood, expected something like"),
        ("pharaoh", "is not understood"),
        ("temple red", "is not understood"),
        ("civilization pink", "is not understood"),
        ("monument Tower red", "is no monument, expected a column (Fortress"),
        ("monument st red", "'st' may mean Statues, Step Pyramid"),
        ("monument Temple red, monument Temple red", "there is a marker on Temple red already"),
        ("civilization red", "civilization red has 2 markers, expected at most 1 (D3)"),
        ("7", "is not understood"),
    ],
)
def test_bad_markers_of_dice_are_told_in_one_line(line: str, said: str) -> None:
    done = invoke("score", "dice", "-p", f"Ann: {line}", "-p", "Ben: civilization red")
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_files_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    assert invoke("score", "ra", str(tmp_path / "missing")).exit_code == 2
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    done = invoke("score", "ra", str(tmp_path / "binary"))
    assert (done.exit_code, "not a text in UTF-8" in done.stderr) == (2, True)
    done = invoke("score", "ra", "-", "-p", "Ann: God", input="Ben: God")
    assert (done.exit_code, "leave one of them out" in done.stderr) == (2, True)
    done = invoke("score", "ra", "-", input="epoch: 4\nBen: God")
    assert (done.exit_code, "epoch '4' is unknown" in done.stderr) == (2, True)
