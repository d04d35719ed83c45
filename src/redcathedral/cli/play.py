"""``redcathedral play``: the table in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from redcathedral.cli.serve import Bots, Database, Editions, Lan, Port, run


def play(
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser; print the address.")
    ] = False,
    port: Port = None,
    lan: Lan = False,
    edition: Editions = None,
    bot: Bots = None,
    database: Database = None,
) -> None:
    """Open the table in the browser. Games are saved after every decision.

    A new game asks who plays: people, or bots by level, with their rating. Where the usual port
    is taken a free one is used. `redcathedral terminal` is the same game in the terminal,
    `redcathedral serve` the server alone.
    """
    from redcathedral.server.http.process import EVERYWHERE, LOCAL, PORT

    run(
        EVERYWHERE if lan else LOCAL,
        PORT if port is None else port,
        lan=lan,
        editions=edition or [],
        bots=bot or [],
        url=database,
        browser=not no_browser,
        any_port=port is None,
    )
