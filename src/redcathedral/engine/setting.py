"""Store the part of a game that is fixed after set-up: seats, options, building plan and cards."""

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias, final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box import vocabulary as v
from redcathedral.box.options import Options
from redcathedral.engine.bits import bit
from redcathedral.engine.components import Components

NOBODY: Final = -1  # no seat
NOTHING: Final = -1  # no card, tile, die, place, space, action or ornament
HUMAN: Final = 0  # the seats of a solo game (R8.1)
IVAN: Final = 1

# The attributes of a setting or a state in a pickle, by name.
VectorFields: TypeAlias = dict[str, list[int]]
NumberFields: TypeAlias = dict[str, int]


@final
class Setting:
    """Seats, options, building plan and cards of a game; fixed after set-up.

    - ``colours`` and ``advanced`` (1: advanced side) have an entry per seat.
    - ``heights`` has an entry per tower; 0 if the plan does not have this tower.
    - ``card`` (-1: none) and ``cost`` (packed as in ``engine.pile``) have an entry per place.
    - ``sections`` has the set of the places of bases, of middle sections and of domes.
    - ``influence`` has the card of each quadrant, ``ivan_cards`` of each position in Ivan's row.
    - ``first_game`` to ``leaves_open`` are ``options`` as flags, for the rules.
    """

    def __init__(
        self,
        components: Components,
        colours: vec[i64],
        advanced: vec[i64],
        solo: bool,
        options: Options,
    ) -> None:
        self.components = components
        self.colours = colours
        self.advanced = advanced
        self.solo = solo
        self.options = options
        self.first_game: bool = options.first_game
        self.one_moment: bool = options.prestige_for_rubles == "one_moment"
        self.limited_rubles: bool = options.limited_rubles
        self.ivan_once: bool = options.ivan_recognition_tile == "once"
        self.leaves_open: bool = options.final_roll == "leaves_open"
        self.seat_count: i64 = len(colours)
        self.heights = vec[i64]([0] * v.TOWER_COUNT)
        self.card = vec[i64]([NOTHING] * v.PLACE_COUNT)
        self.cost = vec[i64]([0] * v.PLACE_COUNT)
        self.sections = vec[i64]([0] * v.SECTION_COUNT)
        self.influence = vec[i64]([NOTHING] * v.QUADRANT_COUNT)
        self.ivan_cards = vec[i64]([NOTHING] * v.IVAN_ROW)

    def copy(self) -> "Setting":
        """Return an independent copy, for states that are copied during set-up."""
        result = Setting(self.components, self.colours, self.advanced, self.solo, self.options)
        result.heights = self.heights[:]
        result.card = self.card[:]
        result.cost = self.cost[:]
        result.sections = self.sections[:]
        result.influence = self.influence[:]
        result.ivan_cards = self.ivan_cards[:]
        return result

    def __repr__(self) -> str:
        return f"Setting({self.components.edition.id!r}, seats={self.seat_count}, solo={self.solo})"

    def __reduce__(
        self,
    ) -> "tuple[Callable[..., Setting], tuple[Components, Options, VectorFields, NumberFields]]":
        return restore_setting, (self.components, self.options, *pickle_fields(self))

    def __copy__(self) -> "Setting":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Setting":
        return self.copy()

    def is_ivan(self, seat: i64) -> bool:
        """Return whether a seat is Ivan's: the second seat of a solo game (R8.1)."""
        return self.solo and seat == IVAN

    def colour(self, seat: i64) -> v.Colour:
        """Return the color of a seat."""
        return v.COLOURS[self.colours[seat]]

    def section(self, place: i64) -> i64:
        """Return the section of the card at a place: BASE, MIDDLE or DOME."""
        return self.components.card_section[self.card[place]]

    def put_card(self, place: i64, card: i64) -> None:
        """Put a cathedral card on a place that has none yet (R2.8)."""
        self.card[place] = card
        self.cost[place] = self.components.card_cost_pile[card]
        self.sections[self.components.card_section[card]] |= bit(place)


def pickle_fields(setting_or_state: object) -> tuple[VectorFields, NumberFields]:
    """Return the vectors (as lists) and the numbers of a setting or a state, by name."""
    fields = setting_or_state.__getstate__()
    assert isinstance(fields, dict)
    lists = {name: list(value) for name, value in fields.items() if isinstance(value, Iterable)}
    lists.pop("moves", None)  # computed again when needed
    lists.pop("journal", None)
    return lists, {name: value for name, value in fields.items() if isinstance(value, int)}


# Vectors are assigned directly: in compiled code, a vector that passes through Python objects (as
# with ``setattr``) is never freed.


def restore_setting(
    components: Components, options: Options, lists: VectorFields, numbers: NumberFields
) -> Setting:
    """Return the setting with the given fields, as ``pickle_fields`` returned them."""
    setting = Setting(
        components,
        vec[i64](lists["colours"]),
        vec[i64](lists["advanced"]),
        bool(numbers["solo"]),
        options,
    )
    setting.heights = vec[i64](lists["heights"])
    setting.card = vec[i64](lists["card"])
    setting.cost = vec[i64](lists["cost"])
    setting.sections = vec[i64](lists["sections"])
    setting.influence = vec[i64](lists["influence"])
    setting.ivan_cards = vec[i64](lists["ivan_cards"])
    return setting


def place_of(tower: i64, level: i64) -> i64:
    """Return the place of a level of a tower, both counted from 0."""
    return tower * v.LEVEL_COUNT + level
