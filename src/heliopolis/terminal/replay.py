"""A record, moment by moment: drawn one at a time and walked through by keys, or told from beginning to end."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from heliopolis.table.match import Match
from heliopolis.terminal.face import face_of
from heliopolis.terminal.person import addressed
from heliopolis.terminal.style import GOLD, QUIET, new_console, say_below, sheet_lines, sheets
from heliopolis.terminal.telling import who_did

#: What keys do besides the jumps, whose letters are those of the marks.
KEYS = {
    **dict.fromkeys([" ", "n", "\x1b[C", "\x1bOC"], "on"),
    **dict.fromkeys(["b", "p", "\x1b[D", "\x1bOD"], "back"),
    **dict.fromkeys(["0", "\x1b[H", "\x1b[1~", "\x1bOH"], "first"),
    **dict.fromkeys(["$", "\x1b[F", "\x1b[4~", "\x1bOF"], "last"),
    **dict.fromkeys(["q", "\x1b", "\x04"], "quit"),
    **dict.fromkeys(["\x7f", "\b"], "forget"),
    **dict.fromkeys(["g", "\r", "\n"], "go"),
}
LONGEST_NUMBER = 6


class Replay:
    """A match that is walked through. Scores are open: a record tells them all."""

    def __init__(self, match: Match, console: Console | None = None, plain: bool = False) -> None:
        self.match = match.copy()
        self.match.open_scores = True
        self.face = face_of(match.game)
        self.plain = plain
        self.console = console or new_console(plain)
        self.log = list(self.match.log())
        self.place = 0
        self.number = ""
        """The digits that were pressed, before `g` goes to that line."""

    # ---- one moment ----

    def show(self, place: int) -> None:
        """Draw the table after so many lines, and tell the line that led there."""
        moment = self.match.at(place)
        if self.console.is_terminal:
            for part in self.face.draw(moment, None):
                self.console.print(part)
        else:
            self.write(moment)
        self.console.print()
        if place:
            self.tell(place)
        else:
            self.console.print("The opening.", style=QUIET)
        if place == len(self.log) and moment.result is not None:
            self.sum_up(moment)

    def write(self, moment: Match) -> None:
        """Tell the table in words."""
        if self.plain:
            for sentence in self.face.sentences(moment, None):
                self.console.print(sentence, markup=False, soft_wrap=True)
        else:
            self.console.print(addressed(moment.text()), markup=False, soft_wrap=True)

    def sum_up(self, moment: Match) -> None:
        """Show the score sheets of all epochs."""
        self.console.print()
        if self.plain:
            for line in sheet_lines(moment):
                self.console.print(line, soft_wrap=True)
        else:
            self.console.print(sheets(moment))

    def tell(self, place: int) -> None:
        """Tell one line: who did what, and what followed."""
        _, _, happened = self.log[place - 1]
        self.console.print(Text.assemble((f"{place}. ", QUIET), who_did(self.match, self.face, place - 1)))
        for text in happened:
            say_below(self.console, addressed(text))

    def tell_all(self) -> None:
        """Tell the whole match, with the table at its beginning and its end."""
        self.write(self.match.at(0))
        self.console.print()
        for place in range(1, len(self.log) + 1):
            self.tell(place)
        self.console.print()
        self.write(self.match)
        if self.match.result is not None:
            self.sum_up(self.match)

    # ---- walking ----

    def marks(self) -> dict[str, list[int]]:
        """Find where epochs, turns and auctions begin, as numbers of lines."""
        found: dict[str, list[int]] = {}
        before: dict[str, object] = {}
        moment = self.match.at(0)
        words = self.match.words()
        for place in range(len(words) + 1):
            if place:
                moment.replay(words[place - 1])
            now = self.face.marks(moment.view(None).board)
            for name, mark in now.items():
                places = found.setdefault(name, [])
                if place and mark is not None and mark != before.get(name):
                    places.append(place)
            before = now
        return found

    def walk(self, key: Callable[[], str]) -> None:
        """Walk by keys until someone has seen enough."""
        marks = self.marks()
        jumps = {name[0]: name for name in marks}
        names = "  ".join(f"{letter}/{letter.upper()} {name}" for letter, name in jumps.items())
        help_line = f"   space on  b back  {names}  12g line 12  q quit"
        while True:
            self.console.clear()
            self.show(self.place)
            where = (str(self.place), GOLD), f" of {len(self.log)}", (help_line, QUIET), (f"  {self.number}", GOLD)
            self.console.print(Text.assemble("\n", *where))
            try:
                pressed = key()
            except (KeyboardInterrupt, EOFError):
                return
            if pressed.lower() in jumps:
                self.jump(marks[jumps[pressed.lower()]], forward=pressed.islower())
            elif pressed.isdecimal() and pressed.isascii() and (self.number or pressed != "0"):
                self.number = (self.number + pressed)[:LONGEST_NUMBER]
                continue
            elif not self.step(KEYS.get(pressed, "")):
                return
            self.number = ""

    def jump(self, places: list[int], *, forward: bool) -> None:
        """Go to the next of some places, or the one before; to the end or the beginning where there is none."""
        if forward:
            self.place = min((place for place in places if place > self.place), default=len(self.log))
        else:
            self.place = max((place for place in places if place < self.place), default=0)

    def step(self, what: str) -> bool:
        """Do what a key says; False when it says to stop."""
        go = int(self.number) if self.number else self.place + 1  # Enter alone goes on
        places = {"on": self.place + 1, "back": self.place - 1, "first": 0, "last": len(self.log), "go": go}
        self.place = min(max(places.get(what, self.place), 0), len(self.log))
        return what != "quit"
