/* The yardstick: the rules of Ra: The Dice Game as a C programmer would write them, playing random legal games.
 *
 * It makes the same moves from the same random numbers as `heliopolis.bots.random_games`, so decisions and points must
 * agree to the last digit: whoever runs both knows that they measure the same work. Ids in the comments are those of
 * docs/dice.md.
 *
 *     cc -O3 -march=native -o limit_dice limit_dice.c
 *     ./limit_dice PLAYERS GAMES SEED          prints: seconds decisions points
 */
#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SUN, PHARAOH, NILE, CIVILIZATION, MONUMENT, ANKH, FACES };
enum { ROLLING, REROLLING, USING, DECLARING, DISCARDING, OVER };
enum { SEATS = 4, DICE = 5, ALL_DICE = 31, COLUMNS = 8, CELLS = 40, EPOCHS = 3, CATEGORIES = 4, TRACK_END = 12 };
enum { REROLL, KEEP = REROLL, STEP_PHARAOH = 32, STEP_NILE = STEP_PHARAOH + 6, FLOOD = STEP_NILE + 6, FLOOD_KEEP_NILE,
       FLOOD_KEEP_ANKH, CIVILIZE, BUILD = CIVILIZE + 32, ANKHS = BUILD + CELLS, END_TURN, DISASTER,
       DISCARD_CIVILIZATION = DISASTER + 5, DISCARD_MONUMENT = DISCARD_CIVILIZATION + DICE, ROLL = DISCARD_MONUMENT + CELLS };

typedef struct {
    uint8_t seats, sun_track, published, epoch, phase, seat, turn, rolling, rerolls, dice[FACES], built, disaster, owed, ra;
    uint8_t pharaoh[SEATS], nile[SEATS], civilization[SEATS];
    uint64_t monuments[SEATS], empty;
    int16_t floods[SEATS], points[SEATS], sheets[EPOCHS][SEATS][CATEGORIES];
} State;

static const uint64_t FIRST_COLUMN = 0x0101010101;

static int count(unsigned mask) { return __builtin_popcount(mask); }
static int left_of(const State *state, int seat) { return seat + 1 == state->seats ? 0 : seat + 1; }
static int lower(int a, int b) { return a < b ? a : b; }

/* ---- scoring, D16-D19 ---- */

static int monument_points(uint64_t cells) {
    int different = 0, points = 0;
    for (int column = 0; column < COLUMNS; column++) {
        int markers = __builtin_popcountll(cells >> column & FIRST_COLUMN);
        different += markers > 0;
        if (markers > 2) points += 5 * (markers - 2);
    }
    return points + (different == 8 ? 15 : different == 7 ? 10 : different);
}

static void score(const State *state, int16_t (*sheet)[CATEGORIES]) {
    int most = state->pharaoh[0], fewest = most;
    for (int seat = 1; seat < state->seats; seat++) {
        if (state->pharaoh[seat] > most) most = state->pharaoh[seat];
        if (state->pharaoh[seat] < fewest) fewest = state->pharaoh[seat];
    }
    for (int seat = 0; seat < state->seats; seat++) {
        int place = state->pharaoh[seat], markers = count(state->civilization[seat]);
        sheet[seat][0] = most == fewest ? 0 : place == most ? 5 : place == fewest ? -2 : 0;
        sheet[seat][1] = state->floods[seat] ? state->nile[seat] : 0;
        sheet[seat][2] = markers == 0 ? -5 : markers > 2 ? 5 * (markers - 2) : 0;
        sheet[seat][3] = state->epoch == EPOCHS ? monument_points(state->monuments[seat]) : 0;
    }
}

/* ---- turns and epochs, D6, D15, D16, D20, D21 ---- */

static void start_turn(State *state, int seat) {
    memset(state->dice, 0, FACES);
    state->built = state->disaster = 0;
    state->rolling = ALL_DICE;
    state->rerolls = 2;
    state->turn = state->seat = seat;
    state->phase = ROLLING;
}

