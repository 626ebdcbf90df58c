"""`heliopolis play`: a match in the terminal. Who is a person and who a bot, `terminal/seats.py` decides."""

from __future__ import annotations

import datetime
import os
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from heliopolis.cli.matches import LATEST, find_kept
from heliopolis.cli.matches import folder as matches_folder
from heliopolis.cli.options import (
    EDITION,
    FILE,
    GAME,
    PLAIN,
    POSITION,
    SEED,
    SET,
    compile_meanwhile,
    complete_bots,
    examples,
    given,
    read_settings,
)
from heliopolis.errors import SetupError
from heliopolis.games import NAMES

if TYPE_CHECKING:
    from heliopolis.bots.contract import Bot
    from heliopolis.table.match import Match


@click.command(
    epilog=examples(
        "heliopolis play ra --seats Ann,greedy,random --edition alea",
        "heliopolis play ra --seats Ann,Ben --edition alea --set fewest-players=2",
        "heliopolis play dice --seats Ann,Ben --set start=1 --save evening.ra",
        "heliopolis play ra --companion --seats Ann,Ben,Cleo --save evening.ra",
        'heliopolis play --position "heliopolis position 1; ..." --seats Ann,priest',
        "heliopolis play --save evening.ra               (goes on with it)",
        "heliopolis play --go-on                         (with the latest match)",
    )
)
@GAME
@click.option(
    "--seats",
    shell_complete=complete_bots,
    help="Who plays: names and bots. [default: you, apprentice, scribe, priest]",
)
@EDITION
@SET
@SEED
@click.option(
    "--scores", type=click.Choice(["hidden", "open"]), help="Whether points lie face down. [default: open against bots]"
)
@click.option("--companion", is_flag=True, help="You draw and roll at a real table, and type what you got.")
@click.option("--save", type=FILE, help="Keep the match here, and go on with it.")
@click.option(
    "--go-on",
    metavar="[NUMBER]",
    is_flag=False,
    flag_value=LATEST,
    help="Go on with the latest match, or with one that `heliopolis matches` numbers.",
)
@POSITION
@PLAIN
def play(
    game: str,
    seats: str | None,
    settings: tuple[str, ...],
    companion: bool,
    save: Path | None,
    go_on: str | None,
    position: str | None,
    plain: bool,
    **chosen: Any,
) -> None:
    """Play GAME (ra, dice) in the terminal: people who share the keyboard, and bots.

    Type a move or its beginning, its number, or undo, hint, why, show, log, position, save FILE, help, quit. Tab
    completes, and the arrows call back what you typed. Ctrl-C stops; the match is kept, and the last line says how to
    go on with it.

    With --companion you play with real tiles or dice. Type what was drawn, rolled and bid; Heliopolis checks it, keeps
    the score and shows what the epoch would bring. There undo takes back any slip.

    With --position the match begins there: the line says which game, edition and house rules.
    """
    if position is not None:
        check_position_alone(save, go_on)
    options = read_settings(settings)
    if companion and chosen["seed"] is not None:
        raise SetupError("--seed is for sealed draws, and with --companion you draw yourselves: leave one of them out")
    if companion and not list(given("seats")):
        raise SetupError("--companion needs to know who plays, clockwise: for example --seats Ann,Ben,Cleo")
    if go_on is not None and save is not None:
        raise SetupError("--go-on finds the match, and --save names its file: leave one of them out")
    unnamed = save is None
    if go_on is not None:
        save = find_kept(go_on)
    if save is not None and not save.exists():
        check_place(save)
    if sys.stdout.isatty():
        click.echo("Setting up the table ...")  # to load everything takes a while
    compile_meanwhile(NAMES if position is not None or (save is not None and save.exists()) else [game])
    from heliopolis.terminal.play import Terminal

    if save is not None and save.exists():
        match, bots = resume(save, game, seats)
        if match.result is None:
            check_place(save)
    else:
        how = {**chosen, **options}
        found = (
            new_match(game, seats, companion, how, plain=plain)
            if position is None
            else match_from(position, seats, companion, chosen)
        )
        if found is None:
            return
        match, bots = found
        from heliopolis.terminal.seats import introduce, introduce_seats, read_seats
        from heliopolis.terminal.style import new_console

        told = [introduce(match.players)] if seats is None else introduce_seats(read_seats(seats))
        for line in told:
            new_console(plain).print(line, markup=False, soft_wrap=plain)
        if save is None and sys.stdin.isatty():
            save = keep_unasked(match)
    Terminal(match, save, plain=plain, bots=bots, seats=seats, unnamed=unnamed).run()


