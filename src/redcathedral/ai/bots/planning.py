"""Plan a turn at its start, within a budget, and then follow the plan: the base of ``master``."""

from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Final, NamedTuple

from redcathedral.ai.search.hashing import game_key
from redcathedral.ai.search.replies import Replies
from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.standings import final_shares, is_decided, is_last_turn
from redcathedral.engine import rules
from redcathedral.engine.build import CLOSING_CARDS
from redcathedral.engine.phases import TURN
from redcathedral.engine.state import NOBODY, State
from redcathedral.play.bot import BotSpecError

DEFAULT_NODES: Final = 20_000  # decisions tried in a turn without the options nodes and ms
UNLIMITED_NODES: Final = 1 << 40  # used with a time limit
REPLAN_DIVISOR: Final = 10  # at least 1/10 of the budget is available after a roll in a turn
# The fewest decisions tried for the seat's own turn before replies are simulated.
MIN_OWN_NODES: Final = 3_000
MIN_SIMULATIONS: Final = 4  # for each of two turns; a smaller budget allows none
MIN_REPLY_NODES: Final = 60  # decisions tried for a reply
DUEL_SEATS: Final = 2
# Bots with at least this budget search the end of a game further: the last turn, and closing turns
# (R7.1) that win against the best reply.
MIN_ENDGAME_NODES: Final = 1_000
LAST_TURN_NODES: Final = 100_000  # enough for nearly all turns
CLOSING_NODES: Final = 5_000
CLOSING_TURNS: Final = 200
BEST_REPLY_NODES: Final = (1_000, 20_000)  # a fast check first


@dataclass(frozen=True)
class Budget:
    """The limit of a bot for a turn: decisions tried, or seconds (0.0 for no time limit)."""

    nodes: int
    seconds: float = 0.0


def budget(nodes: str, ms: str) -> Budget:
    """Parse the options ``nodes`` and ``ms`` of a bot; the default is DEFAULT_NODES.

    Raises BotSpecError for both at once, and for anything but a whole number of at least 1.
    """
    if nodes and ms:
        raise BotSpecError("give nodes or ms, not both: nodes=5000 or ms=50")
    if ms:
        return Budget(UNLIMITED_NODES, _number("ms", ms, 600_000) / 1000)
    return Budget(_number("nodes", nodes, UNLIMITED_NODES) if nodes else DEFAULT_NODES)


def _number(name: str, text: str, maximum: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= maximum):
        raise BotSpecError(
            f"{name}={text!r} is not a budget; write a whole number from 1 to {maximum}"
        )
    return int(text)


class LookaheadSettings(NamedTuple):
    """The settings for the simulation of replies to candidate turns.

    Each simulation runs for ``depth`` own turns.  With a budget of b decisions per simulated turn,
    each reply is searched with ``width`` * sqrt(b) decisions.  Up to ``candidates`` turns are
    compared, with at least about ``simulations`` simulations each.  The value of a turn before the
    simulations counts as ``trust`` simulations.  Each time half of the candidates are dropped, the
    search for a reply may grow to ``growth`` percent.
    """

    width: float
    simulations: int
    candidates: int
    trust: int
    depth: int
    growth: int = 100


DEFAULT: Final = LookaheadSettings(2.0, 8, 24, 4, 1)
SOLO: Final = LookaheadSettings(2.0, 8, 24, 4, 2)  # against Ivan, who makes no decisions
LATE: Final = LookaheadSettings(0.85, 5, 64, 0, 2, 200)  # when the game is about to end
LATE_SOLO: Final = LookaheadSettings(0.5, 3, 64, 0, 2, 150)


