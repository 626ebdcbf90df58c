"""A real table: people draw, roll and bid, and type what they got."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from heliopolis import Match
from heliopolis.errors import MoveError
from heliopolis.games.dice.components import COLOURS, FACE_NAMES
from heliopolis.terminal import dice, ra
from heliopolis.terminal.answers import understand
from heliopolis.terminal.play import Terminal
from tests.conftest import DATE, invoke, table_match
from tests.dice.positions import board

PLAY_RA = ("play", "ra", "--companion", "--seats", "Ann,Ben,Cleo")
PLAY_DICE = ("play", "dice", "--companion", "--seats", "Ann,Ben")
DEAL = "12\n13\n"


def typed(match: Match, *answers: str) -> Match:
    """Type answers at a table, then let the input end; give the match as it then stands."""
    waiting = iter(answers)

    def ask(prompt: str) -> str:
        answer = next(waiting, None)
        if answer is None:
            raise EOFError
        return answer

    terminal = Terminal(match, ask=ask)
    terminal.run()
    return terminal.match


def dice_match(*answers: str) -> Match:
    match = Match("dice", ["Ann", "Ben"], draws="table", start=0, date=DATE)
    return typed(match, *answers)


# ---- words and their beginnings ----


@pytest.mark.parametrize(
    ("answer", "meaning"),
    [
        ("bid 13", 13),
        ("b 13", 13),
        ("13", 13),
        ("B 3", 3),
        ("3", 3),
        ("p", 0),
        ("fly", None),
        ("bid", "several"),
        ("", None),
    ],
)
def test_answers_are_words_or_their_beginnings(answer: str, meaning: object) -> None:
    choices = [("pass", 0), ("bid 3", 3), ("bid 13", 13)]
    if meaning == "several":
        with pytest.raises(MoveError, match="'bid' may mean bid 3, bid 13: say more"):
            understand(answer, choices)
    else:
        assert understand(answer, choices) == meaning


def test_words_that_are_the_same_go_before_words_that_begin_so() -> None:
    tiles = [("Pyramid", 1), ("Step Pyramid", 2), ("Statues", 3)]
    assert understand("pyramid", tiles) == 1
    assert understand("pyr", tiles) == 1
    assert understand("ste", tiles) == 2
    with pytest.raises(MoveError, match="'st' may mean Step Pyramid, Statues"):
        understand("st", tiles)


# ---- Ra ----


def test_the_suns_people_drew_are_asked_for_and_the_last_group_follows(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    done = invoke(*PLAY_RA, "--save", str(path), input="99\n3\n13\nquit\n")
    assert done.exit_code == 0
    assert "Which suns did Ann draw: 13-8-5-2, 12-9-6-3, 11-10-7-4?" in done.output
    assert "'99' is none of 13-8-5-2, 12-9-6-3, 11-10-7-4" in done.output
    assert "did Cleo draw" not in done.output
    match = Match.load(path)
    assert (match.deal, match.draws, match.seat) == ("12-9-6-3 | 13-8-5-2 | 11-10-7-4", "table", 1)


def test_suns_can_be_given_as_a_setting(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    done = invoke(*PLAY_RA, "--set", "suns=11-10-7-4|13-8-5-2|3-6-9-12", "--save", str(path), input="quit\n")
    assert "did Ann draw" not in done.output
    assert Match.load(path).deal == "11-10-7-4 | 13-8-5-2 | 12-9-6-3"


def test_tiles_are_named_by_their_beginnings_and_bids_by_their_suns() -> None:
    match = typed(table_match(), "nile", "draw fl", "war", "ra", "9", "0", "13")
    words = [
        "draw",
        "tile Nile",
        "draw",
        "tile Flood",
        "draw",
        "tile Unrest",
        "draw",
        "tile Ra",
        "bid 9",
        "pass",
        "bid 13",
    ]
    assert match.words() == words


def test_a_tile_is_asked_for_after_draw() -> None:
    assert typed(table_match(), "draw", "pha").words() == ["draw", "tile Pharaoh"]


def test_what_may_mean_two_things_is_asked_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(typed(table_match(), "st", "st")) == 0
    assert "'st' may mean draw Statues, draw Step Pyramid" in capsys.readouterr().out


def test_taking_a_tile_with_a_god_is_not_mistaken_for_drawing_one(capsys: pytest.CaptureFixture[str]) -> None:
    won = ["god", "ra", "0", "2", "0", "nile"]  # north has a God, and a Nile lies there
    match = typed(table_match(), *won, "nile", "ta nile")
    assert "may mean take Nile, draw Nile" in capsys.readouterr().out
    assert match.words()[-1] == "take Nile"


def test_a_number_that_is_no_sun_of_the_bidder_bids_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    match = typed(table_match("invoke"), "2")  # a place in the list, but none of east's suns
    assert match.words() == ["invoke"]
    assert "there is no move '2': choose 0, 3, 6, 9, 12" in capsys.readouterr().out


def test_undo_takes_back_what_was_typed_last_a_tile_too() -> None:
    match = typed(table_match(), "nile", "flood", "undo", "undo", "pha", "ra", "undo", "god")
    assert match.words() == ["draw", "tile Pharaoh", "draw", "tile God"]


def test_undo_after_going_on_takes_back_a_line() -> None:
    assert typed(table_match("draw", "tile Nile"), "undo", "flood").words() == ["draw", "tile Flood"]


def test_points_are_shown_as_everyone_may_see_them_r35(capsys: pytest.CaptureFixture[str]) -> None:
    typed(table_match())
    assert capsys.readouterr().out.count("? points") == 3


def test_preview_and_lot_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    typed(table_match("draw", "tile Gold", "draw", "tile God"))
    said = capsys.readouterr().out
    assert "If the epoch ended now, south would score: civilization -5" in said
    assert "Winning these tiles would change that by: gods +2, gold +3: +5 in all" in said


def test_a_companion_match_is_saved_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    invoke(*PLAY_RA, "--save", str(path), input=f"{DEAL}nile\n")
    done = invoke("play", "--save", str(path), input="fl\nundo\nfl\n")
    assert done.exit_code == 0, done.output
    match = Match.load(path)
    assert match.words() == ["draw", "tile Nile", "draw", "tile Flood"]
    assert not Path(f"{path}.seed").exists()


def test_bots_play_at_a_real_table_and_people_draw_for_them() -> None:
    match = Match("ra", ["random", "Ben"], draws="table", suns=[[9, 6, 5, 2], [8, 7, 4, 3]], date=DATE)
    match.play("draw")
    assert typed(match, "gold").words()[:2] == ["draw", "tile Gold"]


# ---- dice ----


def test_who_begins_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "evening.dice"
    done = invoke(*PLAY_DICE, "--save", str(path), input="carl\nb\nquit\n")
    assert "Who begins: Ann, Ben?" in done.output
    assert "'carl' is none of Ann, 1, Ben, 2" in done.output
    assert Match.load(path).deal == "2"


@pytest.mark.parametrize(
    "answer",
    [
        "snpca",
        "S N P C A",
        "sun, nile, pharaoh, civ, ankh",
        "roll violet:a y:s r=nile blue:p g:c",
        "roll yellow:Sun red:Nile blue:Pharaoh green:Civilization violet:Ankh",
    ],
)
def test_faces_are_typed_in_short(answer: str) -> None:
    words = dice_match(answer).words()
    assert words == ["roll yellow:Sun red:Nile blue:Pharaoh green:Civilization violet:Ankh"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("snp", "'snp' is not what was rolled: 3 faces for 5 dice, expected 5 of the faces Sun, Pharaoh, Nile"),
        ("snpcx", "'x' is no face"),
        ("y:s y:n r:n b:p g:c", "is not what was rolled"),
        ("y:s pink:n", "is not what was rolled"),
        ("7", "'7' is no face"),
    ],
)
def test_wrong_faces_are_explained(answer: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(dice_match(answer)) == 0
    assert said in " ".join(capsys.readouterr().out.split())


def test_rolls_are_asked_for_and_never_listed(capsys: pytest.CaptureFixture[str]) -> None:
    dice_match()
    said = capsys.readouterr().out
    assert "A letter for each die, in the order yellow, red, blue, green, violet" in " ".join(said.split())
    assert len(said) < 4000, "7,776 rolls would be more"


@pytest.mark.parametrize(
    ("answer", "word"),
    [
        ("rb", "reroll red blue"),
        ("reroll blue red", "reroll red blue"),
        ("re g", "reroll green"),
        ("r", "reroll red"),
        ("all", "reroll red blue green violet"),
        ("k", "keep"),
        ("1", "keep"),
    ],
)
def test_dice_to_roll_again_are_named_by_letters_and_suns_stay(answer: str, word: str) -> None:
    assert dice_match("snpca", answer).words()[1] == word


@pytest.mark.parametrize("answer", ["y", "rr", "rx", "ry"])
def test_dice_that_cannot_be_rolled_again_are_refused(answer: str) -> None:
    assert len(dice_match("snpca", answer)) == 1


@pytest.mark.parametrize(
    ("roll", "answer", "word"),
    [
        ("mnpca", "m temple y", "monument Temple yellow"),
        ("mnpca", "step yellow", "monument Step Pyramid yellow"),
        ("cccmm", "c b", "civilization blue"),
        ("ccccm", "c gy", "civilization yellow green"),
        ("ccccm", "civ green yellow", "civilization yellow green"),
        ("nnnpp", "fl", "flood"),
        ("nnnpa", "n 2", "nile 2"),
        ("snpca", "e", "end"),
    ],
)
def test_dice_are_used_by_short_words(roll: str, answer: str, word: str) -> None:
    assert dice_match(roll, "k", answer).words()[2] == word


def test_a_slip_of_the_dice_is_taken_back() -> None:
    assert dice_match("snpca", "undo", "mnpca", "r", "s", "undo", "m").words() == [
        "roll yellow:Monument red:Nile blue:Pharaoh green:Civilization violet:Ankh",
        "reroll red",
        "roll red:Monument",
    ]


def test_a_whole_dice_game_is_typed_in_letters_and_numbers() -> None:
    numbers = random.Random(7)
    match = Match("dice", ["Ann", "Ben"], draws="table", start=0, date=DATE)
    terminal = Terminal(match, ask=lambda prompt: "")

    def ask(prompt: str) -> str:
        now = terminal.match
        if now.is_chance:
            count = len(board(now).rolling)
            return "".join(numbers.choice(FACE_NAMES)[0] for _ in range(count))
        return numbers.choice([key for key, _ in dice.FACE.listed(now)])

    terminal.ask = ask
    terminal.run()
    assert terminal.match.result is not None
    assert Match.read(terminal.match.record()).record() == terminal.match.record()


# ---- both ----


@pytest.mark.parametrize("game", ["ra", "dice"])
def test_every_key_means_its_move(game: str) -> None:
    face = {"ra": ra.FACE, "dice": dice.FACE}[game]
    numbers = random.Random(2)
    match = Match(game, ["Ann", "Ben", "Cleo"], seed=5)
    while match.seat is not None:
        keys = [key for key, _ in face.listed(match)]
        assert len(set(keys)) == len(keys)
        assert {move for _, move in face.listed(match)} <= set(match.moves())
        assert face.listed(match) or face.question(match)
        match.play(numbers.choice(match.moves()))


def test_colours_begin_with_different_letters() -> None:
    assert len({colour[0] for colour in COLOURS}) == len(COLOURS)
    assert len({face[0] for face in FACE_NAMES}) == len(FACE_NAMES)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*PLAY_RA, "--seed", "3"), "--seed is for sealed draws"),
        (("play", "ra", "--companion"), "--companion needs to know who plays"),
        ((*PLAY_RA, "--set", "suns=1-2"), "suns '1-2' are not a way to deal the groups"),
        ((*PLAY_DICE, "--set", "start=3"), "start '3' is no seat"),
        ((*PLAY_DICE, "--set", "sun-track=99"), "sun-track '99' is unknown"),
    ],
)
def test_a_table_that_cannot_be_is_told(arguments: tuple[str, ...], said: str) -> None:
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_nothing_begins_when_the_questions_are_not_answered(tmp_path: Path) -> None:
    path = tmp_path / "evening.ra"
    done = invoke(*PLAY_RA, "--save", str(path), input="13\n")
    assert done.exit_code == 0
    assert not path.exists()
