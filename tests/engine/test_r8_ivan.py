"""R8 Solo, against Ivan Yakovlevich."""

from __future__ import annotations

from dataclasses import replace

import pytest

from redcathedral.box.options import Options
from redcathedral.engine import events, phases, rules, scoring, setup
from redcathedral.engine import state as s
from tests.engine.table import Table, components

CLAIM = "claim recognition inventory transport build"
CARDS = ("recognition", "inventory", "transport", "claim", "build")


def solo(card: str = "recognition", **options: bool) -> Table:
    """Red against Ivan, who is blue; this card of his comes next, with the white die.

    The white die shows 1 on space 3 and will come to the stone on 4, where no other die stands
    (teamsters: no recognition).  His first base is 4.1, with a wood tile on it.
    """
    rest = [name for name in CARDS if name != card]
    table = Table(
        "red",
        ivan="blue",
        towers={1: "b1 m1 d1", 2: "b2 m2 d2", 3: "b3 m3 d3", 4: "b10 m4 d4"},
        tiles={"4.1": "wood"},
        ivan_cards=" ".join([card, *rest]),
        ivan_recognition_tile="once" if options.get("once") else "per_die",
    )
    return table.put_dice("white=1@3 red=1@6 blue=1@7 green=1@8 yellow=1@1")


def ivan_plays(table: Table, roll: str = "white=6") -> Table:
    """End red's turn, and play Ivan's up to a choice of red."""
    return table.human_done().roll(roll)


# --- R8.1 to R8.3: set-up ----------------------------------------------------------------------


def test_r8_1_ivan_has_no_workshop_inventory_or_rubles() -> None:
    table = solo()
    assert (table.rubles("blue"), table.materials("blue")) == (0, "")
    assert table.ornaments("blue") == {"door": 1, "arch": 2, "cross": 1}
    assert table.score("blue") == 2
    assert (table.rubles("red"), table.banners("red")) == (3, {"inventory": 4, "beside": 2})


def test_r8_1_ivan_takes_no_rubles_from_the_bank() -> None:
    assert Table("red", ivan="blue", limited_rubles=True).supply("R") == 70 - 3


def test_r8_1_set_up_for_two_players() -> None:
    """12 cards, and no tile with the mark for three or more players on them."""
    table = solo()
    tiles = [table.card_at(place).tile for place in range(36)]
    lying = [tile for tile in tiles if tile is not None]
    assert len(lying) == 12 - 1  # Ivan's first base is without its tile
    assert not any(tile.endswith("*") for tile in lying)


def test_r8_1_the_human_may_have_the_advanced_side() -> None:
    table = Table("red", ivan="blue", side="advanced")
    assert table.banners("red") == {"inventory": 4, "white1": 1, "white2": 1}
    assert table.ornaments("blue") == {"door": 1, "arch": 2, "cross": 1}


def test_r8_1_ivan_has_no_board_and_there_are_two_seats() -> None:
    with pytest.raises(ValueError, match=r"R8\.1"):
        setup.new_setting(components(), [0, 1, 2], solo=True)
    setting = setup.new_setting(components(), [0, 1], Options("advanced"), solo=True)
    assert list(setting.advanced) == [1, 0]


def solo_state() -> s.State:
    """A solo game before anything is drawn."""
    return setup.new_state(setup.new_setting(components(), [0, 1], solo=True))


def reach(state: s.State, phase: int) -> None:
    """Settle chance nodes, always with the first outcome, up to a phase."""
    while state.phase < phase:
        rules.settle(state, rules.outcomes(state)[0][0])


def test_r8_2_his_cards_are_shuffled_and_the_five_die_tiles_dealt_face_up() -> None:
    state = solo_state()
    reach(state, phases.DRAW_IVAN_CARD)
    assert rules.outcomes(state) == [(card, 1 / 5) for card in range(5)]
    rules.settle(state, 3)
    assert rules.outcomes(state) == [(card, 1 / 4) for card in (0, 1, 2, 4)]
    reach(state, phases.DRAW_IVAN_TILE)
    kinds = [tile.id for tile in components().edition.workshop_tiles]
    his = ["die-white*", "die-red*", "die-blue*", "die-green*", "die-yellow*"]
    assert [kinds[kind] for kind, _ in rules.outcomes(state)] == his
    assert [chance for _, chance in rules.outcomes(state)] == [1 / 5] * 5
    rules.settle(state, kinds.index("die-blue*"))
    assert [chance for _, chance in rules.outcomes(state)] == [1 / 4] * 4
    table = Table("red", ivan="blue", ivan_cards="build claim recognition transport inventory")
    assert table.ivan_row() == [
        "build die-white* up",
        "claim die-red* up",
        "recognition die-blue* up",
        "transport die-green* up",
        "inventory die-yellow* up",
    ]


