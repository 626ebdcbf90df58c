"""How a position of the dice game is written in one line, and which positions there can be (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from heliopolis.compiled import uncompiled
from heliopolis.errors import quoted
from heliopolis.games.contract import Setup
from heliopolis.games.dice import rules
from heliopolis.games.dice.components import (
    ALL_CELLS,
    ALL_DICE,
    CIVILIZATION,
    COLOURS,
    DISASTER_MARKERS,
    EPOCHS,
    FACE_NAMES,
    MONUMENT,
    MOST_PLACED,
    MOST_SUNS_THAT_MOVE,
    REROLLS,
    SUN,
    SUNS_THAT_SCORE,
    TRACK_END,
    cell_name,
    colours,
)
from heliopolis.games.dice.state import (
    CATEGORIES,
    DECLARING,
    DISCARDING,
    ENDS,
    OVER,
    REROLLING,
    ROLLING,
    USING,
    State,
)
from heliopolis.games.dice.state import read as read_state
from heliopolis.games.dice.views import CELL_NAMES, DISASTER_NAMES, PHASES
from heliopolis.games.positions import (
    MOST_POINTS,
    NOTHING,
    SEATS,
    THINGS,
    Fields,
    check,
    write_sheets,
)

FIELDS: Sequence[str] = (
    "epoch",
    "turn",
    "acts",
    "phase",
    "ra",
    "dice",
    "rolling",
    "rerolls",
    "built",
    "disaster",
    "owed",
    "pharaoh",
    "nile",
    "floods",
    "civilization",
    "monuments",
    "points",
    *(f"sheet {epoch + 1}" for epoch in range(EPOCHS)),
)
MOST_FLOODS: Final = 999
#: What a disaster can be called in a position, and which it is.
DISASTERS: Final = {name or NOTHING: face for face, name in DISASTER_NAMES.items()}
epochs_over: Final = uncompiled(rules.epochs_over)


# ---- writing ----


def write(state: State) -> dict[str, str]:
    """Write the fields of a state; those that are as usual are left out."""
    now = read_state(state)
    seats, fields = now.seats, {"epoch": str(now.epoch), "turn": str(now.turn + 1)}
    if now.seat != now.turn:
        fields["acts"] = str(now.seat + 1)
    fields["phase"] = PHASES[now.phase]
    fields["ra"] = str(now.ra)
    shown = {colour: face for face, mask in zip(FACE_NAMES, now.dice, strict=True) for colour in colours(mask)}
    if shown:
        fields["dice"] = " ".join(f"{colour}:{shown[colour]}" for colour in COLOURS if colour in shown)
    if now.rolling:
        fields["rolling"] = " ".join(colours(now.rolling))
    for name, number in (("rerolls", now.rerolls), ("built", now.built)):
        if number:
            fields[name] = str(number)
    if now.disaster:
        fields["disaster"] = DISASTER_NAMES[now.disaster] or NOTHING
    if now.owed:
        fields["owed"] = str(now.owed)
    for name, numbers in (("pharaoh", now.pharaoh), ("nile", now.nile), ("floods", now.floods)):
        if any(numbers):
            fields[name] = SEATS.join(map(str, numbers[:seats]))
    if any(now.civilization):
        fields["civilization"] = SEATS.join(" ".join(colours(mask)) or NOTHING for mask in now.civilization[:seats])
    if any(now.monuments):
        fields["monuments"] = SEATS.join(_cells(mask) for mask in now.monuments[:seats])
    fields["points"] = SEATS.join(map(str, now.points[:seats]))
    return fields | write_sheets(now.sheets, now.ends, epochs_over(now), seats, ENDS)  # type: ignore[arg-type]


def _cells(mask: int) -> str:
    return THINGS.join(name for cell, name in enumerate(CELL_NAMES) if mask >> cell & 1) or NOTHING


# ---- reading ----


def read(setup: Setup, values: Mapping[str, str]) -> State:
    """Make a state of fields, and refuse what the invariants do not allow."""
    state: State = setup.openings[0].copy()
    fields = Fields(values, int(state.seats))
    seats = fields.seats
    state.phase = fields.name("phase", PHASES)
    state.epoch = fields.number("epoch", 1, EPOCHS)
    state.turn = fields.seat("turn")
    state.seat = fields.seat("acts", int(state.turn))
    state.ra = fields.number("ra", 0, int(state.sun_track))
    _read_dice(state, fields)
    state.rerolls = fields.number("rerolls", 0, REROLLS, 0)
    state.built = fields.number("built", 0, MOST_PLACED, 0)
    names = list(DISASTERS)
    state.disaster = DISASTERS[names[fields.name("disaster", names, NOTHING)]]
    state.owed = fields.number("owed", 0, DISASTER_MARKERS, 0)
    state.pharaoh[:seats] = fields.numbers("pharaoh", 0, TRACK_END, 0)
    state.nile[:seats] = fields.numbers("nile", 0, TRACK_END, 0)
    state.floods[:seats] = fields.numbers("floods", 0, MOST_FLOODS, 0)
    for seat, part in enumerate(fields.by_seat("civilization", NOTHING)):
        state.civilization[seat] = _read_colours(part, "civilization")
    _read_monuments(state, fields)
    state.points[:seats] = fields.numbers("points", 0, MOST_POINTS)
    for epoch, (why, rows) in enumerate(fields.sheets(int(epochs_over(state)), ENDS, len(CATEGORIES))):
        state.ends[epoch] = why
        state.sheets[epoch][:seats] = rows
    check_whole(state)
    return state


def _read_colours(said: str, what: str) -> int:
    mask = 0
    for name in [] if said == NOTHING else said.lower().split():
        places = [place for place, colour in enumerate(COLOURS) if colour == name]
        check(bool(places), f"{what} {quoted(name)} is no colour: expected some of {', '.join(COLOURS)}")
        check(not mask >> places[0] & 1, f"{what} names {name} twice")
        mask |= 1 << places[0]
    return mask


def _read_dice(state: State, fields: Fields) -> None:
    state.dice[:] = 0
    state.rolling = _read_colours(fields.text("rolling", NOTHING), "rolling")
    seen = int(state.rolling)
    said = fields.text("dice", NOTHING)
    for part in [] if said == NOTHING else said.split():
        colour, _, face = part.partition(":")
        die = _read_colours(colour, "dice") if colour else 0
        faces = [place for place, name in enumerate(FACE_NAMES) if name.lower() == face.lower()]
        check(bool(die and faces), f"dice {quoted(part)} does not fit: expected a die like 'yellow:Sun'")
        check(not seen & die, f"dice: the {colour.lower()} die is there twice")
        seen |= die
        state.dice[faces[0]] |= die


def _read_monuments(state: State, fields: Fields) -> None:
    names = {name.lower(): cell for cell, name in enumerate(CELL_NAMES)}
    taken = 0
    for seat, part in enumerate(fields.by_seat("monuments", NOTHING)):
        for said in [] if part == NOTHING else part.split(","):
            name = " ".join(said.lower().split())
            check(name in names, f"monuments {quoted(said.strip())} is no cell: expected one like '{cell_name(0)}'")
            cell = 1 << names[name]
            check(not taken & cell, f"monuments: two markers are in {CELL_NAMES[names[name]]}, expected one a cell")
            taken |= cell
            state.monuments[seat] |= cell
    state.empty = ALL_CELLS & ~taken


# ---- the invariants: their ids are those of docs/positions.md ----


def check_whole(state: State) -> None:
    """Refuse a state in which an invariant does not hold."""
    now = read_state(state)
    for place, colour in enumerate(COLOURS):  # P11
        markers = sum(held >> place & 1 for held in now.civilization)
        most = now.seats - 1
        check(markers <= most, f"civilization {colour} has {markers} markers, expected at most {most}")
    check(now.phase == OVER or now.ra < now.sun_track, "Ra is at the end of the Sun track, so the epoch would be over")
    _check_dice(now)
    if now.phase == OVER:
        _check_over(now)
    elif now.phase == DISCARDING:
        _check_discarding(now)
    else:
        check(
            now.seat == now.turn, f"acts does not fit: the phase is {PHASES[now.phase]}, so the seat of the turn acts"
        )
        check(not now.disaster and not now.owed, f"disaster and owed do not fit: the phase is {PHASES[now.phase]}")


def _check_dice(now: State) -> None:
    """Count five dice: none is used before they are (P12)."""
    lying = sum(now.dice)  # masks that share no die
    suns = len(colours(now.dice[SUN]))
    phase = PHASES[now.phase]
    check(bool(now.rolling) == (now.phase == ROLLING), f"rolling does not fit: the phase is {phase}")
    if now.phase in (ROLLING, REROLLING):
        check(lying | now.rolling == ALL_DICE, f"in the phase {phase} all five dice are rolling or lie there")
        check(not now.built, f"built does not fit: the phase is {phase}")
    if now.phase == REROLLING:
        check(now.rerolls > 0, "the phase is rerolling, and rerolls are 0")
        check(now.dice[SUN] != ALL_DICE, "five Suns cannot be rolled again")
    elif now.phase == USING:
        check(not now.rerolls, "rerolls do not fit: the dice are being used")
        own = now.monuments[now.seat].bit_count()
        check(now.built <= own, f"built {now.built} does not fit: seat {now.seat + 1} has {own} monuments")
    elif now.phase in (DECLARING, DISCARDING):
        fewest = max(MOST_SUNS_THAT_MOVE, SUNS_THAT_SCORE) + 1
        check(suns >= fewest, f"a disaster takes {fewest} Suns, and the dice show {suns}")


def _check_discarding(now: State) -> None:
    """Look at a disaster: who acts is a victim, and has a choice (P13)."""
    check(now.disaster in (CIVILIZATION, MONUMENT), "discarding, so disaster is civilization or monument")
    check(now.seat != now.turn, "nobody discards in a turn of their own: acts is another seat")
    check(now.owed > 0, "discarding, but owed says no marker")
    held = now.civilization[now.seat] if now.disaster == CIVILIZATION else now.monuments[now.seat]
    fewest = now.owed + 1
    check(held.bit_count() >= fewest, f"seat {now.seat + 1} has no choice what to discard: it has too few markers")


def _check_over(now: State) -> None:
    """Look at a table that was scored (P14)."""
    check(now.epoch == EPOCHS, f"the game is over after epoch {EPOCHS}, not {now.epoch}")
    left: dict[str, Any] = {"ra": now.ra, "dice": sum(now.dice), "floods": sum(now.floods)}
    left |= {"civilization": sum(now.civilization), "built": now.built, "disaster": now.disaster, "owed": now.owed}
    for name, there in left.items():
        check(not there, f"{name} does not fit: the game is over")
