"""Calculate ratings from the results of games, with intervals.

In a game in which bot ``k`` has ``n_k`` seats, it wins with the probability

    P_k = n_k exp(r_k) / (n_1 exp(r_1) + n_2 exp(r_2) + ...)

which is the model of Bradley and Terry (Biometrika 39, 1952) for two seats, and that of Luce
(Individual Choice Behavior, 1959) for more.  The ratings ``r`` maximize the likelihood of the
games; a shared win counts as a fraction for each bot.  The likelihood is concave (Hunter, The
Annals of Statistics 32, 2004), so Newton's method finds the maximum.  Only differences of ratings
matter; their mean is 0.

The 95 % interval of a rating is 1.96 standard errors to both sides.  The covariance is the inverse
of the observed information, the sum over all games of diag(P) - P P', for ratings with mean 0.

For a bot that has won all its games, no finite rating has the maximum likelihood.  So bots that
have met get an extra game that all seats share.  In 400 games that changes a share of 75 % by
0.06 %.  Ratings use the unit of chess (Elo, 1978): 400 points are odds of ten to one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Final

Z_95: Final = 1.959964  # half the width of a 95 % interval, in standard errors
POINTS_PER_LOGIT: Final = 400 / log(10)
PRIOR_DRAWS: Final = 1.0  # extra games shared by all seats
_TOLERANCE: Final = 1e-10
_MAX_STEPS: Final = 100
_NOT_FINITE: Final = (
    "some bots have not met the others, or have won all games: no finite ratings exist"
)

Vector = list[float]
Matrix = list[Vector]


@dataclass(frozen=True)
class Tally:
    """Games between the same bots: the seats and the wins of each bot."""

    seats: Mapping[str, int]
    games: float
    won: Mapping[str, float]

    def with_draws(self, number: float) -> "Tally":
        """Return a tally with extra games that all seats share."""
        seats = sum(self.seats.values())
        won = {bot: self.won[bot] + number * count / seats for bot, count in self.seats.items()}
        return Tally(self.seats, self.games + number, won)


@dataclass(frozen=True)
class Rating:
    """A bot's rating, and its 95 % interval."""

    bot: str
    value: float
    low: float
    high: float


def fit_ratings(
    bots: Sequence[str], tallies: Sequence[Tally], draws: float = PRIOR_DRAWS
) -> list[Rating]:
    """Return the ratings of bots, in their order.

    ``draws`` is the number of extra games.  Raises ValueError if some bots have not met, directly
    or through others, or if some have won all games against the others and ``draws`` is 0.
    """
    order = {bot: number for number, bot in enumerate(bots)}
    tally_counts = Counter(frozenset(tally.seats) for tally in tallies)
    tallies = [tally.with_draws(draws / tally_counts[frozenset(tally.seats)]) for tally in tallies]
    ratings = [0.0] * len(bots)
    for _ in range(_MAX_STEPS):
        gradient, information = _gradient_and_information(order, tallies, ratings)
        covariance = _inverse(information)
        step = [sum(map(float.__mul__, row, gradient)) for row in covariance]
        ratings = _take_step(order, tallies, ratings, step)
        if max(map(abs, step), default=0) < _TOLERANCE:
            break
    else:
        raise ValueError(_NOT_FINITE)
    errors = [sqrt(max(covariance[number][number], 0.0)) for number in range(len(bots))]
    return [
        Rating(
            bot,
            POINTS_PER_LOGIT * value,
            POINTS_PER_LOGIT * (value - Z_95 * error),
            POINTS_PER_LOGIT * (value + Z_95 * error),
        )
        for bot, value, error in zip(bots, ratings, errors, strict=True)
    ]


def wilson_interval(won: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Return the interval of Wilson (1927) for the share of games won; by default 95 %."""
    share = won / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    return max((middle - spread) / whole, 0.0), min((middle + spread) / whole, 1.0)


def _chances(order: Mapping[str, int], tally: Tally, ratings: Vector) -> dict[int, float]:
    weights = {order[bot]: count * exp(ratings[order[bot]]) for bot, count in tally.seats.items()}
    total = sum(weights.values())
    return {number: weight / total for number, weight in weights.items()}


def _log_likelihood(order: Mapping[str, int], tallies: Sequence[Tally], ratings: Vector) -> float:
    total = 0.0
    for tally in tallies:
        chances = _chances(order, tally, ratings)
        total += sum(won * log(chances[order[bot]]) for bot, won in tally.won.items())
    return total


def _gradient_and_information(
    order: Mapping[str, int], tallies: Sequence[Tally], ratings: Vector
) -> tuple[Vector, Matrix]:
    """Return the gradient of the logarithm of the likelihood, and the information matrix."""
    gradient = [0.0] * len(ratings)
    information = [[0.0] * len(ratings) for _ in ratings]
    for tally in tallies:
        chances = _chances(order, tally, ratings)
        for bot, won in tally.won.items():
            gradient[order[bot]] += won - tally.games * chances[order[bot]]
        for row, chance in chances.items():
            information[row][row] += tally.games * chance
            for column, other_chance in chances.items():
                information[row][column] -= tally.games * chance * other_chance
    return gradient, information


def _take_step(
    order: Mapping[str, int], tallies: Sequence[Tally], ratings: Vector, step: Vector
) -> Vector:
    """Return the ratings after a step, which is halved until the likelihood does not decrease."""
    before = _log_likelihood(order, tallies, ratings)
    length = 1.0
    while True:
        after = [value + length * change for value, change in zip(ratings, step, strict=True)]
        if length < _TOLERANCE or _log_likelihood(order, tallies, after) >= before - _TOLERANCE:
            return after
        length /= 2


def _inverse(information: Matrix) -> Matrix:
    """Return the inverse for ratings with mean 0: (I + J/n)^-1 - J/n, where J is all ones.

    Gauss-Jordan elimination needs no row exchanges: the matrix is positive definite.
    """
    size = len(information)
    mean = 1 / size
    rows = [
        [value + mean for value in row] + [float(index == column) for column in range(size)]
        for index, row in enumerate(information)
    ]
    for pivot, row in enumerate(rows):
        if row[pivot] < _TOLERANCE:
            raise ValueError(_NOT_FINITE)
        row[:] = [value / row[pivot] for value in row]
        for other in rows:
            if other is not row:
                factor = other[pivot]
                other[:] = [value - factor * first for value, first in zip(other, row, strict=True)]
    return [[value - mean for value in row[size:]] for row in rows]
