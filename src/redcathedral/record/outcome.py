"""Convert chance outcomes after the set-up to the lines ``roll`` and ``ivan-tiles`` of a record."""

import re
from collections.abc import Sequence
from typing import Final

from redcathedral.box.problem import ParseError
from redcathedral.box.quoting import did_you_mean, quote
from redcathedral.box.vocabulary import DICE, DIE_COUNT, IVAN_ROW
from redcathedral.engine import rules
from redcathedral.engine.phases import ROLL
from redcathedral.engine.state import State

_DIE_AND_FACE: Final = re.compile(r"([a-z]+)=([1-6])")


def dice_due(state: State) -> list[int]:
    """Return the dice that must be rolled, in the order of a record."""
    return [die for die in range(DIE_COUNT) if state.pending >> die & 1]


def tiles_due(state: State) -> list[int]:
    """Return the kinds of Ivan's tiles that must be dealt (R8.2, R8.5)."""
    return [kind for kind, _ in rules.outcomes(state)]


def steps_due(state: State) -> int:
    """Return the number of chance outcomes in the line that is due."""
    return len(dice_due(state)) if state.phase == ROLL else IVAN_ROW


def due_text(state: State) -> str:
    """Return the line that is due, with question marks for the outcomes."""
    if state.phase != ROLL:
        return " ".join(["ivan-tiles", *["?"] * IVAN_ROW])
    return " ".join(["roll", *(f"{DICE[die]}=?" for die in dice_due(state))])


def outcome_text(state: State, outcomes: Sequence[int]) -> str:
    """Return the line of the chance outcomes that are due in a position."""
    if state.phase != ROLL:
        tiles = state.setting.components.edition.workshop_tiles
        return " ".join(["ivan-tiles", *(tiles[outcome].id for outcome in outcomes)])
    faces = zip(dice_due(state), outcomes, strict=True)
    return " ".join(["roll", *(f"{DICE[die]}={face}" for die, face in faces)])


def read_roll(words: Sequence[str]) -> dict[int, int]:
    """Read the words of a ``roll`` line: the face of each die; raises ParseError."""
    result: dict[int, int] = {}
    for word in words:
        match = _DIE_AND_FACE.fullmatch(word.casefold())
        if match is None:
            raise ParseError(f"{quote(word)} is not a die and face", "write them as white=3")
        if match[1] not in DICE:
            raise ParseError(f"{quote(match[1])} is not a die", did_you_mean(match[1], DICE))
        die = DICE.index(match[1])
        if die in result:
            raise ParseError(f"the {match[1]} die is named twice", "name each die once")
        result[die] = int(match[2])
    return result
