"""Positions of games between strong players, and what the judge and many games say of each.

There are three kinds of trials.  ``positions`` lie anywhere in a game and are played on to the
end a hundred times or more; ``openings`` are the same for the first turn; ``results`` are judged
once, beside what became of that very game.

Of a position of the first kind two turns are judged and played on, too, and what the roll before it
brought: an analysis tells differences, and how far off they are is another question.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from redcathedral.ai.analysis.error_model import outcome_deviation
from redcathedral.ai.analysis.judge import DEEP, QUICK, SEARCH_WIDTH, Candidate, Judge
from redcathedral.ai.analysis.review import BEST_COUNT
from redcathedral.ai.analysis.sample import Sample, draw_sample
from redcathedral.ai.analysis.value import Value, Values, shortfall
from redcathedral.ai.puzzles.puzzle import apply_all
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.network import Network, NetworkEvaluator
from redcathedral.ai.weights.file import load, packaged
from redcathedral.box.options import SIDES
from redcathedral.engine.phases import TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.lab.arena import games_file
from redcathedral.lab.arena.survey import PLAYER_COUNTS, SEARCH_NODES, Mode
from redcathedral.record.components import components_of

SCHEMA: Final = 2  # of the lines
FAR: Final = 10_000  # turns: to the end of the game
OWN: Final = 1 << 40  # seed of the dice of the games that a position is compared with
OTHERS: Final = 40  # the best turns at first sight, one of which the judge's best is compared with

Kind: TypeAlias = Literal["positions", "openings", "results"]


class Trial(NamedTuple):
    """One position to be judged: the number of people, and the seed of the game it is of."""

    kind: Kind
    players: int
    seed: int
    part: float  # of the game that lies before it

    def __str__(self) -> str:
        return f"{self.kind}, {self.players} players, seed {self.seed}"


class CalibrationSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """What the trials have in common.

    ``positions`` and ``results`` are so many for each number of players, ``openings`` for two;
    ``rollouts`` are the games that a position is compared with.
    """

    weights: str
    positions: int
    openings: int
    results: int
    rollouts: int
    seed: int

    def trials(self) -> list[Trial]:
        plan: list[Trial] = []
        for number in range(self.positions):
            part = (number + 0.5) / self.positions
            plan += [Trial("positions", n, self.seed + number, part) for n in PLAYER_COUNTS]
        plan += [Trial("openings", 2, self.seed + n, 0.0) for n in range(self.openings)]
        for number in range(self.results):
            part = (number + 0.5) / self.results
            seed = self.seed + self.positions + number
            plan += [Trial("results", n, seed, part) for n in PLAYER_COUNTS]
        return plan


class SeatEvaluation(Value, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is expected for a seat, as a list of numbers."""


