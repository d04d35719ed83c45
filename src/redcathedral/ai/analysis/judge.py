"""Judge positions with rollouts: the value of a position for each seat, and its best turns.

A rollout (``search.rollouts``) continues a position with a small search for every seat, until the
network evaluates the last position.  The judge calculates the mean of several rollouts and its
error.  Turns are compared on the same dice, in rounds that drop the worse half of the turns.  The
finalists then get new rollouts with other dice, because the best of many estimates is usually too
high.
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
SAME_OPENING_DIVISOR: Final = 4  # at most 1/4 of the compared turns have the same opening
NEAR_LOSS: Final = 0.05  # share of the win; the largest loss of a turn that is nearly the best
SCREENING_START: Final = 1 << 20  # number of the first screening rollout


class JudgeBudget(Struct, frozen=True, forbid_unknown_fields=True):
    """The amount of search and rollouts for an evaluation."""

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
# A first pass at a whole game: rollouts as long as those of QUICK, but fewer, and fewer turns.
FIRST_PASS: Final = JudgeBudget(4_000, 6, 2, 2, 8, 500, 8)


class JudgedTurn(NamedTuple):
    """A turn: its decisions up to its end or a re-roll, and the rollouts of the position after it.

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
            raise ValueError("an evaluation needs at least 2 rollouts: raise the budget")
        self.budget = budget
        self._evaluator = NetworkEvaluator(network)
        self._rollouts = Rollouts(self._evaluator, budget.nodes, budget.horizon)
        self._samples: dict[int, Sample] = {}  # by the key of the position

    def sample(self, state: State) -> Sample:
        """Return the rollouts of a position, after a quick turn if a decision is due."""
        if not is_decided(state) and not state.is_chance:
            state = self._rollouts.play_quick_turn(state)
        key = position_key(state)
        if key not in self._samples:
            self._samples[key] = self._run_rollouts(state, self.budget.rollouts, 0)
        return self._samples[key]

    def values(self, state: State) -> Values:
        """Return the expected result of each seat; the actual result if the game is decided."""
        return self.sample(state).values

    def candidate(self, ids: Sequence[int], state: State) -> JudgedTurn:
        """Return the judged turn with these decisions, which have led to a position."""
        return JudgedTurn(tuple(ids), self.sample(state), position_key(state))

    def candidates(
        self, state: State, keep: int, played: JudgedTurn | None = None
    ) -> list[JudgedTurn]:
        """Return at least ``keep`` of the best turns, and the played turn, best first.

        Among turns that lead to the same position, the played or the shortest one is returned.
        """
        seat = state.decider
        candidates = {} if played is None else {played.key: played}
        for turn in self.finalists(state, max(keep, self.budget.finalists)):
            candidate = self.candidate(turn.ids(), turn.state)
            candidates.setdefault(candidate.key, candidate)
        return sorted(candidates.values(), key=lambda entry: -entry.values[seat].worth)

    def finalists(
        self, state: State, count: int, *, merges_banners: bool = False
    ) -> list[TurnLine]:
        """Return ``count`` of the best turns in no order, which lead to different positions.

        With ``merges_banners``, of turns that differ only in the place from which a banner is
        taken, only the one that the network prefers is compared.
        """
        turns = TurnSearch(self._evaluator).best(state, self.budget.find, SEARCH_WIDTH)
        if merges_banners:
            turns = _first_of_each([tuple(map(_any_source, turn.ids())) for turn in turns], turns)
        field = sorted(
            _select_field(turns, max(count, self.budget.field)), key=lambda turn: len(turn.ids())
        )
        field = _first_of_each([position_key(turn.state) for turn in field], field)
        return self._screen(field, state.decider, count)

    def _screen(self, field: list[TurnLine], seat: int, count: int) -> list[TurnLine]:
        """Drop the worse half of the turns until ``count`` are left (sequential halving)."""
        screen = self.budget.screen
        first_rollout = SCREENING_START
        while len(field) > count:
            samples = [self._run_rollouts(turn.state, screen, first_rollout) for turn in field]
            first_rollout += screen
            worths = [fmean(sample.worths(seat)) for sample in samples]
            half = (len(field) + 1) // 2
            if half > count:
                best = sorted(range(len(field)), key=lambda index: -worths[index])
                field = [field[index] for index in sorted(best[:half])]
            else:
                openings = [opening(turn.ids()) for turn in field]
                field = [field[index] for index in _varied_indexes(worths, openings, count)]
        return field

    def _run_rollouts(self, state: State, count: int, first: int) -> Sample:
        return draw_sample(
            1 if is_decided(state) else count,
            lambda number: self._rollouts.run(state, number),
            first,
        )


