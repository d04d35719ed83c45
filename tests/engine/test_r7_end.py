"""R7 End of the game: the last turns, final scoring, ties, the cap on turns."""

from __future__ import annotations

import pytest

from redcathedral.engine import phases, playout, rules, scoring
from redcathedral.engine.rng import Rng
from tests.engine.table import Table

COLOURS = ("red", "blue", "green", "yellow")
SIX = ("1.1", "1.2", "1.3", "2.1", "2.2")


def closing(players: int, closer: int) -> Table:
    """The sixth card of this player, 3.1, lacks the S that they are about to deliver."""
    table = Table(*COLOURS[:players], towers={3: "b4"})
    colour = COLOURS[closer]
    table.completed(colour, *SIX).claimed(colour, "3.1", "WB").has(colour, "S", score=20)
    return table.turn(colour)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r7_1_the_sixth_card_gives_its_reward_and_then_3_prestige(players: int) -> None:
    """20 + 3 recognition is 23; then 25, 29, 32."""
    table = closing(players, 0).play("deliver S 3.1")
    assert table.score("red") == 32


@pytest.mark.parametrize(("players", "closer"), [(p, c) for p in (2, 3, 4) for c in range(p)])
def test_r7_1_every_other_player_has_exactly_one_more_turn(players: int, closer: int) -> None:
    table = closing(players, closer).play("deliver S 3.1").finish()
    for step in range(1, players):
        assert table.to_move == COLOURS[(closer + step) % players]
        assert not table.over()
        table.play(table.legal("die")[0]).finish()
    assert table.over()
    assert table.legal() == []
    assert not table.chance()


def test_r7_1_before_the_sixth_card_nothing_ends() -> None:
    table = Table("red", "blue").completed("red", *SIX).turn("red")
    for _ in range(4):
        table.play(table.legal("die")[0]).finish()
    assert not table.over()


def test_r7_1_a_game_may_end_with_a_claim_or_a_delivery_too() -> None:
    table = closing(2, 0).play("deliver S 3.1", "end", "claim 4.1 beside", "tile red down", "end")
    assert table.over()


def test_r7_1_cards_of_the_last_turns_score_and_nobody_else_gets_the_3() -> None:
    """Blue completes its own sixth card (d1, 4 recognition) in the last turn."""
    table = Table("red", "blue", plan="3-2-4-3", towers={1: "b4 m1 d1", 3: "b5 m2 m3 d2"})
    table.completed("red", "2.1", "2.2", "3.1", "3.2", "3.3").claimed("red", "1.1", "WB")
    table.completed("blue", "4.1", "4.2", "4.3", "3.4").completed("blue", "1.2")
    table.claimed("blue", "1.3", "SG").has("red", "S").has("blue", "E", score=20).turn("red")
    table.play("deliver S 1.1", "end", "deliver E 1.3")
    assert table.score("blue") == 24
    table.play("end")
    assert table.over()
    assert scoring.scores(table.state)[1].cards == 6


def test_r7_1_the_last_market_turn_is_rolled_too() -> None:
    table = closing(2, 0).play("deliver S 3.1", "end", "die white +0", "end")
    assert table.chance()
    while table.chance():
        rules.settle(table.state, 1)
    assert table.over()


@pytest.mark.parametrize(
    ("position", "prestige"),
    [(0, 0), (2, 0), (4, 0), (5, 1), (8, 1), (9, 2), (79, 39), (80, 40), (84, 40), (85, 41)],
)
def test_r7_2_markers_move_back_to_the_prestige_space_below(position: int, prestige: int) -> None:
    table = Table("red", "blue").has("red", score=position)
    assert scoring.scores(table.state)[0].track == prestige


@pytest.mark.parametrize(
    ("materials", "rubles", "prestige"),
    [
        ("", 0, 0),
        ("", 4, 0),
        ("", 5, 1),
        ("WWWWW", 0, 1),
        ("WBG", 2, 1),
        ("WBGE", 5, 1),
        ("WBGEP", 5, 2),
    ],
)
def test_r7_3_1_prestige_for_5_materials_and_rubles_together(
    materials: str, rubles: int, prestige: int
) -> None:
    table = Table("red", "blue").has("red", materials, rubles=rubles)
    assert scoring.scores(table.state)[0].goods == prestige


