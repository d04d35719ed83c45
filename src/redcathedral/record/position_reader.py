"""Read a position from canonical JSON, and check it against the box and the rules.

A position need not come from a game, but it must be consistent: each piece is in one place, no
parts contradict each other, and the game can continue.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from redcathedral.box import vocabulary as v
from redcathedral.engine import arrange
from redcathedral.engine.build import CLOSING_CARDS
from redcathedral.engine.setting import Setting
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import NOBODY, UNLIMITED_BANK, State
from redcathedral.engine.turn import begin_turn
from redcathedral.record import position
from redcathedral.record.strict_json import (
    PositionError,
    check_keys,
    check_length,
    check_range,
    convert,
    distinct_indexes,
    index_of,
    parse_json,
)

MAX_COUNT: Final = 9999  # rubles with an unlimited bank; the score
ANY: Final = -1  # a material of any kind, in the values of an error
# Ivan's banners ("left") are stored like the banners in the inventory of other seats.
_SOURCES: Final = (*v.BANNER_SOURCES, "left")


def from_json(text: str, setting: Setting) -> State:
    """Return the state, at the start of a turn, of canonical JSON; raises PositionError.

    ``setting`` has the seats and options of the header, but no drawn cards; it is not changed.  If
    Ivan is to move, his turn has not been played (``Stepper.start`` does that).
    """
    return PositionReader(setting).read(convert(parse_json(text), position.Position))


class PositionReader:
    """Builds a state from a position.

    Inconsistencies go to ``problems``; the first is raised if that is None or reading must stop.
    """

    def __init__(self, setting: Setting, problems: list[PositionError] | None = None) -> None:
        self.problems = problems
        self.state = new_state(setting)
        self.setting = self.state.setting
        self.components = setting.components
        self.edition = setting.components.edition
        self.seats = range(int(setting.seat_count))
        self.colours = [v.COLOURS[colour] for colour in setting.colours]
        self.card_ids = [card.id for card in self.edition.cards]
        self.tile_ids = [tile.id for tile in self.edition.workshop_tiles]

    def read(self, source: position.Position) -> State:
        """Return the state of a position; raises PositionError."""
        self._dice(source.dice)
        ids = [tile.id for tile in self.edition.resource_tiles]
        tiles = distinct_indexes("$.resources", source.resources, ids, v.SPACE_COUNT)
        for space, number in enumerate(tiles):
            arrange.set_resource_tile(self.state, space, number)
        self._influence(source.influence)
        self._towers(source.towers)
        arrange.update_derived_cells(self.state)
        check_length("$.seats", source.seats, len(self.seats))
        for seat, board in enumerate(source.seats):
            self._seat(f"$.seats[{seat}]", board, seat)
        self._tiles()
        self._ivan(source.ivan)
        self._supply(source.supply)
        self.state.seat = index_of("$.to_move", source.to_move, self.colours)
        self._closer(source.final_round)
        arrange.update_derived_cells(self.state)
        begin_turn(self.state)
        return self.state

    def _report(self, path: str, reason: str, fix: str, code: str, **values: int) -> None:
        """Report an inconsistency after which reading can continue."""
        error = PositionError(path, reason, fix, code, values)
        if self.problems is None:
            raise error
        self.problems.append(error)

    def _dice(self, dice: Mapping[v.Die, tuple[int, int]]) -> None:
        check_keys("$.dice", dice, v.DICE)
        spaces = []
        for die, name in enumerate(v.DICE):
            face = check_range(f"$.dice.{name}[0]", dice[name][0], 1, v.DIE_FACES)
            spaces.append(check_range(f"$.dice.{name}[1]", dice[name][1], 1, v.SPACE_COUNT))
            arrange.set_die(self.state, die, face, spaces[-1] - 1)
        for space in sorted({*spaces}):
            count = spaces.count(space)
            if count > v.SPACE_LIMIT:
                reason = f"{count} dice stand on space {space}"
                fix = f"a space holds at most {v.SPACE_LIMIT} (R6.3)"
                self._report("$.dice", reason, fix, "crowd", n=count, space=space, of=v.SPACE_LIMIT)

    def _influence(self, ids: list[str]) -> None:
        path, cards = "$.influence", self.edition.influence
        drawn = distinct_indexes(path, ids, [card.id for card in cards], v.QUADRANT_COUNT)
        if len({cards[card].group for card in drawn}) < v.QUADRANT_COUNT:
            fix = "name one card of each group (R2.6)"
            raise PositionError(path, "two cards of one group", fix)
        if self.setting.first_game and set(ids) != set(self.edition.first_game):
            names = ", ".join(self.edition.first_game)
            fix = f"a first game has {names}, or leave option first_game out (R2.6)"
            self._report(path, "these are not the cards of a first game", fix, "first-game")
        for quadrant, card in enumerate(drawn):
            arrange.set_influence_card(self.state, quadrant, card)

    def _towers(self, towers: list[list[position.Site]]) -> None:
        check_length("$.towers", towers, 1, v.TOWER_COUNT)
        for tower, sites in enumerate(towers):
            check_length(f"$.towers[{tower}]", sites, 1, v.LEVEL_COUNT)
        heights = tuple(len(sites) for sites in towers)
        plans = self.edition.plans[len(self.seats)]
        if heights not in plans:
            names = ["-".join(map(str, plan)) for plan in plans]
            reason = f"towers of {'-'.join(map(str, heights))} are not a building plan"
            fix = f"plans for {len(self.seats)} players are {', '.join(names)} (R2.8)"
            raise PositionError("$.towers", reason, fix)
        for tower, sites in enumerate(towers):
            arrange.set_tower_height(self.state, tower, len(sites))
            for level, site in enumerate(sites):
                path = f"$.towers[{tower}][{level}]"
                place = tower * v.LEVEL_COUNT + level
                section = v.BASE if level == 0 else v.DOME if level == len(sites) - 1 else v.MIDDLE
                self._card(f"{path}.card", site.card, place, section)
                if site.owner is None:
                    self._free(path, site, place)
                else:
                    seat = index_of(f"{path}.owner", site.owner, self.colours)
                    self._claimed(path, site, place, seat)

    def _card(self, path: str, name: str, place: int, section: int) -> None:
        number = index_of(path, name, self.card_ids)
        if number in self.setting.card:
            raise PositionError(path, f"{name} is named twice", "name each card once")
        own = self.edition.cards[number].section
        if own != section:
            fix = f"this level is a {v.SECTIONS[section]} (R2.8)"
            raise PositionError(path, f"{name} is a {v.SECTIONS[own]}", fix)
        arrange.set_card(self.state, place, number)

    def _free(self, path: str, site: position.Site, place: int) -> None:
        delivered = _counts(f"{path}.delivered", site.delivered, 0)
        if site.done or site.ornament is not None or any(delivered):
            reason = "null, but a player has built there"
            raise PositionError(f"{path}.owner", reason, "write the color of its banner")
        if site.tile is None:
            reason, fix = "null in place of a text", "write it in quotes"
            self._report(f"{path}.tile", reason, fix, "tile")
        else:
            arrange.set_card_tile(
                self.state, place, index_of(f"{path}.tile", site.tile, self.tile_ids)
            )

    def _claimed(self, path: str, site: position.Site, place: int, seat: int) -> None:
        """Read a card with a banner (R4.2)."""
        if place % v.LEVEL_COUNT and self.state.owner(place - 1) == NOBODY:
            reason, fix = "a banner above a card without one", "cards are claimed from the base up"
            self._report(f"{path}.owner", reason, f"{fix} (R4.2)", "gap")
        if site.tile is not None:
            fix = "write null: it was taken (R4.3)"
            raise PositionError(f"{path}.tile", "a tile on a claimed card", fix)
        arrange.set_owner(self.state, place, seat)
        arrange.set_completed(self.state, place, site.done)
        delivered = _counts(f"{path}.delivered", site.delivered, v.LEVEL_COUNT)
        if site.done and any(delivered):
            reason = "materials on a completed card"
            raise PositionError(f"{path}.delivered", reason, "write {} (R5.3)")
        if not site.done:
            self._delivered(f"{path}.delivered", delivered, place, seat)
        if site.ornament is not None:
            decorator = index_of(f"{path}.ornament", site.ornament, self.colours)
            if not site.done:
                reason, fix = "an ornament on an unfinished card", "only a completed card holds one"
                raise PositionError(f"{path}.ornament", reason, f"{fix} (R5.5)")
            arrange.set_decorator(self.state, place, decorator)

    def _delivered(self, path: str, counts: list[int], place: int, seat: int) -> None:
        """Read the materials on an unfinished card (R5.2); Ivan's may be of any kind (R8.4)."""
        cost = self.edition.cards[self.setting.card[place]].cost
        has_too_many = False
        for kind, count in enumerate(counts):
            if count > cost[kind] and not self.state.is_ivan(seat):
                needed = f"the card needs {cost[kind]}"
                reason = f"{count} {v.MATERIAL_LETTERS[kind]} delivered, but {needed}"
                fix = "deliver no more than it needs (R5.1)"
                self._report(path, reason, fix, "delivered", kind=kind, n=count, of=cost[kind])
                has_too_many = True
            arrange.set_delivered(self.state, place, kind, count)
        if sum(counts) >= sum(cost) and not has_too_many:
            reason, fix = "all materials are there", 'write "done":true and {} here (R5.3)'
            self._report(path, reason, fix, "delivered", kind=ANY, n=sum(counts), of=sum(cost))

    def _seat(self, path: str, board: position.SeatPosition, seat: int) -> None:
        state = self.state
        if board.colour != self.colours[seat]:
            reason = f"the header has {self.colours[seat]} here"
            raise PositionError(f"{path}.colour", reason, "keep the order of the header")
        arrange.set_score(state, seat, check_range(f"{path}.score", board.score, 0, MAX_COUNT))
        self._banners(f"{path}.banners", board.banners, seat)
        owned = [int(count) for count in self.components.ornaments]
        max_rubles = self.edition.rubles if self.setting.limited_rubles else MAX_COUNT
        if state.is_ivan(seat):
            max_rubles = 0
            check_keys(f"{path}.materials", board.materials, ())
            check_keys(f"{path}.locked", board.locked, ())
            if board.workshop is not None:
                reason = "Ivan has no workshop board"
                raise PositionError(f"{path}.workshop", reason, "write null (R8.1)")
        else:
            self._materials(f"{path}.materials", board.materials, seat)
            freed_ornaments = self._workshop(path, board, seat)
            if self.setting.advanced[seat]:
                owned = [freed_ornaments.count(kind) for kind in range(len(v.ORNAMENTS))]
        arrange.set_rubles(state, seat, check_range(f"{path}.rubles", board.rubles, 0, max_rubles))
        check_keys(f"{path}.ornaments", board.ornaments, v.ORNAMENTS)
        for kind, name in enumerate(v.ORNAMENTS):
            inner = f"{path}.ornaments.{name}"
            count = check_range(inner, board.ornaments[name], 0, len(v.ORNAMENTS) + 1)
            placed = sum(
                state.decorator(place) == seat and self.setting.section(place) == kind
                for place in range(v.PLACE_COUNT)
            )
            of = owned[kind]
            if count + placed != of:
                reason = f"{count} here and {placed} on cards, of {of} to place"
                fix = "make them add up (R2.2, R4.5)"
                self._report(
                    inner, reason, fix, "ornaments", seat=seat, ornament=kind, n=placed, of=of
                )
            arrange.set_ornaments(state, seat, kind, count)

    def _banners(self, path: str, banners: position.Banners, seat: int) -> None:
        components = self.components
        limits = {"beside": components.beside, "inventory": components.covered}
        if self.setting.advanced[seat]:
            limits = {"inventory": components.covered, "white1": 1, "white2": 1}
        if self.state.is_ivan(seat):
            limits = {"left": components.banners}
        counts: dict[str, int] = msgspec.to_builtins(banners)
        check_keys(path, counts, tuple(limits))
        for source in range(len(v.BANNER_SOURCES)):
            arrange.set_banners(self.state, seat, source, 0)
        for name, limit in limits.items():
            count = check_range(f"{path}.{name}", counts[name], 0, int(limit))
            arrange.set_banners(
                self.state, seat, _SOURCES.index(name) % len(v.BANNER_SOURCES), count
            )
        total, claimed = sum(counts.values()), self.state.claimed(seat)
        if total + claimed != components.banners:
            reason = f"{total} banners here and {claimed} on cards, of {components.banners}"
            fix = "make them add up (R2.2)"
            self._report(
                path, reason, fix, "banners", seat=seat, n=int(claimed), of=int(components.banners)
            )

    def _materials(self, path: str, materials: position.Counts, seat: int) -> None:
        counts = _counts(path, materials, int(self.components.slots))
        free = self.components.slots - self.state.banners(seat, v.INVENTORY)
        if sum(counts) > free:
            reason = f"{sum(counts)} materials, but {free} slots without a banner"
            fix = "store at most one in each free slot (R1.4)"
            self._report(path, reason, fix, "slots", seat=seat, n=sum(counts), of=int(free))
        for kind, count in enumerate(counts):
            arrange.set_materials(self.state, seat, kind, count)

    def _workshop(self, path: str, board: position.SeatPosition, seat: int) -> list[int]:
        """Read the tiles on a board; return the ornaments that face-up tiles freed (R4.3, R4.5)."""
        inside = f"{path}.workshop"
        if board.workshop is None:
            raise PositionError(inside, "null in place of an object", "write {...} there")
        check_keys(inside, board.workshop, v.WORKSHOP_SPACES)
        first = self.setting.colours[seat] * v.WORKSHOP_COUNT
        freed_ornaments = []
        placed = 0
        for space, name in enumerate(v.WORKSHOP_SPACES):
            tile = board.workshop[name]
            if tile is None:
                continue
            kind = index_of(f"{inside}.{name}[0]", tile[0], self.tile_ids)
            placed += 1
            if name in v.BANNER_SOURCES and self.state.banners(seat, v.BANNER_SOURCES.index(name)):
                reason = "a tile and a banner on one space"
                raise PositionError(f"{inside}.{name}", reason, "remove one (R4.5)")
            is_up = tile[1] == "up"
            arrange.set_workshop(self.state, seat, space, kind + 1 if is_up else -(kind + 1))
            if is_up:
                freed_ornaments.append(int(self.components.locked_ornaments[first + space]))
        claimed = self.state.claimed(seat)
        if placed != claimed:
            reason = f"{placed} tiles, but {claimed} cards claimed"
            fix = "each claim brings one tile (R4.3)"
            self._report(inside, reason, fix, "workshop", seat=seat, n=placed, of=int(claimed))
        locked = position.locked_ornaments(self.state, seat)
        if board.locked != locked:
            names = ", ".join(f"{space} {ornament}" for space, ornament in locked.items()) or "none"
            reason = "this does not agree with the tiles of the workshop"
            fix = f"on the empty ornament spaces lie: {names} (R4.5)"
            raise PositionError(f"{path}.locked", reason, fix)
        return freed_ornaments

    def _tiles(self) -> None:
        state = self.state
        kinds = [int(state.tile(place)) for place in range(v.PLACE_COUNT)]
        for seat in self.seats:
            tiles = (int(state.workshop(seat, space)) for space in range(v.WORKSHOP_COUNT))
            kinds += [abs(tile) - 1 for tile in tiles]
        for kind, limit in enumerate(self.components.tiles_in_play(len(self.seats))):
            count = kinds.count(kind)
            if count > limit:
                reason = f"{count} workshop tiles {self.tile_ids[kind]} are on cards and boards"
                fix = f"with {len(self.seats)} players there are {limit} (R2.9)"
                self._report("$", reason, fix, "tiles", tile=kind, n=count, of=int(limit))

    def _ivan(self, ivan: position.IvanPosition | None) -> None:
        if ivan is None:
            if self.setting.solo:
                fix = "write them as R8.2 has them"
                raise PositionError("$.ivan", "a solo game needs Ivan's cards", fix)
            return
        if not self.setting.solo:
            fix = "write null, or add the line"
            raise PositionError("$.ivan", "the header has no `ivan` line", fix)
        inventory = _kinds("$.ivan.inventory", ivan.inventory)
        arrange.set_ivan_materials(self.state, inventory, _kinds("$.ivan.build", ivan.build))
        tiles = [f"die-{die}*" for die in v.DICE]
        path = "$.ivan.cards"
        check_length(path, ivan.cards, len(v.IVAN_CARDS))
        for index, (card, tile, face_up) in enumerate(ivan.cards):
            number = index_of(f"{path}[{index}][0]", card, v.IVAN_CARDS)
            index_of(f"{path}[{index}][1]", tile, tiles)
            arrange.set_ivan_position(self.state, index, number, self.tile_ids.index(tile), face_up)
        for column, noun in ((0, "card"), (1, "tile")):
            if len({row[column] for row in ivan.cards}) < len(v.IVAN_CARDS):
                raise PositionError(path, f"a {noun} twice", f"name each {noun} once (R8.2)")

    def _supply(self, supply: position.Counts) -> None:
        state = self.state
        counts = _counts("$.supply", supply, MAX_COUNT)
        ivan_materials = (*state.ivan_build, *state.ivan_inventory)
        for kind, pieces in enumerate(self.edition.materials):
            used = sum(state.delivered(place, kind) for place in range(v.PLACE_COUNT))
            used += sum(state.materials(seat, kind) for seat in self.seats)
            used += ivan_materials.count(kind)
            if counts[kind] + used != pieces:
                reason = f"{v.MATERIAL_LETTERS[kind]}: {counts[kind]} here and {used} elsewhere"
                fix = f"the box has {pieces} pieces (R1.3)"
                self._report("$.supply", reason, fix, "supply", kind=kind, n=int(used), of=pieces)
            arrange.set_supply(state, kind, counts[kind])
        rubles = sum(state.rubles(seat) for seat in self.seats)
        bank = self.edition.rubles if self.setting.limited_rubles else UNLIMITED_BANK
        if rubles > bank:
            reason, fix = f"the players have {rubles} rubles", f"the box has {bank} (R1.3)"
            self._report("$.seats", reason, fix, "bank", n=int(rubles), of=int(bank))
        arrange.set_supply(state, v.RUBLE, bank - rubles)

    def _closer(self, final_round: bool) -> None:
        """Set the closer: the first seat in turn order with six completed cards."""
        state = self.state
        mover = int(state.seat)
        order = (*self.seats[mover:], *self.seats[:mover])
        closers = [seat for seat in order if state.completed(seat) >= CLOSING_CARDS]
        state.closer = closers[0] if closers else NOBODY
        if state.closer == mover:
            reason = f"{self.colours[mover]} has completed six cards, so the game is over"
            self._report("$.to_move", reason, "let another seat move", "over", seat=mover)
        if final_round != bool(closers):
            reason = "this does not agree with the completed cards"
            fix = "it is true after a player has completed a sixth card (R7.1)"
            raise PositionError("$.final_round", reason, fix)


def _counts(path: str, counts: position.Counts, most: int) -> list[int]:
    return [
        check_range(f"{path}.{name}", counts.get(name, 0), 0, most) for name in v.MATERIAL_LETTERS
    ]


def _kinds(path: str, letters: str) -> list[int]:
    return [index_of(path, letter, v.MATERIAL_LETTERS) for letter in letters]
