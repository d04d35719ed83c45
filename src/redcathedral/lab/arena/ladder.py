"""Calculate a ladder: ratings and scores of pairs, for each number of players."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from redcathedral import __version__
from redcathedral.ai.ratings.rating import Tally, fit_ratings, wilson_interval
from redcathedral.lab.arena.ladder_games import LadderGame
from redcathedral.lab.arena.pairing import LadderSettings
from redcathedral.lab.arena.thinking_time import ThinkingTime

LADDER_FILE: Final = "ladder.json"
MEAN_RATING: Final = 1000  # the mean of all bots, so high that ratings are rarely negative


class Standing(msgspec.Struct, frozen=True):
    """A bot's rating with its 95 % interval; the mean of all bots is 1000."""

    bot: str
    rating: float
    low: float
    high: float
    games: int


class Pair(msgspec.Struct, frozen=True):
    """The score of the first bot against the second, with a 95 % interval.

    ``even`` is the score that equally strong bots have: less than 1/2 for one bot against several.
    Games without a winner (R7.7) count for neither bot.
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
        return Pair(
            bots=(second, first),
            games=self.games,
            score=1 - self.score,
            low=1 - self.high,
            high=1 - self.low,
            even=1 - self.even,
        )


class LadderBoard(msgspec.Struct, frozen=True):
    """The results for one number of players; the best bot is first."""

    players: int
    standings: list[Standing]
    pairs: list[Pair]


class Speed(msgspec.Struct, frozen=True):
    """The thinking time of a bot for each turn in which it made a decision."""

    bot: str
    turns: int
    mean_ms: float
    max_ms: float


class Ladder(msgspec.Struct, frozen=True):
    """The whole ladder; only ``speeds`` depend on the machine."""

    program: str
    settings: LadderSettings
    boards: list[LadderBoard]
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


def boards(settings: LadderSettings, games: Sequence[LadderGame]) -> list[LadderBoard]:
    return [
        _ladder_board(settings, players, [game for game in games if len(game.bots) == players])
        for players in settings.players
    ]


def _ladder_board(
    settings: LadderSettings, players: int, games: Sequence[LadderGame]
) -> LadderBoard:
    bots = list(settings.bots)
    games_of_bot = Counter(bot for game in games for bot in set(game.bots))
    standings = [
        Standing(
            rating.bot,
            round(MEAN_RATING + rating.value, 1),
            round(MEAN_RATING + rating.low, 1),
            round(MEAN_RATING + rating.high, 1),
            games_of_bot[rating.bot],
        )
        for rating in fit_ratings(bots, tallies(games))
    ]
    standings.sort(key=lambda standing: -standing.rating)
    pairs = [
        _pair_score(pair, [game for game in games if set(game.bots) == set(pair)])
        for pair in settings.pairs
    ]
    return LadderBoard(players, standings, pairs)


def tallies(games: Sequence[LadderGame]) -> list[Tally]:
    games_by_table: defaultdict[tuple[str, ...], list[LadderGame]] = defaultdict(list)
    for game in games:
        games_by_table[tuple(sorted(game.bots))].append(game)
    return [
        Tally(Counter(bots), len(_won_games(table_games)), _wins_by_bot(table_games))
        for bots, table_games in games_by_table.items()
    ]


def _won_games(games: Sequence[LadderGame]) -> list[LadderGame]:
    return [game for game in games if game.winners]


def _wins_by_bot(games: Sequence[LadderGame]) -> dict[str, float]:
    wins: defaultdict[str, float] = defaultdict(float)
    for game in games:
        for bot, share in game.shares().items():
            wins[bot] += share
    return wins


def _pair_score(pair: tuple[str, str], games: Sequence[LadderGame]) -> Pair:
    first = pair[0]
    wins = _wins_by_bot(games)[first]
    seats = sum(len(game.bots) for game in games)
    even = sum(game.bots.count(first) for game in games) / seats
    won_games = len(_won_games(games))
    score = wins / won_games if won_games else even
    low, high = wilson_interval(wins, won_games) if won_games else (0.0, 1.0)
    score, low, high, even = (round(number, 4) for number in (score, low, high, even))
    return Pair(pair, len(games), score, low, high, even)
