"""The best turns of a position."""

from __future__ import annotations

import pytest
from msgspec import structs

from redcathedral.ai.analysis.hint import Hint, Lead, hint, leads
from redcathedral.ai.analysis.judge import Judge, JudgedTurn, opening, varied_candidates
from redcathedral.ai.analysis.sample import Sample
from redcathedral.ai.analysis.value import Value
from redcathedral.ai.value.network import Prediction
from redcathedral.engine import rules, scoring
from redcathedral.engine.phases import DONE
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.state import State
from redcathedral.record import decision_text, read_decision
from tests.ai.analysis.endings import last_turn
from tests.ai.analysis.weights import LITTLE, tiny
from tests.engine.positions import POSITIONS, inside, ivan_claims, ivan_decorates
from tests.engine.table import Table
from tests.properties.fields import fields
from tests.properties.modes import EIGHT, Mode


def best(state: State, keep: int = 3, find: int = 2_000, field: int = 8) -> list[Hint]:
    return hint(state, keep, structs.replace(LITTLE, find=find, field=field), tiny())


def words(ids: tuple[int, ...]) -> str:
    return " / ".join(map(decision_text, ids))


def ends(state: State) -> list[State]:
    """Every position in which the turn can end, re-rolls left out."""
    result: list[State] = []
    for move in rules.legal(state):
        if decision_text(move).startswith("prestige reroll"):
            continue
        after = state.copy()
        rules.apply(after, move)
        is_same_turn = not after.is_chance and after.turn == state.turn
        result += ends(after) if is_same_turn else [after]
    return result


def test_the_last_turn_is_found_and_its_result_is_exact() -> None:
    """The dome in tower 3 breaks the tie there (R7.5)."""
    state = last_turn().state
    first, second, _ = best(state)
    assert words(first.ids) == "deliver W 3.3 / end"
    after = state.copy()
    for decision in first.ids:
        rules.play(after, decision)
    assert after.is_over
    red, blue = scoring.scores(after)
    assert first.value == Value(1.0, red.total - blue.total, 0.0, 0.0)
    assert first.loss == 0
    assert second.value.share < 1
    assert second.loss > 0.5


def test_no_turn_of_the_last_one_is_better_than_the_first_hint() -> None:
    state = last_turn().state
    totals = [[score.total for score in scoring.scores(after)] for after in ends(state)]
    margins = [red - blue for red, blue in totals]
    assert len(margins) > 50
    assert best(state, find=100_000)[0].value.margin == max(margins)


@pytest.mark.parametrize("name", POSITIONS)
def test_hints_in_every_phase_are_legal_and_different(name: str) -> None:
    state = POSITIONS[name][0]().state
    before = fields(state)
    found = best(state)
    assert fields(state) == before
    assert 1 <= len(found) <= 3
    assert len({one.ids for one in found}) == len(found)
    losses = [one.loss for one in found]
    assert losses[0] == 0
    assert losses == sorted(losses)
    for one in found:
        after = state.copy()
        for decision in one.ids:
            assert not after.is_chance
            rules.play(after, decision)
        ended = after.is_chance or after.turn != state.turn or after.is_over
        assert ended or state.phase > DONE


@pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)
def test_the_same_position_has_the_same_hints(mode: Mode) -> None:
    state = mode.start()
    dice = Rng(3, DICE)
    rules.roll(state, dice)
    for _ in range(6):
        found = best(state, find=300)
        assert best(state.copy(), find=300) == found
        for decision in found[0].ids:
            rules.play(state, decision)
        rules.roll(state, dice)


def test_hints_begin_differently_where_others_are_nearly_as_good() -> None:
    """Of turns as good as the best but for 5 % one for each beginning, then the next best."""

    def candidate(share: float, *decisions: str) -> JudgedTurn:
        ids = tuple(map(read_decision, decisions))
        return JudgedTurn(ids, Sample([[Prediction(share, 0.0), Prediction(1 - share, 0.0)]]), 0)

    first = candidate(0.60, "die white +0", "take 1")
    alike = candidate(0.59, "die white +0", "end")
    other = candidate(0.57, "claim 2.1 inventory")
    worse = candidate(0.40, "die red +0")
    found = [first, alike, other, worse]
    assert varied_candidates(found, 0, 2) == [first, other]
    assert varied_candidates(found, 0, 3) == [first, alike, other]
    assert varied_candidates([first, alike, worse], 0, 3) == [first, alike, worse]
    assert varied_candidates(found, 0, 9) == found


