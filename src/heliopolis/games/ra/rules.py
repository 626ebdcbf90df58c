"""How Ra is played: which moves there are, and what they do. The ids are those of docs/rules.md.

A move is made in two parts. First the move itself (`make`), then what follows from it by itself, in the order of the
rulebook: the next bidder is asked, the auction closes, disasters strike, the turn ends, the epoch ends. Each of these
steps answers with the step that comes next, or with what the game now waits for.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from heliopolis.compiled import compiled, inlined, lowest_bit, wide
from heliopolis.games.contract import END, Moves, Numbers16, add
from heliopolis.games.ra.components import (
    AUCTION_SPACES,
    CIVILIZATION,
    CIVILIZATION_END,
    DISASTER,
    DROUGHT,
    EARTHQUAKE,
    EMPTY,
    EPOCHS,
    FLOOD,
    FUNERAL,
    GOD,
    GOLD,
    HIGHEST_SUN,
    KINDS,
    MONUMENT,
    MONUMENT_END,
    MOST_SEATS,
    MOST_SUNS,
    NILE,
    PHARAOH,
    RA,
    UNREST,
)
from heliopolis.games.ra.scoring import score_breakdown
from heliopolis.games.ra.state import (
    AUCTION_CLOSES,
    BIDDING,
    BY_RA,
    BY_SUNS,
    CATEGORIES,
    DISASTERS_STRIKE,
    DISCARDING,
    DRAWING,
    EPOCH_ENDS,
    GODS,
    NEXT_BIDDER,
    NO_AUCTION,
    OVER,
    RA_DRAWN,
    RA_INVOKED,
    TURN,
    TURN_ENDS,
    State,
)

# The moves. Those that name a kind of tile or a sun are a range: TAKE + PHARAOH, BID + 13.
DRAW: Final = 0
INVOKE: Final = 1
TAKE: Final = 2
STOP: Final = TAKE + KINDS
DISCARD: Final = STOP + 1
BID: Final = DISCARD + KINDS
PASS: Final = BID  # a bid of no sun
TILE: Final = BID + HIGHEST_SUN + 1  # the bag's answer to DRAW
ACTIONS: Final = TILE + KINDS


def _next_seat(mask: int, seat: int) -> int:
    """Find the first seat of a mask on the way round to the left of a seat, which itself comes last."""
    way_round = [(seat + step) % MOST_SEATS for step in range(1, MOST_SEATS + 1)]
    return next((left for left in way_round if mask >> left & 1), seat)


#: Worked out beforehand: NEXT_SEAT[mask, seat].
NEXT_SEAT: Final = np.array(
    [[_next_seat(mask, seat) for seat in range(MOST_SEATS)] for mask in range(1 << MOST_SEATS)], np.uint8
)

MOST_MOVES: Final = AUCTION_SPACES + 1  # invoke and eight tiles to take, or draw, invoke and seven
MOST_OUTCOMES: Final = KINDS


# ---- what the contract asks of a game ----


@inlined
def seats(state: State) -> int:
    """Count the players."""
    return state.seats


@inlined
def is_over(state: State) -> bool:
    """Tell whether the third epoch has been scored."""
    return state.phase == OVER


@inlined
def is_chance(state: State) -> bool:
    """Tell whether a tile is being drawn."""
    return state.phase == DRAWING


@inlined
def to_act(state: State) -> int:
    """Name the seat that chooses, or draws."""
    return state.seat


@inlined
def legal_moves(state: State, moves: Moves) -> int:
    """List the moves of the seat to act."""
    phase = state.phase
    count = 0
    if phase == BIDDING:
        if not must_bid(state):
            count = add(moves, count, PASS)
        higher = wide(state.suns_up[state.seat]) & (-2 << wide(state.best_bid))  # R13
        for _ in range(MOST_SUNS):
            if higher == 0:
                break
            count = add(moves, count, BID + lowest_bit(higher))
            higher &= higher - 1
    elif phase == DISCARDING:
        unrest = state.owed[UNREST - DISASTER] > 0  # civilizations before monuments (R22)
        for kind in range(CIVILIZATION if unrest else MONUMENT, CIVILIZATION_END if unrest else MONUMENT_END):
            if state.tiles[state.seat, kind] > 0:
                count = add(moves, count, DISCARD + kind)
    elif phase in (TURN, GODS):
        if phase == TURN:
            if state.filled < AUCTION_SPACES:  # R7
                count = add(moves, count, DRAW)
            count = add(moves, count, INVOKE)  # R11: also when the auction track is empty
        if state.tiles[state.seat, GOD] > 0:  # R10
            listed = 1 << GOD | 1 << EMPTY  # never a God tile
            for space in range(AUCTION_SPACES):
                kind = wide(state.track[space])
                if not listed >> kind & 1:
                    listed |= 1 << kind
                    count = add(moves, count, TAKE + kind)
        if phase == GODS:
            count = add(moves, count, STOP)
    add(moves, count, END)
    return count


@inlined
def apply(state: State, move: int) -> None:
    """Make a move, and all that follows by itself."""
    step = make(state, move)
    if step == NEXT_BIDDER:
        step = ask_next_bidder(state)
    if step == AUCTION_CLOSES:
        step = close_auction(state)
    if step == DISASTERS_STRIKE:
        step = fulfil_disasters(state)
    if step == TURN_ENDS:
        step = end_turn(state)
    if step == EPOCH_ENDS:
        step = end_epoch(state)
    state.phase = step


@inlined
def chance_weight(state: State) -> int:
    """Count the tiles in the bag."""
    return state.bag_left


@inlined
def chance_outcome(state: State, ticket: int) -> int:
    """Draw the tile at a place of the bag, with its tiles laid out in the order of R1."""
    kind = 0
    while ticket >= state.bag[kind]:
        ticket -= state.bag[kind]
        kind += 1
    return TILE + kind


@compiled
def chance_outcomes(state: State, moves: Moves, weights: Moves) -> int:
    """List the kinds of tiles still in the bag, and how many of each."""
    count = 0
    for kind in range(KINDS):
        if state.bag[kind] > 0:
            moves[count] = TILE + kind
            weights[count] = state.bag[kind]
            count += 1
    return count


@compiled
def scores(state: State, into: Numbers16) -> None:
    """Copy the points."""
    for seat in range(state.seats):
        into[seat] = state.points[seat]


@compiled
def returns(state: State, into: NDArray[np.float64]) -> None:
    """Give 1 to the winner, 0 to the others."""
    for seat in range(state.seats):
        into[seat] = 0.0
    into[winner(state)] = 1.0


@compiled
def winner(state: State) -> int:
    """Find who has the most points; a tie goes to the highest sun (R34)."""
    best = 0
    for seat in range(1, state.seats):
        ahead = wide(state.points[seat]) - wide(state.points[best])
        if ahead > 0 or (ahead == 0 and all_suns(state, seat) > all_suns(state, best)):
            best = seat
    return best


@compiled
def epochs_over(state: State) -> int:
    """Count the epochs that have been scored."""
    return EPOCHS if state.phase == OVER else wide(state.epoch) - 1


@compiled
def epoch_sheet(state: State, epoch: int, sheet: Numbers16) -> None:
    """Copy the score sheet of an epoch that is over."""
    for seat in range(state.seats):
        for category in range(len(CATEGORIES)):
            sheet[seat, category] = state.sheets[epoch, seat, category]


@compiled
def epoch_end(state: State, epoch: int) -> int:
    """Tell why an epoch ended."""
    return wide(state.ends[epoch])


# ---- the moves of a turn ----


@inlined
def make(state: State, move: int) -> int:
    """Make a move; what follows from it is left to `apply`."""
    if move >= TILE:
        return place_tile(state, move - TILE)
    if move >= BID:
        return bid(state, move - BID)
    if move >= DISCARD:
        return discard(state, move - DISCARD)
    if move == DRAW:
        return DRAWING
    if move == INVOKE:
        return start_auction(state, RA_INVOKED)
    if move == STOP:
        return DISASTERS_STRIKE if owes(state) else TURN_ENDS
    return take_with_god(state, move - TAKE)


@compiled
def place_tile(state: State, kind: int) -> int:
    """Put the drawn tile on its track."""
    state.bag[kind] -= 1
    state.bag_left -= 1
    if kind != RA:
        space = 0
        while state.track[space] != EMPTY:  # R8: the leftmost, so gaps fill first
            space += 1
        state.track[space] = kind
        state.filled += 1
        return TURN_ENDS
    state.ra_tiles += 1
    if state.ra_tiles == state.ra_spaces:  # R9: no auction
        return EPOCH_ENDS
    return start_auction(state, RA_DRAWN)


@compiled
def take_with_god(state: State, kind: int) -> int:
    """Spend a God tile for a tile of the auction track (R10)."""
    state.tiles[state.seat, GOD] -= 1
    space = 0
    while state.track[space] != kind:  # R8: the leftmost of equal ones
        space += 1
    state.track[space] = EMPTY
    state.filled -= 1
    if kind >= DISASTER:
        state.owed[kind - DISASTER] += 2
        if state.at_once:  # R21
            return DISASTERS_STRIKE
    else:
        state.tiles[state.seat, kind] += 1
    return GODS if can_take(state) else DISASTERS_STRIKE


@compiled
def can_take(state: State) -> bool:
    """Tell whether the seat to act has a God tile and there is a tile to take with it (R10)."""
    if state.tiles[state.seat, GOD] > 0:
        for space in range(AUCTION_SPACES):
            if state.track[space] != EMPTY and state.track[space] != GOD:
                return True
    return False


# ---- the auction ----


@compiled
def start_auction(state: State, reason: int) -> int:
    """Let the player whose turn it is be the Ra player, and ask for bids from their left (R12)."""
    state.auction = reason
    state.best_bid = 0
    for seat in range(MOST_SEATS):
        state.bids[seat] = 0
    return NEXT_BIDDER


@compiled
def ask_next_bidder(state: State) -> int:
    """Ask the next player who can bid; those who cannot, pass (R13). The Ra player is the last (R12)."""
    seat = state.seat
    while True:
        seat = state.left[seat]
        if state.suns_up[seat] >> state.best_bid > 1:  # bit 0 is no sun: a higher one is left
            state.seat = seat
            return BIDDING
        if seat == state.turn:
            return AUCTION_CLOSES


@inlined
def must_bid(state: State) -> bool:
    """Tell whether the Ra player has to bid: invoked, the track not full, and everyone else has passed (R14)."""
    return (
        state.auction == RA_INVOKED
        and state.best_bid == 0
        and state.seat == state.turn
        and state.filled < AUCTION_SPACES
    )


@compiled
def bid(state: State, sun: int) -> int:
    """Bid a sun, or pass."""
    if sun > 0:
        state.bids[state.seat] = sun
        state.best_bid = sun
        state.best_bidder = state.seat
    return AUCTION_CLOSES if state.seat == state.turn else NEXT_BIDDER


@compiled
def close_auction(state: State) -> int:
    """Give the lot to the highest bidder (R17), if there is one (R15, R16)."""
    if state.best_bid == 0:
        if state.auction == RA_INVOKED:  # R15: only with a full track can all have passed
            clear_track(state)
        return TURN_ENDS
    buyer = state.best_bidder
    state.suns_up[buyer] ^= sun_bit(state.best_bid)
    if state.suns_up[buyer] == 0:
        state.active ^= 1 << wide(buyer)
    state.suns_down[buyer] |= sun_bit(state.centre)
    state.centre = state.best_bid
    if state.filled > 0:
        tiles = state.tiles[buyer]
        for space in range(AUCTION_SPACES):
            kind = state.track[space]
            if kind < DISASTER:
                tiles[kind] += 1
            elif kind != EMPTY:
                state.owed[kind - DISASTER] += 2
        clear_track(state)
    state.seat = buyer
    return DISASTERS_STRIKE if owes(state) else TURN_ENDS


@compiled
def clear_track(state: State) -> None:
    """Empty the auction track."""
    for space in range(AUCTION_SPACES):
        state.track[space] = EMPTY
    state.filled = 0


@inlined
def sun_bit(sun: int) -> np.uint32:
    """Make the mask of one sun."""
    return np.uint32(1) << np.uint32(sun)


@inlined
def all_suns(state: State, seat: int) -> np.uint32:
    """Gather a player's suns, face up and face down."""
    return state.suns_up[seat] | state.suns_down[seat]  # type: ignore[no-any-return]


