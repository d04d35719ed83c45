"""Derive all chance of a game from its seed, its row in a batch, and its number in that row."""

from typing import Final

from mypy_extensions import i64

from redcathedral.engine.rng import Rng

# The random streams of the first game of a row: of its dice, and of its box and the agent's seat.
# Policies and searches use lower streams.
FIRST_EPISODE_STREAM: Final = 1 << 16
FIRST_DRAW_STREAM: Final = 1 << 31


def row_seed(seed: int, game: int) -> int:
    """Return the seed of a row: of 0 to 2**32 - 1, and the number of the row in the batch."""
    low: i64 = seed
    high: i64 = game
    return low + (high << 32)


def dice_of(seed: i64, episode: i64) -> Rng:
    """Return the generator of all chance in a game, by the seed of its row."""
    return Rng(seed, FIRST_EPISODE_STREAM + episode)


def episode_dice(seed: int, game: int, episode: int) -> Rng:
    """Return the generator of all chance in a game, including the set-up.

    ``seed`` is 0 to 2**32 - 1; ``game`` is the row, ``episode`` the number of its earlier games.
    """
    return dice_of(row_seed(seed, game), episode)


def draw(seed: int, episode: int, boxes: int, seats: int) -> tuple[int, int]:
    """Return the random box and agent's seat of a game, by the seed of its row."""
    rng = Rng(seed, FIRST_DRAW_STREAM + episode)
    return int(rng.below(boxes)), int(rng.below(seats))
