"""Save a vector environment as bytes: its arguments, games and results.

The format is that of episodes (``envs.snapshot``) with another signature.
"""

from __future__ import annotations

from typing import Final

import msgspec

from redcathedral.box.edition import Edition
from redcathedral.box.options import Options
from redcathedral.envs import snapshot
from redcathedral.envs.batch.batch import Batch
from redcathedral.extras import needs

with needs("research"):
    import numpy as np

MAGIC: Final = b"RCve"


class Arguments(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The arguments of a ``VectorEnv`` except its seed and edition."""

    games: int
    players: int
    solo: bool
    options: Options
    colours: tuple[int, ...]
    observation: str
    reward: str
    discount: float
    skip_forced: bool
    illegal: str
    turns: int


class SavedGames(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The arguments of a ``VectorEnv``, each game as an episode, and the results of last steps."""

    arguments: Arguments
    games: list[bytes]
    numbers: tuple[int, int, int]
    episodes: bytes
    rewards: bytes
    ends: bytes
    final_observations: bytes
    final_numbers: bytes


def save(batch: Batch, arguments: Arguments) -> bytes:
    """Return the bytes of a batch, and of the arguments that make one like it."""
    return snapshot.pack(
        MAGIC,
        SavedGames(
            arguments,
            [_save_game(batch, game) for game in range(batch.games)],
            (int(batch.seed), int(batch.played), int(batch.finished)),
            bytes(memoryview(batch.episodes)),
            bytes(memoryview(batch.rewards)),
            bytes(memoryview(batch.terminated)) + bytes(memoryview(batch.truncated)),
            bytes(memoryview(batch.final_observations)),
            bytes(memoryview(batch.final_totals)) + bytes(memoryview(batch.final_lengths)),
        ),
    )


def _save_game(batch: Batch, game: int) -> bytes:
    decisions = int(batch.decisions[game])
    options = snapshot.EpisodeOptions(int(batch.turns), False, batch.skip_forced, decisions)
    return snapshot.save(batch.state(game), batch.dice(game), options)


def read(data: bytes) -> SavedGames:
    """Return saved data; raise SavedEpisodeError if it is invalid."""
    return snapshot.unpack(MAGIC, data, SavedGames, "environment")


def restore(batch: Batch, saved: SavedGames, edition: Edition | None) -> None:
    """Restore all games of a batch that was made with the saved arguments."""
    for game, data in enumerate(saved.games):
        state, dice, options = snapshot.restore(data, edition)
        batch.continue_from(game, state, dice, options.decisions)
    batch.restore(
        saved.numbers,
        np.frombuffer(saved.episodes, np.int64),
        np.frombuffer(saved.rewards, np.float64),
        np.frombuffer(saved.ends, np.uint8),
        np.frombuffer(saved.final_observations, np.int64),
        np.frombuffer(saved.final_numbers, np.int64),
    )
