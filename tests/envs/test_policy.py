"""A policy as a bot, and its games against a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

np = pytest.importorskip("numpy")

from redcathedral.ai.bots import make, register  # noqa: E402
from redcathedral.engine import rules, scoring  # noqa: E402
from redcathedral.engine.setup import new_state  # noqa: E402
from redcathedral.engine.state import State  # noqa: E402
from redcathedral.envs.batch.seeds import episode_dice  # noqa: E402
from redcathedral.envs.observation import FEATURES, full  # noqa: E402
from redcathedral.envs.policy import PolicyBot, duel, mask  # noqa: E402
from redcathedral.envs.vector import VectorEnv  # noqa: E402
from redcathedral.play.match import decide  # noqa: E402

if TYPE_CHECKING:
    from redcathedral.envs.arrays import Array

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


def lowest(observations: Array, masks: Array) -> Array:
    """The lowest legal id: it ends turns and builds nothing."""
    del observations
    chosen: Array = masks.argmax(axis=1)
    return chosen


@register("test-idle")
class IdleBot(PolicyBot):
    """Ends every turn, so that nobody completes six cards."""

    def __init__(self, seed: int, seat: int) -> None:
        del seed, seat
        super().__init__(lowest)


def test_the_leader_wins_a_duel_at_the_cap() -> None:
    """Nobody closes the game; the policy builds for some turns (R7.7)."""
    turn = next(feature.indices for feature in FEATURES if feature.name == "turn")

    def soon_idle(observations: Array, masks: Array) -> Array:
        is_early = observations[:, turn].sum(axis=1) < 60
        chosen: Array = np.where(is_early, eager(observations, masks), lowest(observations, masks))
        return chosen

    result = duel(soon_idle, "test-idle", 2)
    assert result.margin > 0
    assert result.won.value == 1.0


def test_nobody_wins_a_tied_duel_at_the_cap() -> None:
    result = duel(lowest, "test-idle", 2)
    assert (result.won.value, result.margin) == (0.0, 0.0)


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
