"""What the server processes of one database tell each other about tables (decision 10)."""

from collections.abc import Callable, Mapping
from typing import ClassVar, Final, NamedTuple

ACTIONS: Final = "actions"  # news of a table: rows were stored, or the table was removed
SEATS: Final = "seats"  # names, rights or the rematch have changed without an action
PAGES: Final = "pages"  # pages came or went, or the leader released the table
EVERYTHING: Final = "everything"  # this process has connected again, so it may have missed news


class TablePages(NamedTuple):
    """Open pages of a table: the seats that they play, and the number of spectators."""

    seats: frozenset[int] = frozenset()
    spectators: int = 0


class Cluster:
    """The processes on the same database; this class is a process that is alone on its own.

    One process leads each table: its clock, its bots and its substitutes.  This saves work; what
    may be stored is decided by the number of the table's row alone.
    """

    has_others: ClassVar[bool] = False  # whether other processes may use the database

    async def start(
        self, versions: Callable[[], Mapping[str, int]], wake: Callable[[str, str], None]
    ) -> None:
        """Join the other processes; raises an error of the database.

        ``versions`` returns the tables in memory; ``wake`` is called with the id of a table and its
        news.
        """

    async def close(self) -> None:
        """Release all tables, so that other processes lead them at once."""

    async def claim(self, table_id: str) -> bool:  # noqa: ARG002
        """Lead a table unless a living process leads it; return whether this process leads it."""
        return True

    async def release(self, table_id: str) -> None:
        """Stop leading a table that leaves the memory."""

    async def claim_work(self, name: str) -> bool:  # noqa: ARG002
        """Do a piece of work unless a living process does it; return whether this process does."""
        return True

    async def release_work(self, name: str) -> None:
        """Let other processes do a piece of work."""

    def announce(self, table_id: str, news: str) -> None:
        """Tell the other processes about a commit; returns at once."""

    async def show_pages(self, table_id: str, seats: frozenset[int], spectators: int) -> None:
        """Store and announce the pages of a table at this process."""

    async def pages_elsewhere(self, table_id: str) -> TablePages:  # noqa: ARG002
        """Return the pages of a table at the other processes."""
        return TablePages()
