"""Judge positions with rollouts: the value of a position for each seat, and its best turns.

Rollouts (``search.rollouts``) play a position on with a small search for every seat, until the
network evaluates the rest; the judge takes their mean and its error.  Turns are compared on the
same dice.  After every few rollouts the worse half of the turns is dropped.  The finalists are then
rolled out again with other dice, because the best of many estimates is usually an overestimate.
"""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct

from redcathedral.ai.analysis.sample import Sample, draw_sample
from redcathedral.ai.analysis.value import Values
from redcathedral.ai.search.hashing import game_key
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.search.turn_line import TurnLine
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.network import Network, NetworkEvaluator
from redcathedral.ai.value.standings import is_decided
from redcathedral.box.vocabulary import BANNER_SOURCE_COUNT, DIE_COUNT
from redcathedral.engine import arrange
from redcathedral.engine.decisions import CLAIM, DELIVER, IVAN_CLAIM, PRESTIGE_REROLL
from redcathedral.engine.decisions import PRESTIGE_RUBLES as EXCHANGE
from redcathedral.engine.phases import DONE, ROLL
from redcathedral.engine.state import NOTHING, State

SEARCH_WIDTH: Final = 200  # turns that the search returns
SAME_OPENING_PART: Final = 4  # at most 1/4 of the compared turns begin alike
NEAR: Final = 0.05  # of the win: a turn with at most this loss is nearly as good as the best
SCREENING_START: Final = 1 << 20  # number of the first screening rollout


class JudgeBudget(Struct, frozen=True, forbid_unknown_fields=True):
    """The amount of search and rollouts for a judgement."""

    find: Annotated[int, Meta(description="decisions tried to find the turns of a position")]
    field: Annotated[int, Meta(description="turns that are compared, at most")]
    screen: Annotated[
        int, Meta(description="rollouts of each turn before the worse half is dropped")
    ]
    finalists: Annotated[int, Meta(description="turns that remain at the end")]
    rollouts: Annotated[int, Meta(description="rollouts of each of these, and of a position")]
    nodes: Annotated[int, Meta(description="decisions tried for each turn of a rollout")]
    horizon: Annotated[
        int,
        Meta(description="approximate number of turns in a rollout before the network evaluates"),
    ]


QUICK: Final = JudgeBudget(4_000, 8, 3, 3, 12, 500, 8)
DEEP: Final = JudgeBudget(4_000, 8, 6, 3, 32, 1_000, 20)


class JudgedTurn(NamedTuple):
    """A turn: its decisions up to its end or a re-roll, and the rollouts of the position then.

    Turns that lead to the same position have the same ``key``.
    """

    ids: tuple[int, ...]
    sample: Sample
    key: int

    @property
    def values(self) -> Values:
        """The expected result of each seat."""
        return self.sample.values


class Judge:
    """Judges positions with a network within a budget; the same position has the same result.

    Raises ValueError for a budget of less than 2 rollouts.
    """

    def __init__(self, network: Network, budget: JudgeBudget) -> None:
        if min(budget.rollouts, budget.screen) < 2:  # one rollout has no error
            raise ValueError("a judgement needs at least 2 rollouts: raise the budget")
        self.budget = budget
        self._valuer = NetworkEvaluator(network)
        self._rollouts = Rollouts(self._valuer, budget.nodes, budget.horizon)
        self._known: dict[int, Sample] = {}  # by the key of the position

    def sample(self, state: State) -> Sample:
        """Return the rollouts of a position; a quick search first plays a turn that is due."""
        if not is_decided(state) and not state.is_chance:
            state = self._rollouts.play_quick_turn(state)
        key = position_key(state)
        if key not in self._known:
            self._known[key] = self._rolled_out(state, self.budget.rollouts, 0)
        return self._known[key]

    def values(self, state: State) -> Values:
        """Return the expected result of each seat; the actual result if the game is decided."""
        return self.sample(state).values

    def candidate(self, ids: Sequence[int], state: State) -> JudgedTurn:
        """Return the candidate for decisions that have led to a position."""
        return JudgedTurn(tuple(ids), self.sample(state), position_key(state))

    def candidates(
        self, state: State, keep: int, played: JudgedTurn | None = None
    ) -> list[JudgedTurn]:
        """Return at least ``keep`` of the best turns, and the turn that was played, best first.

        Of turns that lead to the same position one is kept: the played turn, or else the shortest.
        """
        turns = TurnSearch(self._valuer).best(state, self.budget.find, SEARCH_WIDTH)
        field = sorted(
            _select_field(turns, max(keep, self.budget.field)), key=lambda turn: len(turn.ids())
        )
        places: dict[int, TurnLine] = {}
        for turn in field:
            places.setdefault(position_key(turn.state), turn)
        seat = state.decider
        found = {} if played is None else {played.key: played}
        last = max(keep, self.budget.finalists)
        for turn in self._finalists(list(places.values()), seat, last):
            one = self.candidate(turn.ids(), turn.state)
            found.setdefault(one.key, one)
        return sorted(found.values(), key=lambda one: -one.values[seat].worth)

    def _finalists(self, field: list[TurnLine], seat: int, last: int) -> list[TurnLine]:
        """Drop the worse half of the turns until ``last`` are left (sequential halving)."""
        screen = self.budget.screen
        taken = SCREENING_START
        while len(field) > last:
            samples = [self._rolled_out(turn.state, screen, taken) for turn in field]
            taken += screen
            worths = [fmean(sample.worths(seat)) for sample in samples]
            half = (len(field) + 1) // 2
            if half > last:
                best = sorted(range(len(field)), key=lambda at: -worths[at])
                field = [field[at] for at in sorted(best[:half])]
            else:
                openings = [opening(turn.ids()) for turn in field]
                field = [field[at] for at in _varied_indexes(worths, openings, last)]
        return field

    def _rolled_out(self, state: State, count: int, first: int) -> Sample:
        return draw_sample(
            1 if is_decided(state) else count,
            lambda number: self._rollouts.run(state, number),
            first,
        )


