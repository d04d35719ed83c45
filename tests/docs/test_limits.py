"""The tables of docs/guides/hosting.md equal those of the code."""

from __future__ import annotations

from tools.hosting_reference import PAGE, page


def test_the_tables_of_files_and_limits_are_current() -> None:
    """If this fails, run ``python tools/hosting_reference.py``."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
