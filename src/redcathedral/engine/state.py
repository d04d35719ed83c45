"""Store a position of the game: the pieces on the table, and the progress of the turn.

``State`` has the pieces in one flat vector of cells, and the progress of the turn in attributes.
``Setting`` has everything that is fixed after set-up; copies of a state share it.
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
from redcathedral.engine.setting import NOBODY as NOBODY  # noqa: PLC0414 re-exported
from redcathedral.engine.setting import NOTHING as NOTHING  # noqa: PLC0414 re-exported

UNLIMITED_BANK: Final = 1 << 40  # rubles of a bank that never runs out (R1.3)
EMPTY: Final = vec[i64]()


class JournalEntry:
    """An event in a journal: a kind of ``engine.events``, the seat, and up to three numbers.

    The entry for the beginning of a turn also has ``state``, a copy of the position.
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
    """A position.  It is cheap to copy; ``engine.rules`` lists and plays the legal decisions.

    ``seat`` is to move; ``phase`` is the decision or chance outcome that is due.  ``cells`` holds
    the pieces, at the offsets in ``engine.cells``.  ``ivan_inventory`` and ``ivan_build`` are
    replaced and never changed, because copies share them.  If ``journal`` is a list, all events
    are added to it; copies have no journal.
    """

    def __init__(self, setting: Setting, cells: vec[i64]) -> None:
        self.setting = setting
        self.cells = cells
        self.ivan_inventory = EMPTY  # materials on his Inventory card, in order
        self.ivan_build = EMPTY
        self.phase: i64 = CHOOSE_PLAN
        self.seat: i64 = 0
        self.turn: i64 = 0  # turns ended so far, all seats
        self.closer: i64 = NOBODY  # the first seat to complete a sixth card (R7.1)
        self.cursor: i64 = 0  # chance: the place, space or position that is drawn next
        self.pending: i64 = 0  # chance: the set of dice to roll
        self.after: i64 = TURN  # the phase after the roll, or AFTER_END_TURN or AFTER_IVAN
        self.claim: i64 = NOTHING  # the place just claimed, until its tile is placed
        self.left: i64 = 0  # remaining deliveries (R5.1, R6.8) or materials to get (R6.7)
        self.die: i64 = NOTHING  # the die moved in this turn
        self.space: i64 = NOTHING  # the space where this die ended (R6.11)
        self.taken: i64 = 0  # 1 after taking resources (R6.5)
        self.influenced: i64 = 0  # 1 after using influence (R6.6)
        self.activated: i64 = 0  # 1 after activating a workshop tile (R6.9)
        self.action: i64 = NOTHING  # the influence action in progress: card * 2 + 0 or 1
        self.repeats: i64 = 0  # the number of times that this action has been carried out
        self.window: i64 = at.WINDOW_UNUSED  # for exchanging prestige (R3.5)
        self.rerolled: i64 = 0  # 1 after this turn's paid re-roll (R3.3)
        self.moves = EMPTY  # a cache of the legal decisions; empty until they are computed
        self.journal: list[JournalEntry] | None = None

    def copy(self) -> "State":
        """Return an independent copy of the position, without the journal."""
        is_set_up = self.phase > DRAW_IVAN_CARD
        result = State(self.setting if is_set_up else self.setting.copy(), self.cells[:])
        result.ivan_inventory = self.ivan_inventory
        result.ivan_build = self.ivan_build
        result.phase = self.phase
        result.seat = self.seat
        result.turn = self.turn
        result.closer = self.closer
        result.cursor = self.cursor
        result.pending = self.pending
        result.after = self.after
        result.claim = self.claim
        result.left = self.left
        result.die = self.die
        result.space = self.space
        result.taken = self.taken
        result.influenced = self.influenced
        result.activated = self.activated
        result.action = self.action
        result.repeats = self.repeats
        result.window = self.window
        result.rerolled = self.rerolled
        return result

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

    # --- the pieces on the table

    @property
    def decider(self) -> i64:
        """The seat that decides; in Ivan's turn the human decides for him (R8.4)."""
        return HUMAN if self.phase > DONE else self.seat

    def is_ivan(self, seat: i64) -> bool:
        """Return whether a seat is Ivan's (R8.1)."""
        return self.setting.is_ivan(seat)

    def rubles(self, seat: i64) -> i64:
        """Return the rubles of a seat."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.RUBLES]

    def materials(self, seat: i64, kind: i64) -> i64:
        """Return the number of pieces of a material that a seat has stored (R1.4)."""
        return pile.count_of(self.stock(seat), kind)

    def stock(self, seat: i64) -> i64:
        """Return the pile of the materials that a seat has stored."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.MATERIALS]

    def stored(self, seat: i64) -> i64:
        """Return the number of materials of all kinds that a seat has stored."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.STORED]

    def score(self, seat: i64) -> i64:
        """Return the position of a seat's marker, which continues after a lap (R1.2)."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.SCORE]

    def banners(self, seat: i64, source: i64) -> i64:
        """Return the banners of a seat in one place: inventory, beside, white1, white2 (R4.1)."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.BANNERS + source]

    def ornaments(self, seat: i64, kind: i64) -> i64:
        """Return the ornaments of a kind that a seat can still place: door, arch, cross (R5.5)."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.ORNAMENTS + kind]

    def workshop(self, seat: i64, space: i64) -> i64:
        """Return a workshop space (R4.4): 0 empty, kind + 1 face up, -(kind + 1) face down."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.WORKSHOP + space]

    def owned(self, seat: i64) -> i64:
        """Return the set of places with a seat's banner, as bits."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.OWNED]

    def unfinished(self, seat: i64) -> i64:
        """Return the set of places with a seat's unfinished cards, as bits."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.OWNED] & ~self.cells[at.BUILT]

    def decorated_places(self, seat: i64) -> i64:
        """Return the set of places with a seat's ornament, as bits."""
        return self.cells[at.SEATS + seat * at.SEAT_SIZE + at.OWN_DECORATED]

    def claimed(self, seat: i64) -> i64:
        """Return the number of cards that a seat has claimed."""
        return count(self.owned(seat))

    def completed(self, seat: i64) -> i64:
        """Return the number of cards that a seat has completed."""
        return count(self.owned(seat) & self.cells[at.BUILT])

    def decorated(self, seat: i64) -> i64:
        """Return the number of ornaments that a seat has placed."""
        return count(self.decorated_places(seat))

    def unfinished_count(self, seat: i64) -> i64:
        """Return the number of a seat's unfinished cards."""
        return count(self.unfinished(seat))

    def unfinished_place(self, seat: i64, number: i64) -> i64:
        """Return the place of unfinished card ``number`` of a seat, from 0 in order of places."""
        places = self.unfinished(seat)
        while number > 0:
            places &= places - 1
            number -= 1
        return lowest(places)

    def next_level(self, tower: i64) -> i64:
        """Return the level of the next card to claim; the tower's height if none is left (R4.2)."""
        available = self.cells[at.AVAILABLE] >> tower * LEVEL_COUNT & TOWER_MASK
        return lowest(available) if available else self.setting.heights[tower]

    def owner(self, place: i64) -> i64:
        """Return the seat whose banner is on a card, or NOBODY."""
        return self._seat_at(at.OWNED, place)

    def is_built(self, place: i64) -> bool:
        """Return whether a card is completed (R5.3)."""
        return self.cells[at.BUILT] >> place & 1 == 1

    def decorator(self, place: i64) -> i64:
        """Return the seat whose ornament is on a card, or NOBODY."""
        return self._seat_at(at.OWN_DECORATED, place)

    def _seat_at(self, field: i64, place: i64) -> i64:
        """Return the seat whose set at a cell contains a place, or NOBODY."""
        seat: i64
        for seat in range(self.setting.seat_count):
            if self.cells[at.SEATS + seat * at.SEAT_SIZE + field] >> place & 1:
                return seat
        return NOBODY

    def tile(self, place: i64) -> i64:
        """Return the kind of the workshop tile on a card, or NOTHING."""
        return self.cells[at.TILE + place]

    def delivered(self, place: i64, material: i64) -> i64:
        """Return the number of pieces of a material on an unfinished card (R5.2)."""
        return pile.count_of(self.cells[at.DELIVERED + place], material)

    def needed(self, place: i64, material: i64) -> i64:
        """Return the number of further pieces of a material for an unfinished card (R5.1)."""
        return pile.count_of(self.setting.cost[place], material) - self.delivered(place, material)

    def needs(self, place: i64) -> i64:
        """Return the pile of further materials for an unfinished card (R5.1)."""
        return pile.lacking(self.setting.cost[place], self.cells[at.DELIVERED + place])

    def missing(self, place: i64) -> i64:
        """Return the number of further materials of all kinds for a card; 0 if completed."""
        if self.is_built(place):
            return 0
        return pile.total(self.setting.cost[place]) - pile.total(self.cells[at.DELIVERED + place])

    def die_face(self, die: i64) -> i64:
        """Return the face of a die, 1 to 6."""
        return self.cells[at.FACE + die]

    def die_space(self, die: i64) -> i64:
        """Return the market space of a die, 0 to 7."""
        return self.cells[at.SPACE + die]

    def dice_count(self, space: i64) -> i64:
        """Return the number of dice on a market space."""
        return self.cells[at.DICE_COUNT + space]

    def resource_tile(self, space: i64) -> i64:
        """Return the number of the resource tile on a market space (R2.5)."""
        return self.cells[at.RESOURCE_TILE + space]

    def supply(self, resource: i64) -> i64:
        """Return the pieces of a material in the supply, or the rubles in the bank (R1.3)."""
        return (
            self.cells[at.BANK]
            if resource == RUBLE
            else pile.count_of(self.cells[at.SUPPLY], resource)
        )

    def ivan_card(self, position: i64) -> i64:
        """Return the card at a position of Ivan's row, 0 to 4 (R8.2)."""
        return self.setting.ivan_cards[position]

    def ivan_tile(self, position: i64) -> i64:
        """Return the kind of the die tile at a position of Ivan's row."""
        return self.cells[at.IVAN_TILE + position]

    def is_face_up(self, position: i64) -> bool:
        """Return whether the tile at a position of Ivan's row is face up (not used yet)."""
        return self.cells[at.IVAN_FACE_UP] >> position & 1 == 1

    def log_event(self, kind: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        """Add an event to the journal, if there is one."""
        if self.journal is not None:
            self._append_entry(kind, seat, a, b, c)

    def _append_entry(self, kind: i64, seat: i64, a: i64, b: i64, c: i64) -> None:
        assert self.journal is not None
        self.journal.append(JournalEntry(kind, seat, a, b, c))


def restore_state(setting: Setting, lists: VectorFields, numbers: NumberFields) -> State:
    """Return the state with the given fields, as ``pickle_fields`` returned them."""
    state = State(setting, vec[i64](lists["cells"]))
    state.ivan_inventory = vec[i64](lists["ivan_inventory"])
    state.ivan_build = vec[i64](lists["ivan_build"])
    for name, number in numbers.items():
        setattr(state, name, number)
    return state
