"""The search tree: each seat for itself, the dice as they fall, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from time import perf_counter
from zlib import crc32

import pytest

from redcathedral.engine import rules
from redcathedral.engine.phases import AFTER_END_TURN, ROLL, TURN
from redcathedral.engine.state import State
from redcathedral.search.hashing import game_key
from redcathedral.search.tree import REPLY, Tree
from redcathedral.search.turns import TurnLine
from redcathedral.value.evaluator import Appraiser
from redcathedral.value.network import Valuer
from redcathedral.value.standing import WHOLE_SHARE, is_decided, is_last_turn
from redcathedral.value.win_share import APPRAISED, Shares
from tests.bots.networks import weights
from tests.bots.positions import chosen, sample
from tests.endgames.book import entry
from tests.properties.fields import fields
from tests.properties.modes import ALL, EIGHT, Mode

NODES = chosen(5000, 1400)
# Of the positions below, decision by decision and visit by visit, whatever engine it is.
FROZEN = 2186467207
modes = pytest.mark.parametrize("mode", ALL, ids=lambda mode: mode.name)
eight = pytest.mark.parametrize("mode", EIGHT, ids=lambda mode: mode.name)


def new_tree(seed: int = 1) -> Tree:
    return Tree(Shares(Appraiser(), APPRAISED), seed)


def due(mode: Mode, seed: int, every: int, limit: int) -> Iterator[State]:
    """Positions of a game where there is something to decide, one in so many."""
    for state in sample(mode, seed, every, limit):
        if len(rules.legal(state)) > 1:
            yield state


def played(state: State, line: list[int]) -> State:
    """The position after some decisions, each of them legal."""
    child = state.copy()
    for decision in line:
        assert decision in rules.legal(child)
        rules.apply(child, decision)
    return child


def is_whole(start: State, turn: TurnLine) -> bool:
    """Whether a turn leads, legally, where it says."""
    return fields(played(start, turn.ids())) == fields(turn.state)


def after(tree: Tree, state: State, way: list[int]) -> State:
    """The position at the end of a way, from the one before its last step."""
    if not state.is_chance:
        return played(state, tree.line(way))
    child = state.copy()
    rules.settle(child, way[-1])
    return child


def positions(
    tree: Tree, state: State, least: int, way: tuple[int, ...] = ()
) -> Iterator[tuple[State, list[int]]]:
    """Every position looked into so often, and the way that leads there."""
    if tree.visits(list(way)) < least:
        return
    yield state, list(way)
    for step in range(tree.children(list(way))):
        longer = [*way, step]
        if tree.visits(longer) >= least:
            yield from positions(tree, after(tree, state, longer), least, (*way, step))


def visits_below(tree: Tree, way: list[int]) -> int:
    return sum(tree.visits([*way, step]) for step in range(tree.children(way)))


def favourite(tree: Tree, way: list[int]) -> list[int]:
    """The way one step longer, where it was looked into most."""
    return [*way, max(range(tree.children(way)), key=lambda step: tree.visits([*way, step]))]


@modes
def test_it_finds_a_whole_turn_and_leaves_the_position_alone(mode: Mode) -> None:
    for state in due(mode, 31, chosen(61, 600), chosen(1500, 700)):
        before = fields(state)
        for nodes in (0, 1, 40, chosen(1500, 150)):
            assert is_whole(state, new_tree().search(state, nodes))
        assert fields(state) == before


@eight
def test_the_same_seed_and_budget_give_the_same_tree(mode: Mode) -> None:
    one, other = new_tree(), new_tree()
    for state in due(mode, 32, chosen(41, 700), 1500):
        found = one.search(state, chosen(3000, 1500)).ids()
        assert other.search(state.copy(), chosen(3000, 1500)).ids() == found
        assert (one.nodes, one.simulations) == (other.nodes, other.simulations)
        if is_last_turn(state):
            continue  # it is not what the tree is about
        for _, way in positions(one, state, 1):
            assert one.visits(way) == other.visits(way)
            assert one.value(way, 0) == other.value(way, 0)


def test_every_engine_grows_the_same_tree() -> None:
    grown: list[list[int]] = []
    for number in (1, 2, 6):
        state = next(state for state in due(EIGHT[number], 44, 7, 500) if state.turn > 6)
        tree = new_tree()
        grown.append([*tree.search(state, 1800).ids(), int(tree.nodes)])
        for _, way in positions(tree, state, 1):
            grown.append([*way, tree.visits(way), tree.value(way, 0), tree.value(way, 1)])
    assert len(grown) > 100
    assert crc32(repr(grown).encode()) == FROZEN


@eight
def test_any_evaluator_may_judge(mode: Mode) -> None:
    network = weights(6).network()
    for state in due(mode, 33, chosen(101, 700), 1500):
        tree = Tree(Shares(Valuer(network), 0), 1)
        assert is_whole(state, tree.search(state, chosen(2000, 60)))


@eight
def test_every_visit_is_counted_once(mode: Mode) -> None:
    """That of a position and those of all that follow it; the first may have ended there."""
    open_ends = 0
    for state in due(mode, 34, chosen(251, 1000), 1500):
        tree = new_tree()
        tree.search(state, NODES)
        assert tree.visits([]) == tree.simulations
        for position, way in positions(tree, state, 2):
            if is_decided(position):
                continue
            ended = tree.visits(way) - visits_below(tree, way)
            assert ended in (0, 1)
            open_ends += ended
    assert open_ends > 0


def test_a_simulation_ends_with_a_turn() -> None:
    """Each ends at an afterstate of its own, never in the middle of a turn."""
    for state in due(EIGHT[0], 35, chosen(61, 500), 1500):
        tree = new_tree()
        tree.search(state, NODES)
        for position, way in positions(tree, state, 1):
            if tree.visits(way) > visits_below(tree, way) and not is_decided(position):
                is_at_end = position.phase == ROLL and position.after == AFTER_END_TURN
                assert is_at_end or position.phase == TURN


@eight
def test_orders_that_lead_to_the_same_are_one_way(mode: Mode) -> None:
    for state in due(mode, 45, chosen(61, 500), 1500):
        tree = new_tree()
        tree.search(state, NODES)
        for position, way in positions(tree, state, 2):
            if position.is_chance:
                continue
            steps = range(tree.children(way))
            keys = [int(game_key(after(tree, position, [*way, step]))) for step in steps]
            assert len(set(keys)) == len(keys)


def test_dice_fall_as_dice_do() -> None:
    """One die at a time, each face with its chance: within five standard errors."""
    rolls = 0
    thrown = 0
    for state in due(EIGHT[1], 36, chosen(61, 500), 1500):
        tree = new_tree(5)
        tree.search(state, chosen(30_000, 3000))
        for position, way in positions(tree, state, chosen(40, 12)):
            if position.phase != ROLL:
                continue
            counts = [tree.visits([*way, face]) for face, _ in rules.outcomes(position)]
            assert len(counts) == 6
            total = sum(counts)
            error = (total * 5 / 36) ** 0.5
            assert all(abs(count - total / 6) < 5 * error for count in counts)
            rolls += 1
            thrown += total
    assert rolls >= chosen(5, 0)
    assert thrown >= chosen(300, 0)


def test_every_seat_picks_what_is_best_for_itself() -> None:
    """Max^n: a turn is worth what it is when blue does its best after it, each face as it falls."""
    puzzle = entry("the-die-that-blue-needs")
    position = puzzle.start()
    red = position.decider
    tree = new_tree()
    found = tree.search(position, chosen(60_000, 15_000))
    way = favourite(tree, [])
    position = after(tree, position, way)
    assert fields(position) == fields(found.state)
    assert position.phase == ROLL
    assert tree.visits(way) > chosen(200, 40)
    assert tree.value(way, red) / WHOLE_SHARE == pytest.approx(
        float(Fraction(puzzle.best.share)), abs=chosen(6, 15) / 100
    )
    faces = [[*way, face] for face, _ in rules.outcomes(position)]
    lost = [face for face in faces if tree.value(face, red) < WHOLE_SHARE // 2]
    assert len(lost) == 1  # the face that blue needs
    assert all(tree.value(face, red) > WHOLE_SHARE * 9 // 10 for face in faces if face not in lost)


@eight
def test_what_is_known_is_kept_from_one_turn_to_the_next(mode: Mode) -> None:
    """Where the game goes on as it was looked into; one's own turns are no exception."""
    kept = 0
    for state in due(mode, 37, chosen(101, 700), 1500):
        tree = new_tree()
        tree.search(state, NODES)
        ways = [
            (tree.visits(way), way, position)
            for position, way in positions(tree, state, 1)
            if way
            and tree.children(way) > 0
            and not position.is_chance
            and not is_last_turn(position)
        ]
        if not ways:
            continue
        count, way, position = max(ways, key=lambda found: found[0])
        seats = range(int(state.setting.seat_count))
        before = known(tree, position, way)
        worth = [tree.value(way, seat) for seat in seats]
        tree.search(position, 0)
        assert tree.visits([]) == count
        assert [tree.value([], seat) for seat in seats] == worth
        assert before.items() <= known(tree, position, []).items()
        tree.search(position, 2 * NODES)
        assert tree.visits([]) > count or tree.children([]) == 1
        kept += 1
    assert kept >= chosen(1, 0)