def test_r8_3_his_sixth_banner_claims_the_base_with_most_recognition() -> None:
    """b10 gives 5, the others 2."""
    table = solo()
    assert table.card("4.1").owner == "blue"
    assert table.banners("blue") == {"inventory": 5}  # five on his Claim card
    assert table.to_move == "red"


def test_r8_3_leftmost_if_tied() -> None:
    """b9 and b7 give 4 each."""
    table = Table("red", ivan="blue", towers={1: "b1", 2: "b9", 3: "b7", 4: "b4"})
    assert [table.card(f"{tower}.1").owner for tower in (1, 2, 3, 4)] == [None, "blue", None, None]


def test_r8_3_bases_that_give_no_recognition_tie_too() -> None:
    """In a variant; the leftmost is his all the same."""
    edition = components().edition
    cards = tuple(replace(card, recognition=0) for card in edition.cards)
    table = Table("red", ivan="blue", edition=replace(edition, cards=cards))
    assert table.card("1.1").owner == "blue"


@pytest.mark.parametrize(
    ("tile", "gained"), [("recognition", 1), ("wood", 0), ("ruble", 0), ("die-yellow", 0)]
)
def test_r8_3_recognition_on_the_workshop_tile_is_his(tile: str, gained: int) -> None:
    """It is his Claim action (R8.4); the tile leaves the game in any case."""
    table = Table("red", ivan="blue", towers={1: "b10"}, tiles={"1.1": tile})
    assert table.card("1.1").tile is None
    assert table.score("blue") == 2 + gained
    assert table.rubles("blue") == 0


def test_r8_3_turns_alternate() -> None:
    table = solo().turn("red").play("claim 1.1 beside", "tile blue down", "end")
    assert table.to_move == "blue"
    table.roll("white=2")
    assert table.to_move == "red"


# --- R8.4: his turn ----------------------------------------------------------------------------


def test_r8_4_the_leftmost_card_with_a_face_up_tile() -> None:
    table = solo("claim").put_dice("red=2@6")
    table.ivan_has(used=1)  # next: recognition, with the red die
    table.human_done()
    assert table.die("red")[1] == 8
    assert [text.split()[2] for text in table.ivan_row()] == ["down", "down", "up", "up", "up"]
    table.roll("red=5 green=1")
    assert table.score("blue") == 2 + 1 + 4  # clergy 1, the card 4


def test_r8_4_he_moves_the_die_as_it_shows_and_never_pays() -> None:
    table = solo().put_dice("white=4@8").human_done()
    assert table.die("white")[1] == 4
    assert table.rubles("blue") == 0


def test_r8_4_the_tile_is_turned_face_down() -> None:
    table = ivan_plays(solo())
    assert table.ivan_row()[0] == "recognition die-white* down"


def test_r8_4_three_dice_on_the_space_the_die_does_not_move() -> None:
    """No roll, no recognition of the space, but the card's action."""
    table = solo().put_dice("white=1@7 red=1@8 blue=1@8 green=1@8").human_done()
    assert table.to_move == "red"
    assert table.die("white") == (1, 7)
    assert table.score("blue") == 2 + 4
    assert table.ivan_row()[0].endswith("down")


def test_r8_4_he_gets_no_materials_or_rubles() -> None:
    for space in (2, 4, 5, 8):
        table = solo().put_dice(f"white=1@{space - 1}").put_dice("red=1@3 blue=1@3 green=1@7")
        before = [table.supply(kind) for kind in "WBSGEP"]
        table.human_done().roll("white=1")
        assert [table.supply(kind) for kind in "WBSGEP"] == before
        assert (table.rubles("blue"), table.materials("blue")) == (0, "")


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("once", [False, True])
def test_r8_4_ruling_recognition_of_the_space_once_per_die(dice: int, once: bool) -> None:
    """With the option `ivan_recognition_tile` = `once` it is 1 for any number of dice."""
    table = solo("transport", once=once).put_dice("white=1@8 yellow=1@2")
    for name in ("red", "blue")[: dice - 1]:
        table.put_dice(f"{name}=1@1")
    table.human_done()
    assert table.score("blue") == 2 + (1 if once else dice)


