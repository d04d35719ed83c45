"""What an observation should say, read off a position by name, one number at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from redcathedral.box.effects import EFFECTS
from redcathedral.engine import track
from redcathedral.engine.claim import locked_ornament
from redcathedral.engine.setting import NOBODY, NOTHING
from redcathedral.engine.state import State
from redcathedral.envs.batch.words import UNLIMITED_BANK

Numbers = list[int]
PLACES = range(36)
SPACES = range(8)
DICE = range(5)
WORKSHOP = range(6)
MATERIALS = range(6)
RUBLE = 6
# Facts of the compact observation that the full one replaces by properties.
NUMBERS_OF_ROWS = {"influence", "card", "tile", "owned", "own_decorated", "ivan_tile"}


class View:
    """A position as one seat sees it; ``seats`` are all four chairs from it on, -1 for none."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.setting = state.setting
        self.components = state.setting.components
        self.seat = seat
        self.count = int(state.setting.seat_count)
        self.seats = [(seat + n) % self.count if n < self.count else -1 for n in range(4)]

    def relative(self, seat: int) -> int:
        return int((seat - self.seat) % self.count)

    def each_seat(self, name: str, *about: int) -> Numbers:
        """A number of each seat by the name of a method; 0 where nobody sits."""
        method = getattr(self.state, name)
        return [int(method(seat, *about)) if seat >= 0 else 0 for seat in self.seats]


