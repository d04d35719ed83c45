"""List the legal decisions by kind, with numbers and effects."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, TypeAlias

from redcathedral.cli.terminal.typed import Typed
from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record.decision import Claim, decode
from redcathedral.record.notation import VERBS, decision_text, place_text
from redcathedral.text import Argument, Narrator, Term
from redcathedral.text.decisions import claims_of_card
from redcathedral.text.rule_citations import DECISION_RULES

MAX_SPOKEN_LINES: Final = 12  # a longer list is hard to follow with a screen reader

# One line of a list: a decision, or all claims of a card.
DecisionGroup: TypeAlias = tuple[int, ...]


def _kind(decision: int) -> str:
    return decision_text(decision).split()[0]


def _rank(decision: int) -> int:
    return VERBS.index(_kind(decision))


def kinds(legal: Sequence[int]) -> tuple[str, ...]:
    """Return the kinds of these decisions: the first words of their notation."""
    legal_kinds = {_kind(decision) for decision in legal}
    return tuple(kind for kind in VERBS if kind in legal_kinds)


def of_kinds(legal: Sequence[int], kinds: Sequence[str]) -> list[int]:
    return [decision for decision in legal if _kind(decision) in kinds]


def each(decisions: Sequence[int]) -> list[DecisionGroup]:
    return [(decision,) for decision in sorted(decisions, key=_rank)]


def grouped(decisions: Sequence[int]) -> list[DecisionGroup]:
    """Return the choices of a list; claims of several cards have one choice for each card."""
    places = dict.fromkeys(_place(decision) for decision in decisions)
    places.pop(None, None)
    if len(places) < 2:
        return each(decisions)
    result: list[DecisionGroup] = []
    for decision in sorted(decisions, key=_rank):
        place = _place(decision)
        if place is not None and result and _place(result[-1][0]) == place:
            result[-1] += (decision,)
        else:
            result.append((decision,))
    return result


def _place(decision: int) -> int | None:
    decoded = decode(decision)
    return decoded.place if isinstance(decoded, Claim) else None


def is_long(choices: Sequence[DecisionGroup]) -> bool:
    return len(choices) + len({_kind(choice[0]) for choice in choices}) > MAX_SPOKEN_LINES


def lines(
    narrator: Narrator, state: State, choices: Sequence[DecisionGroup], called: Sequence[Argument]
) -> list[str]:
    result = []
    number = 0
    for kind, group in groupby(choices, key=lambda choice: _kind(choice[0])):
        result.append(
            narrator.text("list.kind", kind=Term(f"kind.{kind}"), rule=DECISION_RULES[kind])
        )
        for choice in group:
            number += 1
            result.append(_line(narrator, state, number, choice, called))
    return result


def _line(
    narrator: Narrator, state: State, number: int, choice: DecisionGroup, called: Sequence[Argument]
) -> str:
    first = choice[0]
    trial = Trial(state, first)
    consequences = narrator.consequences(trial, called)
    if len(choice) == 1:
        decision, meaning = Typed(narrator).decision(first), narrator.decision(trial)
    else:
        decision = Typed(narrator).notation(f"{_kind(first)} {place_text(_place(first) or 0)}")
        meaning = narrator.say(claims_of_card(state, choice))
    return narrator.text(
        "list.line",
        number=number,
        decision=decision,
        meaning=meaning,
        effect=narrator.join(consequences),
        effects=len(consequences),
    )


def summary(narrator: Narrator, state: State, choices: Sequence[DecisionGroup]) -> list[str]:
    result = []
    for kind, group in groupby(choices, key=lambda choice: _kind(choice[0])):
        kind_choices = list(group)
        first = kind_choices[0][0]
        if len(kind_choices) == len(kind_choices[0]) == 1:
            text = narrator.text(
                "list.single",
                decision=Typed(narrator).decision(first),
                meaning=narrator.decision(Trial(state, first)),
            )
        else:
            word = Typed(narrator).word(kind)
            count = len(kind_choices)
            text = narrator.text("list.count", kind=Term(f"kind.{kind}"), n=count, word=word)
        result.append(text)
    return [*result, narrator.text("list.all")]
