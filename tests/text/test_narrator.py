"""Sentences for events, decisions and positions."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from functools import cache

import pytest

from redcathedral.box import load_edition
from redcathedral.box.vocabulary import BANNER_WHITE_1, INVENTORY, IVAN_BUILD_CARD, IvanCard
from redcathedral.engine import arrange, rules
from redcathedral.engine.components import Components
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_setting, new_state
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.play.trial import Trial
from redcathedral.record import event
from redcathedral.record.event import Event, events_of
from redcathedral.record.notation import decision_text, read_decision
from redcathedral.text import Argument, Narrator, Term, decisions, position, terms
from redcathedral.text.catalog import load_texts
from tests.engine.table import Table
from tests.sides import sided

WORDS = Narrator(strict=True)


def describe(table: Table, decision: str) -> str:
    """What is said after a decision."""
    trial = Trial(table.state, read_decision(decision))
    table.play(decision)
    return " ".join(WORDS.decision_made(trial.decision, trial.events, trial.before))


def means(table: Table, decision: str) -> str:
    """What is said of a decision before it is taken."""
    number = read_decision(decision)
    trial = Trial(table.state, number)
    return " ".join([WORDS.decision(trial), *WORDS.consequences(trial)])


def test_a_marker_past_the_end_of_the_track_is_on_the_second_lap() -> None:
    def score(at: int) -> str:
        table = Table("red", "blue").has("red", score=at)
        return WORDS.say(position.summary(table.state, 0)).partition(" Rubles")[0]

    assert score(79).startswith("Score: 39 prestige; marker on space 79; next prestige in 1 space.")
    assert score(80).startswith("Score: 40 prestige; marker on space 80 (space 0 of lap 2);")
    assert score(85).startswith("Score: 41 prestige; marker on space 85 (space 5 of lap 2);")


def test_a_completed_card_and_the_reprimand() -> None:
    """The example of look.md: what happened and why."""
    table = Table("red", "blue", plan="2-4-4-2", towers={2: "b1 m10 m11 d10"})
    table.claimed("red", "2.1").completed("blue", "2.2", "2.3").claimed("blue", "2.4", "SSG")
    table.has("blue", "G").has("red", score=9).turn("blue")
    assert means(table, "deliver G 2.4") == (
        "deliver 1 gold to dome 2.4 Blue completes dome 2.4 and gets 5 recognition, 2 rubles. "
        "Red loses 3 recognition because base 2.1 below is unfinished."
    )
    assert describe(table, "deliver G 2.4") == (
        "Blue delivers 1 gold to dome 2.4. "
        "Blue completes dome 2.4 and gets 5 recognition, 2 rubles. "
        "Red loses 3 recognition because base 2.1 below is unfinished."
    )


def left(table: Table, decision: str) -> str:
    """What is said of the build action after a decision."""
    table.play(decision)
    return " ".join(WORDS.lines(decisions.delivery_progress(table.state, read_decision(decision))))


def test_why_a_die_cannot_move() -> None:
    state = Table("red", "blue").put_dice("white=2@5 yellow=2@5 red=1@5 green=3@2 blue=1@7").state
    [(key, why)] = decisions.blocked_elements(state, rules.legal(state))
    assert key == "die:green"
    assert WORDS.say(why) == (
        "This die cannot move: it would end on space 5, which already has three dice (R6.3)."
    )


def test_why_prestige_cannot_be_lost() -> None:
    table = Table("red", "blue")
    texts = []
    for score in (0, 5, 6):
        state = table.has("red", score=score).state
        texts.append([key for key, _ in decisions.blocked_elements(state, rules.legal(state))])
    assert texts == [[], ["marker"], []]


def test_a_suggested_reroll_names_its_dice() -> None:
    table = Table("red", "blue").put_dice("white=2@5 yellow=2@5 red=1@5 green=3@2 blue=1@7")
    table.has("red", score=12)
    trial = Trial(table.state, read_decision("prestige reroll 5"))
    assert WORDS.suggestion(trial, trial.events)[-1].startswith(
        "The dice on space 5 are rerolled: white die, red die, yellow die."
    )


def test_what_a_card_still_needs_and_the_deliveries_left() -> None:
    table = Table("red", "blue", towers={1: "b1", 2: "b2"}).claimed("red", "1.1")
    table.completed("red", "2.1").has("red", "WWBWE").turn("red")
    assert left(table, "deliver W 1.1") == "Still needed: 1 wood, 1 brick. 2 deliveries left."
    assert left(table, "deliver B 1.1") == "Still needed: 1 wood. 1 delivery left."
    assert left(table, "deliver W 1.1") == "No deliveries left."
    table.turn("red")
    assert left(table, "ornament 2.1 E") == "1 delivery left."
    assert left(table, "end") == ""


def test_a_loss_of_nothing_is_described() -> None:
    table = Table("red", "blue", towers={1: "b1 m10 d10"})
    table.claimed("red", "1.1").claimed("blue", "1.2", "BSS").has("blue", "G")
    table.has("red", score=0).turn("blue")
    assert describe(table, "deliver G 1.2").endswith(
        "Red has no recognition to lose for the unfinished base 1.1 below."
    )


def test_a_die_is_moved_for_rubles() -> None:
    table = Table("red", "blue", dice="white=3@1 red=1@2 green=6@5 blue=2@3 yellow=2@4")
    table.turn("red")
    assert means(table, "die white +1") == (
        "move the white die 4 spaces to space 5 for 1 ruble; "
        "there: up to 2 gold, an action of the Merchants’ Guild"
    )
    assert describe(table, "die white +1") == (
        "Red pays 1 ruble and moves the white die from space 1 to space 5."
    )
    assert means(table, "end") == (
        "end your turn; the dice on space 5 are rolled (white die, green die)"
    )


def test_influence_says_which() -> None:
    table = Table("red", "blue", dice="white=1@2 red=1@2 green=6@5 blue=2@3 yellow=2@4")
    table.has("red", "WWB").turn("red").play("die white +0")
    assert means(table, "influence 2") == "Teamsters’ Guild: gain 1 ruble, once"
    assert describe(table, "influence 2") == (
        "Red uses the Teamsters’ Guild: “gain 1 ruble, once”. Red gets 1 ruble."
    )


@cache
def components() -> Components:
    return Components(load_edition())


class Listening(Narrator):
    """Remembers every text that is rendered, with the case that was chosen."""

    def __init__(self) -> None:
        super().__init__("en", strict=True)
        self.heard: set[str] = set()

    def say(self, value: Argument, form: str | None = None) -> str:
        if isinstance(value, Term):
            self.heard.add(value.id)
        return super().say(value, form)


def play_through(words: Narrator, state: State, choice: random.Random, seed: int) -> None:
    """A random game in which everything that can be said is said now and then."""
    rng = Rng(seed, DICE)
    assert words.lines(position.all_lines(state)) == [words.text("position.setup")]
    rules.roll(state, rng)
    setting = state.setting
    count = 0
    while not state.is_over and count < 700:
        legal = rules.legal(state)
        for decision in choice.sample(legal, min(len(legal), 6)):
            trial = Trial(state, decision)
            assert words.decision(trial)
            words.consequences(trial)
            words.text(f"kind.{decision_text(decision).split()[0]}")
            if decision_text(decision).startswith("claim"):
                words.say(decisions.claims_of_card(state, [decision]))
        # Cards get built more often than by chance, so that the game ends.
        building = [one for one in legal if decision_text(one)[:4] in ("deli", "orna", "acti")]
        decision = choice.choice(building if building and choice.random() < 0.5 else legal)
        before = state.copy()
        state.journal = []
        rules.apply(state, decision)
        words.lines(decisions.delivery_progress(state, decision))
        rules.roll(state, rng)
        words.decision_made(decision, events_of(state.journal, setting), before)
        if count % 40 == 0:
            look(words, state)
        count += 1
    look(words, state)
    assert words.result(state)
    assert len(words.lines(position.score(state))) == setting.seat_count


def look(words: Narrator, state: State) -> None:
    lines = words.lines(position.all_lines(state, ["Ana"]))
    assert all(lines)
    for place in position.card_places(state):
        assert len(words.lines(position.card_details(state, place))) == 3
    assert words.say(position.summary(state, 0))


SETTINGS = [
    ([0, 1], [False, False], False),
    ([3, 2], [True, True], False),
    ([1, 2, 3], [True, False, True], False),
    ([0, 1, 2, 3], [False, True, False, True], False),
    ([2, 0], [True, False], True),
    ([0, 3], [False, False], True),
]


def test_whole_games_can_be_described() -> None:
    """In strict words, so that a text or argument that is missing is an error."""
    words = Listening()
    for seed, (colours, advanced, solo) in enumerate(SETTINGS):
        others = seed % 2 == 1
        final_roll = "leaves_open" if others else "ends_turn"
        options = sided(colours, advanced, limited_rubles=others, final_roll=final_roll)
        setting = new_setting(components(), colours, options, solo)
        play_through(words, new_state(setting), random.Random(seed), seed)
    for one in components().edition.influence:
        for action in one.actions:
            words.say(terms.action(action))
    for colour in setting.colour(0), setting.colour(1):
        words.paragraph([event.Closed(colour)], setting)
    rare = {
        "event.die-blocked",
        "event.ivan-builds-nothing",
        "event.ivan-claims-nothing",
        "event.game-ended",
        "decision.ivan-ornament",
        "amount.cross",
        "amount.door",
        "position.decorated",
    }
    layer = [
        "event",
        "decision",
        "told",
        "position",
        "landing",
        "workshop-space",
        "amount",
        "kind",
        "action",
    ]
    ids = {id_ for id_ in load_texts("en") if id_.split(".")[0] in layer}
    assert ids - words.heard - rare == set()


@pytest.mark.parametrize(
    ("happened", "sentence"),
    [
        (event.DieBlocked("blue", "blue", 5), "The blue die stays on space 5: it would"),
        (event.GameEnded("red"), "The game is over."),
        (event.IvanStored("blue", "brick", 3), "Ivan puts 3 bricks on his Inventory card."),
        (event.IvanStored("blue", "wood", 0), "The supply is empty"),
        (event.IvanTransported("blue", 0), "Ivan has nothing on his Inventory card"),
        (event.IvanTransported("blue", 1), "Ivan transports 1 material from"),
        (event.TilesSwapped("red", 2, 7), "Red swaps the resource tiles on spaces 2 and 7."),
        (event.TurnBegan("blue"), "Ivan starts a turn."),
    ],
)
def test_an_event_by_itself(happened: Event, sentence: str) -> None:
    setting = new_setting(components(), [0, 1], solo=True)
    assert WORDS.paragraph([happened], setting).startswith(sentence)


def sentences(*happened: Event) -> Sequence[str]:
    setting = new_setting(components(), [0, 1], solo=True)
    return WORDS.events(happened, setting)


def test_a_die_that_goes_all_the_way_around_the_market() -> None:
    paid = [event.Paid("red", "ruble", 1), event.Paid("red", "ruble", 1)]
    assert sentences(*paid, event.DieMoved("red", "red", 4, 4)) == [
        "Red pays 2 rubles and moves the red die all the way around the market, back to space 4."
    ]


def test_cards_of_ivan_without_effect_are_described() -> None:
    assert sentences(
        event.IvanActed("blue", "claim", 1, "red"),
        event.DieMoved("blue", "red", 1, 3),
        event.TurnBegan("red"),
    ) == [
        "Ivan uses card 1 (Claim) with the red die.",
        "Ivan moves the red die from space 1 to space 3.",
        "There is no card that Ivan can claim.",
        "Red starts a turn.",
    ]
    assert "Ivan has no card to build." in sentences(
        event.IvanActed("blue", "build", 5, "red"), event.GameEnded("red")
    )


def test_why_ivan_finds_nothing_to_do() -> None:
    setting = new_setting(components(), [0, 1], solo=True)
    state = new_state(setting)
    rules.roll(state, Rng(1, DICE))
    arrange.set_banners(state, 1, INVENTORY, 0)
    cards: tuple[tuple[IvanCard, str], ...] = (
        ("claim", "Ivan has no banner to claim with."),
        ("build", "Ivan has no materials on his Build card."),
    )
    for card, why in cards:
        result: list[Event] = [event.IvanActed("blue", card, 1, "red"), event.TurnBegan("red")]
        assert why in WORDS.events(result, setting, state)


def test_why_ivan_finds_nothing_to_do_after_a_roll_at_the_table() -> None:
    """His card was result before the roll."""
    for seed in range(50):
        game = Game(seed=seed, solo=True, manual_dice=True)
        game.play("die white +0")
        game.play("end")
        game.settle(game.sample_roll())
        before = game.state
        if game.is_waiting and before.ivan_card(before.cursor) == IVAN_BUILD_CARD:
            break
    happened = game.settle(game.sample_roll())
    said = WORDS.events(happened, before.setting, before)
    assert said[0].startswith("Rolled: ")
    assert said[1:] == ["Ivan has no materials on his Build card.", "Red starts a turn."]


def test_who_has_one_more_turn() -> None:
    closed: list[Event] = [event.Closed("blue"), event.PrestigeGained("blue", 3, 5)]
    for colours, solo, rest in (
        ([0, 1], True, "Red has one more turn."),
        ([0, 1], False, "Red has one more turn."),
        ([0, 1, 2], False, "Green and Red have one more turn each."),
    ):
        setting = new_setting(components(), colours, solo=solo)
        for result in (closed, closed[:1]):
            assert WORDS.paragraph(result, setting).endswith(rest)


def test_a_sale_gives_materials() -> None:
    assert sentences(event.Paid("red", "wood", 1), event.Gained("red", "ruble", 1)) == [
        "Red gives 1 wood and gets 1 ruble."
    ]
    assert sentences(event.Paid("red", "wood", 4)) == ["Red gives 4 wood."]


def test_the_board_in_words() -> None:
    state = new_state(new_setting(components(), [0, 1]))
    rules.roll(state, Rng(1, DICE))
    arrange.set_banners(state, 0, INVENTORY, 0)
    result = WORDS.lines(position.seat(state, 0))
    assert any(re.match(r"Banners left: \d next to the inventory", line) for line in result)
    assert any(line.endswith("0 prestige, including 0 from towers.") for line in result)
    arrange.set_banners(state, 0, BANNER_WHITE_1, 1)
    blocked = "On the first white workshop space: a banner, which blocks it; once the banner is"
    assert any(line.startswith(blocked) for line in WORDS.lines(position.seat(state, 0)))


def test_what_there_is_no_room_for_is_said() -> None:
    dice = "white=2@1 red=1@3 green=6@5 blue=2@5 yellow=2@4"
    table = Table("red", "blue", tiles={"1.1": "brick"}, dice=dice)
    landing = "move the white die 2 spaces to space 3; there: "
    table.has("red", "WWWW").turn("red")
    assert (
        means(table, "die white +0")
        == f"{landing}up to 2 of 4 bricks (no room for more), an action of the Teamsters’ Guild"
    )
    table.has("red", "WWWWWW")
    assert (
        means(table, "die white +0")
        == f"{landing}no room for 4 bricks, an action of the Teamsters’ Guild"
    )
    assert means(table.play("claim 1.1 beside"), "tile red up").endswith(
        "for 3 rubles; it gives nothing now: no room for 1 brick"
    )
    table = Table("red", "blue", dice=dice).has("red", "WWWW").turn("red").play("die white +0")
    assert means(table, "take 1") == "take 1 brick"
    assert means(table, "take 2") == "take 2 of 4 bricks (no room for more)"
    table = Table("red", "blue", dice=dice).supply_is(B=0).turn("red")
    assert "there: 4 bricks (none left), " in means(table, "die white +0")


def test_what_belongs_together_is_one_sentence() -> None:
    assert sentences(
        event.Paid("red", "wood", 2),
        event.Paid("red", "ruble", 1),
        event.Gained("red", "green-gem", 1),
    ) == ["Red gets 1 green gem for 2 wood, 1 ruble."]
    assert sentences(event.PrestigeLost("red", 1, 3), event.Gained("red", "ruble", 2)) == [
        "Red spends 1 prestige (3 spaces back) and gets 2 rubles."
    ]
    assert sentences(event.DieRolled("red", "white", 4), event.DieRolled("red", "green", 6)) == [
        "Rolled: white die 4, green die 6."
    ]


def test_an_ornament_names_its_gems() -> None:
    table = Table("red", "blue", towers={1: "b1 m1 d1"}).completed("red", "1.1")
    table.has("red", "WEP").turn("red")
    assert means(table, "ornament 1.1 EP") == (
        "place a door with a green and a purple gem on base 1.1 for 1 wood; get 3 prestige"
    )
    assert describe(table, "ornament 1.1 EP") == (
        "Red places a door with a green and a purple gem on base 1.1 and gets 3 prestige."
    )


def test_a_tile_on_the_advanced_side() -> None:
    table = Table("yellow", "blue", side="advanced", tiles={"1.1": "ruble"})
    table.turn("yellow").play("claim 1.1 inventory")
    assert means(table, "tile green up") == (
        "place the tile with 1 ruble face up on the green workshop space for 3 rubles; "
        "get 1 ruble; the arch there becomes available"
    )
    assert means(table, "tile green down").endswith("anything, and the arch there is lost")
    assert describe(table, "tile green up") == (
        "Yellow pays 3 rubles, places the tile with 1 ruble face up on the green workshop space, "
        "and gets 1 ruble. The arch on that space is now available."
    )


def test_terms_by_themselves() -> None:
    edition = components().edition
    assert (
        WORDS.say(terms.card(edition.cards[0]))
        == "costs 2 wood, 1 brick; gives 2 recognition, 2 rubles"
    )
    assert WORDS.say(terms.benefit(edition.workshop_tiles[0])) == "1 wood"
    assert WORDS.say(terms.action(edition.influence[0].actions[1])) == (
        "buy 1 wood, brick, or stone for 1 ruble, as often as you like"
    )
    assert WORDS.say(terms.season(0)) == "winter"