def facts(state: State, seat: int) -> dict[str, Numbers]:
    """The compact observation, by the names of its facts."""
    see = View(state, seat)
    setting = see.setting
    components = see.components
    cards = [int(setting.card[place]) for place in PLACES]
    tiles = [int(state.resource_tile(space)) for space in SPACES]
    quadrant = int(state.space) // 2
    found: dict[str, Iterable[Any]] = {
        "phase": [state.phase],
        "seat": [seat],
        "mover": [see.relative(state.seat)],
        "closer": [0 if state.closer == NOBODY else see.relative(state.closer) + 1],
        "window": [state.window],
        "rerolled": [state.rerolled],
        "pending": [state.pending],
        "after": [state.after],
        "claim": [state.claim + 1],
        "left": [state.left],
        "die": [state.die + 1],
        "space": [state.space + 1],
        "taken": [state.taken],
        "influenced": [state.influenced],
        "activated": [state.activated],
        "action": [
            0 if state.action == NOTHING else state.action - setting.influence[quadrant] * 2 + 1
        ],
        "turn": [state.turn],
        "repeats": [state.repeats],
        "cursor": [state.cursor],
        "face": [state.die_face(die) for die in DICE],
        "bank": [state.supply(RUBLE) if setting.limited_rubles else UNLIMITED_BANK],
        "die_space": [state.die_space(die) + 1 for die in DICE],
        "gives": [0 if t == NOTHING else components.resource_gives[t] + 1 for t in tiles],
        "amount": [0 if t == NOTHING else components.resource_amount[t] for t in tiles],
        "supply": [state.supply(kind) for kind in MATERIALS],
        "available": [
            place % 6 < setting.heights[place // 6] and state.next_level(place // 6) == place % 6
            for place in PLACES
        ],
        "built": [state.is_built(place) for place in PLACES],
        "decorated": [state.decorator(place) != NOBODY for place in PLACES],
        "height": list(setting.heights),
        "one_moment": [setting.options.prestige_for_rubles == "one_moment"],
        "limited_rubles": [setting.options.limited_rubles],
        "ivan_once": [setting.options.ivan_recognition_tile == "once"],
        "leaves_open": [setting.options.final_roll == "leaves_open"],
        "first_game": [setting.options.first_game],
        "influence": [card + 1 for card in setting.influence],
        "seat_count": [see.count],
        "solo": [setting.solo],
        "ivan_card": [state.ivan_card(position) + 1 for position in range(5)],
        "ivan_tile": [state.ivan_tile(position) + 1 for position in range(5)],
        "ivan_face_up": [state.is_face_up(position) for position in range(5)],
        "ivan_stored": [len(state.ivan_inventory)],
        "ivan_building": [len(state.ivan_build)],
        "ivan_inventory": queue(state.ivan_inventory, 16),
        "ivan_build": queue(state.ivan_build, 96),
        "delivered": [state.delivered(place, kind) for place in PLACES for kind in MATERIALS],
        "card": [card + 1 for card in cards],
        "tile": [state.tile(place) + 1 for place in PLACES],
        "cost": [
            0 if card == NOTHING else components.card_cost[card * 6 + kind]
            for card in cards
            for kind in MATERIALS
        ],
        "recognition": [0 if c == NOTHING else components.card_recognition[c] for c in cards],
        "rubles_given": [0 if c == NOTHING else components.card_rubles[c] for c in cards],
        "materials": [
            amount
            for amounts in zip(
                *(see.each_seat("materials", kind) for kind in MATERIALS), strict=True
            )
            for amount in amounts
        ],
        "rubles": see.each_seat("rubles"),
        "score": see.each_seat("score"),
        "banners": [
            count
            for counts in zip(
                *(see.each_seat("banners", source) for source in range(4)), strict=True
            )
            for count in counts
        ],
        "doors": see.each_seat("ornaments", 0),
        "arches": see.each_seat("ornaments", 1),
        "crosses": see.each_seat("ornaments", 2),
        "workshop": [
            0 if seat < 0 else lying(state.workshop(seat, space))
            for seat in see.seats
            for space in WORKSHOP
        ],
        "owned": [
            seat >= 0 and state.owner(place) == seat for seat in see.seats for place in PLACES
        ],
        "own_decorated": [
            seat >= 0 and state.decorator(place) == seat for seat in see.seats for place in PLACES
        ],
        "locked": [
            0 if seat < 0 else locked_ornament(state, seat, space) + 1
            for seat in see.seats
            for space in WORKSHOP
        ],
        "tile_cost": [
            0
            if seat < 0 or state.is_ivan(seat)
            else components.cost(setting.advanced[seat], setting.colours[seat], space)
            for seat in see.seats
            for space in WORKSHOP
        ],
        "colour": [0 if seat < 0 else setting.colours[seat] + 1 for seat in see.seats],
        "advanced": [0 if seat < 0 else setting.advanced[seat] for seat in see.seats],
    }
    return {name: [int(number) for number in numbers] for name, numbers in found.items()}


def queue(kinds: Iterable[int], room: int) -> Numbers:
    found = [int(kind) + 1 for kind in kinds]
    return (found + [0] * room)[:room]


def lying(tile: int) -> int:
    return int(tile) if tile >= 0 else 128 - int(tile)


def one_hot(value: int, count: int, first: int = 0) -> Numbers:
    return [int(value == first + n) for n in range(count)]


def benefit(view: View, kind: int) -> tuple[Numbers, int]:
    """What a workshop tile gives (8 resources, then 5 dice) and how much; -1 stands for none."""
    if kind < 0:
        return [0] * 13, 0
    tile = view.components.edition.workshop_tiles[kind]
    index = 8 + (tile.die or 0) if tile.resource is None else tile.resource
    return one_hot(index, 13), tile.amount


def features(state: State, seat: int) -> dict[str, Numbers]:
    """The full observation, by the names of its features."""
    view = View(state, seat)
    setting = state.setting
    edition = view.components.edition
    plain = facts(state, seat)
    cards = [int(setting.card[place]) for place in PLACES]
    quadrants = [int(setting.influence[quadrant]) for quadrant in range(4)]
    actions = [
        edition.influence[card].actions[n] if card >= 0 else None
        for card in quadrants
        for n in range(2)
    ]
    doing = [0] * len(EFFECTS)
    if state.action != NOTHING:
        card, number = divmod(int(state.action), 2)
        doing[edition.influence[card].actions[number].effect] = 1
    tiles = [benefit(view, int(state.tile(place))) for place in PLACES]
    boards = [
        benefit(view, int(state.workshop(seat, space)) - 1 if seat >= 0 else -1)
        for seat in view.seats
        for space in WORKSHOP
    ]
    stands = [int(state.die_space(die)) for die in DICE]
    leads = [
        (space + int(state.die_face(die))) % 8 if space >= 0 else -1
        for die, space in enumerate(stands)
    ]
    found: dict[str, Numbers] = {
        "phase": one_hot(state.phase, 18),
        "seat": one_hot(seat, 4),
        "mover": one_hot(plain["mover"][0], 4),
        "closer": one_hot(plain["closer"][0], 4, 1),
        "window": one_hot(state.window, 3),
        "pending": [int(state.pending) >> die & 1 for die in DICE],
        "after": one_hot(state.after, 20),
        "claim": one_hot(state.claim, 36),
        "die": one_hot(state.die, 5),
        "space": one_hot(state.space, 8),
        "action": one_hot(plain["action"][0], 2, 1),
        "doing": doing,
        "seat_count": one_hot(view.count, 3, 2),
        "face": [n for die in DICE for n in one_hot(state.die_face(die), 6, 1)],
        "die_space": [n for space in stands for n in one_hot(space, 8)],
        "landing": [n for space in leads for n in one_hot(space, 8)],
        "crowd": [int(state.dice_count(space)) for space in SPACES],
        "gives": [n for gives in plain["gives"] for n in one_hot(gives, 8, 1)],
        "effect": [n for one in actions for n in one_hot(one.effect if one else -1, len(EFFECTS))],
        "price": [one.price if one else 0 for one in actions],
        "action_amount": [one.amount if one else 0 for one in actions],
        "endless": [int(one.endless) if one else 0 for one in actions],
        "action_materials": [
            int(one is not None and kind in one.materials) for one in actions for kind in MATERIALS
        ],
        "section": [
            n
            for card in cards
            for n in one_hot(edition.cards[card].section if card >= 0 else -1, 3)
        ],
        "owner": [
            int(seat >= 0 and state.owner(place) == seat) for place in PLACES for seat in view.seats
        ],
        "decorator": [
            int(seat >= 0 and state.decorator(place) == seat)
            for place in PLACES
            for seat in view.seats
        ],
        "needed": [
            0 if state.is_built(place) else max(0, int(state.needed(place, kind)))
            for place in PLACES
            for kind in MATERIALS
        ],
        "tile_gives": [n for gives, _ in tiles for n in gives],
        "tile_amount": [amount for _, amount in tiles],
        "colour": [n for colour in plain["colour"] for n in one_hot(colour, 4, 1)],
        "prestige": [
            int(track.prestige(view.components, state.score(seat))) if seat >= 0 else 0
            for seat in view.seats
        ],
        "prestige_ahead": [
            int(
                track.prestige(view.components, state.score(seat) + more)
                - track.prestige(view.components, state.score(seat))
            )
            if seat >= 0
            else 0
            for seat in view.seats
            for more in range(1, 11)
        ],
        "workshop": [n for gives, _ in boards for n in gives],
        "workshop_amount": [amount for _, amount in boards],
        "filled": [int(n > 0) for n in plain["workshop"]],
        "locked": [n for kind in plain["locked"] for n in one_hot(kind, 3, 1)],
        "ivan_card": [n for card in plain["ivan_card"] for n in one_hot(card, 5, 1)],
        "ivan_die": [
            n for position in range(5) for n in benefit(view, int(state.ivan_tile(position)))[0][8:]
        ],
    }
    for name in plain.keys() - found.keys() - NUMBERS_OF_ROWS:
        found[name] = [min(number, 255) for number in plain[name]]
    return found