def test_r7_3_materials_on_unfinished_cards_do_not_count() -> None:
    table = Table("red", "blue", towers={1: "b5"}).claimed("red", "1.1", "WWB")
    table.has("red", "WW", rubles=0)
    assert scoring.scores(table.state)[0].goods == 0


def worth(players: int, *cards: str, ornaments: str = "") -> list[int]:
    """What tower 2, of four cards, pays each player; cards by owner from the base up.

    ``red`` has completed the card, ``red?`` only claimed it; ornaments by owner and level.
    """
    plan = {2: "2-4-4-2", 3: "3-4-4-4-3", 4: "4-4-4-4-4-4"}[players]
    table = Table(*COLOURS[:players], plan=plan)
    for level, owner in enumerate(cards, 1):
        if owner.endswith("?"):
            table.claimed(owner[:-1], f"2.{level}")
        else:
            table.completed(owner, f"2.{level}")
    for text in ornaments.split():
        owner, at = text.split("@")
        table.decorated(owner, f"2.{at}")
    return [table.towers(colour)[1] for colour in table.colours]


def test_r7_4_2_for_each_completed_card_and_1_for_each_ornament() -> None:
    assert worth(4, "red", "red", "red", ornaments="red@1") == [7, 0, 0, 0]


def test_r7_4_an_unfinished_card_counts_for_nothing() -> None:
    """Neither for the value nor for the share."""
    assert worth(4, "red", "blue?", "red", "blue?") == [4, 0, 0, 0]


def test_r7_4_banners_and_ornaments_are_the_share() -> None:
    """Value 8: red 2 banners and an ornament, blue one banner, green an ornament."""
    shares = worth(4, "red", "red", "blue", ornaments="red@1 green@2")
    assert shares == [8, 3, 3, 0]  # blue and green tie for 4 and 2


def test_r7_4_half_and_half_of_that_rounded_down() -> None:
    """Value 11 (4 cards, 3 ornaments): 11, 5, 2, 1."""
    shares = worth(4, "red", "red", "red", "blue", ornaments="blue@1 red@2 green@4")
    assert shares == [11, 5, 2, 0]


def test_r7_4_the_example_of_the_tie_8_8_2() -> None:
    """Value 11: two tied first, one behind: 11 + 5 in two, and 2."""
    shares = worth(4, "red", "red", "blue", "blue", ornaments="red@1 blue@2 green@3")
    assert shares == [8, 8, 2, 0]


def test_r7_4_all_four_places() -> None:
    """Value 12: four seats with 4, 2, 1, 1: the last two share 3 + 1."""
    shares = worth(4, "red", "red", "red", "blue", ornaments="red@1 blue@2 green@3 yellow@4")
    assert shares == [12, 6, 2, 2]


def test_r7_4_three_tied_first() -> None:
    """Value 6: 6 + 3 + 1 in three."""
    assert worth(3, "red", "blue", "green") == [3, 3, 3]


def test_r7_4_a_tie_of_all_four() -> None:
    """Value 8: 8 + 4 + 2 + 1 is 15, in four 3."""
    assert worth(4, "red", "blue", "green", "yellow") == [3, 3, 3, 3]


def test_r7_4_no_share_no_points() -> None:
    assert worth(4, "red") == [2, 0, 0, 0]
    assert worth(4) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("cards", "ornaments", "expected"),
    [
        (("red", "red", "blue"), "", [6, 2]),
        (("red", "red", "blue"), "red@1 red@2", [8, 2]),
        (("blue", "blue"), "", [0, 4]),
        (("red", "blue"), "", [0, 0]),
        (("red", "blue"), "blue@1", [1, 5]),
        (("red",), "", [2, 0]),
        ((), "", [0, 0]),
        (("red", "blue?"), "", [2, 0]),
    ],
)
def test_r7_5_two_players_the_other_a_third_a_tie_nothing(
    cards: tuple[str, ...], ornaments: str, expected: list[int]
) -> None:
    assert worth(2, *cards, ornaments=ornaments) == expected


