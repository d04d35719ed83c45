"""The stored plans of seats, which are deleted with the game."""

from typing import Protocol


class PlanStore(Protocol):
    """The part of a store for plans."""

    def plans_of(self, game: str) -> dict[int, str]: ...

    def write(self, game: str, seat: int, data: str | None) -> None:
        """Replace or delete the plan of a seat; raises Conflict if there is no such game."""
