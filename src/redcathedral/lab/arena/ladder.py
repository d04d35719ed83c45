"""The ladder as it is published: for each number of players the ratings and the pairs' scores."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from redcathedral import __version__
from redcathedral.ai.bots.levels import LevelRating, Ratings
from redcathedral.ai.ratings.rating import Tally, fit_ratings, wilson_interval
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.ladder_games import LadderGame
from redcathedral.lab.arena.pairing import LadderSettings
from redcathedral.lab.arena.thinking_time import ThinkingTime

LADDER: Final = "ladder.json"
MEAN: Final = 1000  # of the ratings of all bots, so that none is below 0 in a usual ladder


class Standing(msgspec.Struct, frozen=True):
    """A bot's rating with its 95 % interval; the mean of all bots is 1000."""

    bot: str
    rating: float
    low: float
    high: float
    games: int


class Pair(msgspec.Struct, frozen=True):
    """What the first of two bots won against the second: ``score`` of the games, 95 % interval.

    ``even`` is the score among equals: half, but less for one alone against several.
    """

    bots: tuple[str, str]
    games: int
    score: float
    low: float
    high: float
    even: float

    @property
    def reversed(self) -> "Pair":
        first, second = self.bots
        sides = (1 - self.score, 1 - self.high, 1 - self.low, 1 - self.even)
        return Pair((second, first), self.games, *sides)


class Board(msgspec.Struct, frozen=True):
    """The games with one number of players; the best bot stands first."""

    players: int
    standings: list[Standing]
    pairs: list[Pair]


class Speed(msgspec.Struct, frozen=True):
    """The time a bot took for the turns in which it had something to decide."""

    bot: str
    turns: int
    mean_ms: float
    max_ms: float


class Ladder(msgspec.Struct, frozen=True):
    """All of it; only ``speeds`` depend on the machine."""

    program: str
    settings: LadderSettings
    boards: list[Board]
    speeds: list[Speed]


def build_ladder(
    settings: LadderSettings,
    games: Sequence[LadderGame],
    thinking_times: Mapping[str, ThinkingTime],
) -> Ladder:
    return Ladder(
        program=__version__,
        settings=settings,
        boards=boards(settings, games),
        speeds=[
            Speed(
                bot,
                thinking_time.turns,
                round(1000 * thinking_time.seconds / thinking_time.turns, 3),
                round(1000 * thinking_time.longest, 3),
            )
            for bot, thinking_time in thinking_times.items()
            if thinking_time.turns
        ],
    )


def ratings(ladder: Ladder) -> Ratings:
    """The ratings alone, as the package carries those of the published ladder."""
    return {
        board.players: {
            standing.bot: LevelRating(standing.rating, standing.low, standing.high)
            for standing in board.standings
        }
        for board in ladder.boards
    }


def read_ladder(path: Path) -> Ladder:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Ladder)
    except OSError as error:
        raise ResultsError(f"{path} cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ResultsError(f"{path} is no ladder: {error}") from None


def boards(settings: LadderSettings, games: Sequence[LadderGame]) -> list[Board]:
    return [
        _board(settings, players, [game for game in games if len(game.bots) == players])
        for players in settings.players
    ]


def _board(settings: LadderSettings, players: int, games: Sequence[LadderGame]) -> Board:
    bots = list(settings.bots)
    part = Counter(bot for game in games for bot in set(game.bots))
    standings = [
        Standing(
            rating.bot,
            round(MEAN + rating.value, 1),
            round(MEAN + rating.low, 1),
            round(MEAN + rating.high, 1),
            part[rating.bot],
        )
        for rating in fit_ratings(bots, tallies(games))
    ]
    standings.sort(key=lambda standing: -standing.rating)
    pairs = [
        _pair(pair, [game for game in games if set(game.bots) == set(pair)])
        for pair in settings.pairs
    ]
    return Board(players, standings, pairs)


def tallies(games: Sequence[LadderGame]) -> list[Tally]:
    tables: defaultdict[tuple[str, ...], list[LadderGame]] = defaultdict(list)
    for game in games:
        tables[tuple(sorted(game.bots))].append(game)
    return [
        Tally(seats=Counter(bots), games=len(found), won=_won(found))
        for bots, found in tables.items()
    ]


def _won(games: Sequence[LadderGame]) -> dict[str, float]:
    won: defaultdict[str, float] = defaultdict(float)
    for game in games:
        for bot, share in game.shares().items():
            won[bot] += share
    return won


def _pair(pair: tuple[str, str], games: Sequence[LadderGame]) -> Pair:
    first = pair[0]
    won = _won(games)[first]
    seats = sum(len(game.bots) for game in games)
    own = sum(game.bots.count(first) for game in games)
    low, high = wilson_interval(won, len(games))
    return Pair(
        bots=pair,
        games=len(games),
        score=round(won / len(games), 4),
        low=round(low, 4),
        high=round(high, 4),
        even=round(own / seats, 4),
    )
