"""The machine's time, and being called at one; tests have a watch that they move by hand."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from redcathedral.server.store.transaction import now


class Alarm(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Do not call."""


class Timekeeper:
    """Time in milliseconds since 1970, and alarms in the running loop."""

    def now(self) -> int:
        """The time."""
        return now()

    def call_in(self, milliseconds: int, call: Callable[[], None]) -> Alarm:
        """Have something called so much later."""
        return asyncio.get_running_loop().call_later(max(0, milliseconds) / 1000, call)
