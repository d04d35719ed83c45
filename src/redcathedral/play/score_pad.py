"""A score pad: the final scoring of a game with the box, of what people have written down (R7)."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from redcathedral.box import vocabulary as v
from redcathedral.engine import arrange, track
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State

LIMIT: Final = 999  # prestige and goods: far more than any game has


class PadSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has at the end: prestige where the marker stands (R7.2), and goods (R7.3).

    ``cards`` and ``ornaments`` count by tower what is completed and set up there (R7.4).
    """

    prestige: int = 0
    materials: int = 0
    rubles: int = 0
    cards: list[int] = []
    ornaments: list[int] = []


class PadFault(NamedTuple):
    """What cannot be: its place, such as ``seats[1].cards``, why in a word, and numbers."""

    place: str
    code: str
    values: Mapping[str, int]


def find_faults(seats: list[PadSeat], setting: Setting, plan: tuple[int, ...]) -> list[PadFault]:
    """All that cannot be with the towers of a plan."""
    return [*_of_seats(seats, setting, plan), *_of_towers(seats, plan)]


def _of_seats(seats: list[PadSeat], setting: Setting, plan: tuple[int, ...]) -> Iterator[PadFault]:
    components = setting.components
    for seat, what in enumerate(seats):
        place = f"seats[{seat}]"
        for name in ("prestige", "materials", "rubles"):
            number = getattr(what, name)
            most = LIMIT if name == "prestige" or not setting.is_ivan(seat) else 0  # R8.1
            if not 0 <= number <= most:
                yield PadFault(f"{place}.{name}", "number", {"least": 0, "most": most})
        if what.materials > components.slots:
            values = {"seat": seat, "n": what.materials, "of": int(components.slots)}
            yield PadFault(f"{place}.materials", "slots", values)
        for name, most in (("cards", components.banners), ("ornaments", sum(components.ornaments))):
            counts: list[int] = getattr(what, name)
            if len(counts) != len(plan) or min(counts) < 0:
                yield PadFault(f"{place}.{name}", "number", {"least": 0, "most": int(most)})
            elif sum(counts) > most:
                values = {"seat": seat, "n": sum(counts), "of": int(most)}
                yield PadFault(f"{place}.{name}", f"pad-{name}", values)


def _of_towers(seats: list[PadSeat], plan: tuple[int, ...]) -> Iterator[PadFault]:
    for tower, height in enumerate(plan):
        cards = sum(sum(seat.cards[tower : tower + 1]) for seat in seats)
        ornaments = sum(sum(seat.ornaments[tower : tower + 1]) for seat in seats)
        values = {"tower": tower + 1, "n": cards, "of": height}
        if cards > height:
            yield PadFault(f"towers[{tower}]", "pad-height", values)
        elif ornaments > cards:
            yield PadFault(f"towers[{tower}]", "pad-bare", {**values, "n": ornaments, "of": cards})


def scored_position(seats: list[PadSeat], setting: Setting, plan: tuple[int, ...]) -> State:
    """A position scored as a faultless pad says; who owns which card does not matter (R7.4)."""
    state = new_state(setting)
    for tower, height in enumerate(plan):
        arrange.set_tower_height(state, tower, height)
        cards = ornaments = tower * v.LEVEL_COUNT
        for seat, what in enumerate(seats):
            for place in range(cards, cards + what.cards[tower]):
                arrange.set_owner(state, place, seat)
                arrange.set_completed(state, place, True)
            for place in range(ornaments, ornaments + what.ornaments[tower]):
                arrange.set_decorator(state, place, seat)
            cards += what.cards[tower]
            ornaments += what.ornaments[tower]
    for seat, what in enumerate(seats):
        arrange.set_score(state, seat, track.prestige_space(setting.components, what.prestige))
        arrange.set_rubles(state, seat, what.rubles + what.materials)  # both count alike (R7.3)
    arrange.update_derived_cells(state)
    return state