class TurnPlanner:
    """Finds the best turns, then simulates the replies to each."""

    def __init__(self, evaluator: Evaluator, seed: int, overlooked: int = 0) -> None:
        self._search = TurnSearch(evaluator)
        self._search.overlooked = overlooked
        self._search.overlook_seed = seed
        self._replies = Replies(evaluator, seed)

    @property
    def nodes(self) -> int:
        """The number of decisions tried so far."""
        return int(self._search.nodes + self._replies.search.nodes)

    def best(
        self, state: State, nodes: int, deadline: float, settings: LookaheadSettings | None
    ) -> TurnLine:
        """Return the turn with the best value after the replies.

        No replies are simulated without ``settings``, in the last turn of a game, and if the budget
        is too small: then all of it goes to the search for the seat's own turn.
        """
        search = self._search
        search.deadline = deadline
        if nodes >= MIN_ENDGAME_NODES:
            if is_last_turn(state):
                return search.best(state, max(nodes, LAST_TURN_NODES))[0]
            if (turn := self._sure_win(state)) is not None:
                return turn
        if settings is None or is_last_turn(state):
            return search.best(state, nodes)[0]
        others = 0 if state.setting.solo else int(state.setting.seat_count) - 1
        turns_ahead = others * settings.depth + settings.depth - 1
        min_reply_budget = 2 * MIN_SIMULATIONS * MIN_REPLY_NODES * turns_ahead
        start, nodes_before = perf_counter(), search.nodes
        if deadline:
            search.deadline = start + (deadline - start) / 4
        own_nodes = (
            max(MIN_OWN_NODES, nodes // 5) if nodes >= MIN_OWN_NODES + min_reply_budget else nodes
        )
        turns = search.best(state, own_nodes, settings.candidates)
        nodes_used = int(search.nodes - nodes_before)
        remaining = nodes - nodes_used
        if deadline:
            now = perf_counter()
            remaining = int(nodes_used * max(deadline - now, 0) / (now - start))
        if len(turns) < 2 or remaining < min_reply_budget:
            return turns[0]
        reply_nodes = max(MIN_REPLY_NODES, int(settings.width * sqrt(remaining / turns_ahead)))
        candidates = turns[
            : max(2, remaining // (turns_ahead * settings.simulations * reply_nodes))
        ]
        reply_settings = (settings.trust, settings.depth, settings.growth)
        return self._replies.choose(
            candidates, state.decider, remaining, reply_nodes, deadline, *reply_settings
        )

    def _sure_win(self, state: State) -> TurnLine | None:
        """Return a turn of two players that closes the game and wins against the best reply.

        Turns before a roll are left out, because the reply depends on the dice.
        """
        seat = state.decider
        is_duel = state.setting.seat_count == DUEL_SEATS and not state.setting.solo
        if not is_duel or state.closer != NOBODY or state.completed(seat) < CLOSING_CARDS - 1:
            return None
        turns = self._search.best(state, CLOSING_NODES, CLOSING_TURNS)
        closing = [turn for turn in turns if turn.state.closer == seat and not turn.state.is_chance]
        for turn in closing:
            if all(self._wins(turn.state, seat, nodes) for nodes in BEST_REPLY_NODES):
                return turn
        return None

    def _wins(self, state: State, seat: int, nodes: int) -> bool:
        end = self._search.best(state, nodes)[0].state
        return is_decided(end) and final_shares(end)[seat] == 1


class PlanningBot:
    """Plans a turn and plays the decisions of the plan; subclasses implement ``think``.

    After a roll in the middle of a turn (R3.3) the bot plans again with its remaining budget.  At
    the start of a turn, even after an undo, it has the whole budget.
    """

    def __init__(self, nodes: str, ms: str) -> None:
        self.budget = budget(nodes, ms)
        self._plan: dict[int, int] = {}  # decisions by the key of the position
        self._turn = -1
        self._nodes = 0  # decisions tried in the current turn
        self._seconds = 0.0
        self._planner: TurnPlanner | None = None

    @property
    def nodes(self) -> int:
        """The number of decisions tried so far."""
        return 0 if self._planner is None else self._planner.nodes

    def think(self, state: State, nodes: int, deadline: float) -> TurnLine:
        """Return the turn to play; ``deadline`` is 0.0 or a time of ``time.perf_counter``."""
        raise NotImplementedError

    def choose(self, state: State) -> int:
        """Return the next decision of the plan; make a new plan if the position is not in it."""
        moves = rules.legal(state)
        if len(moves) == 1:
            return moves[0]
        key = int(game_key(state))
        if key not in self._plan:
            self._make_plan(state)
        return self._plan[key]

    def _make_plan(self, state: State) -> None:
        start = perf_counter()
        if state.turn != self._turn or (state.phase == TURN and state.rerolled == 0):
            self._turn = int(state.turn)
            self._nodes = 0
            self._seconds = 0.0
        nodes_before = self.nodes
        nodes = max(self.budget.nodes - self._nodes, self.budget.nodes // REPLAN_DIVISOR, 1)
        seconds = max(self.budget.seconds - self._seconds, 0.001)
        turn = self.think(state, nodes, start + seconds if self.budget.seconds else 0.0)
        self._nodes += self.nodes - nodes_before
        self._plan = {}
        trial = state.copy()
        for decision in turn.ids():
            self._plan[int(game_key(trial))] = decision
            rules.apply(trial, decision)
        self._seconds += perf_counter() - start
