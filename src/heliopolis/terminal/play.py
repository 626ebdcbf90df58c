"""A match in the terminal: people who share the keyboard, and bots."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from heliopolis.bots.contract import Bot
from heliopolis.bots.registry import BOT_NAMES, find_bot
from heliopolis.errors import HeliopolisError, UndoError
from heliopolis.table.match import Match, legal

#: More moves than this are not listed: what real dice can show.
MOST_SHOWN = 40

#: What a bot has for a move.
THINKING_SECONDS = 5.0

HELP = "Type a move, its number, or: undo, save FILE, log, quit."


def is_bot(name: str) -> bool:
    """Tell bots from people by name: "greedy", or "greedy 2" where there are several."""
    kind, _, number = name.partition(" ")
    return kind in BOT_NAMES and (not number or number.isdigit())


def bot_named(name: str) -> Bot | None:
    """Find the bot that sits in a seat by the seat's name; None is a person."""
    return find_bot(name.partition(" ")[0]) if is_bot(name) else None


def seat_names(seats: str) -> list[str]:
    """Read who sits where: "Ann,greedy,greedy" gives Ann, greedy 1, greedy 2."""
    wanted = [name.strip() for name in seats.split(",")]
    return [
        f"{name} {wanted[: seat + 1].count(name)}" if name in BOT_NAMES and wanted.count(name) > 1 else name
        for seat, name in enumerate(wanted)
    ]


class Terminal:
    """Shows a match to the people at one terminal, asks them for moves, and lets bots make theirs."""

    def __init__(self, match: Match, save: Path | None = None, ask: Callable[[str], str] | None = None) -> None:
        self.match = match
        self.bots = [bot_named(name) for name in match.players]
        self.save = save
        self.console = Console(highlight=False)
        self.ask = ask or self.console.input
        self.numbers = random.Random()
        self.told = len(match)

    def run(self) -> None:
        """Play until the match is over, or someone quits."""
        self.console.print(HELP, style="dim")
        try:
            self.match.reveal()  # a record may end before what was drawn
            while self.match.seat is not None:
                bot = self.bots[self.match.seat]
                if bot is not None and not self.match.is_chance:
                    state = self.match.state
                    choice = bot.choose(state.copy(), legal(state), THINKING_SECONDS, self.numbers.getrandbits(64))
                    self.play(self.match.game.words.word([choice.move]))
                elif not self.ask_person(self.match.seat):
                    break
        except (KeyboardInterrupt, EOFError):
            self.console.print()
        self.tell()
        self.finish()

    def play(self, word: str) -> None:
        """Make a move, and keep it."""
        self.match.play(word)
        self.keep()

    def keep(self) -> None:
        """Write the match to its file; what cannot be written does not stop the game."""
        if self.save is not None:
            try:
                self.match.save(self.save)
            except HeliopolisError as error:
                self.console.print(escape(str(error)), style="red")

    def ask_person(self, seat: int) -> bool:
        """Show the table to a person and take one answer; False when they want to stop.

        Where people draw, they draw for the bots too, and are shown what a spectator sees.
        """
        self.tell()
        match = self.match
        moves = match.moves()
        words = [match.game.words.shown(match.game.words.moves(move, match.edition), match.edition) for move in moves]
        self.console.print()
        self.console.print(escape(match.text(seat if self.bots[seat] is None else None)))
        preview = {name: points for name, points in match.preview(seat).items() if points}
        scored = ", ".join(f"{name} {points:+d}" for name, points in preview.items()) or "nothing"
        self.console.print(
            f"\nIf the epoch ended now, {escape(match.players[seat])} would score: {scored}", style="dim"
        )
        choices = "   ".join(f"[bold yellow]{number}[/] {escape(word)}" for number, word in enumerate(words, 1))
        self.console.print(
            choices if len(words) <= MOST_SHOWN else f"{len(words)} moves, for example {escape(words[0])}"
        )
        while True:
            answer = self.ask(f"[bold]{escape(match.players[seat])}[/]> ").strip()
            if answer == "quit":
                return False
            try:
                if self.answer(answer, moves):
                    return True
            except HeliopolisError as error:
                self.console.print(escape(str(error)), style="red")

    def answer(self, answer: str, moves: list[str]) -> bool:
        """Do what a person typed; False when the same person is to be asked again."""
        command, _, rest = answer.partition(" ")
        if not answer or command == "help":
            self.console.print(HELP, style="dim")
        elif command == "save" and rest:
            self.match.save(rest)
            self.console.print(f"saved as {escape(rest)}", style="dim")
        elif command == "log":
            self.told = 0
            self.tell()
        elif command == "undo":
            if self.match.lines and self.bots[self.match.lines[-1].seat] is not None:
                raise UndoError("the last move cannot be taken back: it was a bot's, and bots do not choose again")
            self.match.undo()
            self.told = min(self.told, len(self.match))
            self.keep()
            return True
        else:
            numbered = {str(number): move for number, move in enumerate(moves, 1)}
            self.play(numbered.get(answer, answer))
            return True
        return False

    def tell(self) -> None:
        """Tell what happened since the last time."""
        for line, word, happened in self.match.log(self.told):
            self.console.print(f"[bold]{escape(self.match.players[line.seat])}[/] {escape(word)}")
            for text in happened:
                self.console.print(f"  {escape(text)}", style="dim")
        self.told = len(self.match)

    def finish(self) -> None:
        """Say how the match ended, or how to go on with it."""
        match = self.match
        if match.result is None:
            if self.save is not None:
                self.keep()
                how = f"To go on: heliopolis play {match.game.name} --save {escape(str(self.save))}"
                self.console.print(how, soft_wrap=True)
            return
        self.console.print()
        self.console.print(escape(match.text()))
        winners = " and ".join(match.players[seat] for seat in match.result.winners)
        self.console.print(f"\n[bold yellow]{escape(winners)} {'win' if len(match.result.winners) > 1 else 'wins'}.[/]")
