"""``redcathedral play`` and ``serve``: the table for browsers, with one opened or without."""

import socket
import sys
import webbrowser
from collections.abc import Sequence
from errno import EADDRNOTAVAIL, EAFNOSUPPORT
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import quote

import typer

from redcathedral.box import Edition, EditionError, edition_text, load_edition
from redcathedral.cli import output
from redcathedral.cli.messages import UNREADABLE, exit_with, usage_error, warn
from redcathedral.files import data_folder
from redcathedral.record.components import components_of

if TYPE_CHECKING:
    from redcathedral.server.notify.settings import MessageSettings

LOCAL: Final = "127.0.0.1"
OWN: Final = (LOCAL, "::1", "localhost")  # nobody else comes by these

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
        "--edition",
        metavar="FILE",
        help="An edition to play with; the first is the default.",
    ),
]
Bots = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="BOT",
        help="A bot to choose besides the levels: planner:nodes=5000; repeatable.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="REDCATHEDRAL_DATABASE",
        help="Another database than a file in the data folder.",
    ),
]
House = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        envvar="REDCATHEDRAL_URL",
        help="Where people reach this server, for the links in messages; asks for the token too.",
    ),
]
MailServer = Annotated[
    str | None,
    typer.Option(
        "--smtp",
        metavar="URL",
        envvar="REDCATHEDRAL_SMTP",
        help="A mail server, with STARTTLS: smtp://user:password@mail.example.org:587, or smtps://.",
    ),
]
Sender = Annotated[
    str | None,
    typer.Option(
        "--mail-from",
        metavar="MAIL",
        envvar="REDCATHEDRAL_MAIL_FROM",
        help="The address from which mail comes.",
    ),
]
Networks = Annotated[
    list[str] | None,
    typer.Option(
        "--webhook-network",
        metavar="NETWORK",
        help="A network of yours that webhooks may reach, also over HTTP: 192.168.1.0/24.",
    ),
]


def play(
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser; print the address.")
    ] = False,
    setup: Annotated[
        str | None,
        typer.Option(metavar="CODE", help="Show the set-up with this code, to play it."),
    ] = None,
    port: Port = None,
    lan: Lan = False,
    edition: Editions = None,
    bot: Bots = None,
    database: Database = None,
    url: House = None,
    smtp: MailServer = None,
    mail_from: Sender = None,
    webhook_network: Networks = None,
) -> None:
    """Play in your browser.

    The game is saved after every decision.  For a new game you choose the players: people, or bots
    by level, with their ratings. If another program uses the usual port, a free port is used.
    `redcathedral terminal` is the same game in the terminal, `redcathedral serve` only the server.
    """
    from redcathedral.record.setup_code import SetupCodeError, read_setup_code

    if setup is not None:
        try:
            read_setup_code(setup, components_of())  # with which the page draws
        except SetupCodeError as error:
            usage_error("--setup", str(error))
    page = "" if setup is None else f"#/setup/{quote(setup, safe='')}"
    messages = _messages(url, smtp, mail_from, webhook_network)
    run(
        LOCAL,
        port,
        lan,
        edition,
        bot,
        database,
        messages,
        browser=not no_browser,
        any_port=port is None,
        page=page,
    )


def serve(
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The address; 127.0.0.1 if none is given."),
    ] = None,
    port: Port = None,
    lan: Lan = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A name under which a proxy forwards requests; asks for the token too.",
        ),
    ] = None,
    edition: Editions = None,
    bot: Bots = None,
    database: Database = None,
    club: Annotated[
        bool,
        typer.Option("--club", help="Visitors without the token may begin games too."),
    ] = False,
    url: House = None,
    smtp: MailServer = None,
    mail_from: Sender = None,
    webhook_network: Networks = None,
    show_token: Annotated[
        bool,
        typer.Option("--show-token", help="Print the token that lets other people in, and end."),
    ] = False,
    new_token: Annotated[
        bool,
        typer.Option(
            "--new-token",
            help="Print a new token, and end; the old one is void at once.",
        ),
    ] = False,
) -> None:
    """Run a server that other people play on, until Ctrl+C.

    Games are saved after every decision.  With `--lan` and `--name` other people need a token.  A
    running server uses a new token at once: pages that used the old one lose access.
    """
    if show_token or new_token:
        _print_token(new_token)
        return
    if lan and host is not None:
        usage_error("--host", "--lan is everywhere; leave one out")
    messages = _messages(url, smtp, mail_from, webhook_network)
    host = LOCAL if host is None else host
    run(host, port, lan, edition, bot, database, messages, is_club=club, names=name or ())


def _print_token(new: bool) -> None:
    from redcathedral.server.http.token_file import TokenFile
    from redcathedral.server.store.problem import StoreError

    file = TokenFile(data_folder())
    try:
        found = file.renew() if new else file.keep()
    except StoreError as error:
        exit_with(str(error), UNREADABLE)
    typer.echo(found)
    typer.echo(f"After the address of the table: ?token={found}", err=True)


