"""`heliopolis serve`: tables in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from heliopolis.cli.options import FILE, WholeNumber, compile_meanwhile, examples, given


@click.command(
    epilog=examples(
        "heliopolis serve",
        "heliopolis serve --host 0.0.0.0 --no-open",
        "heliopolis serve --origin https://ra.example.org --proxy 127.0.0.1",
        "heliopolis serve --limit messages=60/20 --keep finished=30",
        "heliopolis serve --config /etc/heliopolis.toml",
        "heliopolis serve --database postgresql:///heliopolis --workers 4",
    )
)
@click.option("--config", type=FILE, envvar="HELIOPOLIS_CONFIG", help="A file in TOML with all that can be set here.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0: for others, too.")
@click.option("--port", type=WholeNumber(0, 65535), default=8000, show_default=True, help="0: any free one.")
@click.option("--database", help="Where tables are kept: a file, or PostgreSQL's URL. [default: in your data folder]")
@click.option("--workers", type=WholeNumber(1, 64), default=1, show_default=True, help="Processes; needs PostgreSQL.")
@click.option("--origin", "origins", multiple=True, help="A further address that browsers see, behind a proxy.")
@click.option("--proxy", "proxies", multiple=True, help="Believe whom this address, or network, says it asks for.")
@click.option("--limit", "limits", multiple=True, help="What one address may do: NAME=NUMBER or NAME=BURST/RATE.")
@click.option("--keep", multiple=True, help="Days until old tables are deleted: KIND=DAYS or KIND=forever.")
@click.option(
    "--bot-pause", type=click.FloatRange(min=0), default=0.9, show_default=True, help="Seconds before a bot moves."
)
@click.option(
    "--owner-port", type=WholeNumber(1, 65535), help="Show health and figures at this port. [default: nowhere]"
)
@click.option("--owner-host", default="127.0.0.1", show_default=True, help="Where that port listens.")
@click.option("--log-lines", is_flag=True, help="Log every request and every move, as a line of JSON.")
@click.option("--open/--no-open", default=None, help="Open the page. [default: where there is a screen]")
def serve(config: Path | None, **options: Any) -> None:
    """Play in the browser: start the server, and open its page.

    docs/server.md names the limits and the kinds of tables, what they are by default, and how to set all of this in a
    file or in the environment.
    """
    from heliopolis.server.configuration import joined, read_environment, read_file
    from heliopolis.server.database import check_file, file_of
    from heliopolis.server.postgresql import is_postgresql, reach
    from heliopolis.server.settings import Settings, check_origin, check_proxy, database_url, read_keep, read_limits
    from heliopolis.server.workers import check_workers

    typed = {name.replace("_", "-"): options[name] for name in given(*options)}
    chosen = joined([typed, read_environment(), {} if config is None else read_file(config)])
    browser = chosen.pop("open", None)
    for name, read in (("origins", check_origin), ("proxies", check_proxy)):
        chosen[name] = tuple(map(read, chosen.get(name, ())))
    chosen["limits"] = read_limits(chosen.get("limits", ()))
    chosen["keep"] = read_keep(chosen.get("keep", ()))
    settings = Settings(**{name.replace("-", "_"): value for name, value in chosen.items()})
    check_workers(settings)
    if settings.database is not None:  # to say that it is no database, nobody waits for what is compiled
        url = database_url(settings.database)
        if is_postgresql(url):
            reach(url)
        else:
            check_file(file_of(url))
    if compile_meanwhile():
        click.echo("The strongest bots and the hints will be ready in about a minute.")
    from heliopolis.server import app

    app.serve(settings, click.echo, browser=browser, prepare=compile_meanwhile)
