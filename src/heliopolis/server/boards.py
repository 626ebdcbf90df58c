"""What lies open on a table, game by game: the one part of a view that differs between the games."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from heliopolis.facts.dice import DieColour, Face


class Outgoing(Struct):
    """What the server sends."""


class RaAuction(Outgoing):
    """The auction that is on."""

    ra_player: int
    reason: Literal["drawn", "invoked"]
    bids: list[int | Literal["pass"] | None]
    """By seat: a sun, "pass", or null while it is still to come."""
    best_bid: int | None
    best_bidder: int | None
    must_bid: bool


class RaOwed(Outgoing):
    """How many tiles disasters still cost the seat to act."""

    civilizations: int
    monuments: int


class RaSeat(Outgoing):
    """What lies in front of a player of Ra."""

    suns_up: list[int]
    suns_down: list[int]
    tiles: dict[str, int]
    """How many of each kind, by the tile's name."""


class RaBoard(Outgoing):
    """Everything that lies open on a table of Ra."""

    epoch: int
    phase: Literal["turn", "drawing", "gods", "bidding", "discarding", "over"]
    turn: int
    ra_tiles: int
    ra_spaces: int
    centre_sun: int
    track: list[str | None]
    """The eight auction spaces."""
    auction: RaAuction | None
    owed: RaOwed | None
    bag: dict[str, int]
    """What is left in the bag: how many of each kind."""
    bag_left: int
    ra_chance: float
    """How likely the next tile is Ra, 0 to 1."""
    seats: list[RaSeat]
    epoch_ends: list[Literal["ra", "suns"]]
    """Why each finished epoch ended."""


class DiceSeat(Outgoing):
    """What a player of the dice game has on the board."""

    pharaoh: int
    nile: int
    floods: int
    civilization: list[DieColour]
    monuments: list[str]
    """The cells, as the column and the colour."""


class DiceBoard(Outgoing):
    """Everything that lies open on a table of the dice game."""

    epoch: int
    phase: Literal["rolling", "rerolling", "using", "declaring", "discarding", "over"]
    turn: int
    sun_track: int
    """How many spaces Ra has to go."""
    ra: int
    """Where Ra stands."""
    dice: dict[DieColour, Face | Literal["rolling", "used"]]
    suns: list[DieColour]
    """The dice that are locked on the Sun track."""
    rolling: list[DieColour]
    rerolls: int
    """How many rerolls are left."""
    built: int
    owed: int | None
    """What a disaster still costs the seat to act."""
    disaster: str | None
    civilization_limit: int
    monuments: dict[str, dict[DieColour, int | None]]
    """By column and colour: the seat whose marker is there."""
    seats: list[DiceSeat]
    epoch_ends: list[str]
    """Why each finished epoch ended."""
