"""A screen reader finds in the named positions what was read; `make trees` keeps it anew."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.e2e.positions import POSITIONS
from tests.e2e.trees import FOLDER, trees
from tests.server.house import Client


def test_the_trees_are_those_that_were_read(browser: Browser, house: Client) -> None:
    found = dict(trees(browser, house))
    kept = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml")}
    assert found.keys() == kept.keys() == POSITIONS.keys()
    for name, tree in found.items():
        assert tree == kept[name], name
