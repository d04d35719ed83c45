"""Hints in words: what speaks for the first comes before what speaks against it."""

from __future__ import annotations

from redcathedral.ai.analysis.hint import Hint
from redcathedral.ai.analysis.reason import Advantage
from redcathedral.ai.analysis.value import Value
from redcathedral.record.notation import read_decision
from redcathedral.text import Narrator
from redcathedral.text.hints import HintNarrator
from tests.engine.table import Table


def explanation_lines(*reasons: Advantage) -> list[str]:
    return HintNarrator(Narrator("en"), ("Ana", "Ben")).explanation(reasons, 0)[1]


def test_for_it_first_and_each_player_in_one_line() -> None:
    reasons = (
        Advantage("recognition", 0, -3.0, 0.5),
        Advantage("towers", 1, 2.4, 0.5),
        Advantage("prestige", 1, -2.0, 0.5),
        Advantage("rubles", 0, 1.6, 0.5),
        Advantage("banners", 0, 9.0, 0.5),  # of more than four the last is left out
    )
    assert explanation_lines(*reasons) == [
        "In favor of the first: Ana has more (2 rubles).",
        "In favor of the first: Ben has less (2 prestige).",
        "Against it: Ana has less (3 recognition).",
        "Against it: Ben has more (2 prestige from the towers).",
    ]


def test_only_against_it_is_no_explanation() -> None:
    assert explanation_lines(Advantage("recognition", 0, -3.0, 0.5)) == []


def test_what_rounds_to_nothing_is_no_reason() -> None:
    words = HintNarrator(Narrator("en"), ("Ana", "Ben"))
    assert words.explanation([Advantage("rubles", 0, 0.4, 0.1)], 0) == (
        words.explanation([], 0)[0],
        [],
    )
    assert words.explanation([], 0) == ("", [])


def test_a_banner_that_frees_nothing_was_not_compared() -> None:
    words = HintNarrator(Narrator("en"), ("Ana", "Ben"))
    state = Table("red", "blue").state

    def note(decision: str) -> str:
        ids = (read_decision(decision),)
        return words.banner_note(Hint(ids, Value(0.5, 0.0, 0.1, 1.0), 0.0, 0.1), state)

    assert note("claim 2.1 beside").startswith("Hints do not compare banners")
    assert not note("claim 2.1 inventory")
    assert not note("end")


def test_words_say_how_good_each_turn_is_and_figures_what_they_mean() -> None:
    words = HintNarrator(Narrator("en"), ("Ana", "Ben"))

    def turn(share: float, loss: float) -> Hint:
        return Hint((), Value(share, 0.0, 0.1, 1.0), loss, 0.1)

    hints = [turn(0.6, 0.0), turn(0.53, 0.07), turn(0.4, 0.2)]
    assert words.words(hints) == ["a little better", "a little worse", "clearly worse"]
    assert words.words([hints[0], hints[2]]) == ["clearly best", "clearly worse"]
    assert words.words([hints[0], turn(0.6, 0.0)]) == [
        "one of the best",
        "about as good as the first",
    ]
    assert words.words(hints[:1]) == [""]
    assert words.explanation([], 0, hints)[0].startswith("The computer continued the game")
    assert not words.explanation([], 0, [hints[0], hints[2]])[0]
    assert words.figures(hints[0], is_first=True) == "Chance of winning: 60 ± 10%."
    assert words.figures(hints[1], is_first=False) == (
        "Chance of winning: 53 ± 10%. Worth 7.0 ± 10.0 percentage points less than the first."
    )
