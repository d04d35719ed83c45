"""What a test changes in a server."""

from dataclasses import dataclass, field
from typing import Final

from redcathedral.server.host.bot_pool import BotLimits
from redcathedral.server.host.timekeeper import Timekeeper
from redcathedral.server.table.seated_game import LegalFilter

PATIENCE: Final = 60.0  # seconds after which a table without pages leaves the memory


@dataclass(frozen=True)
class Overrides:
    """What tests change: legal decisions, dice, idle time in seconds, bots, and the clock."""

    legal_filter: LegalFilter | None = None
    seed: int | None = None
    patience: float = PATIENCE
    bot_limits: BotLimits = field(default_factory=BotLimits)
    watch: Timekeeper = field(default_factory=Timekeeper)
