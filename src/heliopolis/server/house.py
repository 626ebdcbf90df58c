"""All tables of a server: made, joined, found again, played again, and resumed after a restart."""

from __future__ import annotations

import asyncio
import itertools
import logging
import weakref
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, get_args

import msgspec

from heliopolis.bots.registry import built_in_bot, check_plays
from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import find_game
from heliopolis.games.about import About
from heliopolis.games.first_games import FirstGame, first_game
from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.keyring import HOST, INVITE, NOTED_MILLISECONDS, SEAT, SPECTATE, Right
from heliopolis.server.messages.base import LONGEST_NAME, Colour
from heliopolis.server.messages.tables import (
    Invitation,
    JoinTable,
    NewSeat,
    NewTable,
    Player,
    SeatKey,
    TableKeys,
    TableLine,
)
from heliopolis.server.names import check_people, clean_name, free_name, same_name
from heliopolis.server.neighbours import Alone, Neighbours
from heliopolis.server.pulse import Pulse
from heliopolis.server.refusals import NotFoundError, NotNowError, TooManyError, WrongTokenError
from heliopolis.server.rows import OVER, Row
from heliopolis.server.security import (
    address_hash,
    is_own_machine,
    is_table_name,
    new_table_name,
    new_token,
    token_hash,
)
from heliopolis.server.settings import Limits
from heliopolis.server.showing import table_line
from heliopolis.server.storage import Storage
from heliopolis.server.tables import CLOSED, Table, followed, new_match, now
from heliopolis.server.timing import begun as with_clocks
from heliopolis.server.timing import check_clock
from heliopolis.table.match import HIDDEN, OPEN, SEALED, TABLE, Match, chances
from heliopolis.table.sealed import new_seed, write_seed

LOGGER = logging.getLogger(__name__)
COLOURS: tuple[Colour, ...] = get_args(Colour)
ALL_TAKEN = "all seats of this table are taken"
SEATED = (
    "this browser has a seat at this table already: a friend joins from another one, unless whoever made the table "
    "lets one browser take several seats"
)
NO_INVITATION = "this is not an invitation to a table, or the table was cancelled or deleted: ask for the link again"
NO_TABLE = "there is no such table: it was cancelled or deleted, or the link is incomplete"
#: What people draw is offered to them as a list of moves; what five dice can show is too long for one.
MOST_CHANCES = 500
#: An unfinished table counts against its maker's share as long as it has changed within a day.
A_DAY = 24 * 3600 * 1000


@dataclass(frozen=True)
class Visitor:
    """Who asks: an address, and a browser by the secret that it keeps in a cookie."""

    address: str
    browser: str
    device: str | None = None
    """What kind of browser it is, in words for its owner."""

    def right(self, token: str, table: str, kind: str, seat: int | None = None) -> Right:
        """Lay out a right that this visitor gets."""
        return Right(token_hash(token), table, kind, seat, token_hash(self.browser), self.device, now())


