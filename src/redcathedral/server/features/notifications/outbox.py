"""Sends due messages, with growing pauses after failures; after a crash again with the same id."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.messages import words_in
from redcathedral.server.features.notifications.message import is_true, message
from redcathedral.server.features.notifications.messenger import Messenger
from redcathedral.server.features.notifications.notices import OVER
from redcathedral.server.features.notifications.problem import AddressGone, NeverSent, NotSent
from redcathedral.server.features.notifications.quiet import quiet_hours, quiet_until
from redcathedral.server.features.notifications.store import CONFIRM, TEST, DueNotice, Notices

LOG: Final = logging.getLogger(__name__)
LOOK: Final = 5.0  # seconds until it is looked again what is due
AT_ONCE: Final = 32  # messages on their way
LEASE: Final = 60_000  # milliseconds after which a message that was being sent is tried again
AGAIN: Final = 60_000  # until it is looked again whether somebody still sits at an open page
TIDY: Final = 3600.0  # seconds
PATIENCE: Final = 0.5  # seconds for what is on its way when the server ends
MINUTE: Final = 60_000
# After each try that failed; a day in all.
PAUSES: Final = tuple(
    MINUTE * minutes for minutes in (0.5, 2, 10, 30, 60, 2 * 60, 4 * 60, 8 * 60, 8 * 60)
)


class Outbox:
    """Sends what is due, until it is closed."""

    def __init__(
        self,
        thread: StoreThread,
        sender: Messenger,
        is_played: Callable[[str, int], bool],
        clock: Callable[[], int],
    ) -> None:
        """``is_played``: whether a page is open that plays a seat; ``clock`` in milliseconds."""
        self._thread = thread
        self._notices = Notices(thread.store)
        self._sender = sender
        self._is_played = is_played
        self._clock = clock
        self._on_way: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        tidied = loop.time()
        while True:
            try:
                await self.begin()
                if loop.time() - tidied >= TIDY:
                    tidied = loop.time()
                    asking = self._sender.asking
                    await self._thread.do(self._notices.tidy, self._clock(), asking)
            except StoreError as error:
                LOG.error("messages wait: %s", error)
            except Exception:
                LOG.exception("messages wait")
            await asyncio.sleep(LOOK)

    async def begin(self) -> None:
        free = AT_ONCE - len(self._on_way)
        if free <= 0:
            return
        # those on their way may be among them, so more are asked for than there is room for
        for notice in await self._thread.do(self._notices.due, self._clock(), 2 * AT_ONCE):
            if notice.id not in self._on_way and len(self._on_way) < AT_ONCE:
                task = asyncio.create_task(self._handle(notice))
                self._on_way[notice.id] = task
                task.add_done_callback(partial(self._arrived, notice.id))

    def _arrived(self, id_: str, _: asyncio.Task[None]) -> None:
        self._on_way.pop(id_, None)

    async def once(self) -> None:
        """Send what is due now, and wait until that is done; raises StoreError."""
        await self.begin()
        while self._on_way:
            await asyncio.wait(self._on_way.values())

    async def close(self) -> None:
        tasks = [*self._on_way.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _handle(self, notice: DueNotice) -> None:
        try:
            await self._look(notice)
        except StoreError as error:
            LOG.error("a message waits: %s", error)
        except Exception:  # it is tried again when its lease is over
            LOG.exception("a message by %s failed", notice.address.kind)

    async def _look(self, notice: DueNotice) -> None:
        now = self._clock()
        if not is_true(notice):
            await self._thread.do(self._notices.drop, notice)
            return
        if notice.game is not None and self._is_played(notice.game.id, notice.seat):
            if notice.turn == OVER:  # it is seen there
                await self._thread.do(self._notices.drop, notice)
            else:
                await self._thread.do(self._notices.put_off, notice, now + AGAIN)
            return
        if notice.turn not in (CONFIRM, TEST):
            until = quiet_until(quiet_hours(notice.address.quiet), now)
            if until > now:
                await self._thread.do(self._notices.rest, notice, until)
                return
        if notice.tries > len(PAUSES):  # the last one was broken off
            await self._thread.do(self._notices.settle, notice, "given-up")
            return
        claimed = await self._thread.do(self._notices.claim, notice, now + LEASE)
        if claimed is None:
            return
        if is_true(claimed):  # as it stands now
            await self._send(claimed)
        else:
            await self._thread.do(self._notices.drop, claimed)

    async def _send(self, notice: DueNotice) -> None:
        address = notice.address
        told = message(notice, words_in(address.language), self._sender.links(address))
        try:
            is_confirmed = await self._sender.send(told, address)
        except AddressGone as error:
            LOG.info("an address for %s is forgotten: %s", address.kind, error)
            await self._thread.do(self._notices.end, address.id, address.silent_until)
        except NeverSent as error:
            LOG.warning("a message by %s is not sent: %s", address.kind, error)
            await self._thread.do(self._notices.settle, notice, "given-up")
        except NotSent as error:
            await self._try_again(notice, error)
        else:
            if is_confirmed:
                await self._thread.do(self._notices.confirm, address.id)
            await self._thread.do(self._notices.settle, notice, "sent")

    async def _try_again(self, notice: DueNotice, error: NotSent) -> None:
        if notice.tries > len(PAUSES):
            LOG.warning("a message by %s is given up: %s", notice.address.kind, error)
            await self._thread.do(self._notices.settle, notice, "given-up")
            return
        LOG.info("a message by %s waits: %s", notice.address.kind, error)
        until = self._clock() + int(PAUSES[notice.tries - 1])
        await self._thread.do(self._notices.put_off, notice, until)
