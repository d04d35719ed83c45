"""The same seeds play the same games, independent of changes inside the engine."""

from __future__ import annotations

import pytest

from tests.engine.golden import GAMES, golden
from tests.properties.modes import ALL


def test_a_game_of_each_mode() -> None:
    assert golden(len(ALL)) == "1a1dcf49622ccc1a5101485fffb314e246a701916758422f04a2f1cfd94017cb"


@pytest.mark.long
def test_all_games() -> None:
    assert golden(GAMES) == "d4937835dfd5bce40577f0c50a1df688fafbb667de89a1be930bd5b4b7b993aa"
