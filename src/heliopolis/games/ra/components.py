"""What is in the box: tiles (R1), suns (R3) and track lengths (R4)."""

from __future__ import annotations

from typing import Final

#: The 23 kinds of tiles in the order of R1, with how many of each there are.
TILES: Final = {
    "Ra": 30,
    "God": 8,
    "Gold": 5,
    "Pharaoh": 25,
    "Nile": 25,
    "Flood": 12,
    "Art": 5,
    "Agriculture": 5,
    "Religion": 5,
    "Astronomy": 5,
    "Writing": 5,
    "Fortress": 5,
    "Obelisk": 5,
    "Palace": 5,
    "Pyramid": 5,
    "Sphinx": 5,
    "Statues": 5,
    "Step Pyramid": 5,
    "Temple": 5,
    "Funeral": 2,
    "Drought": 2,
    "Unrest": 4,
    "Earthquake": 2,
}
KIND_NAMES: Final = tuple(TILES)
KINDS: Final = len(TILES)

# A kind is its place in TILES. Kinds of a category stand side by side, so that a category is a range.
RA, GOD, GOLD, PHARAOH, NILE, FLOOD = range(6)
CIVILIZATION: Final = 6
CIVILIZATION_END: Final = 11
MONUMENT: Final = 11
MONUMENT_END: Final = 19
DISASTER: Final = 19
DISASTERS: Final = 4
FUNERAL, DROUGHT, UNREST, EARTHQUAKE = range(DISASTER, DISASTER + DISASTERS)

#: The kinds of tiles that each disaster takes, from the first up to the end (R19).
TAKES: Final = {
    FUNERAL: (PHARAOH, PHARAOH + 1),
    DROUGHT: (NILE, FLOOD + 1),
    UNREST: (CIVILIZATION, CIVILIZATION_END),
    EARTHQUAKE: (MONUMENT, MONUMENT_END),
}

#: On the auction track: a space without a tile.
EMPTY: Final = KINDS

MOST_SEATS: Final = 5
AUCTION_SPACES: Final = 8
EPOCHS: Final = 3
START_POINTS: Final = 10
CENTRE_SUN: Final = 1
HIGHEST_SUN: Final = 16
MOST_SUNS: Final = 4  # in front of one player

#: Which suns go together, by number of players (R3).
SUN_GROUPS: Final = {
    2: ((9, 6, 5, 2), (8, 7, 4, 3)),
    3: ((13, 8, 5, 2), (12, 9, 6, 3), (11, 10, 7, 4)),
    4: ((13, 6, 2), (12, 7, 3), (11, 8, 4), (10, 9, 5)),
    5: ((16, 7, 2), (15, 8, 3), (14, 9, 4), (13, 10, 5), (12, 11, 6)),
}

#: How many Ra tiles fill the Ra track, by number of players (R4).
RA_SPACES: Final = {2: 6, 3: 8, 4: 9, 5: 10}
