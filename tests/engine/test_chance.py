"""Chance: the outcomes of each node, their weights, and samples."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from redcathedral.box import vocabulary as v
from redcathedral.box.options import Options
from redcathedral.engine import chance, phases, rules, setup
from redcathedral.engine import state as s
from redcathedral.engine.components import Components
from redcathedral.engine.rng import Rng
from tests.engine.positions import ivan_decorates, rich
from tests.engine.table import Table, components, snapshot

EDITION = components().edition
MODES = [(2, False), (3, False), (4, False), (2, True)]


def new_state(players: int, solo: bool = False, first_game: bool = False) -> s.State:
    """Return a game before anything is drawn."""
    return setup.new_state(
        setup.new_setting(
            components(), list(range(players)), Options(first_game=first_game), solo=solo
        )
    )


def expected(state: s.State) -> dict[int, Fraction]:
    """Return the outcomes of a node of set-up and their probabilities, from the edition."""
    cards = [int(card) for card in state.setting.card if card >= 0]
    tiles = [int(state.tile(n)) for n in range(v.PLACE_COUNT)]
    many = state.setting.seat_count >= 3
    pool: list[int]
    if state.phase == phases.CHOOSE_PLAN:
        order = [players for players in (2, 3, 4) for _ in EDITION.plans[players]]
        pool = [n for n, players in enumerate(order) if players == state.setting.seat_count]
    elif state.phase == phases.DRAW_CARD:
        tower, level = divmod(int(state.cursor), v.LEVEL_COUNT)
        height = int(state.setting.heights[tower])
        section = {0: v.BASE, height - 1: v.DOME}.get(level, v.MIDDLE)
        pool = [
            n for n, card in enumerate(EDITION.cards) if card.section == section and n not in cards
        ]
    elif state.phase == phases.DRAW_TILE:
        pool = [
            n
            for n, tile in enumerate(EDITION.workshop_tiles)
            for _ in range(tile.count - tiles.count(n))
            if many or not tile.three_or_more
        ]
    elif state.phase == phases.DRAW_RESOURCE:
        lying = [int(state.resource_tile(space)) for space in range(v.SPACE_COUNT)]
        pool = [n for n in range(len(EDITION.resource_tiles)) if n not in lying]
    elif state.phase == phases.DRAW_INFLUENCE:
        drawn = [EDITION.influence[card].group for card in state.setting.influence if card >= 0]
        pool = [
            n
            for n, card in enumerate(EDITION.influence)
            if card.group not in drawn
            and (card.id in EDITION.first_game or not state.setting.first_game)
        ]
    elif state.phase == phases.DRAW_DIE:
        laid = [die for die in range(5) if state.die_space(die) >= 0]
        pool = [die * 6 + face for die in range(5) if die not in laid for face in range(6)]
    elif state.phase == phases.DRAW_IVAN_CARD:
        pool = [n for n in range(5) if n not in [state.ivan_card(m) for m in range(5)]]
    else:
        dealt = [int(state.ivan_tile(n)) for n in range(5)]
        pool = [
            n
            for n, tile in enumerate(EDITION.workshop_tiles)
            if tile.three_or_more and tile.die is not None and n not in dealt
        ]
    return {n: Fraction(count, len(pool)) for n, count in sorted(Counter(pool).items())}


@pytest.mark.parametrize(("players", "solo"), MODES)
@pytest.mark.parametrize("first_game", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_every_node_of_set_up_has_the_weights_of_what_is_left(
    players: int, solo: bool, first_game: bool, seed: int
) -> None:
    state = new_state(players, solo, first_game)
    rng = Rng(seed, 0)
    seen = []
    while state.is_chance:
        seen.append(int(state.phase))
        found = dict(rules.outcomes(state))
        wanted = expected(state)
        assert list(found) == list(wanted)
        assert sum(found.values()) == pytest.approx(1)
        assert all(found[n] == pytest.approx(float(wanted[n])) for n in wanted)
        weights = chance.weights(state)
        total = sum(int(weight) for weight in weights)
        assert all(Fraction(int(weights[n]), total) == share for n, share in wanted.items())
        rules.settle(state, rng_choice(rng, list(found)))
    cards = {2: 12, 3: 18, 4: 24}[players]
    counts = Counter(seen)
    assert counts == {
        phases.CHOOSE_PLAN: 1,
        phases.DRAW_CARD: cards,
        phases.DRAW_TILE: cards,
        phases.DRAW_RESOURCE: 8,
        phases.DRAW_INFLUENCE: 4,
        phases.DRAW_DIE: 5,
        **({phases.DRAW_IVAN_CARD: 5, phases.DRAW_IVAN_TILE: 5} if solo else {}),
    }


def rng_choice(rng: Rng, options: list[int]) -> int:
    """Return one of these, each equally likely."""
    return options[rng.below(len(options))]


@pytest.mark.parametrize(("players", "solo"), MODES)
def test_impossible_outcomes_raise_and_change_nothing(players: int, solo: bool) -> None:
    state = new_state(players, solo)
    rng = Rng(7, 0)
    while state.is_chance:
        possible = [outcome for outcome, _ in rules.outcomes(state)]
        before = snapshot(state)
        for outcome in (*range(-2, 50), 10**9):
            if outcome not in possible:
                with pytest.raises(rules.ImpossibleOutcome, match="possible are"):
                    rules.settle(state, outcome)
        assert snapshot(state) == before
        rules.settle(state, rng_choice(rng, possible))


def test_no_outcomes_outside_chance_nodes() -> None:
    table = rich()
    assert rules.outcomes(table.state) == []
    before = snapshot(table.state)
    with pytest.raises(rules.ImpossibleOutcome, match="no chance outcome is due"):
        rules.settle(table.state, 1)
    rules.roll(table.state, Rng(1, 0))
    assert snapshot(table.state) == before


def test_groups_of_different_size_have_the_same_chance_for_a_quadrant() -> None:
    """One card of each group is drawn, then the four are dealt: with C1 alone it is 1 in 4."""
    edition = replace(
        EDITION, influence=tuple(card for card in EDITION.influence if card.id not in ("C2", "C3"))
    )
    state = setup.new_state(setup.new_setting(Components(edition), [0, 1]))
    rng = Rng(1, 0)
    while state.phase < phases.DRAW_INFLUENCE:
        rules.settle(state, rng_choice(rng, [outcome for outcome, _ in rules.outcomes(state)]))
    found = {edition.influence[card].id: share for card, share in rules.outcomes(state)}
    assert found == {
        card.id: pytest.approx(1 / 4 if card.id == "C1" else 1 / 12) for card in edition.influence
    }


def test_a_roll_shows_each_face_with_the_same_chance() -> None:
    table = rich().play("prestige reroll 8")
    assert rules.outcomes(table.state) == [(face, 1 / 6) for face in range(1, 7)]
    for outcome in (-1, 0, 7):
        with pytest.raises(rules.ImpossibleOutcome):
            rules.settle(table.state, outcome)


def test_dice_are_rolled_in_the_order_white_red_blue_green_yellow() -> None:
    table = Table("red", "blue").put_dice("white=1@2 green=1@3 red=5@3 yellow=1@5 blue=1@6")
    table.turn("red").play("die white +0", "end")
    for die, face in (("white", 6), ("red", 5), ("green", 4)):
        rules.settle(table.state, face)
        assert table.die(die)[0] == face
    assert table.to_move == "blue"


def test_ivans_tiles_are_dealt_again_with_equal_chances() -> None:
    table = ivan_decorates().play("ivan ornament 2.1")
    while table.state.phase == phases.DRAW_IVAN_TILE:
        found = dict(rules.outcomes(table.state))
        wanted = expected(table.state)
        assert list(found) == list(wanted)
        assert all(found[n] == pytest.approx(float(wanted[n])) for n in wanted)
        rules.settle(table.state, list(found)[-1])
    assert sorted(table.state.ivan_tile(n) for n in range(5)) == sorted(expected_tiles())


def expected_tiles() -> list[int]:
    """The kinds of the five die tiles with the mark."""
    return [
        n
        for n, tile in enumerate(EDITION.workshop_tiles)
        if tile.three_or_more and tile.die is not None
    ]


# --- sampling ----------------------------------------------------------------------------------


def frequencies(state: s.State, draws: int, seed: int) -> Counter[int]:
    """Count how often each outcome is sampled at a node."""
    rng = Rng(seed, 0)
    return Counter(int(chance.sample(state, rng)) for _ in range(draws))


@pytest.mark.parametrize("phase", range(phases.ROLL + 1))
def test_sampled_frequencies_follow_the_weights(phase: int) -> None:
    """Frequencies are within five standard deviations, at one node of each phase."""
    if phase == phases.ROLL:
        state = rich().play("prestige reroll 8").state
    else:
        state = new_state(2, solo=True)
        rng = Rng(3, 0)
        while state.phase < phase:
            rules.settle(state, rng_choice(rng, [outcome for outcome, _ in rules.outcomes(state)]))
    draws = 6000
    found = frequencies(state, draws, phase)
    wanted = dict(rules.outcomes(state))
    assert set(found) == set(wanted)
    for outcome, share in wanted.items():
        deviation = (draws * share * (1 - share)) ** 0.5
        assert abs(found[outcome] - draws * share) < 5 * deviation


def test_roll_settles_a_whole_set_up_and_is_the_same_for_the_same_seed() -> None:
    first, second, other = (new_state(4) for _ in range(3))
    rules.roll(first, Rng(5, 0))
    rules.roll(second, Rng(5, 0))
    rules.roll(other, Rng(6, 0))
    assert not first.is_chance
    assert snapshot(first) == snapshot(second) != snapshot(other)


def test_roll_stops_at_the_next_decision() -> None:
    table = rich().play("die white +0", "end")
    rules.roll(table.state, Rng(1, 0))
    assert table.to_move == "blue"
    assert table.legal("die") != []
