"""The HTTP replies about deals."""

from msgspec import Struct

from redcathedral.server.core.wire.edition import EditionRef


class DealInfo(Struct, frozen=True):
    """A deal against ``ivan`` or a level; ``day`` is set for a deal of the day."""

    opponent: str
    day: str | None
    setup: str
    edition: EditionRef


class DealResult(Struct, frozen=True):
    """The final prestige in a game; ``game`` is its text for a link, or "" if it ended early."""

    you: int
    other: int
    turns: int
    game: str
