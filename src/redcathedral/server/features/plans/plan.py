"""Plans: the decisions that a seat intends for its next turn, made and checked in advance."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec import Struct

from redcathedral.box.vocabulary import LETTERS
from redcathedral.engine import rules
from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record import decision as made
from redcathedral.record.notation import decision_text, read_decision
from redcathedral.server.core.table.planning import is_due, next_turn_position
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.wire.targets import elements
from redcathedral.server.features.plans.reasons import objection
from redcathedral.text import Argument, Term

MAX_PLAN_DECISIONS: Final = 40  # more than a turn can have


class Intent(Struct, frozen=True):
    """A planned decision; ``about`` is its context, which a player may change before the turn."""

    text: str
    about: str = ""


class TurnPlan(Struct, frozen=True):
    """The decisions for one turn; the turns of all seats are counted together, from 0."""

    turn: int
    intents: tuple[Intent, ...]

    def is_past(self, state: State) -> bool:
        return state.is_over or state.turn > self.turn


class CheckedIntent(NamedTuple):
    """A planned decision with its trial if it is legal, otherwise with the reason why not."""

    decision: int
    trial: Trial | None
    reason: Term | None


class CheckedPlan(NamedTuple):
    """A checked plan: its decisions, and the position after the legal ones."""

    intents: list[CheckedIntent]
    after: State
    is_open: bool  # the turn continues, and no roll is due

    @property
    def legal(self) -> list[int]:
        return [intent.decision for intent in self.intents if intent.trial]


def plan_position(seated: SeatedGame, seat: int) -> State | None:
    game = seated.game
    if game.is_over:
        return None
    return game.state if is_due(seated, seat) else next_turn_position(game.state, seat)


def make_plan(
    seated: SeatedGame, seat: int, numbers: Sequence[int], old_plan: TurnPlan | None
) -> TurnPlan | None:
    """Return a plan; decisions of the old plan keep their context.  None without a turn to plan."""
    state = plan_position(seated, seat)
    if state is None:
        return None
    old_intents = list(old_plan.intents) if old_plan else []
    intents: list[Intent] = []
    for number in numbers:
        text = decision_text(number)
        intent = next((intent for intent in old_intents if intent.text == text), None)
        if intent is not None:
            old_intents.remove(intent)
        else:
            after = check(intents, state).after
            is_legal = number in rules.legal(after)
            intent = Intent(text, decision_context(after, number) if is_legal else "")
        intents.append(intent)
    return TurnPlan(int(state.turn), tuple(intents))


def check(intents: Sequence[Intent], state: State, names: Sequence[Argument] = ()) -> CheckedPlan:
    """Try the planned decisions in order, and skip illegal ones; a roll ends the plan."""
    turn = state.turn
    checked: list[CheckedIntent] = []
    for intent in intents:
        number = read_decision(intent.text)
        has_gap = any(intent.reason for intent in checked)
        if not _can_continue(state, turn):
            reason: Term | None = Term("plan.no.rolled" if state.is_chance else "plan.no.turn-over")
        else:
            reason = _find_objection(state, number, intent.about, names, has_gap=has_gap)
        trial = None if reason else Trial(state, number)
        if trial is not None:
            state = trial.after
        checked.append(CheckedIntent(number, trial, reason))
    return CheckedPlan(checked, state, _can_continue(state, turn))


def _find_objection(
    state: State, number: int, planned_context: str, names: Sequence[Argument], *, has_gap: bool
) -> Term | None:
    """Return why a decision cannot be played; after a gap, a plan cannot end the turn."""
    ends_turn = isinstance(made.decode(number), made.End | made.Stop)
    if number in rules.legal(state) and not (has_gap and ends_turn):
        context = decision_context(state, number)
        if not planned_context or planned_context == context:
            return None
        return objection(state, number, names, context)
    return objection(state, number, names, has_gap=has_gap)


def _can_continue(state: State, turn: int) -> bool:
    return not state.is_chance and not state.is_over and state.turn == turn


def decision_context(state: State, number: int) -> str:
    """Return what a legal decision depends on but its notation does not contain."""
    match made.decode(number):
        case made.MoveDie():
            return elements(number, state)[1]
        case made.Take():
            return _tile_text(state, int(state.space))
        case made.Swap(first, second):
            return f"{_tile_text(state, first)} {_tile_text(state, second)}"
        case _:
            return ""


def _tile_text(state: State, space: int) -> str:
    """Return the material and amount that a market space gives (R6.5)."""
    components = state.setting.components
    tile = state.resource_tile(space)
    return f"{LETTERS[components.resource_gives[tile]]}{components.resource_amount[tile]}"


def _played_texts(seated: SeatedGame) -> list[str]:
    game = seated.game
    turn = game.state.turn
    moves = takewhile(lambda move: move.before.turn == turn, reversed(game.history))
    return [decision_text(move.decision) for move in moves][::-1]


def remaining_plan(
    seated: SeatedGame, seat: int, plan: TurnPlan, names: Sequence[Argument] = ()
) -> CheckedPlan | None:
    """Return the decisions of a plan that have not been played yet."""
    state = plan_position(seated, seat)
    if state is None:
        return None
    played_texts = _played_texts(seated) if is_due(seated, seat) else []
    if not played_texts:
        return check(plan.intents, state, names)
    intents = list(plan.intents)
    for text in played_texts:
        intent = next((intent for intent in intents if intent.text == text), None)
        if intent is not None:
            intents.remove(intent)
    playable = [*takewhile(lambda intent: intent.trial, check(intents, state).intents)]
    return check(intents[: len(playable)], state) if playable else None
