"""Explain why one turn is better than another: compare their yields from each source.

Rollouts continue both turns with the same dice.  For each seat they add up recognition and
prestige on the track, prestige of the towers (R7.4, R7.5), materials and rubles gained and paid,
and banners placed.
"""

from collections.abc import Sequence
from statistics import fmean
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from redcathedral.ai.analysis.sample import half_interval
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.standings import prestige_totals
from redcathedral.box.vocabulary import MATERIAL_COUNT, RECOGNITION, RUBLE
from redcathedral.engine import events, rules
from redcathedral.engine.scoring import GOODS_PRICE
from redcathedral.engine.state import JournalEntry, State

AdvantageSource: TypeAlias = Literal[
    "towers", "prestige", "recognition", "materials", "rubles", "banners"
]
SOURCES: Final[tuple[AdvantageSource, ...]] = get_args(AdvantageSource)
ROLLOUTS: Final = 12  # for each of the two turns
# The approximate worth of one unit in prestige, by which advantages are sorted.
WEIGHTS: Final[dict[AdvantageSource, float]] = {
    "towers": 1.0,
    "prestige": 1.0,
    "recognition": 0.5,
    "materials": 1 / GOODS_PRICE,
    "rubles": 1 / GOODS_PRICE,
    "banners": 0.5,
}
MIN_WEIGHT: Final = 0.25  # prestige; smaller advantages are omitted

Yields: TypeAlias = list[dict[AdvantageSource, float]]  # one for each seat


class Advantage(NamedTuple):
    """The additional yield (or if negative, the smaller yield) of a seat from a source.

    ``error`` is half of the 95 % interval.
    """

    source: AdvantageSource
    seat: int
    more: float
    error: float


def reasons(
    rollouts: Rollouts,
    state: State,
    better: Sequence[int],
    other: Sequence[int],
    count: int = ROLLOUTS,
) -> list[Advantage]:
    """Return the advantages of one turn over another, the largest first.

    ``better`` and ``other`` are decisions in ``state``, up to the end of the turn, a re-roll or a
    choice for Ivan; each is continued by ``count`` rollouts.  Advantages that are small or less
    than their error are omitted.
    """
    seat = state.decider
    pairs = [
        (_yields(rollouts, state, better, number), _yields(rollouts, state, other, number))
        for number in range(count)
    ]
    weighted: list[tuple[float, Advantage]] = []
    for receiver in range(state.setting.seat_count):
        for source in SOURCES:
            more = [first[receiver][source] - second[receiver][source] for first, second in pairs]
            advantage = Advantage(source, receiver, fmean(more), half_interval(more))
            weight = abs(advantage.more) * WEIGHTS[source]
            if abs(advantage.more) > advantage.error and weight >= MIN_WEIGHT:
                weighted.append((weight, advantage))
    weighted.sort(key=lambda pair: (-pair[0], pair[1].seat != seat))
    return [advantage for _, advantage in weighted]


def _yields(rollouts: Rollouts, start: State, ids: Sequence[int], number: int) -> Yields:
    state = start.copy()
    journal: list[JournalEntry] = []
    state.journal = journal
    for decision in ids:
        rules.apply(state, decision)
    state = rollouts.play_to_horizon(state, number)
    towers = prestige_totals(state)
    seats = range(state.setting.seat_count)
    counts: Yields = [dict.fromkeys(SOURCES, 0.0) for _ in seats]
    for seat in seats:
        counts[seat]["towers"] = float(towers[seat])
    for entry in journal:
        _add_event(counts[entry.seat], entry)
    return counts


def _add_event(counts: dict[AdvantageSource, float], entry: JournalEntry) -> None:
    match entry.kind:
        case events.GAINED | events.PAID:
            counts[_resource(entry.a)] += entry.b if entry.kind == events.GAINED else -entry.b
        case events.REPRIMANDED:
            counts["recognition"] -= entry.b
        case events.PRESTIGE_GAINED:
            counts["prestige"] += entry.a
        case events.PRESTIGE_LOST:
            counts["prestige"] -= entry.a
        case events.CLAIMED:
            counts["banners"] += 1
        case _:
            pass  # other events have no yield


def _resource(resource: int) -> AdvantageSource:
    if resource == RECOGNITION:
        return "recognition"
    if resource == RUBLE:
        return "rubles"
    assert resource < MATERIAL_COUNT
    return "materials"
