"""A search tree over whole turns and single dice, for any number of seats.

Monte-Carlo tree search (Coulom 2006) with progressive widening (Chaslot and others 2008), chance
nodes that are sampled, and max^n values (Luckhardt and Irani 1986): every seat picks what is best
for itself.  What a seat may do is the best turns that ``TurnSearch`` finds, so that orders of the
same decisions are one way.  The dice of a way are the same for all turns compared at the root.

The tree is one vector with ``NODE`` numbers for each node; no object is made for a node.
"""

from math import sqrt
from time import perf_counter
from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from redcathedral.engine import chance, rules
from redcathedral.engine.phases import ROLL
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State
from redcathedral.engine.turn import is_final_roll
from redcathedral.search.hashing import game_key, setting_key
from redcathedral.search.turns import TurnLine, TurnSearch
from redcathedral.value.standing import SEATS, WHOLE_SHARE, is_decided, is_last_turn, is_late
from redcathedral.value.win_share import Shares

EXPLORATION: Final = WHOLE_SHARE // 32  # weight of what has been looked into little
REPLY: Final = 150  # decisions tried to find the turns of a position
LATE_REPLY: Final = 60  # and when the game is about to end: more ways, each less thought out
ALONE: Final = 1_000  # decisions tried for the turns of the root, or a fifth of all
ROOT_TURNS: Final = 20  # that are looked into at the root
TURNS: Final = 12  # and elsewhere, at most
NARROW: Final = 2  # of them at the first visit
WIDENING: Final = 1.5  # and so many more for each root of the visits
STREAM: Final = 20  # bits below the turn in the number of the dice that are looked at
FULL: Final = 1 << 18  # nodes at which a search ends

# Fields of a node.
LINE: Final = 0  # where the decisions that lead here stand, and how many; none after a die
LENGTH: Final = 1
FIRST: Final = 2  # where its first child stands; the others follow
COUNT: Final = 3  # how many children; 0 while it has not been looked into
VISITS: Final = 4
KEY: Final = 5  # of a position with decisions that has been looked into; else 0
SUM: Final = 6  # + seat: what all visits came to
NODE: Final = SUM + SEATS
ROOT: Final = 0


