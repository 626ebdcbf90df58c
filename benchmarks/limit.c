/* The yardstick: the rules of Ra as a C programmer would write them, playing random legal games.
 *
 * It makes the same moves from the same random numbers as `heliopolis.bots.random_games`, so decisions and points must
 * agree to the last digit: whoever runs both knows that they measure the same work. Ids in the comments are those of
 * docs/rules.md.
 *
 *     cc -O3 -march=native -o limit limit.c
 *     ./limit PLAYERS GAMES SEED          prints: seconds decisions points
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RA, GOD, GOLD, PHARAOH, NILE, FLOOD, CIVILIZATION = 6, CIVILIZATION_END = 11, MONUMENT = 11, MONUMENT_END = 19,
       DISASTER = 19, FUNERAL = 19, DROUGHT, UNREST, EARTHQUAKE, KINDS, EMPTY = KINDS };
enum { TURN, DRAWING, GODS, BIDDING, DISCARDING, OVER };
enum { NO_AUCTION, RA_DRAWN, RA_INVOKED };
enum { DRAW, INVOKE, TAKE, STOP = TAKE + KINDS, BID, PASS = BID, DISCARD = BID + 17, TILE = DISCARD + KINDS };
enum { SEATS = 5, SPACES = 8, EPOCHS = 3, CATEGORIES = 7 };
enum { GODS_ROW, GOLD_ROW, PHARAOHS_ROW, NILE_ROW, CIVILIZATION_ROW, MONUMENTS_ROW, SUNS_ROW };

typedef struct {
    uint8_t seats, ra_spaces, at_once, epoch, phase, seat, turn, ra_tiles, centre, filled;
    uint8_t track[SPACES], bag_left, bag[KINDS];
    uint8_t auction, best_bid, best_bidder, bids[SEATS], owed[4];
    uint32_t suns_up[SEATS], suns_down[SEATS];
    uint8_t tiles[SEATS][KINDS];
    int16_t points[SEATS], sheets[EPOCHS][SEATS][CATEGORIES];
} State;

/* ---- scoring, R26-R32 ---- */

static void reward(int16_t (*sheet)[CATEGORIES], int row, int seats, int most_points, int fewest_points) {
    int most = sheet[0][row], fewest = most;
    for (int seat = 1; seat < seats; seat++) {
        if (sheet[seat][row] > most) most = sheet[seat][row];
        if (sheet[seat][row] < fewest) fewest = sheet[seat][row];
    }
    for (int seat = 0; seat < seats; seat++) {
        int count = sheet[seat][row];
        sheet[seat][row] = most == fewest ? 0 : count == most ? most_points : count == fewest ? fewest_points : 0;
    }
}

static int civilization_points(const uint8_t *tiles) {
    int different = 0;
    for (int kind = CIVILIZATION; kind < CIVILIZATION_END; kind++) different += tiles[kind] > 0;
    return different == 0 ? -5 : different > 2 ? 5 * (different - 2) : 0;
}

static int monument_points(const uint8_t *tiles) {
    int different = 0, points = 0;
    for (int kind = MONUMENT; kind < MONUMENT_END; kind++) {
        different += tiles[kind] > 0;
        if (tiles[kind] > 2) points += 5 * (tiles[kind] - 2);
    }
    return points + (different == 8 ? 15 : different == 7 ? 10 : different);
}

static int sun_total(uint32_t suns) {
    int total = 0;
    for (int sun = 1; sun <= 16; sun++) if (suns >> sun & 1) total += sun;
    return total;
}

static void score(const State *state, int16_t (*sheet)[CATEGORIES]) {
    int last = state->epoch == EPOCHS;
    for (int seat = 0; seat < state->seats; seat++) {
        const uint8_t *tiles = state->tiles[seat];
        sheet[seat][GODS_ROW] = 2 * tiles[GOD];
        sheet[seat][GOLD_ROW] = 3 * tiles[GOLD];
        sheet[seat][PHARAOHS_ROW] = tiles[PHARAOH];
        sheet[seat][NILE_ROW] = tiles[FLOOD] ? tiles[FLOOD] + tiles[NILE] : 0;
        sheet[seat][CIVILIZATION_ROW] = civilization_points(tiles);
        sheet[seat][MONUMENTS_ROW] = last ? monument_points(tiles) : 0;
        sheet[seat][SUNS_ROW] = last ? sun_total(state->suns_up[seat] | state->suns_down[seat]) : 0;
    }
    reward(sheet, PHARAOHS_ROW, state->seats, 5, -2);
    reward(sheet, SUNS_ROW, state->seats, 5, -5);
}

