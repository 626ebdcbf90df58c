"""A slow, literal model of Ra: The Dice Game, written from the rules text (D1-D21) and from nothing else.

It shares no code and no data with the engine. It does not know how the engine settles which dice pay: `uses` tries
every way to spend every subset of the dice, in every order, and gathers the boards that a player can end up with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations

COLOURS = ["yellow", "red", "blue", "green", "violet"]
COLUMNS = ["Fortress", "Obelisk", "Palace", "Pyramid", "Sphinx", "Statues", "Step Pyramid", "Temple"]
SUN_TRACK = {2: 8, 3: 11, 4: 14}
LAST = 12

Cell = tuple[str, str]  # column, colour
Dice = dict[str, str]  # colour: face


@dataclass(frozen=True)
class Mat:
    """What one player has on the board."""

    pharaoh: int = 0
    nile: int = 0
    floods: int = 0
    civilization: frozenset[str] = frozenset()
    monuments: frozenset[Cell] = frozenset()
    points: int = 0


# ---- the use of the dice: D7-D12 ----


@dataclass(frozen=True)
class Turn:
    """A moment in the use of the dice: the mat, the dice that are not used, whether the monument action is done."""

    mat: Mat
    unused: frozenset[str]
    built: bool = False


def uses(mat: Mat, dice: Dice, others: list[Mat], built: bool = False) -> set[Mat]:
    """Find every mat that a player can have after using the dice, each at most once and none of them by force (D7)."""
    start = Turn(mat, frozenset(colour for colour, face in dice.items() if face != "Sun"), built)
    seen, open_turns = {start}, [start]
    while open_turns:
        for turn in actions(open_turns.pop(), dice, others):
            if turn not in seen:
                seen.add(turn)
                open_turns.append(turn)
    return {turn.mat for turn in seen}


def actions(turn: Turn, dice: Dice, others: list[Mat]) -> Iterator[Turn]:
    """Take every single action, paid for with every possible subset of the dice."""
    for paid in subsets(turn.unused):
        faces = [dice[colour] for colour in paid]
        rest = turn.unused - paid
        for mat in plain_actions(turn.mat, faces):
            yield Turn(mat, rest, turn.built)
        for mat in civilization_actions(
            turn.mat, {colour for colour in paid if dice[colour] == "Civilization"}, faces, others
        ):
            yield Turn(mat, rest, turn.built)
        if not turn.built and set(faces) <= {"Monument", "Ankh"}:
            taken = turn.mat.monuments.union(*(other.monuments for other in others))
            for cells in monument_actions(paid, dice, turn.mat.monuments, taken):
                yield Turn(replace(turn.mat, monuments=turn.mat.monuments | cells), rest, True)


def subsets(dice: Iterable[str]) -> Iterator[frozenset[str]]:
    ordered = sorted(dice)
    for size in range(1, len(ordered) + 1):
        yield from map(frozenset, combinations(ordered, size))


def plain_actions(mat: Mat, faces: list[str]) -> Iterator[Mat]:
    """D8, D9, D12: what needs no colour."""
    if set(faces) <= {"Pharaoh", "Ankh"} and "Pharaoh" in faces:
        yield replace(mat, pharaoh=min(LAST, mat.pharaoh + len(faces)))
    if set(faces) <= {"Nile", "Ankh"} and "Nile" in faces:
        yield replace(mat, nile=min(LAST, mat.nile + len(faces)))
        if len(faces) == 3:
            yield replace(mat, floods=mat.floods + 1)
    if faces == ["Ankh", "Ankh"]:
        yield replace(mat, points=mat.points + 2)


def civilization_actions(mat: Mat, real: set[str], faces: list[str], others: list[Mat]) -> Iterator[Mat]:
    """D10, with the limits of D3."""
    if not real or not set(faces) <= {"Civilization", "Ankh"} or len(faces) < 3:
        return
    markers = {3: 1, 4: 2, 5: 3}[len(faces)]
    free = [
        colour
        for colour in sorted(real)
        if colour not in mat.civilization and sum(colour in other.civilization for other in others) < len(others)
    ]  # a space holds one marker less than there are players: as many as there are others
    for number in range(1, markers + 1):
        for chosen in combinations(free, number):
            yield replace(mat, civilization=mat.civilization | set(chosen))


def monument_actions(
    paid: frozenset[str], dice: Dice, own: frozenset[Cell], taken: frozenset[Cell]
) -> Iterator[frozenset[Cell]]:
    """D11: place markers for exactly the dice that are paid, one for the first and one for each further pair."""
    for first in paid:
        if dice[first] == "Monument":
            for column in COLUMNS:
                if (column, first) not in taken:
                    cell = frozenset([(column, first)])
                    yield from further_monuments(paid - {first}, dice, own, taken, cell)


def further_monuments(
    left: frozenset[str], dice: Dice, own: frozenset[Cell], taken: frozenset[Cell], placed: frozenset[Cell]
) -> Iterator[frozenset[Cell]]:
    if not left:
        yield placed
    for pair in combinations(sorted(left), 2):
        for row in pair:
            if dice[row] != "Monument":
                continue
            for column in COLUMNS:
                if (column, row) not in taken and column not in {name for name, _ in own | placed}:
                    yield from further_monuments(left - set(pair), dice, own, taken, placed | {(column, row)})


# ---- the game around it ----


def pharaoh_points(places: list[int]) -> list[int]:
    """D16."""
    if max(places) == min(places):
        return [0 for _ in places]
    return [5 if place == max(places) else -2 if place == min(places) else 0 for place in places]


def monument_points(cells: frozenset[Cell]) -> int:
    """D19."""
    counts = [len([cell for cell in cells if cell[0] == column]) for column in COLUMNS]
    different = len([count for count in counts if count])
    return {7: 10, 8: 15}.get(different, different) + sum({3: 5, 4: 10, 5: 15}.get(count, 0) for count in counts)


@dataclass
class Model:
    """One game. `asked` says for what: "reroll", "use", "disaster", "discard", or "over"; `seat` says whom."""

    seats: int
    first: int
    published: bool = False
    sun_track: int = 0
    mats: list[Mat] = field(default_factory=list)
    dice: Dice = field(default_factory=dict)
    sheets: list[list[dict[str, int]]] = field(default_factory=list)
    at_once: list[int] = field(default_factory=list)  # points that stand on no sheet
    epoch: int = 1
    ra: int = 0
    asked: str = ""
    owed: int = 0
    disaster: str = ""

    def __post_init__(self) -> None:
        self.mats = [Mat(points=10 + (seat - self.first) % self.seats) for seat in range(self.seats)]  # D1
        self.sun_track = self.sun_track or SUN_TRACK[self.seats]
        self.at_once = [0] * self.seats
        self.start_turn(self.first)

    def start_turn(self, seat: int) -> None:
        self.turn = self.seat = seat
        self.dice = {}
        self.rolls = 0
        self.asked = ""

    @property
    def unlocked(self) -> set[str]:
        return {colour for colour, face in self.dice.items() if face != "Sun"}

    def others(self) -> list[int]:
        """Seats clockwise from the player whose turn it is."""
        return [(self.turn + step) % self.seats for step in range(1, self.seats)]

    # D6

    def awaited(self) -> list[str]:
        """The dice that are in the air."""
        return [colour for colour in COLOURS if colour not in self.dice]

    def roll(self, faces: Dice) -> None:
        assert set(faces) == set(self.awaited())
        self.dice |= faces
        self.rolls += 1
        self.asked = "reroll" if self.rolls < 3 and self.unlocked else "use"
        if not self.unlocked:
            self.count_suns()

    def rerolls(self) -> set[frozenset[str]]:
        return set(subsets(self.unlocked)) | {frozenset()}

    def reroll(self, dice: frozenset[str]) -> None:
        assert self.asked == "reroll"
        assert dice in self.rerolls()
        self.dice = {colour: face for colour, face in self.dice.items() if colour not in dice}
        self.asked = "" if dice else "use"

    # D7-D12

    def ends(self) -> set[Mat]:
        """All mats that the player can end the turn with."""
        return uses(self.mats[self.turn], self.dice, [self.mats[seat] for seat in self.others()])

    def use(self, mat: Mat) -> None:
        """End the use of the dice with a mat."""
        self.at_once[self.turn] += mat.points - self.mats[self.turn].points
        self.mats[self.turn] = mat
        self.count_suns()

    # D13, D14

    def count_suns(self) -> None:
        suns = 5 - len(self.unlocked)
        if suns in (4, 5):
            self.asked = "disaster"
            return
        if suns == 3:
            mat = self.mats[self.turn]
            self.mats[self.turn] = replace(mat, points=mat.points + 3)
            self.at_once[self.turn] += 3
        else:
            self.ra += suns
        self.end_turn()

    def declare(self, disaster: str) -> None:
        self.disaster = disaster
        self.victims = self.others()
        for seat in self.victims:
            mat = self.mats[seat]
            if disaster == "pharaoh":
                self.mats[seat] = replace(mat, pharaoh=max(0, mat.pharaoh - 2))
            if disaster == "nile":
                steps_back = mat.floods == 0 if self.published else mat.floods == 1
                if steps_back:
                    self.mats[seat] = replace(mat, nile=max(0, mat.nile - 2))
                elif mat.floods:
                    self.mats[seat] = replace(mat, floods=mat.floods - 1)
        self.next_victim()

    def next_victim(self) -> None:
        while self.victims and self.disaster in ("civilization", "monument"):
            seat = self.victims.pop(0)
            mat = self.mats[seat]
            markers: frozenset[object] = mat.civilization if self.disaster == "civilization" else mat.monuments
            if len(markers) > 2:
                self.seat, self.owed, self.asked = seat, 2, "discard"
                return
            if self.disaster == "civilization":
                self.mats[seat] = replace(mat, civilization=frozenset())
            else:
                self.mats[seat] = replace(mat, monuments=frozenset())
        self.end_turn()

    def discards(self) -> list[str]:
        mat = self.mats[self.seat]
        if self.disaster == "civilization":
            return sorted(f"discard civilization {colour}" for colour in mat.civilization)
        return sorted(f"discard monument {column} {colour}" for column, colour in mat.monuments)

    def discard(self, move: str) -> None:
        assert move in self.discards()
        mat = self.mats[self.seat]
        if self.disaster == "civilization":
            self.mats[self.seat] = replace(mat, civilization=mat.civilization - {move.split()[2]})
        else:
            column, _, colour = move.removeprefix("discard monument ").rpartition(" ")
            self.mats[self.seat] = replace(mat, monuments=mat.monuments - {(column, colour)})
        self.owed -= 1
        if self.owed == 0:
            self.next_victim()

    # D15-D21

    def preview(self) -> list[dict[str, int]]:
        pharaohs = pharaoh_points([mat.pharaoh for mat in self.mats])
        return [
            {
                "pharaohs": pharaohs[seat],
                "nile": mat.nile if mat.floods else 0,
                "civilization": {0: -5, 1: 0, 2: 0, 3: 5, 4: 10, 5: 15}[len(mat.civilization)],
                "monuments": monument_points(mat.monuments) if self.epoch == 3 else 0,
            }
            for seat, mat in enumerate(self.mats)
        ]

    def end_turn(self) -> None:
        if self.ra >= self.sun_track:
            self.end_epoch()
            if self.asked == "over":
                return
        self.start_turn((self.turn + 1) % self.seats)

    def end_epoch(self) -> None:
        sheets = self.preview()
        self.sheets.append(sheets)
        for seat, (mat, sheet) in enumerate(zip(self.mats, sheets, strict=True)):
            step = {5: -2, 0: 0, -2: 1}[sheet["pharaohs"]]
            self.mats[seat] = replace(
                mat,
                pharaoh=max(0, mat.pharaoh + step),
                floods=0,
                civilization=frozenset(),
                points=max(0, mat.points + sum(sheet.values())),
            )
        self.ra = 0
        if self.epoch == 3:
            self.asked = "over"
        else:
            self.epoch += 1
