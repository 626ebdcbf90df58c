"""How Ra: The Dice Game is spoken of: its moves, its table and what happens there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from heliopolis.errors import MoveError, SetupError
from heliopolis.facts import EpochEnded, Event, tell_any
from heliopolis.facts.dice import (
    CivilizationLost,
    DiceBoard,
    DiceDeed,
    DiceScored,
    FloodLost,
    MonumentLost,
    MovedBack,
    RaMoved,
    Rolled,
    SunsScored,
)
from heliopolis.games.contract import Setup
from heliopolis.games.dice import rules
from heliopolis.games.dice.components import (
    ALL_DICE,
    ANKH_POINTS,
    CELLS,
    COLOURS,
    COLUMN_NAMES,
    COLUMNS,
    DICE,
    DISASTERS,
    EPOCHS,
    FACE_NAMES,
    FACES,
    MOST_PLACED,
    SUN,
    SUN_POINTS,
    TRACK_END,
    cell_name,
    colours,
)
from heliopolis.games.dice.editions import Edition
from heliopolis.games.dice.state import DICE_LIE, EPOCH_ENDS, NEXT_VICTIM, SUNS_COUNT, TURN_ENDS, State, read
from heliopolis.games.dice.views import board, reasons

MASKS: Final = range(1, ALL_DICE + 1)
STEPS: Final = range(1, DICE + 1)
WORDS: Final = (
    {rules.KEEP: "keep", rules.ANKHS: "ankhs", rules.END_TURN: "end", rules.NONE: "disaster none"}
    | {rules.REROLL + mask: f"reroll {' '.join(colours(mask))}" for mask in MASKS}
    | {rules.STEP_PHARAOH + steps: f"pharaoh {steps}" for steps in STEPS}
    | {rules.STEP_NILE + steps: f"nile {steps}" for steps in STEPS}
    | {rules.FLOOD: "flood", rules.FLOOD_KEEP_NILE: "flood keep Nile", rules.FLOOD_KEEP_ANKH: "flood keep Ankh"}
    | {
        rules.CIVILIZE + mask: f"civilization {' '.join(colours(mask))}"
        for mask in MASKS
        if mask.bit_count() <= MOST_PLACED
    }
    | {rules.BUILD + cell: f"monument {cell_name(cell)}" for cell in range(CELLS)}
    | {rules.DISASTER + face: f"disaster {FACE_NAMES[face].lower()}" for face in DISASTERS}
    | {rules.DISCARD_CIVILIZATION + place: f"discard civilization {colour}" for place, colour in enumerate(COLOURS)}
    | {rules.DISCARD_MONUMENT + cell: f"discard monument {cell_name(cell)}" for cell in range(CELLS)}
)
#: The dice's answers, which one line names together: roll yellow:Sun red:Nile.
ROLLED: Final = {
    rules.ROLL + FACES * die + face: f"{colour}:{name}"
    for die, colour in enumerate(COLOURS)
    for face, name in enumerate(FACE_NAMES)
}
#: Colours may be named in any order.
MOVES: Final = {tuple(sorted(word.lower().split())): move for move, word in WORDS.items()}
ROLLS: Final = {word.lower(): move for move, word in ROLLED.items()}
HOW: Final = (
    "roll COLOUR:FACE ..., reroll COLOUR ..., keep, pharaoh N, nile N, flood, civilization COLOUR ..., "
    "monument COLUMN COLOUR, ankhs, end, disaster KIND, disaster none, discard civilization COLOUR or "
    "discard monument COLUMN COLOUR"
)


# ---- moves ----


def word(moves: Sequence[int]) -> str:
    """Say a move, or all that is rolled at once, in the words of the record."""
    if int(moves[0]) in ROLLED:
        return " ".join(["roll", *(ROLLED[int(move)] for move in moves)])
    (move,) = moves
    return WORDS[int(move)]


def shown(moves: Sequence[int], edition: Edition) -> str:
    """Say a move in the edition's own words: there is one edition, and they are those of the record."""
    return word(moves)


