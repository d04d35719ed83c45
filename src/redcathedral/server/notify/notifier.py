"""All that tells people that it is their turn: the register, the outbox, the ways out."""

import asyncio
import logging
import ssl
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from redcathedral.server.host.store_thread import StoreThread
from redcathedral.server.notify.messenger import Messenger
from redcathedral.server.notify.network import OpenNetwork, Resolver, look_up
from redcathedral.server.notify.outbox import Outbox
from redcathedral.server.notify.push import ServerKey
from redcathedral.server.notify.register import Register
from redcathedral.server.notify.settings import MessageSettings
from redcathedral.server.store.transaction import now

LOG: Final = logging.getLogger(__name__)


class Notifier:
    """The messages of a house."""

    def __init__(
        self,
        thread: StoreThread,
        is_played: Callable[[str, int], bool],
        settings: MessageSettings,
        *,
        clock: Callable[[], int] = now,
        resolve: Resolver = look_up,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """Tests replace the ``clock`` (milliseconds), the look-up of names and the authorities."""
        self._network = OpenNetwork(settings.networks, resolve=resolve, trust=trust)
        key = ServerKey(settings.key_file)
        self.messenger = Messenger(settings, self._network, key, clock, trust)
        self.register = Register(thread, self.messenger, key, settings, clock)
        self.outbox = Outbox(thread, self.messenger, is_played, clock)
        self._task: asyncio.Task[None] | None = None
        if settings.missing:
            LOG.warning("no mail is sent without %s", ", ".join(settings.missing))

    def start(self) -> None:
        self._task = asyncio.create_task(self.outbox.run(), name="outbox")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self.outbox.close()
        await self._network.close()
