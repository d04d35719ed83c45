"""OpenSpiel's own tests, and what they do not look at."""

from __future__ import annotations

import contextlib
import io
import pickle
import sys
import unittest
from typing import Any

import pytest

from tests.envs.research import REASON

np = pytest.importorskip("numpy", reason=REASON)
pyspiel = pytest.importorskip("pyspiel", reason=REASON)

from redcathedral import Game  # noqa: E402  # after the skip
from redcathedral.engine import scoring  # noqa: E402
from redcathedral.engine.rules import IllegalDecision, ImpossibleOutcome  # noqa: E402
from redcathedral.envs import openspiel  # noqa: E402
from redcathedral.envs.observation import FEATURES  # noqa: E402
from redcathedral.envs.reward import result  # noqa: E402
from tests.envs.expected_rewards import ExpectedRewards  # noqa: E402

MODES: dict[str, dict[str, Any]] = {
    "two": {"turns": 30},
    "three-potential": {"players": 3, "reward": "potential", "turns": 20},
    "four-advanced-rank": {"players": 4, "side": "advanced", "reward": "rank", "turns": 24},
    "solo-margin": {"solo": True, "reward": "margin", "final_roll": "leaves_open", "turns": 20},
}
modes = pytest.mark.parametrize("how", MODES.values(), ids=MODES)


def load(how: dict[str, Any]) -> Any:
    return pyspiel.load_game(openspiel.NAME, how)


def walk(state: Any, seed: int, most: int = 10_000) -> Any:
    """Decisions and chance at random, to the end by default."""
    rng = np.random.default_rng(seed)
    while not state.is_terminal() and most:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        most -= 1
    return state


@modes
def test_a_random_simulation_with_serialisation(how: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(how), num_sims=1, serialize=True, verbose=False)


def cases(how: dict[str, Any]) -> unittest.TestSuite:
    """The tests that OpenSpiel holds its own games against, for this one."""
    from open_spiel.integration_tests import api_test
    from open_spiel.python.tests.games_sim_test import GamesSimTest

    game = load(how)

    class Interface(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]  # typed nowhere
        game_name = openspiel.NAME

    class Simulation(GamesSimTest):  # type: ignore[misc]  # typed nowhere
        def test_openspiel_game_properties(self) -> None:
            self.sim_game(game)

    Interface.game = game
    names = unittest.TestLoader().getTestCaseNames(Interface)
    return unittest.TestSuite(
        [*map(Interface, names), Simulation("test_openspiel_game_properties")]
    )


