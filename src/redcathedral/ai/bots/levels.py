"""The levels of difficulty, the weakest first, and their ratings.

A level is a named configuration of a bot, and is used like a bot.  ``redcathedral lab ladder``
measures the ratings, and ``python -m tools.ladder publish`` writes ``ratings.json``, without which
there are none.
"""

import functools
from collections.abc import Mapping
from importlib.resources import files
from typing import Final, TypeAlias

import msgspec

from redcathedral.ai.bots.registry import is_ready, make, names, register

# The spec of each level's bot.  A level with the name of a bot is that bot without options.
LEVELS: Final[Mapping[str, str]] = {
    "novice": "master:nodes=80,replies=0,overlook=68,taste=18,misreads=1",
    "laborer": "master:nodes=100,replies=0,overlook=60,taste=15,misreads=1",
    "apprentice": "master:nodes=150,replies=0,overlook=50,taste=14",
    "journeyman": "master:nodes=150,replies=0,overlook=30,taste=10",
    "craftsman": "master:nodes=250,replies=0,overlook=12,taste=4",
    "architect": "master:nodes=3000,replies=0",
    "master": "master",
}
DEFAULT_LEVEL: Final = "journeyman"  # used if no opponent is chosen
BASELINE: Final = "random"  # the bot below the weakest level

RATINGS_FILE: Final = "ratings.json"
POINTS_PER_TENFOLD_ODDS: Final = 400  # as in chess
GAME_COUNTS: Final = (2, 3, 4, 5, 10, 20, 50, 100)  # for "wins 3 of 4 games"
MAX_ROUNDING_ERROR: Final = 0.1  # relative to the share of wins and to its complement


def bot_spec(name: str) -> str:
    """Return the spec of a level's bot; other specs are returned unchanged."""
    return LEVELS.get(name, name)


def other_bots() -> list[str]:
    """Return the names of the bots that are not levels."""
    return [name for name in names() if name not in LEVELS]


for _name, _spec in LEVELS.items():
    if _name != _spec:
        register(_name, functools.partial(is_ready, _spec.partition(":")[0]))(
            functools.partial(make, _spec)
        )


class LevelRating(msgspec.Struct, frozen=True):
    """A published rating in points, with its 95 % interval."""

    rating: float
    low: float
    high: float


Ratings: TypeAlias = dict[int, dict[str, LevelRating]]  # by the number of players, by bot


class Strength(msgspec.Struct, frozen=True):
    """A level's rating in points for a number of players, with its 95 % interval.

    ``below`` is the next weaker level with a rating, or None.  Of the games that either of the two
    wins, this level wins about ``won`` in ``of``.
    """

    players: int
    rating: int
    low: int
    high: int
    below: str | None
    won: int
    of: int


@functools.cache
def ratings() -> Ratings:
    """Load the ratings of the package."""
    file = files("redcathedral.ai.bots").joinpath(RATINGS_FILE)
    return msgspec.json.decode(file.read_bytes(), type=Ratings) if file.is_file() else {}


def strengths(level: str, ratings: Ratings) -> list[Strength]:
    """Return a level's strength for each number of players for which it has a rating."""
    order = (BASELINE, *LEVELS)
    weaker = order[: order.index(level)]
    result: list[Strength] = []
    for players, bots in sorted(ratings.items()):
        if level not in bots:
            continue
        own = bots[level]
        below = next((name for name in reversed(weaker) if name in bots), None)
        won, games = (0, 0) if below is None else _share(own.rating - bots[below].rating)
        points = (round(own.rating), round(own.low), round(own.high))
        result.append(Strength(players, *points, below, won, games))
    return result


def _share(difference: float) -> tuple[int, int]:
    """Return a difference of ratings as games won out of a round number of games."""
    share = 1 / (1 + 10.0 ** (-difference / POINTS_PER_TENFOLD_ODDS))
    for games in GAME_COUNTS:
        won = min(max(round(share * games), 1), games - 1)
        if abs(won / games - share) <= MAX_ROUNDING_ERROR * min(share, 1 - share):
            break
    return won, games
