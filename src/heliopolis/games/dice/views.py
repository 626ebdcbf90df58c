"""How the dice game is looked at: everything that lies on its table, as typed values."""

from __future__ import annotations

from typing import Any, Final, Literal

from heliopolis.compiled import lowest_bit, uncompiled
from heliopolis.facts.dice import DiceBoard, DiceCosts, DiceReasons, DiceSeat, DiceView, DieColour, Disaster, Face
from heliopolis.games.dice import rules
from heliopolis.games.dice.components import (
    CELLS,
    CIVILIZATION,
    COLOURS,
    COLUMN_NAMES,
    COLUMNS,
    FACE_NAMES,
    FIRST_CIVILIZATION_SYMBOLS,
    FLOOD_SYMBOLS,
    MONUMENT,
    MOST_PLACED,
    NILE,
    NO_DISASTER,
    PHARAOH,
    SUN,
    cell_name,
    colours,
)
from heliopolis.games.dice.reasons import explain
from heliopolis.games.dice.state import DISCARDING, ENDS, OVER, State, read

PHASES: Final[tuple[Literal["rolling", "rerolling", "using", "declaring", "discarding", "over"], ...]] = (
    "rolling",
    "rerolling",
    "using",
    "declaring",
    "discarding",
    "over",
)
DISASTER_NAMES: Final[dict[int, Disaster | None]] = {
    NO_DISASTER: None,
    PHARAOH: "pharaoh",
    NILE: "nile",
    CIVILIZATION: "civilization",
    MONUMENT: "monument",
}
CELL_NAMES: Final = [cell_name(cell) for cell in range(CELLS)]

epochs_over: Final = uncompiled(rules.epochs_over)


def view(state: State, **common: Any) -> DiceView:
    """Show the table, why everyone would score what they would score, and what actions cost."""
    now = read(state)
    over = now.phase == OVER
    return DiceView(board=lay_out(now), reasons=None if over else explain(now), costs=costs(now), **common)


def board(state: State) -> DiceBoard:
    """Lay out everything that lies open on the table."""
    return lay_out(read(state))


def reasons(state: State) -> list[DiceReasons]:
    """Say for each seat why it would score what it would score if the epoch ended now."""
    return explain(read(state))


def lay_out(now: State) -> DiceBoard:
    """Lay out everything that lies open on the table, from a state that was read."""
    owners = owners_of(now)
    return DiceBoard(
        epoch=now.epoch,
        phase=PHASES[now.phase],
        turn=now.turn,
        sun_track=now.sun_track,
        ra=now.ra,
        dice=dice(now),
        suns=colours(now.dice[SUN]),
        rolling=colours(now.rolling),
        rerolls=now.rerolls,
        built=now.built,
        owed=now.owed if now.phase == DISCARDING else None,
        disaster=DISASTER_NAMES[now.disaster],
        civilization_limit=now.seats - 1,
        monuments={
            name: dict(zip(COLOURS, owners[column::COLUMNS], strict=True)) for column, name in enumerate(COLUMN_NAMES)
        },
        seats=[
            DiceSeat(
                pharaoh=now.pharaoh[seat],
                nile=now.nile[seat],
                floods=now.floods[seat],
                civilization=colours(now.civilization[seat]),
                monuments=[name for name, owner in zip(CELL_NAMES, owners, strict=True) if owner == seat],
            )
            for seat in range(now.seats)
        ],
        epoch_ends=[ENDS[why] for why in now.ends[: epochs_over(now)]],
    )


def dice(now: State) -> dict[DieColour, Face | Literal["rolling", "used"]]:
    """Tell what each die does: the face it shows, or that it is rolling or used."""
    shown: dict[DieColour, Face | Literal["rolling", "used"]] = dict.fromkeys(COLOURS, "used")
    for colour in colours(now.rolling):
        shown[colour] = "rolling"
    for face, mask in zip(FACE_NAMES, now.dice, strict=True):
        for colour in colours(mask):
            shown[colour] = face
    return shown


def owners_of(now: State) -> list[int | None]:
    """Tell whose marker is in each cell of the monument area."""
    owners: list[int | None] = [None] * CELLS
    for seat in range(now.seats):
        left = now.monuments[seat]
        while left:
            owners[lowest_bit(left)] = seat
            left &= left - 1
    return owners


def costs(now: State) -> DiceCosts:
    """Say how many dice actions take now: the first monument of a turn takes one, each further one two (D11)."""
    return DiceCosts(
        flood=FLOOD_SYMBOLS,
        civilization=[FIRST_CIVILIZATION_SYMBOLS + further for further in range(MOST_PLACED)],
        monument=1 if now.built == 0 else 2,
    )
