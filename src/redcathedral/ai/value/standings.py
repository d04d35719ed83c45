"""Calculate current scores, the next seat, and the result of a game that is decided."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import TOWER_COUNT
from redcathedral.engine import pile, scoring, track
from redcathedral.engine.bits import lowest
from redcathedral.engine.build import CLOSING_CARDS
from redcathedral.engine.phases import OVER
from redcathedral.engine.state import NOBODY, State
from redcathedral.engine.turn import is_final_roll

MAX_SEATS: Final = 4
WHOLE_SHARE: Final = 1 << 16  # the integer for a whole win
MARGIN_WEIGHT: Final = 512  # added for each prestige of the margin: 0.8 % of a win
OPEN_WORK: Final = 4  # work if nothing is missing
UNCLAIMED_WORK: Final = 16  # work for a card that must still be claimed; the maximum for a card


def prestige_totals(state: State) -> vec[i64]:
    """Return the current tower prestige of MAX_SEATS seats, and then their totals."""
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
    """Return the seat to move; at the final roll of a turn, the seat after it."""
    if is_final_roll(state):
        return (state.seat + 1) % state.setting.seat_count
    return state.seat


def last_round(state: State, seat: i64) -> i64:
    """Return 0 before the last round, 1 if the seat still has a turn in it, 2 if it has none."""
    if state.closer == NOBODY:
        return 0
    if is_decided(state):
        return 2
    seats = state.setting.seat_count
    next_to_move = next_seat(state)
    turns_left = (state.closer - next_to_move) % seats
    if turns_left == 0:
        turns_left = seats  # the closing turn itself is not over
    return 1 if (seat - next_to_move) % seats < turns_left else 2


def is_late(state: State) -> bool:
    """Return whether the last round has begun, or one more card begins it (R7.1)."""
    seat: i64
    for seat in range(state.setting.seat_count):
        if state.completed(seat) >= CLOSING_CARDS - 1:
            return True
    return False


def work_left(state: State, seat: i64) -> i64:
    """Return the approximate work that a seat needs for the card that closes the game (R7.1).

    It is 0 only if the game is closing.  Each missing material counts 1, and 1 more if the seat
    does not have it.  No claimed card counts more than a card that must still be claimed.
    """
    if state.closer != NOBODY:
        return 0
    count = state.unfinished_count(seat)
    work: i64 = OPEN_WORK
    unclaimed = CLOSING_CARDS - state.completed(seat) - count
    if unclaimed > 0:
        work += unclaimed * UNCLAIMED_WORK
    missing: i64 = 0  # a pile
    places = state.unfinished(seat)
    while places:
        place = lowest(places)
        places &= places - 1
        missing += state.needs(place)
    return work + pile.total(missing) + pile.total(pile.lacking(missing, state.stock(seat)))


def is_last_turn(state: State) -> bool:
    """Return whether the current turn is the last of the game (R7.1)."""
    return (state.seat + 1) % state.setting.seat_count == state.closer != NOBODY


def is_decided(state: State) -> bool:
    """Return whether the game is over, or has only the last roll and optional actions left.

    Optional actions after that roll (R3.5) gain no more than before it.
    """
    if state.phase == OVER:
        return True
    return is_final_roll(state) and next_seat(state) == state.closer


def final_share(state: State, seat: i64, totals: vec[i64]) -> i64:
    """Return a seat's share of the win in the current position (R7.6), of WHOLE_SHARE."""
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
    """Return the current lead in prestige over the best other seat; negative if behind."""
    best: i64 = -1000
    other: i64
    for other in range(state.setting.seat_count):
        if other != seat and totals[MAX_SEATS + other] > best:
            best = totals[MAX_SEATS + other]
    return totals[MAX_SEATS + seat] - best


def final_shares(state: State) -> list[float]:
    """Return each seat's share of the win, 0 to 1; for interpreted code."""
    totals = prestige_totals(state)
    seats = range(state.setting.seat_count)
    return [float(final_share(state, seat, totals)) / WHOLE_SHARE for seat in seats]


def final_margins(state: State) -> list[int]:
    """Return each seat's lead over the best other seat; for interpreted code."""
    totals = prestige_totals(state)
    seats = range(state.setting.seat_count)
    return [int(final_margin(state, seat, totals)) for seat in seats]


def rank_key(state: State, totals: vec[i64], seat: i64) -> i64:
    """Return a number that ranks the seats (R7.6): by total, then cards, then ornaments."""
    cards = state.completed(seat)
    return (totals[MAX_SEATS + seat] * 64 + cards) * 64 + state.decorated(seat)
