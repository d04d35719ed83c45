"""Endgames of three and four players."""

from __future__ import annotations

from collections.abc import Mapping

from tests.endgames.puzzle import puzzle
from tests.engine.table import INFLUENCE, Table


def three(towers: Mapping[int, str] | None = None, influence: str = INFLUENCE) -> Table:
    """Blue has closed the game, green has had its last turn, red has the very last.

    Towers of 3, 4, 4, 4 and 3 cards.
    """
    table = Table("red", "blue", "green", towers=towers, influence=influence)
    table.completed("blue", "1.1", "1.2", "2.1", "2.2", "3.1", "3.2")
    table.completed("green", "2.3", "2.4", "3.3", "4.1")
    return table.completed("red", "4.2", "4.3", "4.4").turn("red")


@puzzle(
    best="deliver W 5.3 / end",
    trap="deliver W 4.1 / end",
    why="""Either card brings red the same: one prestige of recognition, and 2 for its tower. The
    base gives 2 rubles besides. But the dome stands above an unfinished card of green, and so
    does another card of red's: the tsar's reprimand costs green 2 recognition (R5.4), and with
    them the prestige by which green is ahead. Level, red has more cards.""",
)
def a_reprimand_for_the_leader() -> Table:
    table = Table("red", "blue", "green", towers={4: "b9", 5: "b5 m10 d3"}, influence="C3 T3 M3 K3")
    table.completed("blue", "1.1", "1.2", "2.1", "2.2", "3.1", "3.2")
    table.completed("green", "2.3", "2.4", "3.3", "3.4").claimed("green", "5.1")
    table.completed("red", "4.2", "4.3", "4.4", "5.2").decorated("red", "3.1", "4.2", "4.3", "4.4")
    table.claimed("red", "4.1", "WBG").claimed("red", "5.3", "GG")
    table.has("red", "W", rubles=0, score=5).has("blue", score=4)
    return table.has("green", rubles=0, score=25).turn("red")


@puzzle(
    best="deliver S 5.2 / deliver P 5.2 / end",
    trap="ornament 1.2 EP / end",
    why="""Both ways red draws level with green: by an arch with two different gems and half of
    tower 1, or by a card that gives 5 recognition and ties for tower 5. Of those level the one
    with more completed cards wins, and only then do ornaments count (R7.6), of which green has
    two.""",
)
def level_but_with_more_cards() -> Table:
    table = Table("red", "blue", "green", towers={5: "b5 m15 d3"}, influence="C3 T2 M3 K3")
    table.completed("blue", "1.1", "1.2", "2.1", "2.2", "3.1", "5.1")
    table.completed("green", "2.3", "2.4", "3.2", "3.3").decorated("green", "2.3", "3.2")
    table.completed("red", "4.1", "4.2", "4.3", "4.4").claimed("red", "5.2", "WS")
    table.has("red", "SEP", rubles=0, score=16).has("blue", score=4)
    return table.has("green", rubles=0, score=4).turn("red")


@puzzle(
    best="ornament 2.2 - / end",
    trap="ornament 1.2 - / end",
    why="""An arch in tower 1 makes red second there, for 2, but the tower is blue's, and worth
    one more to blue as well. In tower 2 blue and green share two places, 8 and 4; with 9 and 4
    each has 6 as before, rounded down, and red's third place is worth 2 (R7.4).""",
)
def third_in_the_tall_tower() -> Table:
    table = three(influence="C3 T2 M3 K3").decorated("red", "4.1", "4.3", "4.4")
    return table.has("red", "S", rubles=0, score=17).has("blue", score=4).has("green", score=9)


