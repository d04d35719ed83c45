"""Read the inputs of the network for each tower: the competition for it, and the card on offer.

The prestige of a tower depends on the ranking by banners and ornaments in it (R7.4); with two
players, a tie pays nothing (R7.5).  So the fields describe the lead, the cards that can still be
built or claimed, and the seat to move.  All towers have the same fields and share their weights.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.ai.value.box_fields import ComponentValues
from redcathedral.box import vocabulary as v
from redcathedral.engine import pile, track
from redcathedral.engine.bits import TOWER_MASK, count, lowest
from redcathedral.engine.scoring import CARD_VALUE, ORNAMENT_VALUE
from redcathedral.engine.state import State

# Larger values are capped at these limits.
MAX_LEAD: Final = 3
MAX_UNFINISHED: Final = 2  # unfinished cards of the seat, or of all other seats
MAX_UNCLAIMED: Final = 3  # cards still to be claimed
MAX_MISSING: Final = 5  # materials that an unfinished card needs
MAX_LACKING: Final = 6  # materials for the card on offer that a seat does not have

MAX_PAYOFF: Final = 8  # prestige from the recognition of the card on offer

CONTEST: Final = 0
WORTH: Final = 1
PIECES: Final = 2
PROGRESS: Final = 3
HEIGHT: Final = 4
GAINS: Final = 5
COST: Final = 6
BARGAIN: Final = 7
NEED: Final = 8
PAYOFF: Final = 9
TILE: Final = 10
ABOVE: Final = 11
FIELDS_PER_TOWER: Final = 12


def read_towers(
    state: State, seat: i64, is_next: i64, of: ComponentValues, values: vec[i64], first: i64
) -> None:
    """Write the values of all towers' fields from a seat's point of view, from ``first`` on."""
    setting = state.setting
    seats = setting.seat_count
    tower: i64
    other: i64
    offset: i64
    all_built: i64 = 0
    all_decorated: i64 = 0
    for other in range(seats):
        all_built |= state.owned(other) & ~state.unfinished(other)
        all_decorated |= state.decorated_places(other)
    field = first
    for tower in range(v.TOWER_COUNT):
        height = setting.heights[tower]
        if height == 0:
            for offset in range(FIELDS_PER_TOWER):
                values[field + offset] = 0
            field += FIELDS_PER_TOWER
            continue
        shift = tower * v.LEVEL_COUNT
        built = all_built >> shift & TOWER_MASK
        decorated = all_decorated >> shift & TOWER_MASK
        own_unfinished: i64 = 0  # unfinished cards
        others_unfinished: i64 = 0
        own_pieces: i64 = 0  # banners and ornaments
        best: i64 = 0
        second: i64 = 0
        own_nearness: i64 = 0
        others_nearness: i64 = 0
        claimed: i64 = 0
        for other in range(seats):
            owned = state.owned(other) >> shift & TOWER_MASK
            claimed |= owned
            unfinished = owned & ~built
            pieces = count(owned & built)
            pieces += count(state.decorated_places(other) >> shift & TOWER_MASK)
            if other == seat:
                own_pieces = pieces
                own_unfinished = count(unfinished)
                own_nearness = _nearest(state, shift, unfinished, own_nearness)
            else:
                if pieces > best:
                    second = best
                    best = pieces
                elif pieces > second:
                    second = pieces
                others_unfinished += count(unfinished)
                others_nearness = _nearest(state, shift, unfinished, others_nearness)
        claimed_count = count(claimed)
        unclaimed = height - claimed_count
        lead = own_pieces - best
        leader: i64 = 1
        if lead > 0:
            leader = 2
        elif lead < 0:
            leader = 0
        lead = max(-MAX_LEAD, min(MAX_LEAD, lead))
        contest = (lead + MAX_LEAD) * (MAX_UNFINISHED + 1) + min(own_unfinished, MAX_UNFINISHED)
        contest = contest * (MAX_UNFINISHED + 1) + min(others_unfinished, MAX_UNFINISHED)
        contest = (contest * (MAX_UNCLAIMED + 1) + min(unclaimed, MAX_UNCLAIMED)) * 2
        if count(built & ~decorated) > 0:
            contest += 1
        values[field + CONTEST] = 1 + contest * 2 + is_next
        worth = min(count(built) * CARD_VALUE + count(decorated) * ORNAMENT_VALUE, 15)
        values[field + WORTH] = 1 + (worth * 3 + leader) * 3 + min(height - count(built), 2)
        values[field + PIECES] = 1 + (min(own_pieces, 4) * 5 + min(best, 4)) * 4 + min(second, 3)
        values[field + PROGRESS] = 1 + (own_nearness * 7 + others_nearness) * 3 + leader
        values[field + HEIGHT] = 1 + height * 7 + claimed_count
        _read_offer(state, seat, shift + claimed_count, unclaimed, of, values, field)
        field += FIELDS_PER_TOWER


def _nearest(state: State, shift: i64, unfinished: i64, best: i64) -> i64:
    """Return 6 minus the materials missing on the card nearest to completion; 0 for none."""
    while unfinished:
        missing = state.missing(shift + lowest(unfinished))
        unfinished &= unfinished - 1
        nearness = 6 - min(missing, MAX_MISSING)
        if nearness > best:
            best = nearness
    return best


def _read_offer(
    state: State,
    seat: i64,
    place: i64,
    unclaimed: i64,
    of: ComponentValues,
    values: vec[i64],
    field: i64,
) -> None:
    """Write the fields of the card on offer: the card, its needs, its tile, the card above it."""
    if unclaimed == 0:
        offset: i64
        for offset in range(GAINS, FIELDS_PER_TOWER):
            values[field + offset] = 0
        return
    setting = state.setting
    fewest: i64 = MAX_LACKING
    own_lacking: i64 = 0
    needs = setting.cost[place]
    other: i64
    for other in range(setting.seat_count):
        lacking = pile.total(pile.lacking(needs, state.stock(other)))
        if other == seat:
            own_lacking = min(lacking, MAX_LACKING)
        elif lacking < fewest:
            fewest = lacking
    section = setting.section(place)
    card = setting.card[place]
    components = setting.components
    score = state.score(seat)
    reached = track.prestige(components, score + components.card_recognition[card])
    values[field + GAINS] = of.gains[card]
    values[field + COST] = of.cost[card]
    values[field + BARGAIN] = of.bargain[card]
    values[field + PAYOFF] = 1 + min(reached - track.prestige(components, score), MAX_PAYOFF)
    values[field + NEED] = (
        1 + (section * (MAX_LACKING + 1) + own_lacking) * (MAX_LACKING + 1) + fewest
    )
    tile = state.tile(place)
    values[field + TILE] = 1 + of.tile(tile, setting.colours[seat]) if tile >= 0 else 0
    values[field + ABOVE] = of.above[setting.card[place + 1]] if unclaimed > 1 else 0
