"""The façade a table uses: play, preview, undo, redo, save and load."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from redcathedral import Game
from redcathedral.engine.rules import IllegalDecision
from redcathedral.engine.setting import pickle_fields
from redcathedral.play.game import UndoError
from redcathedral.record import HeaderError, NotationError, RecordError, position_of
from redcathedral.record.event import Gained, TilePlaced

MODES: list[dict[str, Any]] = [
    {"players": players, "side": side} for players in (2, 3, 4) for side in ("basic", "advanced")
] + [{"solo": True, "side": side} for side in ("basic", "advanced")]
modes = pytest.mark.parametrize("mode", MODES, ids=str)


def finish(game: Game, seed: int = 1) -> Game:
    """Play on at random to the end."""
    chooser = random.Random(seed)
    while not game.is_over:
        game.play(chooser.choice(game.legal_ids))
    return game


@modes
def test_a_finished_game_is_the_same_after_saving_and_loading(
    mode: dict[str, Any], tmp_path: Path
) -> None:
    game = finish(Game(seed=4, **mode))
    game.save(tmp_path / "game.rcg.gz")
    loaded = Game.load(tmp_path / "game.rcg.gz")
    assert loaded.is_over
    assert loaded.record.text() == game.record.text()
    assert loaded.winners() == game.winners()
    assert [move.text for move in loaded.history] == [move.text for move in game.history]


@modes
def test_undo_and_redo_lead_back_and_forth(mode: dict[str, Any]) -> None:
    game = Game(seed=9, **mode)
    chooser = random.Random(2)
    texts = []
    for _ in range(40):
        texts.append(game.record.text(comments=False))
        game.play(chooser.choice(game.legal_ids))
    last = game.record.text(comments=False)
    for text in reversed(texts):
        game.undo(beyond=True)
        assert game.record.text(comments=False) == text
    assert not game.can_undo(beyond=True)
    while game.can_redo:
        game.redo()
    assert game.record.text(comments=False) == last


def test_undo_stops_at_a_roll_and_at_the_end_of_a_turn() -> None:
    game = Game(seed=1)
    game.play("claim 1.1 beside")
    game.play("tile red down")
    assert game.undo().text == "tile red down"
    assert game.redo().text == "tile red down"
    game.play("end")
    with pytest.raises(UndoError, match="turn has ended"):
        game.undo()
    assert game.undo(beyond=True).text == "end"
    assert "taken back" in game.record.text()


def test_a_roll_after_undo_is_the_same_in_the_same_position() -> None:
    """Undo gives no other dice: not when repeated, nor over several decisions."""
    game = Game()
    game.play("die white +0")
    game.play("end")
    first = game.history[-1].steps
    assert len(first) > 1
    for _ in range(7):
        game.undo(beyond=True)
        game.play("end")
        assert game.history[-1].steps == first
    for decision in ("die white +0", "end"):
        game.play(decision)
    second = game.history[-1].steps
    for _ in range(4):
        game.undo(beyond=True)
    others = set()
    for _ in range(20):
        game.play("die white +1")
        game.play("end")
        others.add(game.history[-1].steps)
        game.undo(beyond=True)
        game.undo()
    assert len(others) == 1
    for decision in ("die white +0", "end", "die white +0", "end"):
        game.play(decision)
    assert [move.steps for move in game.history[1::2]] == [first, second]
    assert len({rolled() for _ in range(40)}) > 1


def test_a_roll_depends_on_the_position_and_not_on_the_decisions_before_it() -> None:
    """Resources before the teamsters' ruble or after it: the same position, so the same dice."""
    game = at_a_plain_gain()
    rolls = []
    for way in (("take 1", "influence 2"), ("influence 2", "take 1")) * 3:
        for decision in (*way, "end"):
            game.play(decision)
        rolls.append(game.history[-1].steps)
        for _ in range(3):
            game.undo(beyond=True)
    assert len(set(rolls)) == 1
    game.play("take 1")
    game.play("end")
    assert game.history[-1].before.influenced == 0


