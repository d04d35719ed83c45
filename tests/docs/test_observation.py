"""docs/reference/observation.md has the tables that the code describes."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

from tools.observation_reference import PAGE, page


def test_the_tables_equal_those_of_the_code() -> None:
    """If this fails, run ``python tools/observation_reference.py``."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text


def test_rejects_a_page_without_the_markers_of_a_table() -> None:
    with pytest.raises(ValueError, match=r"observation\.md has no place for the part full"):
        page("<!-- compact -->\n<!-- end -->\n<!-- full -->\n")