def test_r8_4_recognition_of_the_quadrants_card_as_well() -> None:
    """Clergy on spaces 7 and 8: the printed 1."""
    table = solo("transport").put_dice("white=1@7 blue=1@2 green=1@3").human_done()
    assert table.score("blue") == 2 + 1


def test_r8_4_ruling_both_add_up() -> None:
    """Two dice on the recognition tile, which lies in the clergy's quadrant: 2 + 1."""
    table = Table(
        "red",
        ivan="blue",
        market="ruble wood brick stone gold green-gem purple-gem recognition",
        ivan_cards="transport inventory recognition claim build",
        towers={4: "b10"},
        tiles={"4.1": "wood"},
    )
    table.put_dice("white=1@7 red=1@8 blue=1@2 green=1@3 yellow=1@4").human_done()
    assert table.score("blue") == 2 + 2 + 1


@pytest.mark.parametrize("complete", [False, True])
def test_r8_4_ruling_the_larger_of_two_recognition_actions_he_qualifies_for(complete: bool) -> None:
    """K3: 1, or 2 with a completed base, middle and dome."""
    table = Table(
        "red",
        ivan="blue",
        influence="C1 T1 M1 K3",
        ivan_cards="transport inventory recognition claim build",
        towers={4: "b10"},
        tiles={"4.1": "wood"},
    )
    table.completed("blue", "4.1", "4.2")
    if complete:
        table.completed("blue", "4.3")
    else:
        table.completed("red", "4.3")
    table.put_dice("white=1@7 red=1@3 blue=1@2 green=1@3 yellow=1@4").human_done()
    assert table.score("blue") == 2 + (2 if complete else 1)


def test_r8_4_ruling_the_larger_wherever_it_stands_on_the_card() -> None:
    """A variant of K3 that names the 2 recognition first."""
    edition = components().edition
    influence = tuple(
        replace(card, actions=card.actions[::-1]) if card.id == "K3" else card
        for card in edition.influence
    )
    table = Table(
        "red",
        ivan="blue",
        influence="C1 T1 M1 K3",
        ivan_cards="transport inventory recognition claim build",
        towers={4: "b10"},
        tiles={"4.1": "wood"},
        edition=replace(edition, influence=influence),
    )
    table.completed("blue", "4.1", "4.2", "4.3")
    table.put_dice("white=1@7 red=1@3 blue=1@2 green=1@3 yellow=1@4").human_done()
    assert table.score("blue") == 2 + 2


def test_r8_4_the_dice_of_the_space_are_rerolled() -> None:
    table = solo().put_dice("white=3@3").human_done()
    table.roll("white=6 red=2")
    assert (table.die("white"), table.die("red")) == ((6, 6), (2, 6))


def test_r8_4_then_the_cards_action() -> None:
    """After the roll."""
    table = solo("recognition").human_done()
    assert table.score("blue") == 2
    table.roll("white=4")
    assert table.score("blue") == 6


def test_r8_4_recognition_4() -> None:
    assert ivan_plays(solo("recognition")).score("blue") == 2 + 4


def test_r8_4_inventory_4_of_the_most_plentiful_kind() -> None:
    table = solo("inventory").supply_is(W=9, B=10, S=11, G=12, E=8, P=10)
    ivan_plays(table)
    assert (table.ivan_inventory, table.supply("G")) == ("GGGG", 8)


@pytest.mark.parametrize(
    ("supply", "kind"), [("WB", "W"), ("BS", "B"), ("SG", "S"), ("GE", "G"), ("EP", "E")]
)
def test_r8_4_ruling_of_equally_plentiful_kinds_the_first(supply: str, kind: str) -> None:
    table = solo("inventory").supply_is(
        **{other: 9 if other in supply else 8 for other in "WBSGEP"}
    )
    assert ivan_plays(table).ivan_inventory == kind * 4


@pytest.mark.parametrize("left", [0, 1, 3])
def test_r8_4_ruling_fewer_than_4_left_what_there_is(left: int) -> None:
    table = solo("inventory").supply_is(W=0, B=left, S=0, G=0, E=0, P=0)
    assert ivan_plays(table).ivan_inventory == "B" * left


