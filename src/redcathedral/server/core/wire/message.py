"""The base of all messages to a page."""

from typing import ClassVar

from msgspec import Struct


class PageMessage(Struct, frozen=True):
    """A message to a page; until it is sent, a newer message of its type replaces it.

    A message that ``is_answer`` is never replaced.  One that ``follows_table`` is about the table
    and is sent after it.
    """

    is_answer: ClassVar[bool] = False
    follows_table: ClassVar[bool] = False

    def changes_since(self, _sent: "PageMessage | None") -> "PageMessage":
        """Return what a page needs that has the message ``_sent``: by default the whole message."""
        return self
