"""Calculate the statistics of a survey: totals, seats, and the worth of cards, tiles and plans.

The worth of a component is calculated for several groups of *tables*: two, three and four players,
all of these together, and solo against Ivan.  The two sides of the workshops are separate strata.

- Influence cards and plans are drawn at random.  Their worth is the mean total of players in games
  with the component, minus that in games without it; in solo games also the difference of margins
  and of the shares of wins.
- Workshop tiles are placed by choice, so their worth may be an association, not an effect.  With
  several players, it is the lead over the mean of the table of the seats that have the tile face
  up; each game counts once.  In solo games it is a difference, as for cards.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import Final, TypeAlias

import msgspec

from redcathedral import __version__
from redcathedral.box.edition import Edition, WorkshopTile
from redcathedral.box.vocabulary import GROUPS
from redcathedral.lab.arena import estimate
from redcathedral.lab.arena.survey import MODES, Mode
from tools.game_statistics import samples
from tools.game_statistics.survey import SurveyGame, SurveySettings

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
    """A seat's share of wins, and its lead over the mean of the table.  Seats count from 0."""

    seat: int
    won: estimate.Estimate
    ahead: estimate.Estimate | None


class ModeFigures(msgspec.Struct, frozen=True):
    """The figures of a mode; ``seats`` only with several players, ``ivan`` and ``won`` only solo.

    ``sources`` (prestige by source, R7.2-R7.5), ``cards`` (completed) and ``ornaments`` (placed)
    are means for a human player.
    """

    mode: str
    games: int
    capped: int
    totals: samples.Distribution
    margin: samples.Distribution
    turns: samples.Distribution
    decisions: samples.Distribution
    sources: dict[str, estimate.Estimate | None]
    cards: estimate.Estimate | None
    ornaments: estimate.Estimate | None
    seats: list[SeatFigures]
    ivan: samples.Distribution | None
    won: estimate.Estimate | None


class ComponentWorth(msgspec.Struct, frozen=True):
    """The worth of a component at some tables; an estimate is None if there are too few games.

    ``margin`` is for solo games.  ``won`` is a player's share of wins minus an equal share; in solo
    games it is the share of wins with the component minus that without it.
    """

    id: str
    mark: str
    tables: str
    games: int
    total: estimate.Estimate | None
    won: estimate.Estimate | None = None
    margin: estimate.Estimate | None = None
    turns: estimate.Estimate | None = None


class TileUse(msgspec.Struct, frozen=True):
    """The placements of a workshop tile per hundred games, and the share placed face up.

    The interval assumes independent placements; the share is None for a tile that was never placed.
    """

    id: str
    mark: str
    placed: float
    face_up: estimate.Estimate | None


class TowerHeight(msgspec.Struct, frozen=True):
    """The prestige that all seats together get for a card in towers of this height."""

    height: int
    tables: str
    prestige: estimate.Estimate | None


class Statistics(msgspec.Struct, frozen=True):
    """All statistics.  They depend only on the games."""

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
GameFilter: TypeAlias = Callable[[SurveyGame], bool]


def build_statistics(
    settings: SurveySettings, games: Sequence[SurveyGame], edition: Edition
) -> Statistics:
    by_mode = {str(mode): [game for game in games if game.mode == str(mode)] for mode in MODES}
    tiles_by_kind = tile_kinds(edition)
    return Statistics(
        program=__version__,
        settings=settings,
        games=len(games) // len(MODES),
        modes=[_mode_figures(mode, by_mode[str(mode)]) for mode in MODES],
        influence=[
            _random_component_worth(card.id, mark, tables, by_mode, _has_card(card.id))
            for tables in MODES_BY_TABLE
            for card in edition.influence
            for mark in [mark_summary(edition, f"{GROUPS[card.group]}.{card.id}")]
        ],
        tiles=[
            _tile_worth(kind, _mark_text(tiles), tables, by_mode, {tile.id for tile in tiles})
            for tables in MODES_BY_TABLE
            for kind, tiles in tiles_by_kind.items()
        ],
        uses=[
            _tile_use(kind, _mark_text(tiles), games, {tile.id for tile in tiles})
            for kind, tiles in tiles_by_kind.items()
        ],
        plans=[
            _random_component_worth(
                name, edition.marks[f"plans_{players}.{name}"], tables, by_mode, _has_plan(plan)
            )
            for tables, players in (("2", 2), ("3", 3), ("4", 4), (SOLO, 2))
            for plan in edition.plans[players]
            for name in ["-".join(map(str, plan))]
        ],
        heights=[
            _tower_height(height, str(players), by_mode)
            for players, plans in edition.plans.items()
            for height in sorted({height for plan in plans for height in plan})
        ],
    )


def tile_kinds(edition: Edition) -> dict[str, list[WorkshopTile]]:
    """Group workshop tiles with the same benefit, by the id of the first (R2.9)."""
    tiles_by_kind: defaultdict[tuple[int | None, int, int | None], list[WorkshopTile]] = (
        defaultdict(list)
    )
    for tile in edition.workshop_tiles:
        tiles_by_kind[tile.resource, tile.amount, tile.die].append(tile)
    return {tiles[0].id: tiles for tiles in tiles_by_kind.values()}


def mark_summary(edition: Edition, row: str) -> str:
    """Return the mark of a row (``section.row``), and the marks of parts that differ."""
    mark = edition.marks[row]
    parts = [
        f"{part.removeprefix(row + '.')} {other}"
        for part, other in edition.marks.items()
        if part.startswith(row + ".") and other != mark
    ]
    return mark + (f", but {', '.join(parts)}" if parts else "")