class Difference(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What was said of a difference, and what the games played on say: of the win.

    With both goes half of the 95 % interval.  ``spread`` is what the doubt of what was said is in
    proportion to (``analysis.error_model``).
    """

    said: float
    error: float
    truth: float
    truth_error: float
    spread: float


class Differences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a judge said of the differences at a position.

    ``loss`` is what a turn drawn by lot is worth less than the best that the judge finds, for the
    seat that decides; None where that is the best.  ``luck`` is what the roll before the position
    brought each seat; none where none was due.
    """

    loss: Difference | None = None
    luck: tuple[Difference, ...] = ()


class TrialResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trial and what came of it: an opinion a seat of each who was asked.

    ``truth`` is from the games played on, or the result itself; ``network`` judges at once.
    ``differences`` and ``seconds``, of one core, are those of the quick and the deep judge.
    """

    kind: Kind
    players: int
    seed: int
    turn: int
    turns: int
    seat: int
    truth: tuple[SeatEvaluation, ...]
    network: tuple[SeatEvaluation, ...]
    quick: tuple[SeatEvaluation, ...]
    deep: tuple[SeatEvaluation, ...]
    differences: tuple[Differences, Differences]
    seconds: tuple[float, float]


def first_mismatch(
    settings: CalibrationSettings, lines: Sequence[TrialResult]
) -> tuple[int, str] | None:
    for place, (trial, line) in enumerate(zip(settings.trials(), lines, strict=False)):
        if (trial.kind, trial.players, trial.seed) != (line.kind, line.players, line.seed):
            return place, str(trial)
    return None


CALIBRATION_FORMAT: Final = games_file.GamesFileFormat(
    CalibrationSettings, TrialResult, SCHEMA, first_mismatch
)


def make_calibration_worker(
    weights: str, rollouts: int
) -> Callable[[tuple[int, Trial]], tuple[int, TrialResult]]:
    network = (load(Path(weights)) if weights else packaged()).network()
    examine = Calibrator(network, rollouts).examine
    return lambda numbered: (numbered[0], examine(numbered[1]))


class TurnStart(NamedTuple):
    """The start of a turn, and the decision before it (None at the first)."""

    before: State | None
    state: State


class Calibrator:
    """Asks the judges about positions, and plays so many games on from each."""

    def __init__(self, network: Network, rollouts: int) -> None:
        self._components = components_of()
        self._network = network
        self._valuer = NetworkEvaluator(network)
        self._playing = Rollouts(self._valuer, SEARCH_NODES, FAR)
        self._games = Rollouts(self._valuer, SEARCH_NODES, FAR, OWN)
        self._rollouts = rollouts

    def examine(self, trial: Trial) -> TrialResult:
        course, end = self._course(trial)
        moment = course[int(trial.part * len(course))]
        state = moment.state
        if trial.kind == "results":
            truth = Sample([self._valuer.predictions(end)])
        else:
            truth = self._truth(state)
        judges = [Judge(self._network, effort) for effort in (QUICK, DEEP)]
        found, seconds = [], []
        for judge in judges:
            began = process_time()
            found.append(_evaluations(judge.values(state)))
            seconds.append(round(process_time() - began, 3))
        differences = [Differences(), Differences()]
        if trial.kind == "positions":
            differences = self._differences(trial, moment, truth, judges)
        return TrialResult(
            kind=trial.kind,
            players=trial.players,
            seed=trial.seed,
            turn=int(state.turn),
            turns=int(end.turn),
            seat=int(state.seat),
            truth=_evaluations(truth.values),
            network=_evaluations(Sample([self._valuer.predictions(state)]).values),
            quick=found[0],
            deep=found[1],
            differences=(differences[0], differences[1]),
            seconds=(seconds[0], seconds[1]),
        )

    def _course(self, trial: Trial) -> tuple[list[TurnStart], State]:
        mode = Mode(trial.players, SIDES[trial.seed % 2])
        start = end = new_state(mode.setting(self._components))
        before: State | None = None
        course: list[TurnStart] = []
        for end in self._playing.play_turns(start, Rng(trial.seed, DICE)):
            if end.phase == TURN and (not course or end.turn != course[-1].state.turn):
                course.append(TurnStart(before, end.copy()))
            before = end.copy()
        return course, end

    def _truth(self, state: State) -> Sample:
        return draw_sample(self._rollouts, lambda number: self._games.run(state, number))

    def _differences(
        self, trial: Trial, moment: TurnStart, truth: Sample, judges: Sequence[Judge]
    ) -> list[Differences]:
        state, seat = moment.state, moment.state.decider
        turns = TurnSearch(self._valuer).best(state, QUICK.find, SEARCH_WIDTH)[:OTHERS]
        other = Random(trial.seed).choice(turns)
        true_of: dict[int, Sample] = {}  # by the key of where a turn leads
        losses: list[Difference | None] = []
        for judge in judges:
            played = judge.candidate(other.ids(), other.state)
            best = judge.candidates(state, BEST_COUNT, played)[0]
            if best.key == played.key:
                losses.append(None)
                continue
            for one in (played, best):
                if one.key not in true_of:
                    true_of[one.key] = self._truth(apply_all(state, one.ids))
            losses.append(_loss(seat, played, best, true_of[played.key], true_of[best.key]))
        lucks: list[tuple[Difference, ...]] = [()] * len(judges)
        if moment.before is not None:
            rolled = self._playing.play_quick_turn(moment.before)
            if rolled.is_chance:
                expected = self._truth(rolled)
                lucks = [
                    _luck(judge.sample(state), judge.sample(rolled), truth, expected)
                    for judge in judges
                ]
        return [Differences(*pair) for pair in zip(losses, lucks, strict=True)]


def _loss(
    seat: int, played: Candidate, best: Candidate, true: Sample, true_best: Sample
) -> Difference:
    values = played.values[seat], best.values[seat]
    return Difference(
        shortfall(*values),
        played.sample.difference_error(best.sample, seat),
        shortfall(true.values[seat], true_best.values[seat]),
        true.difference_error(true_best, seat),
        outcome_deviation(*values),
    )


def _luck(
    after: Sample, before: Sample, true: Sample, true_before: Sample
) -> tuple[Difference, ...]:
    return tuple(
        Difference(said.share, said.error, real.share, real.error, outcome_deviation(first, second))
        for said, real, first, second in zip(
            after.difference(before),
            true.difference(true_before),
            before.values,
            after.values,
            strict=True,
        )
    )


def _evaluations(values: Values) -> tuple[SeatEvaluation, ...]:
    return tuple(
        SeatEvaluation(value.share, value.margin, value.error, value.margin_error)
        for value in values
    )
