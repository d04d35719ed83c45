"""``redcathedral play`` and ``redcathedral serve``: run the server, and open a browser for play."""

import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from errno import EADDRNOTAVAIL, EAFNOSUPPORT
from ipaddress import ip_network
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Final
from urllib.parse import quote

import typer

from redcathedral.box import EditionError, edition_text, load_edition
from redcathedral.cli import output
from redcathedral.cli.messages import UNREADABLE, exit_with, usage_error
from redcathedral.files import data_folder
from redcathedral.record.components import components_of

if TYPE_CHECKING:
    from redcathedral.server.features.notifications.settings import MessageSettings

LOCAL: Final = "127.0.0.1"
LOCAL_HOSTS: Final = (LOCAL, "::1", "localhost")  # reachable only from this machine

Port = Annotated[
    int | None, typer.Option(min=0, max=65535, metavar="N", help="The port.", show_default="8555")
]
Lan = Annotated[
    bool, typer.Option("--lan", help="Allow phones on the same network; prints a QR code.")
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
        "--bot",
        metavar="BOT",
        help="A bot to offer besides the levels: master:nodes=5000; repeatable.",
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="REDCATHEDRAL_DATABASE",
        help="A database to use instead of a file in the data folder.",
    ),
]
PublicUrl = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        envvar="REDCATHEDRAL_URL",
        help="The public address of this server, for links in messages; requires the token.",
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
        help="The sender's address of mail.",
    ),
]
Networks = Annotated[
    list[str] | None,
    typer.Option(
        "--webhook-network",
        metavar="NETWORK",
        help="A local network that webhooks may reach, also over HTTP: 192.168.1.0/24.",
    ),
]


def play(
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Do not open a browser; print the address.")
    ] = False,
    setup: Annotated[
        str | None, typer.Option(metavar="CODE", help="Show the set-up of this code, to play it.")
    ] = None,
    port: Port = None,
    lan: Lan = False,
    edition: Editions = None,
    bot: Bots = None,
    database: Database = None,
    url: PublicUrl = None,
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
            read_setup_code(setup, components_of())  # the page uses this edition
        except SetupCodeError as error:
            usage_error("--setup", str(error))
    page = "" if setup is None else f"#/setup/{quote(setup, safe='')}"
    run(
        LOCAL,
        port,
        lan,
        edition,
        bot,
        database,
        _message_settings(url, smtp, mail_from, webhook_network),
        browser=not no_browser,
        any_port=port is None,
        page=page,
    )


def serve(
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The address to listen on; 127.0.0.1 by default."),
    ] = None,
    port: Port = None,
    lan: Lan = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A host name under which a proxy forwards requests; requires the token.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="REDCATHEDRAL_PROXY",
            help="A proxy on another machine, or its network: 192.168.1.2, 10.0.0.0/8; repeatable.",
        ),
    ] = None,
    drain: Annotated[
        float,
        typer.Option(
            min=0,
            max=600,
            metavar="SECONDS",
            envvar="REDCATHEDRAL_DRAIN",
            help="Before its end, the server serves this long, but /readyz says that it will end.",
        ),
    ] = 0,
    edition: Editions = None,
    bot: Bots = None,
    database: Database = None,
    club: Annotated[
        bool, typer.Option("--club", help="Visitors without the token may start games too.")
    ] = False,
    url: PublicUrl = None,
    smtp: MailServer = None,
    mail_from: Sender = None,
    webhook_network: Networks = None,
    show_token: Annotated[
        bool, typer.Option("--show-token", help="Print the token for other people, and exit.")
    ] = False,
    new_token: Annotated[
        bool,
        typer.Option(
            "--new-token",
            help="Print a new token, and exit; the old one becomes invalid immediately.",
        ),
    ] = False,
) -> None:
    """Run a server that other people play on, until Ctrl+C.

    Games are saved after every decision; `redcathedral database` copies and checks them.  With
    `--lan` and `--name` other people need a token.  A running server uses a new token immediately:
    pages with the old one lose access.
    """
    if show_token or new_token:
        _print_token(new_token)
        return
    if lan and host is not None:
        usage_error("--host", "--lan listens on all addresses; omit one")
    messages = _message_settings(url, smtp, mail_from, webhook_network)
    host = LOCAL if host is None else host
    names, proxies = name or (), proxy or ()
    for address in proxies:
        try:
            ip_network(address)
        except ValueError as error:
            usage_error("--proxy", f"{error}; write one such as 192.168.1.2 or 10.0.0.0/8")
    run(
        host,
        port,
        lan,
        edition,
        bot,
        database,
        messages,
        club,
        names=names,
        proxies=proxies,
        drain=drain,
    )


def _print_token(renew: bool) -> None:
    from redcathedral.server.core.store.problem import StoreError
    from redcathedral.server.run.token_file import find_token

    try:
        file = find_token(data_folder())
        token = file.renew() if renew else file.read_or_create()
    except StoreError as error:
        exit_with(str(error), UNREADABLE)
    typer.echo(token)
    typer.echo(f"Append to the address of the table: ?token={token}", err=True)