def test_r8_4_inventory_adds_to_stored_materials() -> None:
    table = solo("inventory").ivan_has(inventory="WWWW").supply_is(B=19)
    table.supply_is(W=1, S=1, G=1, E=1, P=1)
    assert ivan_plays(table).ivan_inventory == "WWWWBBBB"


def test_r8_4_transport_everything_on_the_build_card() -> None:
    table = ivan_plays(solo("transport").ivan_has(inventory="GGEE", build="W"))
    assert (table.ivan_inventory, table.ivan_build) == ("", "WGGEE")


def test_r8_4_transport_of_nothing() -> None:
    table = ivan_plays(solo("transport"))
    assert (table.ivan_inventory, table.ivan_build) == ("", "")


def test_r8_4_claim_directly_above_a_card_of_the_human() -> None:
    """Claimed or completed; a base without banner only comes after it."""
    claimed = ivan_plays(solo("claim").claimed("red", "2.1"))
    assert claimed.card("2.2").owner == "blue"
    completed = ivan_plays(solo("claim").completed("red", "3.1"))
    assert completed.card("3.2").owner == "blue"
    assert completed.banners("blue") == {"inventory": 4}


def test_r8_4_does_not_claim_above_his_card() -> None:
    """Red's 4.2 is above Ivan's 4.1, so Ivan claims 4.3, not a base."""
    table = ivan_plays(solo("claim").claimed("red", "4.2"))
    assert table.card("4.3").owner == "blue"


def test_r8_4_claim_where_several_fit_the_human_chooses() -> None:
    table = ivan_plays(solo("claim").claimed("red", "1.1").completed("red", "3.1"))
    assert table.legal() == ["ivan claim 1.2", "ivan claim 3.2"]
    table.play("ivan claim 3.2")
    assert (table.card("3.2").owner, table.card("1.2").owner) == ("blue", None)
    assert table.to_move == "red"


def test_r8_4_claim_else_a_base_without_banner() -> None:
    table = ivan_plays(solo("claim"))
    assert table.legal() == ["ivan claim 1.1", "ivan claim 2.1", "ivan claim 3.1"]
    table.play("ivan claim 2.1")
    assert table.card("2.1").owner == "blue"


def test_r8_4_claim_the_only_base_without_a_choice() -> None:
    """2-4-4-2 towers would leave more; here 1 and 2 are his, 3.1 alone is free."""
    table = ivan_plays(solo("claim").claimed("blue", "1.1").claimed("blue", "2.1"))
    assert table.card("3.1").owner == "blue"
    assert table.to_move == "red"


def test_r8_4_claim_else_any_available_card() -> None:
    """All bases are his; nothing of red's is there."""
    table = solo("claim").claimed("blue", "1.1").claimed("blue", "2.1").claimed("blue", "3.1")
    ivan_plays(table)
    assert table.legal() == [f"ivan claim {tower}.2" for tower in (1, 2, 3, 4)]


def test_r8_4_claim_needs_a_banner() -> None:
    table = solo("claim")
    for place in ("1.1", "2.1", "3.1", "1.2", "2.2"):
        table.claimed("blue", place)
    assert table.banners("blue") == {}
    ivan_plays(table)
    assert table.to_move == "red"
    assert [table.card(place).owner for place in ("3.2", "4.2")] == [None, None]


def test_r8_4_claim_nothing_where_no_card_is_left() -> None:
    """In a variant with eight cards."""
    edition = components().edition
    low = replace(edition, plans={**edition.plans, 2: ((2, 2, 2, 2),)})
    table = Table(
        "red", ivan="blue", plan="2-2-2-2", towers={1: "b10"}, edition=low, ivan_cards=CLAIM
    )
    for tower, owner in ((1, "blue"), (2, "red"), (3, "red"), (4, "red")):
        if tower > 1:
            table.claimed("red", f"{tower}.1")
        table.claimed(owner, f"{tower}.2")
    table.put_dice("white=1@3 green=1@7").human_done().roll("white=6")
    assert table.to_move == "red"
    assert table.banners("blue") == {"inventory": 4}
    assert table.legal("claim") == []


