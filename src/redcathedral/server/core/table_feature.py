"""The base class of table features, which handle commands and changes and send messages."""

from typing import ClassVar

from msgspec import Struct

from redcathedral.server.core.listener import Listener
from redcathedral.server.core.store.rows import RowEffect
from redcathedral.server.core.table.seated_game import SeatedGame


class TableFeature:
    """A feature at one table.  The table calls the methods, which do nothing by default.

    The table awaits each method, so it does not change while a method of a feature runs.
    """

    commands: ClassVar[tuple[type[Struct], ...]] = ()
    news: ClassVar[str] = ""  # announced to other processes when the feature has stored something

    @property
    def is_busy(self) -> bool:
        """Whether the table must stay in memory, for example while a worker process runs."""
        return False

    async def handle(self, command: object, page: Listener) -> None:
        """Carry out a command of a page; raises CommandRefused."""
        raise NotImplementedError

    async def prepare(self, page: Listener) -> None:
        """Load the data for the first messages to a new page."""

    async def page_joined(self, page: Listener) -> None:
        """Handle a new page, which has received the table."""

    def page_left(self, page: Listener) -> None:
        """Handle the end of a page's connection."""

    def effect(self, before: SeatedGame, after: SeatedGame) -> RowEffect | None:  # noqa: ARG002
        """Return further writes for the transaction that stores an action."""
        return None

    def changed(self, before: SeatedGame, after: SeatedGame) -> None:
        """Handle a stored action, or a table that was loaded again."""

    async def update(self) -> None:
        """Store data that depends on changes, before the pages receive the changes."""

    def resume(self) -> None:
        """Continue after the pages have received the changes."""

    def send(self, page: Listener) -> None:
        """Send a page the messages that follow each message of the table."""

    async def refresh(self) -> None:
        """Read and send what another process has announced with ``news``."""

    def stop(self) -> None:
        """Stop before the table leaves the memory."""
