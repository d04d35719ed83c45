"""The base of all messages to a page."""

from typing import ClassVar

from msgspec import Struct


class PageMessage(Struct, frozen=True):
    """A message to a page; an unsent message is replaced by a newer message of its type.

    A message with ``is_answer`` is never replaced.  A message with ``follows_table`` is about the
    table and is sent after it.
    """

    is_answer: ClassVar[bool] = False
    follows_table: ClassVar[bool] = False

    def changes_since(self, _sent: "PageMessage | None") -> "PageMessage":
        """Return the message for a page that has ``_sent`` and takes changes."""
        return self
