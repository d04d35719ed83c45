"""What cannot be on a table, in words: every code has a text in every language."""

from __future__ import annotations

import pytest

from redcathedral.box import load_edition
from redcathedral.engine.components import Components
from redcathedral.engine.setup import new_setting
from redcathedral.record import PositionError
from redcathedral.text import Narrator, languages
from redcathedral.text.catalog import DEFAULT_LANGUAGE, load_texts
from redcathedral.text.problems import describe_error_code, describe_position_error

SETTING = new_setting(Components(load_edition()), [0, 1])
VALUES = {
    "seat": 1,
    "kind": 2,
    "ornament": 1,
    "tile": 3,
    "n": 7,
    "of": 2,
    "space": 4,
    "tower": 1,
    "least": 0,
    "most": 9,
}
CODES = [
    key.removeprefix("fault.") for key in load_texts(DEFAULT_LANGUAGE) if key.startswith("fault.")
]


@pytest.mark.parametrize("language", languages())
def test_each_has_a_text(language: str) -> None:
    words = Narrator(language, strict=True)
    assert len(CODES) > 15
    for code in CODES:
        assert "{" not in words.say(describe_error_code(code, VALUES, SETTING))


def test_things_are_named() -> None:
    words = Narrator(strict=True)
    error = PositionError("$.seats[1]", "a reason", "a way out", "ornaments", VALUES)
    assert words.say(describe_position_error(error, SETTING)) == (
        "Blue has placed 7 ornaments of this type (arch), but had only 2 available (R2.2, R4.5)."
    )


def test_malformed_input_has_the_english_message() -> None:
    error = PositionError("$.dice", "a list in place of an object", "write {...} there")
    described = Narrator("de").say(describe_position_error(error, SETTING))
    assert described == "$.dice: a list in place of an object; write {...} there"
