"""Analyze a recorded game: how each decision and each roll changed each seat's expected result.

The analysis works like a ledger: it has the expected result of every seat at every point, and each
change has a cause.  ``luck`` is the change by a roll, when a quick search plays the next turn.
``correction`` is how much better the best turn is than that of the quick search.  ``skill`` is how
much worse the played turn is than the best one.
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
    used = weights or packaged()
    judge = judge_of(record.first_state(), budget, used)
    error_model = error_model_of(used, budget, len(record.header.seats)) or NO_ERROR
    turns = observe(GameReview(record, judge, top, error_model).turns())
    return build_analysis(record, tuple(turns), budget, used)


def build_analysis(
    record: Record, turns: tuple[Turn, ...], budget: JudgeBudget, weights: Weights
) -> Analysis:
    """Return an analysis of turns that have been judged, from the first one on."""
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
    """Return for each turn the number of steps at its end, or at the end of the record.

    A turn without any step does not count.
    """
    stepper = Stepper(record.first_state())
    count = len(stepper.start().turns)
    ends = [0] * (count - 1)
    is_begun = False
    at = 0
    while at < len(record.steps):
        due = steps_due(stepper.state) if stepper.state.is_chance else 1
        if at + due > len(record.steps):  # the record ends within a roll
            break
        begun = sum(len(stepper.advance(step).turns) for step in record.steps[at : at + due])
        at += due
        ends += [at] * (begun if count else begun - 1)
        count += begun
        is_begun = count > 0 and not begun
    return [*ends, at] if is_begun else ends


class GameReview:
    """Analyzes a record from turn to turn."""

    def __init__(self, record: Record, judge: Judge, top: int, error_model: ErrorModel) -> None:
        self._judge = judge
        self._error_model = error_model
        self._top = top
        self._steps = enumerate(record.steps)
        self._stepper = Stepper(record.first_state())
        self._decision_count = 0  # number of decisions
        self._turn: Turn | None = None  # in progress; None before the first turn
        self._current: Sample  # rollouts of the current position, from the first turn on
        self._before = 0  # turns still to skip
        self._is_turn = False  # false during the set-up

    def turns(self, first: int = 0) -> Iterator[Turn]:
        """Yield the turns when they have been judged; a turn without any step is left out.

        Turns before ``first`` are skipped, so that an interrupted analysis can resume.
        """
        self._before = first
        yield from self._open(self._stepper.start().turns)
        for index, step in self._steps:
            if self._turn is None:  # set-up, or a skipped turn
                self._decision_count += self._is_turn and not self._stepper.state.is_chance
                begun = self._stepper.advance(step).turns
            elif self._stepper.state.is_chance:
                begun = self._roll(self._turn, step)
            else:
                begun = self._decide(self._turn, index, step)
            yield from self._open(begun)
        if self._turn is not None and (self._turn.plays or self._turn.rolls):
            yield self._turn

    def _open(self, begun: Sequence[TurnStart]) -> Iterator[Turn]:
        for start in begun:
            self._is_turn = True
            if self._before:
                self._before -= 1
                continue
            if self._turn is None:
                self._current = self._judge.sample(self._stepper.state)
            else:
                yield self._turn
            now = self._error_model.widened(self._current.values)
            state, none = start.state, no_change(len(now))
            self._turn = Turn(
                number=int(state.turn) + 1,
                seat=int(state.seat),
                decisions=self._decision_count,
                before=now,
                after=now,
                skill=none,
                luck=none,
                correction=none,
                plays=(),
                rolls=(),
            )

    def _decide(self, turn: Turn, index: int, step: int) -> Sequence[TurnStart]:
        """Judge a play against the best turns.

        If the record ends in the middle of it, the play is judged with its best continuation.
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
        return begun

    def _roll(self, turn: Turn, step: int) -> Sequence[TurnStart]:
        """Judge a roll against the expected result before it."""
        start = self._stepper.state.copy()
        due = steps_due(start)
        outcomes = (step, *(step for _, step in islice(self._steps, due - 1)))
        begun = [one for step in outcomes for one in self._stepper.advance(step).turns]
        if len(outcomes) < due:  # the record ends within the roll
            return begun
        after = self._judge.sample(self._stepper.state)
        luck = self._error_model.roll_difference(after, self._current)
        self._current = after
        self._turn = replace(
            turn,
            after=self._error_model.widened(after.values),
            luck=add_values(turn.luck, luck),
            rolls=(*turn.rolls, Roll(outcome_text(start, outcomes), luck)),
        )
        return begun

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
