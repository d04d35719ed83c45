"""A notification channel: how its addresses are checked, stored and shown, and how it sends."""

import hashlib
from abc import ABC, abstractmethod
from typing import Protocol

from redcathedral.server.features.notifications.message import Notification
from redcathedral.server.features.notifications.store import AddressRow
from redcathedral.server.features.notifications.wire import ChannelKind, NewAddress


class Target(Protocol):
    """A struct with the place that a channel sends to, as it is stored."""

    @property
    def where(self) -> str:
        """What identifies the place within its channel."""

    @property
    def label(self) -> str:
        """The place in short, without secrets."""

    @property
    def base(self) -> str:
        """The address of the page that named the place; empty if that is not known."""

    @property
    def endpoint(self) -> str | None:
        """The push service's address, by which a browser recognizes itself."""


class Channel(ABC):
    """One way to send notifications; ``Messenger`` has the list of all."""

    @property
    @abstractmethod
    def kind(self) -> ChannelKind:
        """Its name in stored addresses, on the wire and in texts."""

    @property
    @abstractmethod
    def needs_confirmation(self) -> bool:
        """Whether a new address gets nothing but a request to confirm it."""

    @property
    @abstractmethod
    def confirmation_interval(self) -> int:
        """The milliseconds after which the same address may be asked again."""

    @abstractmethod
    def is_named(self, wish: NewAddress) -> bool:
        """Whether a page names an address of this channel."""

    @abstractmethod
    async def parse(self, wish: NewAddress, base: str) -> Target:
        """Return the checked address that a page at ``base`` names.

        Raises ValueError, SendError or ApiError.
        """

    @abstractmethod
    def target(self, stored: str) -> Target:
        """Return a stored target; raises msgspec.DecodeError."""

    @abstractmethod
    async def send(self, message: Notification, address: AddressRow) -> bool:
        """Send a message; whether that has confirmed the address.  Raises SendError."""

    def key(self, target: Target) -> str:
        """What identifies an address when the rest of it is forgotten."""
        return hashlib.sha256(f"{self.kind}\n{target.where}".encode()).hexdigest()
