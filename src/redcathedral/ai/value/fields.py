"""Define the inputs of the network: fields of a position, each a small integer.

A position has fields of the box (``box_fields``), which do not change during a game, common fields,
fields of each tower (``towers``), and fields of each seat.  They say what a component costs, pays
and does, never which row of an edition it is, so a network can evaluate games with any edition.
Every value of every field has its own row of weights (an embedding bag), so inputs need no scaling
and no linear relation is assumed.  Larger numbers count as the last value of a field.
``field_reader`` reads the fields of a position.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.ai.value.box_fields import BENEFIT_VALUES, FIELDS_OF_BOX
from redcathedral.ai.value.field_table import BOX, COMMON, SEAT, TOWER
from redcathedral.ai.value.standings import MAX_SEATS
from redcathedral.ai.value.towers import FIELDS_PER_TOWER
from redcathedral.box import vocabulary as v

MAX_LEAD: Final = 40  # a lead is cut off below -40 and above 40
LEAD_VALUES: Final = 2 * MAX_LEAD + 1
LANDING_VALUES: Final = BENEFIT_VALUES * v.SPACE_LIMIT  # a resource tile and the dice on it
# An empty workshop space: its cost up to 4, and what it sets free (nothing, an ornament, a banner).
MAX_COST: Final = 4
GIFT_COUNT: Final = 2 + v.SECTION_COUNT
FACE_DOWN: Final = (MAX_COST + 1) * GIFT_COUNT  # the value of a tile face down; then the benefits

# The numbers of the fields.  "+ die" marks the first of several fields, one for each die.
MODE: Final = FIELDS_OF_BOX
TEMPO: Final = MODE + 1
LEAD: Final = MODE + 2
COMPLETED: Final = MODE + 3
CLAIMABLE: Final = MODE + 4
UNDECORATED: Final = MODE + 5  # + section
SUPPLY: Final = MODE + 8  # + material, from gold on
TARGET_TILE: Final = MODE + 11  # + die
TARGET_ACTION: Final = MODE + 16  # + 2 * die, + 1 for the second action
IVAN_CARD: Final = MODE + 26  # + position
IVAN_PILES: Final = MODE + 31
FIRST_TOWER: Final = MODE + 32
FIRST_SEAT: Final = FIRST_TOWER + v.TOWER_COUNT * FIELDS_PER_TOWER

PRESTIGE: Final = 0
TO_PRESTIGE: Final = 1
RUBLES: Final = 2
STORED: Final = 3  # + material
FREE_SLOTS: Final = 9
BANNERS: Final = 10
INVENTORY_BANNERS: Final = 11
CARDS_COMPLETED: Final = 12
AVAILABLE_ORNAMENTS: Final = 13
DECORATED: Final = 14
TOWER_PRESTIGE: Final = 15
GOODS_PRESTIGE: Final = 16
UNFINISHED: Final = 17
MISSING: Final = 18  # + material
LACKING: Final = 24  # + material
LACKING_TOTAL: Final = 30
COMPLETABLE: Final = 31
DELIVERIES_TO_CLOSE: Final = 32
RECOGNITION_AHEAD: Final = 33
RUBLES_AHEAD: Final = 34
THREAT: Final = 35
WORKSHOP: Final = 36  # + space
PRESTIGE_AHEAD: Final = 42
SLOPE: Final = 43
FIELDS_OF_SEAT: Final = 44


def _spans() -> list[tuple[int, int]]:
    """Return the first row and the number of rows of each field.

    All towers have the same rows, and so have both actions of an influence card.
    """
    result: list[tuple[int, int]] = []
    row = 0
    for number, (_, size) in enumerate(BOX + COMMON):
        is_second = TARGET_ACTION <= number < IVAN_CARD and (number - TARGET_ACTION) % 2 == 1
        if is_second:
            result.append(result[-1])
            continue
        result.append((row, size))
        row += size
    towers: list[tuple[int, int]] = []
    for _, size in TOWER:
        towers.append((row, size))
        row += size
    result += towers * v.TOWER_COUNT
    for _, size in SEAT * MAX_SEATS:
        result.append((row, size))
        row += size
    return result


_OFFSETS: Final = vec[i64]([first for first, _ in _spans()])
_SIZES: Final = vec[i64]([size for _, size in _spans()])
ROW_COUNT: Final = sum(_spans()[-1])


def field_count(seats: i64) -> i64:
    """Return the number of fields of a position."""
    return FIRST_SEAT + seats * FIELDS_OF_SEAT


def no_values(seats: i64) -> vec[i64]:
    """Return a vec for the values of all fields of a position; all are 0."""
    return vec[i64]([0] * int(field_count(seats)))


def row_of(field: i64, value: i64) -> i64:
    """Return the row of a field's value, which is limited to the values of the field."""
    last = _SIZES[field] - 1
    if value > last:
        value = last
    elif value < 0:
        value = 0
    return _OFFSETS[field] + value


def value_of(field: i64, row: i64) -> i64:
    """Return the value of a field from its row."""
    return row - _OFFSETS[field]
