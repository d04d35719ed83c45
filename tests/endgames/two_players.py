"""Endgames of two players."""

from __future__ import annotations

from collections.abc import Mapping

from redcathedral.box.vocabulary import COLOURS
from tests.endgames.puzzle import puzzle
from tests.engine.table import INFLUENCE, MARKET, Table


def closed(
    towers: Mapping[int, str] | None = None,
    tiles: Mapping[str, str] | None = None,
    influence: str = INFLUENCE,
    market: str = MARKET,
    dice: str = "",
) -> Table:
    """Blue has closed the game with six cards; red, with four, has the last turn.

    Tower 1 has two blue cards and tower 2 three, tower 3 a blue and a red one, tower 4 three of
    red.  Nobody has points for tower 3 (R7.5).
    """
    table = Table(
        "red", "blue", towers=towers, tiles=tiles, influence=influence, market=market, dice=dice
    )
    table.completed("blue", "1.1", "1.2", "2.1", "2.2", "2.3", "3.1")
    for place, space in zip(("3.2", "4.1", "4.2", "4.3"), COLOURS, strict=True):
        table.claimed("red", place, banner="beside" if place == "3.2" else "inventory", on=space)
    table.completed("red", "3.2", "4.1", "4.2", "4.3")
    return table.turn("red")


def settled(influence: str, market: str, dice: str) -> Table:
    """The same, but red has set up all ornaments, has claimed 1.3 and 3.3 and has no banner left.

    Only the market can still give red something.
    """
    table = closed(influence=influence, market=market, dice=dice)
    table.decorated("red", "3.2", "4.1", "4.2", "4.3")
    return table.claimed("red", "1.3").claimed("red", "3.3").turn("red")


@puzzle(
    best="deliver W 3.3 / end",
    trap="deliver W 1.3 / end",
    why="""Red's one wood completes either dome. The one in tower 1 gives 6 recognition, but the
    tower stays blue's, and a third of it is 2. The one in tower 3 gives 5 and breaks the tie
    there: 6 for red, and blue gets only 2 (R7.5).""",
)
def the_tower_not_the_reward() -> Table:
    table = closed({1: "b1 m1 d6", 3: "b3 m3 d3"})
    table.claimed("red", "1.3", "WGE").claimed("red", "3.3", "GG")
    return table.has("red", "W", rubles=0, score=4).has("blue", rubles=2, score=5)


@puzzle(
    best="deliver W 1.1 / deliver E 1.3 / end",
    trap="deliver E 1.3 / deliver W 1.1 / end",
    why="""Both red cards of tower 1 can be completed in this turn. Completed first, the dome
    brings the tsar's reprimand for the base below, since a blue card stands above that (R5.4),
    and the one recognition lost is the one that the last prestige needs: a shared victory. From
    the bottom up nothing is lost.""",
)
def from_the_bottom_up() -> Table:
    table = Table("red", "blue", towers={1: "b1 m1 d1"}).claimed("red", "1.1", "WB")
    table.completed("blue", "1.2", "2.1", "2.2", "2.3", "3.1", "3.2")
    table.completed("red", "3.3", "4.1", "4.2", "4.3").claimed("red", "1.3", "SG")
    table.has("red", "WE", rubles=0, score=3).has("blue", rubles=2, score=5)
    return table.turn("red")


@puzzle(
    best="ornament 3.2 EP / end",
    trap="ornament 3.2 E / ornament 2.1 - / end",
    why="""An arch with two different gems uses all three deliveries and pays 3 prestige (R5.5),
    and it breaks the tie in tower 3. An arch with one gem and a door in tower 2 bring red just as
    much; but the door raises that tower for blue too, who then is level and has more cards.""",
)
def two_different_gems() -> Table:
    return closed().has("red", "WSEP", rubles=0, score=4).has("blue", rubles=1, score=9)


@puzzle(
    best="ornament 3.2 - / end",
    trap="deliver S 1.3 / end",
    why="""Red's stone completes a dome, 4 recognition and a third of tower 1. As a plain arch in
    tower 3 it takes from red the one point there, but evens out banners and ornaments, so that
    nobody gets anything (R7.5): blue loses 5, more than red could gain.""",
)
def a_tower_for_nobody() -> Table:
    dice = "white=6@4 red=6@3 blue=5@6 green=5@5 yellow=5@5"
    table = closed({1: "b1 m1 d1"}, dice=dice).claimed("red", "1.3", "GE")
    table.decorated("blue", "3.1").decorated("red", "4.1", "4.2", "4.3")
    return table.has("red", "S", rubles=0, score=9).has("blue", rubles=1, score=4)


@puzzle(
    best="die blue +0 / prestige rubles / take 1 / prestige rubles / influence 1"
    " / prestige rubles / end",
    trap="die blue +0 / take 1 / influence 1 / prestige rubles / end",
    why="""Red's marker stands one space past a prestige space. Going back to it costs nothing,
    since the final step back would take that space anyway (R7.8), and brings 2 rubles. Each
    recognition of this visit brings the marker to a plain space again: exchanged three times, not
    once at the end, it pays 6 rubles, and with 10 rubles there are 2 prestige for them
    (R7.3).""",
)
def exchange_before_each_gain() -> Table:
    table = settled(
        influence="C3 T2 M3 K2",
        market="purple-gem wood brick stone gold green-gem recognition ruble",
        dice="white=6@1 red=6@1 blue=6@1 green=5@2 yellow=5@2",
    )
    return table.has("red", rubles=4, score=10).has("blue", rubles=1, score=25)


