"""What people drew for before the game, asked seat by seat: suns, or who begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heliopolis.errors import MoveError, quoted
from heliopolis.games.contract import Game, Setup
from heliopolis.terminal.answers import understand


def ask_deal(
    game: Game, setup: Setup, players: Sequence[str], ask: Callable[[str], str], say: Callable[[str], None]
) -> str:
    """Ask until one deal is left, and write it as the record does."""
    deals = [game.words.deal(opening).split(" | ") for opening in setup.openings]
    if len(deals[0]) == 1:  # one thing for the whole table: the seat that begins
        return _ask(
            ask,
            say,
            f"Who begins: {', '.join(players)}?",
            [(text, str(seat)) for seat, name in enumerate(players, 1) for text in (name, str(seat))],
        )
    for seat, name in enumerate(players):
        groups = sorted({deal[seat] for deal in deals}, key=lambda group: -int(group.split("-")[0]))
        chosen = groups[0]
        if len(groups) > 1:
            question = f"Which {game.deal_name} did {name} draw: {', '.join(groups)}? The highest will do."
            pairs = [(text, group) for group in groups for text in (group, group.replace("-", " "))]
            chosen = _ask(ask, say, question, pairs)
        deals = [deal for deal in deals if deal[seat] == chosen]
    return " | ".join(deals[0])


def _ask(ask: Callable[[str], str], say: Callable[[str], None], question: str, pairs: list[tuple[str, str]]) -> str:
    say(question)
    while True:
        answer = ask("> ").strip()
        if answer.lower() in ("quit", "exit"):
            raise EOFError
        try:
            found = understand(answer, pairs)
        except MoveError as error:
            say(str(error))
            continue
        if found is not None:
            return found
        say(f"{quoted(answer)} is none of {', '.join(dict.fromkeys(text for text, _ in pairs if ' ' not in text))}.")
