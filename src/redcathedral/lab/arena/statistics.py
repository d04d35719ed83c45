"""What good play looks like: figures from the games of a survey, and what components are worth.

A component's worth is told for *tables*: two, three and four players, all of those together, and
solo against Ivan.  Each takes both sides of the workshops as strata of their own.

- An influence card or plan is in a game or not, by lot: games with it less games without it.  Of
  the people's mean total, or in a solo game of the total, the margin and the share of wins.
- A workshop tile is placed by choice.  Among several players it is told how far seats that have it
  face up are ahead of their table's mean, the mean of such seats in a game counting once; in a
  solo game, games with it less games without it.  That is association and no cause.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Final, TypeAlias

import msgspec

from redcathedral import __version__
from redcathedral.box.edition import Edition, WorkshopTile
from redcathedral.box.vocabulary import GROUPS
from redcathedral.lab.arena.estimate import Distribution, Estimate, difference, mean, share, spread
from redcathedral.lab.arena.survey import MODES, Mode, SurveyGame, SurveySettings

STATISTICS: Final = "statistics.json"
ALL: Final = "all"
SOLO: Final = "solo"
MODES_BY_TABLE: Final[Mapping[str, tuple[Mode, ...]]] = {
    **{
        str(number): tuple(mode for mode in MODES if mode.players == number) for number in (2, 3, 4)
    },
    ALL: tuple(mode for mode in MODES if not mode.is_solo),
    SOLO: tuple(mode for mode in MODES if mode.is_solo),
}


class SeatFigures(msgspec.Struct, frozen=True):
    """What a seat, from 0 in turn order, wins, and how far it is ahead of the table's mean."""

    seat: int
    won: Estimate
    ahead: Estimate | None


class ModeFigures(msgspec.Struct, frozen=True):
    """One mode.  ``seats`` is for several players, ``ivan`` and ``won`` are for solo games.

    ``sources``, ``cards`` and ``ornaments`` are those of a person: prestige by source (R7.2-R7.5),
    cards completed, ornaments set up.
    """

    mode: str
    games: int
    capped: int
    totals: Distribution
    margin: Distribution
    turns: Distribution
    decisions: Distribution
    sources: dict[str, Estimate | None]
    cards: Estimate | None
    ornaments: Estimate | None
    seats: list[SeatFigures]
    ivan: Distribution | None
    won: Estimate | None


class ComponentWorth(msgspec.Struct, frozen=True):
    """What a component came to at some tables; None where there are too few games.

    ``margin`` is told for solo games.  Wins are those of a person, above the even
    share; against Ivan, games with it less games without.
    """

    id: str
    mark: str
    tables: str
    games: int
    total: Estimate | None
    won: Estimate | None = None
    margin: Estimate | None = None
    turns: Estimate | None = None


class TileUse(msgspec.Struct, frozen=True):
    """How often a workshop tile was placed in a hundred games, and the share of it face up.

    The interval takes placements for independent; None where it was never placed.
    """

    id: str
    mark: str
    placed: float
    face_up: Estimate | None


class TowerHeight(msgspec.Struct, frozen=True):
    """What a tower of some height pays all seats together for each of its cards."""

    height: int
    tables: str
    prestige: Estimate | None


class Statistics(msgspec.Struct, frozen=True):
    """All of it, which follows from the games alone."""

    program: str
    settings: SurveySettings
    games: int  # of each mode
    modes: list[ModeFigures]
    influence: list[ComponentWorth]
    tiles: list[ComponentWorth]
    uses: list[TileUse]
    plans: list[ComponentWorth]
    heights: list[TowerHeight]


ByMode: TypeAlias = Mapping[str, Sequence[SurveyGame]]
Has: TypeAlias = Callable[[SurveyGame], bool]


def build_statistics(
    settings: SurveySettings, games: Sequence[SurveyGame], edition: Edition
) -> Statistics:
    by_mode = {str(mode): [game for game in games if game.mode == str(mode)] for mode in MODES}
    kinds = tile_kinds(edition)
    return Statistics(
        program=__version__,
        settings=settings,
        games=len(games) // len(MODES),
        modes=[_mode(mode, by_mode[str(mode)]) for mode in MODES],
        influence=[
            _drawn(card.id, mark, tables, by_mode, _has_card(card.id))
            for tables in MODES_BY_TABLE
            for card in edition.influence
            for mark in [edition.mark_summary(f"{GROUPS[card.group]}.{card.id}")]
        ],
        tiles=[
            _tile(kind, _marks(tiles), tables, by_mode, {tile.id for tile in tiles})
            for tables in MODES_BY_TABLE
            for kind, tiles in kinds.items()
        ],
        uses=[
            _use(kind, _marks(tiles), games, {tile.id for tile in tiles})
            for kind, tiles in kinds.items()
        ],
        plans=[
            _drawn(name, edition.marks[f"plans_{players}.{name}"], tables, by_mode, _has_plan(plan))
            for tables, players in (("2", 2), ("3", 3), ("4", 4), (SOLO, 2))
            for plan in edition.plans[players]
            for name in ["-".join(map(str, plan))]
        ],
        heights=[
            _height(height, str(players), by_mode)
            for players, plans in edition.plans.items()
            for height in sorted({height for plan in plans for height in plan})
        ],
    )


def tile_kinds(edition: Edition) -> dict[str, list[WorkshopTile]]:
    """Workshop tiles that show the same, by the id of the first (R2.9: those with a ``*``)."""
    kinds: defaultdict[tuple[int | None, int, int | None], list[WorkshopTile]] = defaultdict(list)
    for tile in edition.workshop_tiles:
        kinds[tile.resource, tile.amount, tile.die].append(tile)
    return {tiles[0].id: tiles for tiles in kinds.values()}


