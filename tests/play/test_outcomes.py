"""Outcomes of chance that are known already."""

from __future__ import annotations

import pytest

from redcathedral import Game
from redcathedral.engine.rules import ImpossibleOutcome


def test_given_outcomes_come_before_the_dice() -> None:
    game, other = Game(seed=1), Game(record=Game(seed=1).record, seed=99)
    for text in ("die white +0", "end"):
        game.play(text)
        other.play(text, game.history[-1].steps[1:])
    assert other.record.text() == game.record.text()


def test_outcomes_left_over_are_refused() -> None:
    game = Game(seed=1)
    before = game.record.text(), game.legal_texts
    with pytest.raises(ImpossibleOutcome, match="outcome 3, 4: the decision has fewer"):
        game.play("die white +0", [3, 4])
    assert (game.record.text(), game.legal_texts) == before
    assert not game.history
    assert not game.can_redo


def test_an_outcome_that_cannot_come_changes_nothing() -> None:
    game = Game(seed=1)
    game.play("die white +0")
    before = game.record.text(), game.legal_texts
    with pytest.raises(ImpossibleOutcome, match="outcome 9 is not possible here"):
        game.play("end", [9])
    assert (game.record.text(), game.legal_texts) == before
    game.play("end")
    assert game.undo(beyond=True).text == "end"
