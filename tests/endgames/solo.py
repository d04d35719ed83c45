"""Endgames against Ivan (R8)."""

from __future__ import annotations

from tests.endgames.puzzle import puzzle
from tests.engine.table import Table


@puzzle(
    best="die red +0 / take 3 / influence 1 / deliver W 1.2 / end",
    trap="deliver W 1.2 / ornament 2.2 - / end",
    why="""Ivan's next card and die are known: green, to the space of the recognition, where two
    dice stand. A third one there stops it (R6.3, R8.4). So red closes the game by the teamsters
    of that quadrant and is level with Ivan at the end, with more cards. Building would set up an
    arch as well, and let Ivan take 3 recognition.""",
    turns=2,
)
def three_dice_stop_ivan() -> Table:
    table = Table(
        "red",
        ivan="blue",
        towers={1: "b1 m6 d3", 4: "b10"},
        influence="C3 T1 M3 K3",
        market="wood brick recognition stone gold green-gem purple-gem ruble",
        dice="white=1@3 yellow=2@3 green=5@6 red=6@5 blue=4@8",
        ivan_cards="inventory transport claim recognition build",
        ivan_tiles="die-white* die-red* die-blue* die-green* die-yellow*",
    )
    table.completed("blue", "4.1", "4.2", "3.1", "3.2").decorated("blue", "3.1", "3.2", "4.2")
    table.completed("red", "1.1", "2.1", "2.2", "2.3", "3.3").claimed("red", "1.2", "SE")
    table.decorated("red", "2.1", "2.3")
    table.ivan_has(used=3).has("red", "WS", rubles=1, score=0).has("blue", score=6)
    return table.turn("red")


@puzzle(
    best="ornament 2.2 EP / end",
    trap="deliver W 1.3 / ornament 2.2 E / end",
    why="""Closing now, red is one short when Ivan has taken the 4 recognition of his next card.
    He takes them in any case; but the card after it only fills his inventory. So red first sets
    up the arch with both gems and closes a turn later: three deliveries more for red, next to
    nothing for Ivan.""",
    turns=4,
)
def not_yet() -> Table:
    table = Table(
        "red",
        ivan="blue",
        towers={1: "b1 m1 d3", 4: "b10"},
        influence="C3 T2 M3 K3",
        market="wood brick green-gem stone gold purple-gem ruble recognition",
        dice="white=1@3 yellow=2@3 green=1@4 red=1@1 blue=2@1",
        ivan_cards="transport claim build recognition inventory",
        ivan_tiles="die-white* die-blue* die-yellow* die-green* die-red*",
    )
    table.completed("blue", "4.1", "4.2", "3.1", "3.2")
    table.completed("red", "1.1", "1.2", "2.1", "2.2", "3.3").claimed("red", "1.3", "GG")
    table.ivan_has(used=3).has("red", "WSEP", rubles=0, score=4).has("blue", score=25)
    return table.turn("red")


@puzzle(
    best="deliver W 3.2 / ornament 1.1 E / end",
    trap="deliver W 3.2 / ornament 1.2 E / end",
    why="""All of Ivan's tiles lie face down, so he sets up his door before he acts, for 1
    prestige: on a base that red has completed, and there is but one (R8.5). With red's own door
    on it he sets up none. An arch with the gem pays red the same, and leaves the base to him.""",
    turns=2,
)
def no_base_for_ivan() -> Table:
    table = Table(
        "red",
        ivan="blue",
        towers={3: "b2 m6 d3", 4: "b10"},
        influence="C3 T2 M3 K3",
        market="wood brick green-gem stone gold purple-gem ruble recognition",
        dice="white=1@3 yellow=2@3 green=1@4 red=1@1 blue=2@1",
        ivan_cards="inventory transport claim build recognition",
        ivan_tiles="die-white* die-blue* die-yellow* die-green* die-red*",
    )
    table.claimed("blue", "2.1").claimed("blue", "3.1")
    table.completed("blue", "4.2", "4.3")
    table.completed("red", "1.1", "1.2", "1.3", "2.2", "2.3").claimed("red", "3.2", "SE")
    table.ivan_has(used=5).has("red", "WWSE", rubles=0, score=0).has("blue", score=36)
    return table.turn("red")


@puzzle(
    best="die white +0 / activate white1 / influence 1 / deliver G 3.3 / take 1 / end",
    trap="die white +0 / take 1 / influence 2 / end",
    why="""Red's dome needs one gold. The tile on the white space gives it, the teamsters deliver
    it, and their space has woods; but the store has one free slot. A wood taken first fills it,
    and what cannot be stored is not received (R1.5). The order is free (R6.4): tile, teamsters,
    and then a wood into the slot that is free again, the tenth piece to count.""",
)
def the_last_slot() -> Table:
    table = Table(
        "red",
        ivan="blue",
        side="advanced",
        tiles={"4.1": "gold"},
        towers={1: "b10", 3: "b3 m3 d3"},
        influence="C3 T1 M3 K3",
        market="stone brick wood green-gem gold purple-gem ruble recognition",
        dice="white=2@1 red=3@2 blue=4@1 green=1@4 yellow=6@7",
    )
    table.completed("blue", "1.1", "1.2", "2.1", "2.2", "2.3", "3.1").decorated("blue", "1.1")
    table.claimed("red", "4.1", banner="white1", on="white1", up=True)
    table.claimed("red", "3.3", "WG", banner="white2", on="white2")
    table.completed("red", "4.1", "4.2", "4.3", "3.2")
    return table.has("red", "BBBBSSSS", rubles=2, score=4).has("blue", score=9).turn("red")
