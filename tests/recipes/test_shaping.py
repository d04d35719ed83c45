"""What the recipes reward adds up to the margin and the win."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("numpy")

import numpy as np

from common.shaping import WIN_BONUS, Shaping, estimated_lead, final_outcome
from redcathedral.ai.value.handmade import appraise
from redcathedral.engine import scoring
from redcathedral.envs.batch.reward import MARGIN_POINTS
from redcathedral.envs.vector import VectorEnv
from redcathedral.play.game import Game

if TYPE_CHECKING:
    from redcathedral.envs.arrays import Array

GAMES = 16


def standing(env: VectorEnv) -> Array:
    """By how much seat 0 is estimated_lead in each game."""
    return np.array([estimated_lead(env.state(game), 0) for game in range(GAMES)])


def test_lead_is_the_difference_of_evaluations() -> None:
    env = VectorEnv(GAMES, seed=3, skip_forced=True)
    rng = np.random.default_rng(1)
    for _ in range(100):
        env.step(env.random_actions(rng))
    found = standing(env)
    for game in range(GAMES):
        state = env.state(game)
        margin = (appraise(state, 0) - appraise(state, 1)) / 100
        assert found[game] * MARGIN_POINTS == pytest.approx(margin)
        assert estimated_lead(state, 1) == -estimated_lead(state, 0)
    assert found.min() < 0 < found.max()


def test_outcome_is_margin_plus_bonus() -> None:
    game = Game(players=2, seed=1)
    dice = random.Random(1)
    while not game.is_over:
        game.play(dice.choice(game.legal_texts))
    first, second = (score.total for score in scoring.scores(game.state))
    assert first != second
    worth = (first - second) / MARGIN_POINTS + WIN_BONUS * np.sign(first - second)
    assert [final_outcome(game.state, seat) for seat in (0, 1)] == pytest.approx([worth, -worth])


def test_shaped_rewards_add_up_to_the_outcome() -> None:
    """Over a game the rewards of both seats are the final margin, and a bit for the win (R7.6)."""
    env = VectorEnv(GAMES, seed=3, skip_forced=True)
    rng = np.random.default_rng(1)
    shaping = Shaping(env)
    brought = standing(env)  # to seat 0, less what seat 1 got
    ended = 0
    while ended < 2 * GAMES:
        seats = env.seats.copy()
        rewards, signs = shaping.step(env.random_actions(rng))
        brought += rewards * (1 - 2 * seats.astype(int))
        assert (signs != 0).tolist() == (~(env.terminations | env.truncations)).tolist()
        stays = env.seats == seats
        assert (signs[signs != 0] == np.where(stays, 1, -1)[signs != 0]).all()
        start = standing(env)
        for game in np.flatnonzero(signs == 0):
            totals = env.final_totals[game].astype(float)
            margin = totals[0] - totals[1]
            assert brought[game] == pytest.approx(
                margin / MARGIN_POINTS + WIN_BONUS * np.sign(margin)
            )
            brought[game] = start[game]
            ended += 1