@puzzle(
    best="die yellow +0 / take 1 / influence 1 / end",
    trap="die white +0 / take 1 / end",
    why="""Red wins a tie by cards, and a fifth ruble or material would make one. But blue, last to
    move, has a full store and 3 rubles, which only the clergy turn into a prestige, and only the
    yellow die leads to them. Red does better to go there itself, for as much: rolled there, the
    die leads blue to the other space of the quadrant with one of its six faces.""",
)
def the_die_that_blue_needs() -> Table:
    table = Table(
        "red",
        "blue",
        "green",
        towers={5: "b5 m5 d1"},
        influence="C3 T2 M3 K1",
        market="gold green-gem stone wood brick purple-gem recognition ruble",
        dice="white=4@5 red=6@3 blue=6@3 green=4@5 yellow=3@4",
    )
    table.completed("green", "1.1", "1.2", "2.1", "2.2", "3.1", "5.1")
    table.completed("blue", "2.3", "2.4", "3.2").decorated("blue", "2.3", "2.4")
    table.claimed("blue", "1.3").claimed("blue", "3.3").claimed("blue", "3.4")
    table.completed("red", "4.1", "4.2", "4.3", "4.4", "5.2").claimed("red", "5.3")
    table.decorated("red", "4.1", "4.2", "4.3", "4.4")
    table.has("red", "WWWW", rubles=0, score=3).has("green", score=4)
    return table.has("blue", "BBBBBBBBBB", rubles=3, score=5).turn("red")


def four() -> Table:
    """Blue has closed the game, green and yellow have had their last turns, red has the very last.

    Six towers of 4 cards.
    """
    table = Table("red", "blue", "green", "yellow", influence="C3 T3 M3 K3")
    table.completed("blue", "1.1", "1.2", "1.3", "2.1", "2.2", "3.1")
    table.completed("green", "2.3", "2.4", "3.2", "4.1", "4.2")
    table.completed("yellow", "3.3", "3.4", "4.3", "5.1", "5.2")
    return table.completed("red", "4.4", "5.3", "5.4", "6.1").turn("red")


@puzzle(
    best="ornament 4.4 - / end",
    trap="ornament 5.4 - / end",
    why="""On either of red's domes the cross brings red 3 and takes 2 from the rival who was
    first there, and red is level with both. In tower 5 only yellow loses; green stays level, with
    more cards. In tower 4 green loses 2, and yellow, now third there, 1.""",
)
def the_right_rival() -> Table:
    table = four().has("red", "G", rubles=0, score=13)
    return table.has("yellow", rubles=0).has("green", rubles=1)


@puzzle(
    best="deliver S 6.2 / deliver W 6.2 / end",
    trap="deliver W 5.4 / end",
    why="""One wood completes the dome in tower 5 for 5 recognition. But red's own base there is
    unfinished, below cards of two rivals: the tsar's reprimand takes 2 of them back (R5.4, R9.2).
    The middle section in tower 6 needs the stone too and gives 4, all of them, and as much of its
    tower.""",
)
def a_reprimand_for_oneself() -> Table:
    table = Table(
        "red",
        "blue",
        "green",
        "yellow",
        side="advanced",
        towers={5: "b5 m1 m2 d3", 6: "b6 m6"},
        influence="C3 T3 M3 K3",
    )
    claims = {
        "blue": ("1.1", "1.2", "1.3", "2.1", "2.2", "5.3"),
        "green": ("2.3", "2.4", "3.1", "3.2", "6.1"),
        "yellow": ("3.3", "3.4", "4.1", "4.2", "5.2"),
        "red": ("1.4", "4.4"),
    }
    for colour, places in claims.items():
        for place, banner in zip(places, ("white2", "white1", *["inventory"] * 4), strict=False):
            table.claimed(colour, place, banner=banner)
        table.completed(colour, *places)
    table.claimed("red", "4.3", on="yellow", up=True).completed("red", "4.3")
    table.decorated("red", "4.3").claimed("red", "5.1", "WB")
    table.claimed("red", "5.4", "GG").claimed("red", "6.2", "E")
    table.has("red", "WS", rubles=0, score=5).has("blue", score=4).has("green", score=4)
    return table.has("yellow", rubles=0, score=5).turn("red")
