"""Creates, starts and closes the parts of a server's notifications together."""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from redcathedral.server.core.store.time import now
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.features.notifications.addresses import AddressBook
from redcathedral.server.features.notifications.messenger import Messenger
from redcathedral.server.features.notifications.outbox import Outbox
from redcathedral.server.features.notifications.push import ServerKey
from redcathedral.server.features.notifications.safe_http import (
    Resolver,
    SafeHttpClient,
    resolve_host,
)
from redcathedral.server.features.notifications.settings import MessageSettings

LOG: Final = logging.getLogger(__name__)


class Notifier:
    """Creates and closes the parts of the notification system, and runs the outbox."""

    def __init__(
        self,
        thread: StoreThread,
        is_played: Callable[[str, int], Awaitable[bool]],
        settings: MessageSettings,
        *,
        clock: Callable[[], int] = now,
        resolve: Resolver = resolve_host,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """``is_played`` says whether a page plays a seat of a table.

        Tests replace the ``clock`` (in milliseconds), ``resolve`` and ``ssl_context``.
        """
        self._network = SafeHttpClient(settings.networks, resolve=resolve, ssl_context=ssl_context)
        key = ServerKey(settings.key_file, settings.key_text)
        self.messenger = Messenger(settings, self._network, key, clock, ssl_context)
        self.address_book = AddressBook(thread, self.messenger, key, settings, clock)
        self.outbox = Outbox(thread, self.messenger, is_played, clock)
        self._task: asyncio.Task[None] | None = None
        if settings.missing:
            LOG.warning("the server sends no mail without %s", ", ".join(settings.missing))

    def start(self) -> None:
        self._task = asyncio.create_task(self.outbox.run(), name="outbox")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.outbox.close()
        await self._network.close()