def at_a_plain_gain() -> Game:
    """A die has moved where the second influence action is 1 ruble and two dice stand."""
    for seed in range(1000):
        game = Game(seed=seed)
        for move in game.legal_texts[:5]:
            game.play(move)
            trial = Game(record=game.record)
            if "take 1" in trial.legal_texts and "influence 2" in trial.legal_texts:
                gained = Gained(trial.state.setting.colour(trial.seat), "ruble", 1)
                if trial.preview("influence 2").events == [gained]:
                    return Game(record=game.record)
            game.undo()
    raise AssertionError("no seed has it")


def rolled() -> tuple[int, ...]:
    """Return the roll of another game."""
    game = Game()
    game.play("die white +0")
    game.play("end")
    return game.history[-1].steps


def test_a_roll_for_ivan_after_undo_is_the_same_in_the_same_position() -> None:
    """His choices too, and dice of the game's seed that were not needed are not lost (R8.4)."""
    game = Game(solo=True)
    chance = random.Random(3)
    while not game.is_over:
        game.play(chance.choice(game.legal_ids))
    steps = [move.steps for move in game.history]
    for _ in steps:
        game.undo(beyond=True)
    for step in steps:
        game.play(step[0])
    assert [move.steps for move in game.history] == steps


def test_undo_and_redo_raise_without_a_move() -> None:
    game = Game(seed=1)
    with pytest.raises(UndoError, match="no decision to undo"):
        game.undo()
    with pytest.raises(UndoError, match="no decision to redo"):
        game.redo()


def test_a_new_decision_forgets_what_was_taken_back() -> None:
    game = Game(seed=1)
    game.play("claim 1.1 beside")
    game.undo()
    game.play("claim 1.1 inventory")
    assert not game.can_redo


def test_preview_reports_the_events_and_changes_nothing() -> None:
    game = Game(seed=1)
    game.play("claim 1.1 beside")
    before = game.record.text()
    trial = game.preview("tile red down")
    assert [type(event) for event in trial.events] == [TilePlaced]
    assert game.record.text() == before
    assert game.play("tile red down") == trial.events
    assert repr(pickle_fields(game.state)) == repr(pickle_fields(trial.after))


def test_a_refused_decision_changes_nothing() -> None:
    game = Game(seed=1)
    before = game.record.text()
    with pytest.raises(NotationError):
        game.play("clam 1.1")
    with pytest.raises(IllegalDecision):
        game.play("end")
    with pytest.raises(IllegalDecision):
        game.preview("end")
    assert game.record.text() == before
    assert not game.history


def test_names_a_rejected_decision_in_notation() -> None:
    game = Game(seed=1)
    with pytest.raises(IllegalDecision) as refused:
        game.play("take 3")
    assert str(refused.value) == (
        "`take 3` is not possible; legal here: die white +0, die white +1, die white +2, "
        "die white +3, die red +0, die red +1, die red +2, die red +3 and 11 more"
    )
    assert refused.value.moves == game.legal_ids
    game.play("claim 1.1 beside")
    game.play("tile red down")
    with pytest.raises(IllegalDecision, match=r"^`take 3` is not possible; legal here: end$"):
        game.preview("take 3")
    with pytest.raises(IllegalDecision, match=r"^decision 9999 is not possible; legal here: end$"):
        game.play(9999)


def test_nothing_is_played_or_previewed_after_the_end() -> None:
    game = Game(seed=1)
    game.end_by_agreement()
    for refuse in (game.play, game.preview):
        with pytest.raises(
            IllegalDecision, match=r"^`die white \+0` is not possible; the game is over$"
        ):
            refuse("die white +0")


def test_a_seed_gives_the_same_dice_and_none_gives_others() -> None:
    assert finish(Game(seed=3)).record.text() == finish(Game(seed=3)).record.text()
    starts = {Game().record.text() for _ in range(4)}
    assert len(starts) == 4


