"""A puzzle: a position, its solution, and its difficulty."""

from collections.abc import Sequence
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from redcathedral.ai.analysis.error_model import ErrorModel
from redcathedral.ai.analysis.reason import Advantage
from redcathedral.ai.analysis.value import Value
from redcathedral.ai.bots.levels import LEVELS
from redcathedral.box.action import action_text
from redcathedral.box.edition import Edition
from redcathedral.engine import decisions, rules
from redcathedral.engine.phases import DONE, ROLL
from redcathedral.engine.state import State
from redcathedral.record.game_record import Record
from redcathedral.record.replay import read

CLEAR_LEAD: Final = 0.05  # share of the win; the whole 95 % interval of a clear lead is above it
SOLVERS: Final = ("greedy", *LEVELS)
# The basic actions (R3.1): claim a card, acquire materials, build (R5).
BASIC_ACTIONS: Final = ("claim", "acquire", "build")

Decisions: TypeAlias = tuple[int, ...]


class OtherTurn(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A turn that is not the solution, and its value for the seat to move.

    ``less`` is its loss compared with the solution, as a share of the win, and ``error`` half of
    the 95 % interval of the loss, on the same dice.
    """

    ids: Decisions
    value: Value
    less: float
    error: float


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, as a record that begins with it, and its solution.

    ``ids`` are the decisions of the solution up to the end of the turn or a re-roll, ``value`` is
    its value for the seat to move, and ``others`` are the best other turns, best first.
    ``reasons`` are the advantages over the best other turn; ``found`` has the names of the bots
    that find the solution.
    """

    players: int
    seed: int
    turn: int
    record: str
    ids: Decisions
    value: Value
    others: tuple[OtherTurn, ...]
    reasons: tuple[Advantage, ...]
    found: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id: the number of human players, the seed of the game, and the turn."""
        return f"{self.players}-{self.seed}-{self.turn}"

    @property
    def gain(self) -> float:
        """The lead over the best other turn, as a share of the win."""
        return self.others[0].less

    @property
    def is_clear(self) -> bool:
        """Whether the solution is clearly better than all other turns."""
        return all(other.less - other.error > CLEAR_LEAD for other in self.others)

    @property
    def grade(self) -> int:
        """The difficulty, from 0: the number of levels up to the strongest that did not find it."""
        grade = len(LEVELS)
        for level in reversed([*LEVELS]):
            if level not in self.found:
                break
            grade -= 1
        return grade

    def with_judge_error(self, error_model: ErrorModel) -> "Puzzle":
        """Return the puzzle with errors that include the measured error of the judge."""
        return replace(
            self,
            value=error_model.widened((self.value,))[0],
            others=tuple(
                OtherTurn(
                    other.ids,
                    error_model.widened((other.value,))[0],
                    other.less,
                    error_model.total_loss_error(other.error, self.value, other.value),
                )
                for other in self.others
            ),
        )

    def game(self) -> Record:
        """Return a new record that begins with the position."""
        return read(self.record)

    def state(self) -> State:
        """Return the position."""
        return self.game().first_state()

    def actions(self) -> set[str]:
        """Return the basic actions (R3.1) and the influence actions (R6.6) of the solution."""
        return actions_in(self.state(), self.ids)


def influence_actions(edition: Edition) -> list[str]:
    """Return the texts of an edition's influence actions, each once, in order."""
    actions = (action for card in edition.influence for action in card.actions)
    return list(dict.fromkeys(map(action_text, actions)))


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


def apply_all(state: State, ids: Sequence[int]) -> State:
    """Return the position after decisions."""
    result = state.copy()
    for move in ids:
        rules.apply(result, move)
    return result


def ends_turn(before: State, after: State) -> bool:
    """Return whether a decision ended the turn, or was a re-roll or a choice for Ivan."""
    return bool(after.turn != before.turn or after.phase == ROLL or before.phase > DONE)
