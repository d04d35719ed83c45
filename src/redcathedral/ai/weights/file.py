"""Read and write files with the weights of the network.

The first line is JSON: the shape of the network's inputs, the settings of the training, the unit of
rows and bias (``hidden_unit``), the bias of each seat, and a sha256 of these two and of the
numbers.  After it come the numbers, 16 bits each and little-endian, compressed with zlib: the rows,
the bias, the weights to the share and to the margin.
"""

import functools
import hashlib
import json
import sys
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

from redcathedral.ai.value.field_table import BOX, COMMON, SEAT, TOWER
from redcathedral.ai.value.fields import ROW_COUNT
from redcathedral.ai.value.network import HIDDEN_UNIT, UNIT_BLOCK, Network
from redcathedral.ai.value.standings import MAX_SEATS
from redcathedral.files import write_bytes
from redcathedral.play.bot import BotSpecError

FORMAT: Final = "redcathedral-weights 1"
PACKAGED_FILE: Final = "weights.bin"
FIELDS_VERSION: Final = 3  # increased if the meaning of a field changes, but not its name or size
PLAYER_COUNTS: Final = (1, 2, 3, 4)  # human players; 1 against Ivan


def _shape() -> str:
    """Return a hash of the fields, which weights for other fields do not have."""
    fields = BOX + COMMON + SEAT + TOWER
    parts = [FIELDS_VERSION, [name for name, _ in fields], [size for _, size in fields]]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


SHAPE: Final = _shape()


class WeightsError(BotSpecError):
    """A file has no weights, or none of this version; the message says what to do."""


@dataclass(frozen=True)
class _Format:
    format: str


class SeatBias(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The correction of a network's predictions for a seat, measured in self-play.

    ``odds`` multiplies the odds to win, and ``ahead`` is added to the margin in prestige.
    """

    odds: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    ahead: Annotated[float, msgspec.Meta(ge=-100, le=100)] = 0.0


BiasesOfTable: TypeAlias = Annotated[tuple[SeatBias, ...], msgspec.Meta(max_length=MAX_SEATS)]
SeatBiases: TypeAlias = Mapping[int, BiasesOfTable]  # by the number of players, 1 against Ivan


@dataclass(frozen=True)
class _Header(_Format):
    shape: str
    made: dict[str, str | int | float]
    sha256: str
    hidden_unit: int
    leanings: dict[int, BiasesOfTable]


@dataclass(frozen=True)
class Weights:
    """The numbers of a network, with the settings of its training.

    ``hidden_unit`` is the number for 1.0 in rows and bias.  Without ``seat_biases`` predictions are
    not corrected.
    """

    shape: str
    made: Mapping[str, str | int | float]
    numbers: "array[int]"
    hidden_unit: int = HIDDEN_UNIT
    seat_biases: SeatBiases = field(default_factory=dict)

    def network(self) -> Network:
        """Return the network; all bots share one."""
        return self._network

    @functools.cached_property
    def _network(self) -> Network:
        biases = [bias for players in (0, *PLAYER_COUNTS) for bias in self._biases_for(players)]
        return Network(
            _little_endian(self.numbers),
            _hidden(len(self.numbers)),
            HIDDEN_UNIT // self.hidden_unit,
            [seat_bias.odds for seat_bias in biases],
            [seat_bias.ahead for seat_bias in biases],
        )

    def _biases_for(self, players: int) -> list[SeatBias]:
        """Return one bias for each of MAX_SEATS seats."""
        biases = self.seat_biases.get(players, ())
        return [*biases, *[SeatBias()] * (MAX_SEATS - len(biases))]


def _hidden(count: int) -> int:
    """Return the number of hidden units of a network with this many numbers, or 0 if none fits."""
    hidden, remainder = divmod(count - 2, ROW_COUNT + 3)
    return hidden if remainder == 0 and hidden > 0 and hidden % UNIT_BLOCK == 0 else 0


def _little_endian(numbers: "array[int]") -> bytes:
    if sys.byteorder == "big":
        numbers = array("h", numbers)
        numbers.byteswap()
    return numbers.tobytes()


def fingerprint(weights: Weights) -> str:
    """Return the start of a sha256, which identifies weights in an analysis."""
    return _checksum(weights.numbers.tobytes(), weights.hidden_unit, weights.seat_biases)[:16]


def save(weights: Weights, path: Path) -> None:
    """Write weights to a file atomically."""
    packed = zlib.compress(_little_endian(weights.numbers), 9)
    biases = dict(weights.seat_biases)
    checksum = _checksum(packed, weights.hidden_unit, biases)
    header = _Header(
        FORMAT, weights.shape, dict(weights.made), checksum, weights.hidden_unit, biases
    )
    write_bytes(path, msgspec.json.encode(header) + b"\n" + packed)


def _checksum(packed: bytes, hidden_unit: int, biases: SeatBiases) -> str:
    digest = hashlib.sha256(packed)
    digest.update(msgspec.json.encode([hidden_unit, biases]))
    return digest.hexdigest()


def load(path: Path) -> Weights:
    """Read weights from a file; raises WeightsError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WeightsError(f"{path} cannot be read: {error.strerror}") from None
    return parse(data, str(path))


def parse(data: bytes, name: str) -> Weights:
    """Parse the contents of a file of weights; raises WeightsError, which uses its ``name``."""
    line, _, packed = data.partition(b"\n")
    try:
        is_weights = msgspec.json.decode(line, type=_Format).format == FORMAT
    except (msgspec.DecodeError, UnicodeDecodeError):
        is_weights = False
    if not is_weights:
        raise WeightsError(
            f"{name} holds no weights; in a clone, `python -m tools.training` writes them"
        )
    try:
        header = msgspec.json.decode(line, type=_Header)
        if _checksum(packed, header.hidden_unit, header.leanings) != header.sha256:
            raise ValueError("the checksum is wrong")
        numbers = array("h", zlib.decompress(packed))
    except (msgspec.DecodeError, ValueError, zlib.error) as error:
        raise WeightsError(f"{name} is damaged: {error}; get the file again") from None
    if sys.byteorder == "big":
        numbers.byteswap()
    if header.shape != SHAPE or not _hidden(len(numbers)):
        raise WeightsError(
            f"{name} was made by another version of this program, which has other inputs: "
            "in a clone, `python -m tools.training` makes weights for this one"
        )
    if header.hidden_unit < 1 or HIDDEN_UNIT % header.hidden_unit:
        raise WeightsError(
            f"{name} counts in parts of 1/{header.hidden_unit}, not 1/{HIDDEN_UNIT} or coarser: "
            "train again"
        )
    return Weights(header.shape, header.made, numbers, header.hidden_unit, header.leanings)


def _packaged_file() -> Traversable:
    return files("redcathedral.ai.weights").joinpath(PACKAGED_FILE)


def is_packaged() -> bool:
    """Return whether the package has weights."""
    return _packaged_file().is_file()


@functools.cache
def packaged() -> Weights:
    """Return the weights of the package; raises WeightsError."""
    if not is_packaged():
        raise WeightsError(
            f"this package has no {PACKAGED_FILE}: name a file of weights; "
            "in a clone, `python -m tools.training` makes one"
        )
    return parse(_packaged_file().read_bytes(), PACKAGED_FILE)
