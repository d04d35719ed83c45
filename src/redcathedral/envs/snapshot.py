"""Save an episode as bytes: its position, dice and options, and the hash of its edition.

The format has a signature of four bytes, a version of one byte, a checksum of 16 bytes, and the
data as MessagePack.
"""

import hashlib
from typing import Final, NamedTuple, TypeVar

import msgspec

from redcathedral.box.edition import Edition
from redcathedral.box.options import Options
from redcathedral.engine.phases import OVER
from redcathedral.engine.rng import Rng, restore_rng
from redcathedral.engine.setting import Setting, pickle_fields, restore_setting
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State, restore_state
from redcathedral.record.components import components_of

MAGIC: Final = b"RCep"
VERSION: Final = 1  # increased when the layout of the data or of a state changes
_CHECKSUM_SIZE: Final = 16  # bytes
_HEADER_SIZE: Final = len(MAGIC) + 1 + _CHECKSUM_SIZE
_VARIABLE_LENGTH: Final = {"ivan_inventory", "ivan_build"}  # lists that can have any length


class SavedEpisodeError(ValueError):
    """An episode cannot be restored from the bytes; the message says why and what to do."""


class EpisodeOptions(NamedTuple):
    """The cap on turns, listed chance, skipped forced decisions, and decisions made so far."""

    turns: int
    listed: bool
    skip_forced: bool
    decisions: int


class _Snapshot(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    edition: str
    edition_hash: str
    options: Options
    setting_lists: dict[str, list[int]]
    setting_numbers: dict[str, int]
    lists: dict[str, list[int]]
    numbers: dict[str, int]
    dice: tuple[int, int, int, int]
    episode: EpisodeOptions


_ENCODER: Final = msgspec.msgpack.Encoder(order="sorted")
Saved = TypeVar("Saved", bound=msgspec.Struct)


def _as_numbers(source: Setting | State) -> tuple[dict[str, list[int]], dict[str, int]]:
    lists, numbers = pickle_fields(source)
    return lists, {name: int(number) for name, number in numbers.items()}


def save(state: State, dice: Rng, options: EpisodeOptions) -> bytes:
    """Return the bytes of an episode."""
    setting = state.setting
    edition = setting.components.edition
    dice_numbers = (int(dice.a), int(dice.b), int(dice.c), int(dice.counter))
    header = (edition.id, edition.hash, setting.options)
    saved = _Snapshot(*header, *_as_numbers(setting), *_as_numbers(state), dice_numbers, options)
    return pack(MAGIC, saved)


def restore(data: bytes, edition: Edition | None = None) -> tuple[State, Rng, EpisodeOptions]:
    """Return saved data; raise SavedEpisodeError if it is invalid or has another edition."""
    saved = unpack(MAGIC, data, _Snapshot)
    components = components_of(edition)
    if saved.edition_hash != components.edition.hash:
        raise SavedEpisodeError(
            f"saved with the edition {saved.edition} ({saved.edition_hash}), and this is "
            f"{components.edition.id} ({components.edition.hash}); "
            "pass the edition that it was saved with: edition=load_edition(...)"
        )
    try:
        lists = saved.setting_lists
        empty = new_setting(
            components, lists["colours"], saved.options, bool(saved.setting_numbers["solo"])
        )
        _check(pickle_fields(empty), (lists, saved.setting_numbers))
        _check(pickle_fields(new_state(empty)), (saved.lists, saved.numbers))
        setting = restore_setting(components, saved.options, lists, saved.setting_numbers)
        state = restore_state(setting, saved.lists, saved.numbers)
        seat, phase = int(state.seat), int(state.phase)
        if not (0 <= seat < int(setting.seat_count) and 0 <= phase <= OVER):
            raise ValueError(f"seat {seat}, phase {phase}")
        dice = restore_rng(*saved.dice)
    except (ValueError, KeyError, OverflowError) as error:
        raise SavedEpisodeError(f"invalid data: {error}; save it again") from error
    return state, dice, saved.episode


def pack(magic: bytes, saved: msgspec.Struct) -> bytes:
    """Return the bytes of saved data, with a signature."""
    body = _ENCODER.encode(saved)
    return magic + bytes([VERSION]) + _checksum(body) + body


def unpack(magic: bytes, data: bytes, kind: type[Saved], what: str = "episode") -> Saved:
    """Return saved data of a kind; raise SavedEpisodeError if it is invalid."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"an {what} is restored from bytes, not from {type(data).__name__}")
    data = bytes(data)
    if data[: len(magic)] != magic:
        raise SavedEpisodeError(f"these bytes are not a saved {what}; its method save returns some")
    if len(data) < _HEADER_SIZE:
        raise SavedEpisodeError(f"the saved {what} is cut off; save it again")
    if data[len(magic)] != VERSION:
        raise SavedEpisodeError(
            f"saved with format version {data[len(magic)]}, this program reads {VERSION}; "
            "use the version of redcathedral that saved it"
        )
    body = data[_HEADER_SIZE:]
    if _checksum(body) != data[len(magic) + 1 : _HEADER_SIZE]:
        raise SavedEpisodeError(f"the saved {what} is damaged or cut off; save it again")
    try:
        return msgspec.msgpack.decode(body, type=kind)
    except (msgspec.DecodeError, ValueError) as error:
        raise SavedEpisodeError(f"invalid data: {error}; save it again") from error


def _check(
    expected: tuple[dict[str, list[int]], dict[str, int]],
    actual: tuple[dict[str, list[int]], dict[str, int]],
) -> None:
    if names := (expected[0].keys() ^ actual[0].keys()) | (expected[1].keys() ^ actual[1].keys()):
        raise ValueError(f"{', '.join(sorted(names))}: unknown or missing")
    for name, numbers in expected[0].items():
        if len(actual[0][name]) != len(numbers) and name not in _VARIABLE_LENGTH:
            raise ValueError(f"{len(actual[0][name])} numbers of {name}, not {len(numbers)}")


def _checksum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_CHECKSUM_SIZE).digest()


def digest(state: State) -> str:
    """Return a hash of a position, the same in every process and on every machine."""
    setting = state.setting
    header = (setting.components.edition.hash, setting.options.number)
    data = _ENCODER.encode((*header, _as_numbers(setting), _as_numbers(state)))
    return hashlib.blake2b(data, digest_size=_CHECKSUM_SIZE).hexdigest()
