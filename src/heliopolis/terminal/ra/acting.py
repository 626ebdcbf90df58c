"""What somebody did in a line of Ra, as people say it: "bids 9"."""

from __future__ import annotations

from heliopolis.facts.ra import RaDeed
from heliopolis.table.match import Match


def act(match: Match, place: int) -> str:
    """Say what was done in a line, in the edition's words and the third person."""
    edition = match.edition
    deed = match.game.words.deed(match.lines[place].moves)
    assert isinstance(deed, RaDeed)
    tile = edition.tiles.get(deed.tile or "", deed.tile)
    verb, _, rest = edition.moves.get("draw", "draw").partition(" ")
    draws = f"{verb}s {rest}".strip()
    return {
        "draw": f"{draws} a tile",
        "tile": f"{draws} {tile}",
        "invoke": "invokes Ra",
        "bid": f"bids {deed.sun}",
        "pass": "passes",
        "take": f"spends a God for {tile}",
        "discard": f"gives up {tile}",
        "stop": "spends no more Gods",
    }[deed.verb]
