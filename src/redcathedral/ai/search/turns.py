"""The whole turns that are open to a seat: ways through one's own decisions to the turn's end.

A turn ends at an afterstate: the roll that ends it (R6.11) is due, or another seat's turn.
Wherever a turn can be ended, ending it there is looked at, and of the ways that may go on the one
that is best so far is followed first (best-first search; Pearl, Heuristics, 1984).  Every few steps
it is the one that was left aside longest, so that with budget enough all are followed.  Different
orders that lead to the same position are looked into once.
"""

from time import perf_counter
from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from redcathedral.ai.search.hashing import turn_key
from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.standings import is_last_turn
from redcathedral.box.vocabulary import BANNER_SOURCE_COUNT, DIE_FACES, MATERIAL_COUNT
from redcathedral.engine import chance, decisions, rules, track
from redcathedral.engine.phases import DONE, EFFECT, PLACE_TILE, ROLL, TURN
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State

SCANT: Final = 60  # decisions tried for each outcome of a re-roll, at least
EXCHANGES: Final = 3  # prestige points that a turn may cost at its start (R3.2)
TURNABOUT: Final = 6  # of so many positions followed, one is the oldest
WATCH: Final = 32  # ends of turns between two looks at the clock
_TABLE: Final = 1 << 15
_PLACE: Final = 20  # bits for the place of a way in the queue
_LATEST: Final = (1 << _PLACE) - 1
_OFFSET: Final = 1 << 40  # so that no entry is negative


