"""Rate a person on the ladder's scale, by games against bots with known ratings.

In the model of the ladder (``ratings.rating``), a person with rating r wins a share of
exp(r) / (exp(r) + exp(r_1) + exp(r_2) + ...) of the games against opponents r_1, r_2, ...  For a
person who has won or lost all games, no finite rating has the maximum likelihood.  So the rating is
Bayesian: the prior is a wide normal distribution around the mean of the ladder's levels, and the
rating is the mean of the posterior.  The interval is the middle 95 % of the posterior, widened by
the errors of the opponents' ratings.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp, hypot, log
from statistics import fmean
from typing import Final, NamedTuple

from redcathedral.ai.bots.levels import LEVELS, LevelRating, Ratings
from redcathedral.ai.ratings.rating import POINTS_PER_LOGIT

MIN_GAMES: Final = 10  # with fewer games there is no rating
PRIOR_DEVIATION: Final = 500.0  # standard deviation of the prior, in points
GRID_STEP: Final = 1  # points between two ratings at which the posterior is calculated
GRID_DEVIATIONS: Final = 6  # the grid has this many standard deviations on both sides
TAIL_SHARE: Final = 0.025  # the share of the posterior on either side of the interval
_GRID_STEPS: Final = round(GRID_DEVIATIONS * PRIOR_DEVIATION / GRID_STEP)


class RatedGame(NamedTuple):
    """A person's game: the bots in the other seats, and the person's share of the win."""

    bots: tuple[str, ...]
    share: float


def rate_person(
    games: Sequence[RatedGame], players: int, bot_ratings: Ratings
) -> LevelRating | None:
    """Return the rating from games with this number of players; None if there are too few games.

    Games with a bot that has no rating for this number of players do not count.
    """
    scale = bot_ratings.get(players, {})
    games = [game for game in games if all(bot in scale for bot in game.bots)]
    if len(games) < MIN_GAMES:
        return None
    prior_mean = fmean(scale[level].rating for level in LEVELS if level in scale)
    ratings = [prior_mean + GRID_STEP * n for n in range(-_GRID_STEPS, _GRID_STEPS + 1)]
    counts = [
        (
            sum(exp((scale[bot].rating - prior_mean) / POINTS_PER_LOGIT) for bot in game.bots),
            game.share,
            count,
        )
        for game, count in Counter(games).items()
    ]
    logs = [_log_posterior(rating - prior_mean, counts) for rating in ratings]
    top = max(logs)
    weights = [exp(value - top) for value in logs]
    total_weight = sum(weights)
    mean = sum(map(float.__mul__, ratings, weights)) / total_weight
    low = _quantile(ratings, weights, TAIL_SHARE * total_weight)
    high = _quantile(ratings, weights, (1 - TAIL_SHARE) * total_weight)
    # The mean, because all games against an opponent have the same error of its rating.
    opponent_error = fmean(
        (scale[bot].high - scale[bot].low) / 2 for game in games for bot in game.bots
    )
    return LevelRating(
        mean, mean - hypot(mean - low, opponent_error), mean + hypot(high - mean, opponent_error)
    )


def _log_posterior(rating: float, counts: Sequence[tuple[float, float, int]]) -> float:
    """Return the logarithm of the posterior density of a rating, up to a constant.

    ``counts`` has for each result the sum of the opponents' strengths, the share of the win, and
    the number of games.
    """
    strength = exp(rating / POINTS_PER_LOGIT)
    total = -((rating / PRIOR_DEVIATION) ** 2) / 2
    for opponents, share, count in counts:
        chance = strength / (strength + opponents)
        total += count * (share * log(chance) + (1 - share) * log(1 - chance))
    return total


def _quantile(ratings: Sequence[float], weights: Sequence[float], limit: float) -> float:
    """Return the rating at which the sum of the weights reaches a limit."""
    total = 0.0
    for rating, weight in zip(ratings, weights, strict=True):
        total += weight
        if total >= limit:
            return rating
    return ratings[-1]
