"""Plans without a server: the legal part of a plan, and the reasons against other decisions."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redcathedral.engine import rules
from redcathedral.engine.setting import pickle_fields
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.record import decision as decisions
from redcathedral.record.notation import decision_text, read_decision
from redcathedral.server.core.table.planning import next_turn_position, planning_seat
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.features.plans.plan import (
    CheckedPlan,
    Intent,
    TurnPlan,
    check,
    decision_context,
    make_plan,
    remaining_plan,
)

PLANNABLE = {*decisions.Decision.__args__} - {decisions.IvanClaim, decisions.IvanOrnament}


def seated_game(game: Game) -> SeatedGame:
    return SeatedGame(game, players(game.header))


def plan(table: SeatedGame, seat: int, *texts: str) -> TurnPlan:
    numbers = [read_decision(text) for text in texts]
    made_plan = make_plan(table, seat, numbers, None)
    assert made_plan is not None
    return made_plan


def checked_plan(table: SeatedGame, seat: int, plan: TurnPlan) -> CheckedPlan:
    checked = remaining_plan(table, seat, plan)
    assert checked is not None
    return checked


def reasons(checked: CheckedPlan) -> list[str | None]:
    intent_reasons = [intent.reason for intent in checked.intents]
    return [
        None if reason is None else reason.id.removeprefix("plan.no.") for reason in intent_reasons
    ]


def random_decision(state: State, chance: random.Random) -> int:
    """A random legal decision; rare kinds of decisions are preferred."""
    legal = rules.legal(state)
    rare = [
        number
        for number in legal
        if not isinstance(decisions.decode(number), decisions.Claim | decisions.MoveDie)
    ]
    return chance.choice(rare if rare and chance.random() < 0.7 else legal)


def random_turn(state: State, chance: random.Random) -> tuple[list[int], State]:
    """Random decisions up to the first roll or the end of a turn, and the position after them."""
    state = state.copy()
    turn = state.turn
    chosen = []
    while not state.is_chance and not state.is_over and state.turn == turn:
        chosen.append(random_decision(state, chance))
        rules.play(state, chosen[-1])
    return chosen, state


def play_random(game: Game, count: int, chance: random.Random) -> None:
    for _ in range(count):
        if not game.is_over:
            game.play(random_decision(game.state, chance))


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    count=st.integers(0, 120),
    players=st.integers(2, 4),
    side=st.sampled_from(["basic", "advanced"]),
)
def test_plan_is_legal_and_leads_to_the_shown_position(
    seed: int, count: int, players: int, side: str
) -> None:
    chance = random.Random(seed)
    game = Game(players=players, side=side, seed=seed)
    play_random(game, count, chance)
    table = seated_game(game)
    seats = frozenset(range(players)) - {game.seat}
    seat = planning_seat(table, seats)
    if seat is None:
        return
    before = pickle_fields(game.state)
    begins = next_turn_position(game.state, seat)
    assert begins is not None
    numbers, shown = random_turn(begins, chance)
    turn_plan = make_plan(table, seat, numbers[:40], None)
    assert turn_plan is not None
    checked = checked_plan(table, seat, turn_plan)
    assert pickle_fields(game.state) == before  # the plan does not change the game
    assert checked.legal == numbers[:40]
    if len(numbers) <= 40:
        assert pickle_fields(checked.after) == pickle_fields(shown)
    # in the planned turn, each remaining decision is legal in order, with the same meaning
    while not game.is_over and game.state.turn < turn_plan.turn:
        game.play(random_decision(game.state, chance))
    if game.is_over or game.seat != seat:
        return
    checked = checked_plan(table, seat, turn_plan)
    there = game.state.copy()
    for number in checked.legal:
        meant = next(
            intent.about for intent in turn_plan.intents if intent.text == decision_text(number)
        )
        assert len(checked.legal) > 9 or decision_context(there, number) == meant
        rules.play(there, number)
    assert pickle_fields(there) == pickle_fields(checked.after)


def test_every_kind_of_decision_can_be_planned() -> None:
    kinds: set[type] = set()
    for seed in range(60):
        chance = random.Random(seed)
        game = Game(players=2, seed=seed)
        while not game.is_over and game.state.turn < 60 and kinds != PLANNABLE:
            table = seated_game(game)
            begins = next_turn_position(game.state, 1 - game.seat)
            if begins is not None:
                numbers, _ = random_turn(begins, chance)
                texts = [decision_text(number) for number in numbers[:40]]
                checked = checked_plan(table, 1 - game.seat, plan(table, 1 - game.seat, *texts))
                assert checked.legal == numbers[:40]
                kinds.update(type(decisions.decode(number)) for number in checked.legal)
            game.play(random_decision(game.state, chance))
        if kinds == PLANNABLE:
            break
    assert kinds == PLANNABLE


def test_claimed_card_blocks_the_later_planned_decisions() -> None:
    table = seated_game(Game(players=2, seed=7))
    turn_plan = plan(table, 1, "claim 1.1 inventory", "tile red down", "end")
    assert reasons(checked_plan(table, 1, turn_plan)) == [None, None, None]
    table.game.play("claim 1.1 inventory")
    assert reasons(checked_plan(table, 1, turn_plan)) == ["claimed", "before", "before"]
    assert checked_plan(table, 1, turn_plan).legal == []


def test_plan_drops_a_die_that_would_end_elsewhere() -> None:
    """The notation has neither the space of the die nor the resources there."""
    table = seated_game(Game(players=2, seed=7))
    turn_plan = plan(table, 1, "die white +0", "end")
    assert turn_plan.intents[0].about.startswith("space:")
    table.game.play("die white +0")
    begins = next_turn_position(table.game.state, 1)
    assert begins is not None
    assert read_decision("die white +0") in rules.legal(begins)
    assert reasons(checked_plan(table, 1, turn_plan)) == ["die", "before"]


def test_plan_drops_a_take_with_other_tiles() -> None:
    table = seated_game(Game(players=2, seed=7))
    begins = next_turn_position(table.game.state, 1)
    assert begins is not None
    turn_plan = plan(table, 1, "die white +0", "take 1")
    other = Intent("take 1", "W9")
    assert reasons(check([turn_plan.intents[0], other], begins)) == [None, "tiles"]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["deliver W 1.1"], ["material"]),
        (["ornament 1.1 -"], ["unbuilt"]),
        (["claim 1.2 inventory"], ["below"]),
        (["claim 1.1 white1"], ["banner"]),
        (["prestige rubles"], ["prestige"]),
        (["take 1"], ["other"]),
        (["sell W"], ["other"]),
        (["deliver W 1.1", "end"], ["material", "before"]),
        (["deliver W 1.1", "claim 1.1 inventory", "tile red up"], ["material", None, None]),
        (["claim 1.1 inventory", "tile red down", "tile red up"], [None, None, "space"]),
        (["claim 1.1 inventory", "tile red down", "end", "end"], [None, None, None, "turn-over"]),
        (["die white +0", "end", "end"], [None, None, "rolled"]),
        (["die white +0", "take 12"], [None, "units"]),
    ],
)
def test_reasons_for_impossible_decisions(texts: Sequence[str], expected: list[str | None]) -> None:
    begins = next_turn_position(Game(players=2, seed=7).state, 1)
    assert begins is not None
    checked = check([Intent(text) for text in texts], begins)
    assert reasons(checked) == expected


def test_plan_drops_an_unaffordable_tile() -> None:
    table = seated_game(Game(players=2, seed=7))
    turn_plan = plan(table, 1, "claim 1.1 inventory", "tile white1 up")
    begins = next_turn_position(table.game.state, 1)
    assert begins is not None
    steps = [
        number for number in rules.legal(begins) if decision_text(number).startswith("die blue +")
    ]
    spent = begins.copy()
    rules.play(spent, steps[-1])  # this move spends all rubles
    spent.phase = begins.phase
    assert reasons(check(turn_plan.intents, spent)) == [None, "rubles"]
    assert reasons(check([Intent("die blue +4")], spent)) in (["rubles"], ["full"])


def test_plan_drops_played_and_impossible_decisions() -> None:
    table = seated_game(Game(players=2, seed=7))
    turn_plan = plan(table, 1, "claim 1.1 inventory", "tile red down", "end")
    table.game.play("claim 2.1 inventory")
    table.game.play("tile red down")
    table.game.play("end")
    assert reasons(checked_plan(table, 1, turn_plan)) == [None, None, None]
    table.game.play("claim 1.1 inventory")
    assert [decision_text(number) for number in checked_plan(table, 1, turn_plan).legal] == [
        "tile red down",
        "end",
    ]
    table.game.undo()
    table.game.play("claim 3.1 inventory")
    assert remaining_plan(table, 1, turn_plan) is None
    table.game.play("tile red down")
    table.game.play("end")
    assert turn_plan.is_past(table.game.state)


def test_rejects_a_plan_without_a_next_turn() -> None:
    """The seat to move cannot plan, nor can a seat after its last turn (R7.1)."""
    game = Game(players=3, seed=2)
    table = seated_game(game)
    assert planning_seat(table, frozenset()) is None
    assert planning_seat(table, frozenset({1, 2})) == 1
    assert planning_seat(table, frozenset({2})) == 2
    game.state.closer = 2
    assert planning_seat(table, frozenset({2})) is None
    assert planning_seat(table, frozenset({1, 2})) == 1
    assert make_plan(table, 2, [], None) is None


def test_dropped_decision_keeps_its_context() -> None:
    """Another decision in the plan does not change the context of the first one."""
    table = seated_game(Game(players=2, seed=7))
    turn_plan = plan(table, 1, "die white +0")
    table.game.play("die white +0")
    again = make_plan(table, 1, [read_decision("die white +0")] * 2, turn_plan)
    assert again is not None
    assert again.intents[0] == turn_plan.intents[0]
    assert reasons(checked_plan(table, 1, again)) == ["die", None]
