"""Where a message goes, as it is stored: a browser, a mailbox, a web address."""

import base64
import hashlib
from email.errors import HeaderParseError
from email.headerregistry import Address
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

MAILBOX: Final = 254  # letters of a mail address (RFC 5321)


class PushTarget(Struct, frozen=True, tag="push"):
    """A browser at its push service; ``base`` is where its page came from."""

    endpoint: str
    p256dh: str
    auth: str
    base: str

    @property
    def where(self) -> str:
        """What tells it from others."""
        return self.endpoint

    @property
    def label(self) -> str:
        """It in short."""
        return urlsplit(self.endpoint).hostname or ""


class MailTarget(Struct, frozen=True, tag="mail"):
    """A mailbox."""

    mail: str

    @property
    def where(self) -> str:
        """What tells it from others: people are asked once, however they write the address."""
        return self.mail.casefold()

    @property
    def label(self) -> str:
        """It in short."""
        return self.mail


class WebhookTarget(Struct, frozen=True, tag="webhook"):
    """A web address that takes JSON; ``base`` is where the page came from that named it."""

    url: str
    base: str

    @property
    def where(self) -> str:
        """What tells it from others."""
        return self.url

    @property
    def label(self) -> str:
        """It in short: its path may be a secret."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.hostname}{':' + str(parts.port) if parts.port else ''}"


Target: TypeAlias = PushTarget | MailTarget | WebhookTarget
_DECODER: msgspec.json.Decoder[Target] = msgspec.json.Decoder(Target)


def target_text(target: Target) -> str:
    """A target as it is stored."""
    return msgspec.json.encode(target).decode()


def target_of(text: str) -> Target:
    """A target that was stored."""
    return _DECODER.decode(text)


def key_of(target: Target) -> str:
    """What an address is known by when the rest of it is forgotten."""
    kind = str(target.__struct_config__.tag)
    return hashlib.sha256(f"{kind}\n{target.where}".encode()).hexdigest()


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


def unpadded(text: str) -> bytes:
    """What base64url stands for, without its padding; raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def base64url(data: bytes) -> str:
    """Bytes as base64url without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
