"""A saved vector environment continues exactly; games begin from positions and set-up codes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from redcathedral.engine import rules  # noqa: E402
from redcathedral.envs.episode import Episode  # noqa: E402
from redcathedral.envs.observation import read  # noqa: E402
from redcathedral.envs.snapshot import SavedEpisodeError  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402
from redcathedral.play.game import Game  # noqa: E402
from redcathedral.record.setup_code import SetupCodeError  # noqa: E402

COMPILED = not rules.__file__.endswith(".py")
SHOWN = (
    *("words", "observations", "masks", "legal_counts", "rewards", "terminations", "truncations"),
    *("seats", "final_words", "final_totals", "final_lengths", "decisions", "episodes"),
)
KINDS: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 4, "reward": "potential", "discount": 0.99, "observation": "full"},
    {"players": 2, "solo": True, "skip_forced": True},
    {"players": 3, "illegal": "end", "turns": 16, "side": "advanced"},
)
COPIES: dict[str, Callable[[VectorEnv], VectorEnv]] = {
    "restored": lambda env: VectorEnv.restore(env.save()),
    "copied": copy.deepcopy,
    "pickled": lambda env: pickle.loads(pickle.dumps(env)),
}


def differences(one: VectorEnv, other: VectorEnv) -> list[str]:
    """The names of arrays and counts that differ."""
    arrays = [
        name for name in SHOWN if not np.array_equal(getattr(one, name), getattr(other, name))
    ]
    return arrays + [
        c for c in ("played", "finished") if getattr(one.batch, c) != getattr(other.batch, c)
    ]


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize("way", COPIES)
def test_a_copy_continues_exactly(way: str, kind: dict[str, Any]) -> None:
    env = VectorEnv(3, seed=3, **kind)
    rng = np.random.default_rng(1)
    for _ in range(120 if COMPILED else 12):
        env.step(env.random_actions(rng))
    other = COPIES[way](env)
    assert differences(env, other) == []
    for _ in range(80 if COMPILED else 8):
        actions = env.random_actions(rng)
        assert env.step(actions) == other.step(actions)
        assert differences(env, other) == []


def test_damaged_bytes_are_refused() -> None:
    data = VectorEnv(2, seed=1).save()
    for wrong, text in (
        (data[:-1], "damaged or cut off"),
        (data[:9], "cut off"),
        (b"RCep" + data[4:], "not a saved environment"),
        (data[:4] + bytes([99]) + data[5:], "format version 99"),
    ):
        with pytest.raises(SavedEpisodeError, match=text):
            VectorEnv.restore(wrong)
    with pytest.raises(TypeError, match="restored from bytes, not from str"):
        VectorEnv.restore("text")  # type: ignore[arg-type]


def test_a_game_continues_from_a_position() -> None:
    source = VectorEnv(1, 3, seed=9)
    rng = np.random.default_rng(1)
    for _ in range(30):
        source.step(source.random_actions(rng))
    env = VectorEnv(2, 3, seed=1)
    others = env.words[0].copy()
    env.restart(1, source.state(0))
    assert (env.words[1] == source.words[0]).all()
    assert (env.words[0] == others).all()
    assert env.episodes.tolist() == [0, 1]


def test_a_game_begins_from_a_set_up_code() -> None:
    code = Game(players=3, seed=4).setup_code
    assert code is not None
    env = VectorEnv(2, 3, seed=1)
    env.restart(1, code)
    words = env.words[1:]
    start = Episode(setup=code, seed=1).words(int(env.seats[1]))[None]
    for name in ("card", "tile", "influence", "gives", "cost"):
        assert (read(words, name) == read(start, name)).all()


def test_a_wrong_start_changes_nothing() -> None:
    env = VectorEnv(2, 2, seed=1, turns=4)
    before = env.clone()
    longer = VectorEnv(1, 2, seed=1)
    rng = np.random.default_rng(1)
    while longer.state(0).turn < env.batch.turns:
        longer.step(longer.random_actions(rng))
    for start, error, text in (
        (VectorEnv(1, 3).state(0), ValueError, "other seats"),
        (longer.state(0), ValueError, "the game is over"),
        ("nonsense", SetupCodeError, "code"),
    ):
        with pytest.raises(error, match=text):
            env.restart(0, start)
        assert differences(env, before) == []
    for game in (-1, 2):
        with pytest.raises(IndexError, match=r"game is .* from 0 to 1"):
            env.restart(game)
        with pytest.raises(IndexError, match=r"game is .* from 0 to 1"):
            env.state(game)
