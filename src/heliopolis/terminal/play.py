"""A match in the terminal: people who share the keyboard, and bots."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.text import Text

from heliopolis.bots.contract import Bot, ask
from heliopolis.coach.advice import advise
from heliopolis.coach.values import worths
from heliopolis.coach.why import compared
from heliopolis.errors import HeliopolisError, MoveError, RecordError, quoted
from heliopolis.facts import Reasons, Scored
from heliopolis.facts.views import Sheet
from heliopolis.rulebook import rulebook
from heliopolis.table.match import TABLE, Match, legal
from heliopolis.table.record import seed_file
from heliopolis.terminal.answers import NotNowError, understand
from heliopolis.terminal.face import face_of
from heliopolis.terminal.paths import in_shell
from heliopolis.terminal.person import addressed, wins
from heliopolis.terminal.reasons import listing
from heliopolis.terminal.review import tell_worths
from heliopolis.terminal.rules import print_rules
from heliopolis.terminal.seats import bot_named, is_told, sitting
from heliopolis.terminal.style import GOLD, QUIET, fold, gains, name_of, new_console, say_below, sheet_lines, sheets
from heliopolis.terminal.telling import is_told_next, who_did

#: What a bot has for a move.
THINKING_SECONDS = 5.0
#: What the expert has for a hint; where it has not judged the moves by then, it goes on.
HINT_SECONDS = (1.0, 4.0, 10.0)

COMMANDS = ("undo", "hint", "why", "show", "log", "position", "rule", "save", "help", "quit")
HELP = "Type a move, its beginning or its number; or: undo, hint, why, show, log, position, save FILE, help, quit."
EXPLAINED = (
    "undo  take back your last move, and what bots answered, if nothing was revealed since",
    "hint  what the expert would do, and why, where nobody but you is against the bots",
    "why   what everyone would score now, and for what",
    "show  the table again",
    "log   the match from its beginning, with what each epoch brought",
    "position  where the match stands, in one line to copy: `heliopolis play --position` goes on from it",
    "rule ID    a rule, by an id like those in brackets here; `heliopolis rules` prints them all",
    "save FILE  write the record to a file",
    "quit  stop; the match is kept, and the last line says how to go on with it",
)
#: More moves than this are not completed: nobody reads so many.
MOST_OFFERED = 200


def is_at_terminal() -> bool:
    """Tell whether a person types, and sees what is printed."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def way_to_ask(console: Console, offers: Callable[[], Sequence[str]], *, plain: bool) -> Callable[[str], str]:
    """Choose how a line is asked for: at a terminal it can be edited, and completed with what is offered."""
    if is_at_terminal() and not plain:
        from heliopolis.terminal.prompt import line_editor

        return line_editor(offers)
    if is_at_terminal():
        with suppress(ImportError):  # where it is, a line can be edited without being drawn
            import readline  # noqa: F401
    return console.input


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
        plain: bool = False,
        bots: Sequence[Bot | None] | None = None,
        seats: str | None = None,
        unnamed: bool = False,
    ) -> None:
        self.match = match
        self.face = face_of(match.game)
        self.bots = [bot_named(name) for name in match.players] if bots is None else list(bots)
        self.seats = seats
        """Who sits where, as it was typed: what a record does not tell has to be typed again."""
        self.save = save
        self.unnamed = save if unnamed else None
        """The file, where it is one of those that `heliopolis matches` lists and numbers."""
        self.plain = plain
        """Whether all is told in reading order, a fact a line, and nothing is drawn."""
        self.console = console or new_console(plain)
        self.at_terminal = ask is not None or is_at_terminal()
        self.ask = ask or way_to_ask(self.console, self.offers, plain=plain)
        self.numbers = random.Random()
        self.told = 0 if all(line.is_chance for line in match.lines) else len(match)
        self.scored = len(match.breakdowns())
        self.typed: list[int] = []
        """How many lines there were before each answer: what `undo` goes back to where people draw."""
        self.unkept: HeliopolisError | None = None
        """Why the match as it stands could not be written, if so."""

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
        self.say_quietly(HELP)
        try:
            self.match.reveal()  # a record may end before what was drawn
            while self.match.seat is not None:
                bot = self.bots[self.match.seat]
                if bot is not None and not self.match.is_chance:
                    if not self.pause():
                        break
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
        with self.thinking(name):
            answer = ask(bot, state.copy(), legal(state), THINKING_SECONDS, self.numbers.getrandbits(64))
        if answer.fault is not None:
            told = f"{name} gave no answer that counts ({answer.told}): any legal move is made for it"
            self.console.print(told, style="red", markup=False, soft_wrap=not self.console.is_terminal)
        return self.match.game.words.word([answer.move])

    def thinking(self, name: str) -> AbstractContextManager[object]:
        """Show that somebody thinks, as long as it takes."""
        if self.plain:
            return nullcontext()
        spinner = "dots" if self.console.encoding.startswith("utf") else "line"
        return self.console.status(f"{name} is thinking", spinner=spinner)

    def pause(self) -> bool:
        """Before a bot goes on after the end of an epoch, tell what it brought, and wait; False when someone stops."""
        if len(self.match.breakdowns()) == self.scored or None not in self.bots:
            return True
        self.tell()
        self.tell_epoch()
        if not self.at_terminal or not (self.console.is_terminal or self.plain):
            return True
        return self.ask(f"[{QUIET}]Enter goes on[/] ").strip().lower() not in ("quit", "exit")

    def play(self, *words: str) -> None:
        """Make moves, all or none of them, and keep them."""
        trial = self.match.copy() if len(words) > 1 else self.match
        for word in words:
            trial.play(word)
        self.match = trial
        self.keep()

    def keep(self) -> None:
        """Write the match to its file; what cannot be written does not stop the game."""
        self.unkept = None
        if self.save is not None:
            try:
                self.match.save(self.save)
            except HeliopolisError as error:
                self.unkept = error
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
        self.draw(viewer)
        self.console.print()
        name = match.players[seat]
        self.say_quietly(f"If the epoch ended now, {name} would score: {gains(match.preview(seat))}")
        lots = match.game.worth(match.state) if match.game.worth is not None else None
        if lots is not None:
            later = self.face.later(match)
            at_end = {category: points for category, points in lots[seat].items() if category in later}
            told = gains({category: points for category, points in lots[seat].items() if category not in later})
            if any(at_end.values()):
                told += f"; and {gains(at_end)} at the end of the game"
            self.say_quietly(f"Winning these tiles would change that by: {told}")
        self.list_moves()
        question = self.face.question(match)
        if question:
            self.say_quietly(question)

    def say_quietly(self, text: str) -> None:
        """Print a sentence that is not the main thing; only at a terminal its lines break."""
        self.print_folded(Text(text), QUIET)

    def print_folded(self, text: Text, style: str = "") -> None:
        """Print a sentence; only at a terminal its lines break."""
        at_terminal = self.console.is_terminal
        self.console.print(fold(self.console, text) if at_terminal else text, style=style, soft_wrap=not at_terminal)

    def draw(self, viewer: int | None) -> None:
        """Draw the table as a seat, or a spectator, may see it; in words where nothing can be drawn."""
        if self.plain:
            for sentence in self.face.sentences(self.match, viewer):
                self.console.print(sentence, markup=False, soft_wrap=True)
        elif self.console.is_terminal:
            for part in self.face.draw(self.match, viewer):
                self.console.print(part)
        else:
            self.console.print(addressed(self.match.text(viewer)), markup=False, soft_wrap=True)

    def list_moves(self) -> None:
        """List the moves, each with the key that means it."""
        listed = [(key, self.shown(move)) for key, move in self.face.listed(self.match)]
        if self.plain:
            for key, move in listed:
                self.console.print(f"{key}: {move}", markup=False, soft_wrap=True)
        elif listed:
            moves: list[RenderableType] = [Text.assemble((key, GOLD), f" {move}") for key, move in listed]
            self.console.print(Columns(moves, padding=(0, 3)))

    def shown(self, move: str) -> str:
        """Say a move in the edition's words."""
        words, edition = self.match.game.words, self.match.edition
        return words.shown(words.moves(move, edition), edition)

    def tell(self) -> None:
        """Tell what happened since the last time."""
        for _ in self.tell_lines(self.told):
            pass
        self.told = len(self.match)

    def tell_lines(self, first: int) -> Iterator[int]:
        """Tell the lines from one on, and stop after each with its number, for whoever has more to say."""
        match = self.match
        for number, (line, _, happened) in enumerate(match.log(first), first):
            after = match.lines[number + 1] if number + 1 < len(match) else None
            if happened or not is_told_next(line, after):
                self.print_folded(who_did(match, self.face, number))
            for text in happened:
                say_below(self.console, addressed(text))
            yield number

    def tell_all(self) -> None:
        """Tell the match from its beginning, with what everyone scored in each epoch (R35)."""
        match = self.match
        scored = [any(isinstance(event, Scored) for event in events) for _, events in match.events()]
        sheets = iter(match.breakdowns())
        for number in self.tell_lines(0):
            if scored[number]:
                for name, sheet in zip(match.players, next(sheets), strict=True):
                    say_below(self.console, addressed(f"{name} scores {gains(sheet)}"))

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
                self.print_folded(told)
                self.explain(sheet, event.reasons)
        self.scored = len(sheets)

    def explain(self, sheet: Sheet, why: Reasons) -> None:
        """Say why what stands on a sheet is so, as far as it is not nothing."""
        for category, reason in self.face.tell(sheet, why, self.match.players, self.match.edition).items():
            if sheet[category]:
                say_below(self.console, f"{category} {sheet[category]:+d}: {reason}")

    def explain_now(self) -> None:
        """Say what everyone would score if the epoch ended now, and why."""
        match = self.match
        reasons = match.game.views.reasons(match.state)
        for seat, (sheet, why) in enumerate(zip(match.previews(), reasons, strict=True)):
            self.print_folded(Text.assemble("Now ", name_of(match, seat), f" would score {gains(sheet)}"))
            self.explain(sheet, why)

    def hint(self) -> None:
        """Say what the expert would do, where nobody but the one who asks is against the bots."""
        if self.bots.count(None) > 1:
            raise MoveError("there are no hints at this table: several people play, and the others could feel cheated")
        with self.thinking("the expert"):
            looks = (advise(self.match.copy(), seconds) for seconds in HINT_SECONDS)
            advice = next((look for look in looks if look.judged), None)
        if advice is None:
            self.console.print("The expert had no time to judge the moves: ask again.")
            return
        self.console.print(Text.assemble("The expert would choose ", (advice.options[0].shown, GOLD), "."))
        best, *others = advice.options
        ends = compared(self.match, best, others[0] if others else None)
        sure = "This is exact: every way the game can go on was looked at." if others and advice.exact else ""
        self.say_quietly(" ".join(filter(None, (ends, advice.why, sure))))
        found = worths(self.match)
        self.say(*(["What having it is worth, beside not having it:"] if found else []))
        self.say(*(f"  {told}" for told in tell_worths(self.match, found)))

    def show_position(self) -> None:
        """Write where the match stands in one line, where nobody learns from it what is hidden."""
        if not self.match.open_scores and self.bots.count(None) > 1:
            raise MoveError("the position would tell everyone's points, which are hidden while several people play")
        self.console.print(self.match.position(), markup=False, highlight=False, soft_wrap=True)

    # ---- what is typed ----

    def offers(self) -> list[str]:
        """List what can be typed now: the moves, in the edition's words, then the commands."""
        moves = [shown for _, shown in self.match.offers()]
        return [*(moves if len(moves) <= MOST_OFFERED else []), *COMMANDS]

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
                if answer == "show":
                    self.show(seat)
                elif self.answer(answer):
                    return True
            except HeliopolisError as error:
                self.complain(error)

    def answer(self, answer: str) -> bool:
        """Do what a person typed; False when the same person is to be asked again."""
        command, _, rest = answer.partition(" ")
        if answer in ("help", "?"):
            self.help()
        elif not answer:
            self.say_quietly(HELP)
        elif command == "save":
            self.save_as(rest.strip())
        elif command in ("rule", "rules"):
            self.tell_rules(rest.replace(",", " ").split())
        elif answer == "hint":
            self.hint()
        elif answer == "log":
            self.tell_all()
        elif answer == "why":
            self.explain_now()
        elif answer == "position":
            self.show_position()
        elif answer == "undo":
            self.undo()
            return True
        else:
            before = len(self.match)
            self.play(*self.meant(answer))
            self.typed.append(before)
            return True
        return False

    def help(self) -> None:
        """Say what the moves of this moment mean, what else can be typed, and what the table shows."""
        moves = self.match.moves()
        told = ["Type a move, its beginning or its number; Tab completes it. Now:"]
        for verb, meaning in self.face.meanings.items():
            same = [move for move in moves if move.split()[0] == verb]
            if same:
                told.append(f"  {self.shown(same[0]) if len(same) == 1 else verb}: {meaning}")
        told += ["Or:", *(f"  {line}" for line in EXPLAINED)]
        if self.face.signs and not self.plain:
            told += ["What the table shows:", *(f"  {line}" for line in self.face.signs)]
        self.say(*told)

    def say(self, *lines: str) -> None:
        """Print lines; where they break at a terminal, what goes on is set in."""
        for line in lines:
            if self.console.is_terminal:
                text = line.lstrip()
                indent = len(line) - len(text)
                for place, part in enumerate(fold(self.console, Text(text), indent + 4).plain.split("\n")):
                    self.console.print(" " * (indent + (4 if place else 0)) + part, markup=False)
            else:
                self.console.print(line, markup=False, soft_wrap=True)

    def save_as(self, name: str) -> None:
        """Write the record to another file, and say what lies there now."""
        if not name:
            raise MoveError("save needs the name of a file: for example 'save evening.ra'")
        path = Path(name).expanduser()
        if not path.parent.is_dir():
            raise RecordError(f"{path} cannot be written: there is no folder {path.parent}; name another file")
        self.match.save(path)
        secret = seed_file(path)
        beside = (
            f" {secret.name} beside it has the seed of the sealed draws: keep it there to go on with the match."
            if self.match.result is None and secret.exists()
            else ""
        )
        self.say_quietly(f"The match is saved as {path}.{beside}")

    def tell_rules(self, ids: Sequence[str]) -> None:
        """Print rules of this game by their ids."""
        game, edition = self.match.game.name, self.match.edition.name
        if not ids:
            rules = rulebook(game, edition).rules
            raise MoveError(
                f"say which rule, {rules[0].id} to {rules[-1].id}: for example 'rule {rules[-2].id}'; "
                f"`heliopolis rules {game}` prints them all"
            )
        print_rules(self.console, game, edition, ids, plain=self.plain or not self.console.is_terminal)

    def meant(self, answer: str) -> list[str]:
        """Find the moves that an answer means: by number, in the game's short forms, by words or their beginnings."""
        match = self.match
        by_key = dict(self.face.listed(match))
        if answer in by_key:
            return [by_key[answer]]
        try:
            short = self.face.short(match, answer)
        except NotNowError as error:
            raise MoveError(f"{error}: {self.choices()}") from error
        if short is not None:
            return short
        said = [(text, move) for move in match.moves() for text in (move, self.shown(move))]
        found = None if answer.isdigit() and by_key else understand(answer, said)
        if found is None and answer.isdigit():
            raise MoveError(
                f"there is no move {answer[:9]!r}: choose {', '.join(by_key) or 'one of those named above'}"
            )
        if found is None:
            verb = answer.lower().partition(" ")[0]
            known = bool(verb) and any(name.startswith(verb) for name in self.face.meanings)
            what = "cannot be played now" if known else "is not understood"
            raise MoveError(f"{quoted(answer)} {what}: {self.choices()}")
        return [found]

    def choices(self) -> str:
        """Say what can be chosen now, and nothing that cannot."""
        match = self.match
        name = match.players[match.seat or 0]
        listed = ", ".join(self.shown(move) for _, move in self.face.listed(match))
        question = self.face.question(match)
        if not listed:
            return question
        return f"{name} can choose {listed}. {question}" if question else f"{name} can choose {listed}"

    def undo(self) -> None:
        """Take back what the last person did, and what bots answered; where people draw, the last answer.

        Whoever types for people who draw can only have made a slip, so there a tile or a roll can be taken back, too.
        """
        before = self.match.copy()
        if self.companion and before.lines:
            self.match = before.at(self.typed.pop() if self.typed else len(before) - 1)
        else:
            self.match.undo(bots={seat for seat, bot in enumerate(self.bots) if bot is not None})
        lines = len(self.match)
        gone = [who_did(before, self.face, place).plain for place in range(lines, len(before))]
        self.told = min(self.told, lines)
        self.scored = min(self.scored, len(self.match.breakdowns()))
        self.say_quietly(f"Taken back: {', '.join(gone)}.")
        self.keep()

    # ---- the end ----

    def finish(self) -> None:
        """Say how the match ended, or how to go on with it; raise RecordError where it could not be kept."""
        over = self.match.result is not None
        if over:
            self.show_end()
        if self.save is not None:
            if not over or self.unkept is not None:
                self.keep()
            self.keep_elsewhere()
        if self.save is not None and self.unkept is None:
            how = f"To go on: heliopolis play {self.match.game.name} --save {in_shell(self.save)}"
            if self.save == self.unnamed:
                how = "To go on: heliopolis play --go-on"
            if self.seats is not None and not is_told(self.match.players):
                how += f" --seats {in_shell(self.seats)}"
            told = f"The record is in {self.save}." if over else how
            self.console.print(told, style=QUIET if over else "", markup=False, soft_wrap=True)
        if self.unkept is not None:
            raise RecordError(f"the match is not kept: {self.unkept}")

    def keep_elsewhere(self) -> None:
        """Ask for another file where the match could not be kept, until it is, or nobody names one."""
        while self.unkept is not None:
            try:
                other = self.ask("Another file, or nothing: ").strip()
            except (EOFError, KeyboardInterrupt):
                self.console.print()
                return
            if not other:
                return
            self.save = Path(other).expanduser()
            self.keep()

    def show_end(self) -> None:
        """Show what the last epoch brought, the table at the end, and the score sheets."""
        self.tell_epoch()
        self.console.print()
        self.draw(None)
        self.console.print()
        if self.plain:
            for line in sheet_lines(self.match):
                self.console.print(line, soft_wrap=True)
        else:
            self.console.print(sheets(self.match))
        self.console.print(f"\n{self.outcome()}", style=GOLD, markup=False, soft_wrap=not self.console.is_terminal)

    def outcome(self) -> str:
        """Say who has won, and what decided between those with the same points."""
        result, players = self.match.result, self.match.players
        assert result is not None
        most = [players[seat] for seat, points in enumerate(result.scores) if points == max(result.scores)]
        won = wins([players[seat] for seat in result.winners])
        if not most[1:]:
            return won
        tied = f"{listing(most)} have {max(result.scores)} {self.match.edition.points}"
        if len(result.winners) == len(most):
            return f"{tied} and share the win. {won}"
        return f"{tied}: {self.face.tie_break}. {won}" if self.face.tie_break else f"{tied}. {won}"
