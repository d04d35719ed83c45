"""What the others may answer: a turn's worth after the dice and the replies that follow it.

Contenders for a turn are compared on the same dice.  The others' turns are found by the same
search with a small budget, each seat for itself; the position is judged when the own turn comes
round again, late in a game once more often.  Half of the candidates drop out each time as many
looks again have been taken (sequential halving, Karnin and others 2013).
"""

from time import perf_counter
from typing import Final

from mypy_extensions import i64

from redcathedral.engine import rules
from redcathedral.engine.phases import DONE
from redcathedral.engine.rng import Rng
from redcathedral.engine.state import State
from redcathedral.search.turns import TurnLine, TurnSearch
from redcathedral.value.evaluator import Evaluator
from redcathedral.value.handmade import appraise
from redcathedral.value.network import HIDDEN_UNIT, OUTPUT_UNIT, sigmoid
from redcathedral.value.standing import (
    final_worth,
    is_decided,
    is_late,
    next_seat,
    standing,
)

STREAM: Final = 5  # of the dice that are looked at
TURNS: Final = 12  # that are followed at most, Ivan's included
ODDS: Final = 500  # ahead by so much of the appraisal, the odds to win are e to one
UNSURE: Final = 32  # what takes another own turn is worth less, one part in so many


class Prospects(Evaluator):
    """The opinion of ``greedy`` as a share of the win, so that it compares with results."""

    def worth(self, state: State, seat: i64) -> i64:
        """The share, of WHOLE_SHARE; of a result a little more for being ahead of the next best."""
        if is_decided(state):
            return final_worth(state, seat, standing(state))
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
    ) -> TurnLine:
        """The best turn, by so many decisions tried in all, ``reply`` for each answer.

        Its worth so far counts as ``trust`` looks; the judge has to be the one who told it then.
        The look that is being taken then is finished; at a ``deadline`` it is dropped.
        """
        search = self.search
        end = search.nodes + budget
        self._deadline = deadline
        self._is_out_of_time = False
        field: list[Contender] = []
        for turn in turns:
            field.append(Contender(turn, turn.worth * trust))
        looks: i64 = 0
        wanted: i64 = 4
        while len(field) > 1:
            while looks < wanted:
                for candidate in field:
                    rng = Rng(self.seed, STREAM + looks * 64)
                    candidate.look = self._follow(candidate.turn.state, seat, reply, rng)
                    if self._is_out_of_time:
                        return _leader(field)
                for candidate in field:
                    candidate.total += candidate.look
                looks += 1
                if search.nodes >= end:
                    return _leader(field)
            _drop_half(field)
            wanted *= 2
        return field[0].turn

    def _follow(self, start: State, seat: i64, reply: i64, rng: Rng) -> i64:
        """The worth for a seat when its turn comes round again, or at the end of the game."""
        state = start.copy()
        own = state.turn
        has_gone_on = False
        turns: i64 = 0
        while not is_decided(state):
            is_own = next_seat(state) == seat and state.turn != own and state.phase <= DONE
            if is_own and (has_gone_on or not is_late(start)):
                break  # if dice are due they are left in the air: what they show would be luck
            if state.is_chance:
                rules.roll(state, rng)
                continue
            if is_own:
                own = state.turn
                has_gone_on = True
            if turns >= TURNS:
                break
            if 0.0 < self._deadline < perf_counter():
                self._is_out_of_time = True
                break
            begins = not (state.phase == DONE and state.setting.leaves_open)
            state = self.search.best(state, reply)[0].state
            turns += 1 if begins else 0
        worth = self.judge.worth(state, seat)
        return worth - worth // UNSURE if has_gone_on else worth


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
