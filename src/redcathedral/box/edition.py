"""The types of an edition: all numbers printed on the components of one box.

Materials, resources, dice and so on are numbers, which ``box.vocabulary`` lists.  The ``mark`` of a
component says how its numbers are known: ``printed``, ``likely`` or ``reconstructed``.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec

RECONSTRUCTED: Final = "reconstructed"
# The sections of an edition file that list cards.  Keys of ``Edition.marks`` begin with a section.
CARD_SECTIONS: Final = frozenset(
    {"bases", "middles", "domes", "craftsmen", "teamsters", "merchants", "clergy"}
)
MARKS: Final = ("printed", "likely", RECONSTRUCTED)


@dataclass(frozen=True, slots=True)
class ResourceTile:
    """A round tile of the market (R2.5): the resource that each die on its space gives (R6.5)."""

    id: str
    resource: int  # 0..7
    amount: int  # 1..4
    mark: str


@dataclass(frozen=True, slots=True)
class WorkshopTile:
    """A kind of workshop tile (R2.9) and its benefit: a resource, or a die (R6.9, R6.10)."""

    id: str
    resource: int | None  # 0..7
    amount: int
    die: int | None  # 0..4
    count: int  # tiles of this kind in the box
    three_or_more: bool  # used only with three or more players
    mark: str


@dataclass(frozen=True, slots=True)
class Card:
    """A cathedral card (R2.8): its cost (R5.3), and the reward for completing it."""

    id: str
    section: int  # BASE, MIDDLE or DOME
    cost: tuple[int, ...]  # of wood, brick, stone, gold, green and purple gems
    recognition: int
    rubles: int
    mark: str


@dataclass(frozen=True, slots=True)
class Action:
    """One of the two actions of an influence card (R6.6, R6.7).

    ``price`` is the rubles paid, or for ``SELL`` the rubles received; 0 if the action has no price.
    ``amount`` counts what one use gives: materials, rubles, recognition, prestige, deliveries,
    swaps or activations.  The edition file sets it for ``GAIN_RUBLES``, ``GAIN_RECOGNITION``,
    ``GAIN_COMPLETE`` and ``DELIVER``.  It is 2 for ``TRADE_FOUR`` and 1 for all other effects.
    """

    effect: int  # SELL .. GAIN_COMPLETE
    materials: tuple[int, ...]  # kinds that may be sold or bought, ascending; () for other effects
    price: int
    amount: int
    endless: bool  # the infinity sign; else the lightning
    mark: str  # of the materials and of the sign
    sentence_mark: str  # of the printed sentence with the price and the amount


@dataclass(frozen=True, slots=True)
class InfluenceCard:
    """An influence card (R2.6); ``mark`` is the mark of its pair of actions."""

    id: str
    group: int  # CRAFTSMEN .. CLERGY
    actions: tuple[Action, Action]
    mark: str


@dataclass(frozen=True, slots=True)
class Edition:
    """All numbers of one box, validated (see ``load_edition``).

    Rows are in a canonical order, independent of their order in the file: tiles by resource,
    cards by section and number, influence cards by group and number, plans by their heights.  Two
    editions with the same ``hash`` can therefore differ only in ``id``, ``name`` and marks, and
    the same seed gives the same game with both.

    The keys of ``marks`` are ``section.row`` (``bases.b1``, ``track.lap``), and
    ``section.row.part`` (``basic_costs.yellow.blue``) for a part that has its own mark.
    """

    id: str
    name: str
    materials: tuple[int, ...]  # amount in the box of each material (R1.3)
    rubles: int  # the whole bank, with the option limited_rubles (R1.3)
    slots: int  # of an inventory (R1.4)
    covered: int  # slots under banners at the start (R2.2)
    beside: int  # banners next to the inventory at the start (R2.2)
    ornaments: tuple[int, int, int]  # doors, arches and crosses of a player (R2.2)
    lap: int  # number of spaces of the score track (R1.2)
    prestige_spaces: tuple[int, ...]  # the space of each prestige from 1 to 40
    resource_tiles: tuple[ResourceTile, ...]
    workshop_tiles: tuple[WorkshopTile, ...]
    cards: tuple[Card, ...]  # bases, then middles, then domes
    influence: tuple[InfluenceCard, ...]
    first_game: tuple[str, ...]  # one influence card of each group, by id (R2.6)
    plans: Mapping[int, tuple[tuple[int, ...], ...]] = field(hash=False)  # players -> heights
    basic_costs: tuple[tuple[int, ...], ...]  # [colour][workshop space] rubles (R4.4)
    advanced_costs: tuple[tuple[int, ...], ...]  # the same (R4.5)
    advanced_ornaments: tuple[
        tuple[int, ...], ...
    ]  # [colour][workshop space] DOOR, ARCH, CROSS or -1
    ivan_cards: tuple[str, ...]  # R8.2
    marks: Mapping[str, str] = field(hash=False)
    hash: str  # see ``fingerprint``

    @property
    def reconstructed_cards(self) -> int:
        """The number of cathedral and influence cards with a reconstructed number."""
        rows = {
            tuple(part.split(".")[:2])
            for part, mark in self.marks.items()
            if mark == RECONSTRUCTED and part.split(".")[0] in CARD_SECTIONS
        }
        return len(rows)


def fingerprint(edition: Edition) -> str:
    """Return the hash of an edition (``sha256:`` and 64 digits), equal for equal numbers.

    It hashes one line of JSON with everything that a game depends on.  This includes the ids of
    components, which records name, but not the id, name and marks of the edition, nor comments and
    the order of rows in its file.
    """
    numbers = {
        "materials": edition.materials,
        "rubles": edition.rubles,
        "inventory": [edition.slots, edition.covered, edition.beside],
        "ornaments": edition.ornaments,
        "lap": edition.lap,
        "prestige_spaces": edition.prestige_spaces,
        "resource_tiles": {t.id: [t.resource, t.amount] for t in edition.resource_tiles},
        "workshop_tiles": {
            t.id: [t.resource, t.amount, t.die, t.count, t.three_or_more]
            for t in edition.workshop_tiles
        },
        "cards": {c.id: [c.section, c.cost, c.recognition, c.rubles] for c in edition.cards},
        "influence": {
            card.id: [
                card.group,
                [[a.effect, a.materials, a.price, a.amount, a.endless] for a in card.actions],
            ]
            for card in edition.influence
        },
        "first_game": edition.first_game,
        "plans": {str(players): plans for players, plans in edition.plans.items()},
        "basic_costs": edition.basic_costs,
        "advanced_costs": edition.advanced_costs,
        "advanced_ornaments": edition.advanced_ornaments,
        "ivan_cards": edition.ivan_cards,
    }
    return "sha256:" + hashlib.sha256(msgspec.json.encode(numbers, order="sorted")).hexdigest()
