"""The HTTP requests and replies about addresses for notifications."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

ChannelKind: TypeAlias = Literal["push", "mail", "webhook"]
ClockTime: TypeAlias = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
ShortText: TypeAlias = Annotated[str, Meta(max_length=400)]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """The start and end of the hours without notifications, every day in a time zone."""

    start: ClockTime
    end: ClockTime
    zone: Annotated[str, Meta(max_length=64)]


class PushKeys(Struct, frozen=True):
    """The keys of a browser's subscription (RFC 8291)."""

    p256dh: ShortText
    auth: ShortText


class Subscription(Struct, frozen=True):
    """A browser's subscription to a push service."""

    endpoint: Annotated[str, Meta(max_length=2000)]
    keys: PushKeys


class NewAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """A request to add an address: it has exactly one of the fields of ``ChannelKind``."""

    language: Annotated[str, Meta(max_length=16)]
    push: Subscription | None = None
    mail: ShortText | None = None
    webhook: Annotated[str, Meta(max_length=2000)] | None = None
    quiet: QuietHours | None = None


class NotificationAddress(Struct, frozen=True):
    """An address of this device; ``endpoint`` is the push service's URL of a browser."""

    id: str
    kind: ChannelKind
    label: str
    confirmed: bool
    quiet: QuietHours | None
    endpoint: str | None = None


class NotificationSettings(Struct, frozen=True):
    """The addresses of this device.

    ``push_key`` is the public key for a browser's subscription; ``mail`` whether mail can be sent.
    """

    addresses: list[NotificationAddress]
    push_key: str
    mail: bool


class NewQuiet(Struct, frozen=True, forbid_unknown_fields=True):
    """The quiet hours of all addresses of this device, or None."""

    quiet: QuietHours | None