def score(track: int, cards: int, ornaments: int) -> scoring.Score:
    """A final score with these numbers."""
    return scoring.Score(track, 0, [0] * 6, cards, ornaments)


def test_r7_6_most_prestige_wins() -> None:
    total = scoring.Score(10, 2, [3, 0, 0, 4, 0, 0], 1, 0)
    assert (total.towers, total.total) == (7, 19)
    assert scoring.winners([total, score(18, 6, 4)]) == [0]


def test_r7_6_ties_by_completed_cards() -> None:
    assert scoring.winners([score(30, 4, 4), score(30, 5, 0), score(29, 6, 4)]) == [1]


def test_r7_6_then_by_ornaments_placed() -> None:
    assert scoring.winners([score(30, 5, 1), score(30, 5, 2)]) == [1]


def test_r7_6_then_a_shared_victory() -> None:
    assert scoring.winners([score(30, 5, 2), score(9, 5, 2), score(30, 5, 2)]) == [0, 2]


def test_r7_6_what_counts_for_the_ties() -> None:
    """Completed cards, not claimed ones; ornaments set up."""
    table = Table("red", "blue").completed("red", "1.1", "1.2").claimed("red", "1.3")
    table.decorated("red", "1.1")
    final = scoring.scores(table.state)[0]
    assert (final.cards, final.ornaments) == (2, 1)


def policies(table: Table) -> list[Rng]:
    """Return a generator of random choices for each seat."""
    return [Rng(1, 1 + seat) for seat in range(len(table.colours))]


def test_r7_7_the_cap_is_200_turns_a_seat() -> None:
    assert playout.TURNS_PER_SEAT == 200


def test_r7_7_a_capped_game_ends() -> None:
    """At the start of a turn, when the cap is reached."""
    table = Table("red", "blue")
    result = playout.playout(table.state, Rng(1, 0), policies(table), 3)
    assert result.capped
    assert (table.state.turn, table.state.phase) == (3, phases.TURN)
    assert playout.is_capped(table.state, 3)
    assert not playout.is_capped(table.state, 4)


def test_r7_7_the_leader_wins_a_capped_game() -> None:
    """The leader by R7.6; a shared lead is no victory."""
    assert scoring.winners_at_cap([score(30, 4, 4), score(29, 6, 4)]) == [0]
    assert scoring.winners_at_cap([score(30, 5, 1), score(30, 5, 2)]) == [1]
    assert scoring.winners_at_cap([score(30, 5, 2), score(9, 5, 2), score(30, 5, 2)]) == []


def test_r7_7_a_last_round_already_begun_is_played_out() -> None:
    table = closing(3, 0).play("deliver S 3.1", "end")
    assert not playout.is_capped(table.state, 1)
    result = playout.playout(table.state, Rng(1, 0), policies(table), 1)
    assert not result.capped
    assert table.over()


def test_r7_7_a_game_ended_by_agreement_is_scored_in_its_current_position() -> None:
    """``scores`` works in any position."""
    table = Table("red", "blue").completed("red", "1.1").has("red", "W", rubles=4, score=10)
    final = scoring.scores(table.state)[0]
    assert (final.track, final.goods, final.towers, final.total) == (2, 1, 2, 5)


def test_r7_8_late_in_the_game_an_exchange_from_a_plain_space_is_free() -> None:
    """On 16 a marker counts 3 prestige; after the exchange it stands on 13 and counts 3."""
    table = Table("red", "blue").has("red", score=16).turn("red")
    before = scoring.scores(table.state)[0].track
    table.play("prestige rubles")
    assert scoring.scores(table.state)[0].track == before == 3
    assert table.rubles("red") == 5
