"""A recorded game turn by turn: what each decision and each roll did to everybody's prospects.

What a seat may expect goes through a game like money through a ledger.  At every point there is one
number, and every change of it has a name: ``skill`` where a play was not the best, ``luck`` where
chance came out otherwise than the mean, ``correction`` where looking further showed another worth
than was thought before.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, TypeAlias

from msgspec.structs import replace

from redcathedral.analysis.hint import judge_of
from redcathedral.analysis.judge import Candidate, Judge, goes_on, varied
from redcathedral.analysis.report import Analysis, Option, Play, Roll, SeatBalance, Turn
from redcathedral.analysis.value import SHARE_DIGITS, Value, added, behind, gained, nothing
from redcathedral.box.vocabulary import COLOURS
from redcathedral.record.game_record import Record
from redcathedral.record.notation import decision_text
from redcathedral.record.outcome import outcome_text, steps_due
from redcathedral.record.stepper import Stepper, TurnStart
from redcathedral.weights.file import Weights, packaged

NODES: Final = 4_000
TOP: Final = 3

Watch: TypeAlias = Callable[[Iterator[Turn]], Iterable[Turn]]


def analyse(
    record: Record,
    *,
    nodes: int = NODES,
    top: int = TOP,
    weights: Weights | None = None,
    watch: Watch = iter,
) -> Analysis:
    """A recorded game, finished or not, turn by turn.

    ``nodes`` decisions are tried for each play, its ``top`` best turns are told, and ``watch`` sees
    the turns pass by.  Raises WeightsError for weights made for another kind of edition.
    """
    used = weights or packaged()
    judge = judge_of(record.first_state(), nodes, used)
    turns = tuple(watch(GameReview(record, judge, top).turns()))
    return Analysis(
        format="redcathedral-analysis",
        version=1,
        edition=record.header.edition,
        edition_hash=record.components.edition.hash,
        weights=hashlib.sha256(used.numbers.tobytes()).hexdigest()[:16],
        nodes=nodes,
        ending=record.ending.value,
        seats=tuple(_seat(record, turns, seat) for seat in range(len(record.header.colours))),
        turns=turns,
    )


class GameReview:
    """Follows a record from turn to turn."""

    def __init__(self, record: Record, judge: Judge, top: int) -> None:
        self._judge = judge
        self._top = top
        self._steps = enumerate(record.steps)
        self._stepper = Stepper(record.first_state())
        self._made = 0  # decisions
        self._turn: Turn | None = None  # in progress, from the first turn on

    def turns(self) -> Iterator[Turn]:
        """The turns as they are worked out; one that has only begun is left out."""
        yield from self._open(self._stepper.start().turns)
        for index, step in self._steps:
            if self._turn is None:  # set-up
                begun = self._stepper.advance(step).turns
            elif self._stepper.state.is_chance:
                begun = self._roll(self._turn, step)
            else:
                begun = self._decide(self._turn, index, step)
            yield from self._open(begun)
        if self._turn is not None and (self._turn.plays or self._turn.rolls):
            yield self._turn

    def _open(self, begun: Sequence[TurnStart]) -> Iterator[Turn]:
        """Close the turn that was in progress, open those that have begun."""
        for start in begun:
            if self._turn is None:
                now = self._judge.values(self._stepper.state)
            else:
                now = self._turn.after
                yield self._turn
            state, none = start.state, nothing(len(now))
            self._turn = Turn(
                number=int(state.turn) + 1,
                seat=int(state.seat),
                decisions=self._made,
                before=now,
                after=now,
                skill=none,
                luck=none,
                correction=none,
                plays=(),
                rolls=(),
            )

    def _decide(self, turn: Turn, index: int, step: int) -> Sequence[TurnStart]:
        """Follow a play, compared with the best.

        One that the record breaks off is worth its best end.
        """
        judge, state = self._judge, self._stepper.state
        start = state.copy()
        seat = start.decider
        ids: list[int] = []
        begun: list[TurnStart] = []
        is_whole = False
        for decision in chain([step], (step for _, step in self._steps)):
            ids.append(decision)
            begun += self._stepper.advance(decision).turns
            is_whole = bool(state.is_chance or state.turn != start.turn)
            if is_whole:
                break
        self._made += len(ids)
        if is_whole:
            played = judge.candidate(ids, state)
        else:
            played = judge.candidates(state)[0]._replace(ids=tuple(ids))
        found = judge.candidates(start, played)
        values, best = played.values, found[0].values
        told = Play(
            seat,
            index,
            played.ids,
            line(ids),
            is_whole,
            values,
            tuple(_option(one, found[0], seat) for one in varied(found, seat, self._top)),
            behind(values[seat], best[seat]),
        )
        self._turn = replace(
            turn,
            after=values,
            skill=added(turn.skill, gained(values, best)),
            correction=added(turn.correction, gained(best, turn.after)),
            plays=(*turn.plays, told),
        )
        return begun

    def _roll(self, turn: Turn, step: int) -> Sequence[TurnStart]:
        """Follow a roll, compared with the mean of all that could have been."""
        start = self._stepper.state.copy()
        due = steps_due(start)
        outcomes = (step, *(step for _, step in islice(self._steps, due - 1)))
        forecast = self._judge.prospects(start)
        begun = [one for step in outcomes for one in self._stepper.advance(step).turns]
        if len(outcomes) < due:  # the record ends before
            return begun
        found = forecast.after[outcomes]
        luck = gained(found, forecast.mean)
        after = found if goes_on(start) else self._judge.values(self._stepper.state)
        rest = gained(gained(after, turn.after), luck)
        told = Roll(outcome_text(start, outcomes), len(forecast.after), luck)
        self._turn = replace(
            turn,
            after=after,
            luck=added(turn.luck, luck),
            correction=added(turn.correction, rest),
            rolls=(*turn.rolls, told),
        )
        return begun


def line(ids: Sequence[int]) -> str:
    """Decisions in the record's notation."""
    return " / ".join(decision_text(number) for number in ids)


def _option(candidate: Candidate, best: Candidate, seat: int) -> Option:
    value = candidate.values[seat]
    loss = behind(value, best.values[seat])
    return Option(candidate.ids, line(candidate.ids), value, loss)


def _seat(record: Record, turns: Sequence[Turn], seat: int) -> SeatBalance:
    """What all turns came to for a seat."""
    header = record.header
    own = others = luck = correction = Value(0.0, 0.0)
    for turn in turns:
        is_own = any(play.seat == seat for play in turn.plays)
        if is_own:
            own += turn.skill[seat]
        else:
            others += turn.skill[seat]
        luck += turn.luck[seat]
        correction += turn.correction[seat]
    plays = [play for turn in turns for play in turn.plays if play.seat == seat]
    return SeatBalance(
        seat=seat,
        colour=COLOURS[header.colours[seat]],
        name=header.seats[seat].text if seat < len(header.seats) else "",
        ivan=seat == len(header.seats),
        before=turns[0].before[seat] if turns else Value(0.0, 0.0),
        after=turns[-1].after[seat] if turns else Value(0.0, 0.0),
        own=own,
        others=others,
        luck=luck,
        correction=correction,
        mistakes=round(sum(play.mistake for play in plays), SHARE_DIGITS),
        plays=len(plays),
    )
