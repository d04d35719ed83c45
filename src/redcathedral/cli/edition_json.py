"""An edition as JSON: the rulebook's words in place of the numbers of the vocabulary."""

from __future__ import annotations

from redcathedral.box import Action, Edition
from redcathedral.box.action import action_text
from redcathedral.box.effects import EFFECTS
from redcathedral.box.vocabulary import (
    COLOURS,
    DICE,
    GROUPS,
    MATERIALS,
    ORNAMENTS,
    RESOURCES,
    SECTIONS,
    WORKSHOP_SPACES,
)


def edition_json(edition: Edition) -> dict[str, object]:
    """All numbers and marks of an edition, ready for ``json.dumps``."""
    return {
        "id": edition.id,
        "name": edition.name,
        "hash": edition.hash,
        "materials": dict(zip(MATERIALS, edition.materials, strict=True)),
        "rubles": edition.rubles,
        "slots": edition.slots,
        "covered": edition.covered,
        "beside": edition.beside,
        "ornaments": dict(zip(ORNAMENTS, edition.ornaments, strict=True)),
        "lap": edition.lap,
        "prestige_spaces": edition.prestige_spaces,
        "resource_tiles": [
            {
                "id": tile.id,
                "resource": RESOURCES[tile.resource],
                "amount": tile.amount,
                "mark": tile.mark,
            }
            for tile in edition.resource_tiles
        ],
        "workshop_tiles": [
            {
                "id": tile.id,
                "resource": None if tile.resource is None else RESOURCES[tile.resource],
                "amount": tile.amount,
                "die": None if tile.die is None else DICE[tile.die],
                "count": tile.count,
                "many": tile.many,
                "mark": tile.mark,
            }
            for tile in edition.workshop_tiles
        ],
        "cards": [
            {
                "id": card.id,
                "section": SECTIONS[card.section],
                "cost": _materials(card.cost),
                "recognition": card.recognition,
                "rubles": card.rubles,
                "mark": card.mark,
            }
            for card in edition.cards
        ],
        "influence": [
            {
                "id": card.id,
                "group": GROUPS[card.group],
                "actions": [_action(action) for action in card.actions],
                "mark": card.mark,
            }
            for card in edition.influence
        ],
        "first_game": edition.first_game,
        "plans": {str(players): plans for players, plans in edition.plans.items()},
        "basic_costs": _board(edition.basic_costs),
        "advanced_costs": _board(edition.advanced_costs),
        "advanced_ornaments": {
            colour: {
                space: None if kind < 0 else ORNAMENTS[kind]
                for space, kind in zip(WORKSHOP_SPACES, row, strict=True)
            }
            for colour, row in zip(COLOURS, edition.advanced_ornaments, strict=True)
        },
        "ivan_cards": edition.ivan_cards,
        "marks": dict(edition.marks),
    }


def _materials(cost: tuple[int, ...]) -> dict[str, int]:
    return {name: count for name, count in zip(MATERIALS, cost, strict=True) if count}


def _action(action: Action) -> dict[str, object]:
    return {
        "text": action_text(action),
        "effect": EFFECTS[action.effect].name,
        "materials": [MATERIALS[kind] for kind in action.materials],
        "price": action.price,
        "amount": action.amount,
        "endless": action.endless,
        "mark": action.mark,
        "sentence_mark": action.sentence_mark,
    }


def _board(rows: tuple[tuple[int, ...], ...]) -> dict[str, dict[str, int]]:
    return {
        colour: dict(zip(WORKSHOP_SPACES, row, strict=True))
        for colour, row in zip(COLOURS, rows, strict=True)
    }
