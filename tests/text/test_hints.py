"""Hints in words: what speaks for the first comes before what speaks against it."""

from __future__ import annotations

from redcathedral.ai.analysis.reason import Advantage
from redcathedral.text import Narrator
from redcathedral.text.hints import HintNarrator


def explanation_lines(*reasons: Advantage) -> list[str]:
    return HintNarrator(Narrator("en"), ("Ana", "Ben")).explanation(reasons, 0).lines


def test_for_it_first_and_each_player_in_one_line() -> None:
    reasons = (
        Advantage("recognition", 0, -3.0, 0.5),
        Advantage("towers", 1, 2.4, 0.5),
        Advantage("prestige", 1, -2.0, 0.5),
        Advantage("rubles", 0, 1.6, 0.5),
        Advantage("banners", 0, 9.0, 0.5),  # of more than four the last is left out
    )
    assert explanation_lines(*reasons) == [
        "Ana, more: 2 rubles ± 0.5.",
        "Ben, less: 2 prestige ± 0.5.",
        "Ana, less: 3 recognition ± 0.5.",
        "Ben, more: 2 prestige from the towers ± 0.5.",
    ]


def test_what_rounds_to_nothing_is_no_reason() -> None:
    words = HintNarrator(Narrator("en"), ("Ana", "Ben"))
    assert words.explanation([Advantage("rubles", 0, 0.4, 0.1)], 0) == (
        words.explanation([], 0).title,
        [],
    )
    assert words.explanation([], 0).title.startswith("Counted out")
