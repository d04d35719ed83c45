"""Define a class for each kind of event, such as a claimed card or a rolled die.

``event_of`` converts a journal entry of the engine to an event.  Messages to the browser use the
same types, with the kind under the key ``kind``.  ``seat`` is the color of a seat, ``place`` is in
the notation of decisions (``2.1``), market spaces count from 1, and ``tile`` is the id of a
workshop tile.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from redcathedral.box import vocabulary as v
from redcathedral.engine import events
from redcathedral.engine.setting import IVAN, Setting
from redcathedral.engine.state import JournalEntry, State
from redcathedral.record.notation import place_text
from redcathedral.record.position import Side


class _SeatEvent(Struct, frozen=True, tag_field="kind"):
    """The base of all events: the seat that acted or was affected."""

    seat: v.Colour


class TurnBegan(_SeatEvent, frozen=True, tag="turn-began"):
    """A seat's turn began."""


class Claimed(_SeatEvent, frozen=True, omit_defaults=True, tag="claimed"):
    """A card was claimed with a banner (R4.1, R4.2); ``source`` is None for Ivan."""

    place: str
    source: v.BannerSource | None = None


class TilePlaced(_SeatEvent, frozen=True, tag="tile-placed"):
    """A workshop tile was put on a board (R4.4)."""

    space: v.WorkshopSpace
    tile: str
    side: Side


class OrnamentFreed(_SeatEvent, frozen=True, tag="ornament-freed"):
    """An ornament on a workshop space became available (R4.5)."""

    space: v.WorkshopSpace
    ornament: v.OrnamentKind


class OrnamentLost(_SeatEvent, frozen=True, tag="ornament-lost"):
    """An ornament on a workshop space was removed from the game (R4.5)."""

    space: v.WorkshopSpace
    ornament: v.OrnamentKind


class Delivered(_SeatEvent, frozen=True, tag="delivered"):
    """One material was delivered to a card (R5.1)."""

    place: str
    resource: v.Resource


class Completed(_SeatEvent, frozen=True, tag="completed"):
    """A card was completed (R5.3)."""

    place: str


class Reprimanded(_SeatEvent, frozen=True, tag="reprimanded"):
    """A seat lost recognition for an unfinished card below the completed card ``cause`` (R5.4)."""

    place: str
    cause: str
    amount: int


class Decorated(_SeatEvent, frozen=True, tag="ornament-set"):
    """An ornament was placed on a card, with gems (R5.5)."""

    place: str
    ornament: v.OrnamentKind
    gems: v.GemSet


class Closed(_SeatEvent, frozen=True, tag="closed"):
    """A seat was the first to complete its sixth card (R7.1)."""


class DieMoved(_SeatEvent, frozen=True, tag="die-moved", rename={"from_": "from"}):
    """A die moved from one market space to another (R6.1)."""

    die: v.Die
    from_: int
    to: int


class DieBlocked(_SeatEvent, frozen=True, tag="die-blocked"):
    """Ivan's die did not move, because it would have ended on a full space (R8.4)."""

    die: v.Die
    space: int


class DieRolled(_SeatEvent, frozen=True, tag="die-rolled"):
    """A die was rolled (R6.11)."""

    die: v.Die
    face: int


class Gained(_SeatEvent, frozen=True, tag="gained"):
    """A seat received an amount of a resource."""

    resource: v.Resource
    amount: int


class Paid(_SeatEvent, frozen=True, tag="paid"):
    """A seat returned an amount of a resource to the supply."""

    resource: v.Resource
    amount: int


class PrestigeGained(_SeatEvent, frozen=True, tag="prestige-gained"):
    """A seat gained prestige; its marker moved ``steps`` spaces forward (R1.2)."""

    amount: int
    steps: int


class PrestigeLost(_SeatEvent, frozen=True, tag="prestige-lost"):
    """A seat lost prestige; its marker moved ``steps`` spaces back (R3.2, R7.8)."""

    amount: int
    steps: int


class TilesSwapped(_SeatEvent, frozen=True, tag="tiles-swapped"):
    """The resource tiles of two market spaces were swapped (R6.7)."""

    first: int
    second: int


class TileActivated(_SeatEvent, frozen=True, tag="tile-activated"):
    """A workshop tile was used (R6.9)."""

    space: v.WorkshopSpace
    tile: str


class TileDiscarded(_SeatEvent, frozen=True, tag="tile-discarded"):
    """The workshop tile of a card that Ivan claimed was removed from the game (R8.4)."""

    tile: str
    place: str


class IvanActed(_SeatEvent, frozen=True, tag="ivan-acted"):
    """Ivan used the card at position ``number`` of his row, counted from 1 (R8.4)."""

    card: v.IvanCard
    number: int
    die: v.Die


class IvanStored(_SeatEvent, frozen=True, tag="ivan-stored"):
    """Ivan put an amount of a material, possibly 0, on his Inventory card (R8.4)."""

    resource: v.Resource
    amount: int


class IvanTransported(_SeatEvent, frozen=True, tag="ivan-transported"):
    """Ivan moved a number of materials from his Inventory card to his Build card (R8.4)."""

    amount: int


class IvanDealt(_SeatEvent, frozen=True, tag="ivan-dealt"):
    """All of Ivan's tiles were dealt face up again (R8.5)."""


