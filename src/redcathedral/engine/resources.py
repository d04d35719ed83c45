"""Receive and pay materials, rubles, recognition and prestige (R1.2 to R1.5)."""

from mypy_extensions import i64

from redcathedral.box.vocabulary import MATERIAL_COUNT, RECOGNITION, RUBLE
from redcathedral.engine import cells as at
from redcathedral.engine import events, pile, track
from redcathedral.engine.state import State


def free_slots(state: State, seat: i64) -> i64:
    """Return the number of inventory slots without a banner and without a material (R1.4)."""
    base = at.SEATS + seat * at.SEAT_SIZE
    cells = state.cells
    return state.setting.components.slots - cells[base + at.BANNERS] - cells[base + at.STORED]


def receivable(state: State, seat: i64, resource: i64, amount: i64) -> i64:
    """Return the amount of a gain that the supply and free slots allow (R1.3, R1.5)."""
    if resource == RECOGNITION:
        return amount
    limit = state.supply(resource)
    if resource < MATERIAL_COUNT:
        slots = free_slots(state, seat)
        if slots < limit:
            limit = slots
    return amount if amount < limit else limit


def receive(state: State, seat: i64, resource: i64, amount: i64) -> None:
    """Give a seat as much of a gain as it can receive (R1.3, R1.5)."""
    received = receivable(state, seat, resource, amount)
    if received == 0:
        return
    base = at.SEATS + seat * at.SEAT_SIZE
    cells = state.cells
    if resource < MATERIAL_COUNT:
        cells[at.SUPPLY] -= pile.pieces(resource, received)
        cells[base + at.MATERIALS] += pile.pieces(resource, received)
        cells[base + at.STORED] += received
    elif resource == RUBLE:
        cells[at.BANK] -= received
        cells[base + at.RUBLES] += received
    else:
        cells[base + at.SCORE] += received
    state.log_event(events.GAINED, seat, resource, received, 0)


def pay(state: State, seat: i64, resource: i64, amount: i64) -> None:
    """Return materials or rubles of a seat to the general supply."""
    if amount == 0:
        return
    base = at.SEATS + seat * at.SEAT_SIZE
    cells = state.cells
    if resource == RUBLE:
        cells[base + at.RUBLES] -= amount
        cells[at.BANK] += amount
    else:
        cells[base + at.MATERIALS] -= pile.pieces(resource, amount)
        cells[base + at.STORED] -= amount
        cells[at.SUPPLY] += pile.pieces(resource, amount)
    state.log_event(events.PAID, seat, resource, amount, 0)


def gain_prestige(state: State, seat: i64, amount: i64) -> None:
    """Move a marker forward to the next prestige space, once per point (R1.2)."""
    start = state.score(seat)
    position = start
    for _ in range(amount):
        position = track.next_prestige_space(state.setting.components, position)
    _put_marker(state, seat, position)
    state.log_event(events.PRESTIGE_GAINED, seat, amount, position - start, 0)


def can_lose_prestige(state: State, seat: i64) -> bool:
    """Return whether there is a prestige space behind the marker (R3.4)."""
    return state.score(seat) > state.setting.components.first_prestige


def lose_prestige(state: State, seat: i64) -> None:
    """Move a marker back to the prestige space strictly behind it (R1.2, R3.2)."""
    start = state.score(seat)
    position = track.previous_prestige_space(state.setting.components, start)
    _put_marker(state, seat, position)
    state.log_event(events.PRESTIGE_LOST, seat, 1, start - position, 0)


def lose_recognition(state: State, seat: i64, amount: i64) -> i64:
    """Move a marker back, at most to space 0 (R1.2); return the number of spaces moved."""
    start = state.score(seat)
    lost = amount if amount < start else start
    _put_marker(state, seat, start - lost)
    return lost


def _put_marker(state: State, seat: i64, position: i64) -> None:
    state.cells[at.SEATS + seat * at.SEAT_SIZE + at.SCORE] = position
