"""Define the types of positions in JSON, and convert a state of the engine to them.

A record has positions at the start of a turn, as one line of canonical JSON with sorted keys and
without spaces.  Messages to pages use the same types for positions at any moment of a turn.
"""

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from redcathedral.box import vocabulary as v
from redcathedral.engine.claim import locked_ornament
from redcathedral.engine.phases import TURN
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import NOBODY, NOTHING, State

ALL_KEYS: Final = Meta(description="every key is there")
Side: TypeAlias = Literal["up", "down"]
SIDES: Final[tuple[Side, ...]] = ("up", "down")
Counts: TypeAlias = dict[v.Material, int]  # without zeros


class Site(Struct, frozen=True, forbid_unknown_fields=True):
    """A cathedral card, with the color of its banner (``owner``) and of its ornament."""

    card: str
    delivered: Counts
    done: bool
    ornament: v.Colour | None
    owner: v.Colour | None
    tile: str | None


class Banners(Struct, frozen=True, forbid_unknown_fields=True):
    """Banners on a player's board, by places that depend on its side.  Ivan has only ``left``."""

    beside: int | UnsetType = UNSET
    inventory: int | UnsetType = UNSET
    left: int | UnsetType = UNSET
    white1: bool | UnsetType = UNSET
    white2: bool | UnsetType = UNSET


class SeatPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces on a player's board; ``score`` continues to increase after a lap."""

    banners: Banners
    colour: v.Colour
    locked: dict[v.WorkshopSpace, v.OrnamentKind]
    materials: Counts
    ornaments: Annotated[dict[v.OrnamentKind, int], ALL_KEYS]
    rubles: int
    score: int
    workshop: Annotated[dict[v.WorkshopSpace, tuple[str, Side] | None], ALL_KEYS] | None


class IvanPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """Ivan's cards with their tiles (true: face up), and the materials on two of them."""

    build: str
    cards: list[tuple[str, str, bool]]
    inventory: str


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """All pieces on the table, at any moment of a turn."""

    dice: Annotated[dict[v.Die, tuple[int, int]], ALL_KEYS]  # face and space
    final_round: bool
    influence: list[str]
    ivan: IvanPosition | None
    resources: list[str]  # ids of tiles; each edition has its own ids
    seats: list[SeatPosition]
    supply: Counts
    to_move: v.Colour
    towers: list[list[Site]]


def to_json(state: State) -> str:
    """Return the canonical line of a position at the start of a turn; otherwise ValueError."""
    if state.phase != TURN:
        raise ValueError("a position is a snapshot of the start of a turn; this is another moment")
    return position_line(position_of(state))


def position_line(position: Position) -> str:
    """Return a position as one line of canonical JSON."""
    return msgspec.json.encode(position, order="sorted").decode()


def position_of(state: State) -> Position:
    """Return the position of a state, at any moment after the set-up."""
    setting = state.setting
    edition = setting.components.edition
    return Position(
        dice={
            name: (state.die_face(die), state.die_space(die) + 1) for die, name in enumerate(v.DICE)
        },
        final_round=state.closer != NOBODY,
        influence=[edition.influence[card].id for card in setting.influence],
        ivan=_ivan(state) if setting.solo else None,
        resources=[
            edition.resource_tiles[state.resource_tile(space)].id for space in range(v.SPACE_COUNT)
        ],
        seats=[_seat(state, seat) for seat in range(setting.seat_count)],
        supply=_counts(state.supply(kind) for kind in range(v.MATERIAL_COUNT)),
        to_move=setting.colour(state.seat),
        towers=[[_site(state, place) for place in tower] for tower in _towers(setting)],
    )


def storeys(state: State) -> list[list[tuple[str, v.Colour | None, bool]]]:
    """Return the card, its owner and whether it is completed, of each tower from the base up."""
    return [
        [(_card(state, place), _owner(state, place), state.is_built(place)) for place in tower]
        for tower in _towers(state.setting)
    ]