def varied(found: Sequence[JudgedTurn], seat: int, keep: int) -> list[JudgedTurn]:
    """Return ``keep`` turns, best first, that begin differently.

    Among the turns nearly as good as the best, the best one of each opening is chosen; if these are
    too few, the best other turns follow.
    """
    worths = [one.values[seat].worth for one in found]
    return [found[at] for at in _varied_indexes(worths, [opening(one.ids) for one in found], keep)]


def _varied_indexes(worths: Sequence[float], openings: Sequence[int], keep: int) -> list[int]:
    """Do the same with worths and openings; return the chosen indexes in order."""
    order = sorted(range(len(worths)), key=lambda at: -worths[at])
    near = worths[order[0]] - NEAR
    first: dict[int, int] = {}
    for at in order:
        if worths[at] >= near:
            first.setdefault(openings[at], at)
    rest = [at for at in order if at not in first.values()]
    return sorted([*first.values(), *rest][:keep])


def opening(ids: Sequence[int]) -> int:
    """Return the opening of a turn: its first decision that is not an exchange of prestige (R3.2).

    Claims of the same card count as one opening, all building counts as one, and so do all
    re-rolls.
    """
    move = next((move for move in ids if move != EXCHANGE), EXCHANGE)
    if PRESTIGE_REROLL <= move < DELIVER:
        return PRESTIGE_REROLL
    if DELIVER <= move < CLAIM:
        return DELIVER
    if CLAIM <= move < IVAN_CLAIM:
        return move - (move - CLAIM) % BANNER_SOURCE_COUNT
    return move


def _select_field(turns: Sequence[TurnLine], size: int) -> list[TurnLine]:
    counts: Counter[int] = Counter()
    first: list[TurnLine] = []
    rest: list[TurnLine] = []
    for turn in turns:
        begins = opening(turn.ids())
        counts[begins] += 1
        (first if counts[begins] <= max(1, size // SAME_OPENING_PART) else rest).append(turn)
    return [*first, *rest][:size]


def position_key(state: State) -> int:
    """Return a key that ignores what cannot matter: the faces of dice that will be rolled.

    The actions that a turn has used count only if the turn continues.
    """
    seen = state.copy()
    if state.phase == ROLL:
        for die in range(DIE_COUNT):
            if state.pending >> die & 1:
                arrange.set_die(seen, die, 0, seen.die_space(die))
    if not turn_continues(state):
        seen.claim = seen.die = seen.space = seen.action = NOTHING
        seen.left = seen.taken = seen.influenced = seen.activated = seen.repeats = 0
        seen.window = seen.rerolled = 0
    return game_key(seen)


def turn_continues(state: State) -> bool:
    """Whether dice are rolled in the middle of a turn, which continues after them (R3.3)."""
    return bool(state.phase == ROLL and state.after <= DONE)
