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

from redcathedral.ai.value.box_fields import ACTION_VALUES, BENEFIT_VALUES, BOX, FIELDS_OF_BOX
from redcathedral.ai.value.standings import MAX_SEATS
from redcathedral.ai.value.towers import FIELDS_PER_TOWER, TOWER
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

_MATERIALS: Final = ("wood", "brick", "stone", "gold", "green", "purple")

# Number, meaning and number of values of each field, in order of the numbers.  The meanings must
# not change: weights store a hash of them (``ai.weights.file.SHAPE``).
COMMON: Final = (
    (MODE, "mode: players or solo, side of the own workshop", 8),
    (TEMPO, "turns until this seat's, and whether the game is closing", 3 * MAX_SEATS),
    (
        LEAD,
        "lead over the best other by the score as it stands, and whether the game is closing",
        3 * LEAD_VALUES,
    ),
    (COMPLETED, "cards completed: own, and the most of another seat", 49),
    (CLAIMABLE, "cards that can be claimed", 7),
    (UNDECORATED + v.BASE, "bases without an ornament", 7),
    (UNDECORATED + v.MIDDLE, "middle sections without an ornament", 7),
    (UNDECORATED + v.DOME, "domes without an ornament", 7),
    (SUPPLY, "gold in the supply", 9),
    (SUPPLY + 1, "green gems in the supply", 9),
    (SUPPLY + 2, "purple gems in the supply", 9),
    *(
        (
            TARGET_TILE + die,
            f"where die {die} leads: the tile and the dice there",
            2 + LANDING_VALUES,
        )
        for die in range(v.DIE_COUNT)
    ),
    *(
        (TARGET_ACTION + n, f"where die {n // 2} leads: action {n % 2 + 1}", ACTION_VALUES)
        for n in range(2 * v.DIE_COUNT)
    ),
    *((IVAN_CARD + n, f"Ivan's card {n + 1} and its side", 11) for n in range(v.IVAN_ROW)),
    (IVAN_PILES, "materials on Ivan's Inventory and Build cards", 17),
)
SEAT: Final = (
    (PRESTIGE, "prestige on the track", 64),
    (TO_PRESTIGE, "recognition to the next prestige", 6),
    (RUBLES, "rubles", 18),
    *((STORED + n, f"{name} stored", 6) for n, name in enumerate(_MATERIALS)),
    (FREE_SLOTS, "free slots", 9),
    (BANNERS, "banners not on cards", 7),
    (INVENTORY_BANNERS, "banners in the inventory", 5),
    (CARDS_COMPLETED, "cards completed", 9),
    (AVAILABLE_ORNAMENTS, "ornaments available: door, arches, cross", 12),
    (DECORATED, "ornaments set up", 5),
    (TOWER_PRESTIGE, "prestige of the towers as they stand", 48),
    (GOODS_PRESTIGE, "prestige for goods left over", 6),
    (UNFINISHED, "unfinished cards", 7),
    *((MISSING + n, f"{name} missing on them", 6) for n, name in enumerate(_MATERIALS)),
    *((LACKING + n, f"{name} missing and not stored", 5) for n, name in enumerate(_MATERIALS)),
    (LACKING_TOTAL, "materials missing and not stored", 16),
    (COMPLETABLE, "cards that one build action can complete", 4),
    (DELIVERIES_TO_CLOSE, "deliveries to the sixth card", 25),
    (RECOGNITION_AHEAD, "recognition on unfinished cards", 24),
    (RUBLES_AHEAD, "rubles on unfinished cards", 16),
    (THREAT, "prestige that the tsar's reprimand threatens", 7),
    *(
        (
            WORKSHOP + n,
            f"workshop space {n + 1} or its tile: own colour, other colours, white",
            FACE_DOWN + 1 + BENEFIT_VALUES + v.DIE_COUNT,
        )
        for n in range(v.WORKSHOP_COUNT)
    ),
    (PRESTIGE_AHEAD, "prestige from the recognition on unfinished cards", 20),
    (SLOPE, "prestige from the next ten recognition", 11),
)


def _spans() -> list[tuple[int, int]]:
    """Return the first row and the number of rows of each field.

    All towers have the same rows, and so have both actions of an influence card.
    """
    result: list[tuple[int, int]] = []
    row = 0
    for _, _, size in BOX:
        result.append((row, size))
        row += size
    for number, _, size in COMMON:
        is_second = TARGET_ACTION <= number < IVAN_CARD and (number - TARGET_ACTION) % 2 == 1
        if is_second:
            result.append(result[-1])
            continue
        result.append((row, size))
        row += size
    towers: list[tuple[int, int]] = []
    for _, _, size in TOWER:
        towers.append((row, size))
        row += size
    result += towers * v.TOWER_COUNT
    for _ in range(MAX_SEATS):
        for _, _, size in SEAT:
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