def _towers(setting: Setting) -> list[range]:
    """Return the places of each tower, from the base up."""
    bases = range(0, len(setting.heights) * v.LEVEL_COUNT, v.LEVEL_COUNT)
    return [
        range(base, base + height)
        for base, height in zip(bases, setting.heights, strict=True)
        if height
    ]


def _counts(counts: Iterable[int]) -> Counts:
    return {name: count for name, count in zip(v.MATERIAL_LETTERS, counts, strict=True) if count}


def _delivered(state: State, place: int) -> Counts:
    """Return the materials on a card, which most cards lack; a loop takes half the time."""
    counts: Counts = {}
    for kind, name in enumerate(v.MATERIAL_LETTERS):
        if count := state.delivered(place, kind):
            counts[name] = count
    return counts


def _ivan(state: State) -> IvanPosition:
    tiles = state.setting.components.edition.workshop_tiles
    return IvanPosition(
        build="".join(v.LETTERS[kind] for kind in state.ivan_build),
        cards=[
            (
                v.IVAN_CARDS[state.ivan_card(position)],
                tiles[state.ivan_tile(position)].id,
                state.is_face_up(position),
            )
            for position in range(len(v.IVAN_CARDS))
        ],
        inventory="".join(v.LETTERS[kind] for kind in state.ivan_inventory),
    )


def _seat(state: State, seat: int) -> SeatPosition:
    return SeatPosition(
        banners=_banners(state, seat),
        colour=state.setting.colour(seat),
        locked=locked_ornaments(state, seat),
        materials=_counts(state.materials(seat, kind) for kind in range(v.MATERIAL_COUNT)),
        ornaments={name: state.ornaments(seat, kind) for kind, name in enumerate(v.ORNAMENTS)},
        rubles=state.rubles(seat),
        score=state.score(seat),
        workshop=None
        if state.is_ivan(seat)
        else {
            name: _tile(state, state.workshop(seat, space))
            for space, name in enumerate(v.WORKSHOP_SPACES)
        },
    )


def _banners(state: State, seat: int) -> Banners:
    inventory = state.banners(seat, v.INVENTORY)
    if state.is_ivan(seat):
        return Banners(left=inventory)
    if not state.setting.advanced[seat]:
        return Banners(beside=state.banners(seat, v.BESIDE), inventory=inventory)
    return Banners(
        inventory=inventory,
        white1=state.banners(seat, v.BANNER_WHITE_1) > 0,
        white2=state.banners(seat, v.BANNER_WHITE_2) > 0,
    )


def locked_ornaments(state: State, seat: int) -> dict[v.WorkshopSpace, v.OrnamentKind]:
    """Return the ornaments on a seat's workshop spaces (R2.3); none for Ivan."""
    kinds = {
        name: locked_ornament(state, seat, space) for space, name in enumerate(v.WORKSHOP_SPACES)
    }
    return {name: v.ORNAMENTS[kind] for name, kind in kinds.items() if kind != NOTHING}


def _tile(state: State, tile: int) -> tuple[str, Side] | None:
    if tile == 0:
        return None
    return state.setting.components.edition.workshop_tiles[abs(tile) - 1].id, SIDES[tile < 0]


def _site(state: State, place: int) -> Site:
    tile = state.tile(place)
    tiles = state.setting.components.edition.workshop_tiles
    return Site(
        card=_card(state, place),
        delivered=_delivered(state, place),
        done=state.is_built(place),
        ornament=_colour(state, state.decorator(place)),
        owner=_owner(state, place),
        tile=None if tile == NOTHING else tiles[tile].id,
    )


def _card(state: State, place: int) -> str:
    setting = state.setting
    return setting.components.edition.cards[setting.card[place]].id


def _owner(state: State, place: int) -> v.Colour | None:
    return _colour(state, state.owner(place))


def _colour(state: State, seat: int) -> v.Colour | None:
    return None if seat == NOBODY else state.setting.colour(seat)
