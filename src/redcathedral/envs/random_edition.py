"""Draw random boxes: what the rulebooks print is kept, and the rest is plausible.

Bots are trained and tested with these boxes, because nobody here has read the cardboard of the real
one.  ``docs/reference/editions.md`` describes the distribution.
"""

from collections.abc import Sequence
from importlib.resources import files
from itertools import accumulate
from random import Random
from typing import Final, TypeVar

import msgspec

from redcathedral.box import vocabulary as v
from redcathedral.box.edition import Edition
from redcathedral.box.effects import EFFECTS, EffectName
from redcathedral.box.entered_box import (
    BoardOrnament,
    EnteredAction,
    EnteredBoard,
    EnteredBox,
    EnteredCard,
    EnteredInfluence,
    EnteredTile,
)
from redcathedral.box.entered_edition import edition_of
from redcathedral.box.file_sections import Deck, PlanDeck

# Increased when a seed gives another box.
BOXES_VERSION: Final = 1
T = TypeVar("T")
COMMON: Final = v.MATERIAL_LETTERS[:3]
RARE: Final = v.MATERIAL_LETTERS[3:]
KINDS: Final = (v.MATERIAL_LETTERS, COMMON, RARE, COMMON[:2], COMMON[::2], COMMON[1:], RARE[:2])
# The mean share of gold and gems in the cost of a base, a middle section and a dome.
RARE_SHARES: Final = (0.15, 0.3, 0.6)
DECK_SIZES: Final[dict[Deck, int]] = {"bases": 10, "middles": 20, "domes": 10}
RULED_CARD: Final = EnteredCard(["W", "B", "S", "G"], 4, 2)  # a middle section with gold (R5.3)
EFFECTS_BY_NAME: Final = {effect.name: effect for effect in EFFECTS}
_SENTENCES_FILE: Final = files("redcathedral.envs").joinpath("random_sentences.toml")
SENTENCES: Final = msgspec.toml.decode(
    _SENTENCES_FILE.read_text("utf-8"),
    type=dict[v.Guild, tuple[tuple[EffectName, int, int, float], ...]],
)
LEAST_PRICES: Final = {"sell": 1, "buy": 1, "trade-ruble": 1, "pay-prestige": 3}
# The number of towers and of cards.
PLANS: Final[dict[PlanDeck, tuple[int, int]]] = {
    "plans_2": (4, 12),
    "plans_3": (5, 18),
    "plans_4": (6, 24),
}
TILES: Final = {False: 16, True: 12}  # workshop tiles; True: for three or more players


def random_edition(seed: int) -> Edition:
    """Return the edition of a random box; the same seed gives the same box."""
    edition = edition_of(random_box(seed)).edition
    assert edition is not None
    return edition


def random_box(seed: int) -> EnteredBox:
    """Draw all components whose numbers no rulebook prints."""
    random = Random(seed)
    return EnteredBox(
        name=f"Random box {seed}",
        cards=_cards(random),
        influence=_influence(random),
        plans={
            section: _plans(random, towers, sections)
            for section, (towers, sections) in PLANS.items()
        },
        tiles=_tiles(random),
        resources=_resources(random),
        boards=_boards(random),
        prestige=_prestige(random),
        rubles=_pick(random, range(60, 91, 2)),  # of 40 coins of 1 and 3
    )


def _pick(random: Random, items: Sequence[T], weights: Sequence[float] | None = None) -> T:
    return random.choices(items, weights)[0]


def _shuffled(random: Random, items: Sequence[T]) -> list[T]:
    return sorted(items, key=lambda _: random.random())


