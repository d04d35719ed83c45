"""A puzzle: a position, the turn to be found there, and how hard that is."""

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

CLEAR_LEAD: Final = 0.05  # of the win: so far ahead it is, with the lower end of the 95 % interval
SOLVERS: Final = ("greedy", *LEVELS)
# The basic actions (R3.1): claim a card, acquire materials, build (R5).
BASIC_ACTIONS: Final = ("claim", "acquire", "build")

Decisions: TypeAlias = tuple[int, ...]


class OtherTurn(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Another turn: what it is worth to who is to move, and how much less than the best.

    ``less`` is of the win, ``error`` half of the 95 % interval of that, on the same dice.
    """

    ids: Decisions
    value: Value
    less: float
    error: float


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, as a record that begins with it, and the turn to be found.

    ``ids`` are its decisions up to the end of the turn or a re-roll, ``value`` what they are worth
    to who is to move, ``others`` the best of the other turns, best first.  ``reasons`` tell what
    comes of it more than of the best other one; ``found`` names the bots that find it.
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
        """Its name: number of people, seed of the game, turn."""
        return f"{self.players}-{self.seed}-{self.turn}"

    @property
    def gain(self) -> float:
        """How much more of the win it is than the best of the others."""
        return self.others[0].less

    @property
    def is_clear(self) -> bool:
        """Whether it is clearly ahead of all others."""
        return all(other.less - other.error > CLEAR_LEAD for other in self.others)

    @property
    def grade(self) -> int:
        """How hard it is: so many of the levels, from the weakest on, are not sure to find it.

        A level counts as sure where it and all stronger ones find it.
        """
        grade = len(LEVELS)
        for level in reversed([*LEVELS]):
            if level not in self.found:
                break
            grade -= 1
        return grade

    def with_judge_error(self, doubt: ErrorModel) -> "Puzzle":
        """The same with all of the errors: also what the rollouts do not see."""
        return replace(
            self,
            value=doubt.widened((self.value,))[0],
            others=tuple(
                OtherTurn(
                    other.ids,
                    doubt.widened((other.value,))[0],
                    other.less,
                    doubt.total_loss_error(other.error, self.value, other.value),
                )
                for other in self.others
            ),
        )

    def game(self) -> Record:
        """A new record that begins with the position."""
        return read(self.record)

    def state(self) -> State:
        """The position."""
        return self.game().first_state()

    def actions(self) -> set[str]:
        """The basic actions of the solution, and its influence actions."""
        return actions_in(self.state(), self.ids)


def influence_actions(edition: Edition) -> list[str]:
    """The influence actions of an edition by their sentences, in its order."""
    actions = (action for card in edition.influence for action in card.actions)
    return list(dict.fromkeys(map(action_text, actions)))


def actions_in(state: State, ids: Sequence[int]) -> set[str]:
    """The basic actions (R3.1) and the influence actions (R6.6) of a turn.

    An influence action goes by its sentence, such as ``once gain 1R``; several cards have that one.
    """
    state = state.copy()
    edition = state.setting.components.edition
    found: set[str] = set()
    for move in ids:
        if decisions.CLAIM <= move < decisions.IVAN_CLAIM:
            found.add("claim")
        elif decisions.DIE <= move < decisions.TILE:
            found.add("acquire")
        elif decisions.DELIVER <= move < decisions.CLAIM:
            found.add("build")
        elif decisions.INFLUENCE <= move < decisions.TAKE:
            card = edition.influence[state.setting.influence[state.space // 2]]
            found.add(action_text(card.actions[move - decisions.INFLUENCE]))
        rules.apply(state, move)
    return found


def apply_all(state: State, ids: Sequence[int]) -> State:
    """Where decisions lead."""
    apply_all = state.copy()
    for move in ids:
        rules.apply(apply_all, move)
    return apply_all


def ends_turn(before: State, after: State) -> bool:
    """Whether a decision has ended the turn that is to be found: also a re-roll, or Ivan's part."""
    return bool(after.turn != before.turn or after.phase == ROLL or before.phase > DONE)
