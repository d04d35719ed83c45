"""How much a bot may think in one turn: a number of decisions tried, or milliseconds."""

from dataclasses import dataclass
from typing import Final

from redcathedral.play.bot import BotSpecError

ENDLESS: Final = 1 << 40  # decisions, where the time is what counts


@dataclass(frozen=True)
class Budget:
    """For one whole turn of a seat.  ``seconds`` is 0.0 where only ``nodes`` counts."""

    nodes: int
    seconds: float = 0.0


def budget(nodes: str, ms: str, usual: int) -> Budget:
    """The budget that the options of a bot ask for; ``usual`` nodes where they ask for none.

    Raises BotSpecError for anything but a whole number of at least 1, and for both at once.
    """
    if nodes and ms:
        raise BotSpecError("give nodes or ms, not both: nodes=5000 or ms=50")
    if ms:
        return Budget(ENDLESS, _number("ms", ms, 600_000) / 1000)
    return Budget(_number("nodes", nodes, ENDLESS) if nodes else usual)


def _number(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise BotSpecError(f"{name}={text!r} is no budget; write a whole number from 1 to {most}")
    return int(text)