/* ---- turns and epochs, R5, R6, R18, R23-R25 ---- */

static int left_of(const State *state, int seat) { return seat + 1 == state->seats ? 0 : seat + 1; }

static void start_turn(State *state, int seat) {
    state->auction = NO_AUCTION;
    state->turn = state->seat = seat;
    state->phase = TURN;
}

static void clear_track(State *state) {
    memset(state->track, EMPTY, SPACES);
    state->filled = 0;
}

static void end_epoch(State *state) {
    int16_t (*sheet)[CATEGORIES] = state->sheets[state->epoch - 1];
    score(state, sheet);
    for (int seat = 0; seat < state->seats; seat++) {
        int points = state->points[seat];
        for (int category = 0; category < CATEGORIES; category++) points += sheet[seat][category];
        state->points[seat] = points > 0 ? points : 0;
        state->suns_up[seat] |= state->suns_down[seat];
        state->suns_down[seat] = 0;
        uint8_t *tiles = state->tiles[seat];
        tiles[GOD] = tiles[GOLD] = tiles[FLOOD] = 0;
        memset(tiles + CIVILIZATION, 0, CIVILIZATION_END - CIVILIZATION);
    }
    clear_track(state);
    state->ra_tiles = 0;
    if (state->epoch == EPOCHS) {
        state->auction = NO_AUCTION;
        state->phase = OVER;
        return;
    }
    state->epoch++;
    int first = 0;
    for (int seat = 1; seat < state->seats; seat++) if (state->suns_up[seat] > state->suns_up[first]) first = seat;
    start_turn(state, first);
}

static void end_turn(State *state) {
    int seat = state->turn;
    do {
        seat = left_of(state, seat);
        if (state->suns_up[seat]) { start_turn(state, seat); return; }
    } while (seat != state->turn);
    end_epoch(state);
}

/* ---- disasters, R19-R22 ---- */

static void lose(State *state, int disaster, int kind) {
    uint8_t *owed = &state->owed[disaster - DISASTER], *held = &state->tiles[state->seat][kind];
    int lost = *owed < *held ? *owed : *held;
    *held -= lost;
    *owed -= lost;
}

static int lose_from_set(State *state, int disaster, int first, int end) {
    int owed = state->owed[disaster - DISASTER], held = 0, kinds = 0;
    if (!owed) return 1;
    for (int kind = first; kind < end; kind++) {
        held += state->tiles[state->seat][kind];
        kinds += state->tiles[state->seat][kind] > 0;
    }
    if (held > owed && kinds > 1) return 0;
    for (int kind = first; kind < end; kind++) lose(state, disaster, kind);
    state->owed[disaster - DISASTER] = 0;
    return 1;
}

static int fulfil(State *state) {
    uint8_t *owed = state->owed;
    if (!(owed[0] | owed[1] | owed[2] | owed[3])) return 1;
    lose(state, FUNERAL, PHARAOH);
    lose(state, DROUGHT, FLOOD);
    lose(state, DROUGHT, NILE);
    owed[FUNERAL - DISASTER] = owed[DROUGHT - DISASTER] = 0;
    if (lose_from_set(state, UNREST, CIVILIZATION, CIVILIZATION_END)
        && lose_from_set(state, EARTHQUAKE, MONUMENT, MONUMENT_END)) return 1;
    state->phase = DISCARDING;
    return 0;
}

static void finish_action(State *state) { if (fulfil(state)) end_turn(state); }

static void gain(State *state, int seat, int kind) {
    if (kind >= DISASTER) state->owed[kind - DISASTER] += 2;
    else state->tiles[seat][kind]++;
}

