"""Batches for tests, and the same games played one at a time by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.batch import observation
from redcathedral.batch.batch import IDS, Batch, episode_dice
from redcathedral.engine import rules
from redcathedral.engine.playout import is_capped
from redcathedral.engine.rng import Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from tests.properties.modes import Mode

WORDS = observation.WORDS


def batch(mode: Mode, games: int = 3, seed: int = 1, turns: int = 0, **how: object) -> Batch:
    """Some games of a mode."""
    setting = mode.start().setting
    return Batch(setting, games, seed, turns or mode.turns, **how)  # type: ignore[arg-type]


def row(numbers: Sequence[int], game: int, width: int) -> list[int]:
    """The part of a flat vector that tells of one game."""
    return list(numbers[game * width : (game + 1) * width])


def words(state: State, seat: int | None = None) -> list[int]:
    """The compact observation of a position, all of it written anew."""
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


def single(mode: Mode, seed: int, game: int, episode: int, turns: int) -> Iterator[State]:
    """The positions of one game of a batch, as the engine plays it; its decisions are sent in."""
    state = new_state(mode.start().setting)
    dice = episode_dice(seed, game, episode)
    rules.roll(state, dice)
    while not state.is_over and not is_capped(state, turns):
        decision = yield state
        rules.play(state, decision)
        rules.roll(state, dice)
    yield state


__all__ = ["IDS", "WORDS", "batch", "choose", "row", "single", "words"]
