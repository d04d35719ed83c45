"""The towers of a position, from JSON to the table: cards, banners, deliveries, ornaments."""

from __future__ import annotations

from typing import Final

from redcathedral.box.vocabulary import (
    BASE,
    COLOURS,
    DOME,
    LETTERS,
    LEVEL_COUNT,
    MATERIAL_COUNT,
    MIDDLE,
    SECTION_COUNT,
    SECTIONS,
    TOWER_COUNT,
)
from redcathedral.engine.build import is_ivan
from redcathedral.engine.claim import put_banner
from redcathedral.engine.layout import (
    BUILT,
    COMPLETED,
    DECORATION,
    DELIVERED,
    MISSING,
    OWNER,
    PLACE_SIZE,
    SEAT_SIZE,
    SET_UP,
    SITES,
    TILE_HERE,
    UNFINISHED,
)
from redcathedral.engine.state import NOBODY, State
from redcathedral.record.node import Node

_KEYS: Final = ("card", "delivered", "done", "ornament", "owner", "tile")


class Cathedral:
    """Sets up the towers; afterwards tells what lies on them.

    ``tiles`` are the kinds of the workshop tiles on cards, ``delivered`` the materials on
    unfinished cards by kind, ``decorations[seat]`` the seat's ornaments on cards by kind.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        setting = state.setting
        self.setting = setting
        edition = setting.components.edition
        self.cards = edition.cards
        self.card_ids = [card.id for card in edition.cards]
        self.tile_ids = [tile.id for tile in edition.workshop_tiles]
        self.plans = edition.plans[int(setting.seat_count)]
        self.colours = [COLOURS[colour] for colour in setting.colours]
        self.tiles: list[int] = []
        self.delivered = [0] * MATERIAL_COUNT
        self.decorations = [[0] * SECTION_COUNT for _ in self.colours]

    def place(self, node: Node) -> None:
        """Set up all towers; raises PositionError."""
        towers = [tower.items(1, LEVEL_COUNT) for tower in node.items(1, TOWER_COUNT)]
        heights = tuple(len(tower) for tower in towers)
        if heights not in self.plans:
            plans = ["-".join(map(str, plan)) for plan in self.plans]
            reason = f"towers of {'-'.join(map(str, heights))} are no building plan"
            fix = f"plans for {len(self.colours)} players are {', '.join(plans)} (R2.8)"
            raise node.fail(reason, fix)
        for tower, cards in enumerate(towers):
            self.setting.heights[tower] = len(cards)
            for level, card in enumerate(cards):
                self._card(card, tower, level)

    def _card(self, node: Node, tower: int, level: int) -> None:
        place = tower * LEVEL_COUNT + level
        card, delivered, done, ornament, owner, tile = node.keys(_KEYS)
        number = card.name(self.card_ids)
        if number in self.setting.card:
            raise card.fail(f"{self.card_ids[number]} stands there twice", "name each card once")
        section = MIDDLE
        if level == 0:
            section = BASE
        elif level == self.setting.heights[tower] - 1:
            section = DOME
        if self.cards[number].section != section:
            reason = f"{self.card_ids[number]} is a {SECTIONS[self.cards[number].section]}"
            raise card.fail(reason, f"this level is a {SECTIONS[section]} (R2.8)")
        self.setting.card[place] = number
        site = place * PLACE_SIZE
        self.state.cathedral[site + MISSING] = sum(self.cards[number].cost)
        if not owner.is_null():
            self._claimed(node, place, owner.name(self.colours))
            if not tile.is_null():
                raise tile.fail("a tile on a claimed card", "write null: it was taken (R4.3)")
            return
        if done.flag() or not ornament.is_null() or any(delivered.counts(LETTERS[:6], 0)):
            raise owner.fail("null, but somebody built there", "write the colour of its banner")
        kind = tile.name(self.tile_ids)
        self.state.cathedral[site + TILE_HERE] = kind
        self.tiles.append(kind)

    def _claimed(self, node: Node, place: int, seat: int) -> None:
        """A card with a banner (R4.2)."""
        cathedral = self.state.cathedral
        site = place * PLACE_SIZE
        _, delivered, done, ornament, owner, _ = node.keys(_KEYS)
        if place % LEVEL_COUNT and cathedral[site - PLACE_SIZE + OWNER] == NOBODY:
            fix = "cards are claimed from the base up (R4.2)"
            raise owner.fail("a banner above a card without one", fix)
        put_banner(self.state, seat, place)
        counts = delivered.counts(LETTERS[:MATERIAL_COUNT], LEVEL_COUNT)
        if not done.flag():
            self._delivered(delivered, place, seat, counts)
            if not ornament.is_null():
                fix = "only a completed card holds one (R5.5)"
                raise ornament.fail("an ornament on an unfinished card", fix)
            return
        if any(counts):
            raise delivered.fail("materials on a completed card", "write {} (R5.3)")
        seats = self.state.seats
        base = seat * SEAT_SIZE
        cathedral[site + BUILT] = 1
        cathedral[site + MISSING] = 0
        seats[base + UNFINISHED] -= 1
        seats[base + SITES + seats[base + UNFINISHED]] = 0
        seats[base + COMPLETED] += 1
        if not ornament.is_null():
            decorator = ornament.name(self.colours)
            cathedral[site + DECORATION] = decorator
            seats[decorator * SEAT_SIZE + SET_UP] += 1
            self.decorations[decorator][self.setting.section(place)] += 1

    def _delivered(self, node: Node, place: int, seat: int, counts: list[int]) -> None:
        """Materials on an unfinished card (R5.2); for Ivan any kind does (R8.4)."""
        site = place * PLACE_SIZE
        cost = self.cards[self.setting.card[place]].cost
        if not is_ivan(self.state, seat):
            for kind, count in enumerate(counts):
                if count > cost[kind]:
                    reason = f"{count} {LETTERS[kind]} delivered, but the card needs {cost[kind]}"
                    raise node.fail(reason, "deliver no more than it needs (R5.1)")
        missing = sum(cost) - sum(counts)
        if missing <= 0:
            raise node.fail("all materials are there", 'write "done":true and {} here (R5.3)')
        for kind, count in enumerate(counts):
            self.state.cathedral[site + DELIVERED + kind] = count
            self.delivered[kind] += count
        self.state.cathedral[site + MISSING] = missing
