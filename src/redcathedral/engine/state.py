"""A position of the game: what lies where, whose decision is due, what this turn has used up.

``Setting`` holds what never changes after set-up and is shared between copies; ``State`` holds
the rest: what lies on the table in one flat vector, and the turn in attributes.
"""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from redcathedral.box.vocabulary import LEVEL_COUNT, RUBLE
from redcathedral.engine import cells as at
from redcathedral.engine import pile
from redcathedral.engine.bits import TOWER_MASK, count, lowest
from redcathedral.engine.phases import CHOOSE_PLAN, DONE, DRAW_IVAN_CARD, OVER, ROLL, TURN
from redcathedral.engine.setting import HUMAN, NumberFields, Setting, VectorFields, pickle_fields
from redcathedral.engine.setting import NOBODY as NOBODY  # noqa: PLC0414 for those who read states
from redcathedral.engine.setting import NOTHING as NOTHING  # noqa: PLC0414 for those who read states

UNLIMITED_BANK: Final = 1 << 40  # rubles of a bank that never runs out (R1.3)
EMPTY: Final = vec[i64]()


class JournalEntry:
    """Something that happened: a kind of ``engine.events``, the seat, and up to three numbers.

    That a turn has begun comes with a copy of the position at its start.
    """

    def __init__(
        self, kind: int, seat: int, a: int, b: int, c: int, state: "State | None" = None
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.a = a
        self.b = b
        self.c = c
        self.state = state

    def __repr__(self) -> str:
        return f"JournalEntry({self.kind}, {self.seat}, {self.a}, {self.b}, {self.c})"

    def __reduce__(
        self,
    ) -> "tuple[type[JournalEntry], tuple[int, int, int, int, int, State | None]]":
        return JournalEntry, (self.kind, self.seat, self.a, self.b, self.c, self.state)


@final
@mypyc_attr(free_list_len=1)
class State:
    """One position.  ``copy`` is cheap; ``rules`` says what may be done and does it.

    ``seat`` is to move, ``phase`` says what is due.  ``cells`` has what lies on the table, as
    ``engine.cells`` says.  ``ivan_inventory`` and ``ivan_build`` are replaced and never changed,
    since copies share them.  ``journal``, when set to a list, receives a note of everything
    that happens (it is never copied).
    """

    def __init__(self, setting: Setting, cells: vec[i64]) -> None:
        self.setting = setting
        self.cells = cells
        self.ivan_inventory = EMPTY  # materials on his Inventory card, in order
        self.ivan_build = EMPTY
        self.phase: i64 = CHOOSE_PLAN
        self.seat: i64 = 0
        self.turn: i64 = 0  # turns ended so far, all seats
        self.closer: i64 = NOBODY  # who first completed the sixth card (R7.1)
        self.cursor: i64 = 0  # chance: which card, tile or space is drawn next
        self.pending: i64 = 0  # chance: the set of dice to roll
        self.after: i64 = TURN  # what follows the roll: a phase, AFTER_END_TURN or AFTER_IVAN
        self.claim: i64 = NOTHING  # the place just claimed, whose tile is to be placed
        self.left: i64 = 0  # deliveries left (R5.1, R6.8), or materials to get (R6.7)
        self.die: i64 = NOTHING  # the moved die and
        self.space: i64 = NOTHING  # the space where it ended (R6.11)
        self.taken: i64 = 0
        self.influenced: i64 = 0
        self.activated: i64 = 0
        self.action: i64 = NOTHING  # influence action in progress: card * 2 + 0 or 1
        self.repeats: i64 = 0  # how often it has been carried out
        self.window: i64 = at.WINDOW_UNUSED
        self.rerolled: i64 = 0  # 1 after this turn's paid re-roll (R3.3)
        self.moves = EMPTY  # the legal ids of this position, once asked for
        self.journal: list[JournalEntry] | None = None

    def copy(self) -> "State":
        """An independent copy: no decision on one shows in the other."""
        is_set_up = self.phase > DRAW_IVAN_CARD
        twin = State(self.setting if is_set_up else self.setting.copy(), self.cells[:])
        twin.ivan_inventory = self.ivan_inventory
        twin.ivan_build = self.ivan_build
        twin.phase = self.phase
        twin.seat = self.seat
        twin.turn = self.turn
        twin.closer = self.closer
        twin.cursor = self.cursor
        twin.pending = self.pending
        twin.after = self.after
        twin.claim = self.claim
        twin.left = self.left
        twin.die = self.die
        twin.space = self.space
        twin.taken = self.taken
        twin.influenced = self.influenced
        twin.activated = self.activated
        twin.action = self.action
        twin.repeats = self.repeats
        twin.window = self.window
        twin.rerolled = self.rerolled
        return twin

    def __repr__(self) -> str:
        return f"State(turn={self.turn}, seat={self.seat}, phase={self.phase})"

    def __reduce__(
        self,
    ) -> "tuple[Callable[..., State], tuple[Setting, VectorFields, NumberFields]]":
        return restore_state, (self.setting, *pickle_fields(self))

    def __copy__(self) -> "State":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "State":
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
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.RUBLES]

    def materials(self, seat: i64, kind: i64) -> i64:
        """How many of a material a seat has stored (R1.4)."""
        return pile.count_of(self.cells[at.SEATS + seat * at.SEAT_SIZE + at.MATERIALS], kind)

    def stored(self, seat: i64) -> i64:
        """The materials a seat has stored, all kinds."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.STORED]

    def score(self, seat: i64) -> i64:
        """Where a seat's marker stands, counted on past the lap (R1.2)."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.SCORE]

    def banners(self, seat: i64, source: i64) -> i64:
        """The banners of a seat that lie in one place: inventory, beside, white1, white2 (R4.1)."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.BANNERS + source]

    def ornaments(self, seat: i64, kind: i64) -> i64:
        """The ornaments of a kind that a seat could place: door, arch, cross (R5.5)."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.ORNAMENTS + kind]

    def workshop(self, seat: i64, space: i64) -> i64:
        """A workshop space: 0 empty, tile kind + 1 face up, -(kind + 1) face down (R4.4)."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.WORKSHOP + space]

    def owned(self, seat: i64) -> i64:
        """The places of the cards with a seat's banner, as bits."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.OWNED]

    def unfinished(self, seat: i64) -> i64:
        """The places of a seat's cards that are not completed, as bits."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.OWNED] & ~self.cells[at.BUILT]

    def decorated_places(self, seat: i64) -> i64:
        """The places of the cards with a seat's ornament, as bits."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.OWN_DECORATED]

    def claimed(self, seat: i64) -> i64:
        """The banners of a seat on cards."""
        return count(self.owned(seat))

    def completed(self, seat: i64) -> i64:
        """The cards a seat has completed."""
        return count(self.owned(seat) & self.cells[at.BUILT])

    def decorated(self, seat: i64) -> i64:
        """The ornaments a seat has placed on cards."""
        return count(self.decorated_places(seat))

    def unfinished_count(self, seat: i64) -> i64:
        """The cards that carry a seat's banner and are not completed."""
        return count(self.unfinished(seat))

    def unfinished_place(self, seat: i64, number: i64) -> i64:
        """The place of a seat's unfinished card, ``number`` 0, 1, ... in ascending order."""
        places = self.unfinished(seat)
        while number > 0:
            places &= places - 1
            number -= 1
        return lowest(places)

    def next_level(self, tower: i64) -> i64:
        """The level of a tower's next card to claim, which is the number of its banners (R4.2)."""
        available = self.cells[at.AVAILABLE] >> tower * LEVEL_COUNT & TOWER_MASK
        return lowest(available) if available else self.setting.heights[tower]

    def owner(self, place: i64) -> i64:
        """The seat whose banner is on a card, or NOBODY."""
        return self._seat_at(at.OWNED, place)

    def is_built(self, place: i64) -> bool:
        """Whether a card is completed (R5.3)."""
        return self.cells[at.BUILT] >> place & 1 == 1

    def decorator(self, place: i64) -> i64:
        """The seat whose ornament stands on a card, or NOBODY."""
        return self._seat_at(at.OWN_DECORATED, place)

    def _seat_at(self, field: i64, place: i64) -> i64:
        """The seat that has a place in this set."""
        seat: i64
        for seat in range(self.setting.seat_count):
            if self.cells[at.SEATS + seat * at.SEAT_SIZE + field] >> place & 1:
                return seat
        return NOBODY

    def tile(self, place: i64) -> i64:
        """The kind of the workshop tile on a card, or NOTHING."""
        return self.cells[at.TILE + place]

    def delivered(self, place: i64, material: i64) -> i64:
        """How many of a material lie on an unfinished card (R5.2)."""
        return pile.count_of(self.cells[at.DELIVERED + place], material)

    def needed(self, place: i64, material: i64) -> i64:
        """How many of a material an unfinished card still takes (R5.1)."""
        return pile.count_of(self.setting.cost[place], material) - self.delivered(place, material)

    def missing(self, place: i64) -> i64:
        """The materials an unfinished card still takes, all kinds; 0 when it is completed."""
        if self.is_built(place):
            return 0
        return pile.total(self.setting.cost[place]) - pile.total(self.cells[at.DELIVERED + place])

    def die_face(self, die: i64) -> i64:
        """What a die shows."""
        return self.cells[at.FACE + die]

    def die_space(self, die: i64) -> i64:
        """The market space on which a die stands, 0 to 7."""
        return self.cells[at.SPACE + die]

    def dice_count(self, space: i64) -> i64:
        """The dice on a market space."""
        return self.cells[at.DICE_COUNT + space]

    def resource_tile(self, space: i64) -> i64:
        """The number of the resource tile on a market space (R2.5)."""
        return self.cells[at.RESOURCE_TILE + space]

    def supply(self, resource: i64) -> i64:
        """What the general supply has of a material, or the bank of rubles (R1.3)."""
        return (
            self.cells[at.BANK]
            if resource == RUBLE
            else pile.count_of(self.cells[at.SUPPLY], resource)
        )

    def ivan_card(self, position: i64) -> i64:
        """The card at a position of Ivan's row, 0 to 4 (R8.2)."""
        return self.setting.ivan_cards[position]

    def ivan_tile(self, position: i64) -> i64:
        """The kind of the die tile at a position of Ivan's row."""
        return self.cells[at.IVAN_TILE + position]

    def is_face_up(self, position: i64) -> bool:
        """Whether Ivan's tile at a position of his row is still to be used."""
        return self.cells[at.IVAN_FACE_UP] >> position & 1 == 1

    def log_event(self, kind: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        """Add an event to the journal, when somebody keeps one."""
        if self.journal is not None:
            self._append_entry(kind, seat, a, b, c)

    def _append_entry(self, kind: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        assert self.journal is not None
        self.journal.append(JournalEntry(kind, seat, a, b, c))


def restore_state(setting: Setting, lists: VectorFields, numbers: NumberFields) -> State:
    """The state that ``pickle_fields`` told of."""
    state = State(setting, vec[i64](lists["cells"]))
    state.ivan_inventory = vec[i64](lists["ivan_inventory"])
    state.ivan_build = vec[i64](lists["ivan_build"])
    for name, number in numbers.items():
        setattr(state, name, number)
    return state
