"""`heliopolis serve`: tables in the browser."""

from __future__ import annotations

from typing import Any

import click

from heliopolis.cli.options import WholeNumber, compile_meanwhile, examples


@click.command(
    epilog=examples(
        "heliopolis serve",
        "heliopolis serve --host 0.0.0.0 --no-open",
        "heliopolis serve --origin https://ra.example.org --proxy 127.0.0.1",
        "heliopolis serve --limit messages=60/20 --keep finished=30",
    )
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0: for others, too.")
@click.option("--port", type=WholeNumber(0, 65535), default=8000, show_default=True, help="0: any free one.")
@click.option("--database", help="Where tables are kept: a file. [default: in your data folder]")
@click.option("--origin", "origins", multiple=True, help="A further address that browsers see, behind a proxy.")
@click.option("--proxy", "proxies", multiple=True, help="Believe whom this address, or network, says it asks for.")
@click.option("--limit", "limits", multiple=True, help="What one address may do: NAME=NUMBER or NAME=BURST/RATE.")
@click.option("--keep", multiple=True, help="Days until old tables are deleted: KIND=DAYS or KIND=forever.")
@click.option(
    "--bot-pause", type=click.FloatRange(min=0), default=0.9, show_default=True, help="Seconds before a bot moves."
)
@click.option("--open/--no-open", "browser", default=None, help="Open the page. [default: where there is a screen]")
def serve(browser: bool | None, **given: Any) -> None:
    """Play in the browser: start the server, and open its page.

    docs/server.md names the limits and the kinds of tables, and what they are by default.
    """
    from heliopolis.server.database import check_file, file_of
    from heliopolis.server.settings import Settings, check_origin, check_proxy, database_url, read_keep, read_limits

    given["origins"] = tuple(map(check_origin, given["origins"]))
    given["proxies"] = tuple(map(check_proxy, given["proxies"]))
    given["limits"] = read_limits(given["limits"])
    given["keep"] = read_keep(given["keep"])
    settings = Settings(**given)
    if settings.database is not None:  # to say that it is no database, nobody waits for what is compiled
        check_file(file_of(database_url(settings.database)))
    if compile_meanwhile():
        click.echo("The strongest bots and the hints will be ready in about a minute.")
    from heliopolis.server import app

    app.serve(settings, click.echo, browser=browser)