def _marks(tiles: Sequence[WorkshopTile]) -> str:
    return " and ".join(sorted({tile.mark for tile in tiles}))


# --- whole games


def _mode(mode: Mode, games: Sequence[SurveyGame]) -> ModeFigures:
    return ModeFigures(
        mode=str(mode),
        games=len(games),
        capped=sum(game.capped for game in games),
        totals=spread(
            [game.totals[seat] for game in games for seat in game.people],
            [game.mean for game in games],
        ),
        margin=spread([game.margin for game in games]),
        turns=spread([game.turns for game in games]),
        decisions=spread([game.decisions for game in games]),
        sources={
            "track": _of_people(games, lambda game, seat: game.track[seat]),
            "goods": _of_people(games, lambda game, seat: game.goods[seat]),
            "towers": _of_people(games, lambda game, seat: sum(game.towers[seat])),
        },
        cards=_of_people(games, lambda game, seat: game.cards[seat]),
        ornaments=_of_people(games, lambda game, seat: game.ornaments[seat]),
        seats=[] if mode.is_solo else [_seat(seat, games) for seat in range(mode.players)],
        ivan=spread([game.totals[1] for game in games]) if mode.is_solo else None,
        won=_won(0, games) if mode.is_solo else None,
    )


def _of_people(
    games: Sequence[SurveyGame], amount: Callable[[SurveyGame, int], int]
) -> Estimate | None:
    """The mean of an amount that each person has; a game counts once."""
    return mean([fmean([amount(game, seat) for seat in game.people]) for game in games])


def _seat(seat: int, games: Sequence[SurveyGame]) -> SeatFigures:
    ahead = mean([game.totals[seat] - game.mean for game in games])
    return SeatFigures(seat, _won(seat, games), ahead)


def _won(seat: int, games: Sequence[SurveyGame]) -> Estimate:
    return share(sum(game.won(seat) for game in games), len(games))


# --- what lies on the table by lot: influence cards and plans


def _has_card(card: str) -> Has:
    return lambda game: card in game.influence


def _has_plan(plan: tuple[int, ...]) -> Has:
    return lambda game: game.plan == plan


def _drawn(name: str, mark: str, tables: str, by_mode: ByMode, has: Has) -> ComponentWorth:
    modes = [by_mode[str(mode)] for mode in MODES_BY_TABLE[tables]]

    def told(amount: Callable[[SurveyGame], float]) -> Estimate | None:
        def amounts(games: Sequence[SurveyGame], wanted: bool) -> list[float]:
            return [amount(game) for game in games if has(game) == wanted]

        return difference(*((amounts(games, True), amounts(games, False)) for games in modes))

    solo = tables == SOLO
    return ComponentWorth(
        id=name,
        mark=mark,
        tables=tables,
        games=sum(has(game) for games in modes for game in games),
        total=told(lambda game: game.mean),
        won=told(lambda game: game.won(0)) if solo else None,
        margin=told(lambda game: game.margin) if solo else None,
        turns=told(lambda game: game.turns),
    )


# --- workshop tiles, which people place


def _tile(name: str, mark: str, tables: str, by_mode: ByMode, ids: set[str]) -> ComponentWorth:
    if tables == SOLO:
        return _drawn(name, mark, tables, by_mode, lambda game: 0 in _holders(game, ids))
    found = [
        [(game, seats) for game in by_mode[str(mode)] if (seats := _holders(game, ids))]
        for mode in MODES_BY_TABLE[tables]
    ]
    holders = list(filter(None, found))  # some tiles are for three and four players only (R2.9)
    return ComponentWorth(
        id=name,
        mark=mark,
        tables=tables,
        games=sum(map(len, holders)),
        total=mean(*([_ahead(game, seats) for game, seats in mode] for mode in holders)),
        won=mean(*([_above(game, seats) for game, seats in mode] for mode in holders)),
    )


def _holders(game: SurveyGame, ids: set[str]) -> list[int]:
    return [
        seat
        for seat in game.people
        if any(tile.is_up and tile.id in ids for tile in game.tiles[seat])
    ]


def _ahead(game: SurveyGame, seats: Sequence[int]) -> float:
    return fmean(game.totals[seat] for seat in seats) - game.mean


def _above(game: SurveyGame, seats: Sequence[int]) -> float:
    return fmean(game.won(seat) for seat in seats) - 1 / len(game.totals)


def _use(name: str, mark: str, games: Sequence[SurveyGame], ids: set[str]) -> TileUse:
    placed = [
        tile.is_up for game in games for tiles in game.tiles for tile in tiles if tile.id in ids
    ]
    often = round(100 * len(placed) / len(games), 1)
    return TileUse(name, mark, often, share(sum(placed), len(placed)) if placed else None)


# --- towers


def _height(height: int, tables: str, by_mode: ByMode) -> TowerHeight:
    """A game with towers of the height counts once."""
    found = [
        [fmean(paid) / height for game in by_mode[str(mode)] if (paid := _paid(game, height))]
        for mode in MODES_BY_TABLE[tables]
    ]
    return TowerHeight(height, tables, mean(*found))


def _paid(game: SurveyGame, height: int) -> list[int]:
    """What each tower of a height pays all seats together."""
    return [
        sum(towers[place] for towers in game.towers)
        for place, own in enumerate(game.plan)
        if own == height
    ]
