"""Decision ids: every decision of ``record.md`` has one fixed number, in one table.

``legal`` lists ids in ascending order.  The ids of the common decisions lie below 257, where
Python keeps its small integers ready.  The text form of an id is in ``redcathedral.record``.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from redcathedral.box.vocabulary import MATERIAL_COUNT

TAKE_LIMIT: Final = 12  # three dice on a space (R6.3), at most four units a tile

END: Final = 0
STOP: Final = 1
PAY: Final = 2
INFLUENCE: Final = 3  # + action 0..1
TAKE: Final = 5  # + units - 1
ACTIVATE: Final = 17  # + workshop space
DIE: Final = 23  # + die * 8 + extra steps 0..7
TILE: Final = 63  # + workshop space * 2 + (0 up, 1 down)
SELL: Final = 75  # + material
BUY: Final = 81  # + material
TRADE: Final = 87  # + given * 5 + got (the given one left out)
GIVE: Final = 117  # + material
GET: Final = 123  # + material
DISCARD: Final = 129  # + index of the three materials in lexical order
SWAP: Final = 149  # + index of the two spaces in lexical order
PRESTIGE_RUBLES: Final = 177
PRESTIGE_REROLL: Final = 178  # + space
DELIVER: Final = 186  # + place * 6 + material
ORNAMENT: Final = 402  # + place * 6 + gems
CLAIM: Final = 618  # + place * 4 + banner source
IVAN_CLAIM: Final = 762  # + place
IVAN_ORNAMENT: Final = 798  # + place
DECISION_COUNT: Final = 834

DIE_STEPS: Final = 8
TRADE_KINDS: Final = 5


def trade(given: i64, got: i64) -> i64:
    """The id of `trade given got`; the two kinds differ (R6.7)."""
    return TRADE + given * TRADE_KINDS + (got if got < given else got - 1)


def trade_got(index: i64) -> i64:
    """The material got by the trade ``TRADE + index``."""
    given = index // TRADE_KINDS
    got = index % TRADE_KINDS
    return got if got < given else got + 1


def swap(first: i64, second: i64) -> i64:
    """The id of `swap` for two spaces 0..7, the lower one first."""
    return SWAP + first * (15 - first) // 2 + second - first - 1


def discard(first: i64, second: i64, third: i64) -> i64:
    """The id of `discard` for three different materials in ascending order."""
    index: i64 = 0
    a: i64
    b: i64
    for a in range(first):
        index += (MATERIAL_COUNT - 1 - a) * (MATERIAL_COUNT - 2 - a) // 2
    for b in range(first + 1, second):
        index += MATERIAL_COUNT - 1 - b
    return DISCARD + index + third - second - 1
