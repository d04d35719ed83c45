"""The host's settings for notifications: public URL, mail server and networks for webhooks."""

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.errors import HeaderParseError
from email.headerregistry import Address
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from redcathedral.server.features.notifications.safe_http import IpNetwork

KEY_FILE_NAME: Final = "push-key.pem"
KEY_VARIABLE: Final = "REDCATHEDRAL_PUSH_KEY"  # the key itself, for servers on several machines
PORT_BY_SCHEME: Final = {"smtp": 587, "smtps": 465}
MAX_MAILBOX_LENGTH: Final = 254  # characters of a mail address (RFC 5321)
LOOPBACK_HOSTS: Final = ("localhost", "127.0.0.1", "::1")


class BadSetting(ValueError):
    """An invalid command-line option, with the reason and an example."""

    def __init__(self, setting: str, reason: str) -> None:
        super().__init__(reason)
        self.setting = setting
        self.reason = reason


@dataclass(frozen=True, slots=True)
class MailServer:
    """An SMTP server; with a user, it needs TLS or STARTTLS, so that no password is readable."""

    host: str
    port: int
    is_tls: bool
    user: str = ""
    password: str = field(default="", repr=False)

    @property
    def starts_tls(self) -> bool | None:
        """Whether to use STARTTLS; None means to use it if the mail server supports it."""
        if self.is_tls:
            return False
        if self.user:
            return True
        return False if self.host in LOOPBACK_HOSTS else None


@dataclass(frozen=True, slots=True)
class MessageSettings:
    """The server's public URL, mail server, sender, networks for webhooks, and push key file."""

    url: str | None = None
    mail_server: MailServer | None = None
    sender: str | None = None
    networks: tuple[IpNetwork, ...] = ()
    key_file: Path | None = None
    key_text: str | None = field(default=None, repr=False)  # of KEY_VARIABLE

    @property
    def host(self) -> str | None:
        return None if self.url is None else urlsplit(self.url).hostname

    @property
    def has_mail(self) -> bool:
        return None not in (self.url, self.mail_server, self.sender)

    @property
    def missing(self) -> list[str]:
        """The options that mail still needs, if there is a mail server or a sender."""
        if self.mail_server is None and self.sender is None:
            return []
        options = {"--url": self.url, "--smtp": self.mail_server, "--mail-from": self.sender}
        return [name for name, value in options.items() if value is None]


def read_settings(
    url: str | None,
    smtp: str | None,
    sender: str | None,
    networks: Sequence[str] = (),
    key_file: Path | None = None,
    key_text: str | None = None,
) -> MessageSettings:
    """Parse the options of the command line; raises BadSetting."""
    try:
        address = None if sender is None else mailbox(sender)
    except ValueError as error:
        raise BadSetting(
            "--mail-from", f"{error}; write an address such as table@example.org"
        ) from None
    return MessageSettings(
        url=None if url is None else _public_url(url),
        mail_server=None if smtp is None else _mail_server(smtp),
        sender=address,
        networks=tuple(map(_network, networks)),
        key_file=key_file,
        key_text=key_text,
    )


def mailbox(text: str) -> str:
    """Return a mail address without surrounding spaces; raises ValueError."""
    text = text.strip()
    if not text.isascii() or not text.isprintable() or len(text) > MAX_MAILBOX_LENGTH:
        raise ValueError(f"a mail address has up to {MAX_MAILBOX_LENGTH} ASCII characters")
    try:
        address = Address(addr_spec=text)
    except (HeaderParseError, ValueError, IndexError):
        raise ValueError("this is not a mail address") from None
    if address.addr_spec != text or "." not in address.domain or any(c in text for c in ' ",;<>'):
        raise ValueError("this is not a mail address")
    return text


def _public_url(url: str) -> str:
    fix = "write a URL such as https://cathedral.example.org"
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise BadSetting("--url", f"this is not a URL; {fix}") from None
    is_plain = url.isascii() and url.isprintable() and not set(" <>\"'") & set(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or not is_plain:
        raise BadSetting("--url", f"this is not the URL of a server; {fix}")
    if parts.query or parts.fragment or parts.username is not None:
        raise BadSetting("--url", f"the URL must not contain a user name, `?` or `#`; {fix}")
    return url.rstrip("/")


def _mail_server(url: str) -> MailServer:
    fix = "write a URL such as smtp://user:password@mail.example.org:587"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadSetting("--smtp", f"this is not the URL of a mail server; {fix}") from None
    if parts.scheme not in PORT_BY_SCHEME or not parts.hostname or parts.path.strip("/"):
        raise BadSetting("--smtp", f"this is not the URL of a mail server; {fix}")
    return MailServer(
        host=parts.hostname,
        port=port or PORT_BY_SCHEME[parts.scheme],
        is_tls=parts.scheme == "smtps",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
    )


def _network(text: str) -> IpNetwork:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        reason = f"{error}; write a network such as 192.168.1.0/24"
        raise BadSetting("--webhook-network", reason) from None
