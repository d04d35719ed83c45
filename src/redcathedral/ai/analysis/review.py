"""Analyze a recorded game: the effect of each decision and each roll on the expected results.

The analysis is like a ledger: it has the expected result of every seat before and after each turn,
and the difference is the sum of three causes.  ``luck`` is the change by rolls, if a quick search
plays the next turn.  ``correction`` is the advantage of the best turn over that of the quick
search.  ``skill`` is the (negative) advantage of the played turn over the best one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final, TypeAlias

from msgspec.structs import replace

from redcathedral.ai.analysis.error_model import NO_ERROR, ErrorModel, error_model_of
from redcathedral.ai.analysis.hint import judge_of
from redcathedral.ai.analysis.judge import QUICK, Judge, JudgeBudget, JudgedTurn, varied_candidates
from redcathedral.ai.analysis.report import Analysis, Option, Play, Roll, SeatBalance, Turn
from redcathedral.ai.analysis.sample import Sample
from redcathedral.ai.analysis.value import SHARE_DIGITS, ZERO, add_values, no_change, shortfall
from redcathedral.ai.weights.file import Weights, fingerprint, packaged
from redcathedral.box.vocabulary import COLOURS
from redcathedral.record.game_record import Record
from redcathedral.record.notation import decision_text
from redcathedral.record.outcome import outcome_text, steps_due
from redcathedral.record.stepper import Stepper, TurnStart

BEST_COUNT: Final = 3
ANALYSIS_VERSION: Final = 3  # version of the JSON format

TurnObserver: TypeAlias = Callable[[Iterator[Turn]], Iterable[Turn]]


def analyse(
    record: Record,
    *,
    budget: JudgeBudget = QUICK,
    top: int = BEST_COUNT,
    weights: Weights | None = None,
    observe: TurnObserver = iter,
) -> Analysis:
    """Analyze a recorded game, finished or not, turn by turn.

    Each play is judged with ``budget``, and its ``top`` best turns are reported.  ``observe`` wraps
    the iterator of turns, for example to show progress.  Raises WeightsError for weights made for
    another kind of edition.
    """
    used_weights = weights or packaged()
    judge = judge_of(budget, used_weights)
    error_model = error_model_of(used_weights, budget, len(record.header.seats)) or NO_ERROR
    turns = observe(GameReview(record, judge, top, error_model).turns())
    return build_analysis(record, tuple(turns), budget, used_weights)


def build_analysis(
    record: Record, turns: tuple[Turn, ...], budget: JudgeBudget, weights: Weights
) -> Analysis:
    """Return the analysis of a record whose turns have been judged, from the first one on."""
    return Analysis(
        format="redcathedral-analysis",
        version=ANALYSIS_VERSION,
        edition=record.header.edition,
        edition_hash=record.components.edition.hash,
        weights=fingerprint(weights),
        budget=budget,
        error_model=error_model_of(weights, budget, len(record.header.seats)),
        ending=record.ending.value,
        seats=tuple(_seat(record, turns, seat) for seat in range(len(record.header.colours))),
        turns=turns,
    )


def turn_ends(record: Record) -> list[int]:
    """Return the number of steps at the end of each turn that has steps, or of the record."""
    stepper = Stepper(record.first_state())
    count = len(stepper.start().turns)
    ends = [0] * (count - 1)
    has_open_turn = False
    position = 0
    while position < len(record.steps):
        end = position + (steps_due(stepper.state) if stepper.state.is_chance else 1)
        if end > len(record.steps):  # the record ends within a roll
            break
        starts = sum(len(stepper.advance(step).turns) for step in record.steps[position:end])
        position = end
        ends += [position] * (starts if count else starts - 1)
        count += starts
        has_open_turn = count > 0 and not starts
    return [*ends, position] if has_open_turn else ends


class GameReview:
    """Analyzes a record turn by turn."""

    def __init__(self, record: Record, judge: Judge, top: int, error_model: ErrorModel) -> None:
        self._judge = judge
        self._error_model = error_model
        self._top = top
        self._steps = enumerate(record.steps)
        self._stepper = Stepper(record.first_state())
        self._decision_count = 0
        self._turn: Turn | None = None  # the current turn; None before the first one
        self._current: Sample  # rollouts of the current position, from the first turn on
        self._turns_to_skip = 0
        self._has_begun = False  # whether the set-up is over

    def turns(self, first: int = 0) -> Iterator[Turn]:
        """Yield each judged turn from ``first`` on, to resume an analysis, if it has any steps."""
        self._turns_to_skip = first
        yield from self._start_turns(self._stepper.start().turns)
        for index, step in self._steps:
            if self._turn is None:  # set-up, or a skipped turn
                self._decision_count += self._has_begun and not self._stepper.state.is_chance
                starts = self._stepper.advance(step).turns
            elif self._stepper.state.is_chance:
                starts = self._roll(self._turn, step)
            else:
                starts = self._decide(self._turn, index, step)
            yield from self._start_turns(starts)
        if self._turn is not None and (self._turn.plays or self._turn.rolls):
            yield self._turn

    def _start_turns(self, starts: Sequence[TurnStart]) -> Iterator[Turn]:
        for start in starts:
            self._has_begun = True
            if self._turns_to_skip:
                self._turns_to_skip -= 1
                continue
            if self._turn is None:
                self._current = self._judge.sample(self._stepper.state)
            else:
                yield self._turn
            values = self._error_model.widened(self._current.values)
            state, zeros = start.state, no_change(len(values))
            self._turn = Turn(
                number=int(state.turn) + 1,
                seat=int(state.seat),
                decisions=self._decision_count,
                before=values,
                after=values,
                skill=zeros,
                luck=zeros,
                correction=zeros,
                plays=(),
                rolls=(),
            )

    def _decide(self, turn: Turn, index: int, step: int) -> Sequence[TurnStart]:
        """Compare a play with the best turns; complete it with the best turn if the record ends."""
        judge, state = self._judge, self._stepper.state
        start = state.copy()
        seat = start.decider
        ids: list[int] = []
        starts: list[TurnStart] = []
        is_whole = False
        for decision in chain([step], (step for _, step in self._steps)):
            ids.append(decision)
            starts += self._stepper.advance(decision).turns
            is_whole = bool(state.is_chance or state.turn != start.turn)
            if is_whole:
                break
        self._decision_count += len(ids)
        if is_whole:
            played = judge.candidate(ids, state)
        else:
            played = judge.candidates(state, 1)[0]._replace(ids=tuple(ids))
        candidates = judge.candidates(start, self._top, played)
        best = candidates[0]
        play = Play(
            seat,
            index,
            played.ids,
            line(ids),
            is_whole,
            self._error_model.widened(played.values),
            tuple(
                self._option(other, best, seat)
                for other in varied_candidates(candidates, seat, self._top)
            ),
            *self._loss(played, best, seat),
        )
        skill = self._error_model.turn_difference(played.sample, best.sample)
        correction = self._error_model.turn_difference(best.sample, judge.sample(start))
        self._current = played.sample
        self._turn = replace(
            turn,
            after=play.values,
            skill=add_values(turn.skill, skill),
            correction=add_values(turn.correction, correction),
            plays=(*turn.plays, play),
        )
        return starts

    def _roll(self, turn: Turn, step: int) -> Sequence[TurnStart]:
        """Compare the expected results before and after a roll."""
        start = self._stepper.state.copy()
        count = steps_due(start)
        outcomes = (step, *(step for _, step in islice(self._steps, count - 1)))
        starts = [first for outcome in outcomes for first in self._stepper.advance(outcome).turns]
        if len(outcomes) < count:  # the record ends within the roll
            return starts
        after = self._judge.sample(self._stepper.state)
        luck = self._error_model.roll_difference(after, self._current)
        self._current = after
        self._turn = replace(
            turn,
            after=self._error_model.widened(after.values),
            luck=add_values(turn.luck, luck),
            rolls=(*turn.rolls, Roll(outcome_text(start, outcomes), luck)),
        )
        return starts

    def _option(self, candidate: JudgedTurn, best: JudgedTurn, seat: int) -> Option:
        value = self._error_model.widened(candidate.values)[seat]
        loss = self._loss(candidate, best, seat)
        return Option(candidate.ids, line(candidate.ids), value, *loss)

    def _loss(self, candidate: JudgedTurn, best: JudgedTurn, seat: int) -> tuple[float, float]:
        """Return the loss against the best turn, and its error."""
        loss = shortfall(candidate.values[seat], best.values[seat])
        return loss, self._error_model.loss_error(candidate, best, seat)


def line(ids: Sequence[int]) -> str:
    """Return decisions in the record's notation."""
    return " / ".join(decision_text(number) for number in ids)


def _seat(record: Record, turns: Sequence[Turn], seat: int) -> SeatBalance:
    header = record.header
    own = others = luck = correction = ZERO
    for turn in turns:
        if any(play.seat == seat for play in turn.plays):
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
        before=turns[0].before[seat] if turns else ZERO,
        after=turns[-1].after[seat] if turns else ZERO,
        own=own,
        others=others,
        luck=luck,
        correction=correction,
        mistakes=round(sum(play.mistake for play in plays if play.is_sure), SHARE_DIGITS),
        unsure=round(sum(play.mistake for play in plays if not play.is_sure), SHARE_DIGITS),
        plays=len(plays),
    )