class House:
    """All tables. One that nobody looks at and no bot thinks at is only in the storage."""

    def __init__(
        self, storage: Storage, bots: BotRunner, limits: Limits | None = None, pulse: Pulse | None = None
    ) -> None:
        self.storage = storage
        self.pulse = pulse or Pulse(storage)
        self.bots = bots
        self.limits = limits or Limits()
        self.neighbours = Alone()
        self._making = asyncio.Lock()
        self._secret = ""
        self._tables: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._notes: set[asyncio.Task[None]] = set()

    # ---- finding tables ----

    async def open(self, name: str) -> Table:
        """Find a table, in memory or in the storage."""
        table = self._tables.get(name)
        if table is not None and not table.stale:
            return table
        if name not in self._opening:
            task = asyncio.create_task(self._load(name))
            self._opening[name] = task
            task.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(self._opening[name])

    async def _load(self, name: str) -> Table:
        found = await self.storage.load(name)
        if found is None:
            raise NotFoundError(NO_TABLE)
        try:
            table = await asyncio.to_thread(Table.restore, *found, self.storage, self.limits)
        except (ValueError, TypeError, ArithmeticError, OSError) as error:  # whatever a damaged row can lead to
            LOGGER.error("table %s is set aside: %s. `heliopolis check` says more", name, error)
            raise NotFoundError(f"this version of Heliopolis cannot continue this table: {error}") from error
        return self._keep(table)

    def _keep(self, table: Table) -> Table:
        table.after_change = self.bots.look
        table.neighbours = self.neighbours
        table.timing.watch = self.pulse
        self._tables[table.row.id] = table
        self.neighbours.opened(table)
        self.bots.look(table)
        return table

    async def join_others(self, neighbours: Neighbours) -> None:
        """Serve tables together with other processes."""
        self.neighbours = neighbours
        self.bots.leases = neighbours
        await neighbours.start(self)

    def tables(self) -> list[Table]:
        """List the tables in memory."""
        return list(self._tables.values())

    def find(self, name: str) -> Table | None:
        """Find a table, if it is in memory."""
        return self._tables.get(name)

    async def take_up(self, name: str) -> None:
        """Go on with a table whose time has run out, or where nobody lets bots move, unless another process does."""
        table = self.find(name)
        if table is not None and self.bots.is_at(table):
            return
        if not await self.neighbours.take(name):
            return
        driven = False
        try:
            table = await self.open(name)
            await table.timing.look()
            self.bots.look(table, abandoned=True)
            driven = self.bots.is_at(table)
        finally:
            if not driven:  # others may be able to
                await self.neighbours.release(name)

    async def in_use(self, names: Collection[str]) -> set[str]:
        """Find the tables at which somebody looks, here or in another process, or a bot thinks."""
        here = {name for name in names if name in self._tables}
        return here | await self.neighbours.looked_at(set(names) - here)

    async def look_again(self, name: str, revision: int) -> None:
        """Take up what was changed at a table from elsewhere than the table itself, here and in every process."""
        self.neighbours.told(name, revision)
        table = self.find(name)
        if table is None or table.stale:
            return
        try:
            await table.catch_up()
        except HeliopolisError:
            table.read_anew()

    def send_away(self, why: str) -> None:
        """Ask everybody to come again in a moment."""
        for table in list(self._tables.values()):
            for listener in list(table.listeners):
                listener.send_away(why)

    async def resume(self) -> None:
        """Take up every table where a bot has been playing until now; the others wait for their people."""
        for name in await self.storage.waiting_for_bots(now() - int(self.bots.unwatched * 1000)):
            try:
                await self.open(name)
            except HeliopolisError as error:
                LOGGER.error("table %s could not be resumed: %s", name, error)
            except Exception:
                LOGGER.exception("table %s could not be resumed", name)

    async def enter(self, name: str, tokens: Sequence[str]) -> tuple[Table, list[int | None]]:
        """Find a table and what each of the tokens may see of it: a seat, or None to watch.

        Whoever is shown out while this is looked up is not let in: it is looked up again.
        """
        if not is_table_name(name):
            raise NotFoundError(NO_TABLE)
        hashes = [token_hash(token) for token in tokens]
        known = self.find(name)
        expelled = None if known is None else known.row.expelled
        while True:
            found = await self.storage.keys.find(hashes)
            rights = {right.hash: right for right in found if right.table == name and right.kind in (SEAT, SPECTATE)}
            if any(digest not in rights for digest in hashes):
                if not await self.storage.rows([name]):
                    raise NotFoundError(NO_TABLE)
                raise WrongTokenError("this link does not open this table, or not any more: ask for a new one")
            table = await self.open(name)
            if table is known and table.row.expelled == expelled:
                self._note_use(name, rights.values())
                return table, [rights[digest].seat for digest in hashes]
            known, expelled = table, table.row.expelled

    def _note_use(self, name: str, rights: Iterable[Right]) -> None:
        """Note that somebody came by some rights, if that was not noted lately; nobody waits for it."""
        moment = now()
        old = [right.hash for right in rights if right.kind == SEAT and (right.used or 0) < moment - NOTED_MILLISECONDS]
        if not old:
            return

        async def note() -> None:
            with suppress(HeliopolisError):  # it was told where it was noticed, and is worth no more
                await self.storage.keys.note_use(name, old, moment)

        task = asyncio.create_task(note())
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def mine(self, tokens: Iterable[str]) -> list[TableLine]:
        """List the tables at which tokens hold seats."""
        seats: dict[str, list[int]] = {}
        for right in await self.storage.keys.find({token_hash(token) for token in tokens}):
            if right.kind == SEAT and right.seat is not None:
                seats.setdefault(right.table, []).append(right.seat)
        return [table_line(row, sorted(seats[row.id])) for row in await self.storage.rows(seats)]

    # ---- making and joining tables ----

    async def create(self, wanted: NewTable, visitor: Visitor) -> TableKeys:
        """Make a table; its people sit at the screen of whoever asked."""
        lesson = None
        if wanted.lesson:
            lesson = first_game(find_game(wanted.game))
            wanted = with_learner(wanted, lesson)
        rehearsal = rehearse(wanted)
        seats = seated(wanted.seats, rehearsal.game)
        check_people([player.name for player in seats if player.kind != "open"])
        check_clock(wanted)
        if wanted.away_bot is not None:
            check_plays(built_in_bot(wanted.away_bot), wanted.away_bot, rehearsal.game)
        self._secret = self._secret or await self.storage.secret("addresses")
        maker = address_hash(self._secret, visitor.address)
        spectate, host = new_token(), new_token()
        invite = new_token() if any(player.kind == "open" for player in seats) else None
        row = Row(
            id=new_table_name(),
            created=now(),
            changed=now(),
            game=wanted.game,
            edition=rehearsal.edition.name,
            settings=rehearsal.settings,
            scores=OPEN if rehearsal.open_scores else HIDDEN,
            draws=wanted.draws,
            listed=wanted.listed,
            seats=seats,
            seed=write_seed(new_seed() if lesson is None else lesson.seed),
            spectate=spectate if wanted.listed else None,
            invite=invite if wanted.listed else None,
            maker=maker,
            own=is_own_machine(visitor.address),
            several=wanted.several,
            position=rehearsal.begins_at,
            away_after=wanted.away_after,
            away_bot=wanted.away_bot,
            clock=wanted.clock,
        )
        keys = [SeatKey(seat, new_token()) for seat, player in enumerate(seats) if player.kind == "person"]
        rights = [visitor.right(key.token, row.id, SEAT, key.seat) for key in keys]
        rights.append(visitor.right(host, row.id, HOST))
        rights.append(Right(token_hash(spectate), row.id, SPECTATE, None))
        if invite is not None:
            rights.append(Right(token_hash(invite), row.id, INVITE, None))
        match = new_match(row) if invite is None else None
        if match is not None:
            row = await self._started(followed(row, match))
        async with self._making:  # so that nobody slips in between counting and making
            await self._check_share(maker, listed=wanted.listed)
            await self.storage.save([], rights, new=[row])
        self._keep(Table(row, self.storage, match, self.limits))
        return TableKeys(table=row.id, seats=keys, invite=invite, spectate=spectate, host=host)

    async def _started(self, row: Row) -> Row:
        """Set the clocks of a match that begins, now that it is known that the server is up."""
        if row.clock is not None:
            await self.pulse.beat()
        return with_clocks(row, self.pulse)

    async def _check_share(self, maker: str, *, listed: bool) -> None:
        """Refuse a table to somebody who has made enough of them."""
        unfinished, shown = await self.storage.count_unfinished(maker, now() - A_DAY)
        if unfinished >= self.limits.unfinished:
            raise TooManyError(
                f"{unfinished} tables were made from your address today and are not over: finish some, "
                "or come again tomorrow"
            )
        if listed and shown >= self.limits.listed:
            raise TooManyError(
                f"{shown} tables of your address are listed and not over: finish some, or make one that is not listed"
            )

    async def invitation(self, invite: str, visitor: Visitor) -> Invitation:
        """Say to what an invitation leads, before anybody types a name."""
        table = await self._invited_to(invite)
        row, browser = table.row, token_hash(visitor.browser)
        rights = await self.storage.keys.at(row.id)
        seated = any(right.browser == browser and right.kind == SEAT for right in rights)
        taken = {player.colour for player in row.seats if player.kind != "open"}
        why = ""
        if row.closed:
            why = CLOSED
        elif all(player.kind != "open" for player in row.seats):
            why = ALL_TAKEN
        elif seated and not row.several:
            why = SEATED
        colours = [colour for colour in COLOURS if colour not in taken]
        return Invitation(table_line(row), colours, seated=seated, open=not why, why=why)

    async def _invited_to(self, invite: str) -> Table:
        rights = await self.storage.keys.find([token_hash(invite)])
        invitation = next((right for right in rights if right.kind == INVITE), None)
        if invitation is None:
            raise WrongTokenError(NO_INVITATION)
        return await self.open(invitation.table)

    async def join(self, wanted: JoinTable, visitor: Visitor) -> TableKeys:
        """Give the first open seat to somebody with an invitation."""
        table = await self._invited_to(wanted.invite)

        async def sit_down() -> TableKeys:
            table.check_open()
            seats = list(table.row.seats)
            seat = next((place for place, player in enumerate(seats) if player.kind == "open"), None)
            if seat is None:
                raise NotNowError(ALL_TAKEN)
            if await self.is_seated(table, visitor):
                raise NotNowError(SEATED)
            others = [player for player in seats if player.kind != "open"]
            seats[seat] = Player(new_name(wanted.name, others), free_colour(wanted.colour, others), "person", None)
            token, row = new_token(), table.row
            await table.seat(seats, rights=[visitor.right(token, row.id, SEAT, seat)])
            return TableKeys(table=row.id, seats=[SeatKey(seat, token)], invite=None, spectate=row.spectate)

        return await table.changing(sit_down)

    async def is_seated(self, table: Table, visitor: Visitor) -> bool:
        """Tell whether a browser has the one seat that it may have."""
        browser, rights = token_hash(visitor.browser), await self.storage.keys.at(table.row.id)
        return not table.row.several and any(right.browser == browser and right.kind == SEAT for right in rights)

    async def rematch(self, name: str, token: str) -> TableKeys:
        """Make a table for the same people, everyone one seat further; their tokens are good for it, too."""
        table, seats = await self.enter(name, [token])
        seat = seats[0]
        if seat is None:
            raise WrongTokenError("only who has played can ask for a rematch")

        async def play_again() -> TableKeys:
            row = table.row
            table.check_open()
            if row.state != OVER:
                raise NotNowError("a rematch can begin when the match is over")
            count = len(row.seats)
            spectate = None
            if row.next is None:
                spectate = new_token()
                next_row = replace(
                    row,
                    id=new_table_name(),
                    created=now(),
                    seats=again([row.seats[place - 1] for place in range(count)]),
                    seed=write_seed(new_seed()),
                    spectate=spectate if row.listed else None,
                    winners=[],
                )
                match = new_match(next_row)
                next_row = await self._started(followed(next_row, match))
                rights = [
                    replace(right, table=next_row.id, seat=(right.seat + 1) % count)
                    for right in await self.storage.keys.at(name)
                    if right.kind == SEAT and right.seat is not None
                ]
                rights.append(Right(token_hash(spectate), next_row.id, SPECTATE, None))
                await table.go_on(replace(row, next=next_row.id), next_row, rights)
                self._keep(Table(next_row, self.storage, match, self.limits))
            assert table.row.next is not None
            key = SeatKey((seat + 1) % count, token)
            return TableKeys(table=table.row.next, seats=[key], invite=None, spectate=spectate)

        return await table.changing(play_again)


