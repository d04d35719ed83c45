"""How the seats stand: the score as it is, who is next, and the result once nothing can change."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import MATERIAL_COUNT, TOWER_COUNT
from redcathedral.engine import scoring, track
from redcathedral.engine.build import CLOSING_CARDS
from redcathedral.engine.phases import OVER
from redcathedral.engine.state import NOBODY, State
from redcathedral.engine.turn import is_final_roll

MAX_SEATS: Final = 4  # most that a position can have
WHOLE_SHARE: Final = 1 << 16  # a share of the win of 1
AHEAD: Final = 512  # that a prestige ahead is worth beside it: 0.8 %
UNCLAIMED: Final = 16  # work on a card that is not claimed yet: no card takes more


def prestige_totals(state: State) -> vec[i64]:
    """For each seat the prestige of the towers, then for each the total, as the position stands."""
    seats = state.setting.seat_count
    components = state.setting.components
    result = vec[i64]([0] * (2 * MAX_SEATS))
    tower: i64
    seat: i64
    for tower in range(TOWER_COUNT):
        if scoring.tower_value(state, tower) == 0:
            continue
        worth = scoring.tower_prestige(state, tower)
        for seat in range(seats):
            result[seat] += i64(worth[seat])
    for seat in range(seats):
        goods = state.stored(seat) + state.rubles(seat)
        result[MAX_SEATS + seat] = (
            result[seat]
            + track.prestige(components, state.score(seat))
            + goods // scoring.GOODS_PRICE
        )
    return result


def next_seat(state: State) -> i64:
    """The seat whose turn comes next, or is about to begin."""
    if is_final_roll(state):
        return (state.seat + 1) % state.setting.seat_count
    return state.seat


def last_round(state: State, seat: i64) -> i64:
    """0 while the game is open; in the last round 1 when the seat has or is at a turn, else 2."""
    if state.closer == NOBODY:
        return 0
    if is_decided(state):
        return 2
    seats = state.setting.seat_count
    coming = next_seat(state)
    left = (state.closer - coming) % seats
    if left == 0:
        left = seats  # the closing turn itself is not over
    return 1 if (seat - coming) % seats < left else 2


def is_late(state: State) -> bool:
    """Whether the game is closing, or one card closes it (R7.1)."""
    seat: i64
    for seat in range(state.setting.seat_count):
        if state.completed(seat) >= CLOSING_CARDS - 1:
            return True
    return False


def work_left(state: State, seat: i64) -> i64:
    """How far a seat is from the card that closes the game (R7.1), about: what is still to do.

    A material to be delivered counts 1, another 1 if it is not there, a card to be claimed more
    than any that is claimed.
    """
    count = state.unfinished_count(seat)
    work: i64 = 0
    ahead = CLOSING_CARDS - state.completed(seat) - count
    if ahead > 0:
        work = ahead * UNCLAIMED
    slot: i64
    kind: i64
    for kind in range(MATERIAL_COUNT):
        missing: i64 = 0
        for slot in range(count):
            missing += state.needed(state.unfinished_place(seat, slot), kind)
        work += missing
        if missing > state.materials(seat, kind):
            work += missing - state.materials(seat, kind)
    return work


def is_last_turn(state: State) -> bool:
    """Whether the turn of the seat that is to decide is the last of the game (R7.1)."""
    return (state.seat + 1) % state.setting.seat_count == state.closer != NOBODY


def is_decided(state: State) -> bool:
    """Whether nothing can be gained any more: the game is over, or the last turn's roll is due.

    Optional actions that a turn left open allows after it (R3.5) pay no more than before it.
    """
    if state.phase == OVER:
        return True
    return is_final_roll(state) and next_seat(state) == state.closer


def final_share(state: State, seat: i64, totals: vec[i64]) -> i64:
    """A seat's share of the win, of WHOLE_SHARE, as the position stands (R7.6)."""
    own = rank_key(state, totals, seat)
    tied: i64 = 1
    other: i64
    for other in range(state.setting.seat_count):
        if other != seat:
            theirs = rank_key(state, totals, other)
            if theirs > own:
                return 0
            if theirs == own:
                tied += 1
    return WHOLE_SHARE // tied


def final_margin(state: State, seat: i64, totals: vec[i64]) -> i64:
    """The prestige ahead of the best other seat as the position stands."""
    best: i64 = -1000
    other: i64
    for other in range(state.setting.seat_count):
        if other != seat and totals[MAX_SEATS + other] > best:
            best = totals[MAX_SEATS + other]
    return totals[MAX_SEATS + seat] - best


def final_shares(state: State) -> list[float]:
    """Each seat's share of the win, 0 to 1, as the position stands; for interpreted code."""
    totals = prestige_totals(state)
    seats = range(state.setting.seat_count)
    return [float(final_share(state, seat, totals)) / WHOLE_SHARE for seat in seats]


def final_margins(state: State) -> list[int]:
    """How far each seat is ahead of the best other one; for interpreted code."""
    totals = prestige_totals(state)
    seats = range(state.setting.seat_count)
    return [int(final_margin(state, seat, totals)) for seat in seats]


def final_worth(state: State, seat: i64, totals: vec[i64]) -> i64:
    """The share, and a little for what is ahead of the best other seat."""
    return final_share(state, seat, totals) + final_margin(state, seat, totals) * AHEAD


def rank_key(state: State, totals: vec[i64], seat: i64) -> i64:
    """Who comes before whom (R7.6), as one number: total, then cards, then ornaments."""
    cards = state.completed(seat)
    return (totals[MAX_SEATS + seat] * 64 + cards) * 64 + state.decorated(seat)
