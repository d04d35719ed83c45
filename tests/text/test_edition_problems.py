"""Problems of editions in words: every code has a text."""

from __future__ import annotations

import pytest

from redcathedral.box import Problem
from redcathedral.text import Narrator
from redcathedral.text.catalog import DEFAULT_LANGUAGE, load_texts
from redcathedral.text.problems import describe_edition_problem
from tests.box.cases import CODES
from tests.box.test_entered_edition import ENTERED_CODES

PREFIX = "edition-problem."


def described(code: str, values: dict[str, int], language: str = DEFAULT_LANGUAGE) -> str:
    problem = Problem(7, "bases.b1", "a reason", "R5.3", "a fix", code, values)
    strict = language == DEFAULT_LANGUAGE
    return Narrator(language, strict=strict).say(describe_edition_problem(problem))


ALL_CODES = {**ENTERED_CODES, **dict(CODES.values())}


@pytest.mark.parametrize("code", ALL_CODES)
def test_each_code_has_a_text(code: str) -> None:
    text = described(code, ALL_CODES[code])
    assert "{" not in text
    assert text.endswith(".")


def test_each_text_has_a_code() -> None:
    ids = {id_ for id_ in load_texts(DEFAULT_LANGUAGE) if id_.startswith(PREFIX)}
    assert ids == {f"{PREFIX}{code}" for code in ALL_CODES}


@pytest.mark.parametrize(
    ("code", "values", "words"),
    [
        ("card-supply", {"material": 3, "n": 2, "of": 1}, "costs 2 of this kind (gold)"),
        ("ivan-tile", {"die": 1, "n": 0}, "gives the red die"),
        ("board-ornaments", {"colour": 1, "ornament": 1, "n": 2, "of": 1}, "Blue: "),
        (
            "board-ornaments",
            {"colour": 1, "ornament": 1, "n": 2, "of": 1},
            "2 ornaments of this type (arch)",
        ),
        ("few-cards", {"section": 2, "n": 5, "of": 6}, "6 cards of this type (dome)"),
        ("first-game", {"guild": 3}, "Clergy"),
        ("endless-trade", {"rubles": 1}, "1 ruble."),
        ("few-tiles", {"n": 11, "of": 12, "players": 2}, "not marked for three or more"),
        ("few-tiles", {"n": 22, "of": 24, "players": 4}, "there are only 22 workshop tiles"),
        ("prestige-last", {"n": 79, "of": 80}, "must be space 80 (R1.2). It is 79 now."),
    ],
)
def test_names_components(code: str, values: dict[str, int], words: str) -> None:
    assert words in described(code, values)


def test_a_problem_of_the_file_is_in_english() -> None:
    assert described("", {}, "de") == "a reason; a fix"
