"""What is done, what happens and what can be seen at a table of Ra, as typed values. Tiles have the names of R1."""

from __future__ import annotations

from typing import Literal

from msgspec import field

from heliopolis.facts import EpochEnded, Event, Fact, Reasons, Scored, Standing
from heliopolis.facts.views import Board, Seen, Sheet, View


class RaDeed(Fact, frozen=True):
    """A line of the record: what a seat did, or which tile it drew."""

    verb: Literal["draw", "invoke", "take", "stop", "bid", "pass", "discard", "tile"]
    tile: str | None = None
    sun: int | None = None


class Passed(Event, frozen=True, tag="passed"):
    """A seat cannot bid (R13): it has no face-up sun, or none above the best bid."""

    seat: int
    above: int | None
    """The bid that it cannot top; null without a face-up sun."""


class AuctionWon(Event, frozen=True, tag="auction-won"):
    """The best bid takes the lot, and the centre sun for its own (R17)."""

    seat: int
    sun: int
    tiles: list[str]
    centre: int
    """The sun that was in the centre, and is the winner's now."""


class AllPassed(Event, frozen=True, tag="all-passed"):
    """Nobody has bid (R15, R16)."""

    tiles: Literal["leave", "stay"]
    """What becomes of the tiles: they leave the game if Ra was invoked, else they stay."""


class TilesLost(Event, frozen=True, tag="tiles-lost"):
    """A disaster takes tiles that leave no choice (R19-R22)."""

    seat: int
    tile: str
    count: int
    disaster: str


class RaScored(Scored, frozen=True, tag="scored"):
    """What a seat has scored in an epoch that ended, and why."""

    reasons: RaReasons
    held: RaSeat
    """What lay in front of it when it scored."""


#: All events. What a new one needs besides: `story` makes it and `tell` says it (`games/ra/words.py`),
#: `python -m heliopolis.server.typescript` writes its type, `tellEvent` says it in the browser (`web/src/ra/log.ts`),
#: and the golden games show it. CONTRIBUTING.md has the recipe "An event".
RaEvent = Passed | AuctionWon | AllPassed | TilesLost | EpochEnded | RaScored


# ---- why a sheet is so ----


class MonumentSet(Fact, frozen=True):
    """Monuments of one kind that score for themselves (R31)."""

    tile: str
    count: int
    points: int


class Monuments(Fact, frozen=True):
    """What monuments score after the last epoch (R31)."""

    different: list[str]
    different_points: int
    sets: list[MonumentSet]


class SunSum(Fact, frozen=True):
    """How the sum of a seat's suns compares after the last epoch (R32)."""

    suns: list[int]
    standing: Standing


class RaReasons(Reasons, frozen=True):
    """Why the numbers on a seat's score sheet are what they are (R26-R32)."""

    pharaohs: Standing
    gods: int = 0
    """How many were not spent, 2 points each."""
    gold: int = 0
    """How many, 3 points each."""
    niles: int = 0
    """With a Flood, every Nile and every Flood scores 1."""
    floods: int = 0
    civilization: list[str] = field(default_factory=list)
    """The different kinds."""
    monuments: Monuments | None = None
    """Null before the last epoch: they are not scored yet."""
    suns: SunSum | None = None
    """Null before the last epoch: they are not scored yet."""


# ---- what a lot leads to ----


class RaLoss(Fact, frozen=True):
    """What the disasters of one kind in a lot would take (R19, R20)."""

    disaster: str
    owed: int
    """How many tiles they ask for; as many as there are."""
    tiles: dict[str, int]
    """What would be lost: how many of each kind. Where there is a choice, what costs least."""
    choice: bool
    """Whether the taker chooses (R22)."""


class RaStep(Fact, frozen=True):
    """The next step of what is collected: so many tiles more would bring so many points more (R30, R31)."""

    what: Literal["civilization", "monuments", "set"]
    """More different civilizations, more different monuments, more of one monument."""
    tile: str | None
    """Of which kind a set is."""
    more: int
    points: int


class RaLead(Fact, frozen=True):
    """Where a seat would stand with the lot, in what the lot changes."""

    pharaohs: Standing | None
    """How its Pharaohs would compare; null where it has as many as before."""
    niles: int
    """Niles that it would have without a Flood: they wait for one."""
    losses: list[RaLoss]
    steps: list[RaStep]
    won_by: list[int]
    """By the seat that wins the lot: what this one's Pharaohs would score more, or less, than now (R28)."""


# ---- what can be seen ----


class RaAuction(Seen, frozen=True):
    """The auction that is on."""

    ra_player: int
    reason: Literal["drawn", "invoked"]
    bids: list[int | Literal["pass"] | None]
    """By seat: a sun, "pass", or null while it is still to come."""
    best_bid: int | None
    best_bidder: int | None
    must_bid: bool


class RaOwed(Seen, frozen=True):
    """How many tiles disasters still cost the seat to act."""

    civilizations: int
    monuments: int


class RaSeat(Seen, frozen=True):
    """What lies in front of a player of Ra."""

    suns_up: list[int]
    suns_down: list[int]
    tiles: dict[str, int]
    """How many of each kind, by the tile's name."""


class RaBoard(Board, frozen=True):
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


class RaView(View, frozen=True, tag="ra"):
    """What a seat may see of a table of Ra."""

    board: RaBoard
    reasons: list[RaReasons] | None
    """Why each seat's `preview` is what it is."""
    lot: list[Sheet] | None
    """What the tiles on the auction track would change for each seat, by category; monuments count in every epoch."""
    leads: list[RaLead] | None
    """What these tiles lead to for each seat. Null, like `lot`, where none lies there."""
    steps: list[list[RaStep]] | None
    """What more of what it has would bring to each seat; null when the match is over."""
