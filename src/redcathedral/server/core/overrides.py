"""Settings of a server that only tests change."""

from dataclasses import dataclass, field
from typing import Final

from redcathedral.server.core.system_clock import SystemClock
from redcathedral.server.core.table.seated_game import LegalFilter

IDLE_SECONDS: Final = 60.0  # after them, a table without pages leaves the memory


@dataclass(frozen=True)
class BotLimits:
    """The time limit of a decision, and the decisions per second of all games of bots only."""

    seconds: float = 30.0
    bot_games_per_second: float = 60.0


@dataclass(frozen=True)
class Overrides:
    """The settings: legal decisions, seed, idle time, limits of bots, and the clock."""

    legal_filter: LegalFilter | None = None
    seed: int | None = None
    idle_seconds: float = IDLE_SECONDS
    bot_limits: BotLimits = field(default_factory=BotLimits)
    system_clock: SystemClock = field(default_factory=SystemClock)
