"""The exact value of an endgame, by brute force: every line of decisions, every outcome of dice.

Nothing is judged: a position is played to its end in every way, and the end is scored (R7.2-R7.6).
Each seat takes what is best for itself (max^n, Luckhardt and Irani 1986); at a roll the mean of
all outcomes counts, as an exact fraction.  Positions reached by several orders of the same
decisions are worked out once.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple, TypeAlias

from redcathedral.box.vocabulary import DIE_COUNT
from redcathedral.engine import arrange, rules
from redcathedral.engine.decisions import DELIVER, PRESTIGE_REROLL
from redcathedral.engine.phases import (
    AFTER_END_TURN,
    AFTER_IVAN,
    CHOOSE_CLAIM,
    DRAW_IVAN_TILE,
    ROLL,
    TURN,
)
from redcathedral.engine.scoring import scores, winners
from redcathedral.engine.setting import pickle_fields
from redcathedral.engine.state import NOBODY, State


class Value(NamedTuple):
    """What a position is worth to a seat: first its share of the win, then its margin.

    ``share`` is the probability to win, a victory shared by n counting 1/n (R7.6); ``margin`` the
    expected prestige more than the best other seat has.
    """

    share: Fraction
    margin: Fraction


Values: TypeAlias = tuple[Value, ...]  # one for each seat


class Turn(NamedTuple):
    """One way to play a turn, up to its end or to a paid re-roll, and what it is worth."""

    decisions: tuple[int, ...]
    value: Value


class Solver:
    """Values of the positions of one endgame for the seat whose turn it is at its start.

    Where another seat has several decisions equally good for itself, it takes the one worst for
    ours; with ``friendly`` the one best for ours.

    Normally a game is played to its end.  With ``turns`` only ends within so many turns are looked
    at, and only who wins: a game that lasts longer counts as lost, or with ``hopeful`` as won, and
    the truth lies between.
    """

    def __init__(
        self, start: State, turns: int | None = None, hopeful: bool = False, friendly: bool = False
    ) -> None:
        self.start = start
        self.seat = int(start.seat)
        self.horizon = None if turns is None else int(start.turn) + turns
        self.hopeful = hopeful
        self.friendly = friendly
        self.visited = 0
        self._known: dict[bytes, Values] = {}

    def value(self, state: State) -> Value:
        """What a position of this endgame is worth to our seat."""
        return self._values(state)[self.seat]

    def turns(self) -> list[Turn]:
        """Every different way to play the turn, the shortest line to each; best first.

        Where only so many turns are looked at, those alone that close the game: of the others
        bounds are known, not values.
        """
        found: list[Turn] = []
        seen = {key(self.start)}
        lines: list[tuple[tuple[int, ...], State]] = [((), self.start)]
        for line, state in lines:  # grows while it is read: breadth first
            for decision in considered(state):
                following = played(state, decision)
                mark = key(following)
                if mark in seen:
                    continue
                seen.add(mark)
                path = (*line, decision)
                if is_turn(following, self.start):
                    lines.append((path, following))
                elif self.horizon is None or following.closer != NOBODY:
                    found.append(Turn(path, self.value(following)))
        return sorted(found, key=lambda turn: turn.value, reverse=True)

    def _values(self, state: State) -> Values:
        if state.is_over:
            return final(state, self.horizon is None)
        mark = key(state)
        known = self._known.get(mark)
        if known is None:
            known = self._known[mark] = self._work_out(state)
            self.visited += 1
        return known

    def _work_out(self, state: State) -> Values:
        if not self._can_end(state):
            return self._unknown(state)
        if is_idle(state):
            return self._values(next(settled(state)))
        if state.is_chance:
            return mean([self._values(following) for following in settled(state)])
        mover = state.decider
        sign = 1 if self.friendly else -1

        def preference(values: Values) -> tuple[Fraction, ...]:
            ours = values[self.seat]
            return (*values[mover], sign * ours.share, sign * ours.margin)

        different: dict[int, Values] = {}  # fractions compare slowly
        for decision in reversed(considered(state)):
            values = self._values(played(state, decision))
            different[id(values)] = values
            if self.horizon is not None and values[mover].share == 1:
                break  # nothing is better, and margins are not asked for
        return max(different.values(), key=preference)

    def _can_end(self, state: State) -> bool:
        """Whether the game may end within our turns; once closed it ends in any case (R7.1)."""
        if self.horizon is None or state.closer != NOBODY:
            return True
        has_ended = (
            state.phase == ROLL and state.after == AFTER_END_TURN
        )  # but for its dice (R6.11)
        return bool(state.turn + has_ended + state.setting.seat_count <= self.horizon)

    def _unknown(self, state: State) -> Values:
        """Beyond the horizon: for sure lost by our seat, or won."""
        ours = Value(Fraction(int(self.hopeful)), Fraction(0))
        others = Value(Fraction(int(not self.hopeful)), Fraction(0))
        seats = range(state.setting.seat_count)
        return tuple(ours if seat == self.seat else others for seat in seats)


def is_turn(state: State, start: State) -> bool:
    """Whether a decision of the turn that ``start`` opens is due."""
    return not state.is_chance and state.turn == start.turn and not state.is_over


def considered(state: State) -> list[int]:
    """The legal decisions, without those that can only cost.

    In the last turn of the game a re-roll after the basic action has begun changes nothing and
    costs a prestige, and from further back no later gain leads further ahead (R1.2).
    """
    legal = rules.legal(state)
    if not is_last_act(state):
        return legal
    return [decision for decision in legal if not PRESTIGE_REROLL <= decision < DELIVER]


def played(state: State, decision: int) -> State:
    """The position after a decision."""
    following = state.copy()
    rules.apply(following, decision)
    return following


def settled(state: State) -> Iterator[State]:
    """The positions after each outcome of a chance node; dice and Ivan's tiles are fair (R6.11)."""
    for outcome, _ in rules.outcomes(state):
        following = state.copy()
        rules.settle(following, outcome)
        yield following


