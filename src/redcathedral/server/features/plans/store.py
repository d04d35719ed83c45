"""The stored plans of seats, which are deleted with the game."""


class PlanStore:
    """The part of a store for plans."""

    def plans_of(self, game: str) -> dict[int, str]:
        raise NotImplementedError

    def write(self, game: str, seat: int, data: str | None) -> None:
        """Replace or delete the plan of a seat; raises Conflict if there is no such game."""
        raise NotImplementedError
