"""A slow, literal referee of Ra, written from the rules text (R1-R36) and from nothing else.

The tests play it side by side with the fast engine and compare both after every move, so it shares no code and no
data with the engine. It prefers the obvious way over the quick one: every legal move is worked out afresh from the
position, and each rule's id stands where the rule is applied.

A move is a string: "draw", "tile TILE", "invoke", "bid N", "pass", "take TILE", "stop" or "discard TILE".
"""

from __future__ import annotations

CIVILIZATIONS = ["Art", "Agriculture", "Religion", "Astronomy", "Writing"]
MONUMENTS = ["Fortress", "Obelisk", "Palace", "Pyramid", "Sphinx", "Statues", "Step Pyramid", "Temple"]

# R1: the 180 tiles.
COMPOSITION: dict[str, int] = {"Ra": 30, "God": 8, "Gold": 5, "Pharaoh": 25, "Nile": 25, "Flood": 12}
COMPOSITION |= dict.fromkeys(CIVILIZATIONS + MONUMENTS, 5)
COMPOSITION |= {"Funeral": 2, "Drought": 2, "Unrest": 4, "Earthquake": 2}

# R3: the sun groups by player count.
SUN_GROUPS: dict[int, list[list[int]]] = {
    2: [[9, 6, 5, 2], [8, 7, 4, 3]],
    3: [[13, 8, 5, 2], [12, 9, 6, 3], [11, 10, 7, 4]],
    4: [[13, 6, 2], [12, 7, 3], [11, 8, 4], [10, 9, 5]],
    5: [[16, 7, 2], [15, 8, 3], [14, 9, 4], [13, 10, 5], [12, 11, 6]],
}

# R4: the lengths of the two tracks.
RA_SPACES: dict[int, int] = {2: 6, 3: 8, 4: 9, 5: 10}
AUCTION_SPACES = 8

# R19: what each disaster costs, in the order in which the tiles go. The order of the disasters is the order in which
# they are fulfilled: R22 asks for civilizations before monuments, and the other two never leave a choice.
DISASTERS: dict[str, list[str]] = {
    "Funeral": ["Pharaoh"],
    "Drought": ["Flood", "Nile"],
    "Unrest": CIVILIZATIONS,
    "Earthquake": MONUMENTS,
}
FREE_CHOICE = ["Unrest", "Earthquake"]


def most_and_fewest(values: list[int], gain: int, loss: int) -> list[int]:
    """Points for the highest and the lowest of the values: ties all get it, and nobody does if all are equal."""
    if max(values) == min(values):
        return [0 for _ in values]
    points = {max(values): gain, min(values): -loss}
    return [points.get(value, 0) for value in values]


def nile_points(tiles: dict[str, int]) -> int:
    """R29: with at least one Flood, 1 for each Flood and each Nile; without, nothing."""
    if tiles.get("Flood", 0) == 0:
        return 0
    return tiles.get("Flood", 0) + tiles.get("Nile", 0)


def civilization_points(tiles: dict[str, int]) -> int:
    """R30: by the number of different civilizations; duplicates add nothing."""
    different = len([tile for tile in CIVILIZATIONS if tiles.get(tile, 0) > 0])
    return {0: -5, 1: 0, 2: 0, 3: 5, 4: 10, 5: 15}[different]


def monument_points(tiles: dict[str, int]) -> int:
    """R31: by the number of different monuments, and for each type held three times or more."""
    counts = [tiles.get(tile, 0) for tile in MONUMENTS]
    different = len([count for count in counts if count > 0])
    points = {7: 10, 8: 15}.get(different, different)
    for count in counts:
        points += {3: 5, 4: 10, 5: 15}.get(count, 0)
    return points


