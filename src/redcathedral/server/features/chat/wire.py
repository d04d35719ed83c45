"""What people at a table write: the lines of its chat, and each seat's own note."""

from typing import ClassVar, Final

from msgspec import Struct, field

from redcathedral.box.vocabulary import Colour
from redcathedral.server.core.wire.message import PageMessage


class ChatLine(Struct, frozen=True):
    """What a seat has said; ``at`` is ISO 8601 in UTC, numbers grow with every line of a table."""

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
    """Say something from a seat of the page's: a line of up to 300 letters of plain text."""

    refused_in_practice: ClassVar[str] = "chat-alone"

    seat: Colour
    text: str


COMMANDS: Final = (Say,)


class SeatNote(Struct, frozen=True):
    """What a seat has noted for itself, and how often that was written."""

    number: int
    text: str


class NewSeatNote(Struct, frozen=True, forbid_unknown_fields=True):
    """A note in place of the one with a ``number`` that the page knows, 0 for none."""

    number: int
    text: str
