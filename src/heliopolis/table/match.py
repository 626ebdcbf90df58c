"""A match: a setup, and the list of moves played. Everything else follows from these two."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from heliopolis.errors import MoveError, SetupError, UndoError
from heliopolis.facts import Event, Scored
from heliopolis.facts.views import Draws, Result, Sheet, View
from heliopolis.games import contract, find_game
from heliopolis.games.contract import MOVE, Game, State, duplicate
from heliopolis.table import position, record, sealed, view
from heliopolis.table.moment import Moment
from heliopolis.table.replay import Replayed

SEALED: Final = "sealed"
TABLE: Final = "table"
HIDDEN = "hidden"
OPEN = "open"
LONGEST_NAME = 40


@dataclass(frozen=True)
class Line:
    """One line of the record: who made which move, or drew what."""

    seat: int
    moves: tuple[int, ...]
    is_chance: bool


@dataclass(frozen=True)
class TakenBack:
    """What an undo takes back: so many of the last moves, a seat's own and the answers of bots to it."""

    seat: int
    moves: int


class Match:
    """A match of one of the games: seats, the list of moves, and chance that is sealed or named by the people.

    Args:
        game: its name, "ra".
        players: a name a seat, clockwise.
        edition: by name; the game's usual one when left out.
        seed: a number of up to 128 bits from which all chance follows; drawn when left out.
        draws: "sealed" (chance follows from the seed) or "table" (people draw, and name what they drew).
        scores: "hidden" (a seat sees its own) or "open"; as the game has it when left out.
        date: of the match; today when left out.
        options: the deal (`suns=[[13, 8, 5, 2], ...]`), and house rules (`god_disasters="at-once"`).

    >>> match = Match("ra", ["north", "east", "south"], seed=7)
    >>> match.players[match.seat], match.moves()
    ('south', ['draw', 'invoke'])
    >>> match.play("draw")                          # what it reveals follows from the seed
    >>> match.words()
    ['draw', 'tile Flood']
    >>> match.play("bid 13")
    Traceback (most recent call last):
        ...
    heliopolis.errors.MoveError: 'bid 13' cannot be played now: north can choose draw, invoke
    """

    def __init__(
        self,
        game: str,
        players: Sequence[str],
        *,
        edition: str | None = None,
        seed: int | None = None,
        draws: str = SEALED,
        scores: str | None = None,
        date: datetime.date | None = None,
        **options: Any,
    ) -> None:
        self.game: Game = find_game(game)
        self.players = check_names(players)
        deal = options.pop(self.game.deal_name, None)
        self._setup = self.game.prepare(len(self.players), edition, check_settings(self.game, options))
        self.draws: Draws = TABLE if check_choice("draws", draws, (SEALED, TABLE)) == TABLE else SEALED
        self.open_scores = check_choice("scores", scores or self.game.scores, (HIDDEN, OPEN)) == OPEN
        self.date: datetime.date | None = check_date(date)
        self._seed: int | None = sealed.new_seed() if seed is None else sealed.check_seed(seed)
        self.seed_hash = sealed.seed_hash(self._seed) if draws == SEALED else None
        openings = self._setup.openings
        self._opening = (
            sealed.ticket(self._seed, "opening", 0, len(openings))
            if deal is None
            else self.game.words.find_deal(self._setup, deal)
        )
        self.begins_at: str | None = None
        """The position that the match begins from, in one line; None where it begins as every game does."""
        self._begin()
        self.reveal()

    def _begin(self) -> None:
        """Go to where the match begins, with nothing played."""
        self._lines: list[Line] = []
        self._moment = Moment(duplicate(self._setup.openings[self._opening : self._opening + 1]))
        self._totals: list[list[int | None]] = [[None] * len(self.players) for _ in range(self._moment.epochs_over)]

    @staticmethod
    def from_position(line: str, players: Sequence[str] | None = None, **how: Any) -> Match:
        """Begin a match at a position, in the notation of docs/positions.md.

        Args:
            line: the position. It says which game, edition and house rules, and how many play.
            players: a name a seat, clockwise; "player 1" and so on when left out.
            how: `seed`, `draws`, `scores` and `date`, as for a match that begins as usual.

        >>> match = Match("ra", ["north", "east", "south"], seed=7)
        >>> match.play("invoke")
        >>> again = Match.from_position(match.position(), match.players)
        >>> again.moves() == match.moves(), len(again)
        (True, 0)
        """
        return position.begin(line, players, **how)

    def position(self) -> str:
        """Write where the match stands in one line, in the notation of docs/positions.md."""
        return position.write(self)

    def begin_at(self, setup: contract.Setup) -> None:
        """Go to the one opening of a setup, and remember it as the position that the match began from."""
        self._setup, self._opening = setup, 0
        self._begin()
        self.begins_at = self.position()
        self.reveal()

    # ---- where the match stands ----

    @property
    def edition(self) -> Any:
        """The edition that is played, house rules included."""
        return self._setup.edition

    @property
    def settings(self) -> dict[str, str]:
        """The house rules: what is played differently from the edition."""
        return dict(self._setup.settings)

    @property
    def state(self) -> State:
        """The state of the game: a NumPy record, to be read only. Bots play on copies of it."""
        return self._moment.state

    @property
    def seat(self) -> int | None:
        """Whose move it is; while chance is awaited, who draws; None when the match is over."""
        return self._moment.seat

    @property
    def is_chance(self) -> bool:
        """Whether the match waits for people to name what they drew."""
        return self._moment.is_chance

    @property
    def scores(self) -> list[int]:
        """The points of each seat."""
        return list(self._moment.scores)

    @property
    def totals(self) -> list[list[int | None]]:
        """The points of each seat after each finished epoch; None where the moves that led here are not known."""
        return self._totals[: self._moment.epochs_over]

    @property
    def result(self) -> Result | None:
        """How the match ended, or None before that."""
        return self._moment.result

    def breakdown(self) -> list[Sheet]:
        """Score sheets: a dict for each finished epoch and seat, epoch by epoch."""
        return [sheet for epoch in self.breakdowns() for sheet in epoch]

    def breakdowns(self) -> list[list[Sheet]]:
        """Score sheets: for each finished epoch a list of a dict a seat."""
        epochs = []
        for epoch in range(self._moment.epochs_over):
            sheet = self._new_sheet()
            contract.epoch_sheet(self.state, epoch, sheet)
            epochs.append(self._as_dicts(sheet))
        return epochs

    def preview(self, seat: int) -> Sheet:
        """Say what a seat would score if the epoch ended now; nothing more when the match is over."""
        check_seat(seat, self.players)
        return self.previews()[seat]

    def previews(self) -> list[Sheet]:
        """Say what each seat would score if the epoch ended now; nothing more when the match is over."""
        sheet = self._new_sheet()
        if not self._moment.is_over:
            contract.score_breakdown(self.state, sheet)
        return self._as_dicts(sheet)

    def _new_sheet(self) -> contract.Numbers16:
        return np.zeros((len(self.players), len(self.game.categories)), np.int16)

    def _as_dicts(self, sheet: contract.Numbers16) -> list[Sheet]:
        return [dict(zip(self.game.categories, row, strict=True)) for row in sheet.tolist()]

    # ---- moves ----

    def moves(self) -> list[str]:
        """List the legal moves in words; while people draw, everything that they could have drawn."""
        return [self.game.words.word(line) for line in self._choices()]

    def offers(self) -> list[tuple[str, str]]:
        """List the same moves, each in the words of the record and in those of the edition."""
        words = self.game.words
        return [(words.word(line), words.shown(line, self.edition)) for line in self._choices()]

    def _choices(self) -> list[list[int]]:
        return list(chances(self.state)) if self.is_chance else [[move] for move in self._moment.legal]

    def play(self, word: str) -> None:
        """Make a move. With sealed draws, what it reveals follows by itself."""
        if self.is_chance and self.draws == SEALED:
            self.secret_seed()  # nobody names what is sealed
            self.replay(word)
            return
        before, lines = self._moment, len(self._lines)
        self._make(self.game.words.moves(word, self.edition), word)
        try:
            self.reveal()
        except MoveError:
            self._moment = before
            del self._lines[lines:]
            raise

    def reveal(self) -> None:
        """Let the seed decide what sealed draws are waiting for, if they are."""
        if self.is_chance and self.draws == SEALED:
            drawn = self._sealed_draw()
            self._make(drawn, self.game.words.word(drawn))

    def replay(self, word: str) -> None:
        """Make a move of a record, chance included; where the seed is known, a sealed draw must be what it gives."""
        line = self.game.words.moves(word, self.edition)
        if self.is_chance and self._seed is not None and self.draws == SEALED:
            expected = self._sealed_draw()
            if line != expected:
                raise MoveError(f"{word!r} is not what the seed gives, expected {self.game.words.word(expected)!r}")
        self._make(line, word)

    def _make(self, line: Sequence[int], word: str) -> None:
        """Make the moves of a line: all of them or, if one is not legal, none."""
        if self.seat is None:
            raise MoveError(f"{word!r} cannot be played: the match is over")
        chance, seat = self.is_chance, self.seat
        trial = self._moment.trial()
        state = trial[0]
        for move in line:
            # A line of a player is one move; one of chance may be several, each from where the one before it led.
            if (contract.is_chance(state) and move in outcomes(state)) if chance else move in self._moment.legal:
                contract.apply(state, move)
            else:
                raise self._refusal(word)
        following = Moment(trial)
        if chance and following.is_chance:
            raise self._refusal(word)
        over, self._moment = self._moment.epochs_over, following
        if following.epochs_over > over:  # a later state does not tell what the points were
            self._totals = [*self._totals[:over], list(following.scores)]
        self._lines.append(Line(seat, tuple(line), chance))

    def adopt(self, lines: Sequence[tuple[int, ...]], done: Replayed) -> None:
        """Take lines over that were replayed from where the match stands, all of them right."""
        self._lines = self._lines + list(map(Line, done.seats, lines, done.is_chance))
        for line in done.epoch_ends():
            over = Moment(done.table[line : line + 1])
            self._totals = [*self._totals[: over.epochs_over - 1], list(over.scores)]
        self._moment = Moment(duplicate(done.table[-1:]))

    def epoch_ends(self) -> list[int]:
        """Name the lines with which epochs ended, counted from 1."""
        return self.replayed().epoch_ends()

    def replayed(self) -> Replayed:
        """Play all lines again: where the match stood before each of them."""
        opening = self._setup.openings[self._opening]
        return Replayed(self.game, opening, [line.moves for line in self._lines])

    def _refusal(self, word: str) -> MoveError:
        name = self.players[self.seat or 0]
        if self.is_chance:
            first = self.game.words.shown(next(chances(self.state)), self.edition)
            return MoveError(f"{word!r} cannot be played now: say what {name} drew, for example {first!r}")
        choice = ", ".join(self.game.words.shown([move], self.edition) for move in self._moment.legal)
        return MoveError(f"{word!r} cannot be played now: {name} can choose {choice}")

    def _sealed_draw(self) -> list[int]:
        """Work out what the seed decides, until a player is to act."""
        drawn = sum(len(line.moves) for line in self._lines if line.is_chance)
        trial = self._moment.trial()[0]
        line: list[int] = []
        while contract.is_chance(trial):
            ticket = sealed.ticket(self.secret_seed(), "chance", drawn + len(line), int(contract.chance_weight(trial)))
            line.append(int(contract.chance_outcome(trial, ticket)))
            contract.apply(trial, line[-1])
        return line

    def undo(self, seat: int | None = None, bots: Collection[int] = (), *, agreed: bool = False) -> TakenBack:
        """Take back a seat's last move and the answers of bots to it, or refuse as `would_undo` does.

        >>> match = Match("ra", ["you", "bot"], seed=7, suns=[[9, 6, 5, 2], [8, 7, 4, 3]])
        >>> match.play("invoke")
        >>> match.play("pass")                          # the bot answers, and nothing was revealed
        >>> match.undo(seat=0, bots={1})
        TakenBack(seat=0, moves=2)
        """
        back = self.would_undo(seat, bots, agreed=agreed)
        self._rewind(len(self._lines) - back.moves)
        return back

    def would_undo(self, seat: int | None = None, bots: Collection[int] = (), *, agreed: bool = False) -> TakenBack:
        """Say what an undo would take back: the last move of a person, and all that only bots have answered since.

        It is refused by an UndoError after something was revealed (a line of chance), when the match is over, and to a
        seat after another person has moved, unless all have agreed: then what these have answered goes with it.
        Without a seat, whoever moved last is meant; bots never are.
        """
        if self._lines and self.seat is None:
            raise UndoError("the last move cannot be taken back: the match is over")
        for moves, line in enumerate(reversed(self._lines), 1):
            if line.is_chance:
                raise UndoError("the last move cannot be taken back: something was revealed since")
            if line.seat in bots:
                continue
            if seat not in (None, line.seat):
                if agreed:
                    continue
                raise UndoError(f"the last move cannot be taken back: it was made by {self.players[line.seat]}")
            return TakenBack(line.seat, moves)
        raise UndoError("there is no move to take back")

    def undo_offer(self, bots: Collection[int] = ()) -> TakenBack | None:
        """Say who could take back how much now; None when nobody can."""
        try:
            return self.would_undo(bots=bots)
        except UndoError:
            return None

    @property
    def undo_seat(self) -> int | None:
        """Who could take back the last move now, where no bots play; None when nobody can."""
        offer = self.undo_offer()
        return None if offer is None else offer.seat

    def at(self, lines: int) -> Match:
        """Go back to the moment after so many lines of the record: a match of its own, at that point.

        >>> match = Match("dice", ["north", "east"], seed=7)
        >>> match.play("keep")
        >>> len(match), len(match.at(1)), match.at(1).moves()[:2]
        (2, 1, ['keep', 'reroll red'])
        """
        if not 0 <= lines <= len(self._lines):
            raise MoveError(f"there is no line {lines}: the record has lines 0 to {len(self._lines)}")
        past = object.__new__(Match)
        past.__dict__.update(self.__dict__)
        past._rewind(lines)
        return past

    def copy(self) -> Match:
        """Make a match of its own at the same point, to try a move before it is kept."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._lines = self._lines[:]
        return twin

    def showing(self, state: Any) -> Match:
        """Put a position on a table like this one: a match of its own, without the moves that led there."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._lines, twin._moment = [], Moment(np.array([state], self.game.dtype))
        twin._totals = [[None] * len(self.players) for _ in range(twin._moment.epochs_over)]
        return twin

    def _rewind(self, lines: int) -> None:
        self._lines = self._lines[:lines]
        table = duplicate(self._setup.openings[self._opening : self._opening + 1])
        for line in self._lines:
            for move in line.moves:
                contract.apply(table[0], move)
        self._moment = Moment(table)

    def words(self, first: int = 0) -> list[str]:
        """List the lines from one on, in the words of the record."""
        return [self.game.words.word(line.moves) for line in self._lines[first:]]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the record."""
        return tuple(self._lines)

    def __len__(self) -> int:
        """Count the lines of the record."""
        return len(self._lines)

    # ---- for people ----

    def view(self, seat: int | None) -> View:
        """Show what a seat may see; None is a spectator."""
        if seat is not None:
            check_seat(seat, self.players)
        public = view.public_view(self)
        return public if seat is None else view.seat_view(public, self, seat)

    def text(self, seat: int | None = None) -> str:
        """Draw the table in plain text, as a seat (or a spectator) may see it."""
        if seat is not None:
            check_seat(seat, self.players)
        points = view.visible_points(self, seat)
        return self.game.words.text(self.state, self.players, points, self.edition)

    def log(self, first: int = 0, *, plain: bool = False) -> Iterator[tuple[Line, str, list[str]]]:
        """Tell the match in words from a line on: each line, its words, and what followed by itself.

        The words are the edition's; when `plain`, those of the record, which also tells what everyone scored.
        """
        words, edition = self.game.words, None if plain else self.edition
        for line, events in self.events(first):
            said = words.word(line.moves) if plain else words.shown(line.moves, self.edition)
            told = [event for event in events if plain or not isinstance(event, Scored)]
            yield line, said, [words.tell(event, self.players, edition) for event in told]

    def events(self, first: int = 0) -> Iterator[tuple[Line, list[Event]]]:
        """Tell the match as data from a line on: each line, and what followed by itself.

        >>> match = Match("ra", ["north", "east"], seed=7, draws="table", suns=[[9, 6, 5, 2], [8, 7, 4, 3]])
        >>> for word in ("draw", "tile Ra", "bid 8", "pass"):
        ...     match.play(word)
        >>> [event for _, events in match.events() for event in events]
        [AuctionWon(seat=1, sun=8, tiles=[], centre=1)]
        """
        state = self._setup.openings[self._opening].copy()
        for line in self._lines[:first]:
            for move in line.moves:
                contract.apply(state, move)
        yield from self._tell(state, first)

    def events_since(self, earlier: Match) -> Iterator[tuple[Line, list[Event]]]:
        """Tell what has happened since an earlier moment of this match."""
        yield from self._tell(earlier._moment.trial()[0], len(earlier))

    def _tell(self, state: Any, first: int) -> Iterator[tuple[Line, list[Event]]]:
        """Tell the match from a line on, and from the state before it."""
        for line in self._lines[first:]:
            yield line, [event for move in line.moves for event in self.game.words.story(state, move)]

    # ---- the record ----

    @property
    def seed(self) -> int | None:
        """The seed of sealed draws: None as long as it is a secret."""
        return self._seed if self.draws == SEALED and self.result is not None else None

    def record(self, bots: Mapping[int, str] | None = None) -> str:
        """Write the record of the match; with a comment at each line that one of `bots` played for a person."""
        return record.write(self, bots)

    def save(self, path: str | Path) -> None:
        """Write the record to a file. A match that goes on keeps its secret seed beside it, for its owner only."""
        record.save(self, Path(path))

    @staticmethod
    def load(path: str | Path) -> Match:
        """Read a match from the file of its record, and its secret seed from beside it."""
        return record.load(Path(path))

    @staticmethod
    def read(text: str, seed: int | None = None) -> Match:
        """Read a match from the text of its record."""
        return record.read(text, seed)

    def secret_seed(self) -> int:
        """Hand the seed of sealed draws to whoever keeps the match: it is not to be shown before the match is over."""
        if self._seed is None:
            raise MoveError(
                "what comes next is sealed and the seed is not here: it lies in the file .seed beside the record"
            )
        return self._seed

    @property
    def knows_seed(self) -> bool:
        """Whether sealed draws can go on: not for a record whose seed is not here."""
        return self._seed is not None

    def reseal(self, seed: int | None, seed_hash: str) -> None:
        """Go on with the seed of a record, or, where it is not known, only with its hash."""
        self._seed, self.seed_hash = seed, seed_hash

    @property
    def deal(self) -> str:
        """What the draw for the opening gave each seat, as the record writes it."""
        return self.game.words.deal(self._setup.openings[self._opening])


# ---- what a state offers ----


def legal(state: Any) -> list[int]:
    """List the legal moves of a state."""
    buffer = contract.game_of(state).new_buffer()
    return list(map(int, buffer[: contract.legal_moves(state, buffer)]))


def outcomes(state: Any) -> list[int]:
    """List what chance can decide next."""
    moves, weights = np.empty((2, contract.game_of(state).most_outcomes), MOVE)
    return list(map(int, moves[: contract.chance_outcomes(state, moves, weights)]))


def chances(state: Any) -> Iterator[list[int]]:
    """List all that chance can decide until a player is to act."""
    if not contract.is_chance(state):
        yield []
        return
    for move in outcomes(state):
        trial = state.copy()
        contract.apply(trial, move)
        yield from ([move, *rest] for rest in chances(trial))


# ---- what a match is made from ----


def check_names(players: Sequence[str]) -> list[str]:
    """Accept the names of players: they stand in records, so they must be plain and different."""
    if not isinstance(players, list | tuple) or not all(isinstance(name, str) for name in players):
        raise SetupError(f"players {players!r} is not a list of names")
    for name in players:
        if (
            not name.isprintable()
            or name != name.strip()
            or not 0 < len(name) <= LONGEST_NAME
            or set(name) & set(":|#")
        ):
            raise SetupError(
                f"{name!r} is not a name: expected 1 to {LONGEST_NAME} printable characters, "
                "without : | # and without spaces at the ends"
            )
    if len(set(players)) < len(players):
        raise SetupError(f"players {', '.join(players)}: every seat needs a name of its own")
    return list(players)


def check_date(date: object) -> datetime.date:
    """Accept the date of a match, or take today's."""
    if date is None:
        return datetime.date.today()
    if not isinstance(date, datetime.date) or isinstance(date, datetime.datetime):
        raise SetupError(f"date {date!r} is not a datetime.date")
    return date


def check_settings(game: Game, options: dict[str, Any]) -> dict[str, str]:
    """Accept house rules: known ones, with known values."""
    settings = {}
    for option, value in options.items():
        name = option.replace("_", "-")
        if name not in game.settings:
            known = ", ".join([game.deal_name, *game.settings])
            raise SetupError(f"{game.title} has no option {option!r}: it has {known}")
        settings[name] = check_choice(name, str(value), game.settings[name].values)
    return settings


def check_choice(name: str, value: str, choices: tuple[str, ...]) -> str:
    """Accept one of several values."""
    if value not in choices:
        raise SetupError(f"{name} {value!r} is unknown: choose {' or '.join(choices)}")
    return value


def check_seat(seat: int, players: Sequence[str]) -> None:
    """Accept a seat of the match."""
    if seat not in range(len(players)):
        raise SetupError(f"there is no seat {seat!r}: seats are 0 to {len(players) - 1}")
