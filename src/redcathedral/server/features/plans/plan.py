"""A plan of a seat's next turn, checked in that turn, or as the turn would begin now."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec
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
from redcathedral.server.features.plans.reasons import why_not
from redcathedral.text import Argument, Term

LONGEST: Final = 40  # decisions of a plan; those of a turn are fewer


class Intent(Struct, frozen=True):
    """A planned decision, and what it is ``about`` that others may change meanwhile."""

    text: str
    about: str = ""


class TurnPlan(Struct, frozen=True):
    """What is to be done in the turn of this number, counted from 0 for all seats."""

    turn: int
    intents: tuple[Intent, ...]

    def is_past(self, state: State) -> bool:
        return state.is_over or state.turn > self.turn


class CheckedIntent(NamedTuple):
    """A decision that was meant: tried out where it is legal, else why it is not."""

    decision: int
    trial: Trial | None
    reason: Term | None


class Checked(NamedTuple):
    """A plan tried out: each of its decisions, and the position after those that are legal."""

    intents: list[CheckedIntent]
    after: State
    is_open: bool  # the turn goes on, and no dice are due

    @property
    def legal(self) -> list[int]:
        return [one.decision for one in self.intents if one.trial]


_PLAN: Final = msgspec.json.Decoder(TurnPlan)


def encode_plan(plan: TurnPlan) -> str:
    return msgspec.json.encode(plan).decode()


def decode_plan(text: str) -> TurnPlan:
    """The plan of a stored text; raises msgspec.ValidationError for one of a newer version."""
    return _PLAN.decode(text)


def plan_position(seated: SeatedGame, seat: int) -> State | None:
    game = seated.game
    if game.is_over:
        return None
    return game.state if is_due(seated, seat) else next_turn_position(game.state, seat)


def make_plan(
    seated: SeatedGame, seat: int, numbers: Sequence[int], known: TurnPlan | None
) -> TurnPlan | None:
    """Return a plan, or None without a turn to plan; known decisions keep their meaning."""
    state = plan_position(seated, seat)
    if state is None:
        return None
    turn = int(state.turn)
    old = list(known.intents) if known else []
    intents: list[Intent] = []
    for number in numbers:
        text = decision_text(number)
        intent = next((one for one in old if one.text == text), None)
        if intent is not None:
            old.remove(intent)
        else:
            after = check(intents, state).after
            is_legal = number in rules.legal(after)
            intent = Intent(text, decision_context(after, number) if is_legal else "")
        intents.append(intent)
    return TurnPlan(turn, tuple(intents))


def check(intents: Sequence[Intent], state: State, names: Sequence[Argument] = ()) -> Checked:
    """Try the planned decisions in order, without illegal ones; a roll ends what can be planned."""
    turn = state.turn
    found: list[CheckedIntent] = []
    for intent in intents:
        number = read_decision(intent.text)
        is_struck = any(one.reason for one in found)
        if not _goes_on(state, turn):
            reason: Term | None = Term("plan.no.rolled" if state.is_chance else "plan.no.turn-over")
        else:
            reason = _objection(state, number, intent.about, names, is_struck=is_struck)
        trial = None if reason else Trial(state, number)
        if trial is not None:
            state = trial.after
        found.append(CheckedIntent(number, trial, reason))
    return Checked(found, state, _goes_on(state, turn))


def _objection(
    state: State, number: int, meant: str, names: Sequence[Argument], *, is_struck: bool
) -> Term | None:
    """Say why a decision is impossible or changed; an incomplete turn is not ended by a plan."""
    ends = isinstance(made.decode(number), made.End | made.Stop)
    if number in rules.legal(state) and not (is_struck and ends):
        now = decision_context(state, number)
        return None if not meant or meant == now else why_not(state, number, names, now)
    return why_not(state, number, names, is_struck=is_struck)


def _goes_on(state: State, turn: int) -> bool:
    return not state.is_chance and not state.is_over and state.turn == turn


def decision_context(state: State, number: int) -> str:
    """What a legal decision is about that its notation does not say."""
    match made.decode(number):
        case made.MoveDie():
            return elements(number, state)[1]
        case made.Take():
            return _lies(state, int(state.space))
        case made.Swap(first, second):
            return f"{_lies(state, first)} {_lies(state, second)}"
        case _:
            return ""


def _lies(state: State, space: int) -> str:
    """What a market space gives for each die (R6.5)."""
    components = state.setting.components
    tile = state.resource_tile(space)
    return f"{LETTERS[components.resource_gives[tile]]}{components.resource_amount[tile]}"


def _played(seated: SeatedGame) -> list[str]:
    game = seated.game
    turn = game.state.turn
    moves = takewhile(lambda move: move.before.turn == turn, reversed(game.history))
    return [decision_text(move.decision) for move in moves][::-1]


def standing_plan(
    seated: SeatedGame, seat: int, plan: TurnPlan, names: Sequence[Argument] = ()
) -> Checked | None:
    """Return what is left of a plan; in the turn itself, what was played is left out."""
    state = plan_position(seated, seat)
    if state is None:
        return None
    if not is_due(seated, seat):
        return check(plan.intents, state, names)
    played = _played(seated)
    if not played:
        return check(plan.intents, state, names)
    intents = list(plan.intents)
    for text in played:
        done = next((one for one in intents if one.text == text), None)
        if done is not None:
            intents.remove(done)
    fitting = [*takewhile(lambda one: one.trial, check(intents, state).intents)]
    return check(intents[: len(fitting)], state) if fitting else None
