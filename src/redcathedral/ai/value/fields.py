"""Define the inputs of the network: fields of a position, each a small integer.

A position has common fields, fields of each tower (``towers``), and fields of each seat.  Every
value of every field has its own row of weights (an embedding bag), so inputs need no scaling and no
linear relation is assumed.  ``COMMON`` and ``SEAT`` list the fields; larger numbers count as the
last value of a field.  ``field_reader`` reads the fields of a position.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.ai.value.standings import MAX_SEATS
from redcathedral.ai.value.towers import FIELDS_PER_TOWER, TOWER
from redcathedral.box import vocabulary as v

MAX_LEAD: Final = 40  # a lead is cut off below -40 and above 40
LEAD_VALUES: Final = 2 * MAX_LEAD + 1
MAX_INFLUENCE_CARDS: Final = 31  # influence cards that an edition can have
LANDING_VALUES: Final = v.SPACE_COUNT * v.SPACE_LIMIT  # a resource tile and the dice on it

# The numbers of the fields.  "+ die" marks the first of several fields, one for each die.
MODE: Final = 0
TEMPO: Final = 1
LEAD: Final = 2
COMPLETED: Final = 3
CLAIMABLE: Final = 4
UNDECORATED: Final = 5  # + section
SUPPLY: Final = 8  # + material, from gold on
INFLUENCE: Final = 11  # + group
TARGET_TILE: Final = 15  # + die
TARGET_CARD: Final = 20  # + die
IVAN_CARD: Final = 25  # + position
IVAN_PILES: Final = 30
FIELDS_IN_COMMON: Final = 31

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
FIELDS_OF_SEAT: Final = 42

_MATERIALS: Final = ("wood", "brick", "stone", "gold", "green", "purple")

# Number, meaning and number of values of each field, in order of the numbers.  The meanings must
# not change: weights store a hash of them (``ai.weights.file.shape_of``).
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
        (INFLUENCE + n, f"influence card of group {n + 1}", MAX_INFLUENCE_CARDS)
        for n in range(v.QUADRANT_COUNT)
    ),
    *(
        (
            TARGET_TILE + die,
            f"where die {die} leads: the tile and the dice there",
            2 + LANDING_VALUES,
        )
        for die in range(v.DIE_COUNT)
    ),
    *(
        (TARGET_CARD + die, f"where die {die} leads: the influence card", 1 + MAX_INFLUENCE_CARDS)
        for die in range(v.DIE_COUNT)
    ),
    *((IVAN_CARD + n, f"Ivan's card {n + 1} and its side", 11) for n in range(v.IVAN_ROW)),
    (IVAN_PILES, "materials on Ivan's Inventory and Build cards", 17),
)
SEAT: Final = (
    (PRESTIGE, "prestige on the track", 64),
    (TO_PRESTIGE, "recognition to the next prestige", 6),
    (RUBLES, "rubles", 14),
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
    (RUBLES_AHEAD, "rubles on unfinished cards", 10),
    (THREAT, "prestige that the tsar's reprimand threatens", 7),
    *(
        (WORKSHOP + n, f"workshop tile {n + 1}: own colour, other colours, white", 11)
        for n in range(v.WORKSHOP_COUNT)
    ),
)
FIRST_TOWER: Final = FIELDS_IN_COMMON
FIRST_SEAT: Final = FIELDS_IN_COMMON + v.TOWER_COUNT * FIELDS_PER_TOWER


def _spans() -> list[tuple[int, int]]:
    """Return the first row and the number of rows of each field; the towers' rows are last."""
    common: list[tuple[int, int]] = []
    seats: list[tuple[int, int]] = []
    towers: list[tuple[int, int]] = []
    row = 0
    for _, _, size in COMMON:
        common.append((row, size))
        row += size
    for _ in range(MAX_SEATS):
        for _, _, size in SEAT:
            seats.append((row, size))
            row += size
    for _, _, size in TOWER:
        towers.append((row, size))
        row += size
    return [*common, *towers * v.TOWER_COUNT, *seats]


_OFFSETS: Final = vec[i64]([first for first, _ in _spans()])
_SIZES: Final = vec[i64]([size for _, size in _spans()])
ROW_COUNT: Final = (
    sum([size for _, _, size in COMMON])
    + MAX_SEATS * sum([size for _, _, size in SEAT])
    + sum([size for _, _, size in TOWER])
)


def field_count(seats: i64) -> i64:
    """Return the number of fields of a position."""
    return FIRST_SEAT + seats * FIELDS_OF_SEAT


def empty_rows(seats: i64) -> vec[i64]:
    """Return a vec for the rows of a position."""
    return vec[i64]([0] * int(field_count(seats)))


def put(rows: vec[i64], field: i64, value: i64) -> None:
    """Write the row of a field's value, limited to the last value of the field."""
    last = _SIZES[field] - 1
    if value > last:
        value = last
    elif value < 0:
        value = 0
    rows[field] = _OFFSETS[field] + value


def value_of(rows: vec[i64], field: i64) -> i64:
    """Return the value of a field from its row."""
    return rows[field] - _OFFSETS[field]
