"""What was a good move: the best turns of a position, and a recorded game turn by turn."""

from redcathedral.analysis.hint import Hint, hint
from redcathedral.analysis.report import (
    Analysis,
    Option,
    Play,
    Roll,
    SeatBalance,
    Turn,
    from_json,
    to_json,
)
from redcathedral.analysis.review import analyse
from redcathedral.analysis.value import Value, Values

__all__ = [
    "Analysis",
    "Hint",
    "Option",
    "Play",
    "Roll",
    "SeatBalance",
    "Turn",
    "Value",
    "Values",
    "analyse",
    "from_json",
    "hint",
    "to_json",
]
