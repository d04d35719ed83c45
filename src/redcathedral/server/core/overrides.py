"""What a test changes in a server."""

from dataclasses import dataclass, field
from typing import Final

from redcathedral.server.core.system_clock import SystemClock
from redcathedral.server.core.table.seated_game import LegalFilter

PATIENCE: Final = 60.0  # seconds after which a table without pages leaves the memory


@dataclass(frozen=True)
class BotLimits:
    """The ``seconds`` of a decision, and the decisions a second of all games of bots ``alone``."""

    seconds: float = 30.0
    alone: float = 60.0


@dataclass(frozen=True)
class Overrides:
    """What tests change: legal decisions, dice, idle time in seconds, bots, and the clock."""

    legal_filter: LegalFilter | None = None
    seed: int | None = None
    patience: float = PATIENCE
    bot_limits: BotLimits = field(default_factory=BotLimits)
    system_clock: SystemClock = field(default_factory=SystemClock)
