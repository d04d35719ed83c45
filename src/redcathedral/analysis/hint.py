"""The best turns of a position, as ids and amounts: what a table asks for, move by move."""

from typing import Final, NamedTuple

from redcathedral.analysis.judge import Judge, varied
from redcathedral.analysis.value import Value, behind
from redcathedral.engine.state import State
from redcathedral.weights.file import Weights, check_edition, packaged

NODES: Final = 20_000  # decisions tried: a third of a second, compiled


class Hint(NamedTuple):
    """A way to play on, and what it is worth to the seat that decides.

    ``ids`` go to the end of the turn, or to a re-roll or a choice for Ivan, after which to ask
    again.  ``gain`` is how much more that is than the position is worth as it stands, ``loss``
    how much less than the best hint, of the win (``Value.worth``).
    """

    ids: tuple[int, ...]
    value: Value
    gain: Value
    loss: float


def hint(
    state: State, keep: int = 3, nodes: int = NODES, weights: Weights | None = None
) -> list[Hint]:
    """The best turns, or ways to finish the turn, best first; of equals one.

    Of turns nearly as good as the best, those that begin with another card, die or building come
    first (``judge.varied``).  Raises ValueError where no decision is due, and WeightsError for
    weights made for another kind of edition.  The same position has the same hints.
    """
    if state.is_chance or state.is_over:
        raise ValueError("no decision is due in this position")
    judge = judge_of(state, nodes, weights)
    seat = state.decider
    before = judge.values(state)[seat]
    found = varied(judge.candidates(state), seat, keep)
    best = found[0].values[seat]
    return [
        Hint(ids, values[seat], values[seat] - before, behind(values[seat], best))
        for ids, values, _ in found
    ]


def judge_of(state: State, nodes: int, weights: Weights | None) -> Judge:
    """A judge for positions of this game, with the package's weights unless others are given."""
    used = weights or packaged()
    check_edition(used, state.setting.components.edition, "the file of weights")
    return Judge(used.network(), nodes)
