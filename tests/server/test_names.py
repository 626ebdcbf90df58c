"""Names of people: honest ones from everywhere, none that cannot be seen, none that looks like another."""

from __future__ import annotations

import unicodedata

import pytest

from heliopolis.errors import SetupError
from heliopolis.server.names import check_name, check_people, clean_name, free_name, same_name

HONEST = [
    *("Ann", "Zoë", "José", "Łukasz", "Þórdís", "Nguyễn Thị Ánh", "O'Brien", "Jean-Luc", "Ann 2"),
    *("Ελένη", "Дмитрий", "გიორგი", "Արմեն", "שָׁלוֹם", "מִרְיָם", "مُحَمَّد", "فاطمة"),
    *("नीलम", "लक्ष्मी", "ஸ்ரீராம்", "ณัฐ์", "ទេវី", "མགོན་པོ"),
    *("山田", "さくら", "ガブリエル", "김민준", "𠮷田", "🐪"),
]


@pytest.mark.parametrize("name", HONEST)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_honest_names_of_many_scripts_are_accepted(name: str, form: str) -> None:
    typed = clean_name(unicodedata.normalize("NFC" if form == "NFC" else "NFD", name))
    check_people([typed, "somebody else"])
    assert typed == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",  # a filler of Hangul, which counts as a letter
        "Ann\u3164",
        "\u115f\u1160",
        "\uffa0",
        "\u2800\u2800",  # Braille without dots
        "\u034f",
        "Ann\ufe0f",
        "Ann\U000e0101",
        "\u17b4",
        "Ann\u180b",
        "\u200b",  # these are not even printable
        "Ann\u202e",
        "Ann\u200d",
        "\ufeff",
        "\x1b[31mAnn",
        "",
        " ",
    ],
)
def test_a_name_that_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(SetupError, match="is not a name"):
        check_people(["Ben", clean_name(name)])


def test_a_name_that_is_drawn_over_others_is_refused() -> None:
    zalgo = "Z" + "\u0300\u0316\u0317\u0318\u0319" * 3
    for name in (zalgo, "Ann" + "\u0489" * 4, "\u0301Ann", "\u0301"):
        with pytest.raises(SetupError, match="is not a name: expected at most 3 marks on a letter"):
            check_name(clean_name(name))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A", "a"),
        ("ANN", "ann"),
        ("Ann", "\uff21\uff4e\uff4e"),  # letters of full width
        ("Zo\u00eb", "Zoe\u0308"),
        ("\ud55c", "\u1112\u1161\u11ab"),
        ("STRASSE", "straße"),
        ("\ufb01nn", "finn"),
        ("Ann 2", "ann ²"),
        ("\u03a3", "\u03c2"),
    ],
)
def test_what_people_take_for_one_name_is_one(one: str, other: str) -> None:
    assert same_name(one) == same_name(other)
    with pytest.raises(SetupError, match=r"looks like|a name of its own"):
        check_people([one, "Ben", other])
    with pytest.raises(SetupError, match=r"looks like|a name of its own"):
        check_people([clean_name(one), "Ben", clean_name(other)])


def test_names_that_differ_for_people_stay_different() -> None:
    check_people(["Ann", "Anna", "Änn", "Ann 2"])
    check_people(["山田", "山口", "田山"])
    check_people(["Zoë", "Zoe", "Zoé"])


def test_a_name_is_kept_in_its_plainest_form() -> None:
    assert clean_name("  Zoe\u0308   the\u00a0Great ") == "Zo\u00eb the Great"


def test_a_bot_gets_a_number_where_somebody_has_its_name() -> None:
    assert free_name("Greedy", []) == "Greedy"
    assert free_name("Greedy", ["Ann", "GREEDY", ""]) == "Greedy 2"
    assert free_name("Greedy", ["greedy", "Greedy 2", "Greedy \uff13"]) == "Greedy 4"
