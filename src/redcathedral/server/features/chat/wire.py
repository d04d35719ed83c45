"""The messages about chat lines and the private notes of seats."""

from typing import ClassVar

from msgspec import Struct, field

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.message import PageMessage


class ChatLine(Struct, frozen=True):
    """A chat line of a seat; ``at`` is ISO 8601 in UTC, and the numbers of a table increase."""

    number: int
    at: str
    seat: Colour
    text: str


class Chat(PageMessage, frozen=True, tag="chat"):
    """Lines of the table's chat, which replace the page's lines after the number ``since``.

    The message does not change the table's number.  With the whole chat the server also sends
    ``earlier``: the lines from the games before this rematch, for people who may read them there.
    Each game has its own line numbers.
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
    """A new text of a note; ``number`` is the number of the note to replace, 0 for none."""

    number: int
    text: str
