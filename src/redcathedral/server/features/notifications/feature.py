"""Notifications about turns by browser push, mail or webhook."""

from typing import Final

from redcathedral.server.core.actor import Actor
from redcathedral.server.core.api_error import ApiError
from redcathedral.server.core.route import Client, Reply, delete, get, post
from redcathedral.server.core.sentence_page import MEDIA_TYPE, sentence_page
from redcathedral.server.core.server_feature import ServerContext, ServerFeature
from redcathedral.server.core.store.time import now
from redcathedral.server.core.table.messages import narrator_for
from redcathedral.server.core.visitor import Visitor
from redcathedral.server.features.notifications.addresses import LinkedAddress
from redcathedral.server.features.notifications.links import Purpose
from redcathedral.server.features.notifications.notices import TurnNews
from redcathedral.server.features.notifications.notifier import Notifier
from redcathedral.server.features.notifications.settings import MessageSettings
from redcathedral.server.features.notifications.sql import NotificationStore
from redcathedral.server.features.notifications.wire import (
    NewAddress,
    NewQuiet,
    NotificationSettings,
)
from redcathedral.text.catalog import DEFAULT_LANGUAGE

UNSUBSCRIBE_PATH: Final = "/api/notify/unsubscribe/{secret}"


class NotificationsFeature(ServerFeature):
    """The routes for the addresses of a device, and for the links in messages."""

    table_feature = TurnNews

    def __init__(self, context: ServerContext) -> None:
        super().__init__(context)
        settings = context.settings(MessageSettings)
        self._notifier = Notifier(context.thread, context.tables.is_played, settings)
        self._addresses = self._notifier.address_book

    def at_table(self, table: Actor) -> TurnNews:  # noqa: ARG002 # it needs no table
        return TurnNews()

    async def start(self) -> None:
        self._notifier.start()

    async def stop(self) -> None:
        await self._notifier.close()

    async def forget_device(self, device: str) -> None:
        await self.thread.do(self.thread.store.part(NotificationStore).forget, device, now())

    @get("/api/notify")
    async def get_settings(self, visitor: Visitor) -> NotificationSettings:
        return await self._addresses.notification_settings(visitor.device)

    @post("/api/notify")
    async def post_address(
        self, visitor: Visitor, client: Client, data: NewAddress
    ) -> NotificationSettings:
        """Add an address of this device; a mail address or webhook must be confirmed."""
        return await self._addresses.add(visitor.device, data, client.base_url)

    @post("/api/notify/quiet", status=200)
    async def post_quiet_hours(self, visitor: Visitor, data: NewQuiet) -> NotificationSettings:
        return await self._addresses.set_quiet_hours(visitor.device, data.quiet)

    @post("/api/notify/{address_id}/test", status=202)
    async def post_test(self, address_id: str, visitor: Visitor) -> None:
        """Send a test message, at most once a minute."""
        await self._addresses.test(visitor.device, address_id)

    @delete("/api/notify/{address_id}")
    async def delete_address(self, address_id: str, visitor: Visitor) -> None:
        await self._addresses.remove(visitor.device, address_id)

    @get("/api/notify/confirm/{secret}", media_type=MEDIA_TYPE)
    async def get_confirm_page(self, secret: str) -> Reply:
        """Return a page with a button; only the button confirms, as mail scanners open links."""
        return await self._question_page(secret, "confirm")

    @post("/api/notify/confirm/{secret}", status=200, media_type=MEDIA_TYPE)
    async def post_confirm(self, secret: str) -> Reply:
        """Confirm an address."""
        return _result_page(await self._addresses.confirm(secret))

    @get(UNSUBSCRIBE_PATH, media_type=MEDIA_TYPE)
    async def get_unsubscribe_page(self, secret: str) -> Reply:
        """Return a page with a button that removes the address."""
        return await self._question_page(secret, "unsubscribe")

    @post(UNSUBSCRIBE_PATH, status=200, media_type=MEDIA_TYPE)
    async def post_unsubscribe(self, secret: str) -> Reply:
        """Remove an address; mail programs also send this request (RFC 8058)."""
        return _result_page(await self._addresses.unsubscribe(secret))

    async def _question_page(self, secret: str, purpose: Purpose) -> Reply:
        try:
            address = await self._addresses.linked(secret, purpose)
        except ApiError as error:
            return _page(DEFAULT_LANGUAGE, "notify.page.unknown", "", status=error.status)
        if address.is_removed or (purpose == "confirm" and address.is_confirmed):
            return _result_page(address)
        button = f"notify.page.{purpose}.do"
        return _page(address.language, f"notify.page.{purpose}", address.label, button)


def _result_page(address: LinkedAddress) -> Reply:
    result = "unsubscribed" if address.is_removed else "confirmed"
    return _page(address.language, f"notify.page.{result}", address.label)


def _page(
    language: str, text_id: str, label: str, button_id: str = "", *, status: int = 200
) -> Reply:
    words = narrator_for(language)
    button = words.text(button_id) if button_id else ""
    return sentence_page(language, words.text(text_id, address=label), button=button, status=status)
