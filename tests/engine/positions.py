"""Positions in every phase of a turn, with as many legal decisions as possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.engine.table import Table, components

# The first space of the quadrant of each group in ``rich``.
SPACE = {"C": 1, "T": 3, "M": 5, "K": 7}


def rich(card: str = "C1", **options: Any) -> Table:
    """Red holds of everything; the white die can come, alone, to this influence card's quadrant.

    Red has claimed 2.1 (b5 WWBB), 3.1 (b1 WWB) and 4.1 (b2 BBS), and so has nine free slots for
    seven materials; 1.1, 1.2 and 1.3 are completed and bear no ornament; a wood and a stone tile
    lie face up on the white spaces.
    """
    cards = {"C": "C1", "T": "T1", "M": "M1", "K": "K1"} | {card[0]: card}
    table = Table(
        "red",
        "blue",
        towers={1: "b4 m1 d1", 2: "b5"},
        influence=" ".join(cards.values()),
        **options,
    )
    table.completed("blue", "1.1", "1.2", "1.3")
    table.claimed("red", "2.1", tile="wood", on="white1", up=True, banner="inventory")
    table.claimed("red", "3.1", tile="stone", on="white2", up=True, banner="inventory")
    table.claimed("red", "4.1", on="yellow", banner="inventory")
    table.has("red", "WWBSGEP", rubles=9, score=40)
    space = SPACE[card[0]]
    others = [(space + step) % 8 + 1 for step in range(4)]
    names = ("red", "blue", "green", "yellow")
    table.put_dice(" ".join(f"{name}=1@{at}" for name, at in zip(names, others, strict=True)))
    return table.put_dice(f"white=1@{(space - 2) % 8 + 1}").turn("red")


def inside(card: str, action: int) -> Table:
    """Red has just chosen an action of an influence card."""
    return rich(card).play("die white +0", f"influence {action}")


def pairs() -> Table:
    """Like ``rich``, for the trade of four for two, which needs four of a kind."""
    table = rich("M2").has("red", "WWWWBP", rubles=9, score=40).turn("red")
    return table.play("die white +0", "influence 2")


def complete_set() -> Table:
    """Red has completed a card of each type; the clergy's K3 is in the quadrant."""
    table = rich("K3")
    table.completed("red", "2.1", "2.2", "2.3")
    return table.turn("red").play("die white +0")


def ivan_claims() -> Table:
    """Ivan may claim one of three bases."""
    table = Table(
        "red",
        ivan="blue",
        towers={1: "b10"},
        ivan_cards="claim build recognition transport inventory",
    )
    table.has("red", score=40).put_dice("white=1@3 green=1@7").human_done().roll("white=6")
    return table


def ivan_decorates() -> Table:
    """Ivan may set up his door on one of two bases of red."""
    table = Table("red", ivan="blue", towers={1: "b10"}).completed("red", "2.1", "3.1")
    return table.has("red", score=40).ivan_has(used=5).human_done()


POSITIONS: dict[str, tuple[Callable[[], Table], str]] = {
    "start of turn": (rich, "claim deliver ornament die prestige"),
    "after claim": (lambda: rich().play("claim 2.2 inventory"), "tile prestige"),
    "after tile": (lambda: rich().play("claim 2.2 inventory", "tile red up"), "end prestige"),
    "building": (lambda: rich().play("deliver W 2.1"), "end deliver ornament prestige"),
    "built": (
        lambda: rich().play("deliver W 2.1", "deliver W 2.1", "deliver B 2.1"),
        "end prestige",
    ),
    "market": (lambda: rich().play("die white +0"), "end take influence activate prestige"),
    "market done": (
        lambda: (
            rich()
            .play("die white +0", "take 1", "influence 1", "sell W", "stop")
            .play("activate white1")
        ),
        "end prestige",
    ),
    "selling": (lambda: inside("C1", 1), "sell prestige"),
    "sold": (lambda: inside("C1", 1).play("sell W"), "stop sell prestige"),
    "buying": (lambda: inside("C1", 2), "buy prestige"),
    "bought": (
        lambda: inside("C1", 2).has("red", "W", rubles=9).play("buy W"),
        "stop buy prestige",
    ),
    "delivering one": (lambda: inside("T1", 1), "deliver ornament prestige"),
    "delivered one": (lambda: inside("T1", 1).play("deliver W 2.1"), "end take activate prestige"),
    "delivering two": (lambda: inside("T2", 1), "deliver ornament prestige"),
    "delivered one of two": (
        lambda: inside("T2", 1).play("deliver W 2.1"),
        "stop deliver ornament prestige",
    ),
    "delivered two of two": (
        lambda: inside("T2", 1).play("deliver W 2.1", "deliver W 2.1"),
        "end take activate prestige",
    ),
    "gained a ruble": (lambda: inside("T1", 2), "end take activate prestige"),
    "swapping": (lambda: inside("T3", 1), "swap prestige"),
    "swapped": (lambda: inside("T3", 1).play("swap 1 2"), "end take activate prestige"),
    "trading two": (lambda: inside("M1", 1), "trade prestige"),
    "traded two": (lambda: inside("M1", 1).play("trade W B"), "end take activate prestige"),
    "trading for a ruble": (lambda: inside("M1", 2), "trade prestige"),
    "traded for a ruble": (lambda: inside("M1", 2).play("trade W B"), "stop trade prestige"),
    "giving four": (pairs, "give prestige"),
    "given four": (lambda: pairs().play("give W"), "get prestige"),
    "got one": (lambda: pairs().play("give W", "get E"), "get prestige"),
    "got two": (lambda: pairs().play("give W", "get E", "get W"), "end take activate prestige"),
    "activating": (lambda: inside("M3", 2), "activate prestige"),
    "activated": (lambda: inside("M3", 2).play("activate white1"), "end take activate prestige"),
    "gained a recognition": (lambda: inside("K1", 1), "end take activate prestige"),
    "paying": (lambda: inside("K1", 2), "pay prestige"),
    "paid": (lambda: inside("K1", 2).play("pay"), "stop pay prestige"),
    "discarding": (lambda: inside("K2", 2), "discard prestige"),
    "discarded": (lambda: inside("K2", 2).play("discard WBS"), "stop discard prestige"),
    "gained two recognition": (
        lambda: complete_set().play("influence 2"),
        "end take activate prestige",
    ),
    "Ivan claims": (ivan_claims, "ivan"),
    "Ivan decorates": (ivan_decorates, "ivan"),
}


def twin_tiles(one: int, other: int) -> Table:
    """An edition whose tiles on these two spaces give the same; red swaps tiles."""
    edition = components().edition
    first, second, *rest = edition.resource_tiles
    twin = replace(second, resource=first.resource, amount=first.amount)
    names = [tile.id for tile in rest]
    names.insert(one - 1, first.id)
    names.insert(other - 1, twin.id)
    table = Table(
        "red",
        "blue",
        market=" ".join(names),
        influence="C1 T3 M1 K1",
        edition=replace(edition, resource_tiles=(first, twin, *rest)),
    )
    return table.put_dice("white=2@1").turn("red").play("die white +0", "influence 1")