# ---- disasters ----


@inlined
def owes(state: State) -> bool:
    """Tell whether a disaster waits to be fulfilled."""
    return wide(state.owed[0] | state.owed[1] | state.owed[2] | state.owed[3]) > 0


@compiled
def fulfil_disasters(state: State) -> int:
    """Take what disasters cost the seat to act, as far as there is no choice (R19, R20, R22)."""
    if owes(state):
        lose(state, FUNERAL, PHARAOH)
        lose(state, DROUGHT, FLOOD)
        lose(state, DROUGHT, NILE)
        state.owed[FUNERAL - DISASTER] = 0
        state.owed[DROUGHT - DISASTER] = 0
        if has_choice(state, UNREST, CIVILIZATION, CIVILIZATION_END):
            return DISCARDING
        if has_choice(state, EARTHQUAKE, MONUMENT, MONUMENT_END):
            return DISCARDING
    if state.at_once and state.auction == NO_AUCTION and can_take(state):
        return GODS
    return TURN_ENDS


@compiled
def lose(state: State, disaster: int, kind: int) -> None:
    """Give up tiles of one kind for a disaster, as many as are owed and there."""
    lost = min(state.owed[disaster - DISASTER], state.tiles[state.seat, kind])
    state.tiles[state.seat, kind] -= lost
    state.owed[disaster - DISASTER] -= lost


