"""The levels for players: named budgets of the bots, the weakest first, and their ratings.

A level is a bot like any other and is used by its name.  Which is stronger, and by how much, says
``redcathedral lab ladder``; it also writes ``ratings.json``, without which no ratings are known.
"""

import functools
from collections.abc import Mapping
from importlib.resources import files
from typing import Final, TypeAlias

import msgspec

from redcathedral.ai.bots.registry import is_ready, make, names, register

# Name and the spec of its bot.  A level named as a bot is that bot without options.
LEVELS: Final[Mapping[str, str]] = {
    "apprentice": "master:nodes=150,replies=0,overlook=56,taste=16",
    "journeyman": "master:nodes=150,replies=0,overlook=39,taste=14",
    "craftsman": "master:nodes=200,replies=0,overlook=13,taste=6",
    "architect": "master:nodes=1000,replies=0",
    "master": "master",
}
DEFAULT_LEVEL: Final = "journeyman"  # who plays where nobody says who
BASELINE: Final = "random"  # what the weakest level is compared with

FILE: Final = "ratings.json"
POINTS: Final = 400  # a difference of so many is odds of ten to one
COUNTS: Final = (2, 3, 4, 5, 10, 20, 50, 100)  # games in which a share is told
CLOSE: Final = 0.1  # how far off a share so told may be, as a part of it and of what it leaves


def bot_spec(name: str) -> str:
    """The spec of a level's bot; of any other bot the spec itself."""
    return LEVELS.get(name, name)


def other_bots() -> list[str]:
    """The names of the bots that are no levels."""
    return [name for name in names() if name not in LEVELS]


for _name, _spec in LEVELS.items():
    if _name != _spec:
        register(_name, functools.partial(is_ready, _spec.partition(":")[0]))(
            functools.partial(make, _spec)
        )


# --- how strong they are -------------------------------------------------------------------------


class LevelRating(msgspec.Struct, frozen=True):
    """A published rating in points, with its 95 % interval."""

    rating: float
    low: float
    high: float


Ratings: TypeAlias = dict[int, dict[str, LevelRating]]  # by the number of players, by bot


class Strength(msgspec.Struct, frozen=True):
    """A level's rating in points at tables of so many players, with its 95 % interval.

    Of the games won by it or by ``below``, the next weaker one, it wins about ``won`` in ``of``;
    nothing of this where no weaker one has a rating.
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
    """The ratings that come with the package."""
    file = files("redcathedral.ai.bots").joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=Ratings) if file.is_file() else {}


def strengths(level: str, known: Ratings) -> list[Strength]:
    """What ratings say of a level, for each number of players that it has one for."""
    order = (BASELINE, *LEVELS)
    weaker = order[: order.index(level)]
    result: list[Strength] = []
    for players, found in sorted(known.items()):
        if level not in found:
            continue
        own = found[level]
        below = next((name for name in reversed(weaker) if name in found), None)
        won, of = (0, 0) if below is None else _share(own.rating - found[below].rating)
        points = (round(own.rating), round(own.low), round(own.high))
        result.append(Strength(players, *points, below, won, of))
    return result


def _share(difference: float) -> tuple[int, int]:
    """The share of games won by so many points more, in as few games as tell it."""
    share = 1 / (1 + 10.0 ** (-difference / POINTS))
    for of in COUNTS:
        won = min(max(round(share * of), 1), of - 1)
        if abs(won / of - share) <= CLOSE * min(share, 1 - share):
            break
    return won, of
