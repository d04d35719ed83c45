"""The components that an owner has read from their own copy of the game, in any order."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from redcathedral.box import vocabulary as v
from redcathedral.box.effects import EffectName
from redcathedral.box.file_sections import Deck, PlanDeck

BoardOrnament: TypeAlias = Literal["door", "arch", "cross", "none"]
# The limits are wider than any real component, so that a mistake gets a clear problem.
MAX_NUMBER: Final = 31
MAX_NAME_LENGTH: Final = 40
BoxNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]


class EnteredCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A cathedral card: the materials that it costs, and what its owner gains (R5.3)."""

    cost: Annotated[list[v.Material], Meta(max_length=12)]
    recognition: BoxNumber = 0
    rubles: BoxNumber = 0


class EnteredAction(Struct, frozen=True, forbid_unknown_fields=True):
    """An action of an influence card (R6.7), with the fields of ``edition.Action``."""

    effect: EffectName
    materials: Annotated[list[v.Material], Meta(max_length=v.MATERIAL_COUNT)] = []
    price: BoxNumber = 0
    amount: BoxNumber = 1
    endless: bool = False


class EnteredInfluence(Struct, frozen=True, forbid_unknown_fields=True):
    """An influence card, and whether it is in the set for a first game (R2.6)."""

    actions: Annotated[list[EnteredAction], Meta(max_length=2)]
    first_game: bool = False


class EnteredTile(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of workshop tile (R2.9), which gives a resource or is about a die, and its count."""

    gives: v.Resource | None
    die: v.Die | None
    amount: BoxNumber
    many: bool  # only for three or more players
    count: BoxNumber


class EnteredBoard(Struct, frozen=True, forbid_unknown_fields=True):
    """Both sides of a workshop board: rubles by space (R4.4, R4.5), and ornaments (R2.3)."""

    basic: dict[v.WorkshopSpace, BoxNumber]
    advanced: dict[v.WorkshopSpace, BoxNumber]
    ornaments: dict[v.Colour, BoardOrnament]


TowerHeights: TypeAlias = Annotated[
    list[Annotated[int, Meta(ge=0, le=9)]], Meta(min_length=1, max_length=v.TOWER_COUNT)
]


class EnteredBox(Struct, frozen=True, forbid_unknown_fields=True):
    """The entered components.  Components that are missing are still those of the packaged edition.

    ``resources`` has the amounts on the round tiles, ``prestige`` the prestige spaces in ascending
    order, and ``rubles`` the value of all coins.  ``tiles``, ``resources`` and ``prestige`` count
    once they are complete.
    """

    name: Annotated[str, Meta(max_length=MAX_NAME_LENGTH)] = ""
    cards: dict[Deck, Annotated[list[EnteredCard], Meta(max_length=40)]] = {}
    influence: dict[v.Guild, Annotated[list[EnteredInfluence], Meta(max_length=12)]] = {}
    plans: dict[PlanDeck, Annotated[list[TowerHeights], Meta(max_length=12)]] = {}
    tiles: Annotated[list[EnteredTile], Meta(max_length=60)] = []
    resources: dict[v.Resource, BoxNumber] = {}
    boards: dict[v.Colour, EnteredBoard] = {}
    prestige: Annotated[list[Annotated[int, Meta(ge=1, le=127)]], Meta(max_length=80)] = []
    rubles: Annotated[int, Meta(ge=0, le=999)] | None = None


class EntryProgress(Struct, frozen=True):
    """The entered components of a kind, and the number ``of`` them in the box."""

    entered: int
    of: int
