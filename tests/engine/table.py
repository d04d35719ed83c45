"""A table for tests of the rules: set up a position, then play decisions as in records.

A test first sets up the table (``Table(...)``, then ``completed``, ``claimed``, ``has`` ...), and
chooses whose turn it is (``turn``).  It then plays decisions (``play``, ``roll``) and checks the
result.  After every decision the table checks that no pieces were lost or added.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import pytest

from redcathedral.box import Edition, load_edition
from redcathedral.box import vocabulary as v
from redcathedral.engine import arrange, phases, rules, scoring, setup, track, turn
from redcathedral.engine import state as s
from redcathedral.engine.components import Components
from redcathedral.engine.setting import place_of
from tests.engine.words import DECISIONS, IDS
from tests.sides import sided

MARKET = "recognition wood brick stone gold green-gem purple-gem ruble"
INFLUENCE = "C1 T1 M1 K1"
PLANS = {2: "3-3-3-3", 3: "3-4-4-4-3", 4: "4-4-4-4-4-4"}
IVAN_ROW = "recognition inventory transport claim build"
IVAN_TILES = "die-white* die-red* die-blue* die-green* die-yellow*"
LETTERS = "WBSGEP"
RUBLES_OF_LAW = 1 << 40  # stands for a bank that never runs out


@cache
def components() -> Components:
    """Return the components of the packaged edition, from a cache."""
    return Components(load_edition())


@dataclass
class Card:
    """The pieces on one place of the cathedral."""

    owner: str | None
    done: bool
    ornament: str | None
    delivered: str
    tile: str | None


def letters(counts: list[int]) -> str:
    """Return six counts as letters: [2, 0, 1, 0, 0, 0] is ``WWS``."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def place_number(place: str) -> int:
    """Return the number of a place; ``2.1`` is the base of the second tower."""
    tower, level = place.split(".")
    return place_of(int(tower) - 1, int(level) - 1)


