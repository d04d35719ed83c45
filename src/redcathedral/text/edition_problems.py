"""Describe problems of editions that people enter."""

from redcathedral.box import vocabulary as v
from redcathedral.box.problem import Problem
from redcathedral.text import terms
from redcathedral.text.translator import Argument, Term


def describe_edition_problem(problem: Problem) -> Argument:
    """Describe a problem of a component; for the form of a file, in English."""
    if not problem.code:
        return f"{problem.reason}; {problem.fix}"
    arguments = {name: _argument(name, value) for name, value in problem.values.items()}
    return Term(f"edition-problem.{problem.code}", **arguments)


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
