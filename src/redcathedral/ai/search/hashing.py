"""Calculate hash keys of positions: equal positions have equal keys, others almost never."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import LEVEL_COUNT, MATERIAL_COUNT, SPACE_COUNT, TOWER_COUNT
from redcathedral.engine import pile
from redcathedral.engine.bits import TOWER_MASK, count, lowest
from redcathedral.engine.cells import (
    BUILT,
    DECORATED,
    DELIVERED,
    DICE_COUNT,
    FACE,
    MATERIALS,
    OWN_DECORATED,
    OWNED,
    RESOURCE_TILE,
    RUBLES,
    SEAT_SIZE,
    SEATS,
    STORED,
    WORKSHOP,
)
from redcathedral.engine.state import State

_LOW: Final = (1 << 30) - 1
_WORD: Final = (1 << 62) - 1
_FACTOR: Final = 0x2C1B3C6D


def _mix(key: i64, word: i64) -> i64:
    """Mix a word into a key of 62 bits; compiled and interpreted code agree."""
    key ^= word
    return (key & _LOW) * _FACTOR ^ (key >> 30)


def turn_key(state: State, start: i64) -> i64:
    """Return a positive key of everything that a seat's decisions in one turn can change.

    This includes the scores of the other seats (R5.4), but not their pieces, because no effect
    changes what they own.
    """
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
    cells = state.cells
    key = _seat_key(cells, SEATS + state.seat * SEAT_SIZE, key)
    number: i64
    word: i64 = 0
    for number in range(state.setting.seat_count):
        word = word << 9 | state.score(number)
    key = _unfinished_key(state, _mix(key, word))
    word = 0
    for number in range(FACE, DICE_COUNT):
        word = word << 4 | cells[number]
    key = _mix(key, word)
    word = 0
    for number in range(RESOURCE_TILE, RESOURCE_TILE + SPACE_COUNT):
        word = word << 4 | cells[number]
    return _mix(key, word)


def _byte(word: i64, number: i64) -> i64:
    """Append a byte to a word."""
    return word << 8 | (number + 64) & 255


def _seat_key(cells: vec[i64], base: i64, key: i64) -> i64:
    """Mix in what the seat to move owns."""
    field: i64
    word: i64 = 0
    for field in range(MATERIAL_COUNT):
        word = _byte(word, pile.count_of(cells[base + MATERIALS], field))
    key = _mix(key, word)
    word = 0
    for field in range(RUBLES, WORKSHOP + 3):
        if field == RUBLES + 6:
            key = _mix(key, word)
            word = 0
        word = _byte(word, cells[base + field])
    key = _mix(key, word)
    word = 0
    for field in range(WORKSHOP + 3, WORKSHOP + 6):
        word = _byte(word, cells[base + field])
    owned = cells[base + OWNED]
    unfinished = owned & ~cells[BUILT]
    word = _byte(_byte(word, cells[base + STORED]), count(owned))
    key = _mix(key, _byte(word, count(owned) - count(unfinished)))
    word = _byte(0, count(cells[base + OWN_DECORATED]))
    waiting = count(unfinished)
    for field in range(6):
        if field == 5:
            key = _mix(key, word)
            word = 0
        place: i64 = 0
        if unfinished:
            place = lowest(unfinished)
            unfinished &= unfinished - 1
        word = _byte(word, place)
    return _mix(key, _byte(word, waiting))


def _unfinished_key(state: State, key: i64) -> i64:
    """Mix in the materials on own unfinished cards, and the ornaments of all towers."""
    cells = state.cells
    unfinished = state.unfinished(state.seat)
    seat: i64
    kind: i64
    tower: i64
    word: i64
    while unfinished:
        delivered = cells[DELIVERED + lowest(unfinished)]
        unfinished &= unfinished - 1
        word = 0
        for kind in range(MATERIAL_COUNT):
            word = word << 4 | pile.count_of(delivered, kind)
        key = _mix(key, word)
    for tower in range(TOWER_COUNT):
        claimed_levels = state.next_level(tower)
        word = tower << 3 * claimed_levels
        if cells[DECORATED] >> tower * LEVEL_COUNT & TOWER_MASK:
            for seat in range(state.setting.seat_count):
                places = state.decorated_places(seat) >> tower * LEVEL_COUNT & TOWER_MASK
                while places:
                    word |= (seat + 1) << 3 * (claimed_levels - 1 - lowest(places))
                    places &= places - 1
        key = _mix(key, word)
    return key


def game_key(state: State) -> i64:
    """Return a key of a whole position after the set-up."""
    key = turn_key(state, state.turn)
    key = _mix_all(key, state.cells)
    key = _mix(_mix_all(key, state.ivan_inventory), len(state.ivan_inventory))
    key = _mix_all(key, state.ivan_build)
    return _mix(_mix(key, state.pending << 8 | state.after), state.closer + 1)


def _mix_all(key: i64, numbers: vec[i64]) -> i64:
    number: i64
    for number in numbers:
        key = _mix(key, number & _WORD)
    return key
