"""An episode as bytes: its position, dice and manner, with a check sum and the edition's hash.

Four bytes name the form, one its version, 16 are a check sum of what follows: MessagePack.
"""

from __future__ import annotations

import hashlib
from typing import Final, NamedTuple

import msgspec

from redcathedral.box.edition import Edition
from redcathedral.box.options import Options
from redcathedral.engine.phases import OVER
from redcathedral.engine.rng import Rng, restore_rng
from redcathedral.engine.setting import Setting, pickle_fields, restore_setting
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State, restore_state
from redcathedral.record.components import components_of

FORM: Final = b"RCep"
VERSION: Final = 1  # another layout of what is saved, or another layout of a state: one more
_SUM: Final = 16  # bytes
_HEAD: Final = len(FORM) + 1 + _SUM
_OPEN_ENDED: Final = {"ivan_inventory", "ivan_build"}  # as long as it takes


class SavedEpisodeError(ValueError):
    """Bytes that no episode can be restored from: why, and the way out."""


class EpisodeOptions(NamedTuple):
    """How an episode is played: its cap on turns, chance, forced decisions, those made so far."""

    turns: int
    listed: bool
    skip_forced: bool
    decisions: int


class _Saved(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    edition: str
    edition_hash: str
    options: Options
    setting_lists: dict[str, list[int]]
    setting_numbers: dict[str, int]
    lists: dict[str, list[int]]
    numbers: dict[str, int]
    dice: tuple[int, int, int, int]
    manner: EpisodeOptions


_ENCODER: Final = msgspec.msgpack.Encoder(order="sorted")
_DECODER: Final = msgspec.msgpack.Decoder(_Saved)


def _plain(thing: Setting | State) -> tuple[dict[str, list[int]], dict[str, int]]:
    lists, numbers = pickle_fields(thing)
    return lists, {name: int(number) for name, number in numbers.items()}


def save(state: State, dice: Rng, manner: EpisodeOptions) -> bytes:
    """All that an episode goes on from."""
    setting = state.setting
    edition = setting.components.edition
    words = (int(dice.a), int(dice.b), int(dice.c), int(dice.counter))
    head = (edition.id, edition.hash, setting.options)
    body = _ENCODER.encode(_Saved(*head, *_plain(setting), *_plain(state), words, manner))
    return FORM + bytes([VERSION]) + _sum(body) + body


def restore(data: bytes, edition: Edition | None = None) -> tuple[State, Rng, EpisodeOptions]:
    """What was saved; raises SavedEpisodeError for anything else, and for another edition."""
    saved = _read(data)
    laid_out = components_of(edition)
    if saved.edition_hash != laid_out.edition.hash:
        raise SavedEpisodeError(
            f"saved with the edition {saved.edition} ({saved.edition_hash}), and this is "
            f"{laid_out.edition.id} ({laid_out.edition.hash}); "
            "name the one it was saved with: edition=load_edition(...)"
        )
    try:
        lists = saved.setting_lists
        empty = new_setting(
            laid_out, lists["colours"], saved.options, bool(saved.setting_numbers["solo"])
        )
        _check(pickle_fields(empty), (lists, saved.setting_numbers))
        _check(pickle_fields(new_state(empty)), (saved.lists, saved.numbers))
        setting = restore_setting(laid_out, saved.options, lists, saved.setting_numbers)
        state = restore_state(setting, saved.lists, saved.numbers)
        seat, phase = int(state.seat), int(state.phase)
        if not (0 <= seat < int(setting.seat_count) and 0 <= phase <= OVER):
            raise ValueError(f"seat {seat}, phase {phase}")
        dice = restore_rng(*saved.dice)
    except (ValueError, KeyError, OverflowError) as error:
        raise SavedEpisodeError(f"no episode: {error}; save it again") from error
    return state, dice, saved.manner


def _read(data: bytes) -> _Saved:
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"an episode is restored from bytes, not from {type(data).__name__}")
    data = bytes(data)
    if data[: len(FORM)] != FORM:
        raise SavedEpisodeError("these bytes are no saved episode; Episode.save makes some")
    if len(data) < _HEAD:
        raise SavedEpisodeError("the saved episode is cut off; save it again")
    if data[len(FORM)] != VERSION:
        raise SavedEpisodeError(
            f"saved in form {data[len(FORM)]}, and here form {VERSION} is known; "
            "use the version of redcathedral that saved it"
        )
    body = data[_HEAD:]
    if _sum(body) != data[len(FORM) + 1 : _HEAD]:
        raise SavedEpisodeError("the saved episode is damaged or cut off; save it again")
    try:
        return _DECODER.decode(body)
    except (msgspec.DecodeError, ValueError) as error:
        raise SavedEpisodeError(f"no episode: {error}; save it again") from error


def _check(
    known: tuple[dict[str, list[int]], dict[str, int]],
    given: tuple[dict[str, list[int]], dict[str, int]],
) -> None:
    if strange := (known[0].keys() ^ given[0].keys()) | (known[1].keys() ^ given[1].keys()):
        raise ValueError(f"{', '.join(sorted(strange))}: on one side only")
    for name, numbers in known[0].items():
        if len(given[0][name]) != len(numbers) and name not in _OPEN_ENDED:
            raise ValueError(f"{len(given[0][name])} numbers of {name}, not {len(numbers)}")


def _sum(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=_SUM).digest()


def digest(state: State) -> str:
    """A hash of a position: of equal positions the same in every process and on every machine."""
    setting = state.setting
    numbers = (setting.components.edition.hash, setting.options.number)
    whole = (*numbers, _plain(setting), _plain(state))
    return hashlib.blake2b(_ENCODER.encode(whole), digest_size=_SUM).hexdigest()
