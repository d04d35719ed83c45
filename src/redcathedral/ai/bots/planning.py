"""A bot that thinks a turn out at its start, within a budget, and then plays it as planned."""

from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Final, NamedTuple

from redcathedral.ai.search.hashing import game_key
from redcathedral.ai.search.replies import Replies
from redcathedral.ai.search.turns import TurnLine, TurnSearch
from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.standings import is_last_turn
from redcathedral.engine import rules
from redcathedral.engine.phases import TURN
from redcathedral.engine.state import State
from redcathedral.play.bot import BotSpecError

NODES: Final = 20_000  # decisions tried in a turn, where nothing else is asked for
ENDLESS: Final = 1 << 40  # the same, where the time is what counts
LEAST: Final = 10  # after a roll in the middle of a turn there is one part in so many, at least
FIRST: Final = 3_000  # decisions tried before the replies are looked at, or a fifth of all
LOOKS: Final = 4  # at each of two turns that have to be paid for, or none is taken
LEAST_REPLY: Final = 60  # decisions tried for an answer, at least


@dataclass(frozen=True)
class Budget:
    """How much a bot may think in one whole turn of a seat: decisions tried, or seconds.

    ``seconds`` is 0.0 where only ``nodes`` counts.
    """

    nodes: int
    seconds: float = 0.0


def budget(nodes: str, ms: str) -> Budget:
    """The budget that the options of a bot ask for; NODES where they ask for none.

    Raises BotSpecError for anything but a whole number of at least 1, and for both at once.
    """
    if nodes and ms:
        raise BotSpecError("give nodes or ms, not both: nodes=5000 or ms=50")
    if ms:
        return Budget(ENDLESS, _number("ms", ms, 600_000) / 1000)
    return Budget(_number("nodes", nodes, ENDLESS) if nodes else NODES)


def _number(name: str, text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise BotSpecError(f"{name}={text!r} is no budget; write a whole number from 1 to {most}")
    return int(text)


class LookaheadSettings(NamedTuple):
    """How the replies are looked at with a budget: to how many turns, how well, how far.

    A look goes on until the own turn has come round ``depth`` times.  Of a budget of b for each
    turn that is looked at, such a turn has ``width`` * sqrt(b) decisions tried, and there are
    ``looks`` looks for each candidate, of which there are up to ``candidates``.  What a turn was
    worth without the replies counts as ``trust`` looks.  When half of the candidates have dropped
    out, a turn has ``growth`` percent of the decisions.
    """

    width: float
    looks: int
    candidates: int
    trust: int
    depth: int
    growth: int = 100


DEFAULT: Final = LookaheadSettings(2.0, 8, 24, 4, 1)
SOLO: Final = LookaheadSettings(2.0, 8, 24, 4, 2)  # against Ivan, who decides nothing
LATE: Final = LookaheadSettings(0.85, 5, 64, 0, 2, 200)  # when the game is about to end
LATE_SOLO: Final = LookaheadSettings(0.5, 3, 64, 0, 2, 150)


class TurnPlanner:
    """Finds the best turns, then looks at what may follow each."""

    def __init__(
        self, evaluator: Evaluator, seed: int, judge: Evaluator | None = None, overlooked: int = 0
    ) -> None:
        self._search = TurnSearch(evaluator)
        self._search.overlooked = overlooked
        self._search.lot = seed
        self._replies = Replies(evaluator, seed, judge)

    @property
    def nodes(self) -> int:
        """Decisions tried so far."""
        return int(self._search.nodes + self._replies.search.nodes)

    def best(
        self, state: State, nodes: int, deadline: float, breadth: LookaheadSettings | None
    ) -> TurnLine:
        """The turn that is worth most after the replies.

        Without a breadth none are looked at; in the last turn of a game there are none.  Where
        little more is left than the own turns need, that goes to them as well.
        """
        search = self._search
        search.deadline = deadline
        if breadth is None or is_last_turn(state):
            return search.best(state, nodes)[0]
        others = 0 if state.setting.solo else int(state.setting.seat_count) - 1
        turns_ahead = others * breadth.depth + breadth.depth - 1
        least = 2 * LOOKS * LEAST_REPLY * turns_ahead
        began, before = perf_counter(), search.nodes
        if deadline:
            search.deadline = began + (deadline - began) / 4
        first = max(FIRST, nodes // 5) if nodes >= FIRST + least else nodes
        turns = search.best(state, first, breadth.candidates)
        left = int(nodes - (search.nodes - before))
        if deadline:
            now = perf_counter()
            left = int(int(search.nodes - before) * max(deadline - now, 0) / (now - began))
        if len(turns) < 2 or left < least:
            return turns[0]
        reply = max(LEAST_REPLY, int(breadth.width * sqrt(left / turns_ahead)))
        field = turns[: max(2, left // (turns_ahead * breadth.looks * reply))]
        how = (breadth.trust, breadth.depth, breadth.growth)
        return self._replies.choose(field, state.decider, left, reply, deadline, *how)


class PlanningBot:
    """Follows the plan as long as the game does; ``think`` is what its kinds differ in.

    After a roll in the middle of a turn (R3.3) it thinks again with what is left of its budget; at
    the start of a turn, be it one taken back, with all of it.
    """

    def __init__(self, nodes: str, ms: str) -> None:
        self.budget = budget(nodes, ms)
        self._plan: dict[int, int] = {}  # what to decide in the positions to come
        self._turn = -1
        self._nodes = 0  # used in this turn
        self._seconds = 0.0
        self._foresight: TurnPlanner | None = None

    @property
    def nodes(self) -> int:
        """Decisions tried so far."""
        return 0 if self._foresight is None else self._foresight.nodes

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        """The turn to play; ``deadline`` is 0.0 or a time of ``time.perf_counter``."""
        raise NotImplementedError

    def choose(self, state: State) -> int:
        """The next decision of the plan, or of a new one where the game has left it."""
        moves = rules.legal(state)
        if len(moves) == 1:
            return moves[0]
        key = int(game_key(state))
        if key not in self._plan:
            self._make(state)
        return self._plan[key]

    def _make(self, state: State) -> None:
        began = perf_counter()
        if state.turn != self._turn or (state.phase == TURN and state.rerolled == 0):
            self._turn = int(state.turn)
            self._nodes = 0
            self._seconds = 0.0
        before = self.nodes
        nodes = max(self.budget.nodes - self._nodes, self.budget.nodes // LEAST, 1)
        left = self.budget.seconds - self._seconds
        turn = self.think(state, nodes, began + max(left, 0.001) if self.budget.seconds else 0.0)
        self._nodes += self.nodes - before
        self._plan = {}
        trial = state.copy()
        for decision in turn.ids():
            self._plan[int(game_key(trial))] = decision
            rules.apply(trial, decision)
        self._seconds += perf_counter() - began
