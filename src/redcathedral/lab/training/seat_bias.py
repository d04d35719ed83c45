"""The bias of a network for each seat, estimated from games that it plays against itself.

With four players the first seat wins more than the network expects, because it learned from games
with random turns and with other bots in some seats.  A factor for the odds of each seat corrects
this: the factors with which the expected shares match the wins are found by iterative proportional
fitting (Deming and Stephan 1940).
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
from redcathedral.box import load_edition
from redcathedral.box.options import SIDES
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.lab.arena.survey import SEARCH_NODES, Mode
from redcathedral.record.components import components_of

NO_HORIZON: Final = 1 << 20  # turns: games continue to the end
MAX_ITERATIONS: Final = 100  # when the biases are fitted
TOLERANCE: Final = 1e-5  # the fitting ends when all factors change by less


class Expectation(NamedTuple):
    """The expected share of the win and the expected margin of each seat."""

    shares: list[float]
    margins: list[float]


class GamePredictions(NamedTuple):
    """The expectations of the network in the positions of a game, and the result."""

    players: int  # 1 against Ivan
    said: list[Expectation]
    result: Expectation


def make_bias_worker(
    edition: str | None, weights: str, seed: int
) -> Callable[[int], tuple[int, GamePredictions]]:
    components = components_of(load_edition(edition))
    valuer = NetworkEvaluator(load(Path(weights)).network())
    playing = Rollouts(valuer, SEARCH_NODES, NO_HORIZON)

    def course(number: int) -> tuple[int, GamePredictions]:
        block, place = divmod(number, len(PLAYER_COUNTS))
        mode = Mode(PLAYER_COUNTS[place], SIDES[block % len(SIDES)])
        start = end = new_state(mode.setting(components))
        said: list[Expectation] = []
        for end in playing.play_turns(start, Rng(seed + block, DICE)):
            if not is_decided(end):
                said.append(_expectation(valuer, end))
        return number, GamePredictions(mode.players, said, _expectation(valuer, end))

    return course


def _expectation(valuer: NetworkEvaluator, state: State) -> Expectation:
    said = valuer.predictions(state)
    return Expectation([one.share for one in said], [one.margin for one in said])


def fit_seat_bias(games: Sequence[GamePredictions]) -> dict[int, tuple[SeatBias, ...]]:
    """Return for each number of players the bias of each seat.

    One extra game is counted as a tie (add-one smoothing), so that no seat has a share of 0.
    """
    biases = {}
    for players in sorted({game.players for game in games}):
        own_games = [game for game in games if game.players == players]
        seats = range(len(own_games[0].result.shares))
        predictions = [prediction for game in own_games for prediction in game.said]
        results = [game.result for game in own_games for _ in game.said]
        smoothing = len(predictions) / len(own_games) / len(seats)
        won = [sum(result.shares[seat] for result in results) + smoothing for seat in seats]
        odds = _fit_odds(
            [prediction.shares for prediction in predictions],
            [seat_wins / sum(won) for seat_wins in won],
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


def _fit_odds(said: Sequence[list[float]], won: Sequence[float]) -> list[float]:
    """Return the factors for the odds of the seats with which the mean shares match the wins.

    The factor of the first seat is 1, since only ratios matter.
    """
    factors = [1.0] * len(won)
    for _ in range(MAX_ITERATIONS):
        expected = [0.0] * len(won)
        for shares in said:
            weighted = [share * factor for share, factor in zip(shares, factors, strict=True)]
            total = sum(weighted)
            expected = [
                so_far + share / total for so_far, share in zip(expected, weighted, strict=True)
            ]
        corrections = [len(said) * true / mean for true, mean in zip(won, expected, strict=True)]
        factors = [
            factor * correction for factor, correction in zip(factors, corrections, strict=True)
        ]
        if max(abs(correction - 1) for correction in corrections) < TOLERANCE:
            break
    return [factor / factors[0] for factor in factors]
