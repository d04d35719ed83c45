"""The messages about chat lines and the private notes of seats."""

from typing import ClassVar

from msgspec import Struct, field

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.message import PageMessage


class ChatLine(Struct, frozen=True):
    """A chat line of a seat; ``at`` is ISO 8601 in UTC, and numbers grow at each table."""

    number: int
    at: str
    seat: Colour
    text: str


class Chat(PageMessage, frozen=True, tag="chat"):
    """Lines of the table's chat; the page keeps its lines up to the number ``since``.

    The server sends it separately and does not change the table's number.  ``earlier`` has the
    lines of the earlier games of this rematch, each with its own numbers; the server sends it with
    the whole chat, to people who could read it there.
    """

    since: int
    lines: list[ChatLine]
    earlier: list[ChatLine] = field(default_factory=list)


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Send a chat line from a seat of the page: up to 300 letters of plain text."""

    refused_in_practice: ClassVar[str] = "chat-alone"

    seat: Colour
    text: str


class SeatNote(Struct, frozen=True):
    """The private note of a seat; ``number`` counts its changes."""

    number: int
    text: str


class NewSeatNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note that replaces the one with this ``number``, 0 for none."""

    number: int
    text: str
