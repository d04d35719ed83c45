"""Load and save the settings of a training run in its folder."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from redcathedral.files import write_text

PLAN_FILE: Final = "plan.json"
Stored = TypeVar("Stored")
TRAINING_SUFFIXES: Final = {".bin", ".jsonl", ".npz", ".pt"}  # of the files of a training run


class TrainingError(RuntimeError):
    """A training run cannot start or resume; the message says why and what to do."""


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a training run: rounds, games, and learning."""

    rounds: int = 56
    games: int = 2000
    warm: int = 6000  # games of `greedy` in the first round
    nodes: int = 300
    seed: int = 1
    hidden: int = 192  # hidden units of the network, a multiple of 16
    passes: float = 1.5  # examples learned from in a round, relative to its new examples
    window: int = 6  # the network learns from the games of this many rounds
    explore: float = 0.1  # share of turns that are drawn from the best few
    stray: float = 0.2  # largest share of random decisions in the first round
    # Share of games with several players in which `greedy` has a seat, because a network that only
    # plays against itself does not learn to win against others.
    guests: float = 0.25
    trace: float = 0.85  # lambda, applied for each of the two positions of a turn
    first_trace: float = 0.98  # lambda in the first rounds, while predictions are poor
    first_rounds: int = 6  # rounds with ``first_trace``
    rate: float = 2e-3  # learning rate of the first round
    last_rate: float = 1e-4  # learning rate of the last round
    leaning: int = 4000  # games for each number of players that measure the seat bias
    start: str = ""  # the first hexadecimal digits of the hash of the weights that it begins with


@dataclass(frozen=True)
class _StoredOrigin:
    edition_hash: str
    shape: str  # shape of the network inputs


def load_settings(folder: Path) -> TrainingSettings | None:
    """Return the settings of the training run in a folder, or None.  Raises TrainingError."""
    return _read_json(folder / PLAN_FILE, TrainingSettings)


def save_settings(folder: Path, settings: TrainingSettings, edition_hash: str, shape: str) -> None:
    """Store the settings of a new or resumed training run; only the number of rounds may differ.

    ``shape`` is that of the weights (``weights.file.SHAPE``), because examples with other inputs
    cannot be used.  Raises TrainingError if the folder has another training run.
    """
    path = folder / PLAN_FILE
    stored, origin = load_settings(folder), _read_json(path, _StoredOrigin)
    if stored is None or origin is None:
        existing = sorted(
            path.name for path in folder.iterdir() if path.suffix in TRAINING_SUFFIXES
        )
        if existing:  # files of unknown origin are not overwritten
            raise TrainingError(
                f"{folder} has {existing[0]} but no {PLAN_FILE}; name another folder"
            )
    else:
        old, new = asdict(stored), asdict(settings)
        differences = [
            f"{name} {_shown(old[name])}, not {_shown(new[name])}"
            for name in new
            if name != "rounds" and old[name] != new[name]
        ]
        if origin.edition_hash != edition_hash:
            differences.append(f"edition {origin.edition_hash[:12]}, not {edition_hash[:12]}")
        elif origin.shape != shape:
            differences.append("a network with other inputs")
        if differences:
            raise TrainingError(
                f"{folder} holds another training ({'; '.join(differences)}); resume with the same "
                "options, or name another folder"
            )
    data = msgspec.json.encode({"edition_hash": edition_hash, "shape": shape, **asdict(settings)})
    write_text(path, f"{msgspec.json.format(data).decode()}\n")


def _shown(value: object) -> object:
    return "none" if value == "" else value


def _read_json(path: Path, kind: type[Stored]) -> Stored | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TrainingError(f"{path} cannot be read: {reason}; name another folder") from None
