"""A screen reader finds in the named positions what was read; `make trees` keeps it anew."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from playwright.sync_api import Browser

from tests.e2e.positions import POSITIONS
from tests.e2e.trees import FOLDER, trees
from tests.server.house import Client

ALWAYS = ("start", "3p", "tile", "over")


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(ALWAYS, id="always"),
        pytest.param(POSITIONS.keys() - set(ALWAYS), id="others", marks=pytest.mark.long),
    ],
)
def test_the_trees_are_those_that_were_read(
    names: Collection[str], browser: Browser, house: Client
) -> None:
    for name, tree in trees(browser, house, names):
        assert tree == (FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), name


def test_every_position_has_its_tree() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == POSITIONS.keys()
