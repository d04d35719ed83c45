"""Calculate the final scores of a game with the physical box, from written totals (R7)."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from redcathedral.box import vocabulary as v
from redcathedral.engine import arrange, track
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State

MAX_PRESTIGE: Final = 999  # also of materials and rubles; far more than in any game


class PadSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's result: prestige of the marker's space (R7.2), and goods (R7.3).

    ``cards`` and ``ornaments`` count the completed cards and ornaments in each tower (R7.4).
    """

    prestige: int = 0
    materials: int = 0
    rubles: int = 0
    cards: list[int] = []
    ornaments: list[int] = []


class PadFault(NamedTuple):
    """An impossible entry: its place, such as ``seats[1].cards``, and the code of an error text."""

    place: str
    code: str
    values: Mapping[str, int]


def find_faults(seats: list[PadSeat], setting: Setting, plan: tuple[int, ...]) -> list[PadFault]:
    """Return all impossible entries; ``plan`` has the height of each tower."""
    return [*_seat_faults(seats, setting, plan), *_tower_faults(seats, plan)]


def _seat_faults(
    seats: list[PadSeat], setting: Setting, plan: tuple[int, ...]
) -> Iterator[PadFault]:
    components = setting.components
    for seat, entry in enumerate(seats):
        place = f"seats[{seat}]"
        for name in ("prestige", "materials", "rubles"):
            number = getattr(entry, name)
            most = MAX_PRESTIGE if name == "prestige" or not setting.is_ivan(seat) else 0  # R8.1
            if not 0 <= number <= most:
                yield PadFault(f"{place}.{name}", "number", {"least": 0, "most": most})
        if entry.materials > components.slots:
            values = {"seat": seat, "n": entry.materials, "of": int(components.slots)}
            yield PadFault(f"{place}.materials", "slots", values)
        for name, most in (("cards", components.banners), ("ornaments", sum(components.ornaments))):
            counts: list[int] = getattr(entry, name)
            if len(counts) != len(plan) or min(counts) < 0:
                yield PadFault(f"{place}.{name}", "number", {"least": 0, "most": int(most)})
            elif sum(counts) > most:
                values = {"seat": seat, "n": sum(counts), "of": int(most)}
                yield PadFault(f"{place}.{name}", f"pad-{name}", values)


def _tower_faults(seats: list[PadSeat], plan: tuple[int, ...]) -> Iterator[PadFault]:
    for tower, height in enumerate(plan):
        cards = sum(sum(seat.cards[tower : tower + 1]) for seat in seats)
        ornaments = sum(sum(seat.ornaments[tower : tower + 1]) for seat in seats)
        values = {"tower": tower + 1, "n": cards, "of": height}
        if cards > height:
            yield PadFault(f"towers[{tower}]", "pad-height", values)
        elif ornaments > cards:
            yield PadFault(f"towers[{tower}]", "pad-bare", {**values, "n": ornaments, "of": cards})


def scored_position(seats: list[PadSeat], setting: Setting, plan: tuple[int, ...]) -> State:
    """Return a position with the scores of a valid pad; other details of it are arbitrary."""
    state = new_state(setting)
    for tower, height in enumerate(plan):
        arrange.set_tower_height(state, tower, height)
        cards = ornaments = tower * v.LEVEL_COUNT
        for seat, entry in enumerate(seats):
            for place in range(cards, cards + entry.cards[tower]):
                arrange.set_owner(state, place, seat)
                arrange.set_completed(state, place, True)
            for place in range(ornaments, ornaments + entry.ornaments[tower]):
                arrange.set_decorator(state, place, seat)
            cards += entry.cards[tower]
            ornaments += entry.ornaments[tower]
    for seat, entry in enumerate(seats):
        arrange.set_score(state, seat, track.prestige_space(setting.components, entry.prestige))
        arrange.set_rubles(state, seat, entry.rubles + entry.materials)  # equal in value (R7.3)
    arrange.update_derived_cells(state)
    return state
