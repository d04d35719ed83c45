"""The engine's events as messages: ids and amounts with the names of the game record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from redcathedral.box.vocabulary import (
    BANNER_SOURCES,
    COLOURS,
    DICE,
    GEM_SETS,
    IVAN_CARDS,
    ORNAMENTS,
    RESOURCES,
    WORKSHOP_SPACES,
    Colour,
    Die,
    OrnamentKind,
)
from redcathedral.engine import events
from redcathedral.engine.setting import Setting
from redcathedral.engine.state import Event as EngineEvent
from redcathedral.record.notation import place_text
from redcathedral.server.wire.edition import Resource
from redcathedral.server.wire.protocol import Event, EventKind

KINDS: Final[dict[int, EventKind]] = {
    events.TURN_BEGAN: "turn-began",
    events.CLAIMED: "claimed",
    events.TILE_PLACED: "tile-placed",
    events.ORNAMENT_FREED: "ornament-freed",
    events.ORNAMENT_LOST: "ornament-lost",
    events.DELIVERED: "delivered",
    events.COMPLETED: "completed",
    events.REPRIMANDED: "reprimanded",
    events.ORNAMENT_SET: "ornament-set",
    events.CLOSED: "closed",
    events.DIE_MOVED: "die-moved",
    events.DIE_BLOCKED: "die-blocked",
    events.DIE_ROLLED: "die-rolled",
    events.GAINED: "gained",
    events.PAID: "paid",
    events.PRESTIGE_GAINED: "prestige-gained",
    events.PRESTIGE_LOST: "prestige-lost",
    events.TILES_SWAPPED: "tiles-swapped",
    events.TILE_ACTIVATED: "tile-activated",
    events.TILE_DISCARDED: "tile-discarded",
    events.IVAN_ACTED: "ivan-acted",
    events.IVAN_STORED: "ivan-stored",
    events.IVAN_TRANSPORTED: "ivan-transported",
    events.IVAN_DEALT: "ivan-dealt",
    events.GAME_ENDED: "game-ended",
}


def messages(told: Iterable[EngineEvent], setting: Setting) -> list[Event]:
    """Events in the order in which they happened."""
    return [message(event, setting) for event in told]


def message(event: EngineEvent, setting: Setting) -> Event:
    """One event, with the fields that its kind has."""
    kind = KINDS[event.kind]
    seat = colour_of(setting, event.seat)
    match kind:
        case "turn-began" | "closed" | "ivan-dealt" | "game-ended":
            return Event(kind, seat)
        case "claimed":
            source = None if setting.is_ivan(event.seat) else BANNER_SOURCES[event.b]
            return Event(kind, seat, place=place_text(event.a), source=source)
        case "tile-placed":
            return Event(
                kind,
                seat,
                space=WORKSHOP_SPACES[event.a],
                tile=_tile(setting, event.b),
                side="up" if event.c else "down",
            )
        case "ornament-freed" | "ornament-lost":
            return Event(kind, seat, space=WORKSHOP_SPACES[event.a], ornament=_ornament(event.b))
        case "delivered":
            return Event(
                kind, seat, place=place_text(event.a), resource=_resource(event.b), amount=1
            )
        case "completed":
            return Event(kind, seat, place=place_text(event.a))
        case "reprimanded":
            return Event(
                kind,
                seat,
                place=place_text(event.a),
                amount=event.b,
                cause=place_text(event.c),
            )
        case "ornament-set":
            return Event(
                kind,
                seat,
                place=place_text(event.a),
                ornament=_ornament(event.b),
                gems=GEM_SETS[event.c],
            )
        case "die-moved":
            return Event(kind, seat, die=_die(event.a), from_=event.b + 1, to=event.c + 1)
        case "die-blocked":
            return Event(kind, seat, die=_die(event.a), from_=event.b + 1)
        case "die-rolled":
            return Event(kind, seat, die=_die(event.a), face=event.b)
        case "gained" | "paid" | "ivan-stored":
            return Event(kind, seat, resource=_resource(event.a), amount=event.b)
        case "prestige-gained" | "prestige-lost":
            return Event(kind, seat, amount=event.a, steps=event.b)
        case "tiles-swapped":
            return Event(kind, seat, from_=event.a + 1, to=event.b + 1)
        case "tile-activated":
            return Event(kind, seat, space=WORKSHOP_SPACES[event.a], tile=_tile(setting, event.b))
        case "tile-discarded":
            return Event(kind, seat, tile=_tile(setting, event.a), place=place_text(event.b))
        case "ivan-acted":
            return Event(
                kind, seat, card=IVAN_CARDS[event.a], number=event.b + 1, die=_die(event.c)
            )
        case "ivan-transported":
            return Event(kind, seat, amount=event.a)


def colour_of(setting: Setting, seat: int) -> Colour:
    """The colour of a seat."""
    return COLOURS[setting.colours[seat]]


def _tile(setting: Setting, kind: int) -> str:
    return setting.components.edition.workshop_tiles[kind].id


def _die(die: int) -> Die:
    return DICE[die]


def _resource(resource: int) -> Resource:
    return RESOURCES[resource]


def _ornament(kind: int) -> OrnamentKind:
    return ORNAMENTS[kind]
