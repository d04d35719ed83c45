"""``redcathedral serve``: the table for browsers, without opening one."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Sequence
from errno import EADDRNOTAVAIL, EAFNOSUPPORT
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Final, NoReturn

import typer

from redcathedral.files import data_folder

if TYPE_CHECKING:
    import socket

    from redcathedral.box import Edition
    from redcathedral.server.store.store import Store

REFUSED: Final = 2
DATABASE: Final = "REDCATHEDRAL_DATABASE"

Port = Annotated[
    int | None,
    typer.Option(min=0, max=65535, metavar="N", help="The port.", show_default="8555"),
]
Lan = Annotated[
    bool,
    typer.Option("--lan", help="For phones on the same network too; prints a QR code."),
]
Editions = Annotated[
    list[str] | None,
    typer.Option(
        "--edition", metavar="FILE", help="An edition to play with; the first is the default."
    ),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot", metavar="BOT", help="A bot to choose besides the levels, such as mcts:nodes=5000."
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL", envvar=DATABASE, help="Another database than a file in the data folder."
    ),
]


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address.")] = "127.0.0.1",
    port: Port = None,
    lan: Lan = False,
    edition: Editions = None,
    bot: Bots = None,
    database: Database = None,
) -> None:
    """Serve tables to browsers until Ctrl+C. Games are saved after every decision."""
    from redcathedral.server.http.process import EVERYWHERE, PORT

    where = EVERYWHERE if lan else host
    number = PORT if port is None else port
    run(where, number, lan=lan, editions=edition or [], bots=bot or [], url=database)


def run(
    host: str,
    port: int,
    *,
    lan: bool,
    editions: Sequence[str],
    bots: Sequence[str] = (),
    url: str | None,
    browser: bool = False,
    any_port: bool = False,
) -> None:
    """Serve; with ``any_port`` a free one where this one is taken."""
    from redcathedral.bots import BotSpecError
    from redcathedral.box import EditionError
    from redcathedral.server.http.app import create_app
    from redcathedral.server.http.process import (
        EVERYWHERE,
        LOCAL,
        PortTaken,
        kept_token,
        lan_address,
    )
    from redcathedral.server.http.process import run as run_server
    from redcathedral.server.store.problem import StoreError

    try:
        at = _listen(host, port, any_port=any_port)
    except PortTaken as error:
        if is_no_address(error.__cause__):
            fix = "name one of its own with --host, such as 127.0.0.1"
            _refuse(f"{error.host} is no address of this machine: {error.reason}; {fix}.")
        fix = "end what runs there, or name another port with --port (0 for any free one)"
        _refuse(f"Port {error.port} at {error.host} cannot be used: {error.reason}; {fix}.")
    is_open = host not in (LOCAL, "::1", "localhost")
    try:
        store = _store(url)
        token = kept_token(data_folder()) if is_open else None
        texts = _texts(editions)
        app = create_app(store, editions=texts, bots=bots, token=token, names=[host])
    except (BotSpecError, EditionError, StoreError, OSError) as error:
        at.close()
        _refuse(str(error))
    number: int = at.getsockname()[1]
    name = lan_address() if is_open and host in (EVERYWHERE, "::") else host
    name = f"[{name}]" if ":" in name else name
    address = f"http://{name}:{number}/" + (f"?token={token}" if token else "")

    def ready() -> None:
        typer.echo(f"The table is at {address}")
        if lan:
            _print_code(address)
        typer.echo("Ctrl+C ends the server; the games are saved.")
        sys.stdout.flush()
        if browser:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run_server(app, at, ready)


def _listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    from redcathedral.server.http.process import PortTaken, listen

    try:
        return listen(host, port)
    except PortTaken:
        if not any_port:
            raise
        return listen(host, 0)


def is_no_address(error: BaseException | None) -> bool:
    """Whether it is the address that cannot be used, and not the port."""
    import socket

    if isinstance(error, OSError) and error.errno in (EADDRNOTAVAIL, EAFNOSUPPORT):
        return True
    return isinstance(error, (socket.gaierror, UnicodeError))


def _store(url: str | None) -> Store:
    from redcathedral.server.store.store import Store

    return Store.in_folder(data_folder()) if url is None else Store(url)


def _texts(editions: Sequence[str]) -> list[str]:
    """The texts of edition files, checked; raises EditionError."""
    from redcathedral.box import edition_text, load_edition

    for name in editions:
        _tell_levels(load_edition(name, own_id=True))  # the problems name the file
    return [edition_text(name) for name in editions]


def _tell_levels(edition: Edition) -> None:
    """Say how the levels play an edition that they have not learned."""
    from redcathedral import bots
    from redcathedral.cli.remarks import tell

    said: list[str] = []
    for level in bots.levels.LEVELS:
        try:
            said += bots.remarks([level], edition)
        except bots.BotSpecError as error:
            said.append(f"{level} cannot play: {error}")
    tell(said)


def _print_code(address: str) -> None:
    """A QR code for phones at the table."""
    import segno

    segno.make(address, micro=False).terminal(compact=True)


def _refuse(reason: str) -> NoReturn:
    typer.echo(reason, err=True)
    raise typer.Exit(REFUSED)
