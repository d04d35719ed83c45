"""What the recipes reward adds up to the margin and the win."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

import numpy as np

from redcathedral.batch.reward import MARGIN_POINTS
from redcathedral.envs.shaping import WIN, Shaping, ahead
from redcathedral.envs.vector import VectorEnv
from redcathedral.value.handmade import appraise

GAMES = 16


def test_ahead_is_who_the_appraisal_says() -> None:
    env = VectorEnv(GAMES, seed=3, skip_forced=True)
    rng = np.random.default_rng(1)
    for _ in range(100):
        env.step(env.random_actions(rng))
    found = ahead(env) * MARGIN_POINTS * 100
    for game, seat in enumerate(env.seats.tolist()):
        state = env.state(game)
        assert found[game] == pytest.approx(appraise(state, seat) - appraise(state, 1 - seat))
    assert found.min() < 0 < found.max()


def test_a_game_brings_its_margin_and_the_win() -> None:
    """Over a game the rewards of both seats are the final margin, and a bit for the win (R7.6)."""
    env = VectorEnv(GAMES, seed=3, skip_forced=True)
    rng = np.random.default_rng(1)
    shaping = Shaping(env)
    brought = ahead(env) * (1 - 2 * env.seats.astype(int))  # to seat 0, less what seat 1 got
    ended = 0
    while ended < 2 * GAMES:
        seats = env.seats.copy()
        rewards, signs = shaping.step(env.random_actions(rng))
        brought += rewards * (1 - 2 * seats.astype(int))
        assert (signs != 0).tolist() == (~(env.terminations | env.truncations)).tolist()
        stays = env.seats == seats
        assert (signs[signs != 0] == np.where(stays, 1, -1)[signs != 0]).all()
        start = ahead(env) * (1 - 2 * env.seats.astype(int))
        for game in np.flatnonzero(signs == 0):
            totals = env.final_totals[game].astype(float)
            margin = totals[0] - totals[1]
            assert brought[game] == pytest.approx(margin / MARGIN_POINTS + WIN * np.sign(margin))
            brought[game] = start[game]
            ended += 1
