"""The interface of a WebSocket, without a web framework."""

from typing import Protocol


class Disconnected(Exception):
    """The connection was closed by the other side, or lost."""


class Socket(Protocol):
    """One connection; its methods raise Disconnected."""

    async def accept(self) -> None:
        """Open the connection."""

    async def send(self, text: str) -> None:
        """Send a message."""

    async def receive(self) -> str:
        """Wait for a message."""

    async def close(self, code: int) -> None:
        """Close the connection with a code of RFC 6455."""
