"""What is offered, and how much of it there is room for."""

from __future__ import annotations

import pytest

from redcathedral.play.offer import Offer
from redcathedral.play.trial import Trial
from tests.engine.table import Table
from tests.engine.words import IDS

DICE = "white=2@1 red=1@3 green=6@5 blue=2@5 yellow=2@4"


def offer(table: Table, decision: str) -> Offer | None:
    """What a decision offers, where not all of it can be received."""
    return Trial(table.state, IDS[decision]).offer


@pytest.mark.parametrize(
    ("held", "received"), [("WW", None), ("WWW", 3), ("WWWW", 2), ("WWWWWW", 0)]
)
def test_a_die_lands_where_more_lies_than_there_is_room_for(
    held: str, received: int | None
) -> None:
    """Two dice, two bricks each, six free slots."""
    table = Table("red", "blue", dice=DICE).has("red", held).turn("red")
    wanted = None if received is None else Offer("brick", 4, received, "room")
    assert offer(table, "die white +0") == wanted


def test_the_supply_runs_out() -> None:
    table = Table("red", "blue", dice=DICE).supply_is(B=1).turn("red")
    assert offer(table, "die white +0") == Offer("brick", 4, 1, "supply")
    table.supply_is(B=0)
    assert offer(table, "die white +0") == Offer("brick", 4, 0, "supply")


def test_who_takes_less_than_they_could_lacks_nothing() -> None:
    table = Table("red", "blue", dice=DICE).has("red", "WWWW").turn("red").play("die white +0")
    assert offer(table, "take 1") is None
    assert offer(table, "take 2") == Offer("brick", 4, 2, "room")


def test_a_workshop_tile_gives_what_there_is_room_for() -> None:
    table = Table("red", "blue", towers={1: "b1"}, dice=DICE)
    table.claimed("red", "1.1", tile="die-yellow", on="white1", up=True)
    table.has("red", "WWWWW").turn("red").play("die white +0")
    assert offer(table, "activate white1") == Offer("stone", 2, 1, "room")


def test_a_tile_that_is_placed_may_give_nothing_now() -> None:
    table = Table("red", "blue", tiles={"1.1": "brick"}).has("red", "WWWWWW").turn("red")
    table.play("claim 1.1 beside")
    assert offer(table, "tile red up") == Offer("brick", 1, 0, "room")
    assert offer(table, "tile red down") is None


def test_the_bank_may_lack_rubles() -> None:
    table = Table("red", "blue", limited_rubles=True).has("red", score=20).turn("red")
    table.supply_is(R=1)
    assert offer(table, "prestige rubles") == Offer("ruble", 2, 1, "supply")
