"""The exact value of an endgame, by brute force over all decisions and all outcomes of dice.

Nothing is estimated: a position is played to its end in every way, and the end is scored
(R7.2-R7.6).  Each seat maximizes its own value (max^n, Luckhardt and Irani 1986).  The value of a
roll is the mean over all outcomes, as an exact fraction.  Values of positions are cached, since
decisions in different orders lead to the same position.
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
    """The value of a position for a seat: its share of the win, then its margin.

    ``share`` is the probability to win; a victory shared by n counts 1/n (R7.6).  ``margin`` is the
    expected difference in prestige to the best other seat.
    """

    share: Fraction
    margin: Fraction


Values: TypeAlias = tuple[Value, ...]  # one for each seat


class Turn(NamedTuple):
    """One way to play a turn, up to its end or to a paid re-roll, and its value."""

    decisions: tuple[int, ...]
    value: Value


class Solver:
    """Computes values of positions of an endgame for the seat that moves first, "our seat".

    If another seat has several best decisions, it chooses the one that is worst for our seat, or
    with ``friendly`` the one that is best for it.

    Normally a game is played to its end.  With ``turns`` only this number of turns is played, and
    only the winner counts.  A longer game counts as lost, or with ``hopeful`` as won; these are
    lower and upper bounds of the value.
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
        """Return the value of a position of this endgame for our seat."""
        return self._values(state)[self.seat]

    def turns(self) -> list[Turn]:
        """Return every different way to play the turn, each by its shortest line, best first.

        With a limit on turns, only those that close the game: for others only bounds are known.
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
        """Return whether the game can end within our turns; once closed it always does (R7.1)."""
        if self.horizon is None or state.closer != NOBODY:
            return True
        has_ended = (
            state.phase == ROLL and state.after == AFTER_END_TURN
        )  # except for its dice (R6.11)
        return bool(state.turn + has_ended + state.setting.seat_count <= self.horizon)

    def _unknown(self, state: State) -> Values:
        """Return a bound beyond the horizon: surely lost by our seat, or surely won."""
        ours = Value(Fraction(int(self.hopeful)), Fraction(0))
        others = Value(Fraction(int(not self.hopeful)), Fraction(0))
        seats = range(state.setting.seat_count)
        return tuple(ours if seat == self.seat else others for seat in seats)


def is_turn(state: State, start: State) -> bool:
    """Return whether a decision of the turn that begins at ``start`` is due."""
    return not state.is_chance and state.turn == start.turn and not state.is_over


def considered(state: State) -> list[int]:
    """Return the legal decisions, without re-rolls that can only cost.

    In the last turn of the game, after the basic action has begun, a re-roll changes nothing and
    costs a prestige.  A marker that is further back never ends further ahead (R1.2).
    """
    legal = rules.legal(state)
    if not is_last_act(state):
        return legal
    return [decision for decision in legal if not PRESTIGE_REROLL <= decision < DELIVER]


def played(state: State, decision: int) -> State:
    """Return the position after a decision."""
    following = state.copy()
    rules.apply(following, decision)
    return following


def settled(state: State) -> Iterator[State]:
    """Return the positions after each outcome; dice and Ivan's tiles are fair (R6.11)."""
    for outcome, _ in rules.outcomes(state):
        following = state.copy()
        rules.settle(following, outcome)
        yield following


def mean(branches: Sequence[Values]) -> Values:
    """Return the expectation over equally likely outcomes."""
    count = len(branches)
    return tuple(
        Value(
            sum((value.share for value in seat), Fraction(0)) / count,
            sum((value.margin for value in seat), Fraction(0)) / count,
        )
        for seat in zip(*branches, strict=True)
    )


def final(state: State, with_margin: bool = True) -> Values:
    """Return the value of the end of a game for each seat (R7.2-R7.6)."""
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
    """Return a digest of all parts of a position on which the rest of the game depends.

    In the last turn of the game, after the basic action has begun, no die moves any more (R6.1);
    the digest then ignores the faces of dice and the use of the re-roll.
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
    """Return whether the game ends with this turn (R7.1)."""
    return (state.seat + 1) % state.setting.seat_count == state.closer != NOBODY


def is_last_act(state: State) -> bool:
    """Return whether this is the last turn of the game, and no die can move any more.

    At the start of the turn a paid re-roll keeps all choices open (R3.3), and Ivan's die moves
    after his ornament (R8.4, R8.5).
    """
    phase = state.after if state.phase == ROLL else state.phase
    is_ivans = state.is_ivan(state.seat)
    return is_last_turn(state) and (
        phase in {CHOOSE_CLAIM, AFTER_IVAN} if is_ivans else phase != TURN
    )


def is_idle(state: State) -> bool:
    """Return whether no value depends on the outcome of this chance node.

    In the last turn this holds for the last dice, and for Ivan's tiles after the first (R8.5).
    """
    is_later_tile = state.phase == DRAW_IVAN_TILE and state.cursor > 0 and is_last_turn(state)
    return is_later_tile or (state.phase == ROLL and is_last_act(state))
