"""The components of editions are made once."""

import pytest

from redcathedral.box import load_edition
from redcathedral.record.components import components_of


def test_components_are_made_once() -> None:
    assert components_of() is components_of(load_edition())


def test_an_edition_is_not_its_file() -> None:
    with pytest.raises(TypeError, match=r"edition is 'my-box\.toml'; it must be an Edition"):
        components_of("my-box.toml")  # type: ignore[arg-type]
