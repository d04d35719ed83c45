"""A position of the game: what lies where, whose decision is due, what this turn has used up.

``Setting`` holds what never changes after set-up and is shared between copies; ``State`` holds
the rest in a few flat vectors.  The constants name their fields: ``seats[seat * SEAT_SIZE +
SCORE]``, ``cathedral[place * PLACE_SIZE + OWNER]``, ``market[FACE + die]``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.options import Options
from redcathedral.box.vocabulary import LEVEL_COUNT, RUBLE
from redcathedral.engine.components import Components

# Phases.  Up to IVAN_TILE and ROLL are chance nodes; OVER is the end; the others decisions.
CHOOSE_PLAN: Final = 0
DRAW_CARD: Final = 1
DRAW_TILE: Final = 2
DRAW_RESOURCE: Final = 3
DRAW_INFLUENCE: Final = 4
DRAW_DIE: Final = 5
DRAW_IVAN_CARD: Final = 6
DRAW_IVAN_TILE: Final = 7
ROLL: Final = 8
TURN: Final = 9  # the start of a turn: choose the basic action (R3.1)
PLACE_TILE: Final = 10  # after `claim` (R4.3)
BUILDING: Final = 11  # after a first delivery (R5.1)
MARKET: Final = 12  # after the die has moved (R6.4)
EFFECT: Final = 13  # inside an influence action (R6.6)
DONE: Final = 14  # the basic action is over, `end` is due
CHOOSE_CLAIM: Final = 15  # the human chooses a card for Ivan (R8.4)
CHOOSE_ORNAMENT: Final = 16  # the human chooses a card for Ivan's ornament (R8.5)
OVER: Final = 17

# Fields of a seat.
RUBLES: Final = RUBLE  # after the six materials
SCORE: Final = 7
INVENTORY_BANNERS: Final = 8  # + banner source: inventory, beside, white1, white2
ORNAMENTS: Final = 12  # + door, arch, cross: available to set up
WORKSHOP: Final = 15  # + space: 0 empty, kind + 1 face up, -(kind + 1) face down
STORED: Final = 21  # materials in the inventory, all kinds
CLAIMED: Final = 22  # banners on cards
COMPLETED: Final = 23  # cards completed
SET_UP: Final = 24  # ornaments set up
SITES: Final = 25  # + n: unfinished cards in ascending order of place, UNFINISHED of them
UNFINISHED: Final = 31
SEAT_SIZE: Final = 32

# Fields of a place of the cathedral.
OWNER: Final = 0  # seat with its banner here, or -1
BUILT: Final = 1  # 1 when completed
DECORATION: Final = 2  # seat whose ornament stands here, or -1
TILE_HERE: Final = 3  # kind of workshop tile, or -1
DELIVERED: Final = 4  # + material
MISSING: Final = 10  # materials still to be delivered, all kinds
PLACE_SIZE: Final = 11

# The market board.
FACE: Final = 0  # + die
SPACE: Final = 5  # + die: 0..7
CROWD: Final = 10  # + space: dice on it
RESOURCE_TILE: Final = 18  # + space
MARKET_SIZE: Final = 26

# Ivan's row (R8.2): card, die tile and its side for each of five positions.
IVAN_CARD: Final = 0
IVAN_DIE: Final = 5
IVAN_FACE_UP: Final = 10
IVAN_SIZE: Final = 15
IVAN_ROW: Final = 5

# The window for exchanging prestige under the option `one_moment` (R3.5).
WINDOW_UNUSED: Final = 0
WINDOW_OPEN: Final = 1
WINDOW_CLOSED: Final = 2

UNLIMITED: Final = 1 << 40  # rubles of a bank that never runs out (R1.3)
NOBODY: Final = -1

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

    def section(self, place: i64) -> i64:
        """BASE, MIDDLE or DOME of the card at a place."""
        return self.components.card_section[self.card[place]]


class Event:
    """Something that happened: a kind of ``engine.events``, the seat, and up to three numbers."""

    def __init__(self, kind: int, seat: int, a: int, b: int, c: int) -> None:
        self.kind = kind
        self.seat = seat
        self.a = a
        self.b = b
        self.c = c

    def __repr__(self) -> str:
        return f"Event({self.kind}, {self.seat}, {self.a}, {self.b}, {self.c})"

    def __reduce__(self) -> tuple[type[Event], tuple[int, int, int, int, int]]:
        return Event, (self.kind, self.seat, self.a, self.b, self.c)


class State:
    """One position.  ``copy`` is cheap; ``rules`` says what may be done and does it.

    ``seat`` is to move, ``phase`` says what is due.  ``supply`` holds the six materials and, last,
    the rubles of the bank.  ``journal``, when set to a list, receives an event for everything that
    happens (it is never copied).
    """

    def __init__(
        self,
        setting: Setting,
        seats: vec[i64],
        cathedral: vec[i64],
        risen: vec[i64],
        market: vec[i64],
        supply: vec[i64],
        ivan: vec[i64],
        ivan_inventory: vec[i64],
        ivan_build: vec[i64],
        phase: i64,
        seat: i64,
        turn: i64,
        closer: i64,
        cursor: i64,
        pending: i64,
        after: i64,
        claim: i64,
        left: i64,
        die: i64,
        space: i64,
        taken: i64,
        influenced: i64,
        activated: i64,
        action: i64,
        repeats: i64,
        window: i64,
        rerolled: i64,
    ) -> None:
        self.setting = setting
        self.seats = seats
        self.cathedral = cathedral
        self.risen = risen  # banners in each tower: the level of its next card to claim (R4.2)
        self.market = market
        self.supply = supply
        self.ivan = ivan
        self.ivan_inventory = ivan_inventory  # materials on his Inventory card, in order
        self.ivan_build = ivan_build
        self.phase = phase
        self.seat = seat
        self.turn = turn  # turns ended so far, all seats
        self.closer = closer  # who first completed the sixth card (R7.1), or -1
        self.cursor = cursor  # chance: which card, tile or space is drawn next
        self.pending = pending  # chance: dice to roll, bit 1 << die
        self.after = after  # phase after a roll; OVER stands for the end of the turn
        self.claim = claim  # the place just claimed, whose tile is to be placed
        self.left = left  # deliveries left (R5.1, R6.8), or materials to get (R6.7)
        self.die = die  # the moved die and
        self.space = space  # the space where it ended (R6.11)
        self.taken = taken
        self.influenced = influenced
        self.activated = activated
        self.action = action  # influence action in progress: card * 2 + 0 or 1
        self.repeats = repeats  # how often it has been carried out
        self.window = window
        self.rerolled = rerolled  # 1 after this turn's paid re-roll (R3.3)
        self.moves: vec[i64] | None = None  # the legal ids of this position, once asked for
        self.journal: list[Event] | None = None

    def copy(self) -> State:
        """An independent copy: no decision on one shows in the other."""
        return State(
            self.setting if self.phase > DRAW_INFLUENCE else self.setting.copy(),
            self.seats[:],
            self.cathedral[:],
            self.risen[:],
            self.market[:],
            self.supply[:],
            self.ivan[:],
            self.ivan_inventory[:],
            self.ivan_build[:],
            self.phase,
            self.seat,
            self.turn,
            self.closer,
            self.cursor,
            self.pending,
            self.after,
            self.claim,
            self.left,
            self.die,
            self.space,
            self.taken,
            self.influenced,
            self.activated,
            self.action,
            self.repeats,
            self.window,
            self.rerolled,
        )

    def __repr__(self) -> str:
        return f"State(turn={self.turn}, seat={self.seat}, phase={self.phase})"

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Setting, Lists, Numbers]]:
        return state_of, (self.setting, *plain(self))

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    @property
    def is_chance(self) -> bool:
        """Whether a card, tile or die is due before the next decision."""
        return self.phase <= ROLL

    @property
    def is_over(self) -> bool:
        """Whether the last turn has ended (R7.1)."""
        return self.phase == OVER

    def note(self, kind: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        """Add an event to the journal, when somebody keeps one."""
        if self.journal is not None:
            self.journal.append(Event(kind, seat, a, b, c))


def plain(thing: Setting | State) -> tuple[Lists, Numbers]:
    """All vectors, as lists, and all numbers of a thing, by name; for pickles."""
    kept = thing.__getstate__()
    assert isinstance(kept, dict)
    lists = {name: list(value) for name, value in kept.items() if isinstance(value, Iterable)}
    lists.pop("moves", None)  # found again
    lists.pop("journal", None)
    return lists, {name: value for name, value in kept.items() if isinstance(value, int)}


# Compiled, these two pass vectors on as they are: one that came through Python is never freed.


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


def state_of(setting: Setting, lists: Lists, numbers: Numbers) -> State:
    """The state that ``plain`` told of."""
    return State(
        setting,
        vec[i64](lists["seats"]),
        vec[i64](lists["cathedral"]),
        vec[i64](lists["risen"]),
        vec[i64](lists["market"]),
        vec[i64](lists["supply"]),
        vec[i64](lists["ivan"]),
        vec[i64](lists["ivan_inventory"]),
        vec[i64](lists["ivan_build"]),
        numbers["phase"],
        numbers["seat"],
        numbers["turn"],
        numbers["closer"],
        numbers["cursor"],
        numbers["pending"],
        numbers["after"],
        numbers["claim"],
        numbers["left"],
        numbers["die"],
        numbers["space"],
        numbers["taken"],
        numbers["influenced"],
        numbers["activated"],
        numbers["action"],
        numbers["repeats"],
        numbers["window"],
        numbers["rerolled"],
    )


def place_of(tower: i64, level: i64) -> i64:
    """The place of a tower's level, both from 0."""
    return tower * LEVEL_COUNT + level
