"""The search tree: each seat for itself, the dice as they fall, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from time import perf_counter

import pytest

from redcathedral.bots.evaluator import Appraiser
from redcathedral.bots.network import Valuer
from redcathedral.bots.shares import APPRAISED, Shares
from redcathedral.bots.standing import CERTAIN, is_decided
from redcathedral.bots.tree import Tree
from redcathedral.engine import rules
from redcathedral.engine.playout import decider
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import OVER, ROLL, TURN, State
from tests.bots.networks import weights
from tests.bots.positions import chosen, sample
from tests.endgames.book import entry
from tests.properties.fields import fields
from tests.properties.modes import ALL, EIGHT, Mode

NODES = chosen(8000, 1200)
ROOM = 1500  # what looking at the decisions of one position may cost
modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
eight = pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)


def new_tree(seed: int = 1) -> Tree:
    return Tree(Shares(Appraiser(), APPRAISED), Rng(seed, 0))


def due(mode: Mode, seed: int, every: int, limit: int) -> Iterator[State]:
    """Positions of a game where there is something to decide, one in so many."""
    for state in sample(mode, seed, every, limit):
        if len(rules.legal(state)) > 1:
            yield state


def steps_of(state: State) -> list[int]:
    """The decisions, or the outcomes that can come."""
    return [outcome for outcome, _ in rules.outcomes(state)] or rules.legal(state)


def after(state: State, step: int) -> State:
    child = state.copy()
    if state.is_chance:
        rules.settle(child, step)
    else:
        rules.apply(child, step)
    return child


def positions(
    tree: Tree, state: State, least: int, way: tuple[int, ...] = ()
) -> Iterator[tuple[State, list[int]]]:
    """Every position looked into so often, and the steps that lead there."""
    if tree.visits(list(way)) < least:
        return
    yield state, list(way)
    for step in steps_of(state):
        yield from positions(tree, after(state, step), least, (*way, step))


@modes
def test_it_decides_legally_and_leaves_the_position_alone(mode: Mode) -> None:
    for state in due(mode, 31, chosen(17, 200), 1500):
        before = fields(state)
        for nodes in (0, 1, 40, chosen(1500, 150)):
            assert new_tree().search(state, nodes) in rules.legal(state)
        assert fields(state) == before


@eight
def test_the_same_seed_and_budget_give_the_same_tree(mode: Mode) -> None:
    one, other = new_tree(), new_tree()
    for state in due(mode, 32, chosen(41, 300), 1500):
        decided = one.search(state, chosen(1500, 200))
        assert other.search(state.copy(), chosen(1500, 200)) == decided
        assert (one.nodes, one.simulations) == (other.nodes, other.simulations)
        for move in rules.legal(state):
            assert one.visits([move]) == other.visits([move])
            assert one.value([move], 0) == other.value([move], 0)


@eight
def test_any_evaluator_may_judge(mode: Mode) -> None:
    network = weights(6).network()
    for state in due(mode, 33, chosen(101, 400), 1500):
        tree = Tree(Shares(Valuer(network), 0), Rng(1, 0))
        assert tree.search(state, chosen(1500, 100)) in rules.legal(state)


@modes
def test_every_visit_is_counted_once(mode: Mode) -> None:
    """That of a position and those of all that follow it; the first may have ended there."""
    open_ends = 0
    for state in due(mode, 34, chosen(151, 400), 1500):
        tree = new_tree()
        tree.search(state, NODES)
        assert tree.visits([]) == tree.simulations
        for position, way in positions(tree, state, 2):
            if is_decided(position):
                continue
            following = sum(tree.visits([*way, step]) for step in steps_of(position))
            assert tree.visits(way) - following in (0, 1)
            open_ends += tree.visits(way) - following
    assert open_ends > 0


def test_a_simulation_ends_with_a_turn() -> None:
    """Each ends at an afterstate of its own, never in the middle of a turn."""
    for state in due(EIGHT[0], 35, chosen(61, 300), 1500):
        tree = new_tree()
        tree.search(state, NODES)
        for position, way in positions(tree, state, 1):
            following = sum(tree.visits([*way, step]) for step in steps_of(position))
            if tree.visits(way) > following and not is_decided(position):
                is_at_end = position.phase == ROLL and position.after == OVER
                assert is_at_end or position.phase == TURN


def test_dice_fall_as_dice_do() -> None:
    """One die at a time, each face with its chance: within five standard errors."""
    rolls = 0
    thrown = 0
    for state in due(EIGHT[1], 36, chosen(29, 250), 1500):
        tree = new_tree(5)
        tree.search(state, chosen(20_000, 2500))
        for position, way in positions(tree, state, chosen(100, 30)):
            if not position.is_chance:
                continue
            counts = [tree.visits([*way, face]) for face, _ in rules.outcomes(position)]
            assert len(counts) == 6
            total = sum(counts)
            error = (total * 5 / 36) ** 0.5
            assert all(abs(count - total / 6) < 5 * error for count in counts)
            rolls += 1
            thrown += total
    assert rolls > chosen(10, 1)
    assert thrown > chosen(2000, 50)


def test_every_seat_picks_what_is_best_for_itself() -> None:
    """Max^n: a turn is worth what it is when blue does its best after it, each face as it falls."""
    puzzle = entry("the-die-that-blue-needs")
    position = puzzle.start()
    red = decider(position)
    tree = new_tree()
    tree.search(position, chosen(60_000, 20_000))
    way: list[int] = []
    while not position.is_chance:
        decision = max(rules.legal(position), key=lambda step: tree.visits([*way, step]))
        way.append(decision)
        position = after(position, decision)
    assert tree.visits(way) > 200
    assert tree.value(way, red) / CERTAIN == pytest.approx(
        float(Fraction(puzzle.best.share)), abs=0.06
    )
    faces = [[*way, face] for face in steps_of(position)]
    lost = [face for face in faces if tree.value(face, red) < CERTAIN // 2]
    assert len(lost) == 1  # the face that blue needs
    assert all(tree.value(face, red) > CERTAIN * 9 // 10 for face in faces if face not in lost)


@modes
def test_what_is_known_is_kept_from_one_decision_to_the_next(mode: Mode) -> None:
    kept = 0
    for state in due(mode, 37, chosen(61, 300), 1500):
        tree = new_tree()
        decision = int(tree.search(state, NODES))
        way = [decision]
        position = after(state, decision)
        while position.is_chance:
            face = max(steps_of(position), key=lambda step: tree.visits([*way, step]))
            way.append(face)
            position = after(position, face)
        moves = rules.legal(position)
        before = [tree.visits(way), *(tree.visits([*way, move]) for move in moves)]
        if before[0] < 6 or position.is_over:
            continue
        nodes = tree.nodes
        tree.search(position, 0)
        assert [tree.visits([]), *(tree.visits([move]) for move in moves)] == before
        assert tree.nodes == nodes
        tree.search(position, 2 * NODES)
        assert tree.visits([]) > before[0]
        kept += 1
    assert kept > 0


def test_another_game_is_another_tree() -> None:
    """The same position with other influence cards, and one that was not looked at."""
    state = next(due(EIGHT[0], 38, 1, 10))
    tree = new_tree()
    tree.search(state, NODES)
    other = state.copy()
    other.setting = state.setting.copy()
    tree.search(other, 0)
    assert tree.visits([]) > 0  # a copy is the same game
    other.setting.influence[0], other.setting.influence[1] = 1, 0
    tree.search(other, 0)
    assert tree.visits([]) == 0
    tree.search(state, NODES)
    tree.search(next(due(EIGHT[0], 39, 50, 100)), 0)
    assert tree.visits([]) == 0


@eight
def test_the_budget_is_kept(mode: Mode) -> None:
    """Up to the decisions of one position, which are looked at together."""
    for state in due(mode, 40, chosen(61, 400), 1500):
        for nodes in (0, 10, chosen(3000, 300)):
            tree = new_tree()
            tree.search(state, nodes)
            assert tree.nodes <= nodes + ROOM


@eight
def test_a_deadline_that_has_passed_leaves_a_legal_decision(mode: Mode) -> None:
    for state in due(mode, 41, chosen(31, 200), 1500):
        tree = new_tree()
        assert tree.search(state, 10**9, perf_counter() - 1) in rules.legal(state)
        assert tree.simulations == 0


def test_a_deadline_far_away_changes_nothing() -> None:
    for state in due(EIGHT[0], 42, chosen(61, 400), 1500):
        tree, timed = new_tree(), new_tree()
        decided = tree.search(state, chosen(1500, 200))
        assert timed.search(state, chosen(1500, 200), perf_counter() + 1000) == decided
        assert timed.simulations == tree.simulations


def test_nothing_looked_into_has_no_value() -> None:
    tree = new_tree()
    state = next(due(EIGHT[0], 43, 1, 10))
    tree.search(state, 0)
    assert tree.visits([]) == tree.value([], 0) == 0
    assert tree.visits([-1]) == tree.value([-1], 0) == 0
