"""The server in a page: assembles its documents, features and workers."""

from collections.abc import Mapping
from functools import partial
from typing import Final

import msgspec

from redcathedral.server.core.editions import Editions
from redcathedral.server.core.game_repository import GameRepository
from redcathedral.server.core.opponents import Opponents
from redcathedral.server.core.overrides import Overrides
from redcathedral.server.core.server_feature import ServerContext
from redcathedral.server.core.store.rows import EditionRow
from redcathedral.server.core.table_socket import HEARTBEAT_SECONDS
from redcathedral.server.core.workers import Workers
from redcathedral.server.local.binding import LocalRoutes
from redcathedral.server.local.documents import DocumentKey, Documents, GameDocument
from redcathedral.server.local.store import LocalStore
from redcathedral.server.local.store_thread import LocalStoreThread, Save
from redcathedral.server.local.workers import CancelJob, LocalWorkers, RunJob
from redcathedral.server.registry import feature_classes

NEEDS_SERVER: Final = "notifications"  # the feature that the page does not have
KINDS: Final = ("game", "edition")


def read_documents(texts: Mapping[DocumentKey, str]) -> Documents:
    """Return the documents with these texts; raises msgspec.MsgspecError."""
    stored = {kind: [text for (of, _), text in texts.items() if of == kind] for kind in KINDS}
    return Documents(
        map(partial(msgspec.json.decode, type=GameDocument), stored["game"]),
        map(partial(msgspec.json.decode, type=EditionRow), stored["edition"]),
    )


def problem(documents: Mapping[DocumentKey, str]) -> str:
    """Return why documents cannot be read; the empty text if they can."""
    try:
        read_documents(documents)
    except (msgspec.MsgspecError, TypeError) as error:
        return str(error)
    return ""


async def start(
    documents: Mapping[DocumentKey, str],
    save: Save,
    run: RunJob,
    cancel: CancelJob,
    overrides: Overrides | None = None,
) -> LocalRoutes:
    """Return the routes of a running server with these stored documents."""

    def workers(count: int, name: str, nice: int = 0) -> Workers:
        del count, nice
        return LocalWorkers(name, run, cancel)

    readable = {key: text for key, text in documents.items() if not problem({key: text})}
    store = LocalStore(read_documents(readable))  # the others stay where they are
    thread = LocalStoreThread(store, save)
    context = ServerContext(
        GameRepository(thread, Editions(store), Opponents(()), overrides),
        workers,
        in_browser=True,
        heartbeat=HEARTBEAT_SECONDS,
    )
    context.make_features(feature_classes(omitted=NEEDS_SERVER))
    await context.start()
    return LocalRoutes(context.features)
