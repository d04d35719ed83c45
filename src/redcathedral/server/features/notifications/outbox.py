"""Sends due messages, with growing pauses after failures; after a crash again with the same id."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.messages import words_in
from redcathedral.server.features.notifications.message import is_current, message
from redcathedral.server.features.notifications.messenger import Messenger
from redcathedral.server.features.notifications.notices import OVER
from redcathedral.server.features.notifications.problem import (
    AddressGone,
    PermanentSendError,
    SendError,
)
from redcathedral.server.features.notifications.quiet import quiet_hours, quiet_until
from redcathedral.server.features.notifications.store import (
    CONFIRM,
    TEST,
    DueNotice,
    NotificationStore,
)

LOG: Final = logging.getLogger(__name__)
POLL_SECONDS: Final = 5.0  # seconds until it is looked again what is due
MAX_SENDING: Final = 32  # messages on their way
LEASE: Final = 60_000  # milliseconds after which a message that was being sent is tried again
RECHECK_AFTER: Final = (
    60_000  # until it is looked again whether somebody still sits at an open page
)
CLEANUP_SECONDS: Final = 3600.0  # seconds
CLOSE_SECONDS: Final = 0.5  # seconds for what is on its way when the server ends
MINUTE: Final = 60_000
# After each try that failed; a day in all.
RETRY_DELAYS: Final = tuple(
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
        self._notices = NotificationStore(thread.store)
        self._sender = sender
        self._is_played = is_played
        self._clock = clock
        self._sending: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        tidied = loop.time()
        while True:
            try:
                await self.start_due()
                if loop.time() - tidied >= CLEANUP_SECONDS:
                    tidied = loop.time()
                    confirmed_kinds = self._sender.confirmed_kinds
                    await self._thread.do(self._notices.delete_old, self._clock(), confirmed_kinds)
            except StoreError as error:
                LOG.error("messages wait: %s", error)
            except Exception:
                LOG.exception("messages wait")
            await asyncio.sleep(POLL_SECONDS)

    async def start_due(self) -> None:
        free = MAX_SENDING - len(self._sending)
        if free <= 0:
            return
        # those on their way may be among them, so more are asked for than there is room for
        for notice in await self._thread.do(self._notices.due, self._clock(), 2 * MAX_SENDING):
            if notice.id not in self._sending and len(self._sending) < MAX_SENDING:
                task = asyncio.create_task(self._handle(notice))
                self._sending[notice.id] = task
                task.add_done_callback(partial(self._arrived, notice.id))

    def _arrived(self, id_: str, _: asyncio.Task[None]) -> None:
        self._sending.pop(id_, None)

    async def send_due(self) -> None:
        """Send what is due now, and wait until that is done; raises StoreError."""
        await self.start_due()
        while self._sending:
            await asyncio.wait(self._sending.values())

    async def close(self) -> None:
        tasks = [*self._sending.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=CLOSE_SECONDS)
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
        if not is_current(notice):
            await self._thread.do(self._notices.delete_notice, notice)
            return
        if notice.game is not None and self._is_played(notice.game.id, notice.seat):
            if notice.turn == OVER:  # it is seen there
                await self._thread.do(self._notices.delete_notice, notice)
            else:
                await self._thread.do(self._notices.retry_at, notice, now + RECHECK_AFTER)
            return
        if notice.turn not in (CONFIRM, TEST):
            until = quiet_until(quiet_hours(notice.address.quiet), now)
            if until > now:
                await self._thread.do(self._notices.delay_until_quiet_ends, notice, until)
                return
        if notice.tries > len(RETRY_DELAYS):  # the last one was broken off
            await self._thread.do(self._notices.finish, notice, "given-up")
            return
        claimed = await self._thread.do(self._notices.claim, notice, now + LEASE)
        if claimed is None:
            return
        if is_current(claimed):  # as it stands now
            await self._send(claimed)
        else:
            await self._thread.do(self._notices.delete_notice, claimed)

    async def _send(self, notice: DueNotice) -> None:
        address = notice.address
        told = message(notice, words_in(address.language), self._sender.links(address))
        try:
            is_confirmed = await self._sender.send(told, address)
        except AddressGone as error:
            LOG.info("an address for %s is forgotten: %s", address.kind, error)
            await self._thread.do(self._notices.end_address, address.id, address.silent_until)
        except PermanentSendError as error:
            LOG.warning("a message by %s is not sent: %s", address.kind, error)
            await self._thread.do(self._notices.finish, notice, "given-up")
        except SendError as error:
            await self._try_again(notice, error)
        else:
            if is_confirmed:
                await self._thread.do(self._notices.confirm, address.id)
            await self._thread.do(self._notices.finish, notice, "sent")

    async def _try_again(self, notice: DueNotice, error: SendError) -> None:
        if notice.tries > len(RETRY_DELAYS):
            LOG.warning("a message by %s is given up: %s", notice.address.kind, error)
            await self._thread.do(self._notices.finish, notice, "given-up")
            return
        LOG.info("a message by %s waits: %s", notice.address.kind, error)
        until = self._clock() + int(RETRY_DELAYS[notice.tries - 1])
        await self._thread.do(self._notices.retry_at, notice, until)
