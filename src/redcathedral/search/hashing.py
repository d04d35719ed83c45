"""Numbers that stand for positions: equal positions have equal ones, others hardly ever."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import LEVEL_COUNT, MATERIAL_COUNT, SPACE_COUNT, TOWER_COUNT
from redcathedral.engine.layout import (
    DECORATION,
    DELIVERED,
    FACE,
    MARKET_SIZE,
    PLACE_SIZE,
    SCORE,
    SEAT_SIZE,
    SITES,
    UNFINISHED,
)
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import State

_LOW: Final = (1 << 30) - 1
_FACTOR: Final = 0x2C1B3C6D


def _mix(key: i64, word: i64) -> i64:
    """62 bits of key and word, the same compiled or not."""
    key ^= word
    return (key & _LOW) * _FACTOR ^ (key >> 30)


def turn_key(state: State, start: i64) -> i64:
    """A number for what a seat's own decisions of one turn can change; positive."""
    seats = state.seats
    base = state.seat * SEAT_SIZE
    key = _mix(
        start, state.phase << 40 | state.seat << 36 | state.left << 32 | (state.die + 1) << 28
    )
    key = _mix(
        key,
        (state.space + 1) << 24
        | state.taken << 22
        | state.influenced << 21
        | state.activated << 20
        | (state.action + 1) << 12
        | (1 if state.repeats > 0 else 0) << 11
        | state.window << 8
        | state.rerolled << 7
        | (state.claim + 1),
    )
    field: i64
    word: i64 = 0
    for field in range(SEAT_SIZE):
        word = word << 8 | (seats[base + field] + 64) & 255
        if field % 6 == 5:
            key = _mix(key, word)
            word = 0
    key = _mix(key, word)
    word = 0
    for field in range(state.setting.seat_count):
        word = word << 9 | seats[field * SEAT_SIZE + SCORE]
    key = _mix(key, word)
    key = _sites_key(state, key)
    market = state.market
    word = 0
    for field in range(FACE + 10):
        word = word << 4 | market[field]
    key = _mix(key, word)
    word = 0
    for field in range(MARKET_SIZE - SPACE_COUNT, MARKET_SIZE):
        word = word << 4 | market[field]
    return _mix(key, word)


def _sites_key(state: State, key: i64) -> i64:
    """What has been delivered to own cards, and where ornaments stand."""
    cathedral = state.cathedral
    seats = state.seats
    base = state.seat * SEAT_SIZE
    slot: i64
    kind: i64
    level: i64
    tower: i64
    for slot in range(seats[base + UNFINISHED]):
        site = seats[base + SITES + slot] * PLACE_SIZE + DELIVERED
        word: i64 = 0
        for kind in range(MATERIAL_COUNT):
            word = word << 4 | cathedral[site + kind]
        key = _mix(key, word)
    for tower in range(TOWER_COUNT):
        word = tower
        site = tower * LEVEL_COUNT * PLACE_SIZE + DECORATION
        for level in range(state.risen[tower]):
            word = word << 3 | (cathedral[site + level * PLACE_SIZE] + 1)
        key = _mix(key, word)
    return key


def game_key(state: State) -> i64:
    """A number for a whole position, of a game whose set-up is complete."""
    key = turn_key(state, state.turn)
    for numbers in (state.seats, state.cathedral, state.market, state.stock, state.ivan):
        key = _mix_all(key, numbers)
    key = _mix(_mix_all(key, state.ivan_inventory), len(state.ivan_inventory))
    key = _mix_all(key, state.ivan_build)
    return _mix(_mix(key, state.pending << 8 | state.after), state.closer + 1)


def setting_key(setting: Setting) -> i64:
    """A number for what a game was set up with; positive."""
    key: i64 = setting.seat_count << 1 | (1 if setting.solo else 0)
    key = key << 16 | setting.options.number
    for numbers in (
        setting.colours,
        setting.advanced,
        setting.heights,
        setting.card,
        setting.influence,
    ):
        key = _mix_all(key, numbers)
    return key


def _mix_all(key: i64, numbers: vec[i64]) -> i64:
    number: i64
    for number in numbers:
        key = _mix(key, number & _LOW)
    return key
