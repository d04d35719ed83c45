"""The games and statistics of one person on one device, calculated from the list of games."""

import io
import math
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from msgspec import structs

from redcathedral.ai.bots.levels import LEVELS, Ratings
from redcathedral.ai.ratings.personal import MIN_GAMES, RatedGame, rate_person
from redcathedral.box.options import BoardSide, Options
from redcathedral.files import json_text
from redcathedral.server.core.game_repository import HeldTable
from redcathedral.server.core.results import result_rows
from redcathedral.server.core.stored_table import LoadedTable, PrestigeSources, summary_seats
from redcathedral.server.core.wire.lobby import Summary, SummarySeat
from redcathedral.server.features.my_games import wire
from redcathedral.text.catalog import DEFAULT_LANGUAGE
from redcathedral.text.names import TablePlayer

GAMES_PER_PAGE: Final = 10
LAST_GAMES: Final = 5  # of the same people
# The bots have ratings for games with these options.
RATED_OPTIONS: Final = (Options().number, Options(workshop_side="advanced").number)


class PersonGame(NamedTuple):
    """A game of a person: the index of their seat, and the sources of prestige of all seats."""

    game: Summary
    seat_index: int
    has_unique_name: bool  # no other seat on this device has the same name
    sources: Sequence[PrestigeSources]
    other_seats: frozenset[int] = frozenset()  # seats that other devices hold

    @property
    def seat(self) -> SummarySeat:
        return self.game.seats[self.seat_index]

    @property
    def win_share(self) -> float:
        winners = self.game.winners
        return 1 / len(winners) if self.seat.colour in winners else 0.0

    @property
    def excluded(self) -> wire.Excluded | None:
        """The first reason why the game does not count in the statistics."""
        game = self.game
        reasons: dict[wire.Excluded, bool] = {
            "loaded": game.was_loaded,
            "hinted": game.is_hinted,
            "own-dice": game.had_own_dice,
            "unrolled": game.is_unrolled,
            "gave-up": self.seat.colour in game.gave_up,
            "stand-in": self.seat.colour in game.stood_in,
            "agreed": game.over != "finished",
            "twice": not self.has_unique_name,
        }
        return next((reason for reason, applies in reasons.items() if applies), None)

    @property
    def counts(self) -> bool:
        return self.game.over is not None and self.excluded is None and bool(self.sources)

    @property
    def players(self) -> int:
        """The number of people and bots; 1 against Ivan."""
        return sum(seat.kind != "ivan" for seat in self.game.seats)

    @property
    def side(self) -> BoardSide:
        options = self.game.options
        return options.sides.get(self.seat.colour, options.workshop_side)

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(seat.bot for seat in self.game.seats if seat.bot is not None)

    def without_other_names(self) -> "PersonGame":
        """Return the game without the names at seats that other devices hold."""
        table_players = []
        for index, seat in enumerate(self.game.seats):
            name = "" if index in self.other_seats else seat.name
            table_players.append(TablePlayer(seat.colour, name, seat.bot, seat.kind == "ivan"))
        seats = summary_seats(table_players, DEFAULT_LANGUAGE)
        return self._replace(game=structs.replace(self.game, seats=seats))

    def entry(self) -> wire.MyGame:
        if self.game.over is None:
            return wire.MyGame(self.game, self.seat.colour, None, None, None)
        total = self.game.totals[self.seat_index]
        return wire.MyGame(self.game, self.seat.colour, self._result, total, self.excluded)

    @property
    def _result(self) -> wire.Result:
        winners = self.game.winners
        if self.seat.colour in self.game.gave_up:
            return "lost"
        if not winners:
            return "undecided"
        if self.seat.colour not in winners:
            return "lost"
        return "won" if len(winners) == 1 else "shared"

    def matches(self, kind: wire.Which) -> bool:
        result = self.entry().result
        kinds = {None: ["running"], "shared": ["over", "won"], "undecided": ["over"]}
        return kind in ("all", *kinds.get(result, ["over", result]))


def _names(table: HeldTable) -> dict[int, str]:
    """Return the names of people by seat, without open seats and seats of other devices."""
    game = table.game
    return {
        index: seat.name
        for index, seat in enumerate(game.seats)
        if seat.kind == "person" and index not in table.other_seats and seat.colour not in game.open
    }


def played_by(name: str, tables: Iterable[HeldTable]) -> list[PersonGame]:
    games: list[PersonGame] = []
    for table in tables:
        seats = [seat for seat, seat_name in _names(table).items() if seat_name == name]
        if seats:
            is_unique = len(seats) == 1
            game = PersonGame(table.game, seats[0], is_unique, table.sources, table.other_seats)
            games.append(game)
    return games


def names_in(tables: Iterable[HeldTable]) -> list[wire.MyName]:
    counts = Counter(name for table in tables for name in set(_names(table).values()))
    return [wire.MyName(name, count) for name, count in counts.items()]


