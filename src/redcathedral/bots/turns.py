"""The whole turns that are open to a seat: every way through one's own decisions to the turn's end.

Different orders that lead to the same position are looked into once.  A turn ends at an
afterstate: the roll that ends it (R6.11) is due, or another seat's turn.
"""

from __future__ import annotations

from time import perf_counter
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from redcathedral.bots.evaluator import Evaluator
from redcathedral.bots.key import turn_key
from redcathedral.box.vocabulary import DIE_FACES
from redcathedral.engine import chance, decisions, rules, track
from redcathedral.engine.playout import decider
from redcathedral.engine.state import DONE, ROLL, SCORE, SEAT_SIZE, TURN, State

DEPTH: Final = 48  # decisions that a turn is followed through
SCANT: Final = 60  # decisions tried for each outcome of a re-roll, at least
NARROW: Final = 512  # of the first pass where there is a deadline
EXCHANGES: Final = 3  # prestige points that a turn may cost at its start (R3.2)
_WATCH: Final = 127  # nodes between two looks at the clock, less one
_TABLE: Final = 1 << 14


class Turn:
    """A way through a turn: its decisions, where they lead, and what that is worth."""

    def __init__(self, line: vec[i64], state: State, worth: i64) -> None:
        self.line = line
        self.state = state
        self.worth = worth

    def ids(self) -> list[int]:
        """The decisions in order."""
        result: list[int] = []
        decision: i64
        for decision in self.line:
            result.append(decision)
        return result


