"""The ways out of the house: to browsers, to mailboxes, to web addresses."""

import ssl
from collections.abc import Callable
from typing import assert_never

from redcathedral.server.notify.links import Links
from redcathedral.server.notify.mail import Mail
from redcathedral.server.notify.message import Notification
from redcathedral.server.notify.network import OpenNetwork
from redcathedral.server.notify.problem import NotSent
from redcathedral.server.notify.push import Push, ServerKey
from redcathedral.server.notify.settings import MessageSettings
from redcathedral.server.notify.target import (
    MailTarget,
    PushTarget,
    WebhookTarget,
    target_of,
)
from redcathedral.server.notify.webhook import Webhook
from redcathedral.server.store.notices import AddressRow
from redcathedral.words import Words


class Messenger:
    """Sends each message the way that its address says."""

    def __init__(
        self,
        settings: MessageSettings,
        network: OpenNetwork,
        key: ServerKey,
        clock: Callable[[], int],
        trust: ssl.SSLContext | None = None,
    ) -> None:
        """``clock`` in milliseconds; ``trust`` for the mail server's certificate."""
        self._settings = settings
        self._push = Push(network, key, settings, lambda: clock() / 1000)
        self._webhook = Webhook(network)
        self._mail: Mail | None = None
        if settings.has_mail and settings.mail_server is not None:
            self._mail = Mail(settings, settings.mail_server, trust=trust)

    def links(self, address: AddressRow) -> Links:
        """The links to the house: as its host says, else as the page was reached."""
        if self._settings.url is not None:
            return Links(self._settings.url)
        match target_of(address.target):
            case PushTarget(base=base) | WebhookTarget(base=base):
                return Links(base)
            case MailTarget():
                return Links("")
            case target:
                assert_never(target)

    async def send(self, message: Notification, address: AddressRow, words: Words) -> bool:
        """Send a message; whether that has confirmed the address.  Raises NotSent."""
        match target_of(address.target):
            case PushTarget() as target:
                return await self._push.send(message, address, target)
            case WebhookTarget() as target:
                return await self._webhook.send(message, address, target)
            case MailTarget() as target:
                if self._mail is None:
                    raise NotSent("the host has not named a mail server")
                return await self._mail.send(message, target, words)
            case target:
                assert_never(target)
