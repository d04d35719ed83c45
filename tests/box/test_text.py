"""Editions as texts, without a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from redcathedral.box import EditionError, edition_text, load_edition, parse_edition
from redcathedral.box.source import MAX_BYTES


def test_a_text_is_read_like_a_file(tmp_path: Path) -> None:
    text = edition_text("reconstructed-2020")
    assert parse_edition(text) == load_edition()
    file = tmp_path / "my-box.toml"
    file.write_text(text, encoding="utf-8")
    assert edition_text(file) == text


def test_problems_of_a_text_have_its_name() -> None:
    with pytest.raises(EditionError, match=r"^mine: "):
        parse_edition("", "mine")


def test_rejects_a_text_that_is_too_long() -> None:
    with pytest.raises(EditionError, match="too many for an edition"):
        parse_edition("#" * (MAX_BYTES + 1))
