"""What somebody did in a line of the dice game, as people say it: "moves 2 steps on the Nile track"."""

from __future__ import annotations

from heliopolis.facts.dice import DiceDeed
from heliopolis.table.match import Match
from heliopolis.terminal.reasons import listing, many


def act(match: Match, place: int) -> str:
    """Say what was done in a line, in the third person."""
    deed = _deed(match, place)
    again = " again" if place and _deed(match, place - 1).verb == "reroll" else ""
    colour = next(iter(deed.colours), "")
    return {
        "roll": f"rolls{again}: {', '.join(f'{one.colour} {one.face}' for one in deed.rolled)}",
        "reroll": f"rolls {listing(deed.colours or [''])} again",
        "keep": "keeps the dice",
        "pharaoh": f"moves {many(deed.steps or 0, 'step')} on the Pharaoh track",
        "nile": f"moves {many(deed.steps or 0, 'step')} on the Nile track",
        "flood": "places a flood marker",
        "civilization": f"places {many(len(deed.colours), 'civilization marker')}: {listing(deed.colours or [''])}",
        "monument": f"builds the {colour} {deed.column}",
        "ankhs": "scores 2 with two Ankhs",
        "disaster": f"declares a {deed.disaster.capitalize()} disaster" if deed.disaster else "declares no disaster",
        "discard-monument": f"gives up the {colour} {deed.column}",
        "discard-civilization": f"gives up the {colour} civilization marker",
        "end": "ends the turn",
    }[deed.verb]


def _deed(match: Match, place: int) -> DiceDeed:
    deed = match.game.words.deed(match.lines[place].moves)
    assert isinstance(deed, DiceDeed)
    return deed
