"""Notifications by webhook: the server posts JSON to a URL."""

from typing import ClassVar, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from redcathedral.server.features.notifications.channel import Channel
from redcathedral.server.features.notifications.links import secret_of
from redcathedral.server.features.notifications.message import Notification
from redcathedral.server.features.notifications.problem import AddressGone, SendError
from redcathedral.server.features.notifications.safe_http import SafeHttpClient
from redcathedral.server.features.notifications.sql import CONFIRM, AddressRow
from redcathedral.server.features.notifications.wire import ChannelKind, NewAddress

# Chat programs read <...> as a mention of all members.
WITHOUT_MENTIONS: Final = str.maketrans({"<": "‹", ">": "›"})


class WebhookBody(Struct, frozen=True, omit_defaults=True):
    """The JSON body; ``text`` (for Slack) and ``content`` (for Discord) are the whole message."""

    type: str
    id: str
    title: str
    body: str
    text: str
    content: str
    url: str
    language: str
    unsubscribe: str
    allowed_mentions: dict[str, list[str]]  # whom a message on Discord may mention: nobody
    table: str | None = None
    confirm: str | None = None
    challenge: str | None = None


class Echo(Struct, frozen=True):
    """The reply with which a program confirms its address automatically."""

    challenge: str


class WebhookTarget(Struct, frozen=True, tag="webhook"):
    """A URL that accepts JSON; ``base`` is the URL of the page that added it."""

    endpoint: ClassVar[None] = None

    url: str
    base: str

    @property
    def destination(self) -> str:
        return self.url

    @property
    def label(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.hostname}{':' + str(parts.port) if parts.port else ''}"


class Webhook(Channel):
    """The channel that posts to URLs."""

    kind: ClassVar[ChannelKind] = "webhook"
    needs_confirmation: ClassVar[bool] = True
    confirmation_interval: ClassVar[int] = 0  # several players may use the same group chat

    def __init__(self, network: SafeHttpClient) -> None:
        self._network = network

    async def parse(self, request: NewAddress, base: str) -> WebhookTarget:
        url = (request.webhook or "").strip()
        await self._network.check(url)
        return WebhookTarget(url, base)

    def target(self, stored: str) -> WebhookTarget:
        return msgspec.json.decode(stored, type=WebhookTarget)

    async def send(self, message: Notification, address: AddressRow) -> bool:
        target = self.target(address.target)
        is_confirmation = message.kind == CONFIRM
        link = message.confirm if is_confirmation else message.link
        period = "" if message.title.endswith("?") else "."
        whole_message = f"{message.title}{period} {message.text} {link}".translate(WITHOUT_MENTIONS)
        challenge = secret_of(address, "confirm") if is_confirmation else None
        body = WebhookBody(
            type=message.kind,
            id=message.id,
            title=message.title,
            body=message.text,
            text=whole_message,
            content=whole_message,
            url=message.link,
            language=message.language,
            unsubscribe=message.unsubscribe,
            allowed_mentions={"parse": []},
            table=message.table,
            confirm=message.confirm if is_confirmation else None,
            challenge=challenge,
        )
        headers = {"content-type": "application/json", "idempotency-key": message.id}
        reply = await self._network.post(target.url, msgspec.json.encode(body), headers)
        if reply.status == 410:
            raise AddressGone("the reply was 410")
        if not 200 <= reply.status < 300:
            raise SendError(f"the reply was {reply.status}")
        return challenge is not None and _challenge_in(reply.body) == challenge


def _challenge_in(body: bytes) -> str | None:
    try:
        return msgspec.json.decode(body, type=Echo).challenge
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
