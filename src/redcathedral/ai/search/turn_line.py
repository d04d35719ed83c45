"""Store the decisions of a whole turn, and keep a list of the best turns."""

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.engine.state import State


class TurnLine:
    """The decisions of a turn, the position after them, and its worth."""

    def __init__(self, line: vec[i64], state: State, worth: i64) -> None:
        self.line = line
        self.state = state
        self.worth = worth

    def ids(self) -> list[int]:
        """Return the decisions in order, for interpreted code."""
        result: list[int] = []
        decision: i64
        for decision in self.line:
            result.append(decision)
        return result


def insert_turn(best: list[TurnLine], turn: TurnLine, keep: i64) -> None:
    """Insert a turn into a list sorted by worth, and keep the best ``keep`` turns."""
    index: i64 = len(best)
    while index > 0 and best[index - 1].worth < turn.worth:
        index -= 1
    best.insert(index, turn)
    if len(best) > keep:
        best.pop()