@compiled
def has_choice(state: State, disaster: int, first: int, end: int) -> bool:
    """Tell whether the seat to act chooses what it loses of a category; if not, it loses it now (R22)."""
    owed = state.owed[disaster - DISASTER]
    if owed == 0:
        return False
    held = 0
    kinds = 0
    for kind in range(first, end):
        held += state.tiles[state.seat, kind]
        kinds += state.tiles[state.seat, kind] > 0
    if held > owed and kinds > 1:
        return True
    for kind in range(first, end):
        lose(state, disaster, kind)
    state.owed[disaster - DISASTER] = 0
    return False


@compiled
def discard(state: State, kind: int) -> int:
    """Give up a chosen civilization or monument tile."""
    disaster = UNREST if kind < CIVILIZATION_END else EARTHQUAKE
    state.tiles[state.seat, kind] -= 1
    state.owed[disaster - DISASTER] -= 1
    return DISASTERS_STRIKE


# ---- turns and epochs ----


@compiled
def end_turn(state: State) -> int:
    """Pass the turn on from the player whose turn it was (R18), to the next who has a face-up sun (R6, R24)."""
    if state.active == 0:
        return EPOCH_ENDS  # R23
    return start_turn(state, NEXT_SEAT[state.active, state.turn])


@inlined
def start_turn(state: State, seat: int) -> int:
    """Give a player the turn."""
    state.auction = NO_AUCTION
    state.turn = seat
    state.seat = seat
    return TURN