@pytest.mark.parametrize(("tile", "gained"), [("recognition", 1), ("wood", 0), ("ruble", 0)])
def test_r8_4_claim_recognition_of_the_workshop_tile(tile: str, gained: int) -> None:
    """The tile is discarded in any case."""
    table = Table(
        "red", ivan="blue", towers={4: "b10"}, tiles={"1.2": tile, "4.1": "stone"}, ivan_cards=CLAIM
    ).claimed("red", "1.1")
    table.put_dice("white=1@3 red=1@6 blue=1@7 green=1@8 yellow=1@1").human_done().roll("white=6")
    assert table.card("1.2").owner == "blue"
    assert (table.score("blue"), table.card("1.2").tile) == (2 + gained, None)
    assert (table.rubles("blue"), table.materials("blue")) == (0, "")


def test_r8_4_claim_a_die_tile_never_counts() -> None:
    """Even when its die stands on the recognition."""
    table = Table(
        "red",
        ivan="blue",
        towers={4: "b10"},
        tiles={"1.2": "die-yellow", "4.1": "stone"},
        ivan_cards=CLAIM,
    ).claimed("red", "1.1")
    table.put_dice("white=1@3 red=1@6 blue=1@7 green=1@8 yellow=1@1").human_done().roll("white=6")
    assert table.score("blue") == 2


def test_r8_4_build_any_kind_for_any_kind() -> None:
    """b10 costs BSSG and gives 5 recognition; the materials go back to the supply."""
    table = ivan_plays(solo("build").ivan_has(build="PPPP"))
    assert table.card("4.1").done
    assert (table.score("blue"), table.supply("P"), table.ivan_build) == (7, 10, "")


def test_r8_4_build_gives_recognition_but_no_rubles() -> None:
    """b1 gives 2 recognition and 2 rubles."""
    table = ivan_plays(solo("build").claimed("blue", "1.1").ivan_has(build="WWW"))
    assert (table.score("blue"), table.rubles("blue")) == (4, 0)


def test_r8_4_build_remaining_materials_go_to_the_next_card_or_stay() -> None:
    table = ivan_plays(solo("build").claimed("blue", "1.1").ivan_has(build="WWWBBBB"))
    assert table.card("1.1").done
    assert table.card("4.1").done
    assert table.ivan_build == ""
    stays = ivan_plays(solo("build").ivan_has(build="WWWBBBB"))
    assert stays.card("4.1").done
    assert stays.ivan_build == "BBB"


def test_r8_4_build_an_unfinished_card_keeps_its_materials() -> None:
    table = ivan_plays(solo("build").ivan_has(build="EE"))
    assert table.card("4.1").delivered == "EE"
    assert not table.card("4.1").done


def test_r8_4_build_only_his_own_unfinished_cards() -> None:
    table = solo("build").claimed("red", "1.1").completed("blue", "2.1").ivan_has(build="EEEEE")
    ivan_plays(table)
    assert table.card("1.1").delivered == table.card("2.1").delivered == ""
    assert table.card("4.1").done
    assert table.ivan_build == "E"


def test_r8_4_build_ruling_rows_are_read_first() -> None:
    """Lower left, to the right, then the next row up: 1.1, 4.1, then 1.2."""
    table = solo("build").claimed("blue", "1.1").claimed("blue", "1.2").ivan_has(build="WWWBBBBS")
    ivan_plays(table)
    assert table.card("1.1").done
    assert table.card("4.1").done
    assert table.card("1.2").delivered == "S"


def test_r8_4_build_ruling_materials_are_used_in_the_order_they_were_stored() -> None:
    """The first three complete 1.1 (b1), the next stay visible on 4.1, the rest never moves."""
    table = solo("build").claimed("blue", "1.1").ivan_has(build="EWPSG")
    ivan_plays(table)
    assert table.card("1.1").done
    assert table.card("4.1").delivered == "SG"


def test_r8_4_build_the_reprimand_for_him() -> None:
    """He completes 1.2 above red's unfinished 1.1."""
    table = solo("build").claimed("red", "1.1").claimed("blue", "1.2", "WWW")
    table.completed("blue", "4.1").has("red", score=10).ivan_has(build="E")
    ivan_plays(table)
    assert table.card("1.2").done
    assert table.score("red") == 9


def test_r8_4_build_the_reprimand_against_him() -> None:
    """Red completes 4.2 (m4 WBE) above his unfinished 4.1."""
    table = solo().claimed("red", "4.2", "WB").has("red", "E").has("blue", score=10).turn("red")
    table.play("deliver E 4.2")
    assert table.score("blue") == 9


