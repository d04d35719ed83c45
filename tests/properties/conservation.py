"""Invariants of every decision: the pieces in the box, counted from the fields of a position."""

from __future__ import annotations

from collections import Counter

from redcathedral.box.vocabulary import (
    BANNER_SOURCE_COUNT,
    DIE_COUNT,
    IVAN_ROW,
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
from redcathedral.engine.state import NOBODY, NOTHING, State


def check(state: State) -> None:
    """Assert that every material, ruble, banner, tile, ornament and die is accounted for.

    For positions after set-up.  Derived cells must agree with the pieces.
    """
    _materials(state)
    _rubles(state)
    _cathedral(state)
    _seats(state)
    _tiles(state)
    _market(state)


def _materials(state: State) -> None:
    for material in range(MATERIAL_COUNT):
        held = [state.materials(seat, material) for seat in range(state.setting.seat_count)]
        on_cards = [state.delivered(place, material) for place in range(PLACE_COUNT)]
        with_ivan = [*state.ivan_inventory, *state.ivan_build].count(material)
        parts = [state.supply(material), *held, *on_cards, with_ivan]
        assert min(parts) >= 0
        assert sum(parts) == state.setting.components.edition.materials[material]


def _rubles(state: State) -> None:
    held = [state.rubles(seat) for seat in range(state.setting.seat_count)]
    assert min(held) >= 0
    if state.setting.limited_rubles:
        assert state.supply(RUBLE) >= 0
        assert state.supply(RUBLE) + sum(held) == state.setting.components.rubles


def _cathedral(state: State) -> None:
    setting = state.setting
    for place in range(PLACE_COUNT):
        tower, level = divmod(place, LEVEL_COUNT)
        owner = state.owner(place)
        if level >= setting.heights[tower]:
            assert setting.card[place] == NOTHING
            assert owner == NOBODY
            continue
        assert (owner != NOBODY) == (level < state.next_level(tower))  # R4.2: from the base up
        delivered = [state.delivered(place, kind) for kind in range(MATERIAL_COUNT)]
        first = setting.card[place] * MATERIAL_COUNT
        cost = [setting.components.card_cost[first + kind] for kind in range(MATERIAL_COUNT)]
        if state.is_built(place):
            assert owner != NOBODY
            assert sum(delivered) == state.missing(place) == 0
            continue
        assert state.decorator(place) == NOBODY  # R5.5
        assert state.missing(place) == sum(cost) - sum(delivered) > 0
        if not state.is_ivan(owner):
            assert all(have <= need for have, need in zip(delivered, cost, strict=True))


def _seats(state: State) -> None:
    setting = state.setting
    components = setting.components
    for seat in range(setting.seat_count):
        owned = [place for place in range(PLACE_COUNT) if state.owner(place) == seat]
        unfinished = [place for place in owned if not state.is_built(place)]
        assert state.stored(seat) == sum(
            state.materials(seat, kind) for kind in range(MATERIAL_COUNT)
        )
        assert state.claimed(seat) == len(owned)
        assert state.completed(seat) == len(owned) - len(unfinished)
        assert state.unfinished_count(seat) == len(unfinished)
        assert [
            state.unfinished_place(seat, number) for number in range(len(unfinished))
        ] == unfinished
        assert state.score(seat) >= 0
        banners = [state.banners(seat, source) for source in range(BANNER_SOURCE_COUNT)]
        assert min(banners) >= 0
        assert sum(banners) + len(owned) == components.banners
        if not state.is_ivan(seat):
            assert state.stored(seat) <= components.slots - banners[0]  # R1.4
        decorated = [
            setting.section(place) for place in range(PLACE_COUNT) if state.decorator(place) == seat
        ]
        assert state.decorated(seat) == len(decorated)
        lying: Counter[int] = Counter()
        if setting.advanced[seat]:
            for space in range(WORKSHOP_COUNT):
                kind = components.locked_ornaments[setting.colours[seat] * WORKSHOP_COUNT + space]
                # still there, or lost face down (R4.5)
                if kind != NOTHING and state.workshop(seat, space) <= 0:
                    lying[kind] += 1
        for kind in range(SECTION_COUNT):
            available = state.ornaments(seat, kind)
            assert available >= 0
            assert available + decorated.count(kind) + lying[kind] == components.ornaments[kind]


def _tiles(state: State) -> None:
    setting = state.setting
    components = setting.components
    seen: Counter[int] = Counter()
    for place in range(PLACE_COUNT):
        tile = state.tile(place)
        claimed = state.owner(place) != NOBODY
        if setting.card[place] != NOTHING and state.claim != place:
            assert (tile == NOTHING) == claimed  # R4.3
        if tile != NOTHING:
            seen[tile] += 1
    claims = 0
    for seat in range(state.setting.seat_count):
        for space in range(WORKSHOP_COUNT):
            tile = state.workshop(seat, space)
            if tile:
                seen[abs(int(tile)) - 1] += 1
                claims += 1
        if not state.is_ivan(seat):
            claims -= state.claimed(seat)
    assert claims == (-1 if state.claim != NOTHING else 0)  # one claimed tile not yet placed
    in_play = components.tiles_in_play(setting.seat_count)
    assert all(seen[kind] <= in_play[kind] for kind in range(len(in_play)))
    if setting.solo:
        dice = [
            components.tile_gives[kind] - DIE_BENEFIT
            for position in range(IVAN_ROW)
            if (kind := state.ivan_tile(position)) != NOTHING
        ]
        assert len(set(dice)) == len(dice)


def _market(state: State) -> None:
    spaces = [state.die_space(die) for die in range(DIE_COUNT)]
    crowd = [spaces.count(space) for space in range(SPACE_COUNT)]
    assert [state.dice_count(space) for space in range(SPACE_COUNT)] == crowd
    assert max(crowd) <= SPACE_LIMIT
    assert all(1 <= state.die_face(die) <= 6 for die in range(DIE_COUNT))
    tiles = [state.resource_tile(space) for space in range(SPACE_COUNT)]
    assert sorted(tiles) == list(range(SPACE_COUNT))