def varied_candidates(candidates: Sequence[JudgedTurn], seat: int, keep: int) -> list[JudgedTurn]:
    """Return ``keep`` turns that begin differently, best first.

    These are the best turn of each opening, if it is nearly as good as the best of all.  If they
    are too few, the best other turns are added.
    """
    worths = [candidate.values[seat].worth for candidate in candidates]
    openings = [opening(candidate.ids) for candidate in candidates]
    return [candidates[index] for index in _varied_indexes(worths, openings, keep)]


def _varied_indexes(worths: Sequence[float], openings: Sequence[int], keep: int) -> list[int]:
    """Return the indexes that ``varied_candidates`` chooses for these worths and openings."""
    order = sorted(range(len(worths)), key=lambda index: -worths[index])
    min_worth = worths[order[0]] - NEAR_LOSS
    best_by_opening: dict[int, int] = {}
    for index in order:
        if worths[index] >= min_worth:
            best_by_opening.setdefault(openings[index], index)
    best = [*best_by_opening.values()]
    others = [index for index in order if index not in best]
    return sorted([*best, *others][:keep])


def _first_of_each(keys: Sequence[object], turns: Sequence[TurnLine]) -> list[TurnLine]:
    turn_by_key: dict[object, TurnLine] = {}
    for key, turn in zip(keys, turns, strict=True):
        turn_by_key.setdefault(key, turn)
    return list(turn_by_key.values())


def opening(ids: Sequence[int]) -> int:
    """Return the opening of a turn: its first decision that is not an exchange of prestige (R3.2).

    All claims of a card count as one opening, and so do all building and all re-rolls.
    """
    move = next((move for move in ids if move != EXCHANGE), EXCHANGE)
    if PRESTIGE_REROLL <= move < DELIVER:
        return PRESTIGE_REROLL
    if DELIVER <= move < CLAIM:
        return DELIVER
    return _any_source(move)


def _any_source(move: int) -> int:
    """Return the same decision for all claims of a card."""
    is_claim = CLAIM <= move < IVAN_CLAIM
    return move - (move - CLAIM) % BANNER_SOURCE_COUNT if is_claim else move


def _select_field(turns: Sequence[TurnLine], size: int) -> list[TurnLine]:
    counts: Counter[int] = Counter()
    preferred: list[TurnLine] = []
    others: list[TurnLine] = []
    for turn in turns:
        turn_opening = opening(turn.ids())
        counts[turn_opening] += 1
        is_rare = counts[turn_opening] <= max(1, size // SAME_OPENING_DIVISOR)
        (preferred if is_rare else others).append(turn)
    return [*preferred, *others][:size]


def position_key(state: State) -> int:
    """Return a key without the faces of dice to be rolled and the used actions of an ended turn."""
    relevant = state.copy()
    if state.phase == ROLL:
        for die in range(DIE_COUNT):
            if state.pending >> die & 1:
                arrange.set_die(relevant, die, 0, relevant.die_space(die))
    if not turn_continues(state):
        relevant.claim = relevant.die = relevant.space = relevant.action = NOTHING
        relevant.left = relevant.taken = relevant.influenced = relevant.activated = 0
        relevant.repeats = relevant.window = relevant.rerolled = 0
    return game_key(relevant)


def turn_continues(state: State) -> bool:
    """Return whether a roll is due after which the turn continues (R3.3)."""
    return bool(state.phase == ROLL and state.after <= DONE)
