"""A person's rating on the ladder's scale, from games against bots whose ratings are known.

The model is that of the ladder (``arena.rating``): of a game for r with opponents r_1, r_2, ... the
person wins exp(r) / (exp(r) + exp(r_1) + exp(r_2) + ...).  A few games won or lost all would have
no finite likeliest rating, so what is told is the mean of the distribution that the games leave of
one that was wide and normal before, around the mean of the ladder's levels.  The interval holds the
middle 95 % of it, widened by the errors of the opponents' ratings.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp, hypot, log
from statistics import fmean
from typing import Final, NamedTuple

from redcathedral.ai.bots.levels import LEVELS, LevelRating, Ratings
from redcathedral.ai.ratings.rating import UNIT

MIN_GAMES: Final = 10  # games below which no rating is told
SPREAD: Final = 500.0  # of ratings before anything is known: one standard deviation, in points
STEP: Final = 1  # points from one rating that is looked at to the next
REACH: Final = 6  # standard deviations to both sides that are looked at
TAIL: Final = 0.025  # of the distribution on either side of the interval
_STEPS: Final = round(REACH * SPREAD / STEP)


class RatedGame(NamedTuple):
    """A game of a person: the bots in the other seats, and the share of the win."""

    bots: tuple[str, ...]
    share: float


def rate_person(games: Sequence[RatedGame], players: int, known: Ratings) -> LevelRating | None:
    """The rating from games at tables of so many; None where there are fewer than LEAST.

    Games with a bot that has no rating there do not count.
    """
    scale = known.get(players, {})
    games = [game for game in games if all(bot in scale for bot in game.bots)]
    if len(games) < MIN_GAMES:
        return None
    before = fmean(scale[level].rating for level in LEVELS if level in scale)
    ratings = [before + STEP * n for n in range(-_STEPS, _STEPS + 1)]
    counts = [
        (sum(exp((scale[bot].rating - before) / UNIT) for bot in met.bots), met.share, count)
        for met, count in Counter(games).items()
    ]
    logs = [_log(rating - before, counts) for rating in ratings]
    top = max(logs)
    weights = [exp(value - top) for value in logs]
    whole = sum(weights)
    mean = sum(map(float.__mul__, ratings, weights)) / whole
    low = _quantile(ratings, weights, TAIL * whole)
    high = _quantile(ratings, weights, (1 - TAIL) * whole)
    # the opponents' errors are in common to all games against them
    doubt = fmean((scale[bot].high - scale[bot].low) / 2 for met in games for bot in met.bots)
    return LevelRating(mean, mean - hypot(mean - low, doubt), mean + hypot(high - mean, doubt))


def _log(rating: float, counts: Sequence[tuple[float, float, int]]) -> float:
    """The logarithm of the likelihood of a rating, with what was known before.

    ``counts`` are the strengths of the others, the share of the win, and how often that was.
    """
    own = exp(rating / UNIT)
    total = -((rating / SPREAD) ** 2) / 2
    for others, share, count in counts:
        chance = own / (own + others)
        total += count * (share * log(chance) + (1 - share) * log(1 - chance))
    return total


def _quantile(ratings: Sequence[float], weights: Sequence[float], part: float) -> float:
    """The rating below which so much of the weight lies."""
    seen = 0.0
    for rating, weight in zip(ratings, weights, strict=True):
        seen += weight
        if seen >= part:
            return rating
    return ratings[-1]