/* ---- God tiles, R10, R21 ---- */

static void after_god(State *state) {
    if (state->tiles[state->seat][GOD])
        for (int space = 0; space < SPACES; space++)
            if (state->track[space] != EMPTY && state->track[space] != GOD) { state->phase = GODS; return; }
    finish_action(state);
}

static void take_with_god(State *state, int kind) {
    int space = 0;
    state->tiles[state->seat][GOD]--;
    while (state->track[space] != kind) space++;
    state->track[space] = EMPTY;
    state->filled--;
    gain(state, state->seat, kind);
    if (state->at_once && !fulfil(state)) return;
    after_god(state);
}

static void discard(State *state, int kind) {
    state->tiles[state->seat][kind]--;
    state->owed[(kind < CIVILIZATION_END ? UNREST : EARTHQUAKE) - DISASTER]--;
    if (!fulfil(state)) return;
    if (state->auction == NO_AUCTION && state->at_once) after_god(state);
    else end_turn(state);
}

/* ---- auctions, R12-R18 ---- */

static void close_auction(State *state) {
    if (!state->best_bid) {
        if (state->auction == RA_INVOKED) clear_track(state);
        end_turn(state);
        return;
    }
    int winner = state->best_bidder;
    state->suns_up[winner] ^= 1u << state->best_bid;
    state->suns_down[winner] |= 1u << state->centre;
    state->centre = state->best_bid;
    if (state->filled) {
        for (int space = 0; space < SPACES; space++)
            if (state->track[space] != EMPTY) gain(state, winner, state->track[space]);
        clear_track(state);
    }
    state->seat = winner;
    finish_action(state);
}

static void ask_next_bidder(State *state, int seat) {
    do {
        seat = left_of(state, seat);
        if (state->suns_up[seat] >> state->best_bid > 1) {
            state->seat = seat;
            state->phase = BIDDING;
            return;
        }
    } while (seat != state->turn);
    close_auction(state);
}

static void start_auction(State *state, int reason) {
    state->auction = reason;
    state->best_bid = 0;
    memset(state->bids, 0, SEATS);
    ask_next_bidder(state, state->turn);
}

static void bid(State *state, int sun) {
    int seat = state->seat;
    if (sun) {
        state->bids[seat] = state->best_bid = sun;
        state->best_bidder = seat;
    }
    if (seat == state->turn) close_auction(state);
    else ask_next_bidder(state, seat);
}

/* ---- moves ---- */

static void place_tile(State *state, int kind) {
    state->bag[kind]--;
    state->bag_left--;
    if (kind == RA) {
        if (++state->ra_tiles == state->ra_spaces) end_epoch(state);
        else start_auction(state, RA_DRAWN);
        return;
    }
    int space = 0;
    while (state->track[space] != EMPTY) space++;
    state->track[space] = kind;
    state->filled++;
    end_turn(state);
}

static void apply(State *state, int move) {
    if (state->phase == DRAWING) place_tile(state, move - TILE);
    else if (state->phase == BIDDING) bid(state, move - BID);
    else if (state->phase == DISCARDING) discard(state, move - DISCARD);
    else if (move == DRAW) state->phase = DRAWING;
    else if (move == INVOKE) start_auction(state, RA_INVOKED);
    else if (move == STOP) finish_action(state);
    else take_with_god(state, move - TAKE);
}

static int take_moves(const State *state, int16_t *moves, int count) {
    uint32_t listed = 1u << GOD | 1u << EMPTY;
    for (int space = 0; space < SPACES; space++) {
        int kind = state->track[space];
        if (listed >> kind & 1) continue;
        listed |= 1u << kind;
        moves[count++] = TAKE + kind;
    }
    return count;
}