# ---- who sits where ----


def with_learner(wanted: NewTable, prepared: FirstGame) -> NewTable:
    """Seat somebody who wants to learn with the bots of the game that was prepared."""
    special = wanted.settings or wanted.position or wanted.draws != SEALED or wanted.clock is not None
    if special or [seat.kind for seat in wanted.seats] != ["person"]:
        raise SetupError(
            "a lesson is for one person, with sealed draws, without house rules or clocks: seat nobody else"
        )
    bots = [NewSeat("bot", bot=bot) for bot in prepared.bots]
    return msgspec.structs.replace(wanted, seats=[*wanted.seats, *bots], listed=False, several=False)


def rehearse(wanted: NewTable) -> Match:
    """Set up the match that is asked for, before it is known who plays; it says what is wrong, and what is usual."""
    game = find_game(wanted.game)
    for name in wanted.settings:
        if name not in game.settings:
            raise SetupError(f"{game.title} has no setting {name!r}: it has {', '.join(game.settings)}")
    if wanted.draws == TABLE and not people_can_draw(game.name):
        raise SetupError(f"{game.title} cannot be rolled by people at a table of the server: choose sealed draws")
    alone = sum(seat.kind != "bot" for seat in wanted.seats) <= 1
    scores = wanted.scores or (OPEN if alone else None)  # nobody keeps a secret from bots (R35)
    options: dict[str, Any] = {**wanted.settings, **({} if scores is None else {"scores": scores})}
    names = [f"seat {number}" for number, _ in enumerate(wanted.seats, 1)]
    if wanted.position is not None:
        return begun(wanted, game, names, options)
    return Match(game.name, names, edition=wanted.edition, draws=wanted.draws, **options)


