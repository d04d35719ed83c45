"""The same seeds play the same games, independent of changes inside the engine."""

from __future__ import annotations

import pytest

from tests.engine.golden import GAMES, golden
from tests.properties.modes import ALL


@pytest.mark.parametrize(
    ("first", "hash_"),
    [
        (0, "04724522f67bb971deffdf5564882fac82408959752cd223067022efd34b2cc0"),
        (10, "456657d74359aa33d1c7b75b949fc96cda203f152f9acd9d6688438375cafd9f"),
    ],
)
def test_a_game_of_each_mode(first: int, hash_: str) -> None:
    assert golden(len(ALL) // 2, first) == hash_


@pytest.mark.long
def test_all_games() -> None:
    assert golden(GAMES) == "d4937835dfd5bce40577f0c50a1df688fafbb667de89a1be930bd5b4b7b993aa"