@compiled
def first_player(state: State) -> int:
    """Find the player with the highest sun (R5)."""
    first = 0
    for seat in range(1, state.seats):
        if state.suns_up[seat] > state.suns_up[first]:
            first = seat
    return first


@compiled
def end_epoch(state: State) -> int:
    """Score the epoch (R33) and clear the table (R23, R25)."""
    epoch = state.epoch - 1
    state.ends[epoch] = BY_RA if state.ra_tiles == state.ra_spaces else BY_SUNS
    sheet = state.sheets[epoch]
    score_breakdown(state, sheet)
    for seat in range(state.seats):
        points = wide(state.points[seat])
        for category in range(len(CATEGORIES)):
            points += wide(sheet[seat, category])
        state.points[seat] = max(points, 0)
        state.suns_up[seat] |= state.suns_down[seat]
        state.suns_down[seat] = 0
        state.active |= 1 << seat
        tiles = state.tiles[seat]
        tiles[GOD] = 0
        tiles[GOLD] = 0
        tiles[FLOOD] = 0
        for kind in range(CIVILIZATION, CIVILIZATION_END):
            tiles[kind] = 0
    clear_track(state)
    state.ra_tiles = 0
    if state.epoch == EPOCHS:
        state.auction = NO_AUCTION
        return OVER
    state.epoch += 1
    return start_turn(state, first_player(state))