class TurnSearch:
    """Finds the best turns of a position.

    ``nodes`` counts the decisions carried out so far.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.nodes: i64 = 0
        self.leaves: i64 = 0
        self._table = vec[i64]([0] * _TABLE)
        self._serial: i64 = 0
        self._line = vec[i64]([0] * DEPTH)
        self._seat: i64 = 0
        self._keep: i64 = 1
        self._best: list[Turn] = []
        self.deadline = 0.0  # of time.perf_counter, when there is one
        self._end: i64 = 0  # nodes at which the budget is used up
        self._late = False  # whether the search has to end
        self._was_cut = False  # whether the last pass left something out

    def best(self, state: State, budget: i64, keep: i64 = 1) -> list[Turn]:
        """The best turns, best first, at most ``keep``, found with so many decisions tried.

        There is always one.  That of a paid re-roll (R3.3) ends with it; it is worth the mean, over
        the faces that may come, of the best turn after it, and is looked into where the budget
        allows all faces.
        """
        self._start(budget)
        rerolls = _rerolls(state)
        count: i64 = len(rerolls)
        if budget < 2 * SCANT * DIE_FACES:
            count = 0
        best = self._passes(state, budget if count == 0 else budget // 2, keep)
        index: i64
        for index in range(count):
            after = state.copy()
            rules.apply(after, rerolls[index])
            outcomes = _outcomes(after)
            share = (self._end - self.nodes) // (count - index)
            if share < outcomes * SCANT:
                continue
            worth = self._expectation(after, share // outcomes)
            if self._late:
                break
            _insert(best, Turn(vec[i64]([rerolls[index]]), after, worth), keep)
        return best

    def _start(self, budget: i64) -> None:
        self._end = self.nodes + budget
        self._late = False

    def _passes(self, state: State, budget: i64, keep: i64) -> list[Turn]:
        """Search anew, twice as wide, as long as something was left out and the budget lasts."""
        end = self._end
        stop = self.nodes + budget
        self._end = stop if stop < end else end
        width = budget if self.deadline == 0.0 else NARROW
        best = self._pass(state, width, keep)
        while self._was_cut and not self._late and self.nodes + width // 2 < self._end:
            width *= 2
            again = self._pass(state, width, keep)
            if again[0].worth >= best[0].worth:
                best = again
        self._end = end
        self._late = self.nodes >= end or 0.0 < self.deadline < perf_counter()
        return best

    def _pass(self, state: State, budget: i64, keep: i64) -> list[Turn]:
        """One search of the turns without re-rolls."""
        self._serial += 1
        self._seat = decider(state)
        self._keep = keep
        self._best = []
        self._was_cut = False
        self._explore(state, 0, 0, budget)
        best = self._best
        self._best = []
        return best

    def _expectation(self, state: State, budget: i64) -> i64:
        """The mean over the faces that may come of the best turn after them; once it is late, 0."""
        if self._late:
            return 0
        if state.phase != ROLL:
            return self._pass(state, budget, 1)[0].worth
        total: i64 = 0
        face: i64
        for face in range(1, DIE_FACES + 1):
            after = state.copy()
            chance.settle(after, face)
            total += self._expectation(after, budget)
        return total // DIE_FACES

    def _explore(self, state: State, depth: i64, exchanged: i64, budget: i64) -> i64:
        """Follow every decision; returns the decisions tried.

        The budget is shared out evenly among the decisions here, and what one leaves goes to the
        next.  The first leaf is always reached.
        """
        moves = rules.legal_ids(state)
        used: i64 = 0
        index: i64
        count: i64 = len(moves)
        for index in range(count):
            move = moves[index]
            if (used >= budget or self._late) and len(self._best) > 0:
                self._was_cut = True
                break
            trades: i64 = 0
            if decisions.PRESTIGE_RUBLES <= move < decisions.DELIVER:
                if move != decisions.PRESTIGE_RUBLES or not _may_exchange(state, exchanged):
                    continue
                trades = 1
            child = state.copy()
            rules.apply(child, move)
            used += 1
            self.nodes += 1
            if self.nodes >= self._end or (
                self.nodes & _WATCH == 0 and 0.0 < self.deadline < perf_counter()
            ):
                self._late = True
            self._line[depth] = move
            if self._is_end(state, child):
                self._leaf(child, depth + 1)
                continue
            if depth + 2 >= DEPTH or self._is_known(child):
                continue
            share = (budget - used) // (count - index)
            used += self._explore(child, depth + 1, exchanged + trades, share if share > 1 else 1)
        return used

    def _is_end(self, before: State, state: State) -> bool:
        """Whether a decision has ended the turn, or was a choice for Ivan (R8.4)."""
        if state.turn != before.turn or state.phase == ROLL:
            return True
        return before.phase > DONE

    def _leaf(self, state: State, length: i64) -> None:
        """Keep a turn if it is among the best; of equals the one that was found first."""
        self.leaves += 1
        worth = self.evaluator.worth(state, self._seat)
        best = self._best
        count: i64 = len(best)
        if count == self._keep and worth <= best[count - 1].worth:
            return
        _insert(best, Turn(self._line[:length], state, worth), self._keep)

    def _is_known(self, state: State) -> bool:
        """Whether this position of the turn has been looked into; it counts as known from now."""
        key = turn_key(state, self._serial)
        index = key & (_TABLE - 1)
        if self._table[index] == key:
            return True
        self._table[index] = key
        return False


def _may_exchange(state: State, exchanged: i64) -> bool:
    """Prestige for rubles: at the start of a turn, later only where it costs no prestige (R7.8)."""
    if exchanged >= EXCHANGES:
        return False
    if state.phase == TURN:
        return True
    components = state.setting.components
    position = state.seats[state.seat * SEAT_SIZE + SCORE]
    return track.space_of(components, track.prestige(components, position)) != position


def _rerolls(state: State) -> vec[i64]:
    """The paid re-rolls that are open."""
    result = vec[i64]()
    move: i64
    for move in rules.legal_ids(state):
        if decisions.PRESTIGE_REROLL <= move < decisions.DELIVER:
            result = append(result, move)
    return result


def _outcomes(state: State) -> i64:
    """How many ways the dice to be rolled can fall."""
    result: i64 = 1
    dice = state.pending
    while dice > 0:
        if dice & 1 == 1:
            result *= DIE_FACES
        dice >>= 1
    return result


def _insert(best: list[Turn], turn: Turn, keep: i64) -> None:
    """Put a turn at its place among the best."""
    at: i64 = len(best)
    while at > 0 and best[at - 1].worth < turn.worth:
        at -= 1
    best.insert(at, turn)
    if len(best) > keep:
        best.pop()
