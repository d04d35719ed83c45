"""Choose among turns by simulating the dice and the replies of the other seats.

All candidate turns are compared on the same dice.  The same search with a small budget finds the
replies; the position is evaluated before the seat's next turn, or some turns later.  After each
round the worse half of the candidates is dropped, and every round has the same share of the budget
(sequential halving; Karnin and others, 2013).  Over the simulations, the dice of the first roll
show each face equally often.
"""

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.standings import is_decided, next_seat
from redcathedral.box.vocabulary import DIE_FACES
from redcathedral.engine import chance, rules
from redcathedral.engine.bits import bit
from redcathedral.engine.phases import DONE, ROLL
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State

DICE_STREAM: Final = 5  # the random stream of the simulated dice
MAX_TURNS: Final = 12  # turns in a simulation, including Ivan's
MIN_ROUND_SIMULATIONS: Final = 2  # ``reply_nodes`` grows only if they fit into the next round
MAX_FREE_SIMULATIONS: Final = 8  # in a round without searches, if the games are over
DELAY_DIVISOR: Final = 32  # each simulated turn of the seat reduces the worth by 1/32


class SimulatedTurn:
    """A turn, and the sum of its worths in the simulations so far."""

    def __init__(self, turn: TurnLine, total: i64) -> None:
        self.turn = turn
        self.total = total
        self.latest: i64 = 0  # worth in the latest simulation


class Replies:
    """Chooses among turns by simulation.

    ``evaluator`` evaluates the replies and the last positions of the simulations.  It must use one
    scale for undecided positions and results of games.
    """

    def __init__(self, evaluator: Evaluator, seed: i64) -> None:
        self.search = TurnSearch(evaluator)
        self.evaluator = evaluator
        self.seed = seed
        self._deadline = 0.0
        self._is_out_of_time = False  # whether the deadline has passed

    def choose(
        self,
        turns: list[TurnLine],
        seat: i64,
        budget: i64,
        reply_nodes: i64,
        deadline: float,
        trust: i64 = 0,
        depth: i64 = 1,
        growth: i64 = 100,
    ) -> TurnLine:
        """Return the best turn; try about ``budget`` decisions, ``reply_nodes`` for each reply.

        After each round ``reply_nodes`` may grow to ``growth`` percent, if the budget is enough;
        simulations are weighted by ``reply_nodes``.  The worth of a turn before the simulations,
        which must be from the same evaluator, counts as ``trust`` simulations.  Each simulation
        runs for ``depth`` turns of the seat.  Only the ``deadline`` interrupts a round.
        """
        search = self.search
        self._deadline = deadline
        self._is_out_of_time = False
        candidates: list[SimulatedTurn] = []
        for turn in turns:
            candidates.append(SimulatedTurn(turn, turn.worth * trust * reply_nodes))
        min_reply_nodes = reply_nodes
        rounds: i64 = 0
        while bit(rounds) < len(candidates):
            rounds += 1
        start_nodes = search.nodes
        simulations: i64 = 0
        number: i64
        for number in range(1, rounds + 1):
            end = start_nodes + budget * number // rounds
            round_simulations: i64 = 0
            cost: i64 = 0
            while round_simulations == 0 or search.nodes + cost // 2 < end:
                if round_simulations >= MAX_FREE_SIMULATIONS and cost == 0:
                    break
                before = search.nodes
                for candidate in candidates:
                    candidate.latest = self._simulate(
                        candidate.turn.state, seat, reply_nodes, simulations, depth
                    )
                    if self._is_out_of_time:
                        return _best_turn(candidates)
                for candidate in candidates:
                    candidate.total += candidate.latest * reply_nodes
                cost = search.nodes - before
                simulations += 1
                round_simulations += 1
            size: i64 = len(candidates)
            _drop_half(candidates)
            if cost > 0:
                end = start_nodes + budget * (number + 1) // rounds
                affordable = (end - search.nodes) * size * reply_nodes // (cost * len(candidates))
                reply_nodes = max(
                    min_reply_nodes,
                    min(reply_nodes * growth // 100, affordable // MIN_ROUND_SIMULATIONS),
                )
        return candidates[0].turn

    def _simulate(self, start: State, seat: i64, reply_nodes: i64, number: i64, depth: i64) -> i64:
        """Simulate a game; return a seat's worth before its ``depth``-th next turn or the end."""
        state = start.copy()
        rng = Rng(self.seed, DICE_STREAM + number * 64)
        own_turn = state.turn
        is_first_roll = True
        own_turns: i64 = 0
        turns: i64 = 0
        while not is_decided(state):
            is_own = next_seat(state) == seat and state.turn != own_turn and state.phase <= DONE
            if is_own and own_turns == depth - 1:
                break  # a roll that is due would only add noise
            if state.is_chance:
                if is_first_roll:
                    roll_evenly(state, self.seed, number)
                    is_first_roll = False
                rules.roll(state, rng)
                continue
            if is_own:
                own_turn = state.turn
                own_turns += 1
            if turns >= MAX_TURNS:
                break
            if 0.0 < self._deadline < perf_counter():
                self._is_out_of_time = True
                break
            is_new_turn = not (state.phase == DONE and state.setting.leaves_open)
            state = self.search.best(state, reply_nodes)[0].state
            turns += 1 if is_new_turn else 0
        worth = self.evaluator.worth(state, seat)
        return worth - worth // DELAY_DIVISOR * own_turns


def roll_evenly(state: State, seed: i64, number: i64) -> None:
    """Roll so that each die shows each face once in six simulations (stratified sampling)."""
    shifts = Rng(seed, DICE_STREAM - 1 + number // DIE_FACES * 64)
    after = state.after
    while state.phase == ROLL and state.after == after:
        chance.settle(state, 1 + (number + shifts.below(DIE_FACES)) % DIE_FACES)


def _best_turn(candidates: list[SimulatedTurn]) -> TurnLine:
    best = candidates[0]
    for candidate in candidates:
        if candidate.total > best.total:
            best = candidate
    return best.turn


def _drop_half(candidates: list[SimulatedTurn]) -> None:
    """Keep the better half, in the same order."""
    keep: i64 = (len(candidates) + 1) // 2
    while len(candidates) > keep:
        worst: i64 = 0
        index: i64
        for index in range(len(candidates)):
            if candidates[index].total <= candidates[worst].total:
                worst = index
        candidates.pop(worst)
