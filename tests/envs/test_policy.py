"""A policy as a bot, and its games against a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

np = pytest.importorskip("numpy")

from redcathedral.ai.bots import make  # noqa: E402
from redcathedral.engine import rules, scoring  # noqa: E402
from redcathedral.engine.setup import new_state  # noqa: E402
from redcathedral.engine.state import State  # noqa: E402
from redcathedral.envs.batch.batch import episode_dice  # noqa: E402
from redcathedral.envs.observation import full  # noqa: E402
from redcathedral.envs.policy import PolicyBot, duel, mask  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402
from redcathedral.play.match import decide  # noqa: E402

if TYPE_CHECKING:
    from redcathedral.envs.vector import Array

GAMES = 6


def eager(observations: Array, masks: Array) -> Array:
    """The highest legal id, now and then the lowest: it builds and claims whenever it can."""
    assert observations.dtype == np.uint8
    assert len(observations) == len(masks)
    last = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
    chosen: Array = np.where(observations.sum(axis=1) % 7 == 0, masks.argmax(axis=1), last)
    return chosen


def end_of(game: int, seat: int) -> State:
    """The same game with the policy in a seat, played by bots one decision at a time."""
    state = new_state(VectorEnv(1).batch.setting)
    dice = episode_dice(5, game, 0)
    bots = [PolicyBot(eager), make("greedy", game, 1)]
    rules.roll(state, dice)
    while not state.is_over:
        rules.apply(state, decide(bots[int(state.seat != seat)], state))
        rules.roll(state, dice)
    return state


def test_a_duel_is_the_games_of_the_bots() -> None:
    won = ahead = 0.0
    for seat in range(2):
        for game in range(GAMES // 2):
            scores = scoring.scores(end_of(game, seat))
            winners = scoring.winners(scores)
            won += (seat in winners) / len(winners)
            ahead += scores[seat].total - scores[1 - seat].total
    result = duel(eager, "greedy", GAMES, seed=5)
    assert result.won.value == pytest.approx(won / GAMES, abs=1e-4)
    assert result.margin == pytest.approx(ahead / GAMES)
    assert result.won.games == GAMES


def test_a_game_that_the_cap_ends_is_not_won() -> None:
    """The lowest id is to end a turn: nobody builds, and nobody wins (R7.7)."""

    def idle(observations: Array, masks: Array) -> Array:
        del observations
        lowest: Array = masks.argmax(axis=1)
        return lowest

    assert duel(idle, "greedy", 4).won.value == 0.0


def test_mask_matches_legal_decisions() -> None:
    env = VectorEnv(3, seed=2)
    for _ in range(20):
        env.step(env.random_actions(np.random.default_rng(1)))
    for game in range(3):
        assert np.array_equal(mask(env.state(game)), env.masks[game])
        assert len(full(env.state(game))) > 0


def test_both_seats_get_the_same_deals() -> None:
    with pytest.raises(ValueError, match="must be even"):
        duel(eager, "greedy", 3)