@puzzle(
    best="die white +0 / take 1 / prestige rubles / influence 1 / deliver G 3.3 / end",
    trap="die white +0 / take 1 / influence 2 / end",
    why="""Red's dome needs one more gold. The white die brings it, and the teamsters of the same
    quadrant deliver it at once for 1 ruble. Red has none, but the marker stands on a plain space:
    losing 1 prestige costs steps that would be lost anyway (R7.8) and pays for it.""",
)
def borrowed_from_the_track() -> Table:
    table = closed(
        {3: "b3 m3 d3"},
        influence="C1 T1 M1 K1",
        market="purple-gem wood gold stone brick green-gem recognition ruble",
        dice="white=2@1 red=6@7 blue=6@7 green=4@1 yellow=4@1",
    )
    table.claimed("red", "3.3", "WG").claimed("red", "1.3")
    return table.has("red", rubles=0, score=7).has("blue", rubles=2, score=5).turn("red")


@puzzle(
    best="die green +0 / influence 1 / sell E / sell P / stop / end",
    trap="die green +0 / take 1 / end",
    why="""At the end five materials and rubles are worth a prestige, whatever they are (R7.3).
    The craftsmen pay 2 rubles for a gem: two gems and a ruble become five rubles. A third gem, the
    best that the market itself gives, makes four.""",
)
def gems_for_rubles() -> Table:
    table = settled(
        influence="C3 T3 M1 K1",
        market="gold purple-gem wood brick green-gem stone recognition ruble",
        dice="white=6@3 red=5@8 blue=6@4 green=5@4 yellow=2@3",
    )
    return table.has("red", "EP", rubles=1, score=5).has("blue", rubles=1, score=17)


@puzzle(
    best="die white +0 / take 2 / influence 2 / discard WBS / discard WBS / stop / end",
    trap="die white +0 / influence 1 / prestige rubles / take 2 / end",
    why="""The clergy give a prestige for three different materials, as often as red has them, and
    red has two kinds, of each two. The third lies on the same space: resources first, influence
    after, for the order is free (R6.4). That is 2 prestige; keeping all of them is 1.""",
)
def take_then_use_influence() -> Table:
    table = settled(
        influence="C3 T3 M1 K2",
        market="recognition gold wood green-gem purple-gem ruble stone brick",
        dice="white=6@1 red=6@3 blue=6@3 green=4@5 yellow=4@5",
    )
    return table.has("red", "WWBB", rubles=0, score=5).has("blue", rubles=1, score=21)


@puzzle(
    best="die white +0 / influence 1 / sell W / sell W / stop / take 4 / end",
    trap="die white +0 / take 2 / influence 1 / sell W / stop / end",
    why="""Red's store has room for two, and four bricks are available. Sold first, two woods
    become rubles, which need no slot, and all four bricks fit: 15 pieces. Bricks first are 13.""",
)
def sell_before_you_take() -> Table:
    table = settled(
        influence="C1 T3 M1 K1",
        market="brick wood gold stone purple-gem green-gem recognition ruble",
        dice="white=6@3 red=6@5 blue=2@1 green=5@8 yellow=6@8",
    )
    return table.has("red", "WWWWBBSS", rubles=3, score=5).has("blue", rubles=1, score=25)


@puzzle(
    best="prestige reroll 7",
    trap="prestige reroll 1",
    why="""Red needs the gold or the stone of the teamsters' quadrant, to be delivered from there
    at once, and no die gets there. Red stands on a plain space, so a re-roll is free (R7.8). With
    a ruble for an extra step the white die has three good faces of six. The two dice on space 7
    have two each, but either will do: 20 of 36 (R3.3 re-rolls all the dice of a space).""",
)
def two_dice_or_one() -> Table:
    table = closed(
        {1: "b1 m1 d1", 3: "b3 m3 d3"},
        influence="C3 T1 M1 K1",
        market="wood brick gold stone green-gem purple-gem recognition ruble",
        dice="white=4@1 red=1@5 blue=6@7 green=2@7 yellow=6@8",
    )
    table.claimed("red", "1.3", "GE").claimed("red", "3.3", "WG")
    return table.has("red", rubles=2, score=6).has("blue", score=4)


