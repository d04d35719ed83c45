"""The stored analyses of games: for each turn, a row of the first pass and a precise one."""

from collections.abc import Mapping
from typing import Protocol


class AnalysisStore(Protocol):
    """The part of a store for analyses."""

    def request(self, game: str, key: str) -> None:
        """Request an analysis; keep the results with this key.  Raises Conflict."""

    def stop(self, game: str) -> None: ...

    def requested(self) -> list[str]: ...

    def add(self, game: str, key: str, is_precise: bool, rows: Mapping[int, str]) -> None:
        """Store turns by number, from 0; raises Conflict if the analysis was removed or stopped."""

    def turns(self, game: str, key: str) -> tuple[list[str], list[str]]:
        """Return the turns of the first pass, and those that were judged precisely."""
