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
    Colour,
)
from redcathedral.server.wire import protocol as wire
from redcathedral.words import Term, Words


def edition_message(edition: Edition, key: str, words: Words) -> wire.Box:
    """Everything of an edition that the page draws or explains."""
    return wire.Box(
        key=key,
        id=edition.id,
        name=edition.name,
        hash=edition.hash,
        lang=words.language,
        track=wire.BoxTrack(edition.lap, list(edition.prestige_spaces)),
        slots=edition.slots,
        covered=edition.covered,
        cards={
            card.id: wire.BoxCard(
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
        costs=wire.BoxCosts(_costs(edition.basic_costs), _costs(edition.advanced_costs)),
        marks={_mark(mark): words.say(Term("mark", {"mark": mark})) for mark in MARKS},
    )


def _mark(mark: str) -> wire.Mark:
    return cast("wire.Mark", mark)


def _tile(tile: WorkshopTile, words: Words) -> wire.BoxGift:
    return wire.BoxGift(
        gives="die" if tile.resource is None else RESOURCES[tile.resource],
        die=None if tile.die is None else DICE[tile.die],
        amount=tile.amount,
        many=tile.many,
        mark=_mark(tile.mark),
        words=words.benefit(tile),
    )


def _resource(tile: ResourceTile, words: Words) -> wire.BoxGift:
    name = RESOURCES[tile.resource]
    return wire.BoxGift(
        gives=cast("wire.Resource", name),
        die=None,
        amount=tile.amount,
        many=False,
        mark=_mark(tile.mark),
        words=words.say(Term(f"amount.{name}", {"n": tile.amount})),
    )


def _influence(card: InfluenceCard, words: Words) -> wire.BoxInfluence:
    return wire.BoxInfluence(
        group=GROUPS[card.group],
        mark=_mark(card.mark),
        origin=words.influence_mark(card),
        actions=[
            wire.BoxAction(
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


def _costs(table: Sequence[Sequence[int]]) -> dict[Colour, wire.Costs]:
    return {
        colour: dict(zip(WORKSHOP_SPACES, prices, strict=True))
        for colour, prices in zip(COLOURS, table, strict=True)
    }
