"""Decisions as types, and their ids."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path

import pytest

from redcathedral.engine import decisions
from redcathedral.record.decision import (
    DECISIONS,
    Deliver,
    Discard,
    IvanOrnament,
    MoveDie,
    Swap,
    Take,
    Trade,
    decode,
    encode,
)
from redcathedral.record.notation import decision_text, read_decision, text_of

GOLDEN = Path(__file__).with_name("decisions.txt")


def test_decision_table_matches_the_golden_file() -> None:
    """Records and bots depend on ids and texts: a change here would break them."""
    rows = [f"{number} {decision_text(number)}" for number in range(len(DECISIONS))]
    assert rows == GOLDEN.read_text(encoding="utf-8").splitlines()


def test_every_id_has_one_decision_and_one_text() -> None:
    assert len(DECISIONS) == decisions.DECISION_COUNT
    assert len(set(DECISIONS)) == len(DECISIONS)
    for number in range(decisions.DECISION_COUNT):
        assert encode(decode(number)) == number
        assert text_of(decode(number)) == decision_text(number)
        assert read_decision(decision_text(number)) == number


def test_the_order_is_the_engines() -> None:
    for given, got in permutations(range(6), 2):
        assert encode(Trade(given, got)) == decisions.trade(given, got)
    for first, second in combinations(range(8), 2):
        assert encode(Swap(first, second)) == decisions.swap(first, second)
    for three in combinations(range(6), 3):
        assert encode(Discard(three)) == decisions.discard(*three)
    assert encode(Take(1)) == decisions.TAKE
    assert encode(MoveDie(4, 7)) == decisions.TILE - 1
    assert encode(Deliver(35, 5)) == decisions.ORNAMENT - 1
    assert encode(IvanOrnament(35)) == decisions.DECISION_COUNT - 1


@pytest.mark.parametrize("number", [-1, decisions.DECISION_COUNT, 1 << 70])
def test_no_decision_has_another_id(number: int) -> None:
    with pytest.raises(ValueError, match=r"is not the id of a decision; ids are 0 to 833"):
        decode(number)


def test_rejects_numbers_out_of_range() -> None:
    with pytest.raises(ValueError, match=r"Deliver\(place=36, material=0\) is not a decision"):
        encode(Deliver(36, 0))
    with pytest.raises(ValueError, match="a number is out of range"):
        encode(Discard((2, 1, 0)))