static int legal_moves(const State *state, int16_t *moves) {
    int count = 0;
    if (state->phase == BIDDING) {
        int must_bid = state->auction == RA_INVOKED && !state->best_bid && state->seat == state->turn
                       && state->filled < SPACES;
        if (!must_bid) moves[count++] = PASS;
        for (uint32_t suns = state->suns_up[state->seat] & -2u << state->best_bid; suns; suns &= suns - 1)
            moves[count++] = BID + __builtin_ctz(suns);
    } else if (state->phase == TURN) {
        if (state->filled < SPACES) moves[count++] = DRAW;
        moves[count++] = INVOKE;
        if (state->tiles[state->turn][GOD]) count = take_moves(state, moves, count);
    } else if (state->phase == GODS) {
        count = take_moves(state, moves, 0);
        moves[count++] = STOP;
    } else if (state->phase == DISCARDING) {
        int unrest = state->owed[UNREST - DISASTER] > 0;
        int end = unrest ? CIVILIZATION_END : MONUMENT_END;
        for (int kind = unrest ? CIVILIZATION : MONUMENT; kind < end; kind++)
            if (state->tiles[state->seat][kind]) moves[count++] = DISCARD + kind;
    }
    return count;
}

static int chance_outcome(const State *state, int ticket) {
    int kind = 0;
    while (ticket >= state->bag[kind]) ticket -= state->bag[kind++];
    return TILE + kind;
}

/* ---- random play ---- */

static uint64_t random_state;

static int below(int limit) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (int)((z >> 32) * (uint64_t)limit >> 32);
}

static State openings[120];
static int opening_count;

/* All ways to deal the sun groups, in lexicographic order of the groups (R3). */
static void deal(int seats, uint32_t taken, int seat, State *state) {
    static const uint8_t groups[6][5][4] = {
        [2] = {{9, 6, 5, 2}, {8, 7, 4, 3}},
        [3] = {{13, 8, 5, 2}, {12, 9, 6, 3}, {11, 10, 7, 4}},
        [4] = {{13, 6, 2}, {12, 7, 3}, {11, 8, 4}, {10, 9, 5}},
        [5] = {{16, 7, 2}, {15, 8, 3}, {14, 9, 4}, {13, 10, 5}, {12, 11, 6}},
    };
    if (seat == seats) {
        int first = 0;
        for (int other = 1; other < seats; other++) if (state->suns_up[other] > state->suns_up[first]) first = other;
        openings[opening_count] = *state;
        start_turn(&openings[opening_count++], first);
        return;
    }
    for (int group = 0; group < seats; group++) {
        if (taken >> group & 1) continue;
        state->suns_up[seat] = 0;
        for (int sun = 0; sun < 4; sun++)
            if (groups[seats][group][sun]) state->suns_up[seat] |= 1u << groups[seats][group][sun];
        deal(seats, taken | 1u << group, seat + 1, state);
    }
}

static void set_up(int seats) {
    static const uint8_t ra_spaces[] = {0, 0, 6, 8, 9, 10};
    static const uint8_t bag[KINDS] = {30, 8, 5, 25, 25, 12, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2, 4, 2};
    State state = {.seats = seats, .ra_spaces = ra_spaces[seats], .at_once = 1, .epoch = 1, .centre = 1, .bag_left = 180};
    memcpy(state.bag, bag, KINDS);
    for (int seat = 0; seat < seats; seat++) state.points[seat] = 10;
    clear_track(&state);
    deal(seats, 0, 0, &state);
}

int main(int argc, char **argv) {
    if (argc != 4 || atoi(argv[1]) < 2 || atoi(argv[1]) > SEATS) {
        fprintf(stderr, "usage: limit PLAYERS(2-5) GAMES SEED\n");
        return 2;
    }
    int seats = atoi(argv[1]), games = atoi(argv[2]);
    random_state = strtoull(argv[3], NULL, 10);
    set_up(seats);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    long decisions = 0, points = 0;
    for (int game = 0; game < games; game++) {
        State state = openings[below(opening_count)];
        int16_t moves[SPACES + 2];
        while (state.phase != OVER) {
            if (state.phase == DRAWING) apply(&state, chance_outcome(&state, below(state.bag_left)));
            else {
                decisions++;
                int count = legal_moves(&state, moves);
                apply(&state, moves[below(count)]);
            }
        }
        for (int seat = 0; seat < seats; seat++) points += state.points[seat];
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %ld %ld\n", (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec), decisions, points);
    return 0;
}
