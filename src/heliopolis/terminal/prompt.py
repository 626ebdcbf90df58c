"""A line to type in, for a person at a terminal: it can be edited, called back, and completed with Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.shortcuts import CompleteStyle
from rich.text import Text

from heliopolis.terminal.answers import fitting


class Offers(Completer):
    """Completes what can be typed now: the same beginnings that an answer is understood by."""

    def __init__(self, offers: Callable[[], Sequence[str]]) -> None:
        self.offers = offers

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Offer what fits the line up to the cursor."""
        typed = document.text_before_cursor
        return [Completion(offer, start_position=-len(typed)) for offer in fitting(typed, self.offers())]


def line_editor(offers: Callable[[], Sequence[str]]) -> Callable[[str], str]:
    """Provide a function that asks for a line; its prompt may have Rich's markup.

    Ctrl-C raises KeyboardInterrupt and Ctrl-D on an empty line EOFError, as `input` does.
    """
    output = create_output()
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False  # a prompt of one line need not know where it stands, nor wait for an answer
    session: PromptSession[str] = PromptSession(
        completer=Offers(offers),
        complete_while_typing=False,
        complete_style=CompleteStyle.READLINE_LIKE,
        reserve_space_for_menu=0,
        output=output,
    )

    def ask(prompt: str) -> str:
        return session.prompt([("bold", Text.from_markup(prompt).plain)])

    return ask
