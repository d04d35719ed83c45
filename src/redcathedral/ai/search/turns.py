"""Search the whole turns of a seat for the best ones.

A path is a sequence of the seat's own decisions.  A turn ends at an afterstate: the roll that ends
it (R6.11) is due, or another seat's turn.  Wherever a turn can end, that end is evaluated.  The
path that is best so far is extended first (best-first search; Pearl, Heuristics, 1984).  Every few
steps the oldest open path is extended instead, so that a large budget covers all of them.  Paths
that lead to the same position are searched once.
"""

from time import perf_counter
from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from redcathedral.ai.search.hashing import turn_key
from redcathedral.ai.search.turn_line import TurnLine, insert_turn
from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.standings import is_last_turn
from redcathedral.box.vocabulary import BANNER_SOURCE_COUNT, DIE_FACES, MATERIAL_COUNT
from redcathedral.engine import chance, decisions, rules, track
from redcathedral.engine.phases import DONE, EFFECT, PLACE_TILE, ROLL, TURN
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State

MIN_REROLL_NODES: Final = 60  # decisions tried for each outcome of a re-roll
MAX_EXCHANGES: Final = 3  # of prestige for rubles in a path (R3.2)
OLDEST_INTERVAL: Final = 6  # every sixth extended path is the oldest one
CLOCK_INTERVAL: Final = 32  # evaluated ends of turns between two checks of the clock
_KEY_SLOTS: Final = 1 << 15
_PATH_BITS: Final = 20  # for the index of a path in an entry of the queue
_MAX_PATH: Final = (1 << _PATH_BITS) - 1
_WORTH_OFFSET: Final = 1 << 40  # so that no entry is negative


