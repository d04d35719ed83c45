"""Pictures for the rules: parts of the table at steps of the lessons."""

from typing import Final, Literal, NamedTuple, TypeAlias

TablePart: TypeAlias = Literal["market", "cathedral", "board"]


class Illustration(NamedTuple):
    """A part of the table at a step of a lesson; lesson and step are names."""

    lesson: str
    step: str
    part: TablePart


# The key is the number of a rule, or "example" for the turn that is shown before the rules.
ILLUSTRATIONS: Final[dict[str, tuple[Illustration, ...]]] = {
    "example": (  # the turn that the first lesson plays
        Illustration("first", "die", "market"),
        Illustration("first", "take", "market"),
        Illustration("first", "influence", "board"),
        Illustration("first", "activate", "board"),
        Illustration("first", "build", "cathedral"),
    ),
    "R1.2": (Illustration("first", "points", "market"),),
    "R1.4": (Illustration("first", "slots", "board"),),
    "R2.1": (Illustration("first", "die", "market"),),
    "R2.3": (Illustration("advanced", "free", "board"),),
    "R4.2": (Illustration("first", "claim", "cathedral"),),
    "R4.4": (Illustration("first", "activate", "board"),),
    "R5.4": (Illustration("first", "reprimand", "cathedral"),),
    "R5.5": (Illustration("first", "ornament", "cathedral"),),
    "R6.5": (Illustration("first", "take", "market"),),
    "R7.4": (Illustration("first", "score", "cathedral"),),
    "R8.4": (Illustration("solo", "first", "market"),),
}
