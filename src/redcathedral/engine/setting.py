"""What a game was set up with: seats, options, plan and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.options import Options
from redcathedral.box.vocabulary import LEVEL_COUNT
from redcathedral.engine.components import Components

HUMAN: Final = 0  # the seats of a solo game (R8.1)
IVAN: Final = 1

# What a pickle has of a setting or a state, by the names of the attributes.
Lists: TypeAlias = dict[str, list[int]]
Numbers: TypeAlias = dict[str, int]


class Setting:
    """What a game was set up with: seats, options, plan and cards.  Fixed after set-up.

    ``colours`` and ``advanced`` have one entry a seat; ``heights`` one a tower (0: no such tower);
    ``card`` one a place (-1: none); ``influence`` the influence card of each quadrant.  The rules
    read ``options`` as the flags made of them.
    """

    def __init__(
        self,
        components: Components,
        colours: vec[i64],
        advanced: vec[i64],
        solo: bool,
        options: Options,
        heights: vec[i64],
        card: vec[i64],
        influence: vec[i64],
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
        self.heights = heights
        self.card = card
        self.influence = influence

    def copy(self) -> Setting:
        """An independent setting, for copies made before set-up is complete."""
        return Setting(
            self.components,
            self.colours,
            self.advanced,
            self.solo,
            self.options,
            self.heights[:],
            self.card[:],
            self.influence[:],
        )

    def __repr__(self) -> str:
        return f"Setting({self.components.edition.id!r}, seats={self.seat_count}, solo={self.solo})"

    def __reduce__(
        self,
    ) -> tuple[Callable[..., Setting], tuple[Components, Options, Lists, Numbers]]:
        return setting_of, (self.components, self.options, *plain(self))

    def __copy__(self) -> Setting:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Setting:
        return self.copy()

    def is_ivan(self, seat: i64) -> bool:
        """Whether a seat is Ivan's: the second of a solo game (R8.1)."""
        return self.solo and seat == IVAN

    def section(self, place: i64) -> i64:
        """BASE, MIDDLE or DOME of the card at a place."""
        return self.components.card_section[self.card[place]]


def plain(thing: object) -> tuple[Lists, Numbers]:
    """All vectors, as lists, and all numbers of a thing, by name; for pickles."""
    kept = thing.__getstate__()
    assert isinstance(kept, dict)
    lists = {name: list(value) for name, value in kept.items() if isinstance(value, Iterable)}
    lists.pop("moves", None)  # found again
    lists.pop("journal", None)
    return lists, {name: value for name, value in kept.items() if isinstance(value, int)}


# Compiled, this passes vectors on as they are: one that came through Python is never freed.


def setting_of(components: Components, options: Options, lists: Lists, numbers: Numbers) -> Setting:
    """The setting that ``plain`` told of."""
    return Setting(
        components,
        vec[i64](lists["colours"]),
        vec[i64](lists["advanced"]),
        bool(numbers["solo"]),
        options,
        vec[i64](lists["heights"]),
        vec[i64](lists["card"]),
        vec[i64](lists["influence"]),
    )


def place_of(tower: i64, level: i64) -> i64:
    """The place of a tower's level, both from 0."""
    return tower * LEVEL_COUNT + level
