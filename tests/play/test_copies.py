"""Copied and pickled games are equal, independent, and continue in the same way."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from redcathedral import Game
from redcathedral.box import load_edition
from tests.engine.attributes import attributes

CONFORMANCE = Path(__file__).parents[1] / "conformance"
Way = Callable[[Game], Game]


def pickled(game: Game) -> Game:
    result = pickle.loads(pickle.dumps(game))
    assert isinstance(result, Game)
    return result


WAYS = pytest.mark.parametrize("way", [pickled, copy.copy, copy.deepcopy])


def contents(game: Game) -> tuple[object, ...]:
    """Return all public contents of a game."""
    moves = [(m.seat, m.steps, repr(m.events)) for m in game.history]
    before = attributes(game.history[-1].before)
    ending = (repr(game.opening), game.is_over, game.can_redo, repr(game.scores()))
    return game.record.text(), attributes(game.state), moves, before, ending, game.edition


def play(game: Game, decisions: int, seed: int) -> None:
    chooser = random.Random(seed)
    for _ in range(decisions):
        if not game.is_over:
            game.play(chooser.choice(game.legal_ids))


@WAYS
@pytest.mark.parametrize("mode", [{"players": 3}, {"solo": True, "side": "advanced"}], ids=str)
def test_a_copy_continues_like_the_original(mode: dict[str, int], way: Way) -> None:
    game = Game(seed=6, names=["Ana"], **mode)  # type: ignore[arg-type]  # by name
    play(game, 70, 1)
    before = contents(game)
    twin = way(game)
    assert contents(twin) == before
    held = [name for name, value in vars(game).items() if not isinstance(value, tuple | int)]
    assert [name for name in held if getattr(twin, name) is getattr(game, name)] == []
    play(twin, 30, 2)
    assert contents(game) == before
    play(game, 30, 2)
    assert contents(twin) == contents(game)


@WAYS
def test_a_copy_keeps_undo_and_redo(way: Way) -> None:
    game = Game(players=2, seed=6)
    play(game, 40, 1)
    after = attributes(game.state)
    game.undo(beyond=True)
    game.undo(beyond=True)
    twin = way(game)
    assert contents(twin) == contents(game)
    twin.redo()
    assert game.can_redo
    twin.redo()
    assert not twin.can_redo
    assert attributes(twin.state) == after
    twin.undo(beyond=True)
    twin.undo(beyond=True)
    while twin.can_undo(beyond=True):
        twin.undo(beyond=True)
    assert len(game.history) == 38


@WAYS
def test_an_agreed_end_and_comments_stay(way: Way) -> None:
    game = Game(players=2, seed=6)
    play(game, 20, 1)
    while not game.record.comments:
        game.undo(beyond=True)
    game.end_by_agreement()
    twin = way(game)
    assert twin.is_over
    assert contents(twin) == contents(game)
    twin.record.comments.clear()
    assert contents(twin) != contents(game)


def test_every_option_of_a_game_comes_back() -> None:
    for path in sorted(CONFORMANCE.glob("options-*.rcg.gz")):
        game = Game.load(path)
        assert contents(pickled(game)) == contents(game), path


def test_a_game_with_another_edition_keeps_it() -> None:
    edition = replace(load_edition(), id="mine", slots=9)
    twin = pickled(Game(players=2, edition=edition, seed=1))
    assert twin.edition == edition
    assert twin.edition != load_edition()


def test_a_pickle_holds_the_record_and_not_every_position() -> None:
    game = Game(players=2, seed=6)
    play(game, 200, 1)
    assert len(pickle.dumps(game)) < 20_000


def test_a_game_says_where_it_stands() -> None:
    game = Game(players=2, seed=6)
    assert repr(game) == "<Game: red, blue; 0 decisions, red to decide>"
    play(game, 1, 1)
    game.end_by_agreement()
    assert repr(game) == "<Game: red, blue; 1 decisions, over>"