def _cards(random: Random) -> dict[Deck, list[EnteredCard]]:
    """Draw cards that return about what they cost; how much depends on the box."""
    common = 1.6 + 0.8 * random.random()  # half recognition, or rubles, for a material
    rare = common * (1.4 + 1.2 * random.random())
    noise = 1.5 * random.random()
    richness = 0.2 * random.random() - 0.1
    decks: dict[Deck, list[EnteredCard]] = {}
    for (deck, size), mean_share in zip(DECK_SIZES.items(), RARE_SHARES, strict=True):
        cards: list[EnteredCard] = []
        while len(cards) < size:
            cost: list[v.Material] = []
            for _ in range(_pick(random, (3, 4))):
                kinds = RARE if random.random() < mean_share + richness else COMMON
                cost.append(_pick(random, kinds))
            worth = sum(rare if kind in RARE else common for kind in cost)
            total = max(3, round(worth + noise * (2 * random.random() - 1)))
            rubles = min(total, _pick(random, range(6), (30, 15, 35, 10, 8, 2)))
            rubles -= (total - rubles) % 2 if rubles else -((total - rubles) % 2)
            cards.append(EnteredCard(cost, (total - rubles) // 2, rubles))
        decks[deck] = cards
    decks["middles"][0] = RULED_CARD
    return decks


def _influence(random: Random) -> dict[v.Guild, list[EnteredInfluence]]:
    """Draw pairs of actions within a group; in half of the boxes their numbers vary."""
    change = _pick(random, (0.0, 0.3))
    cards: dict[v.Guild, list[EnteredInfluence]] = {}
    for guild, sentences in SENTENCES.items():
        first_game = _pick(random, range(3))
        cards[guild] = []
        pairs = [_shuffled(random, range(len(sentences)))[:2] for _ in range(3)]
        for index, pair in enumerate(pairs):
            actions = [_action(random, *sentences[number], change) for number in sorted(pair)]
            cards[guild].append(EnteredInfluence(actions, index == first_game))
    return cards


def _action(
    random: Random, name: EffectName, price: int, amount: int, endless: float, change: float
) -> EnteredAction:
    effect = EFFECTS_BY_NAME[name]
    kinds = _pick(random, KINDS) if effect.shows("kinds") else ()
    if effect.shows("price") and random.random() < change:
        price = max(LEAST_PRICES.get(name, 0), price + _pick(random, (-1, 1)))
    if effect.shows("amount") and random.random() < change:
        amount += _pick(random, (1, 2), (3, 1))
    return EnteredAction(name, [*kinds], price, amount, random.random() < endless)


def _plans(random: Random, towers: int, sections: int) -> list[list[int]]:
    plans: list[list[int]] = []
    while len(plans) < 3:
        heights = [2] * towers
        while sum(heights) < sections:
            tower = _pick(random, range(towers))
            heights[tower] += heights[tower] < v.LEVEL_COUNT
        if heights not in plans:
            plans.append(heights)
    return plans


def _tiles(random: Random) -> list[EnteredTile]:
    tiles = [EnteredTile(None, die, 0, True, 1) for die in v.DICE]  # those of Ivan (R8.2)
    dice = _pick(random, range(2, 8))
    for many, number in TILES.items():
        for index in range(number - (len(v.DICE) if many else 0)):
            if not many and index < dice:
                tiles.append(EnteredTile(None, _pick(random, v.DICE), 0, many, 1))
                continue
            resource = _pick(random, v.RESOURCES, (3, 3, 3, 1, 1, 1, 3, 3))
            is_rare = resource in v.RESOURCES[v.GOLD : v.RUBLE]
            amount = 1 if is_rare else _pick(random, range(1, 5), (80, 15, 3, 2))
            tiles.append(EnteredTile(resource, None, amount, many, 1))
    return tiles


def _resources(random: Random) -> dict[v.Resource, int]:
    """Draw the amounts that are not printed: stone, gold, gems and recognition."""
    amounts = dict.fromkeys(v.RESOURCES, 2)
    amounts["stone"] = _pick(random, (1, 2, 3), (15, 70, 15))
    for resource in (*v.RESOURCES[v.GOLD : v.RUBLE], v.RESOURCES[v.RECOGNITION]):
        amounts[resource] = _pick(random, (1, 2), (85, 15))
    return amounts


def _boards(random: Random) -> dict[v.Colour, EnteredBoard]:
    """Draw workshop boards; in half of the boxes all colors have the same pattern."""
    base = [_pick(random, range(5), (3, 22, 50, 22, 3)) for _ in v.WORKSHOP_SPACES]
    has_pattern = random.random() < 0.5
    ornaments: list[BoardOrnament] = ["door", "arch", "arch", "cross"]
    boards: dict[v.Colour, EnteredBoard] = {}
    for index, colour in enumerate(v.COLOURS):
        shift = len(v.COLOURS) - index
        basic = [base[(n + shift) % 4] if n < v.WHITE_1 else base[n] for n in range(6)]
        if not has_pattern:
            basic = [_pick(random, range(5), (3, 22, 50, 22, 3)) for _ in v.WORKSHOP_SPACES]
        locked = _shuffled(random, ornaments)
        if colour == "yellow":
            basic[v.BLUE] = 2  # printed, as is the arch
            while locked[v.GREEN] != "arch":
                locked = _shuffled(random, ornaments)
        boards[colour] = EnteredBoard(
            dict(zip(v.WORKSHOP_SPACES, basic, strict=True)),
            dict.fromkeys(v.WORKSHOP_SPACES, 3),
            dict(zip(v.COLOURS, locked, strict=True)),
        )
    return boards


def _prestige(random: Random) -> list[int]:
    """Draw a track of 40 prestige on 80 spaces, whose gaps never grow and end with 1 (R1.2)."""
    while True:
        fives, fours, threes = (_pick(random, range(limit)) for limit in (3, 9, 13))
        twos = 40 - 4 * fives - 3 * fours - 2 * threes
        gaps = [5] * fives + [4] * fours + [3] * threes + [2] * twos
        # R9.10: the space after prestige 14 has no prestige.
        if twos >= 0 and 15 <= len(gaps) <= 37 and fives:
            return [*accumulate(gaps + [1] * (40 - len(gaps)))]