def moves(word: str, edition: Edition) -> list[int]:
    """Understand a move, or all that is rolled at once."""
    verb, *names = word.lower().replace(" :", ":").replace(": ", ":").split() or [""]
    if verb == "roll":
        rolled = sorted(ROLLS.get(name, -1) for name in names)
        dice = {(move - rules.ROLL) // FACES for move in rolled}
        if not names or rolled[0] < 0 or len(dice) < len(names):
            raise MoveError(f"{word!r} is not a roll: name each die once, for example 'roll yellow:Sun red:Nile'")
        return rolled
    said = tuple(sorted((verb, *names)))
    if said not in MOVES or verb != WORDS[MOVES[said]].split()[0]:
        raise MoveError(f"{word!r} is not a move of Ra: The Dice Game: say {HOW}")
    return [MOVES[said]]


# ---- the deal ----


def deal(opening: State) -> str:
    """Write which seat begins: 1 is the first."""
    return str(int(opening.turn) + 1)


def find_deal(setup: Setup, wanted: str | int) -> int:
    """Find the opening in which a seat begins: a number as in the record, or a seat from 0 on."""
    deals = [deal(opening) for opening in setup.openings]
    if isinstance(wanted, str) and wanted.strip() in deals:
        return deals.index(wanted.strip())
    if isinstance(wanted, int) and not isinstance(wanted, bool) and wanted in range(len(deals)):
        return wanted
    raise SetupError(
        f"start {wanted!r} is no seat: expected '1' to '{len(deals)}' as in a record, or a seat 0 to {len(deals) - 1}"
    )


# ---- the table ----


def text(state: State, names: list[str], points: list[int | None], edition: Edition) -> str:
    """Draw the table in plain text. Markers on the board are numbered like the players."""
    table = board(state)
    shown_dice = "   ".join(f"{colour} {face}" for colour, face in table.dice.items())
    lines = [
        f"Ra: The Dice Game   epoch {table.epoch} of {EPOCHS}",
        f"Sun track   {sun_track(table)}   {table.ra} of {table.sun_track}",
        f"Dice        {shown_dice}   rerolls left: {table.rerolls}",
        "",
        *tracks(table),
        "",
        *areas(table),
        "",
    ]
    width = max(map(len, names))
    for seat, (name, held) in enumerate(zip(names, table.seats, strict=True)):
        mark = "▸" if table.phase != "over" and seat == state.seat else " "
        score = "?" if points[seat] is None else points[seat]
        lines.append(
            f"{mark} {seat + 1} {name:<{width}}  {score!s:>3} {edition.points}  Pharaoh {held.pharaoh}  "
            f"Nile {held.nile}, {held.floods or 'no'} flood{'' if held.floods == 1 else 's'}  "
            f"civilization {len(held.civilization)}  monuments {len(held.monuments)}"
        )
    return "\n".join(lines)


def sun_track(table: DiceBoard) -> str:
    """Draw the Sun track: Ra, the dice that are locked on the spaces before it, and those beyond the last one (D13)."""
    ahead = table.sun_track - table.ra
    spaces = [*["·"] * table.ra, "Ra", *table.suns[:ahead], *["○"] * (ahead - len(table.suns))]
    return " ".join([*spaces, "|", *table.suns[ahead:]])


def tracks(table: DiceBoard) -> list[str]:
    """Draw the Pharaoh and Nile tracks: who stands where, a ~ for each flood marker."""
    places = range(TRACK_END + 1)
    seats = list(enumerate(table.seats, 1))
    rows = {
        "": [str(place) for place in places],
        "Pharaoh": ["+".join(str(number) for number, seat in seats if seat.pharaoh == place) for place in places],
        "Nile": [
            "+".join(f"{number}{'~' * seat.floods}" for number, seat in seats if seat.nile == place) for place in places
        ],
    }
    widths = [max(len(row[place]) for row in rows.values()) for place in places]
    return [
        f"{name:<12}" + "  ".join(f"{(row[place] or '·'):<{widths[place]}}" for place in places).rstrip()
        for name, row in rows.items()
    ]


def areas(table: DiceBoard) -> list[str]:
    """Draw the civilization spaces and the monument area, a row for each colour."""
    lines = [f"{'':<12}{'Civilization':<14}{'  '.join(COLUMN_NAMES)}"]
    for colour in COLOURS:
        markers = [str(number) if colour in seat.civilization else "·" for number, seat in enumerate(table.seats, 1)]
        owners = [(name, table.monuments[name][colour]) for name in COLUMN_NAMES]
        cells = [f"{'·' if owner is None else owner + 1!s:<{len(name)}}" for name, owner in owners]
        lines.append(f"{colour:<12}{' '.join(markers):<14}{'  '.join(cells).rstrip()}")
    return lines


# ---- what happens ----


def monument(cell: int) -> dict[str, Any]:
    """Name a cell of the monument area, as facts do."""
    return {"column": COLUMN_NAMES[cell % COLUMNS], "colours": [COLOURS[cell // COLUMNS]]}


#: Every move, as data.
DEEDS: Final = (
    {rules.KEEP: DiceDeed("keep"), rules.ANKHS: DiceDeed("ankhs", points=ANKH_POINTS), rules.END_TURN: DiceDeed("end")}
    | {rules.REROLL + mask: DiceDeed("reroll", colours=colours(mask)) for mask in MASKS}
    | {rules.STEP_PHARAOH + steps: DiceDeed("pharaoh", steps=steps) for steps in STEPS}
    | {rules.STEP_NILE + steps: DiceDeed("nile", steps=steps) for steps in STEPS}
    | {rules.FLOOD: DiceDeed("flood")}
    | {rules.FLOOD_KEEP_NILE: DiceDeed("flood", kept="Nile"), rules.FLOOD_KEEP_ANKH: DiceDeed("flood", kept="Ankh")}
    | {rules.CIVILIZE + mask: DiceDeed("civilization", colours=colours(mask)) for mask in MASKS}
    | {rules.BUILD + cell: DiceDeed("monument", **monument(cell)) for cell in range(CELLS)}
    | {rules.NONE: DiceDeed("disaster")}
    | {
        rules.DISASTER + face: DiceDeed("disaster", disaster=FACE_NAMES[face].lower())  # type: ignore[arg-type]
        for face in DISASTERS
    }
    | {
        rules.DISCARD_CIVILIZATION + place: DiceDeed("discard-civilization", colours=[colour])
        for place, colour in enumerate(COLOURS)
    }
    | {rules.DISCARD_MONUMENT + cell: DiceDeed("discard-monument", **monument(cell)) for cell in range(CELLS)}
)


def deed(moves: Sequence[int]) -> DiceDeed:
    """Say what a line of the record is, as data."""
    if int(moves[0]) not in ROLLED:
        return DEEDS[int(moves[0])]
    dice = [divmod(int(move) - rules.ROLL, FACES) for move in moves]
    return DiceDeed("roll", rolled=[Rolled(COLOURS[die], FACE_NAMES[face]) for die, face in dice])


def story(state: State, move: int) -> Iterator[Event]:
    """Make a move by taking the steps of `rules.apply` one at a time, and tell what follows by itself."""
    before = read(state)
    step = rules.make(state, move)
    yield from struck(before, read(state))
    if step == DICE_LIE:
        step = rules.end_roll(state)
    if step == SUNS_COUNT:
        ra, seat = int(state.ra), int(state.turn)
        suns = len(colours(state.dice[SUN]))
        step = rules.count_suns(state)
        if state.ra > ra:
            yield RaMoved(int(state.ra) - ra, int(state.ra), int(state.sun_track))
        elif step == TURN_ENDS and suns:
            yield SunsScored(seat, SUN_POINTS, suns)
    if step == NEXT_VICTIM:
        held = read(state)
        step = rules.find_victim(state)
        yield from struck(held, read(state))
    if step == TURN_ENDS:
        step = rules.end_turn(state)
    if step == EPOCH_ENDS:
        epoch, why, seats = int(state.epoch), reasons(state), board(state).seats
        step = rules.end_epoch(state)
        yield EpochEnded(epoch, "ra")
        ended = read(state)
        for seat, sheet in enumerate(ended.sheets[epoch - 1][: ended.seats]):
            yield DiceScored(seat, sum(sheet), why[seat], seats[seat])
    state.phase = step


def struck(before: State, after: State) -> Iterator[Event]:
    """Tell what others than the player to act lost to a disaster without a choice, from states that were read."""
    for seat in range(before.seats):
        if seat == before.seat:
            continue
        for track, places, now in (
            ("pharaoh", before.pharaoh, after.pharaoh),
            ("nile", before.nile, after.nile),
        ):
            back = places[seat] - now[seat]
            if back:
                yield MovedBack(seat, track, back)  # type: ignore[arg-type]
        if before.floods[seat] > after.floods[seat]:
            yield FloodLost(seat)
        for colour in colours(before.civilization[seat] & ~after.civilization[seat]):
            yield CivilizationLost(seat, colour)
        lost = before.monuments[seat] & ~after.monuments[seat]
        for cell in range(CELLS):
            if lost >> cell & 1:
                yield MonumentLost(seat, COLUMN_NAMES[cell % COLUMNS], COLOURS[cell // COLUMNS])


def tell(event: Event, names: Sequence[str], edition: Edition | None) -> str:
    """Say what happened: there is one edition, and its words are those of the record."""
    match event:
        case RaMoved(steps, to, track):
            return f"Ra moves {steps} to {to} of {track}"
        case SunsScored(seat, points, suns):
            return f"{names[seat]} scores {points} for {suns} Suns"
        case MovedBack(seat, track, steps):
            return f"{names[seat]} moves {steps} back on the {track.capitalize()} track"
        case FloodLost(seat):
            return f"{names[seat]} loses a flood marker"
        case CivilizationLost(seat, colour):
            return f"{names[seat]} loses civilization {colour}"
        case MonumentLost(seat, column, colour):
            return f"{names[seat]} loses monument {column} {colour}"
        case EpochEnded(epoch):
            return f"epoch {epoch} ends: Ra is at the end of the Sun track"
    return tell_any(event, names)
