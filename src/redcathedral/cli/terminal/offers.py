"""What may be done: the legal decisions by kind, numbered, with what each would do."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, TypeAlias

from redcathedral.cli.terminal.typed import Typed
from redcathedral.engine.state import State
from redcathedral.play.trial import Trial
from redcathedral.record.decision import Claim, decode
from redcathedral.record.notation import VERBS, decision_text, place_text
from redcathedral.text import Argument, Narrator, Term
from redcathedral.text.decisions import claiming
from redcathedral.text.rule_citations import DECISION_RULES

BRIEF: Final = 12  # lines that are easy to listen to

# What stands on one line of a list: a decision, or the claims of one card.
Listed: TypeAlias = tuple[int, ...]


def _kind(decision: int) -> str:
    return decision_text(decision).split()[0]


def _rank(decision: int) -> int:
    return VERBS.index(_kind(decision))


def kinds(legal: Sequence[int]) -> tuple[str, ...]:
    """The kinds of these decisions: the first words of their notation."""
    found = {_kind(decision) for decision in legal}
    return tuple(kind for kind in VERBS if kind in found)


def of_kinds(legal: Sequence[int], kinds: Sequence[str]) -> list[int]:
    return [decision for decision in legal if _kind(decision) in kinds]


def each(decisions: Sequence[int]) -> list[Listed]:
    return [(decision,) for decision in sorted(decisions, key=_rank)]


def grouped(decisions: Sequence[int]) -> list[Listed]:
    """The same with the claims of a card on one line, where there are several cards."""
    places = dict.fromkeys(_place(decision) for decision in decisions)
    places.pop(None, None)
    if len(places) < 2:
        return each(decisions)
    result: list[Listed] = []
    for decision in sorted(decisions, key=_rank):
        place = _place(decision)
        if place is not None and result and _place(result[-1][0]) == place:
            result[-1] += (decision,)
        else:
            result.append((decision,))
    return result


def _place(decision: int) -> int | None:
    meant = decode(decision)
    return meant.place if isinstance(meant, Claim) else None


def is_long(choices: Sequence[Listed]) -> bool:
    return len(choices) + len({_kind(choice[0]) for choice in choices}) > BRIEF


def lines(
    words: Narrator, state: State, choices: Sequence[Listed], called: Sequence[Argument]
) -> list[str]:
    result = []
    number = 0
    for kind, group in groupby(choices, key=lambda choice: _kind(choice[0])):
        result.append(words.text("list.kind", kind=Term(f"kind.{kind}"), rule=DECISION_RULES[kind]))
        for choice in group:
            number += 1
            result.append(_line(words, state, number, choice, called))
    return result


def _line(
    words: Narrator, state: State, number: int, choice: Listed, called: Sequence[Argument]
) -> str:
    first = choice[0]
    trial = Trial(state, first)
    effect = words.effect(trial, called)
    if len(choice) == 1:
        decision, meaning = Typed(words).decision(first), words.decision(trial)
    else:
        decision = Typed(words).notation(f"{_kind(first)} {place_text(_place(first) or 0)}")
        meaning = words.say(claiming(state, choice))
    return words.text(
        "list.line",
        number=number,
        decision=decision,
        meaning=meaning,
        effect=words.join(effect),
        effects=len(effect),
    )


def summary(words: Narrator, state: State, choices: Sequence[Listed]) -> list[str]:
    result = []
    for kind, group in groupby(choices, key=lambda choice: _kind(choice[0])):
        found = list(group)
        first = found[0][0]
        if len(found) == len(found[0]) == 1:
            text = words.text(
                "list.single",
                decision=Typed(words).decision(first),
                meaning=words.decision(Trial(state, first)),
            )
        else:
            word = Typed(words).word(kind)
            text = words.text("list.count", kind=Term(f"kind.{kind}"), n=len(found), word=word)
        result.append(text)
    return [*result, words.text("list.all")]
