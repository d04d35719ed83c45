"""Describe problems of the editions, positions and score sheets that people enter."""

from collections.abc import Mapping, Sequence

from redcathedral.box import vocabulary as v
from redcathedral.box.problem import Problem
from redcathedral.engine.setting import Setting
from redcathedral.record import PositionError
from redcathedral.record.position_reader import ANY
from redcathedral.text import terms
from redcathedral.text.translator import Argument, Term


def describe_edition_problem(problem: Problem) -> Argument:
    """Describe a problem of a component; for the form of a file, in English."""
    if not problem.code:
        return f"{problem.reason}; {problem.fix}"
    arguments = {name: _argument(name, value) for name, value in problem.values.items()}
    return Term(f"edition-problem.{problem.code}", **arguments)


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
    """Return the text ``fault.CODE`` with its values; seats are called by names, or else colors."""
    arguments = {
        name: _table_argument(name, value, setting, names) for name, value in values.items()
    }
    return Term(f"fault.{code}", **arguments)


def _table_argument(name: str, value: int, setting: Setting, names: Sequence[Argument]) -> Argument:
    match name:
        case "seat":
            return terms.seat_name(setting, value, names)
        case "kind":
            return Term("material.any") if value == ANY else terms.material(value)
        case "tile":
            return terms.tile_kind(setting, value)
        case _:
            return _argument(name, value)


def _argument(name: str, value: int) -> Argument:
    match name:
        case "material":
            return terms.material(value)
        case "die":
            return terms.die(v.DICE[value])
        case "ornament":
            return terms.ornament(v.ORNAMENTS[value])
        case "section":
            return Term(f"section.{v.SECTIONS[value]}")
        case "colour":
            return Term(f"player.{v.COLOURS[value]}")
        case "guild":
            return terms.guild(value)
        case "rubles":
            return terms.amount("ruble", value)
        case _:
            return value
