"""Write an entered box as a short code for links, and read such a code.

The code is one large number in a mixed radix: each value of the box is a digit whose radix is the
number of values that its type allows.  A format number comes first, a check sum last.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import inspect as types

from redcathedral.box.entered_box import EnteredBox

PREFIX: Final = "box."
FORMAT: Final = 1
MAX_LENGTH: Final = 2000  # characters; a complete box has about 500
_CHECK_BYTES: Final = 3
_BOX_TYPE: Final = types.type_info(EnteredBox)


class ShareCodeError(ValueError):
    """A code that cannot be read; ``is_newer`` if a later version of the program wrote it."""

    def __init__(self, reason: str, *, is_newer: bool = False) -> None:
        super().__init__(reason)
        self.is_newer = is_newer


def share_code(box: EnteredBox) -> str:
    """Return the code of a box."""
    digits: list[tuple[int, int]] = []
    _write(_BOX_TYPE, msgspec.to_builtins(box), lambda *digit: digits.append(digit))
    number = 0
    for value, radix in reversed(digits):
        number = number * radix + value
    data = bytes([FORMAT]) + number.to_bytes((number.bit_length() + 7) // 8, "little")
    return PREFIX + urlsafe_b64encode(data + _check(data)).decode().rstrip("=")


def read_share_code(code: str) -> EnteredBox:
    """Return the box of a code; raises ShareCodeError."""
    text = code.removeprefix(PREFIX)
    if len(text) > MAX_LENGTH or not code.startswith(PREFIX):
        raise ShareCodeError("this is not the code of a box")
    try:
        whole = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise ShareCodeError("the code has a character that no code has") from None
    data, check = whole[:-_CHECK_BYTES], whole[-_CHECK_BYTES:]
    if not data or check != _check(data):
        raise ShareCodeError("the code is incomplete or mistyped")
    if data[0] != FORMAT:
        raise ShareCodeError("a later version of the program wrote this code", is_newer=True)
    number = int.from_bytes(data[1:], "little")

    def digit(radix: int) -> int:
        nonlocal number
        number, value = divmod(number, radix)
        return value

    try:
        return msgspec.convert(_read(_BOX_TYPE, digit), EnteredBox)
    except (ValueError, IndexError):
        raise ShareCodeError("the code does not describe a box") from None


def _check(data: bytes) -> bytes:
    return zlib.crc32(data).to_bytes(4, "big")[:_CHECK_BYTES]


def _write(kind: types.Type, value: Any, put: Callable[[int, int], None]) -> None:
    """Put the digits of a value, each with its radix."""
    match kind:
        case types.StructType(fields=fields):
            for field in fields:
                _write(field.type, value[field.encode_name], put)
        case types.UnionType(types=(inner, types.NoneType())):
            put(value is not None, 2)
            if value is not None:
                _write(inner, value, put)
        case types.DictType(key_type=types.LiteralType(values=keys), value_type=inner):
            for key in keys:
                put(key in value, 2)
                if key in value:
                    _write(inner, value[key], put)
        case types.ListType(item_type=inner, max_length=int(longest)):
            put(len(value), longest + 1)
            for item in value:
                _write(inner, item, put)
        case types.StrType(max_length=int(longest)):
            data = value.encode()
            put(len(data), _MAX_BYTES_PER_CHARACTER * longest + 1)
            for byte in data:
                put(byte, 256)
        case types.LiteralType(values=values):
            put(values.index(value), len(values))
        case types.IntType(ge=int(low), le=int(high)):
            put(value - low, high - low + 1)
        case _:
            assert isinstance(kind, types.BoolType), kind
            put(value, 2)


_MAX_BYTES_PER_CHARACTER: Final = 4  # of UTF-8


def _read(kind: types.Type, digit: Callable[[int], int]) -> Any:
    """Return the value that ``_write`` wrote as digits."""
    match kind:
        case types.StructType(fields=fields):
            return {field.encode_name: _read(field.type, digit) for field in fields}
        case types.UnionType(types=(inner, types.NoneType())):
            return _read(inner, digit) if digit(2) else None
        case types.DictType(key_type=types.LiteralType(values=keys), value_type=inner):
            return {key: _read(inner, digit) for key in keys if digit(2)}
        case types.ListType(item_type=inner, max_length=int(longest)):
            return [_read(inner, digit) for _ in range(digit(longest + 1))]
        case types.StrType(max_length=int(longest)):
            length = digit(_MAX_BYTES_PER_CHARACTER * longest + 1)
            return bytes(digit(256) for _ in range(length)).decode()
        case types.LiteralType(values=values):
            return values[digit(len(values))]
        case types.IntType(ge=int(low), le=int(high)):
            return low + digit(high - low + 1)
        case _:
            assert isinstance(kind, types.BoolType), kind
            return bool(digit(2))
