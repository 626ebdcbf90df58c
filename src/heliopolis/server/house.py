"""All tables of a server: made, joined, found again, played again, and resumed after a restart."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, get_args

from heliopolis.bots.registry import house_bot
from heliopolis.errors import HeliopolisError, SetupError
from heliopolis.games import find_game
from heliopolis.server.bot_runner import BotRunner
from heliopolis.server.messages import (
    LONGEST_NAME,
    Colour,
    JoinTable,
    NewSeat,
    NewTable,
    Player,
    SeatKey,
    TableKeys,
    TableLine,
)
from heliopolis.server.refusals import NotFoundError, NotNowError, WrongTokenError
from heliopolis.server.security import new_table_name, new_token, token_hash
from heliopolis.server.storage import INVITE, OVER, SEAT, SPECTATE, Right, Row, Storage
from heliopolis.server.tables import Table, followed, new_match, now, table_line
from heliopolis.table.match import HIDDEN, OPEN, Match, check_names
from heliopolis.table.sealed import new_seed, write_seed

LOGGER = logging.getLogger(__name__)
COLOURS: tuple[Colour, ...] = get_args(Colour)
MOST_LISTED = 100
NO_TABLE = "there is no such table: the link may be incomplete"
#: What people draw is offered to them as a list of moves; what five dice can show is too long for one.
MOST_CHANCES = 500


class House:
    """All tables. One that nobody looks at and no bot thinks at is only in the storage."""

    def __init__(self, storage: Storage, bots: BotRunner) -> None:
        self.storage = storage
        self.bots = bots
        self._tables: weakref.WeakValueDictionary[str, Table] = weakref.WeakValueDictionary()
        self._opening: dict[str, asyncio.Task[Table]] = {}

    # ---- finding tables ----

    async def open(self, name: str) -> Table:
        """Find a table, in memory or in the storage."""
        table = self._tables.get(name)
        if table is not None:
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
            table = await asyncio.to_thread(Table.restore, *found, self.storage)
        except HeliopolisError as error:
            LOGGER.exception("the journal of table %s cannot be replayed", name)
            raise NotFoundError(f"this version of Heliopolis cannot continue this table: {error}") from error
        return self._keep(table)

    def _keep(self, table: Table) -> Table:
        table.after_change = self.bots.look
        self._tables[table.row.id] = table
        self.bots.look(table)
        return table

    async def resume(self) -> None:
        """Take up every table where a bot is to act; the others wait for their people."""
        for name in await self.storage.waiting_for_bots():
            try:
                await self.open(name)
            except Exception:
                LOGGER.exception("table %s could not be resumed", name)

    async def enter(self, name: str, tokens: Sequence[str]) -> tuple[Table, list[int | None]]:
        """Find a table and what each of the tokens may see of it: a seat, or None to watch."""
        hashes = [token_hash(token) for token in tokens]
        found = await self.storage.find_rights(hashes)
        rights = {right.hash: right for right in found if right.table == name and right.kind != INVITE}
        if any(digest not in rights for digest in hashes):
            if not await self.storage.rows([name]):
                raise NotFoundError(NO_TABLE)
            raise WrongTokenError("this link does not open this table: ask for a new one")
        return await self.open(name), [rights[digest].seat for digest in hashes]

    async def mine(self, tokens: Iterable[str]) -> list[TableLine]:
        """List the tables at which tokens hold seats."""
        seats: dict[str, list[int]] = {}
        for right in await self.storage.find_rights({token_hash(token) for token in tokens}):
            if right.kind == SEAT and right.seat is not None:
                seats.setdefault(right.table, []).append(right.seat)
        return [table_line(row, sorted(seats[row.id])) for row in await self.storage.rows(seats)]

    async def listed(self) -> list[TableLine]:
        """List the tables that everyone may watch or join."""
        return [table_line(row) for row in await self.storage.listed(MOST_LISTED)]

    # ---- making and joining tables ----

    async def create(self, wanted: NewTable) -> TableKeys:
        """Make a table; its people sit at the screen of whoever asked."""
        rehearsal = rehearse(wanted)
        seats = seated(wanted.seats)
        check_names([player.name for player in seats if player.kind != "open"])
        spectate = new_token()
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
            seed=write_seed(new_seed()),
            spectate=spectate if wanted.listed else None,
            invite=invite if wanted.listed else None,
        )
        keys = [SeatKey(seat, new_token()) for seat, player in enumerate(seats) if player.kind == "person"]
        rights = [Right(token_hash(key.token), row.id, SEAT, key.seat) for key in keys]
        rights.append(Right(token_hash(spectate), row.id, SPECTATE, None))
        if invite is not None:
            rights.append(Right(token_hash(invite), row.id, INVITE, None))
        match = new_match(row) if invite is None else None
        if match is not None:
            row = followed(row, match)
        await self.storage.save([row], rights)
        self._keep(Table(row, self.storage, match))
        return TableKeys(table=row.id, seats=keys, invite=invite, spectate=spectate)

    async def join(self, wanted: JoinTable) -> TableKeys:
        """Give the first open seat to somebody with an invitation."""
        rights = await self.storage.find_rights([token_hash(wanted.invite)])
        invitation = next((right for right in rights if right.kind == INVITE), None)
        if invitation is None:
            raise WrongTokenError("this is not an invitation to a table: ask for the link again")
        table = await self.open(invitation.table)

        async def sit_down() -> TableKeys:
            seats = list(table.row.seats)
            seat = next((place for place, player in enumerate(seats) if player.kind == "open"), None)
            if seat is None:
                raise NotNowError("all seats of this table are taken")
            others = [player for player in seats if player.kind != "open"]
            name = clean_name(wanted.name)
            check_names([name])
            if any(name.casefold() == player.name.casefold() for player in others):
                raise NotNowError(f"somebody at this table is called {name} already: choose another name")
            seats[seat] = Player(name, free_colour(wanted.colour, others), "person", None)
            token = new_token()
            row = replace(table.row, seats=seats, changed=now())
            await table.sit_down(row, [Right(token_hash(token), row.id, SEAT, seat)])
            return TableKeys(table=row.id, seats=[SeatKey(seat, token)], invite=None, spectate=row.spectate)

        return await table.changing(sit_down)

    async def rematch(self, name: str, token: str) -> TableKeys:
        """Make a table for the same people, everyone one seat further; their tokens are good for it, too."""
        table, seats = await self.enter(name, [token])
        seat = seats[0]
        if seat is None:
            raise WrongTokenError("only who has played can ask for a rematch")

        async def play_again() -> TableKeys:
            row = table.row
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
                    seats=[row.seats[place - 1] for place in range(count)],
                    seed=write_seed(new_seed()),
                    spectate=spectate if row.listed else None,
                    winners=[],
                )
                match = new_match(next_row)
                next_row = followed(next_row, match)
                rights = [
                    replace(right, table=next_row.id, seat=(right.seat + 1) % count)
                    for right in await self.storage.rights_of(name)
                    if right.kind == SEAT and right.seat is not None
                ]
                rights.append(Right(token_hash(spectate), next_row.id, SPECTATE, None))
                await table.go_on(replace(row, next=next_row.id), next_row, rights)
                self._keep(Table(next_row, self.storage, match))
            assert table.row.next is not None
            key = SeatKey((seat + 1) % count, token)
            return TableKeys(table=table.row.next, seats=[key], invite=None, spectate=spectate)

        return await table.changing(play_again)


# ---- who sits where ----


def rehearse(wanted: NewTable) -> Match:
    """Set up the match that is asked for, before it is known who plays; it says what is wrong, and what is usual."""
    game = find_game(wanted.game)
    for name in wanted.settings:
        if name not in game.settings:
            raise SetupError(f"{game.title} has no setting {name!r}: it has {', '.join(game.settings)}")
    options: dict[str, Any] = {**wanted.settings, **({} if wanted.scores is None else {"scores": wanted.scores})}
    names = [f"seat {number}" for number, _ in enumerate(wanted.seats, 1)]
    match = Match(game.name, names, edition=wanted.edition, draws=wanted.draws, **options)
    if match.is_chance and len(match.moves()) > MOST_CHANCES:
        raise SetupError(f"{game.title} cannot be rolled by people at a table of the server: choose sealed draws")
    return match


def seated(wanted: Sequence[NewSeat]) -> list[Player]:
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
            bot = house_bot(seat.bot or "")
            names[place] = names[place] or free_name(bot.title, names)
            players.append(Player(names[place], colour, "bot", seat.bot))
    return players


def clean_name(name: str) -> str:
    """Put a name in its plainest form: one space between words."""
    return " ".join(name.split(" ")).strip()


def free_name(title: str, taken: Iterable[str]) -> str:
    """Name a bot after its kind, with a number if somebody has that name."""
    taken = {name.casefold() for name in taken}
    numbered = (title if number == 1 else f"{title} {number}" for number in range(1, len(taken) + 2))
    return next(name for name in numbered if name.casefold() not in taken)


def free_colour(wanted: Colour | None, others: Iterable[Player]) -> Colour:
    """Give the wanted colour, or the first that nobody has."""
    taken = {player.colour for player in others}
    if wanted is not None and wanted not in taken:
        return wanted
    return next(colour for colour in COLOURS if colour not in taken)
