"""What the host of a server says about messages: its address, its mail server, its network."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.headerregistry import Address
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from redcathedral.server.features.notifications.safe_http import IpNetwork

KEY_FILE: Final = "push-key.pem"
PORTS: Final = {"smtp": 587, "smtps": 465}
MAILBOX: Final = 254  # letters of a mail address (RFC 5321)
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class BadSetting(ValueError):
    """A setting that cannot be used: which, why, and the way out."""

    def __init__(self, setting: str, reason: str) -> None:
        super().__init__(reason)
        self.setting = setting
        self.reason = reason


@dataclass(frozen=True, slots=True)
class MailServer:
    """An SMTP server; without ``is_tls`` by STARTTLS.  A password is never sent in plain text."""

    host: str
    port: int
    is_tls: bool
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def starts_tls(self) -> bool | None:
        """Whether STARTTLS has to be there; None to use it where it is."""
        if self.is_tls:
            return False
        if self.user:
            return True
        return False if self.host in LOOPBACK else None


@dataclass(frozen=True, slots=True)
class MessageSettings:
    """The server's public ``url``, its ``networks`` for webhooks, and the file of its push key."""

    url: str | None = None
    mail_server: MailServer | None = None
    sender: str | None = None
    networks: tuple[IpNetwork, ...] = ()
    key_file: Path | None = None

    @property
    def host(self) -> str | None:
        return None if self.url is None else urlsplit(self.url).hostname

    @property
    def has_mail(self) -> bool:
        return None not in (self.url, self.mail_server, self.sender)

    @property
    def missing(self) -> list[str]:
        given = {"--url": self.url, "--smtp": self.mail_server, "--mail-from": self.sender}
        missing = [name for name, value in given.items() if value is None]
        return missing if self.mail_server is not None or self.sender is not None else []


def read_settings(
    url: str | None,
    smtp: str | None,
    sender: str | None,
    networks: Sequence[str] = (),
    key_file: Path | None = None,
) -> MessageSettings:
    """The settings as a host writes them; raises BadSetting."""
    try:
        address = None if sender is None else mailbox(sender)
    except ValueError as error:
        raise BadSetting("--mail-from", f"{error}; write one such as table@example.org") from None
    return MessageSettings(
        url=None if url is None else _public_url(url),
        mail_server=None if smtp is None else _mail_server(smtp),
        sender=address,
        networks=tuple(map(_network, networks)),
        key_file=key_file,
    )


def mailbox(text: str) -> str:
    """One mail address and nothing else; raises ValueError."""
    text = text.strip()
    if not text.isascii() or not text.isprintable() or len(text) > MAILBOX:
        raise ValueError("a mail address has up to 254 plain letters")
    try:
        address = Address(addr_spec=text)
    except (HeaderParseError, ValueError, IndexError):
        raise ValueError("this is no mail address") from None
    if address.addr_spec != text or "." not in address.domain or any(c in text for c in ' ",;<>'):
        raise ValueError("this is no mail address")
    return text


def _public_url(url: str) -> str:
    fix = "write one such as https://cathedral.example.org"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise BadSetting("--url", f"this is no address; {fix}") from None
    is_plain = url.isascii() and url.isprintable() and not set(" <>\"'") & set(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
        raise BadSetting("--url", f"this is no address of a house; {fix}")
    if parts.query or parts.fragment or parts.username is not None:
        raise BadSetting("--url", f"an address without a name, `?` and `#` is asked for; {fix}")
    return url.rstrip("/")


def _mail_server(url: str) -> MailServer:
    fix = "write one such as smtp://user:password@mail.example.org:587"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadSetting("--smtp", f"this is no address of a mail server; {fix}") from None
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/"):
        raise BadSetting("--smtp", f"this is no address of a mail server; {fix}")
    return MailServer(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        is_tls=parts.scheme == "smtps",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def _network(text: str) -> IpNetwork:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        reason = f"{error}; write one such as 192.168.1.0/24"
        raise BadSetting("--webhook-network", reason) from None