@modes
def test_the_interface(how: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", sys.argv[:1])
    heard = io.StringIO()
    with contextlib.redirect_stdout(heard):
        done = unittest.TextTestRunner(stream=heard).run(cases(how))
    assert done.testsRun == 6
    assert done.wasSuccessful(), heard.getvalue()


@modes
def test_rewards_are_those_of_the_other_environments(how: dict[str, Any]) -> None:
    game = load(how)
    state = game.new_initial_state()
    total = np.zeros(game.num_players())
    rng = np.random.default_rng(1)
    expected_rewards = ExpectedRewards(how.get("reward", "win"))
    has_begun = False
    while not state.is_terminal():
        if state.is_chance_node():
            state = walk(state, int(rng.integers(1000)), 1)
        else:
            if not has_begun:
                expected_rewards.reset(state.episode.state)
                has_begun = True
            state.apply_action(rng.choice(state.legal_actions()))
        total += state.rewards()
        if not state.is_chance_node() and has_begun:
            episode = state.episode
            expected = expected_rewards.step(episode.state, episode.is_truncated)[: len(total)]
            assert list(state.rewards()) == pytest.approx(expected)
    assert list(total) == pytest.approx(list(state.returns()))


def test_the_leader_wins_at_the_cap() -> None:
    """And at a shared lead nobody wins."""
    game = load({"turns": 20})
    all_returns = set()
    for seed in range(8):
        state = walk(game.new_initial_state(), seed)
        assert state.episode.is_truncated
        scores = scoring.scores(state.episode.state)
        winners = scoring.winners_at_cap(scores)
        expected = [1 if seat in winners else -1 if winners else 0 for seat in range(2)]
        assert state.returns() == expected
        all_returns.add(tuple(expected))
    assert len(all_returns) > 1


def test_a_game_played_out_has_a_result() -> None:
    game = load({})
    state = walk(game.new_initial_state(), 3)
    assert state.episode.is_terminated
    assert list(state.returns()) == result(state.episode.state)
    assert sum(state.returns()) == 0


def test_a_tensor_is_the_full_observation_by_names() -> None:
    game = load({"players": 3})
    state = walk(game.new_initial_state(), 1, 90)
    while state.is_chance_node():
        state = walk(state, 1, 1)
    observer = game.make_py_observer()
    for player in range(3):
        seen = state.episode.observation(player)
        assert np.array_equal(state.observation_tensor(player), seen)
        observer.set_from(state, player)
        assert np.array_equal(observer.tensor, seen)
        assert observer.dict.keys() == {feature.name for feature in FEATURES}
        assert np.array_equal(observer.dict["cost"].reshape(-1), seen[_of("cost")])
    assert state.observation_string(0) != state.observation_string(1)


def _of(name: str) -> slice:
    return next(feature.indices for feature in FEATURES if feature.name == name)


def test_every_step_has_a_text() -> None:
    state = load({"solo": True}).new_initial_state()
    message = []
    rng = np.random.default_rng(2)
    for _ in range(400):
        if state.is_terminal():
            break
        action = rng.choice(state.legal_actions())
        message.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    assert message[0].replace("-", "").isdigit()  # the heights of a building plan
    assert any(text.startswith("roll red=") for text in message)
    assert any(text.startswith("die red") for text in message)
    assert any(text.startswith("die-") for text in message)


def test_a_set_up_code_begins_with_a_decision() -> None:
    game = Game(players=3, seed=4)
    state = load({"players": 3, "setup": game.setup_code}).new_initial_state()
    assert (state.current_player(), state.legal_actions()) == (0, game.legal_ids)
    assert pickle.loads(pickle.dumps(state)).episode.hash() == state.episode.hash()


def test_serialized_state_keeps_its_rewards() -> None:
    game = load(MODES["three-potential"])
    state = walk(game.new_initial_state(), 1, 150)
    other = game.deserialize_state(state.serialize())
    assert (str(other), list(other.returns())) == (str(state), list(state.returns()))
    assert str(walk(other, 5, 60)) == str(walk(state, 5, 60))


# --- wrong actions


def test_illegal_action_raises_without_a_change() -> None:
    state = load({}).new_initial_state()
    with pytest.raises(ImpossibleOutcome):
        state.apply_action(30)
    while state.is_chance_node():
        state = walk(state, 1, 1)
    before = (str(state), len(state.history()))
    wrong = next(id_ for id_ in range(834) if id_ not in state.legal_actions())
    for action in (wrong, 834, 1 << 40):
        with pytest.raises(IllegalDecision):
            state.apply_action(action)
    with pytest.raises(TypeError):
        state.apply_action("die red +0")
    assert (str(state), len(state.history())) == before


def test_after_the_end() -> None:
    state = walk(load({"turns": 2}).new_initial_state(), 1)
    assert state.legal_actions() == []
    with pytest.raises(IllegalDecision, match="the game is over"):
        state.apply_action(0)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"reward": "score"}, "'win', 'margin', 'rank' or 'potential'"),
        ({"side": "wild"}, "basic, advanced"),
        ({"players": 7}, "players is 7"),
        ({"setup": "ABC"}, "set-up code"),
        ({"strange": 1}, "strange"),
    ],
    ids=str,
)
def test_rejects_invalid_parameters(how: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        openspiel.RedCathedralGame(how)
