"""What is wrong with what people have laid out or written down, in words."""

from collections.abc import Mapping, Sequence

from redcathedral.box import vocabulary as v
from redcathedral.engine.setting import Setting
from redcathedral.record import PositionError
from redcathedral.record.position_reader import ANY
from redcathedral.text import terms
from redcathedral.text.translator import Argument, Term


def describe_position_error(
    error: PositionError, setting: Setting, names: Sequence[Argument] = ()
) -> Argument:
    """Why a position cannot be, with its rule; in English where it is not well-formed."""
    if not error.code:
        return f"{error.place}: {error.reason}; {error.fix}"
    return describe_error_code(error.code, error.values, setting, names)


def describe_error_code(
    code: str, values: Mapping[str, int], setting: Setting, names: Sequence[Argument] = ()
) -> Term:
    """The text ``fault.CODE`` with its values: numbers, and things by their numbers.

    ``names`` are those of the seats; without them they go by their colours.
    """
    said = {name: _said(name, value, setting, names) for name, value in values.items()}
    return Term(f"fault.{code}", **said)


def _said(name: str, value: int, setting: Setting, names: Sequence[Argument]) -> Argument:
    match name:
        case "seat":
            return terms.seat_name(setting, value, names)
        case "kind":
            return Term("material.any") if value == ANY else terms.material(value)
        case "ornament":
            return terms.ornament(v.ORNAMENTS[value])
        case "tile":
            return terms.tile_kind(setting, value)
        case _:
            return value
