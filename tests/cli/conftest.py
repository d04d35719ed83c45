"""Texts of a test's own in the place of the packaged ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from redcathedral.text import catalog


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder the texts are read from: the English ones, and what a test puts there."""
    english = catalog.FOLDER.joinpath("en.json").read_text(encoding="utf-8")
    folder = tmp_path / "locales"
    folder.mkdir()
    (folder / "en.json").write_text(english, encoding="utf-8")
    monkeypatch.setattr(catalog, "FOLDER", folder)
    catalog.load_texts.cache_clear()
    yield folder
    catalog.load_texts.cache_clear()
