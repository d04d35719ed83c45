"""The games and statistics of one person on one device, from the data of the list of games."""

import io
import math
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final, NamedTuple

from msgspec import structs

from redcathedral.ai.bots.levels import LEVELS, Ratings
from redcathedral.ai.ratings.personal import MIN_GAMES, RatedGame, rate_person
from redcathedral.box.options import BoardSide, Options
from redcathedral.files import json_text
from redcathedral.server.core.game_repository import HeldTable
from redcathedral.server.core.stored_table import LoadedTable, PrestigeSources, summary_seats
from redcathedral.server.core.wire.lobby import Summary, SummarySeat
from redcathedral.server.features.my_games import wire
from redcathedral.text.catalog import DEFAULT_LANGUAGE
from redcathedral.text.names import TablePlayer

PAGE: Final = 10  # games
# The options for which bots have ratings, with either side of the workshops.
RATED_OPTIONS: Final = (Options().number, Options(workshop_side="advanced").number)


class PersonGame(NamedTuple):
    """A game of a person: the index of their seat, and the sources of prestige of all seats."""

    game: Summary
    at: int
    is_alone: bool  # no other seat on this device has the same name
    sources: Sequence[PrestigeSources]
    others: frozenset[int] = frozenset()

    @property
    def seat(self) -> SummarySeat:
        return self.game.seats[self.at]

    @property
    def share(self) -> float:
        winners = self.game.winners
        return 1 / len(winners) if self.seat.colour in winners else 0.0

    @property
    def excluded(self) -> wire.Excluded | None:
        game = self.game
        reasons: dict[wire.Excluded, bool] = {
            "loaded": game.was_loaded,
            "hinted": game.is_hinted,
            "own-dice": game.had_own_dice,
            "unrolled": game.is_unrolled,
            "gave-up": self.seat.colour in game.gave_up,
            "stand-in": self.seat.colour in game.stood_in,
            "agreed": game.over != "finished",
            "twice": not self.is_alone,
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

    def without_others(self) -> "PersonGame":
        sitters = [
            TablePlayer(
                seat.colour, "" if at in self.others else seat.name, seat.bot, seat.kind == "ivan"
            )
            for at, seat in enumerate(self.game.seats)
        ]
        seats = summary_seats(sitters, DEFAULT_LANGUAGE)
        return self._replace(game=structs.replace(self.game, seats=seats))

    def entry(self) -> wire.MyGame:
        if self.game.over is None:
            return wire.MyGame(self.game, self.seat.colour, None, None, None)
        return wire.MyGame(
            self.game, self.seat.colour, self._result, self.game.totals[self.at], self.excluded
        )

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

    def matches(self, which: wire.Which) -> bool:
        match which:
            case "running" | "over":
                return (self.game.over is None) == (which == "running")
            case "won":
                return self.game.over is not None and self._result in ("won", "shared")
            case "lost":
                return self.game.over is not None and self._result == "lost"
            case _:
                return True


def _names(table: HeldTable) -> dict[int, str]:
    """Return the names of people by seat, without open seats and seats of other devices."""
    game = table.game
    return {
        at: seat.name
        for at, seat in enumerate(game.seats)
        if seat.kind == "person" and at not in table.other_seats and seat.colour not in game.open
    }


def played_by(name: str, tables: Iterable[HeldTable]) -> list[PersonGame]:
    games: list[PersonGame] = []
    for table in tables:
        seats = [at for at, known in _names(table).items() if known == name]
        if seats:
            is_alone = len(seats) == 1
            games.append(
                PersonGame(table.game, seats[0], is_alone, table.sources, table.other_seats)
            )
    return games


def names_in(tables: Iterable[HeldTable]) -> list[wire.MyName]:
    counts: dict[str, int] = {}
    for table in tables:
        for name in set(_names(table).values()):
            counts[name] = counts.get(name, 0) + 1
    return [wire.MyName(name, count) for name, count in counts.items()]


def page_of(games: Sequence[PersonGame], which: wire.Which, page: int) -> wire.MyGames:
    """Return a page of the games of a kind; a page after the last one is the last."""
    matching = [game for game in games if game.matches(which)]
    pages = max(1, math.ceil(len(matching) / PAGE))
    page = min(page, pages)
    shown = matching[(page - 1) * PAGE : page * PAGE]
    return wire.MyGames([game.entry() for game in shown], len(matching), page, pages)


def statistics(games: Sequence[PersonGame], packaged: str, known: Ratings) -> wire.MyStatistics:
    """Return the statistics of games; only games with usual options and edition are rated."""
    over = [played for played in games if played.game.over is not None]
    counted = [played for played in over if played.counts]
    by_level: defaultdict[str, list[PersonGame]] = defaultdict(list)
    by_mode: defaultdict[tuple[int, BoardSide], list[PersonGame]] = defaultdict(list)
    for played in counted:
        levels = [level for level in LEVELS if level in played.bots]
        if levels:
            by_level[levels[-1]].append(played)
        by_mode[played.players, played.side].append(played)
    return wire.MyStatistics(
        counted=len(counted),
        excluded=len(over) - len(counted),
        levels=[
            wire.LevelTally(level, _tally(by_level[level])) for level in LEVELS if by_level[level]
        ],
        modes=[_mode(*mode, group) for mode, group in sorted(by_mode.items())],
        ratings=[
            rating
            for players in sorted(known)
            if (rating := _rating(players, counted, packaged, known))
        ],
    )


def archive(
    games: Sequence[PersonGame],
    tables: Sequence[LoadedTable],
    packaged: str,
    known: Ratings,
    written: Mapping[str, Mapping[str, object]],
) -> bytes:
    """Return a zip file of the games, without the names of people on other devices."""
    others = {played.game.id: played.others for played in games}
    games = [played.without_others() for played in games]
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as files:
        files.writestr("games.json", json_text([played.entry() for played in games]))
        files.writestr("statistics.json", json_text(statistics(games, packaged, known)))
        if written:
            files.writestr("written.json", json_text(written))
        for row, seated in tables:
            record = seated.record(nameless=others[row.id])
            files.writestr(f"games/{row.id}.rcg", record.text())
    return data.getvalue()


def _tally(games: Sequence[PersonGame]) -> wire.GamesTally:
    totals = [played.game.totals[played.at] for played in games]
    won = sum(played.share for played in games)
    return wire.GamesTally(len(games), round(won, 2), round(fmean(totals), 1), max(totals))


def _mode(players: int, side: BoardSide, games: Sequence[PersonGame]) -> wire.ModeTally:
    own = [played.sources[played.at] for played in games]
    track, goods, towers = (
        round(fmean(getattr(sources, name) for sources in own), 1)
        for name in ("track", "goods", "towers")
    )
    return wire.ModeTally(players, side, _tally(games), track, goods, towers)


def _rating(
    players: int, counted: Sequence[PersonGame], packaged: str, known: Ratings
) -> wire.MyRating | None:
    rated_games = [
        RatedGame(played.bots, played.share)
        for played in counted
        if played.players == players
        and len(played.bots) == players - 1
        and all(bot in known[players] for bot in played.bots)
        and played.game.edition.key == packaged
        and played.game.options.number in RATED_OPTIONS
    ]
    if not rated_games:
        return None
    rated = rate_person(rated_games, players, known)
    if rated is None:
        return wire.MyRating(players, len(rated_games), MIN_GAMES, None, None, None)
    points = (round(rated.rating), round(rated.low), round(rated.high))
    return wire.MyRating(players, len(rated_games), MIN_GAMES, *points)
