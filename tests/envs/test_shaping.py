"""What the recipes reward adds up to the margin and the win."""

from __future__ import annotations

import pytest

pytest.importorskip("numpy")

import numpy as np

from redcathedral.batch.reward import MARGIN_POINTS
from redcathedral.engine.state import State
from redcathedral.envs.shaping import WIN, earned, under_way
from redcathedral.envs.vector import VectorEnv

GAMES = 16


def environment() -> VectorEnv:
    return VectorEnv(GAMES, seed=3, observation="full", reward="potential", skip_forced=True)


def pieces(state: State, seat: int) -> int:
    """Banners, and materials below them, on the sections of a seat that are not completed."""
    found = 0
    for slot in range(state.unfinished_count(seat)):
        place = state.unfinished_place(seat, slot)
        found += 1 + sum(int(state.delivered(place, kind)) for kind in range(6))
    return found


def test_what_is_under_way_is_counted() -> None:
    env = environment()
    rng = np.random.default_rng(1)
    most = 0
    for _ in range(300):
        found = under_way(env.observations) * MARGIN_POINTS
        for game, seat in enumerate(env.seats.tolist()):
            state = env.state(game)
            ahead = pieces(state, seat) - pieces(state, 1 - seat)
            assert found[game] == pytest.approx(ahead)
            most = max(most, ahead)
        env.step(env.random_actions(rng))
    assert most > 4


def test_a_game_brings_its_margin_and_the_win() -> None:
    """Over a game what both seats earned is the final margin, and a little for who won (R7.6)."""
    env = environment()
    rng = np.random.default_rng(1)
    brought = np.zeros(GAMES)  # to seat 0, less what is brought to seat 1
    ended = 0
    while ended < 2 * GAMES:
        seats = env.seats.copy()
        env.step(env.random_actions(rng))
        brought += earned(env, seats) * (1 - 2 * seats.astype(int))
        for game in np.flatnonzero(env.terminations):
            totals = env.final_totals[game].astype(float)
            margin = totals[0] - totals[1]
            if margin:  # a tie may have a winner too: by cards, by ornaments
                assert brought[game] == pytest.approx(
                    margin / MARGIN_POINTS + WIN * np.sign(margin), abs=1e-5
                )
            brought[game] = 0
            ended += 1
        brought[env.truncations] = 0