def _message_settings(
    url: str | None, smtp: str | None, sender: str | None, networks: Sequence[str] | None
) -> "MessageSettings":
    from redcathedral.server.features.notifications import settings

    key_file = data_folder() / settings.KEY_FILE_NAME
    key_text = os.environ.get(settings.KEY_VARIABLE)
    try:
        return settings.read_settings(url, smtp, sender, networks or (), key_file, key_text)
    except settings.BadSetting as error:
        usage_error(error.setting, error.reason)


def run(
    host: str,
    port: int | None,
    lan: bool,
    editions: Sequence[str] | None,
    bots: Sequence[str] | None,
    url: str | None,
    messages: "MessageSettings",
    is_club: bool = False,
    *,
    browser: bool = False,
    any_port: bool = False,
    page: str = "",
    names: Sequence[str] = (),
    proxies: Sequence[str] = (),
    drain: float = 0,
) -> None:
    """Run the server; with ``lan`` on all addresses.

    With ``any_port``, another port is used if this one is in use.  ``page`` is the URL fragment of
    the page to open, ``names`` are the host names of a proxy.  Guests of a club need no token.
    """
    from redcathedral.ai.bots import BotSpecError
    from redcathedral.server.app import create_app
    from redcathedral.server.core.store.problem import StoreError
    from redcathedral.server.run import process
    from redcathedral.server.run.readiness import Readiness
    from redcathedral.server.run.token_file import find_token
    from redcathedral.server.sql.store import SqlStore

    host = process.ANY_HOST if lan else host
    listener = _listen(host, process.DEFAULT_PORT if port is None else port, any_port=any_port)
    public_names = [*names] if messages.host in (None, *LOCAL_HOSTS) else [*names, messages.host]
    readiness = Readiness(drain)
    is_public = is_club or bool(public_names) or host not in LOCAL_HOSTS
    try:
        folder = data_folder()
        store = SqlStore(url, locks=True) if url else SqlStore.in_folder(folder, locks=True)
        token_file = find_token(folder) if is_public else None
        token = token_file.read_or_create() if token_file else None
        app = create_app(
            store,
            editions=_edition_texts(editions or ()),
            bots=bots or (),
            token=token_file.read if token_file else None,
            names=[host, *public_names],
            is_club=is_club,
            settings=[messages],
            readiness=readiness,
            proxies=proxies,
        )
    except (BotSpecError, EditionError, StoreError, OSError) as error:
        listener.close()
        exit_with(str(error), UNREADABLE)
    port_number: int = listener.getsockname()[1]
    name = process.lan_address() if is_public and host in (process.ANY_HOST, "::") else host
    name = f"[{name}]" if ":" in name else name
    query = f"?token={token}" if token else ""
    address = f"http://{name}:{port_number}/{query}{page}"

    def on_ready() -> None:
        typer.echo(f"The table is at {address}")
        for proxy_address in _proxy_addresses(names, messages):
            typer.echo(f"Behind the proxy it is at {proxy_address}{query}")
        if is_club:
            typer.echo("Guests use the same address without the token.")
        if lan:  # a QR code for phones at the table
            import segno

            segno.make(address, micro=False).terminal(compact=output.can_print("▀▄█"))
        typer.echo("Ctrl+C stops the server; the games are saved.")
        sys.stdout.flush()
        if browser:
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    process.run(app, listener, on_ready, proxies, readiness)


def _proxy_addresses(names: Sequence[str], messages: "MessageSettings") -> list[str]:
    addresses = [f"https://{name}/" for name in names]
    if messages.url is not None and messages.host not in (*LOCAL_HOSTS, *names):
        addresses.append(f"{messages.url.rstrip('/')}/")
    return addresses


def _listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    from redcathedral.server.run.process import PortTaken, listen

    try:
        return listen(host, port)
    except PortTaken as error:
        if any_port:
            return _listen(host, 0, any_port=False)
        cause = error.__cause__
        is_unknown = isinstance(cause, OSError) and cause.errno in (EADDRNOTAVAIL, EAFNOSUPPORT)
        if is_unknown or isinstance(cause, (socket.gaierror, UnicodeError)):
            fix = "choose one of its addresses with --host, such as 127.0.0.1"
            reason = f"{error.host} is not an address of this machine: {error.reason}; {fix}."
            exit_with(reason, UNREADABLE)
        fix = "stop the program there, or choose another port with --port (0 for any free one)"
        reason = f"Port {error.port} at {error.host} cannot be used: {error.reason}; {fix}."
        exit_with(reason, UNREADABLE)


def _edition_texts(editions: Sequence[str]) -> list[str]:
    for name in editions:
        load_edition(name, own_id=True)  # errors name the file
    return [edition_text(name) for name in editions]
