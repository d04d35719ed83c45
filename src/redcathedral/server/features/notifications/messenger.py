"""All notification channels of a server."""

import ssl
from collections.abc import Callable
from typing import Final

from redcathedral.server.features.notifications.channel import Channel, Target
from redcathedral.server.features.notifications.links import Links
from redcathedral.server.features.notifications.mail import Mail
from redcathedral.server.features.notifications.message import Notification
from redcathedral.server.features.notifications.push import Push, ServerKey
from redcathedral.server.features.notifications.safe_http import SafeHttpClient
from redcathedral.server.features.notifications.settings import MessageSettings
from redcathedral.server.features.notifications.sql import AddressRow
from redcathedral.server.features.notifications.webhook import Webhook
from redcathedral.server.features.notifications.wire import ChannelKind


class Messenger:
    """Sends each message through the channel of its address."""

    def __init__(
        self,
        settings: MessageSettings,
        network: SafeHttpClient,
        key: ServerKey,
        clock: Callable[[], int],
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """``clock`` is in milliseconds; ``ssl_context`` checks the mail server's certificate."""
        self._url = settings.url
        self.channels: Final[tuple[Channel, ...]] = (
            Push(network, key, settings, lambda: clock() / 1000),
            Mail(settings, ssl_context=ssl_context),
            Webhook(network),
        )
        self._by_kind = {channel.kind: channel for channel in self.channels}

    @property
    def confirmed_kinds(self) -> frozenset[ChannelKind]:
        return frozenset(channel.kind for channel in self.channels if channel.needs_confirmation)

    def target(self, address: AddressRow) -> Target:
        return self._by_kind[address.kind].target(address.target)

    def links(self, address: AddressRow) -> Links:
        """Return links with the server's public URL, or else with the URL of the page."""
        return Links(self.target(address).base if self._url is None else self._url)

    async def send(self, message: Notification, address: AddressRow) -> bool:
        return await self._by_kind[address.kind].send(message, address)
