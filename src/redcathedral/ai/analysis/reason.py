"""Why one turn is better than another: what each brings, source by source.

Both are played on with the same dice, as in the rollouts of a judgement, and what happens is
counted by the events that the engine notes: recognition and prestige on the track, what towers pay
in the end (R7.4, R7.5), materials and rubles got and not paid, banners put down; for oneself and
for each other seat.
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
COUNT: Final = 12  # how often both turns are played on
# What one of each is worth, about, in prestige: only to tell great reasons from small ones.
WEIGHTS: Final[dict[AdvantageSource, float]] = {
    "towers": 1.0,
    "prestige": 1.0,
    "recognition": 0.5,
    "materials": 1 / GOODS_PRICE,
    "rubles": 1 / GOODS_PRICE,
    "banners": 0.5,
}
LEAST: Final = 0.25  # prestige; what weighs less is no reason

Yields: TypeAlias = list[dict[AdvantageSource, float]]  # one for each seat


class Advantage(NamedTuple):
    """So much more of something comes of the better turn for a seat, or less where negative.

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
    count: int = COUNT,
) -> list[Advantage]:
    """What comes of a turn more than of another, the weightiest first.

    Both are decisions from a position on, to the end of the turn, a re-roll or a choice for Ivan;
    so often are they played on.
    What is within its error, or weighs next to nothing, is left out.  For the seat that decides
    more is better, for the others less.
    """
    seat = state.decider
    pairs = [
        (_counted(rollouts, state, better, number), _counted(rollouts, state, other, number))
        for number in range(count)
    ]
    found: list[tuple[float, Advantage]] = []
    for who in range(state.setting.seat_count):
        for source in SOURCES:
            more = [first[who][source] - second[who][source] for first, second in pairs]
            reason = Advantage(source, who, fmean(more), half_interval(more))
            weight = abs(reason.more) * WEIGHTS[source]
            if abs(reason.more) > reason.error and weight >= LEAST:
                found.append((weight, reason))
    found.sort(key=lambda pair: (-pair[0], pair[1].seat != seat))
    return [reason for _, reason in found]


def _counted(rollouts: Rollouts, start: State, ids: Sequence[int], number: int) -> Yields:
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
    for note in journal:
        _count(counts[note.seat], note)
    return counts


def _count(counts: dict[AdvantageSource, float], note: JournalEntry) -> None:
    match note.kind:
        case events.GAINED | events.PAID:
            amount = note.b if note.kind == events.GAINED else -note.b
            counts[_resource(note.a)] += amount
        case events.REPRIMANDED:
            counts["recognition"] -= note.b
        case events.PRESTIGE_GAINED:
            counts["prestige"] += note.a
        case events.PRESTIGE_LOST:
            counts["prestige"] -= note.a
        case events.CLAIMED:
            counts["banners"] += 1
        case _:  # nothing that pays by itself
            pass


def _resource(resource: int) -> AdvantageSource:
    if resource == RECOGNITION:
        return "recognition"
    if resource == RUBLE:
        return "rubles"
    assert resource < MATERIAL_COUNT
    return "materials"
