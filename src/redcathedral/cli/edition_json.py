"""Convert an edition to JSON, with words of the rulebook instead of numbers."""

from collections.abc import Sequence
from dataclasses import asdict, fields

from redcathedral.box import Action, Edition
from redcathedral.box import vocabulary as v
from redcathedral.box.action import action_text
from redcathedral.box.effects import EFFECTS


def edition_json(edition: Edition) -> dict[str, object]:
    return {
        "id": edition.id,
        "name": edition.name,
        "hash": edition.hash,
        **{field.name: getattr(edition, field.name) for field in fields(edition)},
        "materials": dict(zip(v.MATERIALS, edition.materials, strict=True)),
        "ornaments": dict(zip(v.ORNAMENTS, edition.ornaments, strict=True)),
        "resource_tiles": [
            asdict(tile) | {"resource": v.RESOURCES[tile.resource]}
            for tile in edition.resource_tiles
        ],
        "workshop_tiles": [
            asdict(tile)
            | {
                "resource": None if tile.resource is None else v.RESOURCES[tile.resource],
                "die": None if tile.die is None else v.DICE[tile.die],
            }
            for tile in edition.workshop_tiles
        ],
        "cards": [
            asdict(card) | {"section": v.SECTIONS[card.section], "cost": _materials(card.cost)}
            for card in edition.cards
        ],
        "influence": [
            asdict(card) | {"group": v.GROUPS[card.group], "actions": [*map(_action, card.actions)]}
            for card in edition.influence
        ],
        "plans": dict(edition.plans),
        "basic_costs": _board(edition.basic_costs),
        "advanced_costs": _board(edition.advanced_costs),
        "advanced_ornaments": _board(
            [
                [None if kind < 0 else v.ORNAMENTS[kind] for kind in row]
                for row in edition.advanced_ornaments
            ]
        ),
        "marks": dict(edition.marks),
    }


def _materials(cost: tuple[int, ...]) -> dict[str, int]:
    return {name: count for name, count in zip(v.MATERIALS, cost, strict=True) if count}


def _action(action: Action) -> dict[str, object]:
    return {
        "text": action_text(action),
        **asdict(action),
        "effect": EFFECTS[action.effect].name,
        "materials": [v.MATERIALS[kind] for kind in action.materials],
    }


def _board(rows: Sequence[Sequence[object]]) -> dict[str, dict[str, object]]:
    return {
        colour: dict(zip(v.WORKSHOP_SPACES, row, strict=True))
        for colour, row in zip(v.COLOURS, rows, strict=True)
    }
