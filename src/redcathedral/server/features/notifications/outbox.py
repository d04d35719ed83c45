"""The outbox: sends due notices, with retries; after a crash it may send one twice (same id)."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from redcathedral.server.core.store.problem import StoreError
from redcathedral.server.core.store_thread import StoreThread
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.features.notifications import problem, sql
from redcathedral.server.features.notifications.message import is_current, message
from redcathedral.server.features.notifications.messenger import Messenger
from redcathedral.server.features.notifications.notices import GAME_OVER
from redcathedral.server.features.notifications.quiet import quiet_hours, quiet_until

LOG: Final = logging.getLogger(__name__)
POLL_SECONDS: Final = 5.0  # between two checks for due notices
MAX_SENDING: Final = 32  # messages at the same time
LEASE_MS: Final = 60_000  # until a message whose result is unknown is due again
RECHECK_MS: Final = 60_000  # until the next check, while an open page plays the seat
CLEANUP_SECONDS: Final = 3600.0
CLOSE_SECONDS: Final = 0.5  # for messages that are being sent when the server stops
MINUTE_MS: Final = 60_000
# After each failed try; about a day in total.
RETRY_DELAYS_MS: Final = tuple(
    MINUTE_MS * minutes for minutes in (0.5, 2, 10, 30, 60, 2 * 60, 4 * 60, 8 * 60, 8 * 60)
)


class Outbox:
    """Sends due notices until it is closed."""

    def __init__(
        self,
        thread: StoreThread,
        sender: Messenger,
        is_played: Callable[[str, int], Awaitable[bool]],
        clock: Callable[[], int],
    ) -> None:
        """``is_played`` says whether a page plays a seat; ``clock`` is in milliseconds."""
        self._thread = thread
        self._notices = thread.store.part(sql.NotificationStore)
        self._sender = sender
        self._is_played = is_played
        self._clock = clock
        self._sending: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        cleaned_at = loop.time()
        while True:
            try:
                await self.start_due()
                if loop.time() - cleaned_at >= CLEANUP_SECONDS:
                    cleaned_at = loop.time()
                    confirmed_kinds = self._sender.confirmed_kinds
                    await self._thread.do(self._notices.delete_old, self._clock(), confirmed_kinds)
            except StoreError as error:
                LOG.error("notifications are delayed: %s", error)
            except Exception:
                LOG.exception("notifications are delayed")
            await asyncio.sleep(POLL_SECONDS)

    async def start_due(self) -> None:
        """Start to send due notices, up to ``MAX_SENDING`` at the same time."""
        if len(self._sending) >= MAX_SENDING:
            return
        # The query also returns notices that are being sent, so it has twice the limit.
        for notice in await self._thread.do(self._notices.due, self._clock(), 2 * MAX_SENDING):
            if notice.id not in self._sending and len(self._sending) < MAX_SENDING:
                task = self._sending[notice.id] = asyncio.create_task(self._handle(notice))
                task.add_done_callback(partial(self._sending.pop, notice.id))

    async def send_due(self) -> None:
        """Send the notices that are due now, and wait for the results; raises StoreError."""
        await self.start_due()
        while self._sending:
            await asyncio.wait(self._sending.values())

    async def close(self) -> None:
        if tasks := [*self._sending.values()]:
            _, late = await asyncio.wait(tasks, timeout=CLOSE_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _handle(self, notice: sql.DueNotice) -> None:
        try:
            await self._process(notice)
        except StoreError as error:
            LOG.error("a notification is delayed: %s", error)
        except Exception:  # the notice becomes due again after its lease
            LOG.exception("a notification by %s failed", notice.address.kind)

    async def _process(self, notice: sql.DueNotice) -> None:
        now = self._clock()
        if not is_current(notice):
            await self._thread.do(self._notices.delete_notice, notice)
            return
        if notice.game is not None and await self._is_played(notice.game.id, notice.seat):
            if notice.turn == GAME_OVER:  # the open page shows it
                await self._thread.do(self._notices.delete_notice, notice)
            else:
                await self._thread.do(self._notices.retry_at, notice, now + RECHECK_MS)
            return
        if notice.turn not in (sql.CONFIRM, sql.TEST):
            until = quiet_until(quiet_hours(notice.address.quiet), now)
            if until > now:
                await self._thread.do(self._notices.delay_until_quiet_ends, notice, until)
                return
        if notice.tries > len(RETRY_DELAYS_MS):  # the last try was interrupted
            await self._thread.do(self._notices.finish, notice, "given-up")
            return
        claimed = await self._thread.do(self._notices.claim, notice, now + LEASE_MS)
        if claimed is None:
            return
        if is_current(claimed):  # the claim has read the notice again
            await self._send(claimed)
        else:
            await self._thread.do(self._notices.delete_notice, claimed)

    async def _send(self, notice: sql.DueNotice) -> None:
        address = notice.address
        notification = message(notice, narrator_for(address.language), self._sender.links(address))
        try:
            is_confirmed = await self._sender.send(notification, address)
        except problem.AddressGone as error:
            LOG.info("an address for %s is removed: %s", address.kind, error)
            await self._thread.do(self._notices.remove_address, address.id, address.silent_until)
        except problem.PermanentSendError as error:
            LOG.warning("a notification by %s cannot be sent: %s", address.kind, error)
            await self._thread.do(self._notices.finish, notice, "given-up")
        except problem.SendError as error:
            await self._try_again(notice, error)
        else:
            if is_confirmed:
                await self._thread.do(self._notices.confirm, address.id)
            await self._thread.do(self._notices.finish, notice, "sent")

    async def _try_again(self, notice: sql.DueNotice, error: problem.SendError) -> None:
        if notice.tries > len(RETRY_DELAYS_MS):
            LOG.warning("a notification by %s is abandoned: %s", notice.address.kind, error)
            await self._thread.do(self._notices.finish, notice, "given-up")
            return
        LOG.info("a notification by %s will be retried: %s", notice.address.kind, error)
        until = self._clock() + int(RETRY_DELAYS_MS[notice.tries - 1])
        await self._thread.do(self._notices.retry_at, notice, until)