def begun(wanted: NewTable, game: About, names: list[str], options: dict[str, Any]) -> Match:
    """Set up a match that begins from a position; the position says how it is played."""
    if wanted.edition is not None or wanted.settings:
        raise SetupError("a position says which edition and house rules are played: leave them out")
    match = Match.from_position(wanted.position or "", names, draws=wanted.draws, **options)
    if match.game.name != game.name:
        raise SetupError(f"this is a position of {match.game.title}, not of {game.title}")
    if match.result is not None:
        raise SetupError("the game is over at this position: choose an earlier moment")
    return match


@cache
def people_can_draw(game: str) -> bool:
    """Tell whether what chance decides in a game is short enough to be chosen from. A look at its opening is enough."""
    match = Match(game, ["north", "east"], draws=TABLE)
    return sum(1 for _ in itertools.islice(chances(match.state), MOST_CHANCES + 1)) <= MOST_CHANCES


def seated(wanted: Sequence[NewSeat], game: About) -> list[Player]:
    """Give everyone a name and a colour of their own."""
    names = [clean_name(seat.name) if seat.kind != "open" else "" for seat in wanted]
    players: list[Player] = []
    for place, seat in enumerate(wanted):
        colour = free_colour(seat.colour, players)
        if seat.kind == "open":
            players.append(Player("", colour, "open", None))
        elif seat.kind == "person":
            if not names[place]:
                raise SetupError(f"seat {place + 1} needs a name: up to {LONGEST_NAME} characters")
            players.append(Player(names[place], colour, "person", None))
        else:
            bot = built_in_bot(seat.bot or "")
            check_plays(bot, seat.bot or "", game)
            names[place] = names[place] or free_name(bot.title, names)
            players.append(Player(names[place], colour, "bot", seat.bot))
    return players


