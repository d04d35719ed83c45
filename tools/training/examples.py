"""Store training examples, and arrange those of many games for learning."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final
from zipfile import ZIP_DEFLATED, ZipFile

from redcathedral.extras import needs
from redcathedral.files import write_bytes

if TYPE_CHECKING:
    from tools.training.self_play import GameExamples

with needs("train"):
    import numpy as np
    from numpy.typing import NDArray

SEAT_COUNTS: Final = (2, 3, 4)


@dataclass
class Examples:
    """Examples of positions with the same number of seats, and therefore of fields.

    ``rows`` (uint16) is examples x fields, ``targets`` (float32) is examples x 2: share and margin.
    """

    rows: NDArray[np.uint16]
    targets: NDArray[np.float32]

    @staticmethod
    def joined(parts: list[Examples]) -> Examples:
        return Examples(
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.targets for part in parts]),
        )

    @staticmethod
    def by_seats(parts: list[Examples]) -> list[Examples]:
        """Join the examples with the same number of fields."""
        return [
            Examples.joined([part for part in parts if part.rows.shape[1] == fields])
            for fields in sorted({part.rows.shape[1] for part in parts})
        ]


def pack(games: list[GameExamples]) -> bytes:
    """Compress the examples of some games, fast because they are deleted after a few rounds."""
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for seats in SEAT_COUNTS:
            same = [game for game in games if game.seats == seats and game.shares]
            if not same:
                continue
            rows = np.concatenate([np.frombuffer(game.rows, np.uint16) for game in same])
            shares = np.concatenate([np.frombuffer(game.shares, np.float32) for game in same])
            margins = np.concatenate([np.frombuffer(game.margins, np.float32) for game in same])
            arrays = {
                "rows": rows.reshape(-1, same[0].fields),
                "targets": np.stack([shares, margins], axis=1),
            }
            for name, numbers in arrays.items():
                with archive.open(f"{name}{seats}.npy", "w") as file:
                    np.lib.format.write_array(file, numbers, allow_pickle=False)
    return packed.getvalue()


def save_examples(path: Path, packs: list[bytes]) -> None:
    """Write packs of examples to a file atomically."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for number, pack_ in enumerate(packs):
            archive.writestr(f"{number}.npz", pack_)
    write_bytes(path, packed.getvalue())


def load_examples(path: Path) -> list[Examples]:
    """Return the examples of a file by the number of seats."""
    parts = []
    with ZipFile(path) as archive:
        for name in archive.namelist():
            with np.load(BytesIO(archive.read(name)), allow_pickle=False) as arrays:
                parts += [
                    Examples(arrays[f"rows{seats}"], arrays[f"targets{seats}"])
                    for seats in SEAT_COUNTS
                    if f"rows{seats}" in arrays
                ]
    return Examples.by_seats(parts)