def test_players_may_agree_to_end_a_game(tmp_path: Path) -> None:
    game = Game(seed=1)
    game.end_by_agreement()
    assert game.is_over
    assert game.legal_texts == []
    with pytest.raises(IllegalDecision):
        game.play("claim 1.1 beside")
    game.save(tmp_path / "agreed.rcg")
    loaded = Game.load(tmp_path / "agreed.rcg")
    assert loaded.is_over
    assert "agreed" in loaded.record.text()


def test_an_unfinished_game_resumes_where_it_stopped(tmp_path: Path) -> None:
    game = Game(seed=5, side=("basic", "advanced"), names=("Ana", "Ben"))
    chooser = random.Random(7)
    for _ in range(30):
        game.play(chooser.choice(game.legal_ids))
    game.save(tmp_path / "half.rcg")
    loaded = Game.load(tmp_path / "half.rcg")
    assert loaded.legal_texts == game.legal_texts
    assert loaded.colour == game.colour
    assert [seat.text for seat in loaded.header.seats] == ["Ana", "Ben"]
    finish(loaded)


def test_dice_that_a_record_does_not_have_yet_are_rolled(tmp_path: Path) -> None:
    game = Game(seed=5)
    game.play(next(text for text in game.legal_texts if text.startswith("die")))
    game.play("end")
    cut = game.record.text().rpartition("roll")[0]
    path = tmp_path / "cut.rcg"
    path.write_text(cut)
    loaded = Game.load(path)
    assert not loaded.state.is_chance
    assert loaded.colour == game.colour


def test_the_human_chooses_for_ivan() -> None:
    game = finish(Game(solo=True, seed=2))
    assert game.colours == ["red", "blue"]
    assert {move.seat for move in game.history} == {0}
    assert any(move.text.startswith("ivan") for move in game.history)


def test_seats_that_no_game_can_have() -> None:
    for wrong in ({"players": 5}, {"players": 1}, {"players": 0}, {"colours": ("red", "pink")}):
        with pytest.raises(HeaderError):
            Game(**wrong)
    with pytest.raises(HeaderError, match="cannot have 5 players; name 2 to 4, or one and Ivan"):
        Game(players=5)
    with pytest.raises(HeaderError):
        Game(side="left")
    with pytest.raises(HeaderError):
        Game(side=("basic",))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"players": "2"}, "players is '2'; write a number, as in players=2"),
        ({"names": "Ana"}, "names is 'Ana'; write a list of texts"),
        ({"names": [1, 2]}, r"names is \[1, 2\]; write a list of texts"),
        ({"colours": "red"}, "colours is 'red'; write a list of texts"),
        ({"side": 2}, "side is 2; write a list of texts"),
        ({"edition": "mine"}, r"edition is 'mine'; load it: edition=load_edition\("),
        ({"options": {"limited_rubles": True}}, r"options is \{'limited_rubles.*=Options\("),
    ],
)
def test_rejects_arguments_of_wrong_types(given: dict[str, Any], message: str) -> None:
    with pytest.raises(HeaderError, match=message):
        Game(**given)


def test_what_does_not_fit_is_not_dropped() -> None:
    with pytest.raises(HeaderError, match="more names than seats: 3 for 2"):
        Game(names=["Ana", "Ben", "Eva"])
    with pytest.raises(HeaderError, match="more names than seats: 2 for 1"):
        Game(solo=True, names=["Ana", "Ivan"])
    with pytest.raises(HeaderError, match="a solo game cannot have 4 players"):
        Game(solo=True, players=4)
    with pytest.raises(HeaderError, match="a solo game cannot have 2 players"):
        Game(solo=True, players=2)
    with pytest.raises(HeaderError, match="3 colours for 2 seats"):
        Game(players=2, colours=["red", "blue", "green"])
    assert Game(colours=["red", "blue", "green"]).colours == ["red", "blue", "green"]
    assert Game(solo=True, players=1).solo


def test_a_record_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        Game.load(tmp_path / "none.rcg")


def test_the_position_is_there_for_programs() -> None:
    game = Game(seed=1)
    assert position_of(game.state).to_move == "red"
