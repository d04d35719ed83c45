"""Fixtures with the text of the packaged edition, for tests to change."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def good() -> str:
    folder = files("redcathedral.box").joinpath("editions")
    return folder.joinpath("reconstructed-2020.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file for the editions that the tests of this folder write."""
    return tmp_path_factory.mktemp("box") / "own.toml"
