"""What may be a seed, wherever one is given."""

from __future__ import annotations

from typing import cast

import pytest

from redcathedral import Game
from redcathedral.play.dice import Dice
from redcathedral.play.seed import checked_seed


class Whole:
    """A whole number of another library, as numpy has them."""

    def __index__(self) -> int:
        return 7


@pytest.mark.parametrize("wrong", ["x", "7", 1.5, 1.0, True, b"x", [1]])
def test_what_is_no_whole_number_is_refused(wrong: object) -> None:
    with pytest.raises(TypeError, match=r"a seed is a whole number from 0 to 2\*\*63 - 1"):
        Game(seed=cast("int", wrong))


@pytest.mark.parametrize("wrong", [-1, 1 << 63, 1 << 64, 10**40])
def test_a_number_that_is_no_seed_is_refused(wrong: int) -> None:
    """It would give the game of another seed."""
    with pytest.raises(ValueError, match=r"a seed is a whole number from 0 to 2\*\*63 - 1"):
        Dice(wrong)


@pytest.mark.parametrize("bits", [32, 63])
def test_the_first_and_the_last_seed(bits: int) -> None:
    assert checked_seed(0, bits) == 0
    assert checked_seed((1 << bits) - 1, bits) == (1 << bits) - 1
    with pytest.raises(ValueError, match=rf"0 to 2\*\*{bits} - 1"):
        checked_seed(1 << bits, bits)


def test_whole_numbers_of_other_libraries_are_taken() -> None:
    given = Game(seed=cast("int", Whole()))
    assert given.record.text() == Game(seed=7).record.text()