static void end_epoch(State *state) {
    int16_t (*sheet)[CATEGORIES] = state->sheets[state->epoch - 1];
    score(state, sheet);
    for (int seat = 0; seat < state->seats; seat++) {
        int points = state->points[seat];
        for (int category = 0; category < CATEGORIES; category++) points += sheet[seat][category];
        state->points[seat] = points > 0 ? points : 0;
        if (sheet[seat][0] == 5) state->pharaoh[seat] -= lower(state->pharaoh[seat], 2);
        else if (sheet[seat][0] == -2) state->pharaoh[seat]++;
        state->floods[seat] = 0;
        state->civilization[seat] = 0;
    }
    state->ra = 0;
    if (state->epoch == EPOCHS) {
        state->phase = OVER;
        return;
    }
    state->epoch++;
    start_turn(state, left_of(state, state->turn));
}

static void end_turn(State *state) {
    if (state->ra == state->sun_track) end_epoch(state);
    else start_turn(state, left_of(state, state->turn));
}

/* ---- Suns and disasters, D13, D14 ---- */

static void count_suns(State *state) {
    int suns = count(state->dice[SUN]);
    if (suns > 3) {
        state->phase = DECLARING;
        return;
    }
    if (suns == 3) state->points[state->seat] += 3;
    else state->ra = lower(state->ra + suns, state->sun_track);
    end_turn(state);
}

static void take_away(State *state, int seat, uint64_t markers) {
    if (state->disaster == CIVILIZATION) state->civilization[seat] ^= markers;
    else {
        state->monuments[seat] ^= markers;
        state->empty |= markers;
    }
}

static void find_victim(State *state) {
    for (int seat = left_of(state, state->seat); seat != state->turn; seat = left_of(state, seat)) {
        uint64_t held = state->disaster == CIVILIZATION ? state->civilization[seat] : state->monuments[seat];
        if (__builtin_popcountll(held) > 2) {
            state->seat = seat;
            state->owed = 2;
            state->phase = DISCARDING;
            return;
        }
        take_away(state, seat, held);
    }
    end_turn(state);
}

static void declare(State *state, int disaster) {
    state->disaster = disaster;
    if (disaster >= CIVILIZATION) {
        find_victim(state);
        return;
    }
    for (int seat = left_of(state, state->turn); seat != state->turn; seat = left_of(state, seat)) {
        if (disaster == PHARAOH) state->pharaoh[seat] -= lower(state->pharaoh[seat], 2);
        else if (disaster == NILE) {
            if (state->floods[seat] == !state->published) state->nile[seat] -= lower(state->nile[seat], 2);
            else if (state->floods[seat]) state->floods[seat]--;
        }
    }
    end_turn(state);
}

static void discard(State *state, int place) {
    take_away(state, state->seat, 1ull << (state->disaster == CIVILIZATION ? place : place - DICE));
    if (--state->owed == 0) find_victim(state);
}

/* ---- the use of the dice, D7-D12 ---- */

static void spend(State *state, int face, int number) {
    while (number-- > 0) state->dice[face] &= state->dice[face] - 1;
}

static void pay(State *state, int face, int symbols) {
    int own = lower(count(state->dice[face]), symbols);
    spend(state, face, own);
    spend(state, ANKH, symbols - own);
}

static int most_steps(int dice, int ankhs, int place) { return dice ? lower(count(dice) + ankhs, TRACK_END - place) : 0; }

static int leaves_choice(int niles, int ankhs) { return (niles == 2 || niles == 3) && niles + ankhs > 3; }

static int is_flood_choice(const State *state) {
    int niles = count(state->dice[NILE]), ankhs = count(state->dice[ANKH]);
    if (!leaves_choice(niles, ankhs) || state->nile[state->seat] == TRACK_END) return 0;
    return niles + ankhs == 5 || most_steps(state->dice[PHARAOH], 1, state->pharaoh[state->seat]) > 1;
}