def page_of(games: Sequence[PersonGame], kind: wire.Which, page: int) -> wire.MyGames:
    """Return a page of the games of a kind, the last page if ``page`` is too large."""
    matching = [game for game in games if game.matches(kind)]
    pages = max(1, math.ceil(len(matching) / GAMES_PER_PAGE))
    page = min(page, pages)
    shown = matching[(page - 1) * GAMES_PER_PAGE : page * GAMES_PER_PAGE]
    return wire.MyGames([game.entry() for game in shown], len(matching), page, pages)


def statistics(
    games: Sequence[PersonGame], packaged_edition: str, ratings: Ratings
) -> wire.MyStatistics:
    """Return the statistics of games; the ratings need usual options and the packaged edition."""
    finished = [game for game in games if game.game.over is not None]
    counted = [game for game in finished if game.counts]
    by_level: defaultdict[str, list[PersonGame]] = defaultdict(list)
    by_mode: defaultdict[tuple[int, BoardSide], list[PersonGame]] = defaultdict(list)
    for game in counted:
        if levels := [level for level in LEVELS if level in game.bots]:
            by_level[levels[-1]].append(game)
        by_mode[game.players, game.side].append(game)
    return wire.MyStatistics(
        counted=len(counted),
        excluded=len(finished) - len(counted),
        levels=[
            wire.LevelTally(level, _tally(by_level[level])) for level in LEVELS if by_level[level]
        ],
        modes=[_mode(*mode, group) for mode, group in sorted(by_mode.items())],
        ratings=[
            rating
            for players in sorted(ratings)
            if (rating := _rating(players, counted, packaged_edition, ratings))
        ],
    )


def results_together(games: Iterable[Summary]) -> list[wire.SamePeople]:
    """Return the results of each group of people, the last group first.

    With a bot, the same people are another group.  Games count if they have a winner, did not begin
    with a record, and all people have names.
    """
    groups: defaultdict[frozenset[str], list[Summary]] = defaultdict(list)
    for game in games:
        people = [seat.name for seat in game.seats if seat.kind == "person"]
        if game.winners and not game.was_loaded and len(people) > 1 and all(people):
            groups[names_at(game)].append(game)
    return [
        wire.SamePeople(result_rows(group), [*map(_winners, group[:LAST_GAMES])], group[0].id)
        for group in groups.values()
    ]


def names_at(game: Summary) -> frozenset[str]:
    return frozenset(seat.called for seat in game.seats)


def _winners(game: Summary) -> list[str]:
    return [seat.called for seat in game.seats if seat.colour in game.winners]


def archive(
    games: Sequence[PersonGame],
    tables: Sequence[LoadedTable],
    packaged_edition: str,
    ratings: Ratings,
    texts: Mapping[str, Mapping[str, object]],
) -> bytes:
    """Return a zip file of the games, without the names of people on other devices."""
    other_seats = {game.game.id: game.other_seats for game in games}
    games = [game.without_other_names() for game in games]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("games.json", json_text([game.entry() for game in games]))
        files.writestr("statistics.json", json_text(statistics(games, packaged_edition, ratings)))
        if texts:
            files.writestr("written.json", json_text(texts))
        for row, seated in tables:
            record = seated.record(nameless=other_seats[row.id])
            files.writestr(f"games/{row.id}.rcg", record.text())
    return data.getvalue()


def _tally(games: Sequence[PersonGame]) -> wire.GamesTally:
    totals = [game.game.totals[game.seat_index] for game in games]
    won = sum(game.win_share for game in games)
    return wire.GamesTally(len(games), round(won, 2), round(fmean(totals), 1), max(totals))


def _mode(players: int, side: BoardSide, games: Sequence[PersonGame]) -> wire.ModeTally:
    own_sources = [game.sources[game.seat_index] for game in games]
    track, goods, towers = (
        round(fmean(getattr(sources, name) for sources in own_sources), 1)
        for name in ("track", "goods", "towers")
    )
    return wire.ModeTally(players, side, _tally(games), track, goods, towers)


def _rating(
    players: int, games: Sequence[PersonGame], packaged_edition: str, ratings: Ratings
) -> wire.MyRating | None:
    rated_games = [
        RatedGame(game.bots, game.win_share)
        for game in games
        if game.players == players
        and len(game.bots) == players - 1
        and all(bot in ratings[players] for bot in game.bots)
        and game.game.edition.key == packaged_edition
        and game.game.options.number in RATED_OPTIONS
    ]
    if not rated_games:
        return None
    rating = rate_person(rated_games, players, ratings)
    if rating is None:
        return wire.MyRating(players, len(rated_games), MIN_GAMES, None, None, None)
    points = (round(rating.rating), round(rating.low), round(rating.high))
    return wire.MyRating(players, len(rated_games), MIN_GAMES, *points)
