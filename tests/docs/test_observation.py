"""The page of the observations has the tables of the code."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

from tools.observation_reference import PAGE, page


def test_the_tables_are_those_of_the_code() -> None:
    """Else: ``python tools/observation_reference.py``."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text


def test_a_page_without_a_place_for_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match=r"observation\.md has no place for the table full"):
        page("<!-- compact -->\n<!-- end -->\n<!-- full -->\n")