@puzzle(
    best="die white +0 / activate white1 / take 1 / influence 2 / activate white1 / end",
    trap="die white +0 / activate white1 / take 1 / influence 2 / activate white2 / end",
    why="""Red's tile with the red die gives what the space of that die gives, 2 woods (R6.10).
    Moving the white die activates one of the tiles on the white spaces, and the merchants
    activate any tile, also the same one again (R6.9): with the gold of the space five pieces. The
    other tile would make four.""",
)
def the_same_tile_twice() -> Table:
    table = closed(
        tiles={"1.3": "die-red", "3.3": "ruble"},
        influence="C3 T3 M3 K1",
        market="purple-gem recognition wood brick gold green-gem stone ruble",
        dice="white=4@1 red=6@3 blue=1@4 green=5@1 yellow=5@4",
    ).decorated("red", "3.2", "4.1", "4.2", "4.3")
    table.claimed("red", "1.3", on="white1", up=True)
    table.claimed("red", "3.3", on="white2", up=True)
    return table.has("red", rubles=0, score=5).has("blue", rubles=1, score=17)


@puzzle(
    best="claim 1.3 beside / tile white1 up / end",
    trap="claim 1.3 beside / tile white2 up / end",
    why="""The tile of the dome in tower 1 gives the one recognition that red is short of, at once
    when it is placed face up (R4.4). One white space costs 1 ruble, the other 2, and what red
    holds is worth a prestige only as long as five are left (R7.3).""",
)
def the_cheaper_space() -> Table:
    table = closed(
        tiles={"1.3": "recognition", "3.3": "ruble"},
        influence="C2 M3 T3 K1",
        market="gold green-gem purple-gem wood stone brick recognition ruble",
        dice="white=4@5 red=5@4 blue=5@6 green=5@6 yellow=3@8",
    ).decorated("red", "3.2", "4.1", "4.2", "4.3")
    return table.has("red", "WWBS", rubles=2, score=8).has("blue", rubles=1, score=21)


@puzzle(
    best="die white +0 / take 1 / influence 1 / ornament 3.2 E / end",
    trap="ornament 3.2 - / end",
    why="""Red's stone as a plain arch breaks the tie in tower 3, which leaves red level with
    blue, who has more cards. The white die fetches a gem in the teamsters' quadrant, and they
    deliver two materials at once: arch and gem, set up whole in this one delivery (R6.8).""",
)
def arch_and_gem_by_cart() -> Table:
    table = Table(
        "red",
        "blue",
        side="advanced",
        influence="C3 T2 M3 K1",
        market="wood brick green-gem stone purple-gem gold recognition ruble",
        dice="white=2@1 red=6@3 blue=6@4 green=5@5 yellow=4@7",
    )
    table.claimed("blue", "1.1", banner="white2").claimed("blue", "1.2", banner="white1")
    table.completed("blue", "1.1", "1.2", "2.1", "2.2", "2.3", "3.1")
    table.completed("red", "4.1", on="red").completed("red", "4.2", on="blue")
    table.completed("red", "4.3", on="green").completed("red", "3.2", on="yellow", up=True)
    return table.has("red", "S", rubles=3, score=5).has("blue", rubles=1, score=5).turn("red")


@puzzle(
    best="deliver W 2.2 / ornament 1.2 - / end",
    trap="deliver W 2.2 / ornament 3.2 - / end",
    why="""Red closes the game with the wood and has a stone left for an arch. In tower 3 it evens
    out blue's lead, worth 6 points now; but blue still has a turn, and the gold for the dome
    there, and leads again. In tower 1 the arch breaks a tie for good.""",
    turns=2,
)
def what_blue_will_answer() -> Table:
    table = Table(
        "red",
        "blue",
        plan="3-2-4-3",
        towers={2: "b2 d6", 3: "b3 m2 m3 d3"},
        influence="C3 T2 M3 K1",
        market="wood brick green-gem stone purple-gem gold recognition ruble",
        dice="white=1@3 red=6@5 blue=6@5 green=1@4 yellow=5@8",
    )
    table.completed("blue", "1.1", "2.1", "3.1", "3.2")
    table.completed("red", "1.2", "3.3", "4.1", "4.2", "4.3")
    table.claimed("red", "2.2", "WGE").claimed("blue", "3.4", "WG").claimed("blue", "1.3")
    table.decorated("blue", "3.1").decorated("red", "3.3")
    return table.has("red", "WS", rubles=0, score=0).has("blue", "G", rubles=0, score=9).turn("red")


@puzzle(
    best="prestige reroll 7",
    trap="deliver W 4.2 / end",
    why="""Red can complete the sixth card and share the victory. But two dice stand on the woods
    of the teamsters: a third one would bring six, and the teamsters deliver one of them. On a
    plain space a re-roll is free (R7.8), so red looks first: 11 of 36 that one of the two dice
    gets there; if not, red still builds. 47/72 in all.""",
)
def a_free_look() -> Table:
    table = Table(
        "red",
        "blue",
        towers={4: "b4 m6 d3"},
        influence="C3 T1 M3 K3",
        market="gold green-gem wood brick purple-gem recognition stone ruble",
        dice="white=1@7 red=1@5 blue=6@3 green=5@3 yellow=6@7",
    )
    table.completed("blue", "1.1", "1.2", "1.3", "2.1", "2.2", "3.1").decorated("blue", "1.1")
    table.completed("red", "2.3", "3.2", "3.3", "4.1", "4.3").claimed("red", "4.2", "SE")
    table.decorated("red", "4.1")
    return table.has("red", "W", rubles=1, score=6).has("blue", rubles=1, score=9).turn("red")
