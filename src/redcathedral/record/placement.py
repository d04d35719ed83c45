"""A position set up from its canonical JSON: everything checked against the box and the rules.

A position may be invented (a puzzle), but it must be sound: every piece is in one place, no fact
is told in two ways, and the game can go on from it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from redcathedral.box.edition import Edition
from redcathedral.box.vocabulary import (
    BANNER_WHITE_1,
    BANNER_WHITE_2,
    BESIDE,
    COLOURS,
    DICE,
    DIE_FACES,
    INVENTORY,
    IVAN_CARDS,
    LETTERS,
    MATERIAL_COUNT,
    ORNAMENTS,
    QUADRANT_COUNT,
    RUBLE,
    SECTION_COUNT,
    SPACE_COUNT,
    SPACE_LIMIT,
    WHITE_1,
    WHITE_2,
    WORKSHOP_SPACES,
)
from redcathedral.engine.build import CLOSING_CARDS, is_ivan
from redcathedral.engine.layout import (
    CLAIMED,
    COMPLETED,
    CROWD,
    FACE,
    INVENTORY_BANNERS,
    IVAN_CARD,
    IVAN_DIE,
    IVAN_FACE_UP,
    IVAN_ROW,
    RESOURCE_TILE,
    RUBLES,
    SCORE,
    SEAT_SIZE,
    SPACE,
    STORED,
    WORKSHOP,
)
from redcathedral.engine.layout import ORNAMENTS as ORNAMENT_FIELDS
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import NOBODY, UNLIMITED, State
from redcathedral.engine.turn import begin_turn
from redcathedral.record.cathedral import Cathedral
from redcathedral.record.node import Node, PositionError, parse_json
from redcathedral.record.position import SIDES

COUNT_LIMIT: Final = 9999  # rubles of an unlimited bank, and the score: far more than any game has
_KEYS: Final = (
    "dice",
    "final_round",
    "influence",
    "ivan",
    "resources",
    "seats",
    "supply",
    "to_move",
    "towers",
)
_SEAT_KEYS: Final = (
    "banners",
    "colour",
    "locked",
    "materials",
    "ornaments",
    "rubles",
    "score",
    "workshop",
)


def from_json(text: str, setting: Setting) -> State:
    """The position of a canonical JSON line, at the start of a turn; raises PositionError.

    ``setting`` has the seats and options of the header, nothing drawn; it is not changed.  When
    Ivan is to move, his turn has not been played (``Walk.start`` does that).
    """
    return _Placement(setting).place(Node(parse_json(text)))


class _Placement:
    """One position on its way from the JSON to the table."""

    def __init__(self, setting: Setting) -> None:
        self.state = new_state(setting)
        self.setting = self.state.setting
        self.components = setting.components
        self.edition: Edition = setting.components.edition
        self.cathedral = Cathedral(self.state)
        self.tile_ids = [tile.id for tile in self.edition.workshop_tiles]
        self.tiles_seen = [0] * len(self.tile_ids)

    def place(self, root: Node) -> State:
        state = self.state
        dice, final_round, influence, ivan, resources, seats, supply, to_move, towers = root.keys(
            _KEYS
        )
        self._dice(dice)
        self._resources(resources)
        self._influence(influence)
        self.cathedral.place(towers)
        for kind in self.cathedral.tiles:
            self.tiles_seen[kind] += 1
        count = int(self.setting.seat_count)
        for seat, node in enumerate(seats.items(count, count)):
            self._seat(node, seat)
        self._tiles(root)
        self._ivan(ivan)
        self._supply(supply)
        colours = [COLOURS[colour] for colour in self.setting.colours]
        state.seat = to_move.name(colours)
        self._closer(to_move, final_round)
        begin_turn(state)
        return state

    def _dice(self, node: Node) -> None:
        market = self.state.market
        for die, entry in enumerate(node.keys(DICE)):
            face, space = entry.items(2, 2)
            market[FACE + die] = face.number(1, DIE_FACES)
            market[SPACE + die] = space.number(1, SPACE_COUNT) - 1
            market[CROWD + market[SPACE + die]] += 1
        for space_number in range(SPACE_COUNT):
            crowd = market[CROWD + space_number]
            if crowd > SPACE_LIMIT:
                reason = f"{crowd} dice stand on space {space_number + 1}"
                raise node.fail(reason, f"a space holds at most {SPACE_LIMIT} (R6.3)")

    def _resources(self, node: Node) -> None:
        ids = [tile.id for tile in self.edition.resource_tiles]
        for space, tile in enumerate(_each_once(node, ids, SPACE_COUNT)):
            self.state.market[RESOURCE_TILE + space] = tile

    def _influence(self, node: Node) -> None:
        cards = self.edition.influence
        drawn = _each_once(node, [card.id for card in cards], QUADRANT_COUNT)
        if len({cards[card].group for card in drawn}) < QUADRANT_COUNT:
            raise node.fail("two cards of one group", "name one card of each group (R2.6)")
        first = self.edition.first_game
        if self.setting.first_game and {cards[card].id for card in drawn} != set(first):
            fix = f"a first game has {', '.join(first)}, or leave option first_game out (R2.6)"
            raise node.fail("these are not the cards of a first game", fix)
        for quadrant, card in enumerate(drawn):
            self.setting.influence[quadrant] = card

    def _seat(self, node: Node, seat: int) -> None:
        seats = self.state.seats
        base = seat * SEAT_SIZE
        banners, colour, locked, materials, ornaments, rubles, score, workshop = node.keys(
            _SEAT_KEYS
        )
        wanted = COLOURS[self.setting.colours[seat]]
        if COLOURS[colour.name(COLOURS)] != wanted:
            raise colour.fail(f"the header has {wanted} here", "keep the order of the header")
        seats[base + SCORE] = score.number(0, COUNT_LIMIT)
        self._banners(banners, seat)
        owned = [0, 0, 0]
        if is_ivan(self.state, seat):
            materials.counts((), 0)
            locked.names((), ())
            rubles.number(0, 0)
            if not workshop.is_null():
                raise workshop.fail("Ivan has no workshop board", "write null (R8.1)")
            owned = [int(count) for count in self.components.ornaments]
        else:
            most = self.edition.rubles if self.setting.limited_rubles else COUNT_LIMIT
            seats[base + RUBLES] = rubles.number(0, most)
            self._materials(materials, seat)
            owned = self._workshop(workshop, locked, seat)
        set_up = self.cathedral.decorations[seat]
        for kind, entry in enumerate(ornaments.keys(ORNAMENTS)):
            seats[base + ORNAMENT_FIELDS + kind] = count = entry.number(0, SECTION_COUNT + 1)
            if count + set_up[kind] != owned[kind]:
                reason = f"{count} here and {set_up[kind]} on cards, of {owned[kind]} to place"
                raise entry.fail(reason, "make them add up (R2.2, R4.5)")

    def _banners(self, node: Node, seat: int) -> None:
        components = self.components
        first = seat * SEAT_SIZE + INVENTORY_BANNERS
        seats = self.state.seats
        for source in (INVENTORY, BESIDE, BANNER_WHITE_1, BANNER_WHITE_2):
            seats[first + source] = 0
        most = int(components.covered)
        if is_ivan(self.state, seat):
            (left,) = node.keys(("left",))
            seats[first + INVENTORY] = left.number(0, int(components.banners))
        elif self.setting.advanced[seat]:
            inventory, white1, white2 = node.keys(("inventory", "white1", "white2"))
            seats[first + INVENTORY] = inventory.number(0, most)
            seats[first + BANNER_WHITE_1] = int(white1.flag())
            seats[first + BANNER_WHITE_2] = int(white2.flag())
        else:
            beside, inventory = node.keys(("beside", "inventory"))
            seats[first + INVENTORY] = inventory.number(0, most)
            seats[first + BESIDE] = beside.number(0, int(components.beside))
        here = sum(seats[first + source] for source in range(BANNER_WHITE_2 + 1))
        claimed = seats[seat * SEAT_SIZE + CLAIMED]
        if here + claimed != components.banners:
            reason = f"{here} banners here and {claimed} on cards, of {components.banners}"
            raise node.fail(reason, "make them add up (R2.2)")

    def _materials(self, node: Node, seat: int) -> None:
        base = seat * SEAT_SIZE
        seats = self.state.seats
        counts = node.counts(LETTERS[:MATERIAL_COUNT], int(self.components.slots))
        free = self.components.slots - seats[base + INVENTORY_BANNERS]
        if sum(counts) > free:
            reason = f"{sum(counts)} materials, but {free} slots without a banner"
            raise node.fail(reason, "store at most one in each free slot (R1.4)")
        for kind, count in enumerate(counts):
            seats[base + kind] = count
        seats[base + STORED] = sum(counts)

    def _workshop(self, node: Node, locked: Node, seat: int) -> list[int]:
        """The board's tiles; the ornaments that are the seat's to place or placed, by kind."""
        components = self.components
        base = seat * SEAT_SIZE
        seats = self.state.seats
        colour = self.setting.colours[seat]
        advanced = bool(self.setting.advanced[seat])
        owned = [0, 0, 0] if advanced else [int(count) for count in components.ornaments]
        whites = {WHITE_1: BANNER_WHITE_1, WHITE_2: BANNER_WHITE_2}
        lying: dict[int, int] = {}
        placed = 0
        for space, entry in enumerate(node.keys(WORKSHOP_SPACES)):
            ornament = components.locked[colour * len(WORKSHOP_SPACES) + space] if advanced else -1
            if entry.is_null():
                if ornament != NOBODY:
                    lying[space] = ornament
                continue
            tile, side = entry.items(2, 2)
            kind = tile.name(self.tile_ids)
            face_down = side.name(SIDES)
            self.tiles_seen[kind] += 1
            placed += 1
            seats[base + WORKSHOP + space] = -(kind + 1) if face_down else kind + 1
            if space in whites and seats[base + INVENTORY_BANNERS + whites[space]]:
                raise entry.fail("a tile and a banner on one space", "remove one (R4.5)")
            if ornament != NOBODY and not face_down:
                owned[ornament] += 1
        if placed != seats[base + CLAIMED]:
            reason = f"{placed} tiles, but {seats[base + CLAIMED]} cards claimed"
            raise node.fail(reason, "each claim brings one tile (R4.3)")
        if locked.names(WORKSHOP_SPACES, ORNAMENTS) != lying:
            names = [f"{WORKSHOP_SPACES[space]} {ORNAMENTS[kind]}" for space, kind in lying.items()]
            fix = "on the empty ornament spaces lie: " + (", ".join(names) or "none")
            raise locked.fail("this does not agree with the tiles of the workshop", fix + " (R4.5)")
        return owned

    def _tiles(self, root: Node) -> None:
        most = self.components.tiles_in_play(self.setting.seat_count)
        for kind, seen in enumerate(self.tiles_seen):
            if seen > most[kind]:
                reason = f"{seen} workshop tiles {self.tile_ids[kind]} lie on cards and boards"
                fix = f"with {self.setting.seat_count} players there are {most[kind]} (R2.9)"
                raise root.fail(reason, fix)

    def _ivan(self, node: Node) -> None:
        state = self.state
        if not self.setting.solo:
            if not node.is_null():
                raise node.fail("the header has no `ivan` line", "write null, or add the line")
            return
        if node.is_null():
            raise node.fail("a solo game needs Ivan's cards", "write them as R8.2 has them")
        build, cards, inventory = node.keys(("build", "cards", "inventory"))
        state.ivan_build = vec[i64](_kinds(build))
        state.ivan_inventory = vec[i64](_kinds(inventory))
        tiles = [
            tile.id for tile in self.edition.workshop_tiles if tile.many and tile.die is not None
        ]
        rows = [entry.items(3, 3) for entry in cards.items(IVAN_ROW, IVAN_ROW)]
        for position, (card, tile, face_up) in enumerate(rows):
            state.ivan[IVAN_CARD + position] = card.name(IVAN_CARDS)
            state.ivan[IVAN_DIE + position] = self.tile_ids.index(tiles[tile.name(tiles)])
            state.ivan[IVAN_FACE_UP + position] = int(face_up.flag())
        for column, what in ((0, "card"), (1, "tile")):
            if len({row[column].text() for row in rows}) < IVAN_ROW:
                raise cards.fail(f"a {what} twice", f"name each {what} once (R8.2)")

    def _supply(self, node: Node) -> None:
        state = self.state
        edition = self.edition
        counts = node.counts(LETTERS[:MATERIAL_COUNT], COUNT_LIMIT)
        used = list(self.cathedral.delivered)
        rubles = 0
        for seat in range(int(self.setting.seat_count)):
            for kind in range(MATERIAL_COUNT):
                used[kind] += state.seats[seat * SEAT_SIZE + kind]
            rubles += state.seats[seat * SEAT_SIZE + RUBLES]
        for kind in (*state.ivan_build, *state.ivan_inventory):
            used[kind] += 1
        for kind, pieces in enumerate(edition.materials):
            if counts[kind] + used[kind] != pieces:
                reason = f"{LETTERS[kind]}: {counts[kind]} here and {used[kind]} elsewhere"
                raise node.fail(reason, f"the box has {pieces} pieces (R1.3)")
            state.stock[kind] = counts[kind]
        bank = edition.rubles if self.setting.limited_rubles else UNLIMITED
        if rubles > bank:
            reason = f"the players have {rubles} rubles"
            raise PositionError("$.seats", reason, f"the box has {bank} (R1.3)")
        state.stock[RUBLE] = bank - rubles

    def _closer(self, to_move: Node, final_round: Node) -> None:
        """Who closed the game: the first seat in turn order with six completed cards."""
        state = self.state
        count = int(self.setting.seat_count)
        for step in range(count):
            seat = (int(state.seat) + step) % count
            if state.seats[seat * SEAT_SIZE + COMPLETED] >= CLOSING_CARDS:
                state.closer = seat
                break
        if state.closer == state.seat:
            reason = f"{COLOURS[self.setting.colours[int(state.seat)]]} has completed six cards"
            raise to_move.fail(reason + " and is to move: the game is over", "nothing can follow")
        if final_round.flag() != (state.closer != NOBODY):
            reason = "this does not agree with the completed cards"
            fix = "it is true once somebody has completed a sixth card (R7.1)"
            raise final_round.fail(reason, fix)


def _each_once(node: Node, names: list[str], count: int) -> list[int]:
    """A list of so many of these names, none twice."""
    found = [entry.name(names) for entry in node.items(count, count)]
    for index, number in enumerate(found):
        if number in found[:index]:
            raise node.fail(f"{names[number]} stands there twice", "name each once")
    return found


def _kinds(node: Node) -> list[int]:
    """The kinds of a text of material letters, in their order."""
    names = LETTERS[:MATERIAL_COUNT]
    return [Node(letter, node.path).name(names) for letter in node.text()]
