"""The accessibility trees of some positions match the stored ones; see `make trees`."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Arrive
from tests.e2e.trees import FOLDER, NAMES, trees
from tests.server.harness import Client


@pytest.mark.slow
def test_accessibility_trees_match_the_stored_ones(server: Client, arrive: Arrive) -> None:
    for name, tree in trees(arrive(server)):
        assert tree == (FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), name


def test_no_stored_tree_is_unused() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(NAMES)