static void flood(State *state, int move) {
    int niles = count(state->dice[NILE]), paid = lower(niles, 3);
    if (move == FLOOD_KEEP_NILE) paid--;
    else if (move == FLOOD && leaves_choice(niles, count(state->dice[ANKH])) && state->nile[state->seat] < TRACK_END) paid--;
    spend(state, NILE, paid);
    spend(state, ANKH, 3 - paid);
    state->floods[state->seat]++;
}

static int free_spaces(const State *state) {
    int others = ALL_DICE;
    for (int seat = 0; seat < state->seats; seat++) if (seat != state->seat) others &= state->civilization[seat];
    return state->dice[CIVILIZATION] & ~(others | state->civilization[state->seat]);
}

static uint64_t free_cells(const State *state) {
    uint64_t cells = 0, own = state->monuments[state->seat];
    int dice = state->dice[MONUMENT];
    for (int row = 0; row < DICE; row++) if (dice >> row & 1) cells |= 0xffull << COLUMNS * row;
    cells &= state->empty;
    if (!state->built) return cells;
    if (count(dice) + count(state->dice[ANKH]) <= state->built) return 0;
    return cells & ~(((own | own >> 8 | own >> 16 | own >> 24 | own >> 32) & 0xff) * FIRST_COLUMN);
}

static void build(State *state, int cell) {
    state->monuments[state->seat] |= 1ull << cell;
    state->empty ^= 1ull << cell;
    state->built++;
    state->dice[MONUMENT] &= ~(1 << cell / COLUMNS);
    if (state->built == 3) state->dice[MONUMENT] = state->dice[ANKH] = 0;
    else if (state->built == 2 && !state->dice[MONUMENT]) spend(state, ANKH, 1);
}

static void use_dice(State *state, int move) {
    if (move >= BUILD && move < ANKHS) {
        build(state, move - BUILD);
        return;
    }
    if (state->built) state->dice[MONUMENT] = 0;
    if (move < STEP_NILE) {
        state->pharaoh[state->seat] += move - STEP_PHARAOH;
        pay(state, PHARAOH, move - STEP_PHARAOH);
    } else if (move < FLOOD) {
        state->nile[state->seat] += move - STEP_NILE;
        pay(state, NILE, move - STEP_NILE);
    } else if (move < CIVILIZE) flood(state, move);
    else if (move < BUILD) {
        state->civilization[state->seat] |= move - CIVILIZE;
        pay(state, CIVILIZATION, 2 + count(move - CIVILIZE));
    } else {
        state->points[state->seat] += 2;
        spend(state, ANKH, 2);
    }
}

/* ---- moves ---- */

static void land_die(State *state, int face) {
    state->dice[face] |= state->rolling & -state->rolling;
    state->rolling &= state->rolling - 1;
    if (state->rolling) return;
    if (state->dice[SUN] == ALL_DICE) count_suns(state);
    else state->phase = state->rerolls ? REROLLING : USING;
}

static void reroll(State *state, int chosen) {
    if (!chosen) {
        state->phase = USING;
        return;
    }
    for (int face = PHARAOH; face < FACES; face++) state->dice[face] &= ~chosen;
    state->rolling = chosen;
    state->rerolls--;
    state->phase = ROLLING;
}

static void apply(State *state, int move) {
    if (state->phase == ROLLING) land_die(state, move - ROLL - FACES * __builtin_ctz(state->rolling));
    else if (state->phase == REROLLING) reroll(state, move - REROLL);
    else if (move == END_TURN) count_suns(state);
    else if (state->phase == USING) use_dice(state, move);
    else if (state->phase == DECLARING) declare(state, move - DISASTER);
    else discard(state, move - DISCARD_CIVILIZATION);
}

