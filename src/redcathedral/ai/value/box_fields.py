"""Describe the components of a box as values of fields: what they cost, pay and do.

The fields of the box are the same during a whole game.  ``ComponentValues`` has the values of
components that other fields use.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.box import effects
from redcathedral.box import vocabulary as v
from redcathedral.engine import pile, track
from redcathedral.engine.components import DIE_BENEFIT, Components
from redcathedral.engine.setting import Setting

MAX_AMOUNT: Final = 3  # larger amounts of a resource count the same
BENEFIT_VALUES: Final = v.RESOURCE_COUNT * MAX_AMOUNT  # a resource and its amount
MAX_PRICE: Final = 4
MAX_BARGAIN: Final = 7  # a bargain is cut off below -7 and above 7
RUBLES_PER_COMMON: Final = 2  # the worth of wood, brick or stone in a bargain; 1 recognition = 2 R
RUBLES_PER_RARE: Final = 4  # the worth of gold or a gem
EFFECT_COUNT: Final = effects.GAIN_COMPLETE + 1
LEVEL_VALUES: Final = (MAX_PRICE + 1) * 2  # the price or amount, and whether it is endless
SLOPE_POINTS: Final = (20, 40, 60)  # recognition

SELLING: Final = 0  # + material
BUYING: Final = 6  # + material
EFFECT: Final = 12  # + effect, from DELIVER on
TRACK: Final = 23  # + index of SLOPE_POINTS
DECK_BARGAIN: Final = 26
DECK_PAY: Final = 27
FIELDS_OF_BOX: Final = 28


class ComponentValues:
    """The values of components, by the numbers of the components.

    - ``gains``, ``cost`` and ``bargain`` of cathedral cards: recognition and rubles; common and
      rare materials; what a card pays beyond the worth of its materials.
    - ``above``: the bargain of a card and its rare materials.
    - ``actions``: two for each influence card.
    - ``resource_tiles``, and ``workshop_tiles``: a resource, or BENEFIT_VALUES + die.
    """

    def __init__(self, components: Components) -> None:
        self.components = components
        self.gains = vec[i64]()
        self.cost = vec[i64]()
        self.bargain = vec[i64]()
        self.above = vec[i64]()
        self.pay: i64 = 0  # rubles of all cards; 1 recognition counts 2
        self.materials: i64 = 0  # materials of all cards
        card: i64
        kind: i64
        for card in range(len(components.card_rubles)):
            common: i64 = 0
            rare: i64 = 0
            for kind in range(v.MATERIAL_COUNT):
                count = components.card_cost[card * v.MATERIAL_COUNT + kind]
                if kind < v.GOLD:
                    common += count
                else:
                    rare += count
            recognition = components.card_recognition[card]
            rubles = components.card_rubles[card]
            pay = 2 * recognition + rubles
            bargain = pay - common * RUBLES_PER_COMMON - rare * RUBLES_PER_RARE
            bargain = MAX_BARGAIN + max(-MAX_BARGAIN, min(MAX_BARGAIN, bargain))
            self.pay += pay
            self.materials += common + rare
            self.gains = append(self.gains, 1 + min(recognition, 9) * 7 + min(rubles, 6))
            self.cost = append(self.cost, 1 + min(common, 4) * 5 + min(rare, 4))
            self.bargain = append(self.bargain, 1 + bargain)
            self.above = append(self.above, 1 + bargain * 4 + min(rare, 3))
        self.actions = vec[i64]()
        action: i64
        for action in range(len(components.action_effect)):
            self.actions = append(self.actions, _action_value(components, action))
        self.resource_tiles = vec[i64]()
        self.workshop_tiles = vec[i64]()
        index: i64
        for index in range(len(components.resource_gives)):
            value = _benefit(components.resource_gives[index], components.resource_amount[index])
            self.resource_tiles = append(self.resource_tiles, value)
        for index in range(len(components.tile_gives)):
            gives = components.tile_gives[index]
            if gives >= DIE_BENEFIT:
                value = BENEFIT_VALUES + gives - DIE_BENEFIT
            else:
                value = _benefit(gives, components.tile_amount[index])
            self.workshop_tiles = append(self.workshop_tiles, value)

    def tile(self, kind: i64, colour: i64) -> i64:
        """Return the value of a workshop tile for a color: the dice are white, own, then others."""
        value = self.workshop_tiles[kind]
        if value > BENEFIT_VALUES:
            value = BENEFIT_VALUES + 1 + (value - BENEFIT_VALUES - 1 - colour) % v.COLOUR_COUNT
        return value

    def box(self, setting: Setting) -> vec[i64]:
        """Return the values of the fields of the box in a game."""
        components = self.components
        result = vec[i64]([0] * FIELDS_OF_BOX)
        quadrant: i64
        index: i64
        kind: i64
        for quadrant in range(v.QUADRANT_COUNT):
            for index in range(2):
                action = setting.influence[quadrant] * 2 + index
                effect = components.action_effect[action]
                level = 1 + _level(components, action)
                if effect >= effects.DELIVER:
                    field = EFFECT + effect - effects.DELIVER
                    result[field] = max(result[field], level)
                    continue
                for kind in range(v.MATERIAL_COUNT):
                    if not pile.has(components.action_materials[action], kind):
                        continue
                    field = kind + (SELLING if effect == effects.SELL else BUYING)
                    best = result[field]
                    is_better = level > best if effect == effects.SELL else level < best
                    if best == 0 or is_better:
                        result[field] = level
        for index in range(len(SLOPE_POINTS)):
            point: i64 = SLOPE_POINTS[index]
            result[TRACK + index] = track.prestige(components, point)
        cards: i64 = len(self.gains)
        bargains: i64 = 0
        for value in self.bargain:
            bargains += value - 1 - MAX_BARGAIN
        result[DECK_BARGAIN] = 16 + bargains * 4 // cards
        result[DECK_PAY] = self.pay * 8 // self.materials
        return result


def _benefit(resource: i64, amount: i64) -> i64:
    return resource * MAX_AMOUNT + min(amount, MAX_AMOUNT) - 1


def _level(components: Components, action: i64) -> i64:
    """Return the price of an action, or the amount if it has none, and whether it is endless."""
    level = components.action_price[action]
    if level == 0:
        level = components.action_amount[action]
    return min(level, MAX_PRICE) * 2 + components.action_endless[action]


def _action_value(components: Components, action: i64) -> i64:
    effect = components.action_effect[action]
    group = effect - effects.GAIN_RUBLES + 9
    if effect == effects.DELIVER:
        group = 5 + max(1, min(components.action_amount[action], MAX_AMOUNT))
    elif effect < effects.DELIVER:
        kinds = components.action_materials[action]
        common: i64 = 0
        rare: i64 = 0
        kind: i64
        for kind in range(v.MATERIAL_COUNT):
            if pile.has(kinds, kind):
                if kind < v.GOLD:
                    common = 1
                else:
                    rare = 1
        group = effect * 3 + common + 2 * rare - 1
    return 1 + group * LEVEL_VALUES + _level(components, action)
