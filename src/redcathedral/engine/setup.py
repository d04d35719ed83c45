"""Set-up (R2, R8.1): the seats' boards and an empty table, before anything is drawn."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box.options import ADVANCED, Options
from redcathedral.box.vocabulary import (
    BANNER_WHITE_1,
    BANNER_WHITE_2,
    BESIDE,
    COLOUR_COUNT,
    PLACE_COUNT,
    QUADRANT_COUNT,
    RUBLE,
    SECTION_COUNT,
    TOWER_COUNT,
)
from redcathedral.engine.components import Components
from redcathedral.engine.layout import (
    CROWD,
    DECORATION,
    INVENTORY_BANNERS,
    IVAN_FACE_UP,
    IVAN_SIZE,
    MARKET_SIZE,
    ORNAMENTS,
    OWNER,
    PLACE_SIZE,
    RESOURCE_TILE,
    RUBLES,
    SCORE,
    SEAT_SIZE,
    SPACE,
    TILE_HERE,
    WINDOW_UNUSED,
)
from redcathedral.engine.phases import CHOOSE_PLAN, TURN
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import NOBODY, UNLIMITED, State

USUAL: Final = Options()
START_SCORE: Final = 2  # R2.4
START_RUBLES: Final = vec[i64]((3, 4, 4, 5))  # R2.10


def new_setting(
    components: Components,
    colours: list[int],
    options: Options | None = None,
    solo: bool = False,
) -> Setting:
    """What is decided before set-up: seats in turn order, the options (R2.2).

    ``colours`` has one entry a seat, two to four; in a solo game the second seat is Ivan's, who has
    no workshop board (R8.1).  Raises ValueError for anything else.
    """
    count = len(colours)
    if not 2 <= count <= COLOUR_COUNT:
        raise ValueError(f"{count} seats; a game has 2 to 4, a solo game 2 with Ivan's")
    if len(set(colours)) != count or min(colours) < 0 or max(colours) >= COLOUR_COUNT:
        raise ValueError(f"colours {colours}; each seat needs its own, 0 to 3")
    if solo and count != 2:
        raise ValueError(f"{count} seats in a solo game; it has two, the second Ivan's (R8.1)")
    chosen = USUAL if options is None else options
    advanced = [int(chosen.side(colour) == ADVANCED) for colour in colours]
    if solo:
        advanced[1] = 0
    return Setting(
        components,
        vec[i64](colours),
        vec[i64](advanced),
        solo,
        chosen,
        vec[i64]([0] * TOWER_COUNT),
        vec[i64]([NOBODY] * PLACE_COUNT),
        vec[i64]([NOBODY] * QUADRANT_COUNT),
    )


def new_state(setting: Setting) -> State:
    """The empty table: the first chance node of a game, the choice of the building plan (R2.8).

    The setting is copied, since the plan and the cards are drawn into it: one serves many games.
    """
    setting = setting.copy()
    components = setting.components
    seats = vec[i64]([0] * (SEAT_SIZE * int(setting.seat_count)))
    supply = components.supply[:]
    supply = append(supply, components.rubles if setting.limited_rubles else UNLIMITED)
    seat: i64
    section: i64
    for seat in range(setting.seat_count):
        base = seat * SEAT_SIZE
        banners = base + INVENTORY_BANNERS
        seats[base + SCORE] = START_SCORE
        if setting.advanced[seat]:  # R2.3
            seats[banners] = components.covered
            seats[banners + BANNER_WHITE_1] = 1
            seats[banners + BANNER_WHITE_2] = 1
        else:
            for section in range(SECTION_COUNT):
                seats[base + ORNAMENTS + section] = components.ornaments[section]
            if setting.solo and seat == 1:
                seats[banners] = components.banners  # R8.2; the inventory field counts them
                continue
            seats[banners] = components.covered
            seats[banners + BESIDE] = components.beside
        seats[base + RUBLES] = START_RUBLES[seat]
        supply[RUBLE] -= START_RUBLES[seat]
    cathedral = vec[i64]([0] * (PLACE_SIZE * PLACE_COUNT))
    place: i64
    for place in range(PLACE_COUNT):
        site = place * PLACE_SIZE
        cathedral[site + OWNER] = NOBODY
        cathedral[site + DECORATION] = NOBODY
        cathedral[site + TILE_HERE] = NOBODY
    market = vec[i64]([0] * MARKET_SIZE)
    field: i64
    for field in range(SPACE, MARKET_SIZE):
        if field < CROWD or field >= RESOURCE_TILE:
            market[field] = NOBODY
    ivan = vec[i64]()
    if setting.solo:
        ivan = vec[i64]([NOBODY] * IVAN_FACE_UP + [0] * (IVAN_SIZE - IVAN_FACE_UP))
    return State(
        setting,
        seats,
        cathedral,
        vec[i64]([0] * TOWER_COUNT),
        market,
        supply,
        ivan,
        vec[i64](),
        vec[i64](),
        CHOOSE_PLAN,
        0,
        0,
        NOBODY,
        0,
        0,
        TURN,
        NOBODY,
        0,
        NOBODY,
        NOBODY,
        0,
        0,
        0,
        NOBODY,
        0,
        WINDOW_UNUSED,
        0,
    )