class GameEnded(_SeatEvent, frozen=True, tag="game-ended"):
    """The last turn has ended (R7.1)."""


Event: TypeAlias = (
    TurnBegan | Claimed | TilePlaced | OrnamentFreed | OrnamentLost | Delivered | Completed
    | Reprimanded | Decorated | Closed | DieMoved | DieBlocked | DieRolled | Gained | Paid
    | PrestigeGained | PrestigeLost | TilesSwapped | TileActivated | TileDiscarded | IvanActed
    | IvanStored | IvanTransported | IvanDealt | GameEnded
)  # fmt: skip


class collected_events:  # noqa: N801 # used as a function; contextlib takes twice the time
    """A context with a list that has the events of a state's changes, when they are complete."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._events: list[Event] = []

    def __enter__(self) -> list[Event]:
        self._journal: list[JournalEntry] = []
        self._state.journal = self._journal
        return self._events

    def __exit__(self, *_: object) -> None:
        self._state.journal = None
        self._events += events_of(self._journal, self._state.setting)


def events_of(entries: Iterable[JournalEntry], setting: Setting) -> list[Event]:
    """Return the events of a journal of the engine, in order."""
    return [event_of(entry, setting) for entry in entries]


def event_of(entry: JournalEntry, setting: Setting) -> Event:
    """Return the event of a journal entry; raises ValueError for an unknown kind."""
    seat = setting.colour(entry.seat)
    tiles = setting.components.edition.workshop_tiles
    a, b, c = entry.a, entry.b, entry.c
    match entry.kind:
        case events.TURN_BEGAN:
            return TurnBegan(seat)
        case events.CLAIMED:
            source = None if setting.is_ivan(entry.seat) else v.BANNER_SOURCES[b]
            return Claimed(seat, place_text(a), source)
        case events.TILE_PLACED:
            return TilePlaced(seat, v.WORKSHOP_SPACES[a], tiles[b].id, "up" if c else "down")
        case events.ORNAMENT_FREED:
            return OrnamentFreed(seat, v.WORKSHOP_SPACES[a], v.ORNAMENTS[b])
        case events.ORNAMENT_LOST:
            return OrnamentLost(seat, v.WORKSHOP_SPACES[a], v.ORNAMENTS[b])
        case events.DELIVERED:
            return Delivered(seat, place_text(a), v.RESOURCES[b])
        case events.COMPLETED:
            return Completed(seat, place_text(a))
        case events.REPRIMANDED:
            return Reprimanded(seat, place_text(a), place_text(c), b)
        case events.ORNAMENT_SET:
            return Decorated(seat, place_text(a), v.ORNAMENTS[b], v.GEM_SETS[c])
        case events.CLOSED:
            return Closed(seat)
        case events.DIE_MOVED:
            return DieMoved(seat, v.DICE[a], b + 1, c + 1)
        case events.DIE_BLOCKED:
            return DieBlocked(seat, v.DICE[a], b + 1)
        case events.DIE_ROLLED:
            return DieRolled(seat, v.DICE[a], b)
        case events.GAINED:
            return Gained(seat, v.RESOURCES[a], b)
        case events.PAID:
            return Paid(seat, v.RESOURCES[a], b)
        case events.PRESTIGE_GAINED:
            return PrestigeGained(seat, a, b)
        case events.PRESTIGE_LOST:
            return PrestigeLost(seat, a, b)
        case events.TILES_SWAPPED:
            return TilesSwapped(seat, a + 1, b + 1)
        case events.TILE_ACTIVATED:
            return TileActivated(seat, v.WORKSHOP_SPACES[a], tiles[b].id)
        case events.TILE_DISCARDED:
            return TileDiscarded(seat, tiles[a].id, place_text(b))
        case events.IVAN_ACTED:
            return IvanActed(seat, v.IVAN_CARDS[a], b + 1, v.DICE[c])
        case events.IVAN_STORED:
            return IvanStored(seat, v.RESOURCES[a], b)
        case events.IVAN_TRANSPORTED:
            return IvanTransported(seat, a)
        case events.IVAN_DEALT:
            return IvanDealt(seat)
        case events.GAME_ENDED:
            return GameEnded(seat)
        case _:
            raise ValueError(f"the engine has no event of kind {entry.kind}")


def event_comment(setting: Setting, event: Event) -> str | None:
    """Return the comment on an event in a record; None if the event needs none."""
    by_ivan = setting.solo and event.seat == setting.colour(IVAN)
    match event:
        case Completed(seat, place):
            return f"{seat} completes {place}"
        case Reprimanded(seat, amount=lost) if lost:
            return f"the tsar takes {lost} from {seat}"
        case IvanActed(card=card, die=die):
            return f"Ivan: card {card}, die {die}"
        case DieBlocked():
            return "the die would end on a full space and does not move"
        case IvanStored(resource=resource, amount=amount):
            return f"Ivan stores {amount} {v.LETTERS[v.RESOURCES.index(resource)]}"
        case Claimed(place=place) if by_ivan:
            return f"Ivan claims {place}"
        case Decorated(place=place) if by_ivan:
            return f"Ivan places an ornament on {place}"
        case _:
            return None
