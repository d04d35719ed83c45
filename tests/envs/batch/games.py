"""Batches for tests, and what they should show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State
from redcathedral.envs.batch import observation
from redcathedral.envs.batch.batch import Batch
from redcathedral.envs.batch.masks import MASK_SIZE
from redcathedral.envs.batch.words import WORDS
from tests.properties.modes import Mode


def batch(mode: Mode, games: int = 3, seed: int = 1, turns: int = 0, **how: object) -> Batch:
    """Some games of a mode."""
    setting = mode.start().setting
    return Batch([setting], games, seed, turns or mode.turns, **how)  # type: ignore[arg-type]


def row(numbers: Iterable[Any], game: int, width: int) -> list[Any]:
    """Return the part of a flat vector for one game."""
    return list(numbers)[game * width : (game + 1) * width]


def words(state: State, seat: int | None = None) -> list[int]:
    """Return the compact observation of a position, written completely."""
    out = vec[i64]([-1] * WORDS)
    sees = observation.decider(state) if seat is None else seat
    observation.write(state, sees, out, 0)
    return list(out)


def choose(made: Batch, policies: list[Rng]) -> list[int]:
    """A random legal decision for each game."""
    found = []
    for game in range(len(policies)):
        moves = made.legal(game)
        found.append(moves[policies[game].below(len(moves))])
    return found


__all__ = ["MASK_SIZE", "WORDS", "batch", "choose", "row", "words"]
