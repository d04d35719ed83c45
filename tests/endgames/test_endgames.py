"""The endgames have the values in the book, and bots that search find the best turns."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from redcathedral.ai.bots import names as bot_names
from redcathedral.engine import rules
from redcathedral.engine.phases import ROLL
from redcathedral.engine.state import State
from redcathedral.play.game import Game
from redcathedral.record import read
from tests.endgames.book import FOLDER, PAGE, after, entry, names, page, solver, worth
from tests.endgames.puzzle import PUZZLES, Puzzle, record
from tests.endgames.solver import Solver, Value, final, mean, played, settled
from tests.endgames.trial import attempt

NODES = 20_000  # decisions tried for a turn
BOTS = [f"master:nodes={NODES}"] if "master" in bot_names() else []
GAP = Fraction(1, 20)  # of winning, at least, between the best turn and the next


# The tests of one puzzle share a process, and so what its solver has worked out.
each = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names()]
)


def test_the_book_is_complete() -> None:
    assert len(names()) >= 20
    assert {path.stem for path in FOLDER.glob("*.json")} == set(names())
    assert PAGE.read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.name)
def test_puzzle_files_match_the_book(puzzle: Puzzle) -> None:
    found = entry(puzzle.name)
    assert found.record == record(puzzle.table())
    stored = (found.why, found.turns, found.best.turn, found.trap.turn)
    assert stored == (puzzle.why, puzzle.turns, puzzle.best, puzzle.trap)
    game = Game(record=read("\n".join(found.record)))
    for turn in (found.best.turn, found.trap.turn):
        assert turn.split(" / ")[0] in game.legal_texts


@each
def test_an_endgame_is_worth_what_the_book_says(name: str) -> None:
    found = entry(name)
    solve = solver(name)
    is_open = found.turns is not None
    for solved in (found.best, found.next, found.trap):
        assert worth(solved.turn, solve.value(after(solve.start, solved.turn)), is_open) == solved
    best = solve.value(after(solve.start, found.best.turn))
    turns = solve.turns()
    following = max(turn.value for turn in turns if turn.value.share < best.share)
    assert worth(found.next.turn, following, is_open) == found.next
    assert best.share - following.share >= GAP
    assert Fraction(found.trap.share) < best.share
    if is_open:
        assert best.share == 1  # a bound is all that is known, and there is no more
    else:
        assert best == max(turn.value for turn in turns)


def test_value_does_not_depend_on_ties_between_others() -> None:
    """Among equal decisions, others may choose the worst or the best one for us."""
    name = "the-die-that-blue-needs"  # the one with three seats and a turn after ours
    best = after(entry(name).start(), entry(name).best.turn)
    assert Solver(entry(name).start(), friendly=True).value(best) == solver(name).value(best)


# --- the solver against brute force ------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["the-tower-not-the-reward", "from-the-bottom-up", "the-same-tile-twice", "the-last-slot"],
)
def test_pruned_solver_equals_the_full_solver(name: str) -> None:
    """It equals playing all decisions and all dice, without a cache."""
    start = entry(name).start()
    assert brute(start) == solver(name).value(start)


def brute(state: State) -> Value:
    """Return the value for the seat that has the last turn."""
    if state.is_over:
        return final(state)[0]
    if state.is_chance:
        return mean([(brute(following),) for following in settled(state)])[0]
    return max(brute(played(state, decision)) for decision in rules.legal(state))


@pytest.mark.parametrize(
    ("name", "turn"),
    [
        ("two-dice-or-one", "prestige reroll 1"),
        ("two-dice-or-one", "prestige reroll 7"),
        ("a-free-look", "prestige reroll 7"),
        ("a-free-look", "prestige reroll 3"),
        ("the-die-that-blue-needs", "die yellow +0 / take 1 / influence 1 / end"),
    ],
)
def test_a_roll_is_worth_the_mean_over_all_faces(name: str, turn: str) -> None:
    """The mean is computed over all faces of all dice of the roll."""
    solve = solver(name)
    state = after(solve.start, turn)
    assert state.phase == ROLL
    values = []
    for faces in product(range(1, 7), repeat=int(state.pending).bit_count()):
        following = state.copy()
        for face in faces:
            rules.settle(following, face)
        assert not following.is_chance
        values.append(solve.value(following))
    count = len(values)
    assert solve.value(state) == (
        sum((value.share for value in values), Fraction(0)) / count,
        sum((value.margin for value in values), Fraction(0)) / count,
    )


# --- the bots ----------------------------------------------------------------------------------


@pytest.mark.installed
@pytest.mark.parametrize("spec", BOTS)
@each
def test_a_bot_finds_the_best_turn(name: str, spec: str) -> None:
    """Different lines are accepted if the value of the whole turn, over all rolls, is best."""
    solve = solver(name)
    best = solve.value(after(solve.start, entry(name).best.turn))
    found = attempt(solve, spec, solve.start)
    assert found.value == best, f"{spec} plays {found.turn}; {entry(name).why}"
