"""The lessons: a first game with somebody beside it who explains, whatever is played."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.browser.lessons import (
    CARD,
    CHOICES,
    Card,
    choosing,
    dice_as_asked,
    finger,
    go_on,
    keys,
    learn,
    learn_all,
    mouse,
    ra_as_asked,
    read,
    unanswered,
)
from tests.browser.player import OFTEN, resize
from tests.browser.test_access import violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]
PHONE = {"width": 360, "height": 640}
LOW = {"width": 740, "height": 360}

#: Somebody has moved, and it is our turn again.
CHANGED = """before => document.querySelector('[data-lines]').dataset.lines !== before
  && document.querySelector('[data-mine=true]') !== null"""

#: What everyone knows of Ra who has learned it.
KNOWN = [
    "Most points win",
    "one thing: draw a tile onto the auction track, or invoke Ra",
    "Invoke Ra when the lot is good for you",
    "lies in the centre now, for the next winner",
    "face down: you can use it in the next epoch",
    "All your sun disks are face down: you sit out until the next epoch",
    "It ends as soon as the Ra track is full, as now, or before that when nobody has a sun disk left",
    "take one tile from the track without an auction",
    "Each Nile scores 1 at the end of an epoch, but only if you hold a Flood then",
    "none at all costs 5",
    "whoever has most Pharaohs gains 5, and whoever has fewest loses 2",
    "whoever takes it loses 2 Pharaohs",
    "Monuments stay with you and score at the end of the game",
    "Pharaohs, Niles and monuments stay with you. Gods, Gold, Floods and civilizations left the game",
    "each Gold 3",
    "the highest sum gains 5, the lowest loses 5",
]


def said(cards: list[Card]) -> str:
    return " ".join(" ".join(card["text"].split()) for card in cards)


def ends_well(cards: list[Card]) -> bool:
    """Tell whether somebody was accepted and answered who did not what was asked for, to the end."""
    assert unanswered(cards) == []
    contradicted = any(card["title"].startswith("You ") and card["on"] and not card["topic"] for card in cards[:-1])
    return contradicted and cards[-1]["title"] == "You know how to play"


def test_ra_by_the_intended_moves_and_keys_alone(open_page: OpenPage) -> None:
    page = open_page("/")
    # Who is new here is asked first.
    page.click("main >> text=Learn Ra in five minutes")
    page.wait_for_selector(".lesson")
    card = read(page, None)
    assert (card["topic"], card["asks"]) == ("goal", "draw")
    assert violations(page) == []
    cards = []
    while not card["dialog"]:
        cards.append(card)
        go_on(page, card, ra_as_asked, keys)
        card = read(page, card)
    assert violations(page) == []
    cards += learn_all(page, card, ra_as_asked, keys)
    taught = {card["topic"] for card in cards}
    assert taught >= {"goal", "auction", "invoke", "worth", "raTile", "pass", "must", "gods", "centre"}
    assert taught >= {"won", "lost-lot", "lost-tiles", "out", "near"}
    assert unanswered(cards) == []
    assert taught >= {"nile", "flood", "pharaoh", "civilization", "monument", "god", "disaster"}
    assert [known for known in KNOWN if known not in said(cards)] == []
    # Three to five minutes: so many moves, and so much to read.
    assert sum(card["asks"] is not None for card in cards) <= 18
    assert sum(card["on"] for card in cards) <= 26
    assert sum(re.fullmatch(r"[RD]\d+", word) is None for word in said(cards).split()) <= 1280
    # Whoever does what is asked for is never told that it could be taken back.
    assert not any(card["back"] for card in cards)
    # The sheet is explained as long as it lies there, then the game goes on.
    assert [card["title"] for card in cards if card["dialog"]] == [
        "The epoch is over.",
        "Gods and Gold: +2.",
        "Pharaohs: \u22122.",
        "River: +3.",
        "Civilization: +10.",
        "Together: +13.",
    ]
    assert [card["title"] for card in cards[-2:]] == ["What stays", "You know how to play"]
    page.wait_for_selector("[data-mine=true]")
    page.goto("/")
    page.wait_for_selector("text=Also to learn:")
    assert page.locator("text=New here?").count() == 0
    assert page.locator(".lessons a").all_inner_texts() == ["Learn the dice game in three minutes"]
    page.get_by_role("button", name="Help").click()
    page.wait_for_selector("dialog >> text=Learn Ra in five minutes")


def test_ra_by_always_the_first_move_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra", viewport=PHONE, has_touch=True)
    card = learn(page, "ra")
    assert violations(page) == []
    assert ends_well(learn_all(page, card, choosing(lambda _: 0, finger), finger))


def test_ra_by_any_moves_in_a_low_window(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra", viewport=LOW)
    play = choosing(random.Random(7).randrange, mouse)
    assert ends_well(learn_all(page, learn(page, "ra"), play, mouse))


def test_dice_by_the_intended_moves_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/#/rules/dice", viewport=PHONE, has_touch=True)
    card = learn(page, "dice")
    assert violations(page) == []
    cards = learn_all(page, card, dice_as_asked(finger), finger)
    taught = {card["topic"] for card in cards}
    assert taught >= {"roll", "faces", "use", "end", "civilization", "flood", "nile", "pharaoh", "monument"}
    assert taught >= {"ra-moved", "suns-scored", "near", "disaster"}
    assert unanswered(cards) == []
    assert not any(card["back"] for card in cards)
    assert cards[-1]["title"] == "You know how to play"


def test_dice_by_always_the_first_move_and_keys_alone(open_page: OpenPage) -> None:
    page = open_page("/#/rules/dice", viewport=LOW)
    assert ends_well(learn_all(page, learn(page, "dice"), choosing(lambda _: 0, keys), keys))


def test_dice_by_any_moves_and_reloads(open_page: OpenPage) -> None:
    page = open_page("/#/rules/dice")
    numbers = random.Random(7)
    play = choosing(numbers.randrange, mouse)

    def reload_and_play(page: Page, card: Card) -> None:
        if numbers.random() < 0.2:
            page.reload()
            page.wait_for_selector(".lesson")
            assert read(page, None) == card
        play(page, card)

    assert ends_well(learn_all(page, learn(page, "dice"), reload_and_play, mouse))


def test_going_back_asks_again(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra")
    goal = learn(page, "ra")
    page.click("[data-word=invoke]")
    answer = read(page, goal)
    assert (answer["title"], answer["back"]) == ("You invoked Ra", True)
    page.click("[data-lesson-do=back]")
    assert read(page, answer) == goal
    # Bots answer only when the answer was read.
    page.click("[data-word=invoke]")
    answer = read(page, goal)
    lines = answer["lines"]
    page.click("[data-lesson-do=on]")
    assert int(read(page, answer)["lines"]) > int(lines)


def test_a_lesson_goes_on_after_a_reload_and_ends_where_it_is_left(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra")
    card = learn(page, "ra")
    kinds = set()
    for _ in range(12):
        kind = "read" if card["on"] else "choose"
        if kind not in kinds and card["topic"] != "goal":
            kinds.add(kind)
            page.reload()
            page.wait_for_selector(".lesson")
            assert read(page, None) == card
        go_on(page, card, ra_as_asked, keys)
        card = read(page, card)
    assert kinds == {"read", "choose"}
    page.click(".lesson >> text=Fold")
    assert page.locator(".lesson p").count() == 0
    # It is asked first.
    page.click(".lesson >> text=Leave")
    page.click("[data-lesson-do=stay]")
    assert page.locator("[data-lesson-do=leave]").count() == 0
    page.click(".lesson >> text=Leave")
    page.click("[data-lesson-do=leave]")
    page.wait_for_selector(".lesson", state="detached")
    assert page.locator("[data-pointed]").count() == 0
    # It is a game like any other now, and stays one.
    page.wait_for_selector("[data-mine=true]")
    before = page.get_attribute("[data-lines]", "data-lines")
    page.locator(CHOICES).first.click()
    page.wait_for_function(CHANGED, arg=before, polling=OFTEN)
    page.reload()
    page.wait_for_selector("[data-mine=true]")
    assert page.evaluate(CARD) is None
    # Until somebody takes it up again.
    page.get_by_role("button", name="Help").click()
    page.click("text=Go on with the lesson")
    page.wait_for_selector("dialog[open]", state="detached")
    card = read(page, None)
    assert card["asks"] or card["on"]


#: What the expert says lies over the card of the lesson, or reaches out of the window.
HIDES = """() => {
  const [card, hint] = ['.lesson', 'section.beside:has([data-hint])'].map((one) =>
    document.querySelector(one).getBoundingClientRect())
  const over = card.left < hint.right && hint.left < card.right && card.top < hint.bottom && hint.top < card.bottom
  return over || hint.top < 0 || hint.bottom > innerHeight || hint.height < 100
}"""


def test_a_hint_hides_nothing_of_the_card(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra")
    learn(page, "ra")
    page.click("[data-word=hint]")
    page.wait_for_selector("[data-hint]")
    for size in ((1280, 720), (1024, 600), (768, 1024), (740, 360), (360, 640)):
        resize(page, *size)
        page.wait_for_function(f"() => !({HIDES})()", polling=OFTEN, timeout=10_000)  # it is laid out a little later


def test_ra_by_any_moves_and_reloads(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra")
    numbers = random.Random(4)
    play = choosing(numbers.randrange, mouse)
    card = learn(page, "ra")
    cards = []
    reloaded = set()
    for _ in range(16):
        cards.append(card)
        kind = "read" if card["on"] else "choose"
        if len(cards) > 1 and (kind not in reloaded or numbers.random() < 0.2):
            reloaded.add(kind)
            page.reload()
            page.wait_for_selector(".lesson")
            assert read(page, None) == card
        go_on(page, card, play, mouse)
        card = read(page, card)
    assert reloaded == {"read", "choose"}
    # Only what was not chosen yet has no answer.
    assert [one for one in unanswered([*cards, card]) if one is not card] == []
    assert any(card["back"] for card in cards)


def test_a_lesson_is_repeated_from_help(open_page: OpenPage) -> None:
    page = open_page("/#/rules/ra")
    first = learn(page, "ra")
    place = page.url
    page.click("[data-word=invoke]")
    read(page, first)
    page.get_by_role("button", name="Help").click()
    page.click("dialog >> text=Learn Ra in five minutes")
    page.wait_for_url(lambda url: "/table/" in url and url != place)
    page.wait_for_selector(".lesson[data-lesson=goal]")
    # Another table, the same game, from its beginning: nothing is taken as known.
    assert read(page, None) == first
    assert page.locator("[data-space]:not(.empty)").count() == 0
    # The other one goes on where it was.
    page.goto(place)
    page.wait_for_selector("[data-lesson-do=back]")


def test_what_cannot_be_taught_says_so(open_page: OpenPage) -> None:
    page = open_page("/#/learn/chess")
    page.wait_for_selector("text=The lesson cannot begin")
    assert "there is no game" in page.inner_text("[role=alert]")
