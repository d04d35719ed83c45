"""The options of a game: their values, and the number that encodes them."""

from __future__ import annotations

from itertools import product

import pytest

from redcathedral.box.options import CHOICES, Options


def test_each_combination_of_values_has_its_own_number() -> None:
    every = [
        Options(**dict(zip(CHOICES, values, strict=True)))  # type: ignore[arg-type]  # by name
        for values in product(*CHOICES.values())
    ]
    assert sorted(options.number for options in every) == list(range(len(every)))
    assert Options().number == min(options.number for options in every)


def test_number_excludes_sides_of_single_colors() -> None:
    assert Options(sides={"red": "advanced"}).number == Options().number


@pytest.mark.parametrize("name", CHOICES)
def test_rejects_unknown_values(name: str) -> None:
    with pytest.raises(ValueError, match=rf"'perhaps' is not a value of {name}; take one of: "):
        Options(**{name: "perhaps"})  # type: ignore[arg-type]  # by name
