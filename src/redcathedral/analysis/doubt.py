"""How far off a judgement is beyond the chance of its rollouts.

The players of the rollouts do not see all, and the network at their end even less; what they come
to is off by about ``doubt`` * sqrt(p * (1 - p)) for a chance of p (one standard error), nothing
where the game is decided.  ``redcathedral calibrate`` has measured it for the weights of the
package and the two usual efforts.
"""

import functools
from importlib.resources import files
from math import hypot, sqrt
from typing import Final

import msgspec

from redcathedral.analysis.judge import Candidate, Effort
from redcathedral.analysis.sample import NORMAL
from redcathedral.analysis.value import SHARE_DIGITS, Value
from redcathedral.weights.file import Weights, fingerprint

FILE: Final = "doubts.json"


class Doubt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The doubt of a judge whose rollouts are of this kind, by the number of people, 1 for solo."""

    nodes: int
    horizon: int
    tables: dict[int, float]


class Doubts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured with some weights."""

    weights: str  # the fingerprint
    doubts: tuple[Doubt, ...]


@functools.cache
def known() -> Doubts:
    """The doubts that come with the package."""
    data = files("redcathedral.analysis").joinpath(FILE).read_bytes()
    return msgspec.json.decode(data, type=Doubts)


def doubt_of(weights: Weights, effort: Effort, players: int) -> float | None:
    """The doubt of a judge at a table of so many people, 1 for solo; None where nobody measured."""
    if known().weights != fingerprint(weights):
        return None
    for doubt in known().doubts:
        if (doubt.nodes, doubt.horizon) == (effort.nodes, effort.horizon):
            return doubt.tables.get(players)
    return None


def interval(value: Value, doubt: float | None) -> float:
    """Half of the 95 % interval of a chance: of its rollouts, and of the doubt if it is known."""
    return hypot(value.error, NORMAL * (doubt or 0.0) * _spread(value))


def interval_behind(candidate: Candidate, best: Candidate, seat: int, doubt: float | None) -> float:
    """Half of the 95 % interval of what a turn is worth less than the best.

    Of two turns of one position much of what the judge does not see is the same; what is left is
    taken to be as doubtful as one chance, the less certain of the two.  The same turn has none.
    """
    if candidate.key == best.key:
        return 0.0
    spread = max(_spread(one.values[seat]) for one in (candidate, best))
    error = candidate.sample.error(best.sample, seat)
    return round(hypot(error, NORMAL * (doubt or 0.0) * spread), SHARE_DIGITS)


def _spread(value: Value) -> float:
    return sqrt(max(value.share * (1 - value.share), 0.0))
