"""Piles of materials as one number."""

from __future__ import annotations

import pytest

from redcathedral.box.vocabulary import MATERIAL_COUNT
from redcathedral.engine import pile

PILES = [
    (0, 0, 0, 0, 0, 0),
    (1, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 127),
    (127, 127, 127, 127, 127, 127),
    (3, 4, 0, 1, 2, 5),
    (99, 0, 99, 0, 64, 63),
]


@pytest.mark.parametrize("counts", PILES)
def test_pile_returns_its_counts(counts: tuple[int, ...]) -> None:
    made = pile.from_counts(counts)
    assert [pile.count_of(made, kind) for kind in range(MATERIAL_COUNT)] == list(counts)
    assert pile.total(made) == sum(counts)
    assert sum(pile.pieces(kind, count) for kind, count in enumerate(counts)) == made


@pytest.mark.parametrize("counts", PILES)
@pytest.mark.parametrize("least", [1, 2, 4, 64, 127])
def test_kinds_with_at_least_a_number_of_pieces(counts: tuple[int, ...], least: int) -> None:
    made = pile.from_counts(counts)
    enough = [int(count >= least) for count in counts]
    assert pile.kinds_with_at_least(made, least) == pile.from_counts(enough)
    assert [
        pile.has(pile.kinds_with_at_least(made, least), kind) for kind in range(MATERIAL_COUNT)
    ] == enough
    assert pile.kinds(made) == pile.kinds_with_at_least(made, 1)


@pytest.mark.parametrize("needs", PILES)
@pytest.mark.parametrize("stock", [*PILES, (2, 5, 1, 0, 2, 126)])
def test_lacking_pieces(needs: tuple[int, ...], stock: tuple[int, ...]) -> None:
    short = [max(0, need - has) for need, has in zip(needs, stock, strict=True)]
    found = pile.lacking(pile.from_counts(needs), pile.from_counts(stock))
    assert found == pile.from_counts(short)


def test_the_largest_edition_fits() -> None:
    """An edition has at most 99 pieces of a kind (``box.reader``)."""
    assert pile.MAX_COUNT >= 99