def test_a_claim_is_one_beginning_wherever_the_banner_comes_from() -> None:
    def begins(*decisions: str) -> int:
        return opening([read_decision(decision) for decision in decisions])

    assert begins("claim 2.1 inventory", "end") == begins("prestige rubles", "claim 2.1 beside")
    assert begins("claim 2.1 inventory") != begins("claim 3.1 inventory")
    assert begins("deliver W 1.1") == begins("ornament 2.1 EP")
    assert begins("prestige reroll 3") == begins("prestige rubles", "prestige reroll 1")
    assert begins("die white +0") != begins("die white +1")
    assert begins("prestige rubles") == read_decision("prestige rubles")


def compared(share: float, loss: float, error: float, margin_error: float = 1.0) -> Hint:
    return Hint((), Value(share, 0.0, error, margin_error), loss, error)


@pytest.mark.parametrize(
    ("best", "others", "expected"),
    [
        (compared(0.6, 0, 0), [compared(0.4, 0.2, 0.19)], ["clear", "clear"]),
        (compared(0.6, 0, 0), [compared(0.4, 0.2, 0.2)], ["slight", "slight"]),
        (compared(0.6, 0, 0), [compared(0.5, 0.1, 0.3)], ["even", "even"]),
        (compared(1.0, 0, 0, 0.0), [compared(0.9, 0.1, 0.9)], ["clear", "clear"]),  # a sure win
        (compared(1.0, 0, 0, 0.0), [compared(1.0, 0.0, 0.0, 0.0)], ["even", "even"]),
        (compared(1.0, 0, 0, 1.0), [compared(0.9, 0.1, 0.9)], ["even", "even"]),  # not decided
        (
            compared(0.6, 0, 0),
            [compared(0.4, 0.2, 0.1), compared(0.4, 0.2, 0.3)],
            ["slight", "clear", "slight"],  # the first leads all others only as the closest one
        ),
        (compared(0.6, 0, 0), [], [None]),
    ],
)
def test_first_hint_leads_by_more_than_the_error_or_by_a_sure_win(
    best: Hint, others: list[Hint], expected: list[Lead | None]
) -> None:
    assert leads([best, *others]) == expected


def test_sure_win_in_the_last_turn_is_clearly_best() -> None:
    found = best(last_turn().state)
    assert found[0].is_sure_win
    assert leads(found)[:2] == ["clear", "clear"]


def test_claims_that_differ_only_in_the_place_of_the_banner_are_one_hint() -> None:
    state = Table("red", "blue").turn("red").state
    judge = Judge(tiny().network(), structs.replace(LITTLE, find=2_000, field=40))

    def claims(*, merges_banners: bool) -> list[str]:
        turns = judge.finalists(state, 40, merges_banners=merges_banners)
        texts = [words(tuple(turn.ids())).split(" ") for turn in turns]
        return [" ".join([*text[:2], *text[3:]]) for text in texts if text[0] == "claim"]

    assert len(set(claims(merges_banners=False))) < len(claims(merges_banners=False))
    assert len(set(claims(merges_banners=True))) == len(claims(merges_banners=True)) > 0


@pytest.mark.parametrize("table", [ivan_claims, ivan_decorates])
def test_a_choice_for_ivan_is_a_hint_for_the_human(table: type[Table]) -> None:
    """The human decides, and so the human's chances count (R8.4, R8.5)."""
    state = table().state
    found = best(state)
    assert state.seat == 1
    assert state.decider == 0
    assert [len(one.ids) for one in found] == [1] * len(found)
    assert len(found) == min(3, len(rules.legal(state)))


def test_inside_an_influence_action() -> None:
    state = inside("T1", 1).state
    for one in best(state):
        assert one.ids[0] in rules.legal(state)


def test_nothing_to_decide() -> None:
    state = Table("red", "blue").turn("red").play("die white +0", "end").state
    with pytest.raises(ValueError, match="no decision is due"):
        best(state)
    over = last_turn().play("deliver W 3.3", "end").state
    with pytest.raises(ValueError, match="no decision is due"):
        best(over)