class TurnLine:
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

    ``nodes`` counts the decisions carried out so far, ``leaves`` the ends of turns looked at.
    ``overlooked`` in a hundred ideas of a turn do not come to mind: a claim, a die, a delivery, an
    ornament, an influence card; which ones, a lot decides anew in each turn.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.nodes: i64 = 0
        self.leaves: i64 = 0
        self.deadline = 0.0  # of time.perf_counter, when there is one
        self.overlooked: i64 = 0
        self.lot: i64 = 0  # by which ideas are overlooked
        self._end: i64 = 0  # nodes at which the budget is used up
        self._stop: i64 = 0  # and at which its part for one search is
        self._watch: i64 = 0  # leaves at which to look at the clock
        self._is_out_of_time = False  # whether the search has to end
        self._table = vec[i64]([0] * _TABLE)
        self._serial: i64 = 0
        self._seat: i64 = 0
        self._keep: i64 = 1
        self._best: list[TurnLine] = []
        # The ways followed or to be followed: the last decision of each, and the way before it.
        self._move = vec[i64]()
        self._before = vec[i64]()
        self._worth = vec[i64]()  # of ending the turn there
        self._queue = vec[i64]()  # a heap of them: worth, then the place, so that the first leads
        self._followed = vec[i64]()  # 1 for those no longer in it

    def forget(self) -> None:
        """Begin as if nothing had been searched.

        Which positions share a place in the table, and so may be looked into twice, depends on how
        many searches there were.
        """
        self._serial = 0
        place: i64
        for place in range(_TABLE):
            self._table[place] = 0

    def best(self, state: State, budget: i64, keep: i64 = 1) -> list[TurnLine]:
        """The best turns, best first, at most ``keep``, found with so many decisions tried.

        There is always one.  That of a paid re-roll (R3.3) ends with it; it is worth the mean, over
        the faces that may come, of the best turn after it, and is looked into where the budget
        allows all faces, the same for each.
        """
        self._end = self.nodes + budget
        self._is_out_of_time = False
        self._watch = self.leaves
        rerolls = _rerolls(state)
        count: i64 = len(rerolls)
        if budget < 2 * SCANT * DIE_FACES:
            count = 0
        best = self._search(state, budget if count == 0 else budget // 2, keep)
        index: i64
        ways = vec[i64]()  # in which the dice of each may fall
        left: i64 = 0  # of all still to be looked into
        for index in range(count):
            after = state.copy()
            rules.apply(after, rerolls[index])
            ways = append(ways, _outcomes(after))
            left += ways[index]
        while left > 0 and left * SCANT > self._end - self.nodes:
            left -= _drop_most(ways)
        for index in range(count):
            if ways[index] == 0:
                continue
            share = (self._end - self.nodes) // left
            left -= ways[index]
            after = state.copy()
            rules.apply(after, rerolls[index])
            worth = self._expectation(after, share)
            if self._is_out_of_time:
                break
            _insert(best, TurnLine(vec[i64]([rerolls[index]]), after, worth), keep)
        return best

    def _expectation(self, state: State, budget: i64) -> i64:
        """The mean over the faces that may come of the best turn after them; once it is late, 0."""
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
        """The turns without re-rolls."""
        self._serial += 1
        self._seat = start.decider
        self._keep = keep
        self._best = []
        self._move = vec[i64]([-1])
        self._before = vec[i64]([-1])
        self._worth = vec[i64]([0])
        self._followed = vec[i64]([0])
        self._queue = vec[i64]([_LATEST])
        self._stop = min(self.nodes + budget, self._end)
        oldest: i64 = 0
        steps: i64 = 0
        while len(self._queue) > 0 and not self._is_enough():
            steps += 1
            if steps % TURNABOUT == 0:
                while oldest < len(self._move) and self._followed[oldest] == 1:
                    oldest += 1
                way = oldest
            else:
                way = _LATEST - (self._pop() & _LATEST)
            if way < len(self._move) and self._followed[way] == 0:
                self._followed[way] = 1
                self._follow(start, way)
        best = self._best
        self._best = []
        if len(best) == 0:  # nothing has come to mind
            overlooked = self.overlooked
            self.overlooked = 0
            best = self._search(start, budget, keep)
            self.overlooked = overlooked
        return best

    def _is_enough(self) -> bool:
        """Whether the budget or the time is used up; the first turn is always found."""
        if self.nodes >= self._end or (
            self.leaves >= self._watch and 0.0 < self.deadline < perf_counter()
        ):
            self._is_out_of_time = True
        if self.leaves >= self._watch:
            self._watch = self.leaves + WATCH
        return (self._is_out_of_time or self.nodes >= self._stop) and len(self._best) > 0

    def _follow(self, start: State, way: i64) -> None:
        """Try every decision at the end of a way."""
        state = start.copy()
        exchanged = self._replay(state, way)
        # The first basic decision is how ending the turn here was looked at.
        is_new = way == 0 or state.phase == TURN
        move: i64
        for move in rules.legal_ids(state):
            if _is_optional(move) and (
                move != decisions.PRESTIGE_RUBLES or not _may_exchange(state, exchanged)
            ):
                continue
            was_tried = not is_new and not _is_optional(move)
            is_new = is_new or was_tried
            if was_tried and move == decisions.END:
                continue
            if self.overlooked > 0 and self._is_overlooked(state, move):
                continue
            if self._is_enough():
                return
            child = state.copy()
            rules.apply(child, move)
            self.nodes += 1
            if _is_end(state, child):
                self._leaf(child, self._enter(way, move), vec[i64]())
            elif not self._is_known(child):
                place = self._enter(way, move)
                worth = self._worth[way] if was_tried else self._promise(child, place)
                self._worth[place] = worth
                self._followed[place] = 0
                self._push(worth + _OFFSET << _PLACE | _LATEST - place)

    def _is_overlooked(self, state: State, move: i64) -> bool:
        """Whether an idea does not come to mind in this turn; in the last turn all do.

        All ways to build on a card are one idea, and so are all banners for a claim.
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
        return Rng(self.lot, state.turn << 12 | idea).below(100) < self.overlooked

    def _enter(self, way: i64, move: i64) -> i64:
        """The place of a new way, one decision longer; it counts as followed for the time being."""
        place: i64 = len(self._move)
        self._move = append(self._move, move)
        self._before = append(self._before, way)
        self._worth = append(self._worth, 0)
        self._followed = append(self._followed, 1)
        return place

    def _replay(self, state: State, way: i64) -> i64:
        """Go a way from its start; how often prestige was exchanged on it."""
        exchanged: i64 = 0
        move: i64
        for move in self._line(way, vec[i64]()):
            if move == decisions.PRESTIGE_RUBLES:
                exchanged += 1
            rules.apply(state, move)
        return exchanged

    def _line(self, way: i64, rest: vec[i64]) -> vec[i64]:
        """The decisions of a way in order, and those after it."""
        length: i64 = 0
        place = way
        while place > 0:
            length += 1
            place = self._before[place]
        line = vec[i64]([0] * int(length))
        while way > 0:
            length -= 1
            line[length] = self._move[way]
            way = self._before[way]
        move: i64
        for move in rest:
            line = append(line, move)
        return line

    def _promise(self, state: State, way: i64) -> i64:
        """What it is worth to end the turn as soon as can be; the state is used up.

        Where a basic action is still to come (R3.1) nobody knows: a little less than the best.
        """
        if state.phase == TURN:
            worth: i64 = self._best[0].worth if len(self._best) > 0 else 0
            return worth - (worth >> 5 if worth > 0 else 0)
        rest = vec[i64]()
        while True:
            move: i64 = decisions.END
            if state.phase == EFFECT or state.phase == PLACE_TILE:
                for move in rules.legal_ids(state):
                    if not _is_optional(move):
                        break
            turn = state.turn
            rules.apply(state, move)
            self.nodes += 1
            rest = append(rest, move)
            if state.turn != turn or state.phase == ROLL:
                return self._leaf(state, way, rest)

    def _leaf(self, state: State, way: i64, rest: vec[i64]) -> i64:
        """Keep a turn if it is among the best; of equals the one that was found first."""
        self.leaves += 1
        worth = self.evaluator.worth(state, self._seat)
        best = self._best
        count: i64 = len(best)
        if count < self._keep or worth > best[count - 1].worth:
            _insert(best, TurnLine(self._line(way, rest), state, worth), self._keep)
        return worth

    def _is_known(self, state: State) -> bool:
        """Whether this position of the turn has been met; it counts as known from now."""
        key = turn_key(state, self._serial)
        index = key & (_TABLE - 1)
        if self._table[index] == key:
            return True
        self._table[index] = key
        return False

    def _push(self, entry: i64) -> None:
        """Put an entry into the heap."""
        queue = append(self._queue, entry)
        at: i64 = len(queue) - 1
        while at > 0:
            above = (at - 1) // 2
            if queue[above] >= entry:
                break
            queue[at] = queue[above]
            at = above
        queue[at] = entry
        self._queue = queue

    def _pop(self) -> i64:
        """Take the greatest entry out of the heap."""
        queue = self._queue
        first = queue[0]
        queue, last = pop(queue)
        count: i64 = len(queue)
        at: i64 = 0
        while 2 * at + 1 < count:
            below = 2 * at + 1
            if below + 1 < count and queue[below + 1] > queue[below]:
                below += 1
            if queue[below] <= last:
                break
            queue[at] = queue[below]
            at = below
        if count > 0:
            queue[at] = last
        self._queue = queue
        return first


def _is_optional(move: i64) -> bool:
    """Whether a decision is an optional action (R3.2, R3.3)."""
    return decisions.PRESTIGE_RUBLES <= move < decisions.DELIVER


def _is_end(before: State, state: State) -> bool:
    """Whether a decision has ended the turn, or was a choice for Ivan (R8.4)."""
    return state.turn != before.turn or state.phase == ROLL or before.phase > DONE


def _may_exchange(state: State, exchanged: i64) -> bool:
    """Prestige for rubles: at the start of a turn, later only where it costs no prestige (R7.8)."""
    if exchanged >= EXCHANGES:
        return False
    if state.phase == TURN:
        return True
    components = state.setting.components
    position = state.score(state.seat)
    return track.prestige_space(components, track.prestige(components, position)) != position


def _rerolls(state: State) -> vec[i64]:
    """The paid re-rolls that are open."""
    result = vec[i64]()
    move: i64
    for move in rules.legal_ids(state):
        if decisions.PRESTIGE_REROLL <= move < decisions.DELIVER:
            result = append(result, move)
    return result


def _drop_most(ways: vec[i64]) -> i64:
    """Set the greatest of some numbers to 0; returns what it was."""
    most: i64 = 0
    index: i64
    for index in range(len(ways)):
        if ways[index] > ways[most]:
            most = index
    greatest = ways[most]
    ways[most] = 0
    return greatest


def _outcomes(state: State) -> i64:
    """How many ways the dice to be rolled can fall."""
    result: i64 = 1
    dice = state.pending
    while dice > 0:
        if dice & 1 == 1:
            result *= DIE_FACES
        dice >>= 1
    return result


def _insert(best: list[TurnLine], turn: TurnLine, keep: i64) -> None:
    """Put a turn at its place among the best."""
    at: i64 = len(best)
    while at > 0 and best[at - 1].worth < turn.worth:
        at -= 1
    best.insert(at, turn)
    if len(best) > keep:
        best.pop()
