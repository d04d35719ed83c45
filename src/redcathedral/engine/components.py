"""Convert the numbers of an edition to flat vectors, for the engine."""

from math import prod
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box.edition import Edition
from redcathedral.box.vocabulary import COLOUR_COUNT, SECTION_COUNT, TOWER_COUNT, WORKSHOP_COUNT
from redcathedral.engine import pile

DIE_BENEFIT: Final = 8  # ``tile_gives`` of a tile with die 0; resources have lower numbers


class Components:
    """The components of one edition, which all states share and never change.

    The vectors are flat, such as ``card_cost[card * 6 + material]``; ``costs`` has the workshop
    costs in the order of side, color, space.  ``card_cost_pile`` has the costs of cards as piles,
    ``action_materials`` has sets of kinds (see ``engine.pile``).  ``tile_gives`` has a resource,
    0 to 7, or 8 + die (R6.10).  ``card_weight[section]`` and ``plan_weight[players]`` are the
    weights of cards and plans in set-up.
    """

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.slots: i64 = edition.slots
        self.covered: i64 = edition.covered
        self.beside: i64 = edition.beside
        self.banners: i64 = edition.covered + edition.beside
        self.rubles: i64 = edition.rubles
        self.supply: i64 = pile.from_counts(edition.materials)
        self.ornaments = vec[i64](edition.ornaments)

        self.lap: i64 = edition.lap
        self.prestige_count: i64 = len(edition.prestige_spaces)
        self.prestige_at = _prestige_at(edition.lap, edition.prestige_spaces)
        self.prestige_space = vec[i64]((0, *edition.prestige_spaces))
        self.first_prestige: i64 = edition.prestige_spaces[0]

        self.resource_gives = vec[i64]([tile.resource for tile in edition.resource_tiles])
        self.resource_amount = vec[i64]([tile.amount for tile in edition.resource_tiles])

        self.tile_gives = vec[i64](
            [
                DIE_BENEFIT + (tile.die or 0) if tile.resource is None else tile.resource
                for tile in edition.workshop_tiles
            ]
        )
        self.tile_amount = vec[i64]([tile.amount for tile in edition.workshop_tiles])
        self.tile_count = vec[i64]([tile.count for tile in edition.workshop_tiles])
        self.tile_three_or_more = vec[i64](
            [int(tile.three_or_more) for tile in edition.workshop_tiles]
        )

        self.ivan_tiles = vec[i64](
            [int(tile.resource is None and tile.three_or_more) for tile in edition.workshop_tiles]
        )

        self.card_section = vec[i64]([card.section for card in edition.cards])
        self.card_weight = [
            vec[i64]([int(card.section == section) for card in edition.cards])
            for section in range(SECTION_COUNT)
        ]
        self.card_cost = vec[i64]([n for card in edition.cards for n in card.cost])
        self.card_cost_pile = vec[i64]([pile.from_counts(card.cost) for card in edition.cards])
        self.card_recognition = vec[i64]([card.recognition for card in edition.cards])
        self.card_rubles = vec[i64]([card.rubles for card in edition.cards])

        actions = [action for card in edition.influence for action in card.actions]
        self.influence_group = vec[i64]([card.group for card in edition.influence])
        self.action_effect = vec[i64]([action.effect for action in actions])
        self.action_materials = vec[i64](
            [sum(pile.pieces(material, 1) for material in action.materials) for action in actions]
        )
        self.action_price = vec[i64]([action.price for action in actions])
        self.action_amount = vec[i64]([action.amount for action in actions])
        self.action_endless = vec[i64]([int(action.endless) for action in actions])
        groups = [card.group for card in edition.influence]
        # Each group has the same probability, and so has each card within its group.
        self.influence_weight = vec[i64](
            [prod([groups.count(other) for other in set(groups) - {group}]) for group in groups]
        )
        self.first_game_weight = vec[i64](
            [int(card.id in edition.first_game) for card in edition.influence]
        )

        self.plans = [
            vec[i64]((*plan, *([0] * (TOWER_COUNT - len(plan)))))
            for players in (2, 3, 4)
            for plan in edition.plans[players]
        ]
        self.plan_weight = [
            vec[i64]([int(n == players) for n in (2, 3, 4) for _ in edition.plans[n]])
            for players in range(COLOUR_COUNT + 1)
        ]

        self.costs = vec[i64](
            [
                cost
                for side in (edition.basic_costs, edition.advanced_costs)
                for row in side
                for cost in row
            ]
        )
        self.locked_ornaments = vec[i64](
            [kind for row in edition.advanced_ornaments for kind in row]
        )

    def __repr__(self) -> str:
        return f"Components({self.edition.id!r})"

    def __reduce__(self) -> "tuple[type[Components], tuple[Edition]]":
        return Components, (self.edition,)

    def __copy__(self) -> "Components":
        return self

    def __deepcopy__(self, memo: object) -> "Components":
        return self

    def cost(self, advanced: i64, colour: i64, space: i64) -> i64:
        """Return the rubles for a face-up tile on a workshop space (R4.4, R4.5)."""
        return self.costs[(advanced * COLOUR_COUNT + colour) * WORKSHOP_COUNT + space]

    def tiles_in_play(self, players: i64) -> vec[i64]:
        """Return the number of workshop tiles of each kind, for a number of players (R2.9)."""
        result = self.tile_count[:]
        kind: i64
        if players < 3:
            for kind in range(len(result)):
                if self.tile_three_or_more[kind]:
                    result[kind] = 0
        return result


def _prestige_at(lap: i64, spaces: tuple[int, ...]) -> vec[i64]:
    """Return for each space 0..lap the number of prestige spaces up to it (R1.2)."""
    result = vec[i64]()
    count: i64 = 0
    position: i64
    for position in range(lap + 1):
        if position in spaces:
            count += 1
        result = append(result, count)
    return result