static int list_uses(const State *state, int16_t *moves) {
    int total = 0, ankhs = count(state->dice[ANKH]), niles = state->dice[NILE], civilizations = state->dice[CIVILIZATION];
    int most = most_steps(state->dice[PHARAOH], ankhs, state->pharaoh[state->seat]);
    for (int steps = 1; steps <= most; steps++) moves[total++] = STEP_PHARAOH + steps;
    if (niles) {
        most = most_steps(niles, ankhs, state->nile[state->seat]);
        for (int steps = 1; steps <= most; steps++) moves[total++] = STEP_NILE + steps;
        if (count(niles) + ankhs >= 3) {
            if (is_flood_choice(state)) {
                moves[total++] = FLOOD_KEEP_NILE;
                moves[total++] = FLOOD_KEEP_ANKH;
            } else moves[total++] = FLOOD;
        }
    }
    if (civilizations && count(civilizations) + ankhs >= 3) {
        int spaces = free_spaces(state);
        most = lower(count(civilizations) + ankhs - 2, 3);
        for (int chosen = spaces & -spaces; chosen; chosen = (chosen - spaces) & spaces)
            if (count(chosen) <= most) moves[total++] = CIVILIZE + chosen;
    }
    if (state->dice[MONUMENT])
        for (uint64_t cells = free_cells(state); cells; cells &= cells - 1)
            moves[total++] = BUILD + __builtin_ctzll(cells);
    if (ankhs >= 2) moves[total++] = ANKHS;
    moves[total++] = END_TURN;
    return total;
}

static int legal_moves(const State *state, int16_t *moves) {
    int total = 0;
    if (state->phase == USING) return list_uses(state, moves);
    if (state->phase == REROLLING) {
        int unlocked = ALL_DICE ^ state->dice[SUN], chosen = 0;
        do {
            moves[total++] = REROLL + chosen;
            chosen = (chosen - unlocked) & unlocked;
        } while (chosen);
    } else if (state->phase == DISCARDING) {
        int civilization = state->disaster == CIVILIZATION;
        uint64_t held = civilization ? state->civilization[state->seat] : state->monuments[state->seat];
        for (; held; held &= held - 1)
            moves[total++] = (civilization ? DISCARD_CIVILIZATION : DISCARD_MONUMENT) + __builtin_ctzll(held);
    } else
        for (int disaster = 0; disaster <= MONUMENT; disaster++) moves[total++] = DISASTER + disaster;
    return total;
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

/* The openings differ in who begins (D1). */
static State opening(int seats, int first) {
    static const uint8_t sun_track[] = {0, 0, 8, 11, 14};
    State state = {.seats = seats, .sun_track = sun_track[seats], .epoch = 1, .empty = (1ull << CELLS) - 1};
    for (int seat = 0; seat < seats; seat++) state.points[seat] = 10 + (seat - first + seats) % seats;
    start_turn(&state, first);
    return state;
}

int main(int argc, char **argv) {
    if (argc != 4 || atoi(argv[1]) < 2 || atoi(argv[1]) > SEATS) {
        fprintf(stderr, "usage: limit_dice PLAYERS(2-4) GAMES SEED\n");
        return 2;
    }
    int seats = atoi(argv[1]), games = atoi(argv[2]);
    random_state = strtoull(argv[3], NULL, 10);
    State openings[SEATS];
    for (int first = 0; first < seats; first++) openings[first] = opening(seats, first);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    long decisions = 0, points = 0;
    for (int game = 0; game < games; game++) {
        State state = openings[below(seats)];
        int16_t moves[CELLS + 1];
        while (state.phase != OVER) {
            if (state.phase == ROLLING) {
                int face = below(FACES);
                apply(&state, ROLL + FACES * __builtin_ctz(state.rolling) + face);
            } else {
                decisions++;
                int total = legal_moves(&state, moves);
                apply(&state, moves[below(total)]);
            }
        }
        for (int seat = 0; seat < seats; seat++) points += state.points[seat];
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.6f %ld %ld\n", (end.tv_sec - start.tv_sec) + 1e-9 * (end.tv_nsec - start.tv_nsec), decisions, points);
    return 0;
}
