"""Decision ids: each decision has one fixed number, without gaps or overlaps."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from redcathedral.engine import decisions
from redcathedral.record.notation import decision_text
from tests.engine.words import DECISIONS, IDS, LETTERS

# How many decisions begin at each id, in the order of the ids.
GROUPS = [
    (decisions.END, 1),
    (decisions.STOP, 1),
    (decisions.PAY, 1),
    (decisions.INFLUENCE, 2),
    (decisions.TAKE, decisions.TAKE_LIMIT),
    (decisions.ACTIVATE, 6),
    (decisions.DIE, 5 * 8),
    (decisions.TILE, 6 * 2),
    (decisions.SELL, 6),
    (decisions.BUY, 6),
    (decisions.TRADE, 6 * 5),
    (decisions.GIVE, 6),
    (decisions.GET, 6),
    (decisions.DISCARD, 20),
    (decisions.SWAP, 28),
    (decisions.PRESTIGE_RUBLES, 1),
    (decisions.PRESTIGE_REROLL, 8),
    (decisions.DELIVER, 36 * 6),
    (decisions.ORNAMENT, 36 * 6),
    (decisions.CLAIM, 36 * 4),
    (decisions.IVAN_CLAIM, 36),
    (decisions.IVAN_ORNAMENT, 36),
]


def test_ids_cover_everything_without_gap_or_overlap() -> None:
    covered = [first + index for first, count in GROUPS for index in range(count)]
    assert covered == list(range(decisions.DECISION_COUNT))


def test_every_id_has_one_text() -> None:
    assert len(DECISIONS) == len(IDS) == decisions.DECISION_COUNT


def test_the_record_writes_the_same_words() -> None:
    """The list in ``words`` and the notation were written independently."""
    assert [decision_text(number) for number in range(decisions.DECISION_COUNT)] == DECISIONS


def test_take_reaches_as_far_as_three_dice_on_the_richest_tile() -> None:
    """A space has at most three dice (R6.3), and a tile gives at most four."""
    assert decisions.TAKE_LIMIT == 3 * 4


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("end", decisions.END),
        ("stop", decisions.STOP),
        ("pay", decisions.PAY),
        ("influence 1", decisions.INFLUENCE),
        ("take 1", decisions.TAKE),
        ("activate red", decisions.ACTIVATE),
        ("die white +0", decisions.DIE),
        ("tile red up", decisions.TILE),
        ("sell W", decisions.SELL),
        ("buy W", decisions.BUY),
        ("trade W B", decisions.TRADE),
        ("give W", decisions.GIVE),
        ("get W", decisions.GET),
        ("discard WBS", decisions.DISCARD),
        ("swap 1 2", decisions.SWAP),
        ("prestige rubles", decisions.PRESTIGE_RUBLES),
        ("prestige reroll 1", decisions.PRESTIGE_REROLL),
        ("deliver W 1.1", decisions.DELIVER),
        ("ornament 1.1 -", decisions.ORNAMENT),
        ("claim 1.1 inventory", decisions.CLAIM),
        ("ivan claim 1.1", decisions.IVAN_CLAIM),
        ("ivan ornament 1.1", decisions.IVAN_ORNAMENT),
    ],
)
def test_each_kind_begins_where_it_should(text: str, first: int) -> None:
    assert IDS[text] == first


def test_trades() -> None:
    for given, got in permutations(range(6), 2):
        number = decisions.trade(given, got)
        assert DECISIONS[number] == f"trade {LETTERS[given]} {LETTERS[got]}"
        assert decisions.received_kind(number - decisions.TRADE) == got


def test_swaps() -> None:
    for one, other in combinations(range(8), 2):
        assert DECISIONS[decisions.swap(one, other)] == f"swap {one + 1} {other + 1}"


def test_discards() -> None:
    for three in combinations(range(6), 3):
        letters = "".join(LETTERS[kind] for kind in three)
        assert DECISIONS[decisions.discard(*three)] == f"discard {letters}"