def mean(branches: Sequence[Values]) -> Values:
    """The expectation over equally likely outcomes."""
    count = len(branches)
    return tuple(
        Value(
            sum((value.share for value in seat), Fraction(0)) / count,
            sum((value.margin for value in seat), Fraction(0)) / count,
        )
        for seat in zip(*branches, strict=True)
    )


def final(state: State, with_margin: bool = True) -> Values:
    """What the end of a game is worth to each seat (R7.2-R7.6)."""
    result = scores(state)
    totals = tuple(score.total * with_margin for score in result)
    return _final(totals, tuple(winners(result)))


@cache
def _final(totals: tuple[int, ...], best: tuple[int, ...]) -> Values:
    return tuple(
        Value(
            Fraction(int(seat in best), len(best)),
            Fraction(totals[seat] - max(totals[:seat] + totals[seat + 1 :])),
        )
        for seat in range(len(totals))
    )


def key(state: State) -> bytes:
    """A digest of all that a position holds and the rest of the game can depend on.

    In the last turn of the game, once the basic action has begun, the faces of the dice and the
    use of the re-roll are left out: no die moves any more (R6.1).
    """
    if is_last_act(state):
        state = state.copy()
        state.rerolled = 0
        for die in range(DIE_COUNT):
            arrange.set_die(state, die, 1, state.die_space(die))
    lists, numbers = pickle_fields(state)
    content = array("q", chain(numbers.values(), *lists.values()))
    content.append(len(lists["ivan_inventory"]))  # the two lists of his may be longer or shorter
    return blake2b(content, digest_size=16).digest()


def is_last_turn(state: State) -> bool:
    """Whether the game ends with this turn (R7.1)."""
    return (state.seat + 1) % state.setting.seat_count == state.closer != NOBODY


def is_last_act(state: State) -> bool:
    """Whether this is the last turn of the game and no die can be moved in it any more.

    Before that a paid re-roll may still lead back to the start of the turn (R3.3), and Ivan's die
    moves at the start of his turn, after his ornament (R8.4, R8.5).
    """
    phase = state.after if state.phase == ROLL else state.phase
    is_ivans = state.is_ivan(state.seat)
    return is_last_turn(state) and (
        phase in {CHOOSE_CLAIM, AFTER_IVAN} if is_ivans else phase != TURN
    )


def is_idle(state: State) -> bool:
    """Whether chance decides here what nothing depends on: one outcome stands for all.

    In the last turn that is so of the last dice, and of Ivan's tiles after the first (R8.5).
    """
    is_later_tile = state.phase == DRAW_IVAN_TILE and state.cursor > 0 and is_last_turn(state)
    return is_later_tile or (state.phase == ROLL and is_last_act(state))
