"""An edition as data for the page: what lies in the box, with marks and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from redcathedral.box import MARKS, Edition, InfluenceCard, ResourceTile, WorkshopTile
from redcathedral.box.vocabulary import (
    COLOURS,
    DICE,
    EFFECTS,
    GROUPS,
    LETTERS,
    RESOURCES,
    SECTIONS,
    WORKSHOP_SPACES,
)
from redcathedral.server.wire.protocol import (
    Box,
    BoxAction,
    BoxCard,
    BoxCosts,
    BoxGift,
    BoxInfluence,
    BoxTrack,
    Colour,
    Costs,
    EditionRef,
    Mark,
    Resource,
    WorkshopSpace,
)
from redcathedral.words import Term, Words


def reference(edition: Edition, key: str) -> EditionRef:
    """An edition by name."""
    return EditionRef(key=key, id=edition.id, name=edition.name, hash=edition.hash)


def box_view(edition: Edition, key: str, words: Words) -> Box:
    """Everything of an edition that the page draws or explains."""
    return Box(
        key=key,
        id=edition.id,
        name=edition.name,
        hash=edition.hash,
        lang=words.language,
        track=BoxTrack(edition.lap, list(edition.prestige_spaces)),
        slots=edition.slots,
        covered=edition.covered,
        cards={
            card.id: BoxCard(
                section=SECTIONS[card.section],
                cost="".join(LETTERS[kind] * count for kind, count in enumerate(card.cost)),
                recognition=card.recognition,
                rubles=card.rubles,
                mark=_mark(card.mark),
                words=words.card(card),
            )
            for card in edition.cards
        },
        tiles={tile.id: _tile(tile, words) for tile in edition.workshop_tiles},
        resources={tile.id: _resource(tile, words) for tile in edition.resource_tiles},
        influence={card.id: _influence(card, words) for card in edition.influence},
        costs=BoxCosts(_costs(edition.basic_costs), _costs(edition.advanced_costs)),
        marks={_mark(mark): words.say(Term("mark", {"mark": mark})) for mark in MARKS},
    )


def _mark(mark: str) -> Mark:
    return cast("Mark", mark)


def _tile(tile: WorkshopTile, words: Words) -> BoxGift:
    return BoxGift(
        gives="die" if tile.resource is None else RESOURCES[tile.resource],
        die=None if tile.die is None else DICE[tile.die],
        amount=tile.amount,
        many=tile.many,
        mark=_mark(tile.mark),
        words=words.benefit(tile),
    )


def _resource(tile: ResourceTile, words: Words) -> BoxGift:
    name = RESOURCES[tile.resource]
    return BoxGift(
        gives=cast("Resource", name),
        die=None,
        amount=tile.amount,
        many=False,
        mark=_mark(tile.mark),
        words=words.say(Term(f"amount.{name}", {"n": tile.amount})),
    )


def _influence(card: InfluenceCard, words: Words) -> BoxInfluence:
    return BoxInfluence(
        group=GROUPS[card.group],
        mark=_mark(card.mark),
        origin=words.influence_mark(card),
        actions=[
            BoxAction(
                effect=EFFECTS[action.effect],
                materials="".join(LETTERS[kind] for kind in action.materials),
                price=action.price,
                amount=action.amount,
                endless=action.endless,
                mark=_mark(action.mark),
                sentence_mark=_mark(action.sentence_mark),
                words=words.action(action),
            )
            for action in card.actions
        ],
    )


def _costs(table: Sequence[Sequence[int]]) -> dict[Colour, Costs]:
    return {
        cast("Colour", colour): {
            cast("WorkshopSpace", space): price
            for space, price in zip(WORKSHOP_SPACES, prices, strict=True)
        }
        for colour, prices in zip(COLOURS, table, strict=True)
    }
