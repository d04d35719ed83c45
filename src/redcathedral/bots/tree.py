"""A search tree over single decisions and single dice, for any number of seats.

Monte-Carlo tree search (Coulom 2006) with the selection of AlphaZero (Silver and others 2018),
chance nodes that are sampled, and max^n values (Luckhardt and Irani 1986): every seat picks what
is best for itself.  A simulation goes on to the end of a turn that has not been reached before:
what is worth judging is an afterstate, not a position in the middle of a turn.

The tree is one vector with ``NODE`` numbers for each node; no object is made for a node.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from redcathedral.bots import greedy
from redcathedral.bots.appraisal import appraise
from redcathedral.bots.key import game_key, setting_key
from redcathedral.bots.shares import Shares, fading
from redcathedral.bots.standing import CERTAIN, SEATS, is_decided
from redcathedral.engine import chance, rules
from redcathedral.engine.playout import decider
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import BUILDING, EFFECT, OVER, PLACE_TILE, ROLL, State

EXPLORATION: Final = 2048  # weight of what has been looked into little, of CERTAIN
WARMTH: Final = 100  # hundredths of a prestige that make a decision e times as likely at sight
LEAST: Final = 64  # added to the weight of every decision at sight, of CERTAIN
HABIT: Final = 3  # decisions that follow one by habit, when it is looked at
KNOWN: Final = 4  # visits after which a position may be found again
FULL: Final = 1 << 21  # nodes at which a search ends

# Fields of a node.
STEP: Final = 0  # the decision or outcome that leads here
FIRST: Final = 1  # where its first child stands; the others follow
COUNT: Final = 2  # how many children; 0 while it has not been looked into
VISITS: Final = 3
PRIOR: Final = 4  # how likely the decision seems at sight, of CERTAIN
KEY: Final = 5  # of the position, where it was worth finding out; else 0
SUM: Final = 6  # + seat: what all visits came to
NODE: Final = SUM + SEATS
ROOT: Final = 0


class Tree:
    """What has been found out about a position and what may follow it.

    ``nodes`` counts the decisions and outcomes carried out so far, ``simulations`` the ways
    followed to the end of a turn that was new.
    """

    def __init__(self, shares: Shares, rng: Rng, exploration: i64 = EXPLORATION) -> None:
        self.shares = shares
        self.rng = rng
        self.exploration = exploration
        self.nodes: i64 = 0
        self.simulations: i64 = 0
        self._end: i64 = 0  # nodes at which the budget is used up
        self._deadline = 0.0
        self._setting: i64 = 0  # key of the game that the tree is about
        self._used: i64 = 0  # nodes of the tree
        self._cells = vec[i64]([0] * (NODE << 10))
        self._spare = vec[i64]([0] * (NODE << 10))
        self._values = vec[i64]([0] * SEATS)

    def search(self, state: State, nodes: i64, deadline: float = 0.0) -> i64:
        """The best decision found with so many decisions and outcomes carried out.

        What is known of the position from before counts, too.  ``deadline`` is 0.0 or a time of
        ``time.perf_counter``.
        """
        self._end = self.nodes + nodes
        self._deadline = deadline
        self._begin(state)
        while not self._is_late() and self._used < FULL:
            self._simulate(state.copy())
        cells = self._cells
        best = cells[ROOT + FIRST]
        child = best
        for _ in range(cells[ROOT + COUNT]):
            if cells[child + VISITS] > cells[best + VISITS]:
                best = child
            child += NODE
        return cells[best + STEP]

    def visits(self, steps: list[int]) -> int:
        """How often the position after some decisions and outcomes was looked into."""
        node = self._at(steps)
        return 0 if node < 0 else int(self._cells[node + VISITS])

    def value(self, steps: list[int], seat: i64) -> int:
        """The mean over these visits for a seat: its share of the win, of CERTAIN, and a little."""
        node = self._at(steps)
        visits = 0 if node < 0 else self._cells[node + VISITS]
        return 0 if visits == 0 else int(self._cells[node + SUM + seat] // visits)

    def _at(self, steps: list[int]) -> i64:
        """The node after some steps from the root, or -1."""
        cells = self._cells
        node: i64 = ROOT
        for step in steps:
            child = cells[node + FIRST]
            last = child + cells[node + COUNT] * NODE
            while child < last and cells[child + STEP] != step:
                child += NODE
            if child == last:
                return -1
            node = child
        return node

    def _is_late(self) -> bool:
        return self.nodes >= self._end or 0.0 < self._deadline < perf_counter()

    def _begin(self, state: State) -> None:
        """Make a position the root; what is known of it and what follows is kept."""
        setting = setting_key(state.setting)
        key = game_key(state)
        known: i64 = -1
        if setting == self._setting:
            known = self._find(key)
        self._setting = setting
        if known > ROOT:
            self._keep(known)
        elif known < ROOT:
            self._used = 1
            self._clear(ROOT, -1, CERTAIN)
            self._cells[ROOT + KEY] = key
        if self._cells[ROOT + COUNT] == 0:
            self._expand(ROOT, state)

    def _simulate(self, state: State) -> None:
        """Follow one way, and add what it came to to all nodes on it."""
        node: i64 = ROOT
        path = vec[i64](capacity=64)
        path = append(path, node)
        while True:
            if self._is_late():
                return
            self.nodes += 1
            if state.phase <= ROLL:
                node = self._outcome(node, state)
                path = append(path, node)
                if state.phase == OVER:
                    break
                continue
            if self._cells[node + COUNT] == 0:
                self._expand(node, state)
            elif self._cells[node + KEY] == 0 and self._cells[node + VISITS] >= KNOWN:
                self._cells[node + KEY] = game_key(state)
            turn = state.turn
            node = self._select(node, decider(state))
            rules.apply(state, self._cells[node + STEP])
            path = append(path, node)
            has_ended = state.turn != turn or (state.phase == ROLL and state.after == OVER)
            if is_decided(state) or (has_ended and self._cells[node + VISITS] == 0):
                break
        self.simulations += 1
        values = self._values
        self.shares.fill(state, values)
        cells = self._cells
        seats = state.setting.seat_count
        seat: i64
        for node in path:
            cells[node + VISITS] += 1
            for seat in range(seats):
                cells[node + SUM + seat] += values[seat]

    def _select(self, node: i64, seat: i64) -> i64:
        """The child to look into next: by what a seat got there, and by what seems likely but new.

        A child not looked into yet counts as what the node has come to.
        """
        cells = self._cells
        first = cells[node + FIRST]
        visits = cells[node + VISITS]
        unseen: i64 = CERTAIN
        if visits > 0:
            unseen = cells[node + SUM + seat] // visits
        spread = i64(float(self.exploration) * sqrt(float(visits + 1)))
        best = first
        most: i64 = -(1 << 50)
        child = first
        for _ in range(cells[node + COUNT]):
            times = cells[child + VISITS]
            worth = unseen
            if times > 0:
                worth = cells[child + SUM + seat] // times
            worth += spread * cells[child + PRIOR] // (times + 1) // CERTAIN
            if worth > most:
                best = child
                most = worth
            if times == 0:
                break  # the likeliest stand first: no other new child seems better
            child += NODE
        return best

    def _outcome(self, node: i64, state: State) -> i64:
        """Let one die or tile fall; the child for it."""
        if self._cells[node + COUNT] == 0:
            count: i64 = len(chance.weights(state))
            self._add(node, count)
            index: i64
            for index in range(count):
                self._clear(self._cells[node + FIRST] + index * NODE, index, 0)
        outcome = chance.sample(state, self.rng)
        chance.settle(state, outcome)
        return self._cells[node + FIRST] + outcome * NODE

    def _expand(self, node: i64, state: State) -> None:
        """Give a node a child for each legal decision, the likeliest at sight first."""
        moves = rules.legal_ids(state)[:]
        count: i64 = len(moves)
        weights = vec[i64]([0] * int(count))
        index: i64
        place: i64
        if count > 1:
            for index in range(count):
                move = moves[index]
                worth = self._sight(state, move)
                place = index
                while place > 0 and weights[place - 1] < worth:
                    weights[place] = weights[place - 1]
                    moves[place] = moves[place - 1]
                    place -= 1
                weights[place] = worth
                moves[place] = move
        best = weights[0]
        total: i64 = 0
        for index in range(count):
            weights[index] = fading(best - weights[index], WARMTH) + LEAST
            total += weights[index]
        self._add(node, count)
        for index in range(count):
            prior = weights[index] * CERTAIN // total
            self._clear(self._cells[node + FIRST] + index * NODE, moves[index], prior)

    def _sight(self, state: State, move: i64) -> i64:
        """What the position appraises to, for who decides, soon after a decision.

        What else belongs to it is done by habit: more deliveries, a tile's place, an influence
        action's steps.
        """
        seat: i64 = decider(state)
        child = state.copy()
        rules.apply(child, move)
        self.nodes += 1
        for _ in range(HABIT):
            phase = child.phase
            if phase != BUILDING and phase != PLACE_TILE and phase != EFFECT:
                break
            self.nodes += len(rules.legal_ids(child))
            if not greedy.step(child, seat):
                break
        return appraise(child, seat) + greedy.promise(child, seat)

    def _add(self, node: i64, count: i64) -> None:
        """Make room for so many children of a node."""
        self._cells[node + FIRST] = self._used * NODE
        self._cells[node + COUNT] = count
        self._used += count
        while self._used * NODE > len(self._cells):
            self._cells = extend(self._cells, self._cells)

    def _clear(self, node: i64, step: i64, prior: i64) -> None:
        """Begin a node of which nothing is known."""
        cells = self._cells
        field: i64
        for field in range(NODE):
            cells[node + field] = 0
        cells[node + STEP] = step
        cells[node + PRIOR] = prior

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

    def _keep(self, root: i64) -> None:
        """Keep only what follows a node, which becomes the root."""
        old = self._cells
        self._cells = self._spare
        self._spare = old
        self._used = 1
        index: i64
        for index in range(NODE):
            self._cells[index] = old[root + index]
        node: i64 = ROOT
        while node < self._used * NODE:
            count = self._cells[node + COUNT]
            if count > 0:
                first = self._cells[node + FIRST]
                self._add(node, count)
                cells = self._cells
                kept = cells[node + FIRST]
                for index in range(count * NODE):
                    cells[kept + index] = old[first + index]
            node += NODE
