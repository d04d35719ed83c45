"""Messages to a web address, as JSON."""

from typing import ClassVar, Final
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from redcathedral.server.features.notifications.channel import Channel
from redcathedral.server.features.notifications.links import secret_of
from redcathedral.server.features.notifications.message import Notification
from redcathedral.server.features.notifications.problem import AddressGone, SendError
from redcathedral.server.features.notifications.safe_http import Reply, SafeHttpClient
from redcathedral.server.features.notifications.store import CONFIRM, AddressRow
from redcathedral.server.features.notifications.wire import ChannelKind, NewAddress

# Chat programs make a call to everybody out of these.
PLAIN: Final = str.maketrans({"<": "‹", ">": "›"})


class Mentions(Struct, frozen=True):
    """Who is called by a message, for Discord: nobody."""

    parse: list[str] = []


class WebhookBody(Struct, frozen=True, omit_defaults=True):
    """What is sent; ``text`` and ``content`` are all of it in one, for Slack and Discord."""

    type: str
    id: str
    title: str
    body: str
    text: str
    content: str
    url: str
    language: str
    unsubscribe: str
    allowed_mentions: Mentions
    table: str | None = None
    confirm: str | None = None
    challenge: str | None = None


class Echo(Struct, frozen=True):
    """What a program answers that wants to be told."""

    challenge: str


class WebhookTarget(Struct, frozen=True, tag="webhook"):
    """A web address that takes JSON; ``base`` is where the page came from that named it."""

    endpoint: ClassVar[None] = None

    url: str
    base: str

    @property
    def where(self) -> str:
        return self.url

    @property
    def label(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.hostname}{':' + str(parts.port) if parts.port else ''}"


class Webhook(Channel):
    """Sends messages to web addresses."""

    kind: ClassVar[ChannelKind] = "webhook"
    needs_confirmation: ClassVar[bool] = True
    confirmation_interval: ClassVar[int] = 0  # friends may share a chat

    def __init__(self, network: SafeHttpClient) -> None:
        self._network = network

    def is_named(self, wish: NewAddress) -> bool:
        return wish.webhook is not None

    async def parse(self, wish: NewAddress, base: str) -> WebhookTarget:
        url = (wish.webhook or "").strip()
        await self._network.check(url)
        return WebhookTarget(url, base)

    def target(self, stored: str) -> WebhookTarget:
        return msgspec.json.decode(stored, type=WebhookTarget)

    async def send(self, message: Notification, address: AddressRow) -> bool:
        target = self.target(address.target)
        is_question = message.kind == CONFIRM
        link = message.confirm if is_question else message.link
        stop = "" if message.title.endswith("?") else "."
        whole = f"{message.title}{stop} {message.text} {link}".translate(PLAIN)
        challenge = secret_of(address, "confirm") if is_question else None
        body = WebhookBody(
            type=message.kind,
            id=message.id,
            title=message.title,
            body=message.text,
            text=whole,
            content=whole,
            url=message.link,
            language=message.language,
            unsubscribe=message.unsubscribe,
            allowed_mentions=Mentions(),
            table=message.table,
            confirm=message.confirm if is_question else None,
            challenge=challenge,
        )
        headers = {"content-type": "application/json", "idempotency-key": message.id}
        answer = await self._network.post(target.url, msgspec.json.encode(body), headers)
        check(answer)
        return challenge is not None and _echo(answer.body) == challenge


def check(answer: Reply) -> None:
    """Raise SendError or AddressGone for a refusal; only 410 is final."""
    if answer.status == 410:
        raise AddressGone("the answer was 410")
    if not 200 <= answer.status < 300:
        raise SendError(f"the answer was {answer.status}")


def _echo(body: bytes) -> str | None:
    try:
        return msgspec.json.decode(body, type=Echo).challenge
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
