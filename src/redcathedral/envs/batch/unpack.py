"""Unpack the words of observations to small numbers, by a list of operations.

``envs.observation`` makes the operations and the tables of an edition.  Most numbers are 0, so only
the others are written.
"""

from typing import Final

from librt.strings import BytesWriter, read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from redcathedral.box.vocabulary import (
    DIE_COUNT,
    MATERIAL_COUNT,
    PLACE_COUNT,
    QUADRANT_COUNT,
    SPACE_COUNT,
)
from redcathedral.envs.batch import words as w

# The kinds of operations.
COPY: Final = 0  # the value
ONE_HOT: Final = 1  # a 1 for one of ``width`` values, the first of which is ``parameter``
TABLE: Final = 2  # ``width`` numbers: the row of the value in the table at ``parameter``
LANDING: Final = 3  # the space where each die would end, one-hot; none for no space (R6.1)
CROWD: Final = 4  # the number of dice on each space (R6.3)
EFFECT: Final = 5  # TABLE for the action in progress, if there is one (R6.7)
NEEDED: Final = 6  # the missing materials of cards; none for completed cards and Ivan's (R8.4)
PRESTIGE: Final = 7  # the prestige spaces up to each marker (R7.2)
GAIN: Final = 8  # the prestige for each of ``width`` recognition more

OPERATION_SIZE: Final = 12
MAX_NUMBER: Final = 255  # larger numbers count as this number
PILE_MASK: Final = (1 << 48) - 1  # the bytes of six materials
_WORD_BYTES: Final = 8
_MAX_SEATS: Final = 4


class Unpacker:
    """Unpacks observations of the games of one edition to ``size`` numbers each.

    An operation has OPERATION_SIZE numbers: the kind; the position of the values as in
    ``facts.Fact`` (word, shift, bits, parts, rows, words); the index of the first number to write;
    the distance between those of two rows, and of two parts; ``width`` and ``parameter``.  Tables
    have a row for each byte.  ``prestige`` has the prestige at each space up to the lap.
    """

    def __init__(
        self, operations: list[int], tables: bytes, size: int, prestige: list[int]
    ) -> None:
        self._operations = _numbers(operations)
        self._prestige = _numbers(prestige)
        # Bytes, because there can be a thousand editions.
        self._tables: vec[u8] = vec[u8](tables)
        self._zeros = bytes(size)

    def unpack(self, data: bytes) -> bytes:
        """Unpack whole observations, whose words are little-endian."""
        out = BytesWriter()
        start: i64 = 0
        first: i64 = 0
        while start < len(data):
            out.write(self._zeros)
            self._unpack_one(data, start, out, first)
            start += w.WORDS * _WORD_BYTES
            first += len(self._zeros)
        return out.getvalue()

    def _unpack_one(self, data: bytes, start: i64, out: BytesWriter, first: i64) -> None:
        numbers = self._operations
        at: i64
        for at in range(0, len(numbers), OPERATION_SIZE):
            kind = numbers[at]
            to = first + numbers[at + 7]
            if kind <= TABLE:
                self._unpack_values(data, start, out, to, at)
            elif kind == LANDING:
                _write_landings(data, start, out, to)
            elif kind == CROWD:
                _write_crowds(data, start, out, to)
            elif kind == EFFECT:
                self._write_effect(data, start, out, to, numbers[at + 10], numbers[at + 11])
            elif kind == NEEDED:
                _write_needed(data, start, out, to)
            else:
                self._write_prestige(data, start, out, to, numbers[at + 10] if kind == GAIN else 0)

    def _unpack_values(self, data: bytes, start: i64, out: BytesWriter, to: i64, at: i64) -> None:
        numbers = self._operations
        kind = numbers[at]
        word = start + numbers[at + 1] * _WORD_BYTES
        bits = numbers[at + 3]
        width = numbers[at + 10]
        parameter = numbers[at + 11]
        row: i64
        part: i64
        for row in range(numbers[at + 5]):
            values = read_i64_le(data, word) >> numbers[at + 2]
            word += numbers[at + 6] * _WORD_BYTES
            place = to
            to += numbers[at + 8]
            for part in range(numbers[at + 4]):
                if values == 0 and kind != ONE_HOT:
                    break
                value = values & ((i64(1) << bits) - 1)
                values >>= bits
                if kind == ONE_HOT:
                    if parameter <= value < parameter + width:
                        out[place + value - parameter] = 1
                elif kind == TABLE:
                    self._copy_row(value, width, parameter, out, place)
                elif value != 0:
                    out[place] = u8(min(value, MAX_NUMBER))
                place += numbers[at + 9]

    def _copy_row(self, row: i64, width: i64, table: i64, out: BytesWriter, to: i64) -> None:
        tables = self._tables
        first = table + row * width
        index: i64
        for index in range(width):
            number = tables[first + index]
            if number != 0:
                out[to + index] = number

    def _write_effect(
        self, data: bytes, start: i64, out: BytesWriter, to: i64, width: i64, table: i64
    ) -> None:
        action = _byte(data, start, w.TURN, 7)
        if action == 0:
            return
        quadrant = (max(_byte(data, start, w.TURN, 3), 1) - 1) // 2 % QUADRANT_COUNT
        card = _byte(data, start, w.CARDS, quadrant)
        self._copy_row(card * 2 + (action - 1) % 2, width, table, out, to)

    def _write_prestige(
        self, data: bytes, start: i64, out: BytesWriter, to: i64, gains: i64
    ) -> None:
        """Write the prestige of each marker, or of the next ``gains`` spaces."""
        seat: i64
        space: i64
        for seat in range(_MAX_SEATS):
            words = w.SEATS + seat * w.SEAT_WORDS
            if _byte(data, start, words + w.BOARD, 6) == 0:
                break  # there is no such seat
            score = read_i64_le(data, start + (words + w.SCORE) * _WORD_BYTES) & 65535
            total = self._total(score)
            if gains == 0:
                out[to + seat] = u8(min(total, MAX_NUMBER))
            for space in range(gains):
                out[to + seat * gains + space] = u8(self._total(score + space + 1) - total)

    def _total(self, score: i64) -> i64:
        prestige = self._prestige
        lap = i64(len(prestige) - 1)
        laps = max(score - 1, 0) // lap
        return laps * prestige[lap] + prestige[score - laps * lap]


