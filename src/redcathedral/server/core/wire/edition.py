"""An edition as data for the page: all components, with their marks and texts."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias, cast, get_args

from msgspec import Struct

from redcathedral.box import MARKS, Edition, InfluenceCard, ResourceTile, WorkshopTile
from redcathedral.box import vocabulary as v
from redcathedral.box.effects import EFFECTS, EffectName, EffectPart
from redcathedral.record.position import ALL_KEYS
from redcathedral.text import Narrator, Term, terms

Section: TypeAlias = Literal["base", "middle", "dome"]
Mark: TypeAlias = Literal["printed", "likely", "reconstructed"]


class BoxTrack(Struct, frozen=True):
    """The score track: its length, and the recognition of each prestige space (R1.2)."""

    lap: int
    prestige: list[int]


class BoxCard(Struct, frozen=True):
    """A cathedral card; ``cost`` is letters of materials (R5.3)."""

    section: Section
    cost: str
    recognition: int
    rubles: int
    mark: Mark
    words: str


class BoxGift(Struct, frozen=True):
    """A workshop tile or a resource tile: a resource and its amount, or a die."""

    gives: v.Resource | Literal["die"]
    die: v.Die | None
    amount: int
    many: bool
    mark: Mark
    words: str


class BoxAction(Struct, frozen=True):
    """One of the two actions of an influence card (R6.7).

    ``mark`` is that of the materials shown and of lightning or infinity, ``sentence_mark`` that of
    wording, price and amount.
    """

    effect: EffectName
    materials: str
    price: int
    amount: int
    endless: bool
    mark: Mark
    sentence_mark: Mark
    words: str


class BoxInfluence(Struct, frozen=True):
    """An influence card: the ``mark`` of its pairing of actions; ``origin`` explains all marks."""

    group: v.Guild
    mark: Mark
    origin: str
    actions: list[BoxAction]


Costs: TypeAlias = Annotated[dict[v.WorkshopSpace, int], ALL_KEYS]
BoardCosts: TypeAlias = Annotated[dict[v.Colour, Costs], ALL_KEYS]


class BoxCosts(Struct, frozen=True):
    """Rubles for a tile face up: by the board's colour and workshop space (R4.4, R4.5)."""

    basic: BoardCosts
    advanced: BoardCosts


class EditionRef(Struct, frozen=True):
    """An edition by name; requests use its ``key``, a hash of its file."""

    key: str
    id: str
    name: str
    hash: str


class Box(EditionRef, frozen=True):
    """An edition as data, for drawing and explaining the components."""

    lang: str
    track: BoxTrack
    slots: int
    covered: int
    plans: dict[int, list[list[int]]]  # by the number of seats: heights of the towers
    cards: dict[str, BoxCard]
    tiles: dict[str, BoxGift]
    resources: dict[str, BoxGift]
    influence: dict[str, BoxInfluence]
    effects: Annotated[dict[EffectName, list[EffectPart]], ALL_KEYS]  # what their sentences show
    costs: BoxCosts
    ornaments: dict[v.Colour, dict[v.Colour, v.OrnamentKind]]  # by board and space (R2.3)
    reconstructed: int  # number of reconstructed cards and influence cards
    marks: Annotated[dict[Mark, str], ALL_KEYS]  # the text of each mark


def edition_message(edition: Edition, key: str, words: Narrator) -> Box:
    return Box(
        key=key,
        id=edition.id,
        name=edition.name,
        hash=edition.hash,
        lang=words.language,
        track=BoxTrack(edition.lap, list(edition.prestige_spaces)),
        slots=edition.slots,
        covered=edition.covered,
        plans={seats: [list(plan) for plan in plans] for seats, plans in edition.plans.items()},
        cards={
            card.id: BoxCard(
                section=v.SECTIONS[card.section],
                cost="".join(v.LETTERS[kind] * count for kind, count in enumerate(card.cost)),
                recognition=card.recognition,
                rubles=card.rubles,
                mark=_mark(card.mark),
                words=words.say(terms.card(card)),
            )
            for card in edition.cards
        },
        tiles={t.id: _gift(t, terms.benefit(t), words) for t in edition.workshop_tiles},
        resources={t.id: _gift(t, terms.resource_tile(t), words) for t in edition.resource_tiles},
        influence={card.id: _influence(card, words) for card in edition.influence},
        effects={
            effect.name: [part for part in get_args(EffectPart) if effect.shows(part)]
            for effect in EFFECTS
        },
        reconstructed=edition.reconstructed_cards,
        costs=BoxCosts(_costs(edition.basic_costs), _costs(edition.advanced_costs)),
        ornaments={
            board: {
                space: v.ORNAMENTS[kind]
                for space, kind in zip(v.COLOURS, kinds, strict=False)
                if kind >= 0
            }
            for board, kinds in zip(v.COLOURS, edition.advanced_ornaments, strict=True)
        },
        marks={_mark(mark): words.say(Term("mark", mark=mark)) for mark in MARKS},
    )


def _mark(mark: str) -> Mark:
    return cast("Mark", mark)


def _gift(tile: WorkshopTile | ResourceTile, benefit: Term, words: Narrator) -> BoxGift:
    die, many = None, False
    if isinstance(tile, WorkshopTile):
        die, many = tile.die, tile.three_or_more
    return BoxGift(
        gives="die" if tile.resource is None else v.RESOURCES[tile.resource],
        die=None if die is None else v.DICE[die],
        amount=tile.amount,
        many=many,
        mark=_mark(tile.mark),
        words=words.say(benefit),
    )


def _influence(card: InfluenceCard, words: Narrator) -> BoxInfluence:
    return BoxInfluence(
        group=v.GROUPS[card.group],
        mark=_mark(card.mark),
        origin=words.say(terms.influence_mark(card)),
        actions=[
            BoxAction(
                effect=EFFECTS[action.effect].name,
                materials="".join(v.LETTERS[kind] for kind in action.materials),
                price=action.price,
                amount=action.amount,
                endless=action.endless,
                mark=_mark(action.mark),
                sentence_mark=_mark(action.sentence_mark),
                words=words.say(terms.action(action)),
            )
            for action in card.actions
        ],
    )


def _costs(table: Sequence[Sequence[int]]) -> dict[v.Colour, Costs]:
    return {
        colour: dict(zip(v.WORKSHOP_SPACES, prices, strict=True))
        for colour, prices in zip(v.COLOURS, table, strict=True)
    }