def _mark_text(tiles: Sequence[WorkshopTile]) -> str:
    return " and ".join(sorted({tile.mark for tile in tiles}))


def _mode_figures(mode: Mode, games: Sequence[SurveyGame]) -> ModeFigures:
    return ModeFigures(
        mode=str(mode),
        games=len(games),
        capped=sum(game.capped for game in games),
        totals=samples.distribution(
            [game.totals[seat] for game in games for seat in game.people],
            [game.mean for game in games],
        ),
        margin=samples.distribution([game.margin for game in games]),
        turns=samples.distribution([game.turns for game in games]),
        decisions=samples.distribution([game.decisions for game in games]),
        sources={
            "track": _mean_of_players(games, lambda game, seat: game.track[seat]),
            "goods": _mean_of_players(games, lambda game, seat: game.goods[seat]),
            "towers": _mean_of_players(games, lambda game, seat: sum(game.towers[seat])),
        },
        cards=_mean_of_players(games, lambda game, seat: game.cards[seat]),
        ornaments=_mean_of_players(games, lambda game, seat: game.ornaments[seat]),
        seats=[] if mode.is_solo else [_seat_figures(seat, games) for seat in range(mode.players)],
        ivan=samples.distribution([game.totals[1] for game in games]) if mode.is_solo else None,
        won=_win_share(0, games) if mode.is_solo else None,
    )


def _mean_of_players(
    games: Sequence[SurveyGame], amount: Callable[[SurveyGame, int], int]
) -> estimate.Estimate | None:
    """Return the mean of an amount over human players; each game counts once."""
    return estimate.mean([fmean([amount(game, seat) for seat in game.people]) for game in games])


def _seat_figures(seat: int, games: Sequence[SurveyGame]) -> SeatFigures:
    ahead = estimate.mean([game.totals[seat] - game.mean for game in games])
    return SeatFigures(seat, _win_share(seat, games), ahead)


def _win_share(seat: int, games: Sequence[SurveyGame]) -> estimate.Estimate:
    return estimate.share(sum(game.won(seat) for game in games), len(games))


def _has_card(card: str) -> GameFilter:
    return lambda game: card in game.influence


def _has_plan(plan: tuple[int, ...]) -> GameFilter:
    return lambda game: game.plan == plan


def _random_component_worth(
    name: str, mark: str, tables: str, by_mode: ByMode, has_component: GameFilter
) -> ComponentWorth:
    modes = [by_mode[str(mode)] for mode in MODES_BY_TABLE[tables]]

    def effect_on(amount: Callable[[SurveyGame], float]) -> estimate.Estimate | None:
        def amounts(games: Sequence[SurveyGame], with_component: bool) -> list[float]:
            return [amount(game) for game in games if has_component(game) == with_component]

        return samples.difference(
            *((amounts(games, True), amounts(games, False)) for games in modes)
        )

    solo = tables == SOLO
    return ComponentWorth(
        id=name,
        mark=mark,
        tables=tables,
        games=sum(has_component(game) for games in modes for game in games),
        total=effect_on(lambda game: game.mean),
        won=effect_on(lambda game: game.won(0)) if solo else None,
        margin=effect_on(lambda game: game.margin) if solo else None,
        turns=effect_on(lambda game: game.turns),
    )


def _tile_worth(
    name: str, mark: str, tables: str, by_mode: ByMode, ids: set[str]
) -> ComponentWorth:
    if tables == SOLO:
        return _random_component_worth(
            name, mark, tables, by_mode, lambda game: 0 in _holders(game, ids)
        )
    holders_by_mode = [
        [(game, seats) for game in by_mode[str(mode)] if (seats := _holders(game, ids))]
        for mode in MODES_BY_TABLE[tables]
    ]
    holders = list(filter(None, holders_by_mode))  # some tiles are not used by 2 players (R2.9)
    return ComponentWorth(
        id=name,
        mark=mark,
        tables=tables,
        games=sum(map(len, holders)),
        total=estimate.mean(
            *(
                [fmean(game.totals[seat] for seat in seats) - game.mean for game, seats in mode]
                for mode in holders
            )
        ),
        won=estimate.mean(
            *(
                [
                    fmean(game.won(seat) for seat in seats) - 1 / len(game.totals)
                    for game, seats in mode
                ]
                for mode in holders
            )
        ),
    )


def _holders(game: SurveyGame, ids: set[str]) -> list[int]:
    """Return the seats with one of the tiles face up."""
    return [
        seat
        for seat in game.people
        if any(tile.is_up and tile.id in ids for tile in game.tiles[seat])
    ]


def _tile_use(name: str, mark: str, games: Sequence[SurveyGame], ids: set[str]) -> TileUse:
    placed = [
        tile.is_up for game in games for tiles in game.tiles for tile in tiles if tile.id in ids
    ]
    per_hundred_games = round(100 * len(placed) / len(games), 1)
    return TileUse(
        name, mark, per_hundred_games, estimate.share(sum(placed), len(placed)) if placed else None
    )


def _tower_height(height: int, tables: str, by_mode: ByMode) -> TowerHeight:
    """Average over the games with towers of this height; each game counts once."""
    prestige = [
        [
            fmean(tower_prestige) / height
            for game in by_mode[str(mode)]
            if (tower_prestige := _tower_prestige(game, height))
        ]
        for mode in MODES_BY_TABLE[tables]
    ]
    return TowerHeight(height, tables, estimate.mean(*prestige))


def _tower_prestige(game: SurveyGame, height: int) -> list[int]:
    """Return the prestige that each tower of a height gives to all seats together."""
    return [
        sum(towers[index] for towers in game.towers)
        for index, tower_height in enumerate(game.plan)
        if tower_height == height
    ]