def new_name(wanted: str, others: Iterable[Player]) -> str:
    """Accept the name of somebody who sits down beside others."""
    name = clean_name(wanted)
    check_people([name])
    if any(same_name(name) in (same_name(other.name), same_name(other.heir or other.name)) for other in others):
        raise NotNowError(f"somebody at this table is called {name} already: choose another name")
    return name


def again(players: Sequence[Player]) -> list[Player]:
    """Seat those who play again: whoever has taken over a seat by their own name, and a bot as the bot that it is."""
    taken = [player.heir or player.name for player in players if player.kind == "person" and not player.for_good]
    taken += [player.name for player in players if player.kind == "bot"]
    seats: list[Player] = []
    for player in players:
        if player.for_good and player.stand_in is not None:
            name = free_name(built_in_bot(player.stand_in).title, taken)
            taken.append(name)
            seats.append(Player(name, player.colour, "bot", player.stand_in))
        else:
            seats.append(Player(player.heir or player.name, player.colour, player.kind, player.bot))
    return seats


def free_colour(wanted: Colour | None, others: Iterable[Player]) -> Colour:
    """Give the wanted colour, or the first that nobody has."""
    taken = {player.colour for player in others}
    if wanted is not None and wanted not in taken:
        return wanted
    return next(colour for colour in COLOURS if colour not in taken)