def check_position_alone(save: Path | None, go_on: str | None) -> None:
    """Refuse what cannot go with a position: it says itself what is played."""
    if go_on is not None or (save is not None and save.exists()):
        raise SetupError("--position begins a match, and one that is kept has begun: leave one of them out")
    if list(given("edition", "settings", "game")):
        raise SetupError("a position says which game, edition and house rules: leave GAME, --edition and --set out")


def match_from(
    position: str, seats: str | None, companion: bool, chosen: dict[str, Any]
) -> tuple[Match, list[Bot | None]]:
    """Begin a match at a position."""
    from heliopolis.table.match import OPEN, SEALED, TABLE, Match
    from heliopolis.table.position import read
    from heliopolis.terminal.seats import find_bots, read_seats, usual_seats

    found = read(position)
    sitting = read_seats(seats or usual_seats(found.game, found.players))
    names, bots = [seat.name for seat in sitting], find_bots(sitting, found.game)
    scores = OPEN if chosen["scores"] is None and bots.count(None) <= 1 else chosen["scores"]
    draws = TABLE if companion else SEALED
    return Match.from_position(position, names, seed=chosen["seed"], draws=draws, scores=scores), bots


def check_place(save: Path) -> None:
    """Say at the start, and not when the match is lost, that a file cannot be written where it should be."""
    place = save.parent
    if not place.is_dir():
        raise SetupError(f"{save} cannot be written: there is no folder {place}; make it, or name another file")
    if not os.access(place, os.W_OK):
        raise SetupError(f"{save} cannot be written: nobody may write into {place}; name another file")


def resume(save: Path, game: str, seats: str | None) -> tuple[Match, list[Bot | None]]:
    """Go on with a match; it cannot be set up anew, but some bots have to be named again."""
    from heliopolis.table.match import TABLE, Match
    from heliopolis.terminal.seats import find_bots, seats_again, seats_of

    match = Match.load(save)
    typed = list(given("edition", "settings", "seed", "scores"))
    wrong_game = list(given("game")) and match.game.name != game
    if typed or wrong_game or (list(given("companion")) and match.draws != TABLE):
        raise SetupError(f"{save} holds a match of {match.game.name}: to go on with it, say nothing but its file")
    if match.result is not None:
        return match, [None] * len(match.players)  # nobody is asked any more
    sitting = seats_of(match.players) if seats is None else seats_again(match.players, seats)
    return match, find_bots(sitting, match.game)


def new_match(
    game: str, seats: str | None, companion: bool, chosen: dict[str, Any], *, plain: bool = False
) -> tuple[Match, list[Bot | None]] | None:
    """Set up a match; at a real table, ask what people drew for before it. None when they rather stop."""
    from heliopolis.games import find_game
    from heliopolis.table.match import OPEN, SEALED, TABLE, Match, check_names, check_settings
    from heliopolis.terminal.deal import ask_deal
    from heliopolis.terminal.play import way_to_ask
    from heliopolis.terminal.seats import find_bots, read_seats, usual_seats
    from heliopolis.terminal.style import new_console

    found = find_game(game)
    sitting = read_seats(seats or usual_seats(found))
    names, bots = [seat.name for seat in sitting], find_bots(sitting, found)
    if chosen["scores"] is None and bots.count(None) <= 1:
        chosen = {**chosen, "scores": OPEN}  # nobody keeps a secret from bots (R35)
    if companion and found.deal_name not in chosen:
        house_rules = {name: value for name, value in chosen.items() if name not in ("edition", "seed", "scores")}
        players = check_names(names)
        setup = found.prepare(len(players), chosen["edition"], check_settings(found, house_rules))
        console = new_console(plain)
        ask = way_to_ask(console, list, plain=plain)
        try:
            deal = ask_deal(found, setup, players, ask, lambda text: console.print(text, markup=False))
        except (EOFError, KeyboardInterrupt):
            console.print()
            return None
        chosen = {**chosen, found.deal_name: deal}
    return Match(game, names, draws=TABLE if companion else SEALED, **chosen), bots


def keep_unasked(match: Match) -> Path:
    """Keep a match that nobody gave a file in one of its own, so that Ctrl-C loses nothing."""
    folder = matches_folder()
    begun = path = folder / f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}.{match.game.name}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in count(2):
            with suppress(FileExistsError):  # of a match that began in the same second
                path.open("x").close()
                break
            path = begun.with_stem(f"{begun.stem}-{number}")
    except OSError as error:
        raise SetupError(f"{folder} cannot be written to: {error.strerror}; name a file with --save") from error
    match.save(path)
    return path
