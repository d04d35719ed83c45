"""A game with real dice: the game waits for a roll, and a player enters it."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from redcathedral import Game
from redcathedral.engine.phases import DRAW_IVAN_TILE, ROLL
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome
from redcathedral.play.game import UndoError
from redcathedral.record import Record
from redcathedral.record.event import DieRolled, IvanActed, TurnBegan
from redcathedral.record.outcome import steps_due, tiles_due

MODES: list[dict[str, Any]] = [{"players": 2}, {"players": 4, "side": "advanced"}, {"solo": True}]


def at_a_roll(seed: int = 1, **mode: Any) -> Game:
    """A game that waits for the first roll: the white die was moved, and the market left."""
    game = Game(seed=seed, manual_dice=True, **mode)
    game.play("die white +0")
    game.play("end")
    assert game.is_waiting
    return game


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_a_game_with_manual_dice_has_the_same_record(mode: dict[str, Any]) -> None:
    automatic = Game(seed=5, **mode)
    manual = Game(record=copy.copy(automatic).record, manual_dice=True)
    chooser = random.Random(3)
    waited: set[int] = set()
    while not automatic.is_over:
        decision = chooser.choice(automatic.legal_ids)
        events = automatic.play(decision)
        outcomes = list(automatic.history[-1].steps[1:])
        heard = manual.play(decision)
        while manual.is_waiting:
            waited.add(int(manual.state.phase))
            due = steps_due(manual.state)
            heard += manual.settle(outcomes[:due])
            del outcomes[:due]
        assert heard == events
        assert not outcomes
    assert manual.is_over
    assert manual.record.text() == automatic.record.text()
    for mine, theirs in zip(manual.history, automatic.history, strict=True):
        assert (mine.steps, mine.events) == (theirs.steps, theirs.events)
    assert waited == ({ROLL, DRAW_IVAN_TILE} if automatic.solo else {ROLL})


def test_no_decision_is_legal_while_waiting_for_a_roll() -> None:
    game = at_a_roll(players=2)
    assert not game.legal_ids
    with pytest.raises(IllegalDecision, match=r"waiting for a roll \(roll .*white=\?"):
        game.play("end")


def test_ivan_says_what_he_does_before_his_roll() -> None:
    game = at_a_roll(solo=True)
    events = game.settle([3] * steps_due(game.state))
    kinds = [type(event) for event in events]
    assert kinds.index(DieRolled) < kinds.index(TurnBegan) < kinds.index(IvanActed)
    assert game.is_waiting
    after = game.settle([4] * steps_due(game.state))
    assert isinstance(after[0], DieRolled)
    assert isinstance(after[-1], TurnBegan)
    assert (game.seat, game.is_waiting) == (0, False)


@pytest.mark.parametrize("faces", [[], [3, 3, 3, 3, 3, 3], [0], [7]])
def test_what_cannot_have_fallen_changes_nothing(faces: list[int]) -> None:
    game = at_a_roll(players=2)
    wrong = faces * steps_due(game.state) if len(faces) == 1 else faces
    before = game.record.text(), list(game.history)
    with pytest.raises(ImpossibleOutcome):
        game.settle(wrong)
    assert (game.record.text(), game.history) == before
    assert game.is_waiting


def test_a_tile_is_not_dealt_twice() -> None:
    game = Game(seed=2, solo=True, manual_dice=True)
    chooser = random.Random(1)
    while game.state.phase != DRAW_IVAN_TILE:
        if game.is_waiting:
            game.settle(game.sample_roll())
        else:
            game.play(chooser.choice(game.legal_ids))
    tiles = tiles_due(game.state)
    before = game.record.text()
    with pytest.raises(ImpossibleOutcome):
        game.settle([*tiles[:4], tiles[0]])
    assert game.record.text() == before
    game.settle(tiles[::-1])
    assert [game.state.ivan_tile(position) for position in range(5)] == tiles[::-1]


def test_settle_fails_when_no_roll_is_due() -> None:
    with pytest.raises(ImpossibleOutcome, match="got 1 outcomes, but 0 are due"):
        Game(seed=1, manual_dice=True).settle([3])


def test_a_record_that_ends_before_a_roll_waits_for_it() -> None:
    game = at_a_roll(solo=True)
    again = Game(record=game.record, manual_dice=True)
    assert again.is_waiting
    assert again.record.text() == game.record.text()
    assert not Game(record=game.record, seed=1).is_waiting
    for other in (copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert other.is_waiting
        faces = [2] * steps_due(other.state)
        assert other.settle(faces) == copy.copy(game).settle(faces)


def test_a_start_with_ivan_to_move_waits_for_his_roll() -> None:
    game = at_a_roll(solo=True)
    game.settle([3] * steps_due(game.state))
    game.settle([3] * steps_due(game.state))
    position = game.record.text(states=True).split("turn blue\nstate ")[1].split("\n")[0]
    start = Game(record=Record(game.header, game.record.components, position), manual_dice=True)
    assert (start.seat, start.is_waiting, start.history) == (1, True, [])
    assert not start.can_undo_roll
    assert isinstance(start.opening[0], IvanActed)
    start.settle([1] * steps_due(start.state))
    assert (start.seat, start.is_waiting) == (0, False)
    assert [type(event) for event in start.opening].count(DieRolled) > 0
    assert copy.copy(start).opening == Game(record=start.record).opening == start.opening
    assert start.record.text().count("\nroll ") == 1


def test_a_wrong_roll_can_be_entered_again() -> None:
    game = at_a_roll(solo=True)
    texts = []
    while game.is_waiting:
        texts.append(game.record.text())
        game.settle([2] * steps_due(game.state))
    for text in reversed(texts):
        assert game.can_undo_roll
        assert game.undo_roll().text == "end"
        assert game.record.text() == text
    assert not game.can_undo_roll
    with pytest.raises(UndoError, match="no roll has been entered"):
        game.undo_roll()
    assert game.can_undo()
    assert game.undo().text == "end"
    game.play("end")
    assert game.is_waiting


def test_asks_again_for_the_roll_of_an_undone_decision() -> None:
    game = at_a_roll(players=2)
    game.settle([6] * steps_due(game.state))
    game.undo(beyond=True)
    game.play("end")
    assert game.is_waiting
    game.settle([1] * steps_due(game.state))
    game.undo(beyond=True)
    game.redo()
    assert set(game.history[-1].steps[1:]) == {1}


def test_switching_to_drawn_dice_clears_redo() -> None:
    game = at_a_roll(players=2)
    game.settle([6] * steps_due(game.state))
    game.undo(beyond=True)
    could = game.can_redo
    game.set_manual_dice(False)
    assert (could, game.can_redo) == (True, False)
    game.play("end")
    assert not game.is_waiting
    assert not game.can_undo_roll
