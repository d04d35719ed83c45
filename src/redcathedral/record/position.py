"""A position as canonical JSON: one line, the snapshot of the start of a turn (``record.md``)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final, TypeAlias

from redcathedral.box.vocabulary import (
    BANNER_SOURCES,
    BANNER_WHITE_1,
    BESIDE,
    COLOURS,
    DICE,
    INVENTORY,
    IVAN_CARDS,
    LETTERS,
    LEVEL_COUNT,
    MATERIAL_COUNT,
    ORNAMENTS,
    SPACE_COUNT,
    WORKSHOP_SPACES,
)
from redcathedral.engine.build import is_ivan
from redcathedral.engine.claim import locked_ornament
from redcathedral.engine.layout import (
    BUILT,
    DECORATION,
    DELIVERED,
    FACE,
    INVENTORY_BANNERS,
    IVAN_CARD,
    IVAN_DIE,
    IVAN_FACE_UP,
    IVAN_ROW,
    OWNER,
    PLACE_SIZE,
    RESOURCE_TILE,
    RUBLES,
    SCORE,
    SEAT_SIZE,
    SPACE,
    TILE_HERE,
    WORKSHOP,
)
from redcathedral.engine.layout import ORNAMENTS as ORNAMENT_FIELDS
from redcathedral.engine.phases import TURN
from redcathedral.engine.state import NOBODY, State

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

SIDES: Final = ("up", "down")


def to_json(state: State) -> str:
    """The canonical line of a position at the start of a turn; ValueError at other moments."""
    return canonical(to_dict(state))


def canonical(value: Json) -> str:
    """JSON on one line: keys sorted, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def to_dict(state: State) -> dict[str, Json]:
    """A position at the start of a turn; raises ValueError at any other moment."""
    if state.phase != TURN:
        raise ValueError("a position is a snapshot of the start of a turn; this is another moment")
    return view(state)


def view(state: State) -> dict[str, Json]:
    """What lies where at any moment after the set-up, in the form of a position."""
    setting = state.setting
    edition = setting.components.edition
    market = state.market
    return {
        "dice": {
            name: [market[FACE + die], market[SPACE + die] + 1] for die, name in enumerate(DICE)
        },
        "final_round": state.closer != NOBODY,
        "influence": [edition.influence[card].id for card in setting.influence],
        "ivan": _ivan(state) if setting.solo else None,
        "resources": [
            edition.resource_tiles[market[RESOURCE_TILE + space]].id for space in range(SPACE_COUNT)
        ],
        "seats": [_seat(state, seat) for seat in range(setting.seat_count)],
        "supply": materials_map(state.stock[:MATERIAL_COUNT]),
        "to_move": COLOURS[setting.colours[state.seat]],
        "towers": [
            [_card(state, tower * LEVEL_COUNT + level) for level in range(height)]
            for tower, height in enumerate(setting.heights)
            if height
        ],
    }


def materials_map(counts: Iterable[int]) -> dict[str, Json]:
    """Counts of W B S G E P as a map without the zeros."""
    return {LETTERS[kind]: count for kind, count in enumerate(counts) if count}


def _ivan(state: State) -> Json:
    tiles = state.setting.components.edition.workshop_tiles
    row = state.ivan
    return {
        "build": "".join(LETTERS[kind] for kind in state.ivan_build),
        "cards": [
            [
                IVAN_CARDS[row[IVAN_CARD + position]],
                tiles[row[IVAN_DIE + position]].id,
                bool(row[IVAN_FACE_UP + position]),
            ]
            for position in range(IVAN_ROW)
        ],
        "inventory": "".join(LETTERS[kind] for kind in state.ivan_inventory),
    }


def _seat(state: State, seat: int) -> Json:
    fields = state.seats[seat * SEAT_SIZE : (seat + 1) * SEAT_SIZE]
    ivan = is_ivan(state, seat)
    return {
        "banners": _banners(state, seat),
        "colour": COLOURS[state.setting.colours[seat]],
        "locked": {} if ivan else _locked(state, seat),
        "materials": materials_map(fields[:MATERIAL_COUNT]),
        "ornaments": {name: fields[ORNAMENT_FIELDS + kind] for kind, name in enumerate(ORNAMENTS)},
        "rubles": fields[RUBLES],
        "score": fields[SCORE],
        "workshop": None
        if ivan
        else {
            name: _tile(state, fields[WORKSHOP + space])
            for space, name in enumerate(WORKSHOP_SPACES)
        },
    }


def _banners(state: State, seat: int) -> Json:
    first = seat * SEAT_SIZE + INVENTORY_BANNERS
    inventory = state.seats[first + INVENTORY]
    if is_ivan(state, seat):
        return {"left": inventory}
    if not state.setting.advanced[seat]:
        return {"beside": state.seats[first + BESIDE], "inventory": inventory}
    white: dict[str, Json] = {
        BANNER_SOURCES[source]: bool(state.seats[first + source])
        for source in (BANNER_WHITE_1, BANNER_WHITE_1 + 1)
    }
    return {"inventory": inventory, **white}


def _locked(state: State, seat: int) -> dict[str, Json]:
    lying = [locked_ornament(state, seat, space) for space in range(len(WORKSHOP_SPACES))]
    return {
        WORKSHOP_SPACES[space]: ORNAMENTS[kind]
        for space, kind in enumerate(lying)
        if kind != NOBODY
    }


def _tile(state: State, tile: int) -> Json:
    if tile == 0:
        return None
    kind = abs(tile) - 1
    return [state.setting.components.edition.workshop_tiles[kind].id, SIDES[int(tile < 0)]]


def _card(state: State, place: int) -> Json:
    setting = state.setting
    edition = setting.components.edition
    site = state.cathedral[place * PLACE_SIZE : (place + 1) * PLACE_SIZE]
    return {
        "card": edition.cards[setting.card[place]].id,
        "delivered": materials_map(site[DELIVERED : DELIVERED + MATERIAL_COUNT]),
        "done": bool(site[BUILT]),
        "ornament": _colour(state, site[DECORATION]),
        "owner": _colour(state, site[OWNER]),
        "tile": None if site[TILE_HERE] == NOBODY else edition.workshop_tiles[site[TILE_HERE]].id,
    }


def _colour(state: State, seat: int) -> Json:
    return None if seat == NOBODY else COLOURS[state.setting.colours[seat]]
