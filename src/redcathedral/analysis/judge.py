"""What a position is worth to each seat, and the best turns that are open there.

A position between two turns is judged by the learned value function, asked for every seat.  Before
dice, or Ivan's tiles, the mean over all outcomes counts: three dice are the most that lie on a
space, so there are at most 216.  After a paid re-roll (R3.3) an outcome is worth its best turn.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from redcathedral.analysis.value import Values, mean, rounded
from redcathedral.box.vocabulary import BANNER_SOURCE_COUNT, DIE_COUNT
from redcathedral.engine import arrange, chance, rules
from redcathedral.engine.decisions import CLAIM, DELIVER, IVAN_CLAIM, PRESTIGE_REROLL
from redcathedral.engine.decisions import PRESTIGE_RUBLES as EXCHANGE
from redcathedral.engine.phases import DONE, ROLL
from redcathedral.engine.state import NOTHING, State
from redcathedral.record.outcome import steps_due
from redcathedral.search.hashing import game_key
from redcathedral.search.turns import SCANT, TurnLine, TurnSearch
from redcathedral.value.network import Network, Valuer
from redcathedral.value.standing import is_decided

POOL: Final = 200  # turns that the search keeps
FIELD: Final = 24  # of them are judged over the dice, at most: one for
FIELD_PRICE: Final = 150  # decisions tried
LOOK: Final = 400  # decisions tried after each outcome of a roll, at most, and
LOOK_PART: Final = 10  # this part of those tried for a turn
OPENING: Final = 4  # part of the field that may begin alike
NEAR: Final = 0.05  # of the win: turns that are nearly as good as the best


class Candidate(NamedTuple):
    """A way to play on: its decisions up to the turn's end or a re-roll, and what it is worth.

    ``key`` is equal for those that lead to the same position.
    """

    ids: tuple[int, ...]
    values: Values
    key: int


class Forecast(NamedTuple):
    """What the outcomes that are due next lead to: the values by outcomes."""

    after: Mapping[tuple[int, ...], Values]

    @property
    def mean(self) -> Values:
        """The expectation over all outcomes, which are equally likely."""
        return mean(list(self.after.values()))


class Judge:
    """Judges positions with a network; ``nodes`` is the number of decisions tried for a turn."""

    def __init__(self, network: Network, nodes: int) -> None:
        self.nodes = nodes
        self._valuer = Valuer(network)
        self._known: dict[int, Values] = {}  # before chance, by key

    def values(self, state: State) -> Values:
        """What each seat may expect; where nothing can change any more, the result."""
        seen = self._valuer.outlooks(state)
        return tuple(rounded(outlook.share, outlook.margin) for outlook in seen)

    def expected(self, state: State) -> Values:
        """What each seat may expect, the mean over the outcomes where some are due."""
        if not state.is_chance or is_decided(state):
            return self.values(state)
        key = _key(state)
        if key not in self._known:
            self._known[key] = self.forecast(state).mean
        return self._known[key]

    def forecast(self, state: State) -> Forecast:
        """What the dice, or Ivan's tiles, that are due now may bring (R3.3, R6.11, R8.4, R8.5)."""
        ends = dict(_settled(state, steps_due(state), ()))
        if not goes_on(state):
            return Forecast({outcomes: self.values(end) for outcomes, end in ends.items()})
        search = TurnSearch(self._valuer)
        nodes = max(SCANT, self.nodes // len(ends))
        best = {outcomes: search.best(end, nodes)[0].state for outcomes, end in ends.items()}
        return Forecast({outcomes: self.expected(end) for outcomes, end in best.items()})

    def prospects(self, state: State) -> Forecast:
        """The same, with a look into the turn that follows: there shows what a roll is good for.

        The values compare with one another, not with others: the best of many turns looks better
        than it is.
        """
        if goes_on(state):
            return self.forecast(state)
        search = TurnSearch(self._valuer)
        nodes = max(1, min(LOOK, self.nodes // LOOK_PART))
        after: dict[tuple[int, ...], Values] = {}
        for outcomes, end in _settled(state, steps_due(state), ()):
            is_open = not end.is_chance and not end.is_over
            after[outcomes] = self.values(search.best(end, nodes)[0].state if is_open else end)
        return Forecast(after)

    def candidate(self, ids: Sequence[int], state: State) -> Candidate:
        """The way to play on that has led to a position."""
        return Candidate(tuple(ids), self.expected(state), _key(state))

    def candidates(self, state: State, played: Candidate | None = None) -> list[Candidate]:
        """The best turns that the search finds, best first, and the one that was played.

        Turns that lead to the same position are one; so are those that begin alike and are worth
        the same to every seat.  The one that was played, then the shortest, stands for them.
        """
        turns = TurnSearch(self._valuer).best(state, self.nodes, POOL)
        size = min(FIELD, max(1, self.nodes // FIELD_PRICE))
        found = [self.candidate(turn.ids(), turn.state) for turn in _field(turns, size)]
        found.sort(key=lambda candidate: len(candidate.ids))
        if played is not None:
            found.insert(0, played)
        places: dict[int, Candidate] = {}
        for candidate in found:
            places.setdefault(candidate.key, candidate)
        first: dict[tuple[int, Values], Candidate] = {}
        for candidate in places.values():
            first.setdefault((opening(candidate.ids), candidate.values), candidate)
        seat = state.decider
        return sorted(first.values(), key=lambda candidate: -candidate.values[seat].worth)


def varied(found: Sequence[Candidate], seat: int, keep: int) -> list[Candidate]:
    """So many turns, best first: of those nearly as good as the best, one for each beginning.

    The others follow where there are too few of them.
    """
    near = found[0].values[seat].worth - NEAR
    first: dict[int, Candidate] = {}
    for candidate in found:
        if candidate.values[seat].worth >= near:
            first.setdefault(opening(candidate.ids), candidate)
    rest = [candidate for candidate in found if candidate not in first.values()]
    chosen = [*first.values(), *rest][:keep]
    return [candidate for candidate in found if candidate in chosen]


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
    """The best of the turns found, not too many of which begin alike while there are others."""
    counts: Counter[int] = Counter()
    first: list[TurnLine] = []
    rest: list[TurnLine] = []
    for turn in turns:
        begins = opening(turn.ids())
        counts[begins] += 1
        (first if counts[begins] <= max(1, size // OPENING) else rest).append(turn)
    return [*first, *rest][:size]


def _settled(
    state: State, due: int, outcomes: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], State]]:
    """The positions after each way in which so many chance nodes can come out."""
    if due == 0:
        yield outcomes, state
        return
    for outcome, _ in rules.outcomes(state):
        after = state.copy()
        chance.settle(after, outcome)
        yield from _settled(after, due - 1, (*outcomes, outcome))


def _key(state: State) -> int:
    """A number for what of a position can matter: not what dice show that are to be rolled.

    What a turn has used up counts only where it goes on.
    """
    seen = state.copy()
    if state.phase == ROLL:
        for die in range(DIE_COUNT):
            if state.pending >> die & 1:
                arrange.die(seen, die, 0, seen.die_space(die))
    if not goes_on(state):
        seen.claim = seen.die = seen.space = seen.action = NOTHING
        seen.left = seen.taken = seen.influenced = seen.activated = seen.repeats = 0
        seen.window = seen.rerolled = 0
    return game_key(seen)


def goes_on(state: State) -> bool:
    """Whether dice are rolled in the middle of a turn, which then goes on (R3.3)."""
    return bool(state.phase == ROLL and state.after <= DONE)
