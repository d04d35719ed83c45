"""Opponents in vector environments and in Gymnasium: bots, objects, and the user's policies."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any

import pytest

np = pytest.importorskip("numpy")

from redcathedral.ai.bots import make  # noqa: E402
from redcathedral.engine import rules  # noqa: E402
from redcathedral.engine.state import State  # noqa: E402
from redcathedral.envs.batch.batch import IllegalAction  # noqa: E402
from redcathedral.envs.episode import Episode  # noqa: E402
from redcathedral.envs.observation import compact, full  # noqa: E402
from redcathedral.envs.policy import mask  # noqa: E402
from redcathedral.envs.reward import potentials, result  # noqa: E402
from redcathedral.envs.settings import make_setting  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402
from redcathedral.play.match import BotError, decide  # noqa: E402

if TYPE_CHECKING:
    from redcathedral.envs.arrays import Array

COMPILED = not rules.__file__.endswith(".py")
STEPS = 250 if COMPILED else 30


def highest(observations: Array, masks: Array) -> Array:
    """The highest legal id, now and then the lowest: it builds and claims whenever it can."""
    last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    chosen: Array = np.where(observations.sum(axis=1) % 7 == 0, masks.argmax(axis=1), last)
    return chosen


class LowestBot:
    """Ends turns as soon as possible."""

    def choose(self, state: State) -> int:
        return rules.legal(state)[0]


def agents_of(env: VectorEnv) -> list[int]:
    return [int(seat) for seat in env.batch.agents]


@pytest.mark.parametrize("observation", ["compact", "full"])
def test_other_seats_are_decided_by_their_opponents(observation: Any) -> None:
    """The same games, played one decision at a time."""
    env = VectorEnv(3, 3, seed=3, turns=24, observation=observation, opponents=["greedy", highest])
    look = full if observation == "full" else compact
    greedy, rng, ends = make("greedy", 0), np.random.default_rng(1), 0

    def play_opponents(episode: Episode, agent: int) -> None:
        while not episode.is_over and episode.seat != agent:
            if (episode.seat - agent) % 3 == 1:
                episode.play(decide(greedy, episode.state))
            else:
                rows = look(episode.state)[None], mask(episode.state)[None]
                episode.play(int(highest(*rows)[0]))

    def begun(game: int) -> Episode:
        number = int(env.episodes[game])
        episode = Episode(make_setting(3), seed=3, row=game, number=number, turns=24)
        play_opponents(episode, agents_of(env)[game])
        return episode

    episodes = [begun(game) for game in range(3)]
    seats = {*agents_of(env)}
    for _ in range(STEPS // 3):
        agents, actions = agents_of(env), env.random_actions(rng)
        seats.update(agents)
        ends += env.step(actions)
        for game, episode in enumerate(episodes):
            episode.play(int(actions[game]))
            play_opponents(episode, agents[game])
            over = [env.terminations[game], env.truncations[game]]
            assert over == [episode.is_terminated, episode.is_truncated]
            if episode.is_over:
                rewards = result(episode.state, "win", at_cap=episode.is_truncated)
                assert env.rewards[game].tolist() == rewards
                assert (env.final_observations[game] == look(episode.state, agents[game])).all()
                episodes[game] = begun(game)
            assert (env.observations[game] == look(episodes[game].state)).all()
            assert env.seats[game] == episodes[game].seat == agents_of(env)[game]
    assert ends > 2 or not COMPILED
    assert len(seats) > 1


def test_objects_bots_and_policies_can_be_opponents() -> None:
    for opponents in ("random", LowestBot(), highest, ["random"], [highest]):
        env = VectorEnv(3, 2, seed=1, opponents=opponents, seat=1)
        rng = np.random.default_rng(1)
        for _ in range(STEPS // 10):
            assert env.seats.tolist() == [1, 1, 1]
            assert np.flatnonzero(env.masks[0]).tolist() == rules.legal(env.state(0))
            env.step(env.random_actions(rng))


def test_one_policy_decides_for_all_games_at_once() -> None:
    rows: list[int] = []

    def counting(observations: Array, masks: Array) -> Array:
        rows.append(len(observations))
        return highest(observations, masks)

    env = VectorEnv(64, 3, seed=1, opponents=counting)
    rng = np.random.default_rng(1)
    rows.clear()
    for _ in range(STEPS // 10):
        env.step(env.random_actions(rng))
    assert max(rows) > 20


@pytest.mark.parametrize(
    "how", [{}, {"reward": "potential"}, {"seat": 0, "masks": "bits"}], ids=str
)
def test_a_copy_with_opponents_continues_exactly(how: dict[str, Any]) -> None:
    env = VectorEnv(3, 2, seed=2, opponents="random", turns=20, **how)
    rng = np.random.default_rng(1)
    for _ in range(STEPS // 5):
        env.step(env.random_actions(rng))
    others = [
        copy.deepcopy(env),
        pickle.loads(pickle.dumps(env)),
        VectorEnv.restore(env.save(), opponents="random"),
    ]
    for _ in range(STEPS // 5):
        actions = env.random_actions(rng)
        env.step(actions)
        for other in others:
            other.step(actions)
            assert other.save() == env.save()
            assert (other.observations == env.observations).all()
    with pytest.raises(ValueError, match="opponents are not saved"):
        VectorEnv.restore(env.save())


def test_arguments_of_numpy_are_saved() -> None:
    how: dict[str, Any] = {"seat": np.int64(1), "discount": np.float32(0.5), "opponents": "random"}
    env = VectorEnv(2, 2, seed=2, skip_forced=np.bool_(True), solo=np.bool_(False), **how)
    assert env.clone().save() == env.save()
    assert env.clone().seats.tolist() == [1, 1]


def test_potentials_cover_the_decisions_of_opponents() -> None:
    """From one decision of the agent to its next; the opening of opponents counts for nothing."""
    env = VectorEnv(4, 2, seed=2, opponents=highest, reward="potential", discount=0.9)
    rng = np.random.default_rng(1)
    assert not env.rewards.any()
    checked = 0
    for _ in range(STEPS):
        before = [potentials(env.state(game)) for game in range(4)]
        env.step(env.random_actions(rng))
        for game in np.flatnonzero(~(env.terminations | env.truncations)):
            after = potentials(env.state(int(game)))
            expected = [0.9 * late - early for early, late in zip(before[game], after, strict=True)]
            assert env.rewards[game].tolist() == pytest.approx(expected)
            checked += 1
    assert checked > STEPS


@pytest.mark.parametrize(
    ("wrong", "error", "text"),
    [
        (lambda _, masks: np.full(len(masks), 833), IllegalAction, "decision 833"),
        (lambda _, masks: [0.5] * len(masks), TypeError, "returned float64 of shape"),
        (lambda _, masks: np.zeros(len(masks) + 1, int), TypeError, "it must return"),
    ],
)
def test_errors_of_policies_say_what_they_returned(wrong: Any, error: Any, text: str) -> None:
    with pytest.raises(error, match=text):
        VectorEnv(2, 2, opponents=wrong, seat=1)


def test_errors_of_bots_name_the_bot() -> None:
    class Stubborn:
        def choose(self, state: State) -> int:
            return 833 + state.seat * 0

    with pytest.raises(BotError, match="Stubborn decided"):
        VectorEnv(2, 2, opponents=Stubborn(), seat=1)


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ({"opponents": 5}, "opponents has 5; use the spec of a bot"),
        ({"opponents": "gredy"}, "did you mean greedy"),
        ({"opponents": ["greedy", "greedy"]}, "2 opponents for 1 other seats"),
        ({"opponents": "greedy", "seat": 2}, "seat .* is 2; .* from 0 to 1"),
        ({"opponents": "greedy", "turns": 1}, "turns is 1 for 2 seats"),
    ],
)
def test_rejects_invalid_opponents(how: dict[str, Any], text: str) -> None:
    with pytest.raises((TypeError, ValueError), match=text):
        VectorEnv(2, 2, **how)


def test_a_set_up_is_continued_up_to_the_agent() -> None:
    env = VectorEnv(2, 2, seed=2, opponents="random", seat=1)
    position = VectorEnv(1, 2, seed=9).state(0)
    env.restart(0, position)
    assert env.seats.tolist() == [1, 1]
    assert env.state(0).turn == 1


# --- Gymnasium


def test_gymnasium_plays_the_games_of_the_vector_environment() -> None:
    pytest.importorskip("gymnasium")
    from redcathedral.envs.gymnasium import RedCathedralEnv

    for opponents in ("random", highest, LowestBot()):
        env = RedCathedralEnv(3, opponents, reward="potential", illegal="error", turns=24)
        vector = VectorEnv(
            1, 3, seed=5, opponents=opponents, reward="potential", turns=24, observation="full"
        )
        seen, info = env.reset(seed=5)
        rng = np.random.default_rng(2)
        for _ in range(STEPS // 4):
            assert np.array_equal(seen, vector.observations[0])
            assert np.array_equal(info["action_mask"], vector.masks[0])
            action = vector.random_actions(rng)
            agent = int(vector.seats[0])
            seen, reward, terminated, truncated, info = env.step(int(action[0]))
            vector.step(action)
            assert reward == pytest.approx(vector.rewards[0, agent])
            assert [terminated, truncated] == [vector.terminations[0], vector.truncations[0]]
            if terminated or truncated:
                assert np.array_equal(seen, vector.final_observations[0])
                seen, info = env.reset()


@pytest.mark.parametrize("name", ["RedCathedral-v0", "RedCathedralSolo-v0"])
def test_make_vec_finds_the_vector_environment(name: str) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import redcathedral.envs.gymnasium  # noqa: F401  # registers
    from redcathedral.envs.gymnasium_vector import GymnasiumVectorEnv

    env = gymnasium.make_vec(name, 3, vectorization_mode="vector_entry_point", reward="margin")
    assert isinstance(env.unwrapped, GymnasiumVectorEnv)
    single = gymnasium.make(name, reward="margin")
    assert env.single_observation_space == single.observation_space
    _, infos = env.reset(seed=[5, 6, 7])
    one, info = single.reset(seed=6)
    assert np.array_equal(env.reset(seed=[5, 6, 7])[0][1], one)
    assert np.array_equal(infos["action_mask"][1], info["action_mask"])
    _, rewards, terminations, _, _ = env.step(np.array([833] * 3))
    assert (rewards.tolist(), terminations.tolist()) == ([-1.0] * 3, [True] * 3)


def test_observations_of_opponents_are_those_of_their_seats() -> None:
    def checking(observations: Array, masks: Array) -> Array:
        states = [env.state(game) for game in range(env.games)] if ready else []
        for seen, legal in zip(observations, masks, strict=True):
            matching = [s for s in states if np.array_equal(full(s), seen)]
            assert not ready or any(np.array_equal(mask(s), legal) for s in matching)
        return highest(observations, masks)

    ready = False
    env = VectorEnv(3, 3, seed=1, opponents=checking, observation="full")
    ready = True
    rng = np.random.default_rng(1)
    for _ in range(STEPS // 20):
        env.step(env.random_actions(rng))
    assert np.array_equal(env.words[0], compact(env.state(0)))
