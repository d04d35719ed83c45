"""What can be asked of the actor of a table."""

from dataclasses import dataclass
from typing import TypeAlias

from redcathedral.server.host.listener import Listener
from redcathedral.server.wire.protocol import Command
from redcathedral.words import Value


@dataclass(frozen=True)
class Join:
    """A page comes to the table."""

    listener: Listener


@dataclass(frozen=True)
class Leave:
    """A page goes."""

    listener: Listener


@dataclass(frozen=True)
class RunCommand:
    """A page wants something done."""

    listener: Listener
    command: Command


@dataclass(frozen=True)
class RefuseMessage:
    """A page sent something that is no command."""

    listener: Listener
    code: str
    values: dict[str, Value]


@dataclass(frozen=True)
class BotDecided:
    """A bot has decided at a number; None when it failed."""

    number: int
    decision: int | None


@dataclass(frozen=True)
class TableRemoved:
    """The store does not have the table any more."""


TableRequest: TypeAlias = Join | Leave | RunCommand | RefuseMessage | BotDecided | TableRemoved