class Table:
    """A game.  Colors are in turn order; places, spaces and ids are written as in records."""

    def __init__(
        self,
        *colours: str,
        side: str | tuple[str, ...] = "basic",
        ivan: str | None = None,
        plan: str | None = None,
        towers: Mapping[int, str] | None = None,
        tiles: Mapping[str, str] | None = None,
        market: str = MARKET,
        influence: str = INFLUENCE,
        dice: str = "",
        ivan_cards: str = IVAN_ROW,
        ivan_tiles: str = IVAN_TILES,
        edition: Edition | None = None,
        **options: bool | str,
    ) -> None:
        self.components = components() if edition is None else Components(edition)
        self.edition = self.components.edition
        self.colours = (*colours, ivan) if ivan else colours
        sides = (side,) * len(colours) if isinstance(side, str) else side
        setting = setup.new_setting(
            self.components,
            [v.COLOURS.index(colour) for colour in self.colours],
            sided(
                [v.COLOURS.index(colour) for colour in colours],
                [name == "advanced" for name in sides],
                **options,
            ),
            solo=ivan is not None,
        )
        self.state = setup.new_state(setting)
        self._rubles = int(self.state.supply(v.RUBLE)) + sum(
            self.rubles(colour) for colour in self.colours
        )
        self._set_up_plan(plan or PLANS[len(self.colours)])
        self._set_up_cards(towers or {})
        self._set_up_tiles(tiles or {})
        self._settle(*(self._tile_ids.index(name) for name in market.split()))
        influence_ids = [card.id for card in self.edition.influence]
        self._settle(*(influence_ids.index(name) for name in influence.split()))
        self._settle(*(die * 6 for die in range(5)))  # in order, each showing 1
        if ivan:
            self._settle(*(self.edition.ivan_cards.index(name) for name in ivan_cards.split()))
            self._settle(*(self._kinds.index(name) for name in ivan_tiles.split()))
        self.put_dice(dice)
        self._tiles = self._tiles_in_play()
        self.check()

    # --- set-up ------------------------------------------------------------------------------

    @property
    def _tile_ids(self) -> list[str]:
        return [tile.id for tile in self.edition.resource_tiles]

    @property
    def _kinds(self) -> list[str]:
        return [tile.id for tile in self.edition.workshop_tiles]

    def _settle(self, *outcomes: int) -> None:
        for outcome in outcomes:
            rules.settle(self.state, outcome)

    def _set_up_plan(self, plan: str) -> None:
        heights = [int(height) for height in plan.split("-")]
        padded = heights + [0] * (6 - len(heights))
        plans = [list(map(int, known)) for known in self.components.plans]
        self._settle(plans.index(padded))

    def _set_up_cards(self, towers: Mapping[int, str]) -> None:
        """Put the named cards on their places, and on other places the first remaining cards."""
        named = {name for cards in towers.values() for name in cards.split()}
        ids = [card.id for card in self.edition.cards]
        while self.state.phase == phases.DRAW_CARD:
            tower, level = divmod(int(self.state.cursor), v.LEVEL_COUNT)
            wanted = towers.get(tower + 1, "").split()
            possible = [ids[card] for card, _ in rules.outcomes(self.state)]
            rest = [name for name in possible if name not in named]
            self._settle(ids.index(wanted[level] if level < len(wanted) else rest[0]))

    def _set_up_tiles(self, tiles: Mapping[str, str]) -> None:
        """Put the named tiles on their places, and on other places the first remaining tiles."""
        reserved = list(tiles.values())
        wanted = {place_number(place): tile for place, tile in tiles.items()}
        while self.state.phase == phases.DRAW_TILE:
            place = int(self.state.cursor)
            weights = self._tile_weights()
            rest = [kind for kind in weights if weights[kind] > reserved.count(kind)]
            name = wanted.get(place, rest[0])
            if place in wanted:
                reserved.remove(name)
            self._settle(self._kinds.index(name))

    def _tile_weights(self) -> dict[str, int]:
        """Return how many workshop tiles of each kind can still be drawn."""
        lying = [self.card_at(place).tile for place in range(v.PLACE_COUNT)]
        used = self.components.tiles_in_play(len(self.colours))
        return {
            kind: int(used[number]) - lying.count(kind) for number, kind in enumerate(self._kinds)
        }

    # --- the position before the test begins ---------------------------------------------------

    def seat(self, colour: str) -> int:
        """Return the seat of a color, 0 for the first player."""
        return self.colours.index(colour)

    def _supply(self, kind: int, change: int) -> None:
        """Return a number of pieces or rubles to the general supply."""
        arrange.set_supply(self.state, kind, self.state.supply(kind) + change)

    def has(
        self, colour: str, materials: str = "", rubles: int | None = None, score: int | None = None
    ) -> Table:
        """Replace a player's materials by these; the same for rubles and score."""
        state, seat = self.state, self.seat(colour)
        for kind, letter in enumerate(LETTERS):
            count = materials.count(letter)
            self._supply(kind, state.materials(seat, kind) - count)
            arrange.set_materials(state, seat, kind, count)
        if rubles is not None:
            self._supply(v.RUBLE, state.rubles(seat) - rubles)
            arrange.set_rubles(state, seat, rubles)
        if score is not None:
            arrange.set_score(state, seat, score)
        return self._arranged()

    def claimed(
        self,
        colour: str,
        place: str,
        delivered: str = "",
        banner: str | None = None,
        tile: str | None = None,
        on: str | None = None,
        up: bool = False,
    ) -> Table:
        """A player has claimed a card before; claim a tower from its base up.

        The banner is one from next to the inventory if there is one, else one from the inventory.
        The card's workshop tile (or the one named) lies on the named workshop space, face down if
        nothing is said; without a name on the last space that is empty.
        """
        state, seat = self.state, self.seat(colour)
        number = place_number(place)
        if banner is None:
            banner = "beside" if state.banners(seat, v.BESIDE) else "inventory"
        source = v.BANNER_SOURCES.index(banner)
        arrange.set_banners(state, seat, source, state.banners(seat, source) - 1)
        arrange.set_owner(state, number, seat)
        if tile is not None:
            self._exchange_tile(number, self._kinds.index(tile))
        if not state.is_ivan(seat):
            spaces = [name for name in v.WORKSHOP_SPACES[::-1] if not self.workshop(colour, name)]
            space = v.WORKSHOP_SPACES.index(on or spaces[0])
            assert state.workshop(seat, space) == 0, f"a tile lies on {colour}'s {on} space"
            kind = int(state.tile(number)) + 1
            arrange.set_workshop(state, seat, space, kind if up else -kind)
            if up and state.setting.advanced[seat]:  # R4.5
                lying = self.edition.advanced_ornaments[v.COLOURS.index(colour)][space]
                if lying >= 0:
                    arrange.set_ornaments(state, seat, lying, state.ornaments(seat, lying) + 1)
        arrange.set_card_tile(state, number, s.NOTHING)
        for kind, letter in enumerate(LETTERS):
            arrange.set_delivered(state, number, kind, delivered.count(letter))
            self._supply(kind, -delivered.count(letter))
        return self._arranged()

    def completed(
        self,
        colour: str,
        *places: str,
        tile: str | None = None,
        on: str | None = None,
        up: bool = False,
    ) -> Table:
        """A player has completed these cards earlier; score and rubles do not change."""
        for place in places:
            if self.card(place).owner is None:
                self.claimed(colour, place, tile=tile, on=on, up=up)
            number = place_number(place)
            for kind in range(v.MATERIAL_COUNT):
                self._supply(kind, self.state.delivered(number, kind))
                arrange.set_delivered(self.state, number, kind, 0)
            arrange.set_completed(self.state, number, True)
        return self._arranged()

    def decorated(self, colour: str, *places: str) -> Table:
        """Put a player's ornaments on these completed cards."""
        state, seat = self.state, self.seat(colour)
        for place in places:
            number = place_number(place)
            section = int(state.setting.section(number))
            arrange.set_decorator(state, number, seat)
            arrange.set_ornaments(state, seat, section, state.ornaments(seat, section) - 1)
        return self._arranged()

    def supply_is(self, **left: int) -> Table:
        """Set the number of pieces left of each kind; the other pieces are nowhere.

        ``R`` is the bank.  The pieces are out of the game as far as the checks are concerned.
        """
        for letter, count in left.items():
            kind = v.LETTERS.index(letter)
            self._lost[kind] += int(self.state.supply(kind)) - count
            arrange.set_supply(self.state, kind, count)
        return self._arranged()

    def put_dice(self, dice: str) -> Table:
        """Set faces and spaces of some dice: ``white=3@4 red=1@4``."""
        for text in dice.split():
            name, _, rest = text.partition("=")
            face, _, space = rest.partition("@")
            arrange.set_die(self.state, v.DICE.index(name), int(face), int(space) - 1)
        return self._arranged()

    def turn(self, colour: str) -> Table:
        """Begin this player's turn."""
        self.state.seat = self.seat(colour)
        turn.begin_turn(self.state)
        return self._arranged()

    def ivan_has(self, used: int = 0, inventory: str = "", build: str = "") -> Table:
        """Turn Ivan's first tiles face down, and set the materials on his cards, in order."""
        state = self.state
        for position in range(v.IVAN_ROW):
            card, tile = state.ivan_card(position), state.ivan_tile(position)
            arrange.set_ivan_position(state, position, card, tile, position >= used)
        for kind, letter in enumerate(LETTERS):
            self._supply(kind, -(inventory + build).count(letter))
        arrange.set_ivan_materials(
            state,
            [LETTERS.index(letter) for letter in inventory],
            [LETTERS.index(letter) for letter in build],
        )
        return self._arranged()

    def human_done(self) -> Table:
        """End the human's turn in a solo game."""
        self.turn(self.colours[0])
        self.state.phase = phases.DONE
        return self.play("end")

    def _exchange_tile(self, place: int, kind: int) -> None:
        """Replace the workshop tile here by one of this kind."""
        for other in range(v.PLACE_COUNT):
            if self.state.tile(other) == kind:
                arrange.set_card_tile(self.state, other, self.state.tile(place))
        arrange.set_card_tile(self.state, place, kind)

    def _arranged(self) -> Table:
        """Update the derived cells after a change."""
        arrange.update_derived_cells(self.state)
        self._tiles = self._tiles_in_play()
        return self

    # --- playing -------------------------------------------------------------------------------

    def legal(self, words: str = "") -> list[str]:
        """Return the legal decisions that begin with these words."""
        moves = [DECISIONS[move] for move in rules.legal(self.state)]
        return [move for move in moves if (move + " ").startswith(words + " " if words else "")]

    def play(self, *decisions: str) -> Table:
        """Play legal decisions in order."""
        for decision in decisions:
            assert decision in self.legal(), f"{decision} is not legal, but {self.legal()}"
            rules.play(self.state, IDS[decision])
            self.check()
        return self

    def refuses(self, *decisions: str) -> None:
        """Check that none of these decisions is legal, and that an attempt changes nothing."""
        for decision in decisions:
            assert decision not in self.legal(), f"{decision} is legal"
            before = snapshot(self.state)
            with pytest.raises(rules.IllegalDecision):
                rules.play(self.state, IDS[decision])
            assert snapshot(self.state) == before

    def roll(self, dice: str) -> Table:
        """Roll exactly these dice: ``red=4 blue=6``."""
        wanted = [text.split("=") for text in dice.split()]
        assert self.state.phase == phases.ROLL, f"nothing is rolled, legal are {self.legal()}"
        due = [name for die, name in enumerate(v.DICE) if self.state.pending >> die & 1]
        assert due == [name for name, _ in wanted]
        for _, face in wanted:
            rules.settle(self.state, int(face))
            self.check()
        return self

    def finish(self) -> Table:
        """End the turn; dice that are rolled keep their faces."""
        self.play("end")
        while self.state.phase == phases.ROLL:
            die = next(die for die in range(v.DIE_COUNT) if self.state.pending >> die & 1)
            rules.settle(self.state, int(self.state.die_face(die)))
        self.check()
        return self

    # --- looking -------------------------------------------------------------------------------

    @property
    def to_move(self) -> str:
        """The color of the seat to move."""
        return self.colours[self.state.seat]

    def over(self) -> bool:
        """Whether the last turn has ended."""
        return self.state.is_over

    def chance(self) -> bool:
        """Whether a chance outcome is due."""
        return self.state.is_chance

    def score(self, colour: str) -> int:
        """Return the position of the score marker; after a lap it counts on."""
        return int(self.state.score(self.seat(colour)))

    def prestige(self, colour: str) -> int:
        """Return the prestige of the score marker."""
        return int(track.prestige(self.components, self.score(colour)))

    def rubles(self, colour: str) -> int:
        """Return the rubles of a player."""
        return int(self.state.rubles(self.seat(colour)))

    def materials(self, colour: str) -> str:
        """Return the inventory of a player as letters."""
        seat = self.seat(colour)
        return letters([int(self.state.materials(seat, kind)) for kind in range(v.MATERIAL_COUNT)])

    def banners(self, colour: str) -> dict[str, int]:
        """Return the banners not yet on cards, by place."""
        counts = [int(self.state.banners(self.seat(colour), n)) for n in range(4)]
        return {name: count for name, count in zip(v.BANNER_SOURCES, counts, strict=True) if count}

    def ornaments(self, colour: str) -> dict[str, int]:
        """Return the ornaments that can be placed."""
        counts = [int(self.state.ornaments(self.seat(colour), n)) for n in range(3)]
        return {name: count for name, count in zip(v.ORNAMENTS, counts, strict=True) if count}

    def workshop(self, colour: str, space: str) -> str:
        """Return the tile on a workshop space, as ``wood up`` or ``wood down``; empty if none."""
        value = int(self.state.workshop(self.seat(colour), v.WORKSHOP_SPACES.index(space)))
        if value == 0:
            return ""
        return f"{self._kinds[abs(value) - 1]} {'up' if value > 0 else 'down'}"

    def card(self, place: str) -> Card:
        """Return the pieces on a cathedral card."""
        return self.card_at(place_number(place))

    def card_at(self, place: int) -> Card:
        """Return the pieces on the card at a place number."""
        state = self.state
        owner, ornament, tile = state.owner(place), state.decorator(place), state.tile(place)
        return Card(
            None if owner < 0 else self.colours[owner],
            state.is_built(place),
            None if ornament < 0 else self.colours[ornament],
            letters([int(state.delivered(place, kind)) for kind in range(v.MATERIAL_COUNT)]),
            None if tile < 0 else self._kinds[tile],
        )

    def supply(self, letter: str) -> int:
        """Return the pieces of a kind in the general supply; ``R`` is the bank."""
        return int(self.state.supply(v.LETTERS.index(letter)))

    def die(self, name: str) -> tuple[int, int]:
        """Return the face and the market space of a die."""
        die = v.DICE.index(name)
        return int(self.state.die_face(die)), int(self.state.die_space(die)) + 1

    def market(self) -> list[str]:
        """The resource tiles of spaces 1..8."""
        return [self._tile_ids[self.state.resource_tile(space)] for space in range(v.SPACE_COUNT)]

    def cards(self) -> list[str]:
        """The influence cards of quadrants 1..4."""
        return [self.edition.influence[card].id for card in self.state.setting.influence]

    def ivan_row(self) -> list[str]:
        """Ivan's cards with their tiles: ``claim die-red* up``."""
        state = self.state
        return [
            f"{v.IVAN_CARDS[state.ivan_card(n)]} {self._kinds[state.ivan_tile(n)]} "
            f"{'up' if state.is_face_up(n) else 'down'}"
            for n in range(v.IVAN_ROW)
        ]

    @property
    def ivan_inventory(self) -> str:
        """Return the materials on Ivan's Inventory card, in order."""
        return "".join(LETTERS[kind] for kind in self.state.ivan_inventory)

    @property
    def ivan_build(self) -> str:
        """Return the materials on Ivan's Build card, in order."""
        return "".join(LETTERS[kind] for kind in self.state.ivan_build)

    def towers(self, colour: str) -> list[int]:
        """Return the prestige of a player for each tower."""
        return scoring.scores(self.state)[self.seat(colour)].by_tower

    # --- checks --------------------------------------------------------------------------------

    @property
    def _lost(self) -> list[int]:
        if not hasattr(self, "_lost_pieces"):
            self._lost_pieces = [0] * 7
        return self._lost_pieces

    def _tiles_in_play(self) -> list[int]:
        """Count the workshop tiles of each kind on cards and boards."""
        result = [0] * len(self._kinds)
        for place in range(v.PLACE_COUNT):
            kind = self.state.tile(place)
            if kind >= 0:
                result[kind] += 1
        for colour in self.colours:
            for space in range(v.WORKSHOP_COUNT):
                value = int(self.state.workshop(self.seat(colour), space))
                if value:
                    result[abs(value) - 1] += 1
        return result

    def check(self) -> None:
        """Check that no piece is lost or added, and that every derived cell is right."""
        state = self.state
        fresh = state.copy()
        arrange.update_derived_cells(fresh)
        assert snapshot(fresh) == snapshot(state)
        for kind, pieces in enumerate(self.edition.materials):
            held = sum(int(state.materials(seat, kind)) for seat in range(len(self.colours)))
            delivered = sum(int(state.delivered(place, kind)) for place in range(v.PLACE_COUNT))
            stocked = [*state.ivan_inventory, *state.ivan_build].count(kind)
            left = int(state.supply(kind))
            assert left >= 0
            assert held + delivered + stocked + left + self._lost[kind] == pieces
        rubles = [self.rubles(colour) for colour in self.colours]
        assert min(rubles) >= 0
        assert sum(rubles) + int(state.supply(v.RUBLE)) + self._lost[v.RUBLE] == self._rubles
        for colour in self.colours:
            self._check_seat(colour)
        spaces = [int(state.die_space(die)) for die in range(v.DIE_COUNT)]
        crowds = [spaces.count(space) for space in range(v.SPACE_COUNT)]
        assert max(crowds) <= 3
        assert [int(state.dice_count(space)) for space in range(v.SPACE_COUNT)] == crowds
        for tower in range(v.TOWER_COUNT):
            places = [place_of(tower, level) for level in range(v.LEVEL_COUNT)]
            banners = [place for place in places if state.owner(place) >= 0]
            assert banners == places[: int(state.next_level(tower))]
        for place in range(v.PLACE_COUNT):
            if state.setting.card[place] >= 0:
                self._check_card(place)
        assert all(
            now <= then for now, then in zip(self._tiles_in_play(), self._tiles, strict=True)
        )

    def _check_card(self, place: int) -> None:
        """Check that the missing materials of a card are its cost minus the delivered ones."""
        card = self.edition.cards[self.state.setting.card[place]]
        lying = [int(self.state.delivered(place, kind)) for kind in range(v.MATERIAL_COUNT)]
        if self.state.is_built(place):
            assert lying == [0] * v.MATERIAL_COUNT
            assert self.state.missing(place) == 0
        else:
            assert self.state.missing(place) == sum(card.cost) - sum(lying) > 0

    def _check_seat(self, colour: str) -> None:
        state, seat = self.state, self.seat(colour)
        cards = [self.card_at(place) for place in range(v.PLACE_COUNT)]
        own = [card for card in cards if card.owner == colour]
        unfinished = [n for n, card in enumerate(cards) if card.owner == colour and not card.done]
        assert sum(self.banners(colour).values()) + len(own) == 6
        assert state.claimed(seat) == len(own)
        assert state.completed(seat) == len(own) - len(unfinished)
        assert [
            int(state.unfinished_place(seat, n)) for n in range(state.unfinished_count(seat))
        ] == unfinished
        assert state.stored(seat) == len(self.materials(colour))
        if not state.is_ivan(seat):
            covered = self.banners(colour).get("inventory", 0)
            assert covered + len(self.materials(colour)) <= self.edition.slots
        placed = sum(card.ornament == colour for card in cards)
        assert state.decorated(seat) == placed
        ornaments = sum(self.ornaments(colour).values()) + placed
        if state.setting.advanced[seat]:
            locked = self.edition.advanced_ornaments[v.COLOURS.index(colour)]
            for space, name in enumerate(v.WORKSHOP_SPACES):
                if locked[space] >= 0 and not self.workshop(colour, name).endswith(" up"):
                    ornaments += 1
        assert ornaments == 4


def snapshot(state: s.State) -> tuple[object, ...]:
    """Return all parts of a position, for comparisons."""
    vectors = (
        state.cells,
        state.ivan_inventory,
        state.ivan_build,
        state.setting.heights,
        state.setting.card,
        state.setting.cost,
        state.setting.sections,
        state.setting.influence,
        state.setting.ivan_cards,
    )
    numbers = (
        state.phase,
        state.seat,
        state.turn,
        state.closer,
        state.cursor,
        state.pending,
        state.after,
        state.claim,
        state.left,
        state.die,
        state.space,
        state.taken,
        state.influenced,
        state.activated,
        state.action,
        state.repeats,
        state.window,
        state.rerolled,
    )
    return (*(tuple(int(item) for item in vector) for vector in vectors), *map(int, numbers))
