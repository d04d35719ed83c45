"""Creates the message about a plan for the pages of its seat."""

from collections.abc import Sequence

from redcathedral.play.trial import Trial
from redcathedral.record.position import position_of
from redcathedral.server.core.table.planning import is_due
from redcathedral.server.core.table.prompt import due_at, legal_message, verb_of
from redcathedral.server.core.table.seated_game import SeatedGame
from redcathedral.server.core.table.seats_message import seats_message, tower_pay
from redcathedral.server.core.wire.targets import elements
from redcathedral.server.features.plans.plan import CheckedIntent, CheckedPlan
from redcathedral.server.features.plans.wire import Plan, PlannedDecision, WhatIf
from redcathedral.text import AllOf, Argument, Narrator, Term, rule_citations


def plan_message(
    seated: SeatedGame,
    seat: int,
    checked: CheckedPlan | None,
    words: Narrator,
    names: Sequence[Argument],
    *,
    shows: bool,
) -> Plan:
    intents = checked.intents if checked else []
    verbs = dict.fromkeys(verb_of(intent.decision) for intent in intents if intent.trial)
    verb_terms = tuple(Term(f"table.do.{verb}") for verb in verbs)
    is_seat_due = is_due(seated, seat)
    return Plan(
        number=seated.version,
        seat=seated.game.state.setting.colour(seat),
        decisions=[_planned(intent, words) for intent in intents],
        is_due=is_seat_due,
        playable=words.say(AllOf(verb_terms)) if is_seat_due and verb_terms else "",
        what_if=_what_if(checked, seated, seat, words, names) if shows and checked else None,
    )


def _planned(intent: CheckedIntent, words: Narrator) -> PlannedDecision:
    verb = verb_of(intent.decision)
    trial = intent.trial
    return PlannedDecision(
        id=intent.decision,
        verb=verb,
        on=elements(intent.decision, trial.before) if trial else [],
        label=words.decision(trial) if trial else words.text(f"table.do.{verb}"),
        rule=rule_citations.DECISION_RULES[verb],
        reason=words.say(intent.reason) if intent.reason else None,
    )


def _what_if(
    checked: CheckedPlan, seated: SeatedGame, seat: int, words: Narrator, names: Sequence[Argument]
) -> WhatIf:
    state = checked.after
    legal = seated.legal_ids(state) if checked.is_open else []
    return WhatIf(
        turn=int(state.turn) + 1,
        position=position_of(state),
        seats=seats_message(words, state, seated.players, names),
        tower_pay=tower_pay(state),
        due=due_at(state, seat, seated.players[seat].kind, yours=True) if checked.is_open else None,
        legal=[legal_message(Trial(state, decision), words, names) for decision in legal],
    )
