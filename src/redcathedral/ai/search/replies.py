"""What the others may answer: a turn's worth after the dice and the replies that follow it.

Contenders for a turn are compared on the same dice.  The others' turns are found by the same
search with a small budget, each seat for itself; the position is judged when the own turn comes
round again, or some turns later.  Half of the contenders drop out again and again, and each time
those that are left have the same part of the budget (sequential halving, Karnin and others 2013).
The first dice that fall are spread evenly over the looks.
"""

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from redcathedral.ai.search.turns import TurnLine, TurnSearch
from redcathedral.ai.value.evaluator import Evaluator
from redcathedral.ai.value.handmade import appraise
from redcathedral.ai.value.network import HIDDEN_UNIT, OUTPUT_UNIT, sigmoid
from redcathedral.ai.value.standings import (
    final_worth,
    is_decided,
    next_seat,
    prestige_totals,
)
from redcathedral.box.vocabulary import DIE_FACES
from redcathedral.engine import chance, rules
from redcathedral.engine.bits import bit
from redcathedral.engine.phases import DONE, ROLL
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State

STREAM: Final = 5  # of the dice that are looked at
TURNS: Final = 12  # that are followed at most, Ivan's included
ODDS: Final = 500  # ahead by so much of the appraisal, the odds to win are e to one
FEWEST: Final = 2  # looks that are to be paid for when more is tried for an answer
ENOUGH: Final = 8  # looks that cost nothing: whatever falls, the game is over
UNSURE: Final = 32  # what takes another own turn is worth less, one part in so many


class WinShareEvaluator(Evaluator):
    """The opinion of ``greedy`` as a share of the win, so that it compares with results."""

    def worth(self, state: State, seat: i64) -> i64:
        """The share, of WHOLE_SHARE; of a result a little more for being ahead of the next best."""
        if is_decided(state):
            return final_worth(state, seat, prestige_totals(state))
        best: i64 = -(1 << 30)
        other: i64
        for other in range(state.setting.seat_count):
            if other != seat:
                theirs = appraise(state, other)
                if theirs > best:
                    best = theirs
        return sigmoid((appraise(state, seat) - best) * (HIDDEN_UNIT * OUTPUT_UNIT) // ODDS)


class Contender:
    """A turn, and what it was worth in all on the dice looked at so far."""

    def __init__(self, turn: TurnLine, total: i64) -> None:
        self.turn = turn
        self.total = total
        self.look: i64 = 0  # of it the last one


class Replies:
    """Chooses among turns by what may follow them.

    The replies are found by ``evaluator``, and what they lead to is judged by ``judge``, to which
    results and what is still open have to be comparable.
    """

    def __init__(self, evaluator: Evaluator, seed: i64, judge: Evaluator | None = None) -> None:
        self.search = TurnSearch(evaluator)
        self.judge = evaluator if judge is None else judge
        self.seed = seed
        self._deadline = 0.0
        self._is_out_of_time = False  # whether the deadline has passed

    def choose(
        self,
        turns: list[TurnLine],
        seat: i64,
        budget: i64,
        reply: i64,
        deadline: float,
        trust: i64 = 0,
        depth: i64 = 1,
        growth: i64 = 100,
    ) -> TurnLine:
        """The best turn, by about so many decisions tried in all, ``reply`` for each answer.

        For those left after each halving that is up to ``growth`` percent of what it was before,
        as far as the budget goes, and a look counts by it.  The worth of a turn so far counts as
        ``trust`` first looks; the judge has to be the one who told it then.  Each look goes on
        until the own turn has come round ``depth`` times.  A round of looks that has begun is
        finished; at a ``deadline`` it is dropped.
        """
        search = self.search
        self._deadline = deadline
        self._is_out_of_time = False
        field: list[Contender] = []
        for turn in turns:
            field.append(Contender(turn, turn.worth * trust * reply))
        least = reply
        rounds: i64 = 0
        while bit(rounds) < len(field):
            rounds += 1
        began = search.nodes
        looks: i64 = 0
        number: i64
        for number in range(1, rounds + 1):
            end = began + budget * number // rounds
            taken: i64 = 0
            price: i64 = 0
            while taken == 0 or search.nodes + price // 2 < end:
                if taken >= ENOUGH and price == 0:
                    break
                before = search.nodes
                for candidate in field:
                    candidate.look = self._follow(candidate.turn.state, seat, reply, looks, depth)
                    if self._is_out_of_time:
                        return _leader(field)
                for candidate in field:
                    candidate.total += candidate.look * reply
                price = search.nodes - before
                looks += 1
                taken += 1
            size: i64 = len(field)
            _drop_half(field)
            if price > 0:
                end = began + budget * (number + 1) // rounds
                paid = (end - search.nodes) * size * reply // (price * len(field))
                reply = max(least, min(reply * growth // 100, paid // FEWEST))
        return field[0].turn

    def _follow(self, start: State, seat: i64, reply: i64, look: i64, depth: i64) -> i64:
        """The worth for a seat when its turn comes round again for the ``depth``-th time.

        At the end of the game it is the result.
        """
        state = start.copy()
        rng = Rng(self.seed, STREAM + look * 64)
        own = state.turn
        is_first_roll = True
        gone: i64 = 0  # own turns
        turns: i64 = 0
        while not is_decided(state):
            is_own = next_seat(state) == seat and state.turn != own and state.phase <= DONE
            if is_own and gone == depth - 1:
                break  # if dice are due they are left in the air: what they show would be luck
            if state.is_chance:
                if is_first_roll:
                    roll_evenly(state, self.seed, look)
                    is_first_roll = False
                rules.roll(state, rng)
                continue
            if is_own:
                own = state.turn
                gone += 1
            if turns >= TURNS:
                break
            if 0.0 < self._deadline < perf_counter():
                self._is_out_of_time = True
                break
            begins = not (state.phase == DONE and state.setting.leaves_open)
            state = self.search.best(state, reply)[0].state
            turns += 1 if begins else 0
        worth = self.judge.worth(state, seat)
        return worth - worth // UNSURE * gone


def roll_evenly(state: State, seed: i64, look: i64) -> None:
    """Roll so that each die shows each face once in every six looks (stratified sampling)."""
    shifts = Rng(seed, STREAM - 1 + look // DIE_FACES * 64)
    after = state.after
    while state.phase == ROLL and state.after == after:
        chance.settle(state, 1 + (look + shifts.below(DIE_FACES)) % DIE_FACES)


def _leader(field: list[Contender]) -> TurnLine:
    best = field[0]
    for candidate in field:
        if candidate.total > best.total:
            best = candidate
    return best.turn


def _drop_half(field: list[Contender]) -> None:
    """Keep the better half, in the order they stand in."""
    keep: i64 = (len(field) + 1) // 2
    while len(field) > keep:
        worst: i64 = 0
        index: i64
        for index in range(len(field)):
            if field[index].total <= field[worst].total:
                worst = index
        field.pop(worst)
