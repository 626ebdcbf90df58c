"""`heliopolis score`: an explained score sheet."""

from __future__ import annotations

import json
from typing import TextIO

import click

from heliopolis.cli.options import EDITION, GAME, PLAIN, WholeNumber, examples, start_at_once
from heliopolis.errors import SetupError
from heliopolis.terminal.signs import writes_any_sign


@click.command(
    epilog=examples(
        "heliopolis score ra --epoch 3 \\",
        '  -p "Ann: 3 Pharaoh, Flood, Art, suns 9 6 5 1" \\',
        '  -p "Ben: God, 3 Temple, suns 8 7 4 3"',
        "heliopolis score dice \\",
        '  -p "Ann: pharaoh 7, nile 5, 1 flood" \\',
        '  -p "Ben: pharaoh 2, monument Temple red blue"',
        "heliopolis score ra table.txt",
    )
)
@GAME
@click.argument("file", type=click.File(encoding="utf-8-sig"), required=False)
@click.option("--player", "-p", "players", multiple=True, metavar="'NAME: ...'", help="A player, and what they have.")
@click.option("--epoch", type=WholeNumber(1, 3), help="Which epoch ends.  [default: 1]")
@EDITION
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, to standard output.")
@PLAIN
def score(
    game: str,
    file: TextIO | None,
    players: tuple[str, ...],
    epoch: int | None,
    edition: str | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Score what players of GAME have at the end of an epoch, and say why.

    Players come with --player, or from FILE, a line each (- is standard input). Each is a name, a colon, and what they
    have, with commas between. Beginnings of names will do. Suns count in epoch 3. Points that a player had before may
    be named: then those after the epoch are worked out too. A line "epoch: 3" in FILE names the epoch.
    """
    if file is not None and players:
        raise SetupError("players are named with --player or in a file, not both: leave one of them out")
    try:
        lines = list(players) if file is None else file.read().splitlines()
    except UnicodeDecodeError as error:
        raise SetupError(f"{getattr(file, 'name', 'the file')} cannot be read: it is not a text in UTF-8") from error
    if not lines:
        raise SetupError("nobody is there to score: name them with --player 'Ann: 3 Pharaoh, 2 Nile', or in a file")
    start_at_once()
    from heliopolis.terminal.score import Sheet
    from heliopolis.terminal.style import new_console

    sheet = Sheet(game, lines, epoch, edition)
    if as_json:
        click.echo(json.dumps(sheet.data(), ensure_ascii=not writes_any_sign()))
    elif plain:
        sheet.read_out(new_console(plain))
    else:
        sheet.print(new_console())
