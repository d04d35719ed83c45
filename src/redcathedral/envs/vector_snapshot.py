"""Save a vector environment: arguments, games and results in the format of ``envs.snapshot``."""

from collections.abc import Sequence
from typing import Any, Final

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
    """The arguments of a ``VectorEnv`` except its seed, editions and opponents."""

    games: int
    players: int
    solo: bool
    side: str
    options: Options
    colours: tuple[int, ...]
    observation: str
    reward: str
    discount: float
    skip_forced: bool
    illegal: str
    turns: int
    masks: str
    agent: int  # as in ``Batch``


class SavedBatch(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The arguments of a ``VectorEnv``, each game as an episode, and the results of last steps."""

    arguments: Arguments
    games: list[bytes]
    counts: tuple[int, int]
    numbers: bytes  # as in ``Batch.restore``, with the next ones
    rewards: bytes
    ends: bytes
    final_observations: bytes


def save(batch: Batch, arguments: Arguments) -> bytes:
    """Return the bytes of a batch, and of the arguments that make one like it."""
    return snapshot.pack(
        MAGIC,
        SavedBatch(
            arguments,
            [_save_game(batch, game) for game in range(batch.games)],
            (int(batch.played), int(batch.finished)),
            _joined(
                *(batch.seeds, batch.episodes, batch.boxes, batch.final_boxes),
                *(batch.final_lengths, batch.final_totals),
            ),
            _joined(batch.rewards),
            _joined(batch.terminated, batch.truncated),
            _joined(batch.final_observations),
        ),
    )


def _joined(*vectors: Any) -> bytes:
    return b"".join(map(memoryview, vectors))


def _save_game(batch: Batch, game: int) -> bytes:
    decisions = int(batch.decisions[game])
    options = snapshot.EpisodeOptions(int(batch.turns), False, batch.skip_forced, decisions)
    return snapshot.save(batch.state(game), batch.dice(game), options)


def read(data: bytes) -> SavedBatch:
    """Return saved data; raise SavedEpisodeError if it is invalid."""
    return snapshot.unpack(MAGIC, data, SavedBatch, "environment")


def restore(batch: Batch, saved: SavedBatch, editions: Sequence[Edition]) -> None:
    """Restore all games of a batch that was made with the saved arguments."""
    numbers = np.frombuffer(saved.numbers, np.int64)
    boxes = numbers[2 * batch.games : 3 * batch.games] % len(editions)
    for game, (data, box) in enumerate(zip(saved.games, boxes, strict=True)):
        state, dice, options = snapshot.restore(data, editions[box])
        batch.continue_from(game, state, dice, options.decisions)
    batch.restore(
        saved.counts,
        numbers,
        np.frombuffer(saved.rewards, np.float64),
        np.frombuffer(saved.ends, np.uint8),
        np.frombuffer(saved.final_observations, np.int64),
    )