def known(tree: Tree, state: State, way: list[int]) -> dict[tuple[int, ...], tuple[int, int]]:
    """The visits and value of each turn that has been looked into, and of what follows it."""
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for step in range(tree.children(way)):
        start = [*way, step]
        first = int(game_key(after(tree, state, start)))
        for _, end in positions(tree, after(tree, state, start), 1, tuple(start)):
            found[(first, *end[len(start) :])] = (tree.visits(end), tree.value(end, 1))
    return found


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
    """Up to what it takes to find the turns of one position."""
    for state in due(mode, 40, chosen(61, 500), 1500):
        for nodes in (0, 10, chosen(3000, 1500)):
            tree = new_tree()
            tree.search(state, nodes)
            assert tree.nodes <= nodes + REPLY


@eight
def test_a_deadline_that_has_passed_leaves_a_legal_turn(mode: Mode) -> None:
    for state in due(mode, 41, chosen(31, 200), 1500):
        tree = new_tree()
        assert is_whole(state, tree.search(state, 10**9, perf_counter() - 1))
        assert tree.simulations == 0


def test_a_deadline_far_away_changes_nothing() -> None:
    for state in due(EIGHT[0], 42, chosen(61, 500), 1500):
        tree, timed = new_tree(), new_tree()
        found = tree.search(state, chosen(3000, 1300)).ids()
        assert timed.search(state, chosen(3000, 1300), perf_counter() + 1000).ids() == found
        assert timed.simulations == tree.simulations


def test_nothing_looked_into_has_no_value() -> None:
    tree = new_tree()
    state = next(due(EIGHT[0], 43, 1, 10))
    tree.search(state, 0)
    assert tree.visits([]) == tree.value([], 0) == 0
    assert tree.visits([-1]) == tree.value([-1], 0) == tree.children([-1]) == 0
    assert tree.line([-1]) == tree.line([99]) == tree.line([]) == []
