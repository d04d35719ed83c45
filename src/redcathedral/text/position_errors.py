"""Describe errors in positions and score sheets that people enter."""

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
    """Describe why a position is impossible, with the rule; for malformed input, in English."""
    if not error.code:
        return f"{error.place}: {error.reason}; {error.fix}"
    return describe_error_code(error.code, error.values, setting, names)


def describe_error_code(
    code: str, values: Mapping[str, int], setting: Setting, names: Sequence[Argument] = ()
) -> Term:
    """Return the text ``fault.CODE`` with its values.

    Without ``names``, the names of the seats, seats are called by their colors.
    """
    arguments = {name: _argument(name, value, setting, names) for name, value in values.items()}
    return Term(f"fault.{code}", **arguments)


def _argument(name: str, value: int, setting: Setting, names: Sequence[Argument]) -> Argument:
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
