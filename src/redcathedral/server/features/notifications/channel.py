"""The base class of notification channels, which send messages to addresses of one kind."""

import hashlib
from abc import ABC, abstractmethod
from typing import Protocol

from redcathedral.server.features.notifications.message import Notification
from redcathedral.server.features.notifications.sql import AddressRow
from redcathedral.server.features.notifications.wire import ChannelKind, NewAddress


class Target(Protocol):
    """The stored destination of an address."""

    @property
    def destination(self) -> str:
        """A text that identifies the destination within its channel."""

    @property
    def label(self) -> str:
        """A short name of the destination for display, without secrets."""

    @property
    def base(self) -> str:
        """The URL of the page that added the address; empty if links do not need it."""

    @property
    def endpoint(self) -> str | None:
        """The push service's URL, by which a browser recognizes its own address."""


class Channel(ABC):
    """A way to send notifications; ``Messenger`` lists all channels."""

    @property
    @abstractmethod
    def kind(self) -> ChannelKind:
        """The channel's name in stored addresses, in ids of texts, and as a field of NewAddress."""

    @property
    @abstractmethod
    def needs_confirmation(self) -> bool:
        """Whether a new address must be confirmed before it receives notifications."""

    @property
    @abstractmethod
    def confirmation_interval(self) -> int:
        """Milliseconds between two requests to confirm the same address."""

    def accepts(self, request: NewAddress) -> bool:
        return getattr(request, self.kind) is not None

    @abstractmethod
    async def parse(self, request: NewAddress, base: str) -> Target:
        """Return the target of a request; raises ValueError, SendError or ApiError if not valid."""

    @abstractmethod
    def target(self, stored: str) -> Target:
        """Return the target of a stored text; raises msgspec.DecodeError."""

    @abstractmethod
    async def send(self, message: Notification, address: AddressRow) -> bool:
        """Send a message, and return whether its reply confirms the address; raises SendError."""

    def key(self, target: Target) -> str:
        """Return a hash that identifies the target after its address has been removed."""
        return hashlib.sha256(f"{self.kind}\n{target.destination}".encode()).hexdigest()
