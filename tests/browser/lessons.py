"""Somebody who learns: reads the card, and makes a move, by mouse, finger or keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.browser.player import OFTEN

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: What is on the card, and whether a sheet lies over it: then it is said there.
CARD = """() => {
  const lesson = document.querySelector('.lesson')
  const said = document.querySelector('dialog[open] .taught') ?? lesson?.querySelector('.said')
  return lesson && {
    topic: lesson.dataset.lesson,
    asks: lesson.dataset.asks ?? null,
    answers: lesson.dataset.answers ?? null,
    title: (said.querySelector('h2 > span') ?? said.firstElementChild).textContent,
    text: said.textContent.trim(),
    on: lesson.querySelector('[data-lesson-do=on]') !== null,
    back: lesson.querySelector('[data-lesson-do=back]') !== null,
    dialog: document.querySelector('dialog[open]') !== null,
    lines: document.querySelector('[data-lines]').dataset.lines,
  }
}"""
#: Something is to be read or chosen that was not there before; or the lesson is over.
NEXT = f"""(before) => {{
  const card = ({CARD})()
  return !card || ((card.on || card.asks) && JSON.stringify(card) !== before)
}}"""

#: What is amiss: the card or what it points at hides something, or is not to be seen; or there is more than the window.
AMISS = """() => {
  const found = []
  const box = (one) => one.getBoundingClientRect()
  const is = (where) => [...document.querySelectorAll(where)].filter((one) => box(one).width && box(one).height)
  const page = document.documentElement
  if (page.scrollHeight > innerHeight) found.push(`the page is ${page.scrollHeight} high`)
  const sheet = document.querySelector('dialog[open]')
  const card = sheet ? sheet.querySelector('.foot') : document.querySelector('.lesson')
  const said = sheet ? sheet.querySelector('.taught') : card.querySelector('.said')
  if (said.scrollHeight > said.clientHeight + 1) found.push(`${said.scrollHeight - said.clientHeight} px are not read`)
  const { left, right, top, bottom } = box(card)
  if (top < 0 || bottom > innerHeight + 1) found.push('the card is not in the window')
  const seen = sheet ? '[data-pointed]' : '.offer, [data-bid], [data-take], [data-discard], .target, [data-pointed]'
  for (const one of is(seen).filter((one) => !card.contains(one))) {
    const at = box(one)
    const covered = at.left < right && at.right > left && at.top < bottom && at.bottom > top
    if (covered || at.top < 0 || at.bottom > innerHeight + 1) found.push(one.outerHTML.slice(0, 80))
  }
  return found
}"""

#: What can be chosen, at a table of any game.
CHOICES = (
    ".offer:not([data-word=undo]):not([data-word=cancel]), [data-bid], [data-take], [data-discard], .board .target"
)
#: Where there are several ways, or something is spent or left unused, the choice is confirmed.
CONFIRMS = "[data-word=spend], .offer[data-word^='civilization '], [data-word='end anyway']"

Card = dict[str, Any]
#: Presses something.
Hand = Callable[["Locator"], None]
#: What to do with a card on which a move is asked for.
Play = Callable[["Page", Card], None]


def mouse(one: Locator) -> None:
    one.click()


def finger(one: Locator) -> None:
    one.tap()


def keys(one: Locator) -> None:
    one.focus()
    one.press("Enter")


def learn(page: Page, game: str) -> Card:
    """Begin a lesson."""
    page.goto(f"/#/learn/{game}")
    page.wait_for_selector(".lesson")
    return read(page, None)


def read(page: Page, before: Card | None) -> Card:
    """Wait for the next card. An empty one: the lesson is over."""
    page.wait_for_function(NEXT, arg=before and page.evaluate("card => JSON.stringify(card)", before), polling=OFTEN)
    found: Card | None = page.evaluate(CARD)
    return found or {}


def go_on(page: Page, card: Card, play: Play, hand: Hand) -> None:
    """Have read a card, on the table or in a sheet, or make a move."""
    if not card["on"]:
        play(page, card)
    elif hand is keys:
        page.keyboard.press("Enter")
    else:
        hand(page.locator("dialog [data-lesson-do=on]" if card["dialog"] else "[data-lesson-do=on]"))


def learn_all(page: Page, card: Card, play: Play, hand: Hand) -> list[Card]:
    """Go through a whole lesson, look at every card, and say what was on them."""
    cards = []
    while card:
        assert page.evaluate(AMISS) == [], card
        cards.append(card)
        assert len(cards) < 300
        go_on(page, card, play, hand)
        card = read(page, card)
    return cards


def unanswered(cards: list[Card]) -> list[Card]:
    """Find the cards on which a move was made that no later card answers: each answer names the line of its move."""
    answered = {card["answers"] for card in cards if card["answers"] is not None}
    moves = [card for card in cards if not card["on"]]
    # The line of a move is the first after those that were there when it was made.
    return [card for card in moves if card["lines"] not in answered]


def choosing(number: Callable[[int], int], hand: Hand) -> Play:
    """Choose by number from all that can be done, whatever the card says."""

    def play(page: Page, _: Card) -> None:
        choices = page.locator(CHOICES)
        hand(choices.nth(number(choices.count())))
        if page.locator(CONFIRMS).count():
            hand(page.locator(CONFIRMS))

    return play


KEYS = {"draw": "d", "invoke": "i", "pass": "p", "stop": "s"}


def ra_as_asked(page: Page, card: Card) -> None:
    """Do with the keyboard what the card asks for."""
    verb, _, rest = card["asks"].partition(" ")
    if verb == "bid":
        for digit in rest:
            page.keyboard.press(digit)
    elif verb == "take":
        space = page.locator(f"[data-space]:has([data-take='{rest}'])").first.get_attribute("data-space")
        page.keyboard.press(str(int(space or 0) + 1))
        page.keyboard.press("Enter")
    elif verb == "discard":
        keys(page.locator(f"[data-discard='{rest}']"))
    else:
        page.keyboard.press(KEYS[verb])


def dice_as_asked(hand: Hand) -> Play:
    """Do at the dice table what the card asks for."""

    def play(page: Page, card: Card) -> None:
        verb, _, rest = card["asks"].partition(" ")
        board = page.locator(".board")
        offer = page.locator(f"[data-word='{card['asks']}']")
        if verb == "reroll":
            for colour in rest.split():
                hand(page.locator(f".dice .die-{colour} button"))
            hand(offer)
        elif verb in ("pharaoh", "nile"):
            hand(board.get_by_role("button", name=re.compile(rf"^{verb}: to \d+, {rest} di", re.IGNORECASE)))
        elif verb == "flood":
            hand(board.locator(".water .target"))
            if rest:  # which die to keep is asked in the bar
                hand(offer)
        elif verb == "civilization":
            for colour in rest.split():
                hand(board.get_by_role("button", name=f"Civilization {colour}"))
            if offer.count():
                hand(offer)
        elif verb in ("monument", "discard"):
            hand(board.get_by_role("button", name=re.compile(f"{rest}\\b", re.IGNORECASE)).first)
        else:
            hand(offer)

    return play
