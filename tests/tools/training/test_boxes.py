"""The boxes of training games: the packaged edition and random ones, or one edition."""

from __future__ import annotations

from redcathedral.box import load_edition
from tools.training.boxes import BOX_COUNT, GAMES_PER_BOX, PACKAGED_SHARE, training_components


def test_games_with_neighboring_seeds_share_a_box() -> None:
    seeds = range(0, 60 * GAMES_PER_BOX, GAMES_PER_BOX)
    boxes = [training_components(None, seed) for seed in seeds]
    for seed, box in zip(seeds[:5], boxes, strict=False):
        for game in range(GAMES_PER_BOX):
            assert training_components(None, seed + game).edition.hash == box.edition.hash
    hashes = [box.edition.hash for box in boxes]
    packaged = hashes.count(load_edition().hash)
    assert abs(packaged / len(boxes) - PACKAGED_SHARE) < 0.2
    assert len({*hashes}) > (len(boxes) - packaged) * (1 - len(boxes) / BOX_COUNT)


def test_one_edition_for_all_games() -> None:
    name = load_edition().id
    assert {training_components(name, seed).edition.id for seed in range(0, 50, 5)} == {name}