def _numbers(items: list[int]) -> vec[i64]:
    numbers: list[i64] = []
    for item in items:
        numbers.append(item)
    return vec[i64](numbers)


def _byte(data: bytes, start: i64, word: i64, index: i64) -> i64:
    return read_i64_le(data, start + word * _WORD_BYTES) >> 8 * index & 255


def _write_landings(data: bytes, start: i64, out: BytesWriter, to: i64) -> None:
    die: i64
    for die in range(DIE_COUNT):
        space = _byte(data, start, w.SPACES, die)
        if space != 0:
            end = (space + _byte(data, start, w.FACES, die) - 1) % SPACE_COUNT
            out[to + die * SPACE_COUNT + end] = 1


def _write_crowds(data: bytes, start: i64, out: BytesWriter, to: i64) -> None:
    die: i64
    for die in range(DIE_COUNT):
        space = (_byte(data, start, w.SPACES, die) + SPACE_COUNT - 1) % SPACE_COUNT
        if _byte(data, start, w.SPACES, die) != 0:
            out[to + space] = out[to + space] + 1


def _write_needed(data: bytes, start: i64, out: BytesWriter, to: i64) -> None:
    built = read_i64_le(data, start + w.BUILT * _WORD_BYTES)
    address = start
    place: i64
    kind: i64
    for place in range(PLACE_COUNT):
        costs = read_i64_le(data, address + w.COSTS * _WORD_BYTES) & PILE_MASK
        delivered = read_i64_le(data, address + w.PLACES * _WORD_BYTES)
        address += _WORD_BYTES
        if costs == 0 or built >> place & 1:
            continue
        for kind in range(MATERIAL_COUNT):
            missing = (costs >> 8 * kind & 255) - (delivered >> 8 * kind & 255)
            if missing > 0:
                out[to + place * MATERIAL_COUNT + kind] = u8(missing)
