"""Decision ids: each possible decision of the game has a fixed number.

Functions named ``..._moves`` write the ids of legal decisions.  Common decisions have ids below
257, because Python caches small integers.  ``redcathedral.record`` has the text form of each id.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import MATERIAL_COUNT

# mypyc folds constants only within a module, so the sizes are written as literals here.
_MATERIALS: Final = 6
_PLACES: Final = 36
TAKE_LIMIT: Final = 12  # three dice on a space (R6.3), four units per die
DIE_STEPS: Final = 8  # a die moves 0 to 7 extra steps
TRADE_KINDS: Final = 5  # kinds that can be received for a given kind

END: Final = 0
STOP: Final = 1
PAY: Final = 2
INFLUENCE: Final = 3  # + action 0..1
TAKE: Final = INFLUENCE + 2  # + units - 1
ACTIVATE: Final = TAKE + TAKE_LIMIT  # + workshop space
DIE: Final = ACTIVATE + 6  # + die * 8 + extra steps 0..7
TILE: Final = DIE + 5 * DIE_STEPS  # + workshop space * 2 + (0 up, 1 down)
SELL: Final = TILE + 6 * 2  # + material
BUY: Final = SELL + _MATERIALS  # + material
TRADE: Final = BUY + _MATERIALS  # + given * 5 + received (without the given kind)
GIVE: Final = TRADE + _MATERIALS * TRADE_KINDS  # + material
GET: Final = GIVE + _MATERIALS  # + material
DISCARD: Final = GET + _MATERIALS  # + index of the three materials in lexical order
SWAP: Final = DISCARD + 20  # + index of the two spaces in lexical order
PRESTIGE_RUBLES: Final = SWAP + 28
PRESTIGE_REROLL: Final = PRESTIGE_RUBLES + 1  # + space
DELIVER: Final = PRESTIGE_REROLL + 8  # + place * 6 + material
ORNAMENT: Final = DELIVER + _PLACES * _MATERIALS  # + place * 6 + gems
CLAIM: Final = ORNAMENT + _PLACES * 6  # + place * 4 + banner source
IVAN_CLAIM: Final = CLAIM + _PLACES * 4  # + place
IVAN_ORNAMENT: Final = IVAN_CLAIM + _PLACES  # + place
DECISION_COUNT: Final = IVAN_ORNAMENT + _PLACES

MAX_LEGAL: Final = 512  # no position has more legal decisions


def put(out: vec[i64], n: i64, decision: i64) -> i64:
    """Write a legal decision after the first ``n``; return the new number of decisions."""
    out[n] = decision
    return n + 1


def put_if(out: vec[i64], n: i64, condition: i64, decision: i64) -> i64:
    """Write a decision if ``condition`` is 1, not if it is 0; this is faster than a branch."""
    out[n] = decision
    return n + condition


def trade(given: i64, received: i64) -> i64:
    """Return the id of the trade of one kind for another (R6.7)."""
    return TRADE + given * TRADE_KINDS + (received if received < given else received - 1)


def received_kind(index: i64) -> i64:
    """Return the kind that is received in the trade ``TRADE + index``."""
    given = index // TRADE_KINDS
    received = index % TRADE_KINDS
    return received if received < given else received + 1


def swap(first: i64, second: i64) -> i64:
    """Return the id of the swap of two spaces 0..7, the lower one first."""
    return SWAP + first * (15 - first) // 2 + second - first - 1


def discard(first: i64, second: i64, third: i64) -> i64:
    """Return the id of the discard of three different materials, in ascending order."""
    index: i64 = 0
    a: i64
    b: i64
    for a in range(first):
        index += (MATERIAL_COUNT - 1 - a) * (MATERIAL_COUNT - 2 - a) // 2
    for b in range(first + 1, second):
        index += MATERIAL_COUNT - 1 - b
    return DISCARD + index + third - second - 1