def test_r8_4_build_against_himself_by_the_humans_cards_above() -> None:
    """His 1.2 is completed while his 1.1 lies below red's completed 1.3, too."""
    table = solo("build").claimed("blue", "1.1", "WW").claimed("blue", "1.2", "WWW")
    table.completed("red", "1.3").completed("blue", "4.1").has("blue", score=10)
    table.ivan_has(build="E")  # completes 1.1 (b1): nothing unfinished below
    ivan_plays(table)
    assert table.score("blue") == 12
    again = solo("build").claimed("blue", "1.1").completed("blue", "4.1").claimed("blue", "4.2")
    again.completed("red", "1.2").claimed("blue", "1.3").has("blue", score=10)
    again.ivan_has(build="EEE" + "EEE" + "E")  # 1.1, then 4.2 (m4: 3 recognition), then 1.3
    ivan_plays(again)
    assert again.score("blue") == 10 + 2 + 3


def test_r8_4_his_turn_needs_nothing_of_the_human() -> None:
    """No optional action, no other decision: a choice names only the cards."""
    table = ivan_plays(solo("claim").has("red", score=40))
    assert table.legal() == table.legal("ivan claim")


# --- R8.5: all tiles face down -----------------------------------------------------------------


def deal(
    table: Table, tiles: str = "die-white* die-red* die-blue* die-green* die-yellow*"
) -> Table:
    """Deal the five tiles in this order."""
    kinds = [tile.id for tile in table.edition.workshop_tiles]
    for name in tiles.split():
        assert table.chance()
        rules.settle(table.state, kinds.index(name))
        table.check()
    return table


def used_up() -> Table:
    """Turn all of his tiles face down."""
    return solo("recognition").has("blue", score=20).ivan_has(used=5)


def test_r8_5_tiles_are_dealt_face_up_again_then_his_turn_as_above() -> None:
    table = used_up().human_done()
    deal(table, "die-green* die-white* die-blue* die-red* die-yellow*")
    assert [text.split()[0] for text in table.ivan_row()] == list(CARDS)  # the row keeps its order
    assert table.ivan_row()[0] == "recognition die-green* down"
    assert [text.split()[2] for text in table.ivan_row()] == ["down", "up", "up", "up", "up"]
    assert table.die("green")[1] == 1  # from 8, showing 1: recognition, where yellow stands
    table.roll("green=2 yellow=2")
    assert table.score("blue") == 20 + 2 + 4
    assert table.to_move == "red"


def test_r8_5_every_order_of_the_five_tiles_is_equally_likely() -> None:
    table = used_up().human_done()
    assert [chance for _, chance in rules.outcomes(table.state)] == [1 / 5] * 5


def test_r8_5_an_ornament_on_a_card_of_the_human() -> None:
    """First the door; 1 prestige (20 to 21), no material."""
    table = used_up().completed("red", "1.1").completed("blue", "4.1").human_done()
    assert table.card("1.1").ornament == "blue"
    assert table.score("blue") == 21
    assert table.ornaments("blue") == {"arch": 2, "cross": 1}
    assert table.supply("W") == 20
    deal(table)


def test_r8_5_otherwise_decorates_his_own_section() -> None:
    """Red's 1.1 is only claimed, or has an ornament already."""
    table = used_up().claimed("red", "1.1").completed("blue", "4.1").human_done()
    assert table.card("4.1").ornament == "blue"
    table = used_up().completed("red", "1.1").decorated("red", "1.1").completed("blue", "4.1")
    table.human_done()
    assert table.card("4.1").ornament == "blue"


def test_r8_5_the_human_chooses_among_several() -> None:
    """Red's cards come first, so Ivan's own base is not a choice."""
    table = used_up().completed("red", "1.1", "3.1").completed("blue", "4.1").human_done()
    assert table.legal() == ["ivan ornament 1.1", "ivan ornament 3.1"]
    table.play("ivan ornament 3.1")
    assert table.card("3.1").ornament == "blue"
    assert table.score("blue") == 21
    deal(table)


def test_r8_5_the_human_chooses_among_his_own_cards_too() -> None:
    table = used_up().completed("blue", "1.1", "4.1").human_done()
    assert table.legal() == ["ivan ornament 1.1", "ivan ornament 4.1"]


