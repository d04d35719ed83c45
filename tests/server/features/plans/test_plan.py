"""Plans by themselves: what of them is legal as things stand, and why the rest is not."""

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
from redcathedral.record import decision as made
from redcathedral.record.notation import decision_text, read_decision
from redcathedral.server.core.table.planning import next_turn_position, planning_seat
from redcathedral.server.core.table.seated_game import SeatedGame, players
from redcathedral.server.features.plans.plan import (
    Checked,
    Intent,
    TurnPlan,
    check,
    decision_context,
    make_plan,
    standing_plan,
)

PLANNED = {*made.Decision.__args__} - {made.IvanClaim, made.IvanOrnament}


def seated(game: Game) -> SeatedGame:
    return SeatedGame(game, players(game.header))


def plan(table: SeatedGame, seat: int, *texts: str) -> TurnPlan:
    numbers = [read_decision(text) for text in texts]
    made_plan = make_plan(table, seat, numbers, None)
    assert made_plan is not None
    return made_plan


def stands(table: SeatedGame, seat: int, plan: TurnPlan) -> Checked:
    checked = standing_plan(table, seat, plan)
    assert checked is not None
    return checked


def reasons(checked: Checked) -> list[str | None]:
    found = [one.reason for one in checked.intents]
    return [None if reason is None else reason.id.removeprefix("plan.no.") for reason in found]


def choose(state: State, chance: random.Random) -> int:
    """By lot, but what is done rarely is done where it can be."""
    legal = rules.legal(state)
    rare = [one for one in legal if not isinstance(made.decode(one), made.Claim | made.MoveDie)]
    return chance.choice(rare if rare and chance.random() < 0.7 else legal)


def intend(state: State, chance: random.Random) -> tuple[list[int], State]:
    """The decisions of a turn up to its first roll or its end, and where they lead."""
    state = state.copy()
    turn = state.turn
    chosen = []
    while not state.is_chance and not state.is_over and state.turn == turn:
        chosen.append(choose(state, chance))
        rules.play(state, chosen[-1])
    return chosen, state


def played(game: Game, count: int, chance: random.Random) -> None:
    for _ in range(count):
        if not game.is_over:
            game.play(choose(game.state, chance))


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    count=st.integers(0, 120),
    players=st.integers(2, 4),
    side=st.sampled_from(["basic", "advanced"]),
)
def test_what_is_planned_is_legal_and_leads_where_it_was_shown(
    seed: int, count: int, players: int, side: str
) -> None:
    chance = random.Random(seed)
    game = Game(players=players, side=side, seed=seed)
    played(game, count, chance)
    table = seated(game)
    seats = frozenset(range(players)) - {game.seat}
    seat = planning_seat(table, seats)
    if seat is None:
        return
    before = pickle_fields(game.state)
    begins = next_turn_position(game.state, seat)
    assert begins is not None
    numbers, shown = intend(begins, chance)
    drawn = make_plan(table, seat, numbers[:40], None)
    assert drawn is not None
    checked = stands(table, seat, drawn)
    assert pickle_fields(game.state) == before  # nothing of it happens
    assert checked.legal == numbers[:40]
    if len(numbers) <= 40:
        assert pickle_fields(checked.after) == pickle_fields(shown)
    # when the turn has come, what is offered is legal, one after the other, and means the same
    while not game.is_over and game.state.turn < drawn.turn:
        game.play(choose(game.state, chance))
    if game.is_over or game.seat != seat:
        return
    checked = stands(table, seat, drawn)
    there = game.state.copy()
    for number in checked.legal:
        meant = next(one.about for one in drawn.intents if one.text == decision_text(number))
        assert len(checked.legal) > 9 or decision_context(there, number) == meant
        rules.play(there, number)
    assert pickle_fields(there) == pickle_fields(checked.after)


def test_every_kind_of_decision_can_be_planned() -> None:
    kinds: set[type] = set()
    for seed in range(60):
        chance = random.Random(seed)
        game = Game(players=2, seed=seed)
        while not game.is_over and game.state.turn < 60 and kinds != PLANNED:
            table = seated(game)
            begins = next_turn_position(game.state, 1 - game.seat)
            if begins is not None:
                numbers, _ = intend(begins, chance)
                texts = [decision_text(number) for number in numbers[:40]]
                checked = stands(table, 1 - game.seat, plan(table, 1 - game.seat, *texts))
                assert checked.legal == numbers[:40]
                kinds.update(type(made.decode(number)) for number in checked.legal)
            game.play(choose(game.state, chance))
        if kinds == PLANNED:
            break
    assert kinds == PLANNED


