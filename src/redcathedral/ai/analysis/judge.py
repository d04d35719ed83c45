"""What a position is worth to each seat, and the best turns that are open there.

A position is played on again and again, with the same small search for every seat, so far that
the learned value function may judge the rest (``search.rollouts``); the mean counts, and its error
is told.  Turns are compared on the same dice.  Half of them drop out after each few rollouts, and
those that are left are rolled out anew: the best of many estimates looks better than it is.
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
from redcathedral.ai.search.turns import TurnLine, TurnSearch
from redcathedral.ai.value.network import Network, NetworkEvaluator
from redcathedral.ai.value.standings import is_decided
from redcathedral.box.vocabulary import BANNER_SOURCE_COUNT, DIE_COUNT
from redcathedral.engine import arrange
from redcathedral.engine.decisions import CLAIM, DELIVER, IVAN_CLAIM, PRESTIGE_REROLL
from redcathedral.engine.decisions import PRESTIGE_RUBLES as EXCHANGE
from redcathedral.engine.phases import DONE, ROLL
from redcathedral.engine.state import NOTHING, State

SEARCH_WIDTH: Final = 200  # turns that the search keeps
OPENING: Final = 4  # part of the field that may begin alike
NEAR: Final = 0.05  # of the win: turns that are nearly as good as the best
SCREENED: Final = 1 << 20  # numbers of the rollouts by which turns drop out, from here on


class JudgeBudget(Struct, frozen=True, forbid_unknown_fields=True):
    """How much a judgement may cost."""

    find: Annotated[int, Meta(description="decisions tried to find the turns of a position")]
    field: Annotated[int, Meta(description="turns that are compared, at most")]
    screen: Annotated[int, Meta(description="rollouts of each after which half of them drop out")]
    finalists: Annotated[int, Meta(description="turns that are left then")]
    rollouts: Annotated[int, Meta(description="of each of these, and of a position")]
    nodes: Annotated[int, Meta(description="decisions tried for each turn of a rollout")]
    horizon: Annotated[
        int, Meta(description="turns of a rollout, about, before the network judges")
    ]


QUICK: Final = JudgeBudget(4_000, 8, 3, 3, 12, 500, 8)
DEEP: Final = JudgeBudget(4_000, 8, 6, 3, 32, 1_000, 20)


class Candidate(NamedTuple):
    """A way to play on: its decisions up to the turn's end or a re-roll, and what came of it.

    ``key`` is equal for those that lead to the same position.
    """

    ids: tuple[int, ...]
    sample: Sample
    key: int

    @property
    def values(self) -> Values:
        """What each seat may expect."""
        return self.sample.values


class Judge:
    """Judges positions with a network, at the cost of an budget; it repeats itself.

    Raises ValueError for an budget of a single rollout.
    """

    def __init__(self, network: Network, budget: JudgeBudget) -> None:
        if min(budget.rollouts, budget.screen) < 2:  # one alone would tell no error
            raise ValueError("a judgement needs at least 2 rollouts; give the budget more")
        self.budget = budget
        self._valuer = NetworkEvaluator(network)
        self._rollouts = Rollouts(self._valuer, budget.nodes, budget.horizon)
        self._known: dict[int, Sample] = {}  # by the key of the position

    def sample(self, state: State) -> Sample:
        """What comes of a position; a decision that is due is made at first sight."""
        if not is_decided(state) and not state.is_chance:
            state = self._rollouts.play_quick_turn(state)
        key = position_key(state)
        if key not in self._known:
            self._known[key] = self._drawn(state, self.budget.rollouts, 0)
        return self._known[key]

    def values(self, state: State) -> Values:
        """What each seat may expect; where nothing can change any more, the result."""
        return self.sample(state).values

    def candidate(self, ids: Sequence[int], state: State) -> Candidate:
        """The way to play on that has led to a position."""
        return Candidate(tuple(ids), self.sample(state), position_key(state))

    def candidates(
        self, state: State, keep: int, played: Candidate | None = None
    ) -> list[Candidate]:
        """At least so many of the best turns that the search finds, and the one that was played.

        Best first.  Turns that lead to the same position are one.  The one that was played, then
        the shortest, stands for them.
        """
        turns = TurnSearch(self._valuer).best(state, self.budget.find, SEARCH_WIDTH)
        field = sorted(
            _field(turns, max(keep, self.budget.field)), key=lambda turn: len(turn.ids())
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
        """Those that are left when half have dropped out again and again (sequential halving)."""
        screen = self.budget.screen
        taken = SCREENED
        while len(field) > last:
            samples = [self._drawn(turn.state, screen, taken) for turn in field]
            taken += screen
            worths = [fmean(sample.worths(seat)) for sample in samples]
            half = (len(field) + 1) // 2
            if half > last:
                best = sorted(range(len(field)), key=lambda at: -worths[at])
                field = [field[at] for at in sorted(best[:half])]
            else:
                openings = [opening(turn.ids()) for turn in field]
                field = [field[at] for at in _varied(worths, openings, last)]
        return field

    def _drawn(self, state: State, count: int, first: int) -> Sample:
        return draw_sample(
            1 if is_decided(state) else count,
            lambda number: self._rollouts.run(state, number),
            first,
        )


def varied(found: Sequence[Candidate], seat: int, keep: int) -> list[Candidate]:
    """So many turns, best first: of those nearly as good as the best, one for each beginning.

    The others follow where there are too few of them.
    """
    worths = [one.values[seat].worth for one in found]
    return [found[at] for at in _varied(worths, [opening(one.ids) for one in found], keep)]


def _varied(worths: Sequence[float], openings: Sequence[int], keep: int) -> list[int]:
    """The same of worths and openings; the places of those that are chosen, in order."""
    order = sorted(range(len(worths)), key=lambda at: -worths[at])
    near = worths[order[0]] - NEAR
    first: dict[int, int] = {}
    for at in order:
        if worths[at] >= near:
            first.setdefault(openings[at], at)
    rest = [at for at in order if at not in first.values()]
    return sorted([*first.values(), *rest][:keep])


def opening(ids: Sequence[int]) -> int:
    """What a turn begins with, exchanges of prestige left out (R3.2).

    A claim counts by its card wherever the banner comes from; all building is one beginning, and
    so are all re-rolls.
    """
    move = next((move for move in ids if move != EXCHANGE), EXCHANGE)
    if PRESTIGE_REROLL <= move < DELIVER:
        return PRESTIGE_REROLL
    if DELIVER <= move < CLAIM:
        return DELIVER
    if CLAIM <= move < IVAN_CLAIM:
        return move - (move - CLAIM) % BANNER_SOURCE_COUNT
    return move


def _field(turns: Sequence[TurnLine], size: int) -> list[TurnLine]:
    counts: Counter[int] = Counter()
    first: list[TurnLine] = []
    rest: list[TurnLine] = []
    for turn in turns:
        begins = opening(turn.ids())
        counts[begins] += 1
        (first if counts[begins] <= max(1, size // OPENING) else rest).append(turn)
    return [*first, *rest][:size]


def position_key(state: State) -> int:
    """A number for what of a position can matter: not what dice show that are to be rolled.

    What a turn has used up counts only where it goes on.
    """
    seen = state.copy()
    if state.phase == ROLL:
        for die in range(DIE_COUNT):
            if state.pending >> die & 1:
                arrange.set_die(seen, die, 0, seen.die_space(die))
    if not goes_on(state):
        seen.claim = seen.die = seen.space = seen.action = NOTHING
        seen.left = seen.taken = seen.influenced = seen.activated = seen.repeats = 0
        seen.window = seen.rerolled = 0
    return game_key(seen)


def goes_on(state: State) -> bool:
    """Whether dice are rolled in the middle of a turn, which then goes on (R3.3)."""
    return bool(state.phase == ROLL and state.after <= DONE)