def test_r8_5_strict_order_door_arch_arch_cross() -> None:
    """Base, two middle sections and the dome of red's towers, one at each deal."""
    order = ["1.1", "1.2", "2.2", "1.3"]
    kinds = ["door", "arch", "arch", "cross"]
    for count in range(4):
        table = used_up().completed("red", "1.1", "1.2", "1.3", "2.1", "2.2")
        table.decorated("blue", *order[:count]).human_done()
        if count == 0:
            assert table.legal() == ["ivan ornament 1.1", "ivan ornament 2.1"]
            table.play("ivan ornament 1.1")
        elif count == 1:
            assert table.legal() == ["ivan ornament 1.2", "ivan ornament 2.2"]
            table.play("ivan ornament 1.2")
        assert table.card(order[count]).ornament == "blue"
        assert sum(table.ornaments("blue").values()) == 3 - count
        assert table.ornaments("blue").get(kinds[count], 0) == (1 if count == 1 else 0)


def test_r8_5_if_the_type_is_not_possible_he_places_none() -> None:
    """The door comes first: a free dome or middle section does not help."""
    table = used_up().completed("red", "1.1", "1.2", "1.3").decorated("red", "1.1").human_done()
    assert table.score("blue") == 20
    assert table.ornaments("blue") == {"door": 1, "arch": 2, "cross": 1}
    deal(table)


def test_r8_5_with_all_four_set_up_no_more() -> None:
    table = used_up().completed("red", "1.1", "1.2", "1.3", "2.1", "2.2")
    table.decorated("blue", "1.1", "1.2", "2.2", "1.3").human_done()
    assert table.score("blue") == 20
    assert table.card("2.1").ornament is None


def test_r8_5_not_before_all_tiles_are_face_down() -> None:
    table = used_up().ivan_has(used=4).completed("red", "1.1")
    table.put_dice("yellow=1@1").human_done().roll("yellow=1")
    assert table.card("1.1").ornament is None


# --- R8.6: the end -----------------------------------------------------------------------------


def five_of_red() -> Table:
    """Red lacks an S on its sixth card 2.3 (d2 BGP lacks P)."""
    table = solo("recognition").completed("red", "1.1", "1.2", "1.3", "2.1", "2.2")
    return table.claimed("red", "2.3", "BG").has("red", "P", score=20)


def test_r8_6_when_the_human_closes_ivan_has_one_more_turn() -> None:
    table = five_of_red().turn("red").play("deliver P 2.3")
    assert table.score("red") == 24  # the reward only: nobody gets the 3 prestige
    table.play("end").roll("white=5")
    assert table.over()
    assert table.score("blue") == 6


def test_r8_6_when_ivan_closes_the_human_has_one_more_turn() -> None:
    """His sixth card is b10 (5 recognition), and he gets no 3 prestige."""
    table = solo("build").completed("blue", "1.1", "1.2", "2.1", "2.2", "3.1")
    table.has("blue", score=20).ivan_has(build="WWWW")
    ivan_plays(table)
    assert table.score("blue") == 25
    assert table.to_move == "red"
    table.play("claim 3.2 beside", "tile blue down", "end")
    assert table.over()


def test_r8_6_his_choices_are_due_in_his_last_turn_too() -> None:
    table = solo("claim").completed("red", "1.1", "1.2", "1.3", "2.1", "2.2")
    table.claimed("red", "3.1", "WS").has("red", "S").turn("red").play("deliver S 3.1", "end")
    table.roll("white=4")
    assert table.legal() == ["ivan claim 2.3", "ivan claim 3.2"]
    table.play("ivan claim 2.3")
    assert table.over()


def test_r8_6_scoring_as_for_two_players() -> None:
    table = solo().completed("red", "1.1", "1.2").completed("blue", "1.3")
    assert (table.towers("red")[0], table.towers("blue")[0]) == (6, 2)


def test_r8_6_ruling_ivan_scores_no_leftover_goods() -> None:
    table = solo().ivan_has(inventory="WWWWW", build="BBBBB").has("red", "WW", rubles=3)
    final = scoring.scores(table.state)
    assert (final[0].goods, final[1].goods) == (1, 0)


def test_r8_4_his_actions_are_events() -> None:
    """The journal names his card, the die, the roll, and what the card did."""
    table = solo("recognition").turn("red")
    table.state.phase = phases.DONE
    table.state.moves = s.EMPTY
    table.state.journal = []
    table.play("end").roll("white=6")
    assert [event.kind for event in table.state.journal] == [
        events.TURN_BEGAN,
        events.IVAN_ACTED,
        events.DIE_MOVED,
        events.DIE_ROLLED,
        events.GAINED,
        events.TURN_BEGAN,
    ]
