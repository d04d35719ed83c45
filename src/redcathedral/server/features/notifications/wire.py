"""Where a device is told that it is somebody's turn: asked for and answered over HTTP."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

ChannelKind: TypeAlias = Literal["push", "mail", "webhook"]
ClockTime: TypeAlias = Annotated[str, Meta(pattern="^([01][0-9]|2[0-3]):[0-5][0-9]$")]
ShortText: TypeAlias = Annotated[str, Meta(max_length=400)]


class QuietHours(Struct, frozen=True, forbid_unknown_fields=True):
    """From when to when nothing is told, every day, by the clock of a time zone."""

    start: ClockTime
    end: ClockTime
    zone: Annotated[str, Meta(max_length=64)]


class PushKeys(Struct, frozen=True):
    """The keys of a browser's subscription, as it gives them (RFC 8291)."""

    p256dh: ShortText
    auth: ShortText


class Subscription(Struct, frozen=True):
    """A browser's subscription to a push service, as it gives it."""

    endpoint: Annotated[str, Meta(max_length=2000)]
    keys: PushKeys


class NewAddress(Struct, frozen=True, forbid_unknown_fields=True):
    """Where this device wants to be told: exactly one field named after a ``ChannelKind``."""

    language: Annotated[str, Meta(max_length=16)]
    push: Subscription | None = None
    mail: ShortText | None = None
    webhook: Annotated[str, Meta(max_length=2000)] | None = None
    quiet: QuietHours | None = None


class NotificationAddress(Struct, frozen=True):
    """Where this device is told, in short; ``endpoint`` is that of a browser."""

    id: str
    kind: ChannelKind
    label: str
    confirmed: bool
    quiet: QuietHours | None
    endpoint: str | None = None


class NotificationSettings(Struct, frozen=True):
    """Where this device is told, and what else it may name: ``mail`` where mail can be sent.

    ``push_key`` is the server's, which a browser asks for.
    """

    addresses: list[NotificationAddress]
    push_key: str
    mail: bool


class NewQuiet(Struct, frozen=True, forbid_unknown_fields=True):
    """The quiet hours of all addresses of this device; none to be told at any time."""

    quiet: QuietHours | None
