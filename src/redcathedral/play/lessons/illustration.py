"""Pictures for the rules: parts of the table at steps of the lessons."""

from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from redcathedral.play.lessons.lesson import FOLDER

TablePart: TypeAlias = Literal["market", "cathedral", "board"]


class Illustration(NamedTuple):
    """A part of the table at a step of a lesson; lesson and step are names."""

    lesson: str
    step: str
    part: TablePart


# By the number of a rule, or "example".
ILLUSTRATIONS: Final = msgspec.toml.decode(
    FOLDER.joinpath("illustrations.toml").read_text("utf-8"),
    type=dict[str, tuple[Illustration, ...]],
)