def _messages(
    url: str | None, smtp: str | None, sender: str | None, networks: Sequence[str] | None
) -> "MessageSettings":
    from redcathedral.server.notify.settings import KEY_FILE, BadSetting, read_settings

    key_file = data_folder() / KEY_FILE
    try:
        return read_settings(url, smtp, sender, networks or (), key_file)
    except BadSetting as error:
        usage_error(error.setting, error.reason)


def run(
    host: str,
    port: int | None,
    lan: bool,
    editions: Sequence[str] | None,
    bots: Sequence[str] | None,
    url: str | None,
    messages: "MessageSettings",
    *,
    browser: bool = False,
    any_port: bool = False,
    page: str = "",
    is_club: bool = False,
    names: Sequence[str] = (),
) -> None:
    """Serve, with ``lan`` everywhere; with ``any_port`` at a free one where this one is taken.

    ``page`` is the address of a screen, after that of the table; ``names`` are those under which
    others come, through a proxy; to a club guests come without the token.
    """
    from redcathedral.ai.bots import BotSpecError
    from redcathedral.server.http import process
    from redcathedral.server.http.app import create_app
    from redcathedral.server.http.token_file import TokenFile
    from redcathedral.server.store.problem import StoreError
    from redcathedral.server.store.store import Store

    host = process.EVERYWHERE if lan else host
    at = _listen(host, process.PORT if port is None else port, any_port=any_port)
    outside = [*names] if messages.host in (None, *OWN) else [*names, messages.host]
    is_open = is_club or bool(outside) or host not in OWN
    try:
        store = Store.in_folder(data_folder()) if url is None else Store(url)
        tokens = TokenFile(data_folder()) if is_open else None
        token = tokens.keep() if tokens else None
        texts = _texts(editions or ())
        app = create_app(
            store,
            editions=texts,
            bots=bots or (),
            token=tokens.read if tokens else None,
            names=[host, *outside],
            is_club=is_club,
            messages=messages,
        )
    except (BotSpecError, EditionError, StoreError, OSError) as error:
        at.close()
        exit_with(str(error), UNREADABLE)
    number: int = at.getsockname()[1]
    name = process.lan_address() if is_open and host in (process.EVERYWHERE, "::") else host
    name = f"[{name}]" if ":" in name else name
    query = f"?token={token}" if token else ""
    address = f"http://{name}:{number}/{query}{page}"

    def ready() -> None:
        typer.echo(f"The table is at {address}")
        for each in _reached(names, messages):
            typer.echo(f"Behind the proxy it is at {each}{query}")
        if is_club:
            typer.echo("Guests come by the same address without the token.")
        if lan:  # a QR code for phones at the table
            import segno

            segno.make(address, micro=False).terminal(compact=output.can_print("▀▄█"))
        typer.echo("Ctrl+C ends the server; the games are saved.")
        sys.stdout.flush()
        if browser:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    process.run(app, at, ready)


def _reached(names: Sequence[str], messages: "MessageSettings") -> list[str]:
    found = [f"https://{name}/" for name in names]
    if messages.url is not None and messages.host not in (*OWN, *names):
        found.append(f"{messages.url.rstrip('/')}/")
    return found


def _listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    from redcathedral.server.http.process import PortTaken, listen

    try:
        return listen(host, port)
    except PortTaken as error:
        if any_port:
            return _listen(host, 0, any_port=False)
        if is_no_address(error.__cause__):
            fix = "name one of its own with --host, such as 127.0.0.1"
            reason = f"{error.host} is no address of this machine: {error.reason}; {fix}."
            exit_with(reason, UNREADABLE)
        fix = "end what runs there, or name another port with --port (0 for any free one)"
        reason = f"Port {error.port} at {error.host} cannot be used: {error.reason}; {fix}."
        exit_with(reason, UNREADABLE)


def is_no_address(error: BaseException | None) -> bool:
    """Whether it is the address that cannot be used, and not the port."""
    if isinstance(error, OSError) and error.errno in (EADDRNOTAVAIL, EAFNOSUPPORT):
        return True
    return isinstance(error, (socket.gaierror, UnicodeError))


def _texts(editions: Sequence[str]) -> list[str]:
    for name in editions:
        _tell_levels(load_edition(name, own_id=True))  # the problems name the file
    return [edition_text(name) for name in editions]


def _tell_levels(edition: Edition) -> None:
    from redcathedral.ai import bots

    said: list[str] = []
    for level in bots.levels.LEVELS:
        try:
            said += bots.remarks([level], edition)
        except bots.BotSpecError as error:
            said.append(f"{level} cannot play: {error}")
    warn(said)
