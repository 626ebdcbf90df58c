"""A match in the terminal: people who share the keyboard, and bots."""

from __future__ import annotations

import random
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from heliopolis.bots.contract import Bot, ask
from heliopolis.errors import HeliopolisError, MoveError, UndoError
from heliopolis.facts import Reasons, Scored
from heliopolis.facts.views import Sheet
from heliopolis.table.match import TABLE, Match, legal
from heliopolis.terminal.answers import understand
from heliopolis.terminal.face import face_of
from heliopolis.terminal.seats import bot_named, is_told, sitting
from heliopolis.terminal.style import GOLD, QUIET, gains, name_of, sheets

#: What a bot has for a move.
THINKING_SECONDS = 5.0

HELP = "Type a move, its beginning or its number; or: undo, save FILE, log, why, quit."


class Terminal:
    """Shows a match to the people at one terminal, asks them for moves, and lets bots make theirs.

    Where people draw tiles or roll dice themselves (`draws: table`), one of them types for everyone. Such a screen
    shows what a spectator may see, and whatever was typed can be taken back.
    """

    def __init__(
        self,
        match: Match,
        save: Path | None = None,
        ask: Callable[[str], str] | None = None,
        console: Console | None = None,
        bots: Sequence[Bot | None] | None = None,
        seats: str | None = None,
    ) -> None:
        self.match = match
        self.face = face_of(match.game)
        self.bots = [bot_named(name) for name in match.players] if bots is None else list(bots)
        self.seats = seats
        """Who sits where, as it was typed: what a record does not tell has to be typed again."""
        self.save = save
        self.console = console or Console(highlight=False)
        self.ask = ask or self.console.input
        self.numbers = random.Random()
        self.told = len(match)
        self.scored = len(match.breakdowns())
        self.typed: list[int] = []
        """How many lines there were before each answer: what `undo` goes back to where people draw."""

    @property
    def companion(self) -> bool:
        """Whether people draw and roll, and one of them types for all."""
        return self.match.draws == TABLE

    def run(self) -> None:
        """Let the bots sit down, and play until the match is over, or someone quits."""
        with sitting(self.bots, self.match) as self.bots:
            self.play_on()

    def play_on(self) -> None:
        """Play until the match is over, or someone quits."""
        self.console.print(HELP, style=QUIET)
        try:
            self.match.reveal()  # a record may end before what was drawn
            while self.match.seat is not None:
                bot = self.bots[self.match.seat]
                if bot is not None and not self.match.is_chance:
                    self.play(self.ask_bot(bot, self.match.seat))
                elif not self.ask_person(self.match.seat):
                    break
        except (KeyboardInterrupt, EOFError):
            self.console.print()
        self.tell()
        self.finish()

    def ask_bot(self, bot: Bot, seat: int) -> str:
        """Ask a bot for its move; for one that fails, `random` makes it, and people are told."""
        state, name = self.match.state, self.match.players[seat]
        with self.console.status(f"{name} is thinking"):
            answer = ask(bot, state.copy(), legal(state), THINKING_SECONDS, self.numbers.getrandbits(64))
        if answer.fault is not None:
            told = f"{name} gave no answer that counts ({answer.told}): any legal move is made for it"
            self.console.print(told, style="red", markup=False, soft_wrap=not self.console.is_terminal)
        return self.match.game.words.word([answer.move])

    def play(self, *words: str) -> None:
        """Make moves, all or none of them, and keep them."""
        trial = self.match.copy() if len(words) > 1 else self.match
        for word in words:
            trial.play(word)
        self.match = trial
        self.keep()

    def keep(self) -> None:
        """Write the match to its file; what cannot be written does not stop the game."""
        if self.save is not None:
            try:
                self.match.save(self.save)
            except HeliopolisError as error:
                self.complain(error)

    def complain(self, error: HeliopolisError) -> None:
        """Say what was wrong."""
        self.console.print(escape(str(error)), style="red", soft_wrap=not self.console.is_terminal)

    # ---- what is shown ----

    def show(self, seat: int) -> None:
        """Show the table, what the epoch and the lot would bring, and the moves, to the one who is to act."""
        match = self.match
        viewer = None if self.companion or self.bots[seat] is not None else seat
        self.console.print()
        if self.console.is_terminal:
            for part in self.face.draw(match, viewer):
                self.console.print(part)
        else:
            self.console.print(escape(match.text(viewer)), soft_wrap=True)
        name = escape(match.players[seat])
        self.console.print(f"\nIf the epoch ended now, {name} would score: {gains(match.preview(seat))}", style=QUIET)
        lots = match.game.worth(match.state) if match.game.worth is not None else None
        if lots is not None:
            self.console.print(f"Winning these tiles would change that by: {gains(lots[seat])}", style=QUIET)
        words, edition = match.game.words, match.edition
        moves = [
            Text.assemble((key, GOLD), f" {words.shown(words.moves(move, edition), edition)}")
            for key, move in self.face.listed(match)
        ]
        if moves:
            self.console.print(Columns(moves, padding=(0, 3)))
        question = self.face.question(match)
        if question:
            self.console.print(question, style=QUIET, markup=False)

    def tell(self) -> None:
        """Tell what happened since the last time."""
        match = self.match
        for line, word, happened in match.log(self.told):
            self.console.print(Text.assemble(name_of(match, line.seat), f" {word}"))
            for text in happened:
                self.console.print(f"  {escape(text)}", style=QUIET, soft_wrap=not self.console.is_terminal)
        self.told = len(match)

    def tell_epoch(self) -> None:
        """Tell what the epochs brought that ended since somebody was asked: it is scored in the open (R35)."""
        match = self.match
        sheets = match.breakdowns()
        if len(sheets) == self.scored:
            return
        scored = [event for _, events in match.events() for event in events if isinstance(event, Scored)]
        for epoch in range(self.scored, len(sheets)):
            for sheet, event in zip(sheets[epoch], scored[epoch * len(match.players) :], strict=False):
                told = Text.assemble(f"Epoch {epoch + 1} brings ", name_of(match, event.seat), f" {gains(sheet)}")
                self.console.print(told)
                self.explain(sheet, event.reasons)
        self.scored = len(sheets)

    def explain(self, sheet: Sheet, why: Reasons) -> None:
        """Say why what stands on a sheet is so, as far as it is not nothing."""
        for category, reason in self.face.tell(sheet, why, self.match.players, self.match.edition).items():
            if sheet[category]:
                line = f"  {category} {sheet[category]:+d}: {reason}"
                self.console.print(line, style=QUIET, markup=False, soft_wrap=not self.console.is_terminal)

    def explain_now(self) -> None:
        """Say what everyone would score if the epoch ended now, and why."""
        match = self.match
        reasons = match.game.views.reasons(match.state)
        for seat, (sheet, why) in enumerate(zip(match.previews(), reasons, strict=True)):
            self.console.print(Text.assemble("Now ", name_of(match, seat), f" would score {gains(sheet)}"))
            self.explain(sheet, why)

    # ---- what is typed ----

    def ask_person(self, seat: int) -> bool:
        """Show the table to a person and take one answer; False when they want to stop.

        Where people draw, they draw for the bots too.
        """
        self.tell()
        self.tell_epoch()
        self.show(seat)
        while True:
            answer = self.ask(f"[bold]{escape(self.match.players[seat])}[/]> ").strip()
            if answer.lower() in ("quit", "exit"):
                return False
            try:
                if self.answer(answer):
                    return True
            except HeliopolisError as error:
                self.complain(error)

    def answer(self, answer: str) -> bool:
        """Do what a person typed; False when the same person is to be asked again."""
        command, _, rest = answer.partition(" ")
        if not answer or command in ("help", "?"):
            self.console.print(HELP, style=QUIET)
        elif command == "save" and rest:
            self.match.save(rest)
            self.console.print(f"saved as {escape(rest)}", style=QUIET)
        elif answer == "log":
            self.told = 0
            self.tell()
        elif answer == "why":
            self.explain_now()
        elif answer == "undo":
            self.undo()
            return True
        else:
            before = len(self.match)
            self.play(*self.meant(answer))
            self.typed.append(before)
            return True
        return False

    def meant(self, answer: str) -> list[str]:
        """Find the moves that an answer means: by number, in the game's short forms, by words or their beginnings."""
        match = self.match
        by_key = dict(self.face.listed(match))
        if answer in by_key:
            return [by_key[answer]]
        short = self.face.short(match, answer)
        if short is not None:
            return short
        words, edition = match.game.words, match.edition
        shown = {move: words.shown(words.moves(move, edition), edition) for move in match.moves()}
        said = [(text, move) for move in shown for text in (move, shown[move])]
        found = None if answer.isdigit() and by_key else understand(answer, said)
        if found is None and answer.isdigit():
            raise MoveError(
                f"there is no move {answer[:9]!r}: choose {', '.join(by_key) or 'one of those named above'}"
            )
        return [answer if found is None else found]

    def undo(self) -> None:
        """Take back the last move; where people draw, the last answer, for it can only have been a slip."""
        match = self.match
        if self.companion and match.lines:
            self.match = match.at(self.typed.pop() if self.typed else len(match) - 1)
        else:
            if match.lines and self.bots[match.lines[-1].seat] is not None:
                raise UndoError("the last move cannot be taken back: it was a bot's, and bots do not choose again")
            match.undo()
        self.told = min(self.told, len(self.match))
        self.scored = min(self.scored, len(self.match.breakdowns()))
        self.console.print("Taken back.", style=QUIET)
        self.keep()

    # ---- the end ----

    def finish(self) -> None:
        """Say how the match ended, or how to go on with it."""
        match = self.match
        if match.result is None:
            if self.save is not None:
                self.keep()
                how = f"To go on: heliopolis play {match.game.name} --save {escape(str(self.save))}"
                if self.seats is not None and not is_told(match.players):
                    how += f" --seats {escape(shlex.quote(self.seats))}"
                self.console.print(how, soft_wrap=True)
            return
        self.console.print()
        if self.console.is_terminal:
            for part in self.face.draw(match, None):
                self.console.print(part)
        else:
            self.console.print(escape(match.text()), soft_wrap=True)
        self.console.print()
        self.console.print(sheets(match))
        winners = " and ".join(match.players[seat] for seat in match.result.winners)
        if self.save is not None:
            self.console.print(f"\nThe record is in {escape(str(self.save))}.", style=QUIET, soft_wrap=True)
        self.console.print(f"\n{escape(winners)} {'win' if len(match.result.winners) > 1 else 'wins'}.", style=GOLD)