class Referee:
    """One game of Ra. Seats are numbered from 0 and sit clockwise: the seat to the left of 0 is 1.

    The position is open to be read:

    epoch, centre, ra_tiles  the epoch (1 to 3), the centre sun, the Ra tiles drawn this epoch
    track                    the 8 auction spaces, left to right, None where empty
    up, down                 the suns of each seat, face up and face down; a sun that is bid stays in `up` until it wins
    tiles                    the tiles of each seat; disaster tiles never lie here, see the next two
    waiting                  disasters taken by God tiles in this action, to be fulfilled at its end (R21)
    owed                     what the mover still has to discard, by disaster; that disaster tile has left the game
    bag, gone                the tiles left to draw and those out of the game
    scores, sheets           the points, and for each finished epoch what each seat scored by category
    """

    def __init__(self, seats: int, suns: list[list[int]], at_once: bool) -> None:
        """Set up a game; `suns` holds each seat's group, `at_once` says when God-taken disasters are fulfilled."""
        if seats not in SUN_GROUPS:
            raise ValueError(f"Ra is for 2 to 5 players, not {seats}")
        if sorted(sorted(group) for group in suns) != sorted(sorted(group) for group in SUN_GROUPS[seats]):
            raise ValueError(f"not the sun groups for {seats} players: {suns}")
        self.seats = seats
        self.at_once = at_once
        self.scores: list[int] = [10 for _ in range(seats)]  # R2
        self.sheets: list[list[dict[str, int]]] = []
        self.epoch = 1
        self.centre = 1  # R2
        self.ra_tiles = 0
        self.track: list[str | None] = [None] * AUCTION_SPACES
        self.up: list[list[int]] = [sorted(group) for group in suns]  # R3
        self.down: list[list[int]] = [[] for _ in range(seats)]
        self.tiles: list[dict[str, int]] = [{} for _ in range(seats)]
        self.bag: dict[str, int] = dict(COMPOSITION)  # R1
        self.gone: dict[str, int] = {}
        self.waiting: list[str] = []
        self.owed: dict[str, int] = {}
        # What the mover is asked for: "turn", "tile" (a tile is awaited), "gods" (God tiles are being played), "bid",
        # "finish" (only discards are left of this turn) or "over". Whatever it says, tiles owed come first.
        self._stage = "turn"
        self._turn = self._first_seat()  # whose turn it is
        self._mover = self._turn  # whose move it is
        self._invoked = False  # this auction was invoked, not started by a Ra tile
        self._bidders: list[int] = []  # those who still have to bid or pass, in order
        self._best_bid = 0  # 0: nobody has bid yet
        self._best_bidder: int | None = None

    @property
    def seat(self) -> int | None:
        """Whose move it is (while a tile is awaited, who draws it), or None when the game is over."""
        return None if self._stage == "over" else self._mover

    @property
    def winner(self) -> int | None:
        """R34: most points after epoch 3; a tie goes to the tied player with the highest sun, face up or down."""
        if self._stage != "over":
            return None
        tied = [seat for seat in range(self.seats) if self.scores[seat] == max(self.scores)]
        return max(tied, key=lambda seat: max(self.up[seat] + self.down[seat]))

    def moves(self) -> list[str]:
        """The legal moves, sorted as words; none when the game is over."""
        if self._stage == "over":
            return []
        if self.owed:
            return sorted(f"discard {tile}" for tile in self._discardable())
        if self._stage == "turn":
            return sorted(self._turn_moves())
        if self._stage == "tile":
            return sorted(f"tile {tile}" for tile in self.bag)
        if self._stage == "gods":
            return sorted(["stop"] + [f"take {tile}" for tile in self._takeable()])  # R10
        assert self._stage == "bid"
        return sorted(self._bid_moves())

    def _turn_moves(self) -> list[str]:
        """R6: a turn is exactly one of draw, God tiles, invoke."""
        invoke = ["invoke"]  # R11: also when the auction track is empty
        draw = [] if self._track_full() else ["draw"]  # R7
        return invoke + draw + [f"take {tile}" for tile in self._takeable()]  # R10

    def _bid_moves(self) -> list[str]:
        """R13: bid one face-up sun above the best bid, or pass, unless the Ra player must bid."""
        moves = [f"bid {sun}" for sun in self.up[self._mover] if sun > self._best_bid]
        is_ra_player = self._mover == self._turn  # R12
        everyone_else_passed = self._best_bidder is None
        must_bid = is_ra_player and everyone_else_passed and self._invoked and not self._track_full()  # R14, R15, R16
        if not must_bid:
            moves.append("pass")
        return moves

    def _track_full(self) -> bool:
        return None not in self.track

    def _takeable(self) -> set[str]:
        """R10: what the mover can take with a God tile: anything on the auction track but a God tile."""
        if self.tiles[self._mover].get("God", 0) == 0:
            return set()
        return {tile for tile in self.track if tile is not None and tile != "God"}

    def _discardable(self) -> list[str]:
        """The kinds among which the mover chooses now; civilizations before monuments (R22)."""
        disaster = next(name for name in DISASTERS if name in self.owed)
        return [tile for tile in DISASTERS[disaster] if tile in self.tiles[self._mover]]

    # --- playing a move --------------------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Play one legal move and everything that follows from it without a choice."""
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move!r}")
        word, _, rest = move.partition(" ")
        if word == "draw":
            assert self.bag, "R36: a draw never meets an empty bag"
            self._stage = "tile"  # R7: which tile it is, the next move says
        elif word == "tile":
            self._place(rest)
        elif word == "take":
            self._take(rest)
        elif word == "stop":
            self._stage = "finish"  # R10: no more God tiles this turn
            self._fulfil()  # R21
            self._go_on()
        elif word == "invoke":
            self._start_auction(invoked=True)  # R11
        elif word == "bid":
            self._best_bid = int(rest)
            self._best_bidder = self._mover
            self._next_bidder()
        elif word == "pass":
            self._next_bidder()
        elif word == "discard":
            self._pay(next(name for name in DISASTERS if rest in DISASTERS[name]), rest)
            self._go_on()

    def _place(self, tile: str) -> None:
        """The drawn tile goes on its track."""
        self._remove(self.bag, tile)
        if tile != "Ra":
            self.track[self.track.index(None)] = tile  # R8: the leftmost empty space
            self._end_turn()
            return
        self.ra_tiles += 1  # R9
        if self.ra_tiles == RA_SPACES[self.seats]:
            self._end_epoch()  # R9, R23: at once, without an auction
        else:
            self._start_auction(invoked=False)

    def _take(self, tile: str) -> None:
        """R10: one God tile leaves the game for one tile of the auction track."""
        self._leave_game(self.tiles[self._mover], "God")
        self.track[self.track.index(tile)] = None  # R8: of two equal tiles the leftmost
        if tile in DISASTERS:
            self.waiting.append(tile)
        else:
            self._add(self.tiles[self._mover], tile)
        # R10: without another God tile or another takeable tile, the action ends by itself.
        self._stage = "gods" if self._takeable() else "finish"
        if self.at_once or self._stage == "finish":
            self._fulfil()  # R21
        self._go_on()

    def _go_on(self) -> None:
        """Discard whatever leaves no choice; when nothing is owed any more, go on with the turn or end it."""
        self._discard_without_choice()
        if not self.owed and self._stage == "finish":
            self._end_turn()

    def _end_turn(self) -> None:
        """The next player clockwise with a face-up sun takes a turn; the epoch ends if there is none."""
        if not any(self.up):
            self._end_epoch()  # R23: no player has a face-up sun
            return
        seat = (self._turn + 1) % self.seats  # R18: also after an auction, whoever won it
        while not self.up[seat]:
            seat = (seat + 1) % self.seats  # R6; R24: this may come round to the same player
        self._begin_turn(seat)

    def _begin_turn(self, seat: int) -> None:
        self._turn = self._mover = seat
        self._stage = "turn"

    # --- the auction -----------------------------------------------------------------------------------------------

    def _start_auction(self, invoked: bool) -> None:
        """R12: the player on turn is the Ra player; bidding goes once round from their left and ends with them."""
        self._invoked = invoked
        self._bidders = [(self._turn + step) % self.seats for step in range(1, self.seats + 1)]
        self._best_bid = 0
        self._best_bidder = None
        self._stage = "bid"
        self._next_bidder()

    def _next_bidder(self) -> None:
        """The next player who can bid is asked; when all have been, the auction ends."""
        while self._bidders:
            seat = self._bidders.pop(0)
            if any(sun > self._best_bid for sun in self.up[seat]):
                self._mover = seat
                return
            # R13: a player who cannot bid passes.
        self._end_auction()

    def _end_auction(self) -> None:
        self._stage = "finish"
        if self._best_bidder is None:
            if self._invoked:
                self._clear_track()  # R15: invoked with the track full, and all passed; the centre sun stays
            # R16: a Ra tile was drawn and all passed: tiles and sun stay.
        else:
            self._mover = self._best_bidder
            self._win(self._best_bidder, self._best_bid)
        self._go_on()

    def _win(self, winner: int, sun: int) -> None:
        """R17: the winner takes all tiles and the centre sun; the winning sun becomes the centre sun."""
        self.up[winner].remove(sun)
        self.down[winner] = sorted(self.down[winner] + [self.centre])
        self.centre = sun
        for space, tile in enumerate(self.track):
            if tile is None:
                continue
            self.track[space] = None
            if tile in DISASTERS:
                self.waiting.append(tile)  # R20: all other tiles are placed first
            else:
                self._add(self.tiles[winner], tile)
        self._fulfil()  # R20

    # --- disasters -------------------------------------------------------------------------------------------------

    def _fulfil(self) -> None:
        """R19: each waiting disaster costs two tiles of its category; the disaster tile leaves the game (R22)."""
        for disaster in self.waiting:
            self.owed[disaster] = self.owed.get(disaster, 0) + 2  # R20: two of a kind cost four
            self._add(self.gone, disaster)
        self.waiting = []

    def _discard_without_choice(self) -> None:
        """R22: discard for the mover, disaster by disaster, up to the first real choice."""
        for disaster, category in DISASTERS.items():
            while disaster in self.owed:
                kinds = [tile for tile in category if tile in self.tiles[self._mover]]
                held = sum(self.tiles[self._mover][tile] for tile in kinds)
                if held == 0:
                    del self.owed[disaster]  # R19: or as many as there are
                elif disaster in FREE_CHOICE and held > self.owed[disaster] and len(kinds) > 1:
                    return  # R22: more tiles than are owed, of more than one kind
                else:
                    self._pay(disaster, kinds[0])  # R19: Floods come before Niles

    def _pay(self, disaster: str, tile: str) -> None:
        """R22: what a disaster costs leaves the game."""
        self._leave_game(self.tiles[self._mover], tile)
        self._remove(self.owed, disaster)

    # --- the end of an epoch ---------------------------------------------------------------------------------------

    def _end_epoch(self) -> None:
        """R23: clear the tracks, score, and begin the next epoch or end the game."""
        self._clear_track()
        for _ in range(self.ra_tiles):
            self._add(self.gone, "Ra")
        self.ra_tiles = 0
        sheet = self.preview()
        self.sheets.append(sheet)
        for seat in range(self.seats):
            self.scores[seat] = max(0, self.scores[seat] + sum(sheet[seat].values()))  # R33
            # R25: these tiles leave the game, and all suns turn face up.
            for tile in ["God", "Gold", "Flood", *CIVILIZATIONS]:
                while tile in self.tiles[seat]:
                    self._leave_game(self.tiles[seat], tile)
            self.up[seat] = sorted(self.up[seat] + self.down[seat])
            self.down[seat] = []
        if self.epoch == 3:
            self._stage = "over"
            return
        self.epoch += 1
        self._begin_turn(self._first_seat())  # R5

    def _first_seat(self) -> int:
        """R5: the player with the highest sun begins; the centre sun does not count."""
        return max(range(self.seats), key=lambda seat: max(self.up[seat]))

    def preview(self) -> list[dict[str, int]]:
        """What each seat would score, by category, if the epoch ended now."""
        pharaohs = most_and_fewest([tiles.get("Pharaoh", 0) for tiles in self.tiles], gain=5, loss=2)  # R28
        totals = [sum(self.up[seat]) + sum(self.down[seat]) for seat in range(self.seats)]
        suns = most_and_fewest(totals, gain=5, loss=5)  # R32
        last = self.epoch == 3  # R31, R32: monuments and suns score only after epoch 3
        return [
            {
                "gods": 2 * tiles.get("God", 0),  # R26
                "gold": 3 * tiles.get("Gold", 0),  # R27
                "pharaohs": pharaohs[seat],
                "nile": nile_points(tiles),
                "civilization": civilization_points(tiles),
                "monuments": monument_points(tiles) if last else 0,
                "suns": suns[seat] if last else 0,
            }
            for seat, tiles in enumerate(self.tiles)
        ]

    def _clear_track(self) -> None:
        """All tiles on the auction track leave the game."""
        for tile in self.track:
            if tile is not None:
                self._add(self.gone, tile)
        self.track = [None] * AUCTION_SPACES

    def _leave_game(self, pile: dict[str, int], tile: str) -> None:
        self._remove(pile, tile)
        self._add(self.gone, tile)

    @staticmethod
    def _add(pile: dict[str, int], tile: str) -> None:
        pile[tile] = pile.get(tile, 0) + 1

    @staticmethod
    def _remove(pile: dict[str, int], tile: str) -> None:
        """Take one away; a pile names only what it holds."""
        pile[tile] -= 1
        if pile[tile] == 0:
            del pile[tile]
