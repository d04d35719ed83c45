"""Estimate the bias of a network for each seat from games that it plays against itself.

With four players the first seat wins more than the network expects, because the network learned
from games with random turns and with other bots in some seats.  A factor for the odds of each seat
corrects this.  Iterative proportional fitting (Deming and Stephan 1940) finds the factors with
which the expected shares match the wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Final, NamedTuple

from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.network import NetworkEvaluator
from redcathedral.ai.value.standings import is_decided
from redcathedral.ai.weights.file import PLAYER_COUNTS, SeatBias, load
from redcathedral.box.options import SIDES
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.lab.arena.survey import Mode
from tools.rollout_games import SEARCH_NODES, play_turns
from tools.training.boxes import training_components

NO_HORIZON: Final = 1 << 20  # turns: games continue to the end
MAX_ITERATIONS: Final = 100  # when the biases are fitted
TOLERANCE: Final = 1e-5  # the fitting stops when all factors change by less


class Expectation(NamedTuple):
    """The expected share of the win and the expected margin of each seat."""

    shares: list[float]
    margins: list[float]


class GamePredictions(NamedTuple):
    """The predictions of the network in the positions of a game, and the result."""

    players: int  # 1 against Ivan
    predictions: list[Expectation]
    result: Expectation


def make_bias_worker(
    edition: str | None, weights: str, seed: int
) -> Callable[[int], tuple[int, GamePredictions]]:
    evaluator = NetworkEvaluator(load(Path(weights)).network())
    playing = Rollouts(evaluator, SEARCH_NODES, NO_HORIZON)

    def play_game(number: int) -> tuple[int, GamePredictions]:
        block, index = divmod(number, len(PLAYER_COUNTS))
        mode = Mode(PLAYER_COUNTS[index], SIDES[block % len(SIDES)])
        components = training_components(edition, seed + number)
        start = end = new_state(mode.setting(components))
        predictions: list[Expectation] = []
        for end in play_turns(playing, start, Rng(seed + block, DICE)):
            if not is_decided(end):
                predictions.append(_expectation(evaluator, end))
        return number, GamePredictions(mode.players, predictions, _expectation(evaluator, end))

    return play_game


def _expectation(evaluator: NetworkEvaluator, state: State) -> Expectation:
    predictions = evaluator.predictions(state)
    return Expectation([seat.share for seat in predictions], [seat.margin for seat in predictions])


def fit_seat_bias(games: Sequence[GamePredictions]) -> dict[int, tuple[SeatBias, ...]]:
    """Return the bias of each seat for each number of players.

    One extra tied game is counted (add-one smoothing), so that no seat has a share of 0.
    """
    biases = {}
    for players in sorted({game.players for game in games}):
        own_games = [game for game in games if game.players == players]
        seats = range(len(own_games[0].result.shares))
        predictions = [prediction for game in own_games for prediction in game.predictions]
        results = [game.result for game in own_games for _ in game.predictions]
        smoothing = len(predictions) / len(own_games) / len(seats)
        wins = [sum(result.shares[seat] for result in results) + smoothing for seat in seats]
        odds = _fit_odds(
            [prediction.shares for prediction in predictions],
            [seat_wins / sum(wins) for seat_wins in wins],
        )
        biases[players] = tuple(
            SeatBias(
                round(odds[seat], 4),
                round(
                    fmean(
                        result.margins[seat] - prediction.margins[seat]
                        for prediction, result in zip(predictions, results, strict=True)
                    ),
                    3,
                ),
            )
            for seat in seats
        )
    return biases


def _fit_odds(predictions: Sequence[list[float]], wins: Sequence[float]) -> list[float]:
    """Return factors for the odds with which the mean predicted shares match the wins.

    The factor of the first seat is 1, since only ratios matter.
    """
    factors = [1.0] * len(wins)
    for _ in range(MAX_ITERATIONS):
        expected = [0.0] * len(wins)
        for shares in predictions:
            weighted = [share * factor for share, factor in zip(shares, factors, strict=True)]
            total = sum(weighted)
            expected = [
                so_far + share / total for so_far, share in zip(expected, weighted, strict=True)
            ]
        corrections = [
            len(predictions) * won / mean for won, mean in zip(wins, expected, strict=True)
        ]
        factors = [
            factor * correction for factor, correction in zip(factors, corrections, strict=True)
        ]
        if max(abs(correction - 1) for correction in corrections) < TOLERANCE:
            break
    return [factor / factors[0] for factor in factors]
