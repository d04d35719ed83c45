"""The stored seasons of games."""

from redcathedral.server.core.store.rows import Rights


class SeasonStore:
    """The part of a store for seasons."""

    def name(self, game: str) -> str:
        raise NotImplementedError

    def games(self, name: str, rights: Rights) -> list[str]:
        """Return the games of a season with the same host; all local tables have the same host."""
        raise NotImplementedError

    def write(self, game: str, name: str) -> None:
        """Mark a game with a season, or remove its mark if the name is empty."""
        raise NotImplementedError
