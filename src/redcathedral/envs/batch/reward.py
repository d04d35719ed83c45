"""What a game gives its seats: the schemes of reward, for every environment the same.

A reward comes when a game ends, each seat's own.  A game that the cap on turns stops ends without
a result (R7.7) and gives nothing.  By the potential-based scheme every step pays as well: see
``potential``.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.ai.value.standings import MAX_SEATS, final_margin, prestige_totals, rank_key
from redcathedral.engine.state import State

WIN: Final = 0
MARGIN: Final = 1
RANK: Final = 2
POTENTIAL: Final = 3
SCHEMES: Final = ("win", "margin", "rank", "potential")

MARGIN_POINTS: Final = 50.0  # prestige ahead that a margin of 1 stands for
PENALTY: Final = -1.0  # for a wrong action, where it ends the game


def result(state: State, scheme: i64) -> vec[float]:
    """What a game gives its seats that ended like this position, for interpreted code."""
    out = vec[float]([0.0] * int(state.setting.seat_count))
    write_result(state, scheme, out, 0)
    return out


def potentials(state: State) -> vec[float]:
    """The potential of each seat, for interpreted code."""
    out = vec[float]([0.0] * int(state.setting.seat_count))
    write_potentials(state, out, 0)
    return out


def write_result(state: State, scheme: i64, out: vec[float], start: i64) -> None:
    """Write for each seat what a game gives that ended like this position.

    ``WIN`` and ``POTENTIAL``: 1 for the winner, the same in all taken from the others in equal
    parts; a victory that is shared is shared.  ``RANK``: from 1 for the first place down to -1 for
    the last in equal steps, tied seats the mean of their places.  Both add up to 0.  ``MARGIN``:
    the prestige ahead of the best other seat, in units of ``MARGIN_POINTS``.
    """
    totals = prestige_totals(state)
    seats = state.setting.seat_count
    others = float(seats - 1)
    seat: i64
    other: i64
    for seat in range(seats):
        if scheme == MARGIN:
            out[start + seat] = float(final_margin(state, seat, totals)) / MARGIN_POINTS
            continue
        own = rank_key(state, totals, seat)
        ahead: i64 = 0
        tied: i64 = 1
        for other in range(seats):
            if other != seat:
                theirs = rank_key(state, totals, other)
                if theirs > own:
                    ahead += 1
                elif theirs == own:
                    tied += 1
        if scheme == RANK:
            out[start + seat] = 1.0 - float(2 * ahead + tied - 1) / others
        elif ahead > 0:
            out[start + seat] = -1.0 / others
        else:
            out[start + seat] = (float(seats) / float(tied) - 1.0) / others


def potential(state: State, seat: i64, totals: vec[i64]) -> float:
    """What a position promises a seat by itself: its margin as it stands.

    A step from one position to the next pays ``discount * next - this`` more than the result
    does; a game that has ended promises 0, one that was stopped what its last position does.
    Whatever is done, that adds up to the same, so the best policy stays the best.
    """
    return float(final_margin(state, seat, totals)) / MARGIN_POINTS


def write_potentials(state: State, out: vec[float], start: i64) -> None:
    """Write the potential of each seat."""
    totals = prestige_totals(state)
    seat: i64
    for seat in range(state.setting.seat_count):
        out[start + seat] = potential(state, seat, totals)


def write_totals(state: State, out: vec[i64], start: i64) -> None:
    """Write each seat's prestige in all, as the position stands."""
    totals = prestige_totals(state)
    seat: i64
    for seat in range(state.setting.seat_count):
        out[start + seat] = totals[MAX_SEATS + seat]
