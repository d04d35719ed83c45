"""What a training does: its rounds and how they are played and learned from, kept in its folder."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from redcathedral.files import write_text

PLAN: Final = "plan.json"
Part = TypeVar("Part")
KEPT: Final = {".bin", ".jsonl", ".npz", ".pt"}  # endings of what a training keeps


class TrainingError(RuntimeError):
    """A training that cannot go on here: why, and the way out."""


@dataclass(frozen=True)
class TrainingSettings:
    """Rounds, games in each, and how they are played and learned from."""

    rounds: int = 56
    games: int = 2000
    warm: int = 6000  # games of `greedy` in the first round
    nodes: int = 300
    seed: int = 1
    hidden: int = 192  # hidden units of the network, a multiple of 4
    passes: float = 1.5  # over as many examples as the round has
    window: int = 6  # rounds whose games are learned from
    explore: float = 0.1  # turns drawn from the best few
    stray: float = 0.2  # decisions of the first round that are left to chance, at most
    # Games with several players in which `greedy` has a seat: who only ever meets itself does not
    # learn to win against others.
    guests: float = 0.25
    trace: float = 0.85  # lambda of the examples, for each of the two positions of a turn
    first_trace: float = 0.98  # the same while the network's opinions are worth little: in the
    first_rounds: int = 6  # first rounds, so many
    rate: float = 2e-3
    last_rate: float = 1e-4
    leaning: int = 4000  # games at each table by which it is found how far off it is for each seat


@dataclass(frozen=True)
class _Kept:
    edition_hash: str
    shape: str  # what the network reads of a position


def load_settings(folder: Path) -> TrainingSettings | None:
    """The settings of the training in a folder; None where there is none.  Raises TrainingError."""
    return _read(folder / PLAN, TrainingSettings)


def save_settings(folder: Path, settings: TrainingSettings, edition_hash: str, shape: str) -> None:
    """Begin a training in a folder, or go on: only the number of rounds may be another.

    ``shape`` is that of the weights (``weights.file.shape_of``): examples of other inputs are of no
    use.  Raises TrainingError where another training is there.
    """
    path = folder / PLAN
    kept, rest = load_settings(folder), _read(path, _Kept)
    if kept is None or rest is None:
        there = sorted(path.name for path in folder.iterdir() if path.suffix in KEPT)
        if there:  # it is nobody's to write over
            raise TrainingError(f"{folder} has {there[0]} but no {PLAN}; name another folder")
    else:
        old, new = asdict(kept), asdict(settings)
        other = [f"{name} {old[name]}, not {new[name]}" for name in new if old[name] != new[name]]
        other = [told for told in other if not told.startswith("rounds ")]
        if rest.edition_hash != edition_hash:
            other.append(f"edition {rest.edition_hash[:12]}, not {edition_hash[:12]}")
        elif rest.shape != shape:
            other.append("a network that read other things of a position")
        if other:
            raise TrainingError(
                f"{folder} holds another training ({'; '.join(other)}); go on with the same "
                "options, or name another folder"
            )
    data = msgspec.json.encode({"edition_hash": edition_hash, "shape": shape, **asdict(settings)})
    write_text(path, f"{msgspec.json.format(data).decode()}\n")


def _read(path: Path, kind: type[Part]) -> Part | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TrainingError(f"{path} cannot be read: {reason}; name another folder") from None
