"""The stored seasons of games."""

from typing import Protocol

from redcathedral.server.core.store.rows import Rights


class SeasonStore(Protocol):
    """The part of a store for seasons."""

    def name(self, game: str) -> str: ...

    def games(self, name: str, rights: Rights) -> list[str]:
        """Return the games of a season with the same host; all local tables have the same host."""

    def write(self, game: str, name: str) -> None:
        """Mark a game with a season, or remove its mark if the name is empty."""
