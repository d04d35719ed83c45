"""Evaluate a position for a seat with handmade rules, in hundredths of a prestige point.

The rules use integers, so that compiled and interpreted code give the same numbers.  They never
change, because other bots are measured against ``greedy``, which uses them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.engine import track
from redcathedral.engine.components import Components
from redcathedral.engine.resources import free_slots
from redcathedral.engine.scoring import CARD_VALUE, ORNAMENT_VALUE
from redcathedral.engine.state import State

PRESTIGE_UNIT: Final = 100
CARD_WORTH: Final = CARD_VALUE * PRESTIGE_UNIT + 150  # a completed card
ORNAMENT_WORTH: Final = ORNAMENT_VALUE * PRESTIGE_UNIT + 100
CLAIM_WORTH: Final = 60  # a claimed card
CROWDING_PENALTY: Final = 120  # subtracted for each unfinished card beyond the third
RUBLE_WORTH: Final = 22
RECOGNITION_WORTH: Final = 30  # recognition on an unfinished card
MANY_RUBLES: Final = 6  # rubles beyond this number are worth half
SLOT_WORTH: Final = 9  # a free slot of the inventory
TILE_WORTH: Final = 45  # a face-up tile in the workshop
AVAILABLE_ORNAMENT_WORTH: Final = 55  # an ornament that can be placed
RIVAL_DIVISOR: Final = 3  # 1/3 of the best rival's worth is subtracted
# A material that no card of the seat needs, by kind.
UNNEEDED_WORTH: Final = vec[i64]((18, 18, 20, 34, 40, 40))
HELD_TENTHS: Final = 6  # a needed material in the inventory is worth 6/10 of a delivery


def appraise(state: State, seat: i64) -> i64:
    """Return the worth of a position for a seat; more is better."""
    worth = _public_worth(state, seat)
    worth += _goods_worth(state, seat) + _workshop_worth(state, seat)
    slots = free_slots(state, seat)
    worth += SLOT_WORTH * (slots if slots < 4 else 4)
    return worth - _best_rival_worth(state, seat) // RIVAL_DIVISOR


def track_worth(components: Components, position: i64) -> i64:
    """Return the worth of a place on the track, interpolated between prestige spaces."""
    number = track.prestige(components, position)
    start = track.prestige_space(components, number)
    end = track.prestige_space(components, number + 1)
    return number * PRESTIGE_UNIT + (position - start) * (PRESTIGE_UNIT - 20) // (end - start)


def _public_worth(state: State, seat: i64) -> i64:
    """Return the worth of the track, completed cards and ornaments."""
    worth = track_worth(state.setting.components, state.score(seat))
    return worth + state.completed(seat) * CARD_WORTH + state.decorated(seat) * ORNAMENT_WORTH


def _best_rival_worth(state: State, seat: i64) -> i64:
    """Return the greatest public worth of another seat."""
    best: i64 = 0
    other: i64
    for other in range(state.setting.seat_count):
        if other != seat:
            worth = _public_worth(state, other)
            if worth > best:
                best = worth
    return best


def _goods_worth(state: State, seat: i64) -> i64:
    """Return the worth of goods, and of unfinished cards by their materials."""
    components = state.setting.components
    worth: i64 = 0
    slot: i64
    kind: i64
    remaining = vec[i64]([0] * v.MATERIAL_COUNT)
    for kind in range(v.MATERIAL_COUNT):
        remaining[kind] = state.materials(seat, kind)
    for slot in range(state.unfinished_count(seat)):
        place = state.unfinished_place(seat, slot)
        card = state.setting.card[place]
        total: i64 = 0
        held: i64 = 0
        for kind in range(v.MATERIAL_COUNT):
            cost = components.card_cost[card * v.MATERIAL_COUNT + kind]
            total += cost
            need = cost - state.delivered(place, kind)
            reserved = remaining[kind] if remaining[kind] < need else need
            remaining[kind] -= reserved
            held += reserved
        delivered = total - state.missing(place)
        reward = (
            CARD_WORTH
            + components.card_recognition[card] * RECOGNITION_WORTH
            + components.card_rubles[card] * RUBLE_WORTH
        )
        progress = delivered * 8 + held * HELD_TENTHS
        worth += CLAIM_WORTH + (reward - CLAIM_WORTH) * progress // (total * 10)
        if slot > 2:
            worth -= CROWDING_PENALTY
    for kind in range(v.MATERIAL_COUNT):
        worth += remaining[kind] * UNNEEDED_WORTH[kind]
    rubles = state.rubles(seat)
    if rubles > MANY_RUBLES:
        return worth + MANY_RUBLES * RUBLE_WORTH + (rubles - MANY_RUBLES) * RUBLE_WORTH // 2
    return worth + rubles * RUBLE_WORTH


def _workshop_worth(state: State, seat: i64) -> i64:
    """Return the worth of workshop tiles and available ornaments."""
    worth: i64 = 0
    space: i64
    section: i64
    for space in range(v.WORKSHOP_COUNT):
        if state.workshop(seat, space) > 0:
            worth += TILE_WORTH
    for section in range(v.SECTION_COUNT):
        worth += state.ornaments(seat, section) * AVAILABLE_ORNAMENT_WORTH
    return worth
