"""What no decision may ever change: the pieces in the box, counted from a position's fields."""

from __future__ import annotations

from collections import Counter

from redcathedral.box.vocabulary import (
    DIE_COUNT,
    LEVEL_COUNT,
    MATERIAL_COUNT,
    PLACE_COUNT,
    RUBLE,
    SECTION_COUNT,
    SPACE_COUNT,
    SPACE_LIMIT,
    WORKSHOP_COUNT,
)
from redcathedral.engine.components import DIE_BENEFIT
from redcathedral.engine.layout import (
    BUILT,
    CLAIMED,
    COMPLETED,
    CROWD,
    DECORATION,
    DELIVERED,
    FACE,
    INVENTORY_BANNERS,
    IVAN_DIE,
    IVAN_ROW,
    MISSING,
    ORNAMENTS,
    OWNER,
    PLACE_SIZE,
    RESOURCE_TILE,
    RUBLES,
    SCORE,
    SEAT_SIZE,
    SET_UP,
    SITES,
    SPACE,
    STORED,
    TILE_HERE,
    UNFINISHED,
    WORKSHOP,
)
from redcathedral.engine.state import NOBODY, State


class View:
    """A position's vectors as lists, which are quicker to read from Python."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.setting = state.setting
        self.seat_count = int(state.setting.seat_count)
        self.claim = int(state.claim)
        self.card = list(state.setting.card)
        self.heights = list(state.setting.heights)
        self.seats = list(state.seats)
        self.cathedral = list(state.cathedral)
        self.risen = list(state.risen)
        self.market = list(state.market)
        self.supply = list(state.stock)
        self.sections = list(state.setting.components.card_section)
        self.costs = list(state.setting.components.card_cost)
        self.hoard = [*state.ivan_inventory, *state.ivan_build]

    def section(self, place: int) -> int:
        """BASE, MIDDLE or DOME."""
        return self.sections[self.card[place]]


def check(position: State) -> None:
    """Assert that every material, ruble, banner, tile, ornament and die is where one can see it.

    For positions after set-up.  Fields that the engine derives for speed must agree with what
    they are derived from.
    """
    state = View(position)
    _materials(state)
    _rubles(state)
    _cathedral(state)
    _seats(state)
    _tiles(state)
    _market(state)


def _materials(state: View) -> None:
    for material in range(MATERIAL_COUNT):
        held = [state.seats[seat * SEAT_SIZE + material] for seat in range(state.seat_count)]
        on_cards = [
            state.cathedral[place * PLACE_SIZE + DELIVERED + material]
            for place in range(PLACE_COUNT)
        ]
        with_ivan = state.hoard.count(material)
        parts = [state.supply[material], *held, *on_cards, with_ivan]
        assert min(parts) >= 0
        assert sum(parts) == state.setting.components.supply[material]


def _rubles(state: View) -> None:
    held = [state.seats[seat * SEAT_SIZE + RUBLES] for seat in range(state.seat_count)]
    assert min(held) >= 0
    if state.setting.limited_rubles:
        assert state.supply[RUBLE] >= 0
        assert state.supply[RUBLE] + sum(held) == state.setting.components.rubles


def _cathedral(state: View) -> None:
    setting = state.setting
    for place in range(PLACE_COUNT):
        tower, level = divmod(place, LEVEL_COUNT)
        site = place * PLACE_SIZE
        owner = state.cathedral[site + OWNER]
        if level >= state.heights[tower]:
            assert state.card[place] == NOBODY
            assert owner == NOBODY
            continue
        assert (owner != NOBODY) == (level < state.risen[tower])  # R4.2: from the base up
        delivered = [state.cathedral[site + DELIVERED + kind] for kind in range(MATERIAL_COUNT)]
        first = state.card[place] * MATERIAL_COUNT
        cost = state.costs[first : first + MATERIAL_COUNT]
        if state.cathedral[site + BUILT]:
            assert owner != NOBODY
            assert sum(delivered) == state.cathedral[site + MISSING] == 0
            continue
        assert state.cathedral[site + DECORATION] == NOBODY  # R5.5
        assert state.cathedral[site + MISSING] == sum(cost) - sum(delivered) > 0
        if not (setting.solo and owner == 1):
            assert all(have <= need for have, need in zip(delivered, cost, strict=True))


def _seats(state: View) -> None:
    setting = state.setting
    components = setting.components
    for seat in range(state.seat_count):
        ivan = setting.solo and seat == 1
        base = seat * SEAT_SIZE
        fields = list(state.seats[base : base + SEAT_SIZE])
        owned = [
            place
            for place in range(PLACE_COUNT)
            if state.cathedral[place * PLACE_SIZE + OWNER] == seat
        ]
        unfinished = [p for p in owned if not state.cathedral[p * PLACE_SIZE + BUILT]]
        assert fields[STORED] == sum(fields[:MATERIAL_COUNT])
        assert fields[CLAIMED] == len(owned)
        assert fields[COMPLETED] == len(owned) - len(unfinished)
        assert fields[UNFINISHED] == len(unfinished)
        assert fields[SITES : SITES + len(unfinished)] == unfinished
        assert fields[SCORE] >= 0
        banners = fields[INVENTORY_BANNERS : INVENTORY_BANNERS + 4]
        assert min(banners) >= 0
        assert sum(banners) + len(owned) == components.banners
        if not ivan:
            assert fields[STORED] <= components.slots - banners[0]  # R1.4
        set_up = [
            state.section(place)
            for place in range(PLACE_COUNT)
            if state.cathedral[place * PLACE_SIZE + DECORATION] == seat
        ]
        assert fields[SET_UP] == len(set_up)
        workshop = fields[WORKSHOP : WORKSHOP + WORKSHOP_COUNT]
        lying: Counter[int] = Counter()
        if setting.advanced[seat]:
            for space, tile in enumerate(workshop):
                kind = components.locked[setting.colours[seat] * WORKSHOP_COUNT + space]
                if kind != NOBODY and tile <= 0:  # still there, or lost face down (R4.5)
                    lying[kind] += 1
        for kind in range(SECTION_COUNT):
            available = fields[ORNAMENTS + kind]
            assert available >= 0
            assert available + set_up.count(kind) + lying[kind] == components.ornaments[kind]


def _tiles(state: View) -> None:
    setting = state.setting
    components = setting.components
    seen: Counter[int] = Counter()
    for place in range(PLACE_COUNT):
        tile = state.cathedral[place * PLACE_SIZE + TILE_HERE]
        claimed = state.cathedral[place * PLACE_SIZE + OWNER] != NOBODY
        if state.card[place] != NOBODY and state.claim != place:
            assert (tile == NOBODY) == claimed  # R4.3
        if tile != NOBODY:
            seen[tile] += 1
    claims = 0
    for seat in range(state.seat_count):
        base = seat * SEAT_SIZE
        for space in range(WORKSHOP_COUNT):
            tile = state.seats[base + WORKSHOP + space]
            if tile:
                seen[abs(int(tile)) - 1] += 1
                claims += 1
        if not (setting.solo and seat == 1):
            claims -= state.seats[base + CLAIMED]
    assert claims == (-1 if state.claim != NOBODY else 0)  # one claimed tile not yet placed
    in_play = components.tiles_in_play(setting.seat_count)
    assert all(seen[kind] <= in_play[kind] for kind in range(len(in_play)))
    if setting.solo:
        dice = [
            components.tile_gives[kind] - DIE_BENEFIT
            for kind in state.state.ivan[IVAN_DIE : IVAN_DIE + IVAN_ROW]
            if kind != NOBODY
        ]
        assert len(set(dice)) == len(dice)


def _market(state: View) -> None:
    spaces = list(state.market[SPACE : SPACE + DIE_COUNT])
    crowd = [spaces.count(space) for space in range(SPACE_COUNT)]
    assert list(state.market[CROWD : CROWD + SPACE_COUNT]) == crowd
    assert max(crowd) <= SPACE_LIMIT
    assert all(1 <= face <= 6 for face in state.market[FACE : FACE + DIE_COUNT])
    assert sorted(state.market[RESOURCE_TILE : RESOURCE_TILE + SPACE_COUNT]) == list(range(8))
