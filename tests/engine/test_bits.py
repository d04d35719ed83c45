"""Sets as bits; with the 32-bit shifts of a C int, places from 32 on would be lost."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from redcathedral.box.vocabulary import LEVEL_COUNT, PLACE_COUNT, TOWER_COUNT
from redcathedral.engine import bits

ENGINE = Path(__file__).parents[2] / "src" / "redcathedral" / "engine"


@pytest.mark.parametrize("number", range(62))
def test_set_of_one_number(number: int) -> None:
    assert bits.bit(number) == 2**number
    assert bits.count(bits.bit(number) | 1) == (1 if number == 0 else 2)


@pytest.mark.parametrize("place", range(PLACE_COUNT))
def test_the_smallest_place_of_a_set(place: int) -> None:
    everywhere = 2**PLACE_COUNT - 1
    assert bits.lowest(2**place) == place
    assert bits.lowest(everywhere >> place << place) == place
    assert bits.count(everywhere >> place) == PLACE_COUNT - place


def test_a_tower_is_all_its_places() -> None:
    towers = [bits.TOWER_MASK << tower * LEVEL_COUNT for tower in range(TOWER_COUNT)]
    assert sum(towers) == 2**PLACE_COUNT - 1


@pytest.mark.parametrize("file", sorted(ENGINE.glob("*.py")), ids=lambda file: file.stem)
def test_no_literal_is_shifted_by_a_variable(file: Path) -> None:
    """In compiled code, ``1 << place`` is silently a shift of 32 bits."""
    found = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.LShift)
        and isinstance(node.left, ast.Constant)
        and not isinstance(node.right, ast.Constant)
    ]
    assert found == [], "write bits.bit(...)"
