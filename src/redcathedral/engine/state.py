"""A position of the game: what lies where, whose decision is due, what this turn has used up.

``Setting`` holds what never changes after set-up and is shared between copies; ``State`` holds
the rest in a few flat vectors.  The constants name their fields: ``seats[seat * SEAT_SIZE +
SCORE]``, ``cathedral[place * PLACE_SIZE + OWNER]``, ``market[FACE + die]``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.vocabulary import MATERIAL_COUNT
from redcathedral.engine.layout import (
    BUILT,
    CLAIMED,
    COMPLETED,
    CROWD,
    DECORATION,
    DELIVERED,
    FACE,
    INVENTORY_BANNERS,
    IVAN_CARD,
    IVAN_DIE,
    IVAN_FACE_UP,
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
from redcathedral.engine.phases import DONE, DRAW_INFLUENCE, OVER, ROLL
from redcathedral.engine.setting import HUMAN, Lists, Numbers, Setting, plain

UNLIMITED: Final = 1 << 40  # rubles of a bank that never runs out (R1.3)
NOBODY: Final = -1


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

    ``seat`` is to move, ``phase`` says what is due.  ``stock`` holds the supply: the six materials
    and, last, the rubles of the bank.  ``journal``, when set to a list, receives an event for
    everything that happens (it is never copied).
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
        self.stock = supply
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
            self.stock[:],
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

    # --- what lies where, by name

    @property
    def decider(self) -> i64:
        """The seat whose decision is due; the human's where one is due in Ivan's turn (R8.4)."""
        return HUMAN if self.phase > DONE else self.seat

    def is_ivan(self, seat: i64) -> bool:
        """Whether a seat is Ivan's (R8.1)."""
        return self.setting.is_ivan(seat)

    def rubles(self, seat: i64) -> i64:
        """The rubles of a seat."""
        return self.seats[seat * SEAT_SIZE + RUBLES]

    def materials(self, seat: i64, kind: i64) -> i64:
        """How many of a material a seat has stored (R1.4)."""
        return self.seats[seat * SEAT_SIZE + kind]

    def stored(self, seat: i64) -> i64:
        """The materials a seat has stored, all kinds."""
        return self.seats[seat * SEAT_SIZE + STORED]

    def score(self, seat: i64) -> i64:
        """Where a seat's marker stands, counted on past the lap (R1.2)."""
        return self.seats[seat * SEAT_SIZE + SCORE]

    def banners(self, seat: i64, source: i64) -> i64:
        """The banners of a seat that lie in one place: inventory, beside, white1, white2 (R4.1)."""
        return self.seats[seat * SEAT_SIZE + INVENTORY_BANNERS + source]

    def ornaments(self, seat: i64, kind: i64) -> i64:
        """The ornaments of a kind that a seat could place: door, arch, cross (R5.5)."""
        return self.seats[seat * SEAT_SIZE + ORNAMENTS + kind]

    def workshop(self, seat: i64, space: i64) -> i64:
        """A workshop space: 0 empty, tile kind + 1 face up, -(kind + 1) face down (R4.4)."""
        return self.seats[seat * SEAT_SIZE + WORKSHOP + space]

    def claimed(self, seat: i64) -> i64:
        """The banners of a seat on cards."""
        return self.seats[seat * SEAT_SIZE + CLAIMED]

    def completed(self, seat: i64) -> i64:
        """The cards a seat has completed."""
        return self.seats[seat * SEAT_SIZE + COMPLETED]

    def decorated(self, seat: i64) -> i64:
        """The ornaments a seat has placed on cards."""
        return self.seats[seat * SEAT_SIZE + SET_UP]

    def site_count(self, seat: i64) -> i64:
        """The cards that carry a seat's banner and are not completed."""
        return self.seats[seat * SEAT_SIZE + UNFINISHED]

    def site(self, seat: i64, number: i64) -> i64:
        """The place of a seat's unfinished card, ``number`` 0, 1, ... in ascending order."""
        return self.seats[seat * SEAT_SIZE + SITES + number]

    def next_level(self, tower: i64) -> i64:
        """The level of a tower's next card to claim, which is the number of its banners (R4.2)."""
        return self.risen[tower]

    def owner(self, place: i64) -> i64:
        """The seat whose banner is on a card, or NOBODY."""
        return self.cathedral[place * PLACE_SIZE + OWNER]

    def is_built(self, place: i64) -> bool:
        """Whether a card is completed (R5.3)."""
        return self.cathedral[place * PLACE_SIZE + BUILT] == 1

    def decorator(self, place: i64) -> i64:
        """The seat whose ornament stands on a card, or NOBODY."""
        return self.cathedral[place * PLACE_SIZE + DECORATION]

    def tile(self, place: i64) -> i64:
        """The kind of the workshop tile on a card, or NOBODY."""
        return self.cathedral[place * PLACE_SIZE + TILE_HERE]

    def delivered(self, place: i64, material: i64) -> i64:
        """How many of a material lie on an unfinished card (R5.2)."""
        return self.cathedral[place * PLACE_SIZE + DELIVERED + material]

    def needed(self, place: i64, material: i64) -> i64:
        """How many of a material an unfinished card still takes (R5.1)."""
        cost = self.setting.components.card_cost[
            self.setting.card[place] * MATERIAL_COUNT + material
        ]
        return cost - self.delivered(place, material)

    def missing(self, place: i64) -> i64:
        """The materials an unfinished card still takes, all kinds; 0 when it is completed."""
        return self.cathedral[place * PLACE_SIZE + MISSING]

    def die_face(self, die: i64) -> i64:
        """What a die shows."""
        return self.market[FACE + die]

    def die_space(self, die: i64) -> i64:
        """The market space on which a die stands, 0 to 7."""
        return self.market[SPACE + die]

    def crowd(self, space: i64) -> i64:
        """The dice on a market space."""
        return self.market[CROWD + space]

    def resource_tile(self, space: i64) -> i64:
        """The number of the resource tile on a market space (R2.5)."""
        return self.market[RESOURCE_TILE + space]

    def supply(self, resource: i64) -> i64:
        """What the general supply has of a material, or the bank of rubles (R1.3)."""
        return self.stock[resource]

    def ivan_card(self, position: i64) -> i64:
        """The card at a position of Ivan's row, 0 to 4 (R8.2)."""
        return self.ivan[IVAN_CARD + position]

    def ivan_tile(self, position: i64) -> i64:
        """The kind of the die tile at a position of Ivan's row."""
        return self.ivan[IVAN_DIE + position]

    def is_face_up(self, position: i64) -> bool:
        """Whether Ivan's tile at a position of his row is still to be used."""
        return self.ivan[IVAN_FACE_UP + position] == 1

    def note(self, kind: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        """Add an event to the journal, when somebody keeps one."""
        if self.journal is not None:
            self.journal.append(Event(kind, seat, a, b, c))


def state_of(setting: Setting, lists: Lists, numbers: Numbers) -> State:
    """The state that ``plain`` told of."""
    return State(
        setting,
        vec[i64](lists["seats"]),
        vec[i64](lists["cathedral"]),
        vec[i64](lists["risen"]),
        vec[i64](lists["market"]),
        vec[i64](lists["stock"]),
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
