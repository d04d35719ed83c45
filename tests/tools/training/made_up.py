"""Made-up examples of games."""

from __future__ import annotations

import numpy as np

from redcathedral.ai.value.fields import field_count
from tools.training.examples import Examples
from tools.training.self_play import GameExamples


def game_examples(seats: int, count: int, first: int = 0) -> GameExamples:
    """Examples that differ in one field, and targets that follow from it."""
    fields = int(field_count(seats))
    made = GameExamples(seats, fields)
    for at in range(count):
        made.rows.extend([(first + at) % 8, *range(50, 49 + fields)])
        made.shares.append(float((first + at) % 2))
        made.margins.append(float((first + at) % 4) - 1.5)
    return made


def arranged(*games: GameExamples) -> list[Examples]:
    """Return the examples of games by the number of seats."""
    return Examples.by_seats(
        [
            Examples(
                np.array(game.rows, np.uint16).reshape(-1, game.fields),
                np.array([game.shares, game.margins], np.float32).T,
            )
            for game in games
        ]
    )
