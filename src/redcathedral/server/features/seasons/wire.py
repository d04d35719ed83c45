"""The HTTP replies about seasons."""

from msgspec import Struct

from redcathedral.server.core.wire.lobby import ResultRow


class Season(Struct, frozen=True):
    """The season of a game, or an empty name, and its results, the best first."""

    name: str
    rows: list[ResultRow]
