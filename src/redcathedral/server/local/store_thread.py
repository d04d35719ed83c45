"""The store of the server in a page, whose changes are awaited until the browser stores them."""

from collections.abc import Awaitable, Callable, Mapping
from typing import ParamSpec, TypeAlias, TypeVar

import msgspec

from redcathedral.server.core.store.rows import ActionRow
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.local.documents import DocumentKey
from redcathedral.server.local.store import LocalStore

P = ParamSpec("P")
T = TypeVar("T")

# Stores documents as JSON in one transaction of the browser; None deletes one.
Save: TypeAlias = Callable[[Mapping[DocumentKey, str | None]], Awaitable[None]]


class LocalStoreThread(StoreThread):
    """Runs functions in the only thread, and waits until the browser has stored what they change.

    If the browser stores nothing, ``save`` informs the reader, and the games continue in memory.
    """

    def __init__(self, store: LocalStore, save: Save) -> None:
        self.store = store
        self._documents = store.documents
        self._save = save

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        finally:
            await self._save_changes()

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return work(*args, **kwargs)

    async def append(self, action: ActionRow) -> None:
        await self.do(self.store.append, action)

    async def _save_changes(self) -> None:
        changed, self._documents.changed = self._documents.changed, set()
        if changed:
            documents = {key: self._documents.document(key) for key in changed}
            await self._save(
                {
                    key: None if document is None else msgspec.json.encode(document).decode()
                    for key, document in documents.items()
                }
            )

    def close(self) -> None:
        """Do nothing: no thread runs, and all changes are stored."""
