"""Messages by mail: asked first, worded in the reader's language, ended by one click."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
import sqlalchemy as sa
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.features.notifications.addresses import (
    MAX_DAILY_REQUESTS,
    MAX_DAILY_REQUESTS_OF_ALL,
)
from redcathedral.server.features.notifications.mail import Mail, MailTarget, mail_message
from redcathedral.server.features.notifications.message import Notification
from redcathedral.server.features.notifications.outbox import RETRY_DELAYS_MS
from redcathedral.server.features.notifications.problem import PermanentSendError, SendError
from redcathedral.server.features.notifications.settings import (
    BadSetting,
    MailServer,
    MessageSettings,
    mailbox,
    read_settings,
)
from redcathedral.server.features.notifications.sql import ADDRESS, DAY_MS, AddressRow
from tests.server.event_loop import run
from tests.server.features.notifications.fake_server import ANA, BO, HOUR, desk, settings
from tests.server.features.notifications.receivers import authority

EVE = "e" * 64
TO = AddressRow(
    id="a" * 22,
    device=BO,
    kind="mail",
    target=msgspec.json.encode(MailTarget("bo@example.org")).decode(),
    key="",
    language="en",
    quiet="",
    confirmed=True,
    secret="s" * 43,
    created=0,
    silent_until=0,
    asked_by=BO,
)
TURN_MESSAGE = Notification(
    id="x" * 22,
    kind="turn",
    title="It is your turn",
    text="Bo: it is your turn.",
    link="https://cathedral.example/#/table/g1",
    table="g1",
    confirm="https://cathedral.example/c",
    unsubscribe="https://cathedral.example/api/notify/unsubscribe/" + "s" * 66,
    language="en",
)


class Office:
    """A mail server for tests; ``replies`` are its answers to the next recipients."""

    def __init__(self) -> None:
        self.got: list[tuple[str, EmailMessage]] = []
        self.raw: list[bytes] = []  # as it came
        self.replies: list[str] = []
        self.port = 0

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name
        self, _: SMTP, __: Session, envelope: Envelope, address: str, ___: list[str]
    ) -> str:
        if self.replies and not (reply := self.replies.pop(0)).startswith("250"):
            return reply
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=default)
        assert isinstance(mail, EmailMessage)
        (to,) = envelope.rcpt_tos
        self.got.append((to, mail))
        self.raw.append(envelope.content)
        return "250 OK"

    def settings(self) -> MessageSettings:
        return settings(smtp=f"smtp://127.0.0.1:{self.port}", sender="table@cathedral.example")

    def text(self) -> str:
        """The text of the last mail."""
        return str(self.got[-1][1].get_content())

    def link(self, name: str) -> str:
        """The secret in a link of the last mail."""
        found = re.search(rf"https://cathedral\.example/api/notify/{name}/(\S+)", self.text())
        assert found is not None
        return found[1]


@contextmanager
def open_office(**more: Any) -> Iterator[Office]:
    office = Office()
    with socket.create_server(("127.0.0.1", 0)) as probe:
        office.port = probe.getsockname()[1]
    controller = Controller(office, hostname="127.0.0.1", port=office.port, **more)
    controller.start()
    try:
        yield office
    finally:
        controller.stop()


@pytest.fixture
def office() -> Iterator[Office]:
    with open_office() as opened:
        yield opened


def test_a_mailbox_must_confirm_before_it_gets_notifications(url: str, office: Office) -> None:
    async def story() -> None:
        async with desk(url, office.settings()) as server:
            await server.name(BO, mail="bo@example.org")
            server.begin()
            server.play(2, 1)
            await server.pass_()
            await server.pass_(HOUR)
            ((to, mail),) = office.got
            assert to == "bo@example.org"
            assert mail["Subject"] == "Do you want a message when it is your turn?"
            await server.notifier.address_book.confirm(office.link("confirm"))
            server.play(4, 1)
            await server.pass_()
            assert len(office.got) == 2
            mail = office.got[-1][1]
            assert mail["Subject"] == "It is your turn"
            assert "https://cathedral.example/#/table/g1" in office.text()

    run(story())


def test_the_headers_and_text_of_a_mail(url: str, office: Office) -> None:
    async def story() -> None:
        async with desk(url, office.settings()) as server:
            await server.named(BO, mail="bo@example.org")
            server.begin(names=("Ana", "Łukasz"))
            server.play(2, 1)
            await server.pass_()
            mail = office.got[-1][1]
            assert mail["From"] == "table@cathedral.example"
            assert mail["To"] == "bo@example.org"
            assert mail["Auto-Submitted"] == "auto-generated"
            assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
            secret = office.link("unsubscribe")
            link = f"<https://cathedral.example/api/notify/unsubscribe/{secret}>"
            assert mail["List-Unsubscribe"] == link
            raw = office.raw[-1]  # programs look for the link there, on one line (RFC 8058)
            assert f"\r\nList-Unsubscribe: {link}\r\n".encode() in raw
            assert b"\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
            assert raw.isascii()
            assert re.fullmatch(r"<\S{22}@cathedral\.example>", mail["Message-ID"])
            assert "Łukasz: it is your turn. At the table: Ana and Łukasz." in office.text()
            linked = await server.notifier.address_book.unsubscribe(secret)
            assert linked.is_removed
            server.play(4, 1)
            await server.pass_()
            assert len(office.got) == 1
            assert (await server.notifier.address_book.notification_settings(BO)).addresses == []

    run(story())


def test_a_mail_is_in_the_readers_language(file: str, office: Office) -> None:
    async def story() -> None:
        async with desk(file, office.settings()) as server:
            row = await server.named(BO, mail="bo@example.org")
            with server.store.transaction() as connection:
                connection.exec_driver_sql("update address set language = 'pl'")
            server.begin()
            server.play(2, 1)
            await server.pass_()
            mail = office.got[-1][1]
            assert (mail["Subject"], mail["Content-Language"]) == ("Twoja tura", "pl")
            assert row.language == "en"

    run(story())


def test_a_temporary_refusal_is_retried_with_the_same_id(url: str, office: Office) -> None:
    async def story() -> None:
        async with desk(url, office.settings()) as server:
            await server.named(BO, mail="bo@example.org")
            server.begin()
            office.replies = ["450 later", "451 later"]
            server.play(2, 1)
            await server.pass_()
            await server.pass_(int(RETRY_DELAYS_MS[0]))
            assert office.got == []
            await server.pass_(int(RETRY_DELAYS_MS[1]))
            await server.pass_(DAY_MS)
            assert len(office.got) == 1
            assert server.states() == ["sent"]
            office.replies = ["550 nobody of this name"]
            server.play(4, 1)
            await server.pass_()
            await server.pass_(DAY_MS)
            assert len(office.got) == 1
            assert server.states() == ["given-up", "sent"]

    run(story())


def handed_in_at(server: MailServer) -> MessageSettings:
    return replace(settings(sender="t@example.org"), mail_server=server)


def test_an_unreachable_or_silent_mail_server() -> None:
    async def story() -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            port = silent.getsockname()[1]
            mail = Mail(handed_in_at(MailServer("127.0.0.1", port, is_tls=False)), seconds=0.05)
            with pytest.raises(SendError):
                await mail.send(TURN_MESSAGE, TO)
        with pytest.raises(SendError):
            await mail.send(TURN_MESSAGE, TO)
        with open_office() as office:
            office.replies = ["553 no"]
            mail = Mail(handed_in_at(MailServer("127.0.0.1", office.port, is_tls=False)))
            with pytest.raises(PermanentSendError):
                await mail.send(TURN_MESSAGE, TO)

    run(story())


def test_a_password_is_sent_only_over_tls(tmp_path: Path) -> None:
    said: list[LoginPassword] = []

    def log_in(*given: object) -> AuthResult:
        assert isinstance(given[-1], LoginPassword)
        said.append(given[-1])
        return AuthResult(success=True)

    async def story() -> None:
        known = authority(tmp_path)
        with open_office(
            tls_context=known.server, authenticator=log_in, auth_require_tls=True
        ) as office:

            async def send(ssl_context: ssl.SSLContext | None) -> None:
                server = MailServer("localhost", office.port, False, "table", "secret")
                await Mail(handed_in_at(server), ssl_context=ssl_context).send(TURN_MESSAGE, TO)

            await send(known.ssl_context)
            assert said == [LoginPassword(b"table", b"secret")]
            with pytest.raises(SendError):
                await send(None)  # who knows who that is
        plain = open_office(authenticator=log_in, auth_require_tls=False)
        with plain as office, pytest.raises(SendError):
            await send(known.ssl_context)
        assert len(said) == 1

    run(story())


def test_an_address_is_asked_once_a_day(url: str, office: Office) -> None:
    async def story() -> None:
        async with desk(url, office.settings()) as server:

            async def refused(device: str, mail: str) -> str:
                with pytest.raises(ApiError) as error:
                    await server.name(device, mail=mail)
                return error.value.problem.code

            row = await server.name(BO, mail="stranger@example.org")
            assert await refused(ANA, "Stranger@Example.org") == "asked-already"
            await server.notifier.address_book.remove(BO, row.id)
            assert await refused(BO, "stranger@example.org") == "asked-already"
            await server.pass_(0)
            assert office.got == []  # it was removed before it was asked
            server.now += DAY_MS
            await server.name(BO, mail="stranger@example.org")
            await server.pass_(0)
            assert len(office.got) == 1
            await server.notifier.address_book.unsubscribe(office.link("unsubscribe"))
            server.now += 29 * DAY_MS
            assert await refused(EVE, "stranger@example.org") == "asked-already"
            server.now += 2 * DAY_MS
            for number in range(3):
                await server.name(EVE, mail=f"{number}@example.org")
            assert await refused(EVE, "3@example.org") == "too-many-addresses"
            await server.name(ANA, mail="3@example.org")

    run(story())


def test_a_refused_address_is_not_asked_again_for_a_month(url: str, office: Office) -> None:
    """Even after old rows are deleted."""

    async def story() -> None:
        async with desk(url, office.settings()) as server:
            row = await server.name(BO, mail="bo@example.org")
            await server.pass_(0)
            await server.notifier.address_book.unsubscribe(office.link("unsubscribe"))
            server.now += 15 * DAY_MS
            server.tidy()
            with pytest.raises(ApiError, match="A confirmation was already sent"):
                await server.name(ANA, mail="bo@example.org")
            server.now += 16 * DAY_MS
            server.tidy()
            assert server.notices.address(row.id) is None
            await server.name(ANA, mail="bo@example.org")

    run(story())


def test_removed_addresses_count_in_the_daily_limits(file: str, office: Office) -> None:
    """A deleted device counts in the total, but its own count is lost."""

    async def story() -> None:
        async with desk(file, office.settings()) as server:

            async def name(device: str, number: int) -> None:
                row = await server.name(device, webhook=f"https://127.0.0.1/{number}")
                await server.notifier.address_book.remove(device, row.id)

            async def is_refused(device: str) -> bool:
                try:
                    await name(device, 999)
                except ApiError as error:
                    return error.problem.code == "too-many-addresses"
                return False

            for number in range(MAX_DAILY_REQUESTS):
                await name(BO, number)
            assert await is_refused(BO)
            server.now += 2 * HOUR
            server.tidy()
            assert await is_refused(BO)
            for number in range(MAX_DAILY_REQUESTS, MAX_DAILY_REQUESTS_OF_ALL):
                await name(f"device {number}", number)
            for number in range(MAX_DAILY_REQUESTS_OF_ALL):
                server.notices.forget(f"device {number}", server.now)
            server.notices.forget(BO, server.now)
            server.now += 2 * HOUR
            server.tidy()
            assert await is_refused(ANA)
            with server.store.transaction() as connection:
                assert not connection.execute(sa.select(ADDRESS.c.asked_by).distinct()).scalar()
            server.now += DAY_MS
            server.tidy()
            assert server.notices.count_requests(0, server.notifier.messenger.confirmed_kinds) == 0
            await name(ANA, 0)

    run(story())


def test_a_link_works_for_one_purpose_and_one_address(url: str, office: Office) -> None:
    async def story() -> None:
        async with desk(url, office.settings()) as server:
            address_book = server.notifier.address_book
            first = await server.name(BO, mail="bo@example.org")
            await server.pass_(0)
            confirm, end = office.link("confirm"), office.link("unsubscribe")
            other = await server.name(ANA, mail="ana@example.org")
            forged = other.id + confirm[len(other.id) :]
            for secret in (end, forged, confirm[:-1], confirm + "A", "", "x" * 66, "../" + confirm):
                with pytest.raises(ApiError) as error:
                    await address_book.confirm(secret)
                assert error.value.problem.code == "unknown-address"
            with pytest.raises(ApiError):
                await address_book.unsubscribe(confirm)
            assert not (await address_book.linked(confirm, "confirm")).is_confirmed
            assert (await address_book.confirm(confirm)).is_confirmed
            assert (await address_book.unsubscribe(end)).is_removed
            assert (await address_book.unsubscribe(end)).is_removed
            assert (await address_book.confirm(confirm)).is_removed
            assert server.notices.addresses(BO) == []
            (left,) = server.notices.addresses(ANA)
            assert (left.id, left.confirmed) == (other.id, False)
            ended = server.notices.address(first.id)
            assert ended is not None
            assert (ended.target, ended.device) == ("", None)

    run(story())


BAD = (
    "",
    "bo",
    "bo@",
    "@example.org",
    "bo@localhost",
    "bo@example.org\nBcc: eve@example.org",
    "bo@example.org\r\nBcc: eve@example.org",
    "bo@example.org\x00",
    "bo@example.org, eve@example.org",
    "bo@example.org eve@example.org",
    "Bo <bo@example.org>",
    '"bo,eve"@example.org',
    "bo(eve)@example.org",
    "bø@example.org",
    "bo@exämple.org",
    "b" * 300 + "@example.org",
)


@pytest.mark.parametrize("text", BAD)
def test_invalid_mail_addresses_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="mail address"):
        mailbox(text)


def test_headers_cannot_be_injected() -> None:
    evil = "Bo\r\nBcc: eve@example.org\r\n\r\nNothing"
    how = settings(sender="t@example.org")
    message = Notification(*[getattr(TURN_MESSAGE, name) for name in Notification.__match_args__])
    assert "Bcc" not in mail_message(message, "bo@example.org", how, narrator_for("en"))
    with pytest.raises(ValueError, match=r"linefeed|newline|header"):
        mail_message(message, evil, how, narrator_for("en"))
    for name in ("title", "unsubscribe", "id", "language"):
        values = {each: getattr(TURN_MESSAGE, each) for each in Notification.__match_args__} | {
            name: evil
        }
        with pytest.raises(ValueError, match=r"linefeed|newline|header"):
            mail_message(Notification(**values), "bo@example.org", how, narrator_for("en"))


def test_without_a_mail_server_there_is_no_mail(file: str) -> None:
    async def story() -> None:
        async with desk(file) as server:
            assert not (await server.notifier.address_book.notification_settings(BO)).mail
            with pytest.raises(ApiError, match="--smtp"):
                await server.name(BO, mail="bo@example.org")

    run(story())


def test_urls_of_mail_servers() -> None:
    how = read_settings("https://a.example/x/", "smtps://me:p%40ss@mail.example", "t@a.example")
    assert how.url == "https://a.example/x"
    assert urlsplit(how.url).hostname == how.host
    assert how.mail_server == MailServer("mail.example", 465, True, "me", "p@ss")
    assert "p@ss" not in repr(how)
    assert how.has_mail
    assert read_settings(None, "smtp://mail.example", None).missing == ["--url", "--mail-from"]
    assert read_settings(None, None, None).missing == []
    plain = MailServer("mail.example", 25, is_tls=False)
    assert (plain.starts_tls, how.mail_server.starts_tls) == (None, False)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"url": "cathedral.example"}, "--url"),
        ({"url": "ftp://cathedral.example"}, "--url"),
        ({"url": "https://a.example/?x"}, "--url"),
        ({"url": "https://a.example/\n"}, "--url"),
        ({"url": "https://[x"}, "--url"),
        ({"smtp": "mail.example:25"}, "--smtp"),
        ({"smtp": "smtp://mail.example:x"}, "--smtp"),
        ({"smtp": "http://mail.example"}, "--smtp"),
        ({"sender": "table"}, "--mail-from"),
        ({"networks": ["192.168.1.1/24"]}, "--webhook-network"),
        ({"networks": ["home"]}, "--webhook-network"),
    ],
)
def test_invalid_settings_are_refused(wrong: dict[str, str], named: str) -> None:
    given: dict[str, object] = {"url": None, "smtp": None, "sender": None, **wrong}
    with pytest.raises(BadSetting, match=r"write an? (URL|address|network) such as") as error:
        read_settings(**given)  # type: ignore[arg-type]  # what a host may write
    assert error.value.setting == named
