"""All messages between a page and a table: those of the core and of every feature."""

from typing import TypeAlias

from redcathedral.server.core.wire.play_state import Presence
from redcathedral.server.core.wire.protocol import (
    GameCommand,
    Gone,
    Heartbeat,
    Hints,
    Refused,
    Table,
)
from redcathedral.server.features.chat.wire import Chat, Say
from redcathedral.server.features.plans.wire import Plan, PlanCommand

TableMessage: TypeAlias = Table | Presence | Hints | Plan | Refused | Gone | Heartbeat
Message: TypeAlias = TableMessage | Chat
TableCommand: TypeAlias = GameCommand | PlanCommand | Say
Command: TypeAlias = TableCommand | Heartbeat