class TurnSearch:
    """Finds the best turns of a position.

    ``nodes`` counts the decisions tried so far, ``leaves`` the evaluated ends of turns.
    ``overlooked`` percent of the ideas in a turn are ignored, to imitate a learner: a claim, a die,
    a delivery, an ornament, an influence card.  ``overlook_seed`` is the seed of this choice, which
    differs from turn to turn.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.nodes: i64 = 0
        self.leaves: i64 = 0
        self.deadline = 0.0  # a time of time.perf_counter; 0.0 for none
        self.overlooked: i64 = 0
        self.overlook_seed: i64 = 0
        self._budget_end: i64 = 0  # value of nodes at which the whole budget is used up
        self._search_end: i64 = 0  # value of nodes at which the current search ends
        self._next_clock_check: i64 = 0  # value of leaves at which to check the clock
        self._is_out_of_time = False  # whether the search must end
        self._table = vec[i64]([0] * _KEY_SLOTS)
        self._serial: i64 = 0
        self._seat: i64 = 0
        self._keep: i64 = 1
        self._best: list[TurnLine] = []
        # The paths: the last decision of each, and the path before it.
        self._last_decision = vec[i64]()
        self._parent = vec[i64]()
        self._worth = vec[i64]()  # of ending the turn after the path
        self._queue = vec[i64]()  # a heap of paths: by worth, then the oldest first
        self._extended = vec[i64]()  # 1 for extended paths

    def forget(self) -> None:
        """Reset the table of known positions, so that the result does not depend on past searches.

        Positions that share a slot of the table may be searched twice.
        """
        self._serial = 0
        index: i64
        for index in range(_KEY_SLOTS):
            self._table[index] = 0

    def best(self, state: State, budget: i64, keep: i64 = 1) -> list[TurnLine]:
        """Return the best turns, best first, at least one and at most ``keep``.

        ``budget`` is the number of decisions to try.  A turn with a paid re-roll (R3.3) ends with
        it.  Its worth is the mean, over the outcomes of the re-roll, of the best turn after it; it
        is searched if the budget is enough for all outcomes.
        """
        self._budget_end = self.nodes + budget
        self._is_out_of_time = False
        self._next_clock_check = self.leaves
        rerolls = _rerolls(state)
        count: i64 = len(rerolls)
        if budget < 2 * MIN_REROLL_NODES * DIE_FACES:
            count = 0
        best = self._search(state, budget if count == 0 else budget // 2, keep)
        index: i64
        outcomes = vec[i64]()  # the number of outcomes of each re-roll
        outcomes_left: i64 = 0  # outcomes of all re-rolls still to be searched
        for index in range(count):
            after = state.copy()
            rules.apply(after, rerolls[index])
            outcomes = append(outcomes, _outcome_count(after))
            outcomes_left += outcomes[index]
        while (
            outcomes_left > 0 and outcomes_left * MIN_REROLL_NODES > self._budget_end - self.nodes
        ):
            outcomes_left -= _drop_greatest(outcomes)
        for index in range(count):
            if outcomes[index] == 0:
                continue
            share = (self._budget_end - self.nodes) // outcomes_left
            outcomes_left -= outcomes[index]
            after = state.copy()
            rules.apply(after, rerolls[index])
            worth = self._expectation(after, share)
            if self._is_out_of_time:
                break
            insert_turn(best, TurnLine(vec[i64]([rerolls[index]]), after, worth), keep)
        return best

    def _expectation(self, state: State, budget: i64) -> i64:
        """Return the mean worth of the best turns after a re-roll; 0 once out of time."""
        if self._is_out_of_time:
            return 0
        if state.phase != ROLL:
            return self._search(state, budget, 1)[0].worth
        total: i64 = 0
        face: i64
        for face in range(1, DIE_FACES + 1):
            after = state.copy()
            chance.settle(after, face)
            total += self._expectation(after, budget)
        return total // DIE_FACES

    def _search(self, start: State, budget: i64, keep: i64) -> list[TurnLine]:
        """Return the best turns without re-rolls."""
        self._serial += 1
        self._seat = start.decider
        self._keep = keep
        self._best = []
        self._last_decision = vec[i64]([-1])
        self._parent = vec[i64]([-1])
        self._worth = vec[i64]([0])
        self._extended = vec[i64]([0])
        self._queue = vec[i64]([_MAX_PATH])
        self._search_end = min(self.nodes + budget, self._budget_end)
        oldest: i64 = 0
        steps: i64 = 0
        while len(self._queue) > 0 and not self._should_stop():
            steps += 1
            if steps % OLDEST_INTERVAL == 0:
                while oldest < len(self._last_decision) and self._extended[oldest] == 1:
                    oldest += 1
                path = oldest
            else:
                path = _MAX_PATH - (self._pop() & _MAX_PATH)
            if path < len(self._last_decision) and self._extended[path] == 0:
                self._extended[path] = 1
                self._extend(start, path)
        best = self._best
        self._best = []
        if len(best) == 0:  # everything was overlooked
            overlooked = self.overlooked
            self.overlooked = 0
            best = self._search(start, budget, keep)
            self.overlooked = overlooked
        return best

    def _should_stop(self) -> bool:
        """Return whether the budget or the time is used up after at least one turn was found."""
        if self.nodes >= self._budget_end or (
            self.leaves >= self._next_clock_check and 0.0 < self.deadline < perf_counter()
        ):
            self._is_out_of_time = True
        if self.leaves >= self._next_clock_check:
            self._next_clock_check = self.leaves + CLOCK_INTERVAL
        return (self._is_out_of_time or self.nodes >= self._search_end) and len(self._best) > 0

    def _extend(self, start: State, path: i64) -> None:
        """Try every decision after a path."""
        state = start.copy()
        exchanged = self._replay(state, path)
        # ``_worth_of_ending`` has already tried the first basic decision, except in these cases.
        is_untried = path == 0 or state.phase == TURN
        move: i64
        for move in rules.legal_ids(state):
            if _is_optional(move) and (
                move != decisions.PRESTIGE_RUBLES or not _may_exchange(state, exchanged)
            ):
                continue
            was_tried = not is_untried and not _is_optional(move)
            is_untried = is_untried or was_tried
            if was_tried and move == decisions.END:
                continue
            if self.overlooked > 0 and self._is_overlooked(state, move):
                continue
            if self._should_stop():
                return
            child = state.copy()
            rules.apply(child, move)
            self.nodes += 1
            if _is_end(state, child):
                self._evaluate_end(child, self._add_path(path, move), vec[i64]())
            elif not self._is_known(child):
                index = self._add_path(path, move)
                worth = self._worth[path] if was_tried else self._worth_of_ending(child, index)
                self._worth[index] = worth
                self._extended[index] = 0
                self._push(worth + _WORTH_OFFSET << _PATH_BITS | _MAX_PATH - index)

    def _is_overlooked(self, state: State, move: i64) -> bool:
        """Return whether an idea is overlooked in this turn; in the last turn none is.

        All outcomes to build on a card are one idea, and so are all banners for a claim.
        """
        idea = move
        if decisions.CLAIM <= move < decisions.IVAN_CLAIM:
            idea -= (move - decisions.CLAIM) % BANNER_SOURCE_COUNT
        elif decisions.DELIVER <= move < decisions.CLAIM:
            idea -= (move - decisions.DELIVER) % MATERIAL_COUNT
        elif not (
            decisions.ACTIVATE <= move < decisions.TILE
            or decisions.INFLUENCE <= move < decisions.TAKE
        ):
            return False
        if is_last_turn(state):
            return False
        return Rng(self.overlook_seed, state.turn << 12 | idea).below(100) < self.overlooked

    def _add_path(self, path: i64, move: i64) -> i64:
        """Add a path that is one decision longer, marked as extended; return its index."""
        index: i64 = len(self._last_decision)
        self._last_decision = append(self._last_decision, move)
        self._parent = append(self._parent, path)
        self._worth = append(self._worth, 0)
        self._extended = append(self._extended, 1)
        return index

    def _replay(self, state: State, path: i64) -> i64:
        """Play a path from its start; return the number of its exchanges of prestige."""
        exchanged: i64 = 0
        move: i64
        for move in self._line(path, vec[i64]()):
            if move == decisions.PRESTIGE_RUBLES:
                exchanged += 1
            rules.apply(state, move)
        return exchanged

    def _line(self, path: i64, last_decisions: vec[i64]) -> vec[i64]:
        """Return the decisions of a path in order, and then ``last_decisions``."""
        length: i64 = 0
        index = path
        while index > 0:
            length += 1
            index = self._parent[index]
        line = vec[i64]([0] * int(length))
        while path > 0:
            length -= 1
            line[length] = self._last_decision[path]
            path = self._parent[path]
        move: i64
        for move in last_decisions:
            line = append(line, move)
        return line

    def _worth_of_ending(self, state: State, path: i64) -> i64:
        """Return the worth of ending the turn as soon as possible; ``state`` changes.

        Before the basic action (R3.1), the worth is unknown, and estimated as a little less than
        that of the best turn.
        """
        if state.phase == TURN:
            worth: i64 = self._best[0].worth if len(self._best) > 0 else 0
            return worth - (worth >> 5 if worth > 0 else 0)
        last_decisions = vec[i64]()
        while True:
            move: i64 = decisions.END
            if state.phase == EFFECT or state.phase == PLACE_TILE:
                for move in rules.legal_ids(state):
                    if not _is_optional(move):
                        break
            turn = state.turn
            rules.apply(state, move)
            self.nodes += 1
            last_decisions = append(last_decisions, move)
            if state.turn != turn or state.phase == ROLL:
                return self._evaluate_end(state, path, last_decisions)

    def _evaluate_end(self, state: State, path: i64, last_decisions: vec[i64]) -> i64:
        """Evaluate the end of a turn, and keep the turn if it is among the best."""
        self.leaves += 1
        worth = self.evaluator.worth(state, self._seat)
        best = self._best
        count: i64 = len(best)
        if count < self._keep or worth > best[count - 1].worth:
            insert_turn(best, TurnLine(self._line(path, last_decisions), state, worth), self._keep)
        return worth

    def _is_known(self, state: State) -> bool:
        """Return whether this search has reached a position before; the position is stored."""
        key = turn_key(state, self._serial)
        index = key & (_KEY_SLOTS - 1)
        if self._table[index] == key:
            return True
        self._table[index] = key
        return False

    def _push(self, entry: i64) -> None:
        """Push an entry onto the heap."""
        queue = append(self._queue, entry)
        index: i64 = len(queue) - 1
        while index > 0:
            above = (index - 1) // 2
            if queue[above] >= entry:
                break
            queue[index] = queue[above]
            index = above
        queue[index] = entry
        self._queue = queue

    def _pop(self) -> i64:
        """Pop the greatest entry of the heap."""
        queue = self._queue
        first = queue[0]
        queue, last = pop(queue)
        count: i64 = len(queue)
        index: i64 = 0
        while 2 * index + 1 < count:
            below = 2 * index + 1
            if below + 1 < count and queue[below + 1] > queue[below]:
                below += 1
            if queue[below] <= last:
                break
            queue[index] = queue[below]
            index = below
        if count > 0:
            queue[index] = last
        self._queue = queue
        return first


def _is_optional(move: i64) -> bool:
    """Return whether a decision is an optional action (R3.2, R3.3)."""
    return decisions.PRESTIGE_RUBLES <= move < decisions.DELIVER


def _is_end(before: State, state: State) -> bool:
    """Return whether a decision has ended the turn, or was a choice for Ivan (R8.4)."""
    return state.turn != before.turn or state.phase == ROLL or before.phase > DONE


def _may_exchange(state: State, exchanged: i64) -> bool:
    """Return whether prestige may be exchanged: when the turn starts, or if it is free (R7.8)."""
    if exchanged >= MAX_EXCHANGES:
        return False
    if state.phase == TURN:
        return True
    components = state.setting.components
    position = state.score(state.seat)
    return track.prestige_space(components, track.prestige(components, position)) != position


def _rerolls(state: State) -> vec[i64]:
    """Return the legal paid re-rolls."""
    result = vec[i64]()
    move: i64
    for move in rules.legal_ids(state):
        if decisions.PRESTIGE_REROLL <= move < decisions.DELIVER:
            result = append(result, move)
    return result


def _drop_greatest(outcomes: vec[i64]) -> i64:
    """Set the greatest of some numbers to 0; return its value."""
    most: i64 = 0
    index: i64
    for index in range(len(outcomes)):
        if outcomes[index] > outcomes[most]:
            most = index
    greatest = outcomes[most]
    outcomes[most] = 0
    return greatest


def _outcome_count(state: State) -> i64:
    """Return the number of outcomes of the dice to be rolled."""
    result: i64 = 1
    dice = state.pending
    while dice > 0:
        if dice & 1 == 1:
            result *= DIE_FACES
        dice >>= 1
    return result
