"""Vector environments with several editions: random boxes for training."""

from __future__ import annotations

import copy

import pytest

np = pytest.importorskip("numpy")

from redcathedral.box import load_edition  # noqa: E402
from redcathedral.box.options import SIDES, Options  # noqa: E402
from redcathedral.engine import rules  # noqa: E402
from redcathedral.envs.observation import full  # noqa: E402
from redcathedral.envs.random_edition import random_edition  # noqa: E402
from redcathedral.envs.snapshot import SavedEpisodeError  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402
from redcathedral.play.game import Game  # noqa: E402

COMPILED = not rules.__file__.endswith(".py")
STEPS = 300 if COMPILED else 30
BOXES = [random_edition(seed) for seed in range(3)]


def test_each_game_has_a_random_edition() -> None:
    env = VectorEnv(4, 2, seed=1, turns=12, editions=BOXES, observation="full")
    rng = np.random.default_rng(1)
    boxes, ends = set(env.boxes.tolist()), 0
    for _ in range(STEPS):
        numbers = env.boxes.copy()
        ends += env.step(env.random_actions(rng))
        over = env.terminations | env.truncations
        assert (env.final_boxes[over] == numbers[over]).all()
        boxes.update(env.boxes.tolist())
        for game in range(4):
            state = env.state(game)
            edition = state.setting.components.edition
            assert edition.hash == BOXES[env.boxes[game]].hash
            assert (env.observations[game] == full(state)).all()
    assert ends > 4 or not COMPILED
    assert boxes == {0, 1, 2} or not COMPILED
    assert (env.final_words.any(axis=1) == (env.episodes > 0)).all()


def test_editions_do_not_depend_on_the_number_of_games() -> None:
    one, other = (VectorEnv(games, 2, seed=5, editions=BOXES) for games in (2, 5))
    assert (one.boxes == other.boxes[:2]).all()
    assert (one.words == other.words[:2]).all()


def test_a_copy_with_editions_continues_exactly() -> None:
    env = VectorEnv(3, 2, seed=1, turns=10, editions=BOXES, opponents="random", observation="full")
    rng = np.random.default_rng(1)
    for _ in range(STEPS // 6):
        env.step(env.random_actions(rng))
    other = copy.deepcopy(env)
    for _ in range(STEPS // 6):
        actions = env.random_actions(rng)
        env.step(actions)
        other.step(actions)
        assert env.save() == other.save()
        assert (env.final_observations == other.final_observations).all()
    with pytest.raises(SavedEpisodeError, match="saved with the edition"):
        VectorEnv.restore(env.save(), editions=BOXES[::-1], opponents="random")


def test_a_game_begins_from_a_position_of_any_of_them() -> None:
    env = VectorEnv(2, 2, seed=1, editions=BOXES)
    source = VectorEnv(1, 2, seed=3, edition=BOXES[2])
    env.restart(0, source.state(0))
    assert env.boxes[0] == 2
    assert (env.words[0] == source.words[0]).all()
    with pytest.raises(ValueError, match="a position of the edition reconstructed-2020"):
        env.restart(0, VectorEnv(1, 2).state(0))


def test_a_set_up_code_is_for_the_edition_of_the_game() -> None:
    env = VectorEnv(1, 2, seed=1, editions=[load_edition(), load_edition()])
    code = Game(players=2, seed=4).setup_code
    assert code is not None
    env.restart(0, code)
    assert env.state(0).setting.components.edition == load_edition()


def test_editions_are_a_list() -> None:
    for wrong, text in ((5, "editions is 5"), ([], "at least one"), (["x"], "edition is 'x'")):
        with pytest.raises((TypeError, ValueError), match=text):
            VectorEnv(1, editions=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="without the argument edition"):
        VectorEnv(1, edition=BOXES[0], editions=BOXES)


def test_each_game_has_a_random_side() -> None:
    """Both sides of the workshops (R2.2) in both boxes, in a copy and after the first games."""
    env = VectorEnv(12, 2, seed=2, turns=6, editions=BOXES[:2], side="drawn", observation="full")
    rng = np.random.default_rng(1)
    found = set()
    for _ in range(40):
        env.step(env.random_actions(rng))
        for game in range(12):
            state = env.state(game)
            assert state.setting.components.edition.hash == BOXES[env.boxes[game]].hash
            assert (env.observations[game] == full(state)).all()
            found.add((int(env.boxes[game]), state.setting.options.workshop_side))
    assert len(found) == 4
    other = copy.deepcopy(env)
    assert env.save() == other.save()
    actions = env.random_actions(rng)
    env.step(actions)
    other.step(actions)
    assert (env.words == other.words).all()
    options = Options(final_roll="leaves_open", workshop_side="advanced")
    drawn = VectorEnv(12, 2, seed=2, options=options, side="drawn")
    settings = [drawn.state(game).setting.options for game in range(12)]
    assert {one.workshop_side for one in settings} == set(SIDES)
    assert {one.final_roll for one in settings} == {"leaves_open"}