class Tree:
    """What has been found out about a position and what may follow it.

    ``nodes`` counts the decisions and outcomes carried out so far, ``simulations`` the ways
    followed to the end of a turn that was new.
    """

    def __init__(self, shares: Shares, seed: i64) -> None:
        self.shares = shares
        self.seed = seed
        self.nodes: i64 = 0
        self.simulations: i64 = 0
        self._turns = TurnSearch(shares.evaluator)
        self._rng = Rng(seed, 1 << STREAM)
        self._end: i64 = 0  # nodes at which the budget is used up
        self._deadline = 0.0
        self._reply: i64 = REPLY
        self._setting: i64 = 0  # key of the game that the tree is about
        self._used: i64 = 0  # nodes of the tree
        self._cells = vec[i64]([0] * (NODE << 8))
        self._spare = vec[i64]([0] * (NODE << 8))
        self._lines = vec[i64]()
        self._values = vec[i64]([0] * SEATS)

    def search(self, state: State, nodes: i64, deadline: float = 0.0) -> TurnLine:
        """The best turn found with so many decisions and outcomes carried out.

        What is known of the position from before counts, too.  ``deadline`` is 0.0 or a time of
        ``time.perf_counter``.  After the last turn of a game there is nothing to look at: it is the
        best at sight.
        """
        self._turns.deadline = deadline
        if is_last_turn(state):
            return self._find_turns(state, nodes, 1)[0]
        self._end = self.nodes + nodes
        self._deadline = deadline
        self._reply = LATE_REPLY if is_late(state) else REPLY
        if deadline > 0.0:
            now = perf_counter()
            self._turns.deadline = now + (deadline - now) / 4
        turns = self._find_turns(state, min(nodes, max(ALONE, nodes // 5)), ROOT_TURNS)
        self._turns.deadline = deadline
        self._begin(state, turns)
        if len(turns) > 1:
            while not self._is_late() and self._used < FULL and self._simulate(state.copy()):
                self.simulations += 1
        cells = self._cells
        most: i64 = -1
        best = turns[0]
        child = cells[ROOT + FIRST]
        for turn in turns:
            if cells[child + VISITS] > most:
                most = cells[child + VISITS]
                best = turn
            child += NODE
        return best

    def children(self, way: list[int]) -> int:
        """How many turns, or outcomes, are known at the end of a way: the number of each step."""
        node = self._at(way)
        return 0 if node < 0 else int(self._cells[node + COUNT])

    def line(self, way: list[int]) -> list[int]:
        """The decisions of the last step of a way; none if it is an outcome."""
        node = self._at(way)
        if node < 0:
            return []
        start = self._cells[node + LINE]
        return [int(move) for move in self._lines[start : start + self._cells[node + LENGTH]]]

    def visits(self, way: list[int]) -> int:
        """How often the end of a way was looked into."""
        node = self._at(way)
        return 0 if node < 0 else int(self._cells[node + VISITS])

    def value(self, way: list[int], seat: i64) -> int:
        """The mean over these visits for a seat: its share (of WHOLE_SHARE) and a little."""
        node = self._at(way)
        visits = 0 if node < 0 else self._cells[node + VISITS]
        return 0 if visits == 0 else int(self._cells[node + SUM + seat] // visits)

    def _at(self, way: list[int]) -> i64:
        """The node at the end of a way from the root, or -1."""
        cells = self._cells
        node: i64 = ROOT
        step: i64
        for step in way:
            if step < 0 or step >= cells[node + COUNT]:
                return -1
            node = cells[node + FIRST] + step * NODE
        return node

    def _is_late(self) -> bool:
        return self.nodes >= self._end or 0.0 < self._deadline < perf_counter()

    def _find_turns(self, state: State, budget: i64, keep: i64) -> list[TurnLine]:
        """The best turns, each afterstate once."""
        search = self._turns
        before = search.nodes
        found = search.best(state, budget, keep)
        self.nodes += search.nodes - before
        turns: list[TurnLine] = []
        for turn in found:
            at: i64 = len(turns) - 1
            while at >= 0 and turns[at].worth == turn.worth:
                if game_key(turns[at].state) == game_key(turn.state):
                    break
                at -= 1
            if at < 0 or turns[at].worth != turn.worth:
                turns.append(turn)
        return turns

    def _begin(self, state: State, turns: list[TurnLine]) -> None:
        """Make a position the root; what is known of it and of what follows is kept.

        Turns looked into before that were not found this time are added.
        """
        setting = setting_key(state.setting)
        key = game_key(state)
        known: i64 = -1
        if setting == self._setting:
            known = self._find(key)
        self._setting = setting
        old = self._cells
        lines = self._lines
        self._cells = self._spare
        self._spare = old
        self._lines = vec[i64]()
        self._used = 1
        self._clear(ROOT)
        if known < 0:
            self._add(ROOT, turns)
        else:
            sources = _merge(state, turns, old, known, lines)
            self._adopt(ROOT, old, known, lines)
            self._add(ROOT, turns)
            index: i64
            for index in range(len(sources)):
                if sources[index] >= 0:
                    child = self._cells[ROOT + FIRST] + index * NODE
                    self._adopt(child, old, sources[index], lines)
            self._fetch(old, lines)
        self._cells[ROOT + KEY] = key
        self._cells[ROOT + LENGTH] = 0

    def _fetch(self, old: vec[i64], lines: vec[i64]) -> None:
        """Take over all that follows the children of the root from the old tree."""
        node: i64 = NODE
        while node < self._used * NODE:
            count = self._cells[node + COUNT]
            if count > 0:
                first = self._cells[node + FIRST]
                self._make_room(node, count)
                index: i64
                for index in range(count):
                    child = self._cells[node + FIRST] + index * NODE
                    self._adopt(child, old, first + index * NODE, lines)
            node += NODE

    def _adopt(self, node: i64, old: vec[i64], place: i64, lines: vec[i64]) -> None:
        """Take a node over from the old tree; its children are still there."""
        index: i64
        for index in range(NODE):
            self._cells[node + index] = old[place + index]
        self._cells[node + LINE] = len(self._lines)
        for index in range(old[place + LINE], old[place + LINE] + old[place + LENGTH]):
            self._lines = append(self._lines, lines[index])

    def _find(self, key: i64) -> i64:
        """The node of a position looked into most often, or -1."""
        cells = self._cells
        found: i64 = -1
        node: i64 = ROOT
        for _ in range(self._used):
            if cells[node + KEY] == key and (
                found < 0 or cells[node + VISITS] > cells[found + VISITS]
            ):
                found = node
            node += NODE
        return found

    def _simulate(self, state: State) -> bool:
        """Follow one way, and add what it came to to all nodes on it.

        False when there is not budget enough left to go on.
        """
        node: i64 = ROOT
        path = vec[i64](capacity=64)
        path = append(path, node)
        while not is_decided(state):
            if state.phase <= ROLL:
                node = self._outcome(node, state)
                path = append(path, node)
                continue
            if self._cells[node + COUNT] == 0:
                if self.nodes + self._reply > self._end:
                    return False
                self._cells[node + KEY] = game_key(state)
                self._add(node, self._find_turns(state, self._reply, TURNS))
            turn = state.turn
            node = self._select(node, state.decider)
            if len(path) == 1:
                self._rng = Rng(self.seed, turn + 1 << STREAM | self._cells[node + VISITS])
            path = append(path, node)
            self._play(node, state)
            has_ended = state.turn != turn or is_final_roll(state)
            if has_ended and self._cells[node + VISITS] == 0:
                break
        values = self._values
        self.shares.fill(state, values)
        cells = self._cells
        seats = state.setting.seat_count
        seat: i64
        for node in path:
            cells[node + VISITS] += 1
            for seat in range(seats):
                cells[node + SUM + seat] += values[seat]
        return True

    def _select(self, node: i64, seat: i64) -> i64:
        """The child to look into next: by what a seat got there, and by how little is known of it.

        The best at sight come first; the more visits, the more of them.  At the root, where what a
        turn comes to is not added to anything, it is all.
        """
        cells = self._cells
        visits = sqrt(float(cells[node + VISITS]))
        count = cells[node + COUNT]
        if node != ROOT:
            count = min(count, NARROW + i64(WIDENING * visits))
        spread = i64(float(EXPLORATION) * visits)
        child = cells[node + FIRST]
        best = child
        most: i64 = -(1 << 50)
        for _ in range(count):
            times = cells[child + VISITS]
            if times == 0:
                return child
            worth = cells[child + SUM + seat] // times + spread // (times + 1)
            if worth > most:
                best = child
                most = worth
            child += NODE
        return best

    def _play(self, node: i64, state: State) -> None:
        """Carry out the decisions that lead to a node."""
        start = self._cells[node + LINE]
        length = self._cells[node + LENGTH]
        place: i64
        for place in range(start, start + length):
            rules.apply(state, self._lines[place])
        self.nodes += length

    def _outcome(self, node: i64, state: State) -> i64:
        """Let one die or tile fall; the child for it."""
        if self._cells[node + COUNT] == 0:
            count: i64 = len(chance.weights(state))
            self._make_room(node, count)
            index: i64
            for index in range(count):
                self._clear(self._cells[node + FIRST] + index * NODE)
        outcome = chance.sample(state, self._rng)
        chance.settle(state, outcome)
        self.nodes += 1
        return self._cells[node + FIRST] + outcome * NODE

    def _add(self, node: i64, turns: list[TurnLine]) -> None:
        """Give a node a child for each turn."""
        self._make_room(node, len(turns))
        child = self._cells[node + FIRST]
        for turn in turns:
            self._clear(child)
            self._cells[child + LINE] = len(self._lines)
            self._cells[child + LENGTH] = len(turn.line)
            self._lines = extend(self._lines, turn.line)
            child += NODE

    def _make_room(self, node: i64, count: i64) -> None:
        """Make room for so many children of a node."""
        self._cells[node + FIRST] = self._used * NODE
        self._cells[node + COUNT] = count
        self._used += count
        while self._used * NODE > len(self._cells):
            self._cells = extend(self._cells, self._cells)

    def _clear(self, node: i64) -> None:
        """Begin a node of which nothing is known."""
        field: i64
        for field in range(NODE):
            self._cells[node + field] = 0


def _merge(
    state: State, turns: list[TurnLine], cells: vec[i64], known: i64, lines: vec[i64]
) -> vec[i64]:
    """Add the turns that a node was looked into with; for each turn its node there, or -1."""
    keys = vec[i64]()
    sources = vec[i64]()
    for turn in turns:
        keys = append(keys, game_key(turn.state))
        sources = append(sources, -1)
    step: i64
    move: i64
    for step in range(cells[known + COUNT]):
        node = cells[known + FIRST] + step * NODE
        if cells[node + VISITS] == 0:
            continue
        line = lines[cells[node + LINE] : cells[node + LINE] + cells[node + LENGTH]]
        after = state.copy()
        for move in line:
            rules.apply(after, move)
        key = game_key(after)
        at: i64 = 0
        while at < len(keys) and keys[at] != key:
            at += 1
        if at == len(keys):
            turns.append(TurnLine(line, after, 0))
            keys = append(keys, key)
            sources = append(sources, node)
        sources[at] = node
    return sources
