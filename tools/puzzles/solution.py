"""The solution of a puzzle: how clear it is, and which actions it uses."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from redcathedral.ai.analysis.error_model import ErrorModel
from redcathedral.ai.puzzles.puzzle import Puzzle
from redcathedral.box.action import action_text
from redcathedral.box.edition import Edition
from redcathedral.engine import decisions, rules
from redcathedral.engine.state import State

CLEAR_LEAD: Final = 0.05  # share of the win; the whole 95 % interval of a clear lead is above it
# The basic actions (R3.1): claim a card, acquire materials, build (R5).
BASIC_ACTIONS: Final = ("claim", "acquire", "build")


def lead(puzzle: Puzzle) -> float:
    """Return the lead over the best other turn, as a share of the win."""
    return puzzle.others[0].less


def is_clear(puzzle: Puzzle) -> bool:
    """Return whether the solution is clearly better than all other turns."""
    return all(other.less - other.error > CLEAR_LEAD for other in puzzle.others)


def with_judge_error(puzzle: Puzzle, error_model: ErrorModel) -> Puzzle:
    """Return the puzzle with errors that include the measured error of the judge."""
    return replace(
        puzzle,
        value=error_model.widened((puzzle.value,))[0],
        others=tuple(
            replace(
                other,
                value=error_model.widened((other.value,))[0],
                error=error_model.total_loss_error(other.error, puzzle.value, other.value),
            )
            for other in puzzle.others
        ),
    )


def influence_actions(edition: Edition) -> list[str]:
    """Return the texts of an edition's influence actions, each once, in order."""
    actions = (action for card in edition.influence for action in card.actions)
    return list(dict.fromkeys(map(action_text, actions)))


def actions_of(puzzle: Puzzle) -> set[str]:
    """Return the basic actions (R3.1) and the influence actions (R6.6) of the solution."""
    return actions_in(puzzle.state(), puzzle.ids)


def actions_in(state: State, ids: Sequence[int]) -> set[str]:
    """Return the basic actions (R3.1) and the influence actions (R6.6) of a turn.

    An influence action is its text, such as ``once gain 1R``, which several cards can share.
    """
    state = state.copy()
    edition = state.setting.components.edition
    names: set[str] = set()
    for move in ids:
        if decisions.CLAIM <= move < decisions.IVAN_CLAIM:
            names.add("claim")
        elif decisions.DIE <= move < decisions.TILE:
            names.add("acquire")
        elif decisions.DELIVER <= move < decisions.CLAIM:
            names.add("build")
        elif decisions.INFLUENCE <= move < decisions.TAKE:
            card = edition.influence[state.setting.influence[state.space // 2]]
            names.add(action_text(card.actions[move - decisions.INFLUENCE]))
        rules.apply(state, move)
    return names
