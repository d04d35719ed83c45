"""The base of table features, which handle commands, react to changes and send messages."""

from typing import ClassVar

from msgspec import Struct

from redcathedral.server.core.listener import Listener
from redcathedral.server.core.store.rows import RowEffect
from redcathedral.server.core.table.seated_game import SeatedGame


class TableFeature:
    """A feature at one table.  Its table calls the methods; by default they do nothing.

    The table awaits a method before it does anything else, so a feature never sees a table change
    while one of its methods runs.
    """

    commands: ClassVar[tuple[type[Struct], ...]] = ()

    @property
    def is_busy(self) -> bool:
        """Whether the table must stay in memory, for example because a worker process runs."""
        return False

    async def handle(self, command: object, page: Listener) -> None:
        """Carry out a command of a page; raises CommandRefused."""
        raise NotImplementedError

    async def prepare(self, page: Listener) -> None:
        """Load what the first messages to a new page need."""

    async def page_joined(self, page: Listener) -> None:
        """A new page has received the table."""

    def page_left(self, page: Listener) -> None:
        """A page has gone."""

    def effect(self, before: SeatedGame, after: SeatedGame) -> RowEffect | None:  # noqa: ARG002
        """Return what the store writes in one transaction with an action."""
        return None

    def changed(self, before: SeatedGame, after: SeatedGame) -> None:
        """An action was stored, or the table was loaded again."""

    async def update(self) -> None:
        """Store what follows from changes, before the pages receive them."""

    def resume(self) -> None:
        """The pages have received the changes; continue work of this feature."""

    def send(self, page: Listener) -> None:
        """Send a page the messages that follow each message of the table."""

    def stop(self) -> None:
        """The table leaves the memory."""