def test_a_card_that_is_claimed_takes_its_tile_and_the_end_with_it() -> None:
    table = seated(Game(players=2, seed=7))
    drawn = plan(table, 1, "claim 1.1 inventory", "tile red down", "end")
    assert reasons(stands(table, 1, drawn)) == [None, None, None]
    table.game.play("claim 1.1 inventory")
    assert reasons(stands(table, 1, drawn)) == ["claimed", "before", "before"]
    assert stands(table, 1, drawn).legal == []


def test_a_die_that_ends_elsewhere_is_not_what_was_planned() -> None:
    """Nor what is taken there; the notation says neither."""
    table = seated(Game(players=2, seed=7))
    drawn = plan(table, 1, "die white +0", "end")
    assert drawn.intents[0].about.startswith("space:")
    table.game.play("die white +0")
    begins = next_turn_position(table.game.state, 1)
    assert begins is not None
    assert read_decision("die white +0") in rules.legal(begins)
    assert reasons(stands(table, 1, drawn)) == ["die", "before"]


def test_what_others_lay_elsewhere_is_not_taken_instead() -> None:
    table = seated(Game(players=2, seed=7))
    begins = next_turn_position(table.game.state, 1)
    assert begins is not None
    drawn = plan(table, 1, "die white +0", "take 1")
    other = Intent("take 1", "W9")
    assert reasons(check([drawn.intents[0], other], begins)) == [None, "tiles"]


@pytest.mark.parametrize(
    ("texts", "found"),
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
def test_why_something_cannot_be_done(texts: Sequence[str], found: list[str | None]) -> None:
    begins = next_turn_position(Game(players=2, seed=7).state, 1)
    assert begins is not None
    checked = check([Intent(text) for text in texts], begins)
    assert reasons(checked) == found


def test_a_tile_that_cannot_be_paid() -> None:
    table = seated(Game(players=2, seed=7))
    drawn = plan(table, 1, "claim 1.1 inventory", "tile white1 up")
    begins = next_turn_position(table.game.state, 1)
    assert begins is not None
    steps = [one for one in rules.legal(begins) if decision_text(one).startswith("die blue +")]
    spent = begins.copy()
    rules.play(spent, steps[-1])  # all rubles
    spent.phase = begins.phase
    assert reasons(check(drawn.intents, spent)) == [None, "rubles"]
    assert reasons(check([Intent("die blue +4")], spent)) in (["rubles"], ["full"])


def test_in_the_turn_itself_what_was_done_is_left_out_and_what_no_longer_fits() -> None:
    table = seated(Game(players=2, seed=7))
    drawn = plan(table, 1, "claim 1.1 inventory", "tile red down", "end")
    table.game.play("claim 2.1 inventory")
    table.game.play("tile red down")
    table.game.play("end")
    assert reasons(stands(table, 1, drawn)) == [None, None, None]
    table.game.play("claim 1.1 inventory")
    assert [decision_text(one) for one in stands(table, 1, drawn).legal] == ["tile red down", "end"]
    table.game.undo()
    table.game.play("claim 3.1 inventory")
    assert standing_plan(table, 1, drawn) is None
    table.game.play("tile red down")
    table.game.play("end")
    assert drawn.is_past(table.game.state)


def test_nobody_plans_a_turn_that_will_not_come() -> None:
    """Who is to decide does not plan, nor who has had the last turn (R7.1)."""
    game = Game(players=3, seed=2)
    table = seated(game)
    assert planning_seat(table, frozenset()) is None
    assert planning_seat(table, frozenset({1, 2})) == 1
    assert planning_seat(table, frozenset({2})) == 2
    game.state.closer = 2
    assert planning_seat(table, frozenset({2})) is None
    assert planning_seat(table, frozenset({1, 2})) == 1
    assert make_plan(table, 2, [], None) is None


def test_a_decision_that_is_struck_keeps_what_it_meant() -> None:
    """Where another one is added to the plan it is not renewed."""
    table = seated(Game(players=2, seed=7))
    drawn = plan(table, 1, "die white +0")
    table.game.play("die white +0")
    again = make_plan(table, 1, [read_decision("die white +0")] * 2, drawn)
    assert again is not None
    assert again.intents[0] == drawn.intents[0]
    assert reasons(stands(table, 1, again)) == ["die", None]
