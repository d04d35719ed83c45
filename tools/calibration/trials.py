"""Run trials: the judge evaluates a position, and games from the position show the truth.

There are three kinds of trials.  ``positions`` are from any part of a game, and a hundred or more
games continue from each.  ``openings`` are the same at the first turn.  ``results`` compare the
evaluation with the result of the game that the position is from.

Trials of the first kind also compare two turns, and the positions before and after the last roll:
an analysis reports such differences, and their errors must be measured separately.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from redcathedral.ai.analysis.error_model import outcome_deviation
from redcathedral.ai.analysis.judge import (
    DEEP,
    FIRST_PASS,
    QUICK,
    SEARCH_WIDTH,
    Judge,
    JudgeBudget,
    JudgedTurn,
)
from redcathedral.ai.analysis.review import BEST_COUNT
from redcathedral.ai.analysis.sample import Sample, draw_sample
from redcathedral.ai.analysis.value import Value, Values, shortfall
from redcathedral.ai.puzzles.puzzle import apply_all
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.search.turns import TurnSearch
from redcathedral.ai.value.network import Network, NetworkEvaluator
from redcathedral.ai.weights.file import load, packaged
from redcathedral.box import Edition
from redcathedral.box.options import SIDES
from redcathedral.cli.messages import progress
from redcathedral.engine.phases import TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.envs.random_edition import random_edition
from redcathedral.lab.arena import games_file
from redcathedral.lab.arena.survey import PLAYER_COUNTS, Mode
from redcathedral.play.process_pool import in_order, run_jobs
from redcathedral.record.components import components_of
from tools.rollout_games import SEARCH_NODES, play_turns

SCHEMA: Final = 3  # version of the lines
NO_HORIZON: Final = 10_000  # turns, so that rollouts continue to the end of the game
TRUTH_SEED: Final = 1 << 40  # of the games that show the truth; differs from the judge's seed
MAX_ALTERNATIVES: Final = 40  # good turns, one of which is compared with the best turn

TrialKind: TypeAlias = Literal["positions", "openings", "results"]
JudgeName: TypeAlias = Literal["network", "first", "quick", "deep"]  # "network" has no rollouts
BUDGETS: Final[dict[JudgeName, JudgeBudget]] = {"first": FIRST_PASS, "quick": QUICK, "deep": DEEP}


class CalibrationTrial(NamedTuple):
    """A position to evaluate, from the game with this number of players and this seed."""

    kind: TrialKind
    players: int
    seed: int
    progress: float  # turns before the position, as a share of all turns

    def __str__(self) -> str:
        return f"{self.kind}, {self.players} players, seed {self.seed}"


class CalibrationSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """The settings of all trials.

    ``positions`` and ``results`` are numbers of trials for each number of players, ``openings`` for
    two players; ``rollouts`` is the number of games that continue from a position.  ``box`` is the
    seed of a random box; without one, the trials are of the packaged edition.
    """

    weights: str
    positions: int
    openings: int
    results: int
    rollouts: int
    seed: int
    judges: tuple[JudgeName, ...]
    box: int | None = None

    def trials(self) -> list[CalibrationTrial]:
        plan: list[CalibrationTrial] = []
        for number in range(self.positions):
            seed, progress = self.seed + number, (number + 0.5) / self.positions
            plan += [CalibrationTrial("positions", n, seed, progress) for n in PLAYER_COUNTS]
        plan += [CalibrationTrial("openings", 2, self.seed + n, 0.0) for n in range(self.openings)]
        for number in range(self.results):
            seed, progress = self.seed + self.positions + number, (number + 0.5) / self.results
            plan += [CalibrationTrial("results", n, seed, progress) for n in PLAYER_COUNTS]
        return plan


class SeatEvaluation(Value, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The evaluation of a position for a seat, stored as a list of numbers."""


class Difference(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A difference in shares of the win, as predicted by the judge and as shown by games.

    ``error`` and ``truth_error`` are half of the 95 % intervals.  The error of the judge is
    assumed to be proportional to ``spread``.
    """

    predicted: float
    error: float
    truth: float
    truth_error: float
    spread: float


class Differences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The differences that a judge evaluates at a position.

    ``loss`` is the worth of the best turn that the judge finds, minus the worth of a random good
    turn, for the seat that decides; None if both are the same turn.  ``luck`` is the effect of the
    roll before the position on each seat; empty if there was no roll.
    """

    loss: Difference | None = None
    luck: tuple[Difference, ...] = ()


class TrialResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a trial: evaluations for each seat by the network and the judges.

    ``truth`` is the mean of the games that continue from the position, or for the kind ``results``
    the result of its game.  ``seconds`` are on one core.
    """

    kind: TrialKind
    players: int
    seed: int
    turn: int
    turns: int
    seat: int
    truth: tuple[SeatEvaluation, ...]
    evaluations: dict[JudgeName, tuple[SeatEvaluation, ...]]
    differences: dict[JudgeName, Differences]
    seconds: dict[JudgeName, float]


def first_mismatch(
    settings: CalibrationSettings, lines: Sequence[TrialResult]
) -> tuple[int, str] | None:
    for index, (trial, line) in enumerate(zip(settings.trials(), lines, strict=False)):
        if (trial.kind, trial.players, trial.seed) != (line.kind, line.players, line.seed):
            return index, str(trial)
    return None


CALIBRATION_FORMAT: Final = games_file.GamesFileFormat(
    CalibrationSettings, TrialResult, SCHEMA, first_mismatch
)


def run_trials(
    settings: CalibrationSettings, weights: Path | None, out: Path, jobs: int
) -> list[TrialResult]:
    """Run the trials that a folder lacks, and return all of them."""
    with CALIBRATION_FORMAT.resume(out, settings) as trials_file:
        start = len(trials_file.games)
        missing = list(enumerate(settings.trials()))[start:]
        make_worker = partial(_make_worker, "" if weights is None else str(weights), settings)
        for line in in_order(progress(run_jobs(make_worker, missing, jobs), len(missing)), start):
            trials_file.append(line)
        return trials_file.games


def _make_worker(
    weights: str, settings: CalibrationSettings
) -> Callable[[tuple[int, CalibrationTrial]], tuple[int, TrialResult]]:
    network = (load(Path(weights)) if weights else packaged()).network()
    box = None if settings.box is None else random_edition(settings.box)
    run_trial = Calibrator(network, settings.rollouts, settings.judges, box).run_trial
    return lambda numbered_trial: (numbered_trial[0], run_trial(numbered_trial[1]))


class TurnPositions(NamedTuple):
    """The position at the start of a turn, and the one before the previous decision, if any."""

    before: State | None
    state: State


class Calibrator:
    """Runs trials: the judges evaluate a position, and ``rollouts`` games continue from it."""

    def __init__(
        self,
        network: Network,
        rollouts: int,
        judges: Sequence[JudgeName] = (),
        edition: Edition | None = None,
    ) -> None:
        self._components = components_of(edition)
        self._network = network
        self._evaluator = NetworkEvaluator(network)
        self._game_rollouts = Rollouts(self._evaluator, SEARCH_NODES, NO_HORIZON)
        self._truth_rollouts = Rollouts(self._evaluator, SEARCH_NODES, NO_HORIZON, TRUTH_SEED)
        self._rollout_count = rollouts
        self._budgets = {judge: BUDGETS[judge] for judge in judges}

    def run_trial(self, trial: CalibrationTrial) -> TrialResult:
        turns_played, end = self.played_turns(trial)
        turn = turns_played[int(trial.progress * len(turns_played))]
        state = turn.state
        if trial.kind == "results":
            truth = Sample([self._evaluator.predictions(end)])
        else:
            truth = self._truth(state)
        judges = {name: Judge(self._network, budget) for name, budget in self._budgets.items()}
        network_values = Sample([self._evaluator.predictions(state)]).values
        evaluations: dict[JudgeName, tuple[SeatEvaluation, ...]] = {
            "network": _evaluations(network_values)
        }
        seconds: dict[JudgeName, float] = {}
        for name, judge in judges.items():
            start = process_time()
            evaluations[name] = _evaluations(judge.values(state))
            seconds[name] = round(process_time() - start, 3)
        differences: dict[JudgeName, Differences] = {}
        if trial.kind == "positions":
            differences = self._differences(trial, turn, truth, judges)
        return TrialResult(
            kind=trial.kind,
            players=trial.players,
            seed=trial.seed,
            turn=int(state.turn),
            turns=int(end.turn),
            seat=int(state.seat),
            truth=_evaluations(truth.values),
            evaluations=evaluations,
            differences=differences,
            seconds=seconds,
        )

    def played_turns(self, trial: CalibrationTrial) -> tuple[list[TurnPositions], State]:
        mode = Mode(trial.players, SIDES[trial.seed % 2])
        start = end = new_state(mode.setting(self._components))
        before: State | None = None
        turns_played: list[TurnPositions] = []
        for end in play_turns(self._game_rollouts, start, Rng(trial.seed, DICE)):
            if end.phase == TURN and (not turns_played or end.turn != turns_played[-1].state.turn):
                turns_played.append(TurnPositions(before, end.copy()))
            before = end.copy()
        return turns_played, end

    def _truth(self, state: State) -> Sample:
        return draw_sample(self._rollout_count, partial(self._truth_rollouts.run, state))

    def _differences(
        self,
        trial: CalibrationTrial,
        turn: TurnPositions,
        truth: Sample,
        judges: dict[JudgeName, Judge],
    ) -> dict[JudgeName, Differences]:
        state, seat = turn.state, turn.state.decider
        turns = TurnSearch(self._evaluator).best(state, QUICK.find, SEARCH_WIDTH)[:MAX_ALTERNATIVES]
        alternative = Random(trial.seed).choice(turns)
        truth_by_key: dict[int, Sample] = {}  # by the key of the position after a turn
        losses: list[Difference | None] = []
        for judge in judges.values():
            played = judge.candidate(alternative.ids(), alternative.state)
            best = judge.candidates(state, BEST_COUNT, played)[0]
            if best.key == played.key:
                losses.append(None)
                continue
            for candidate in (played, best):
                if candidate.key not in truth_by_key:
                    truth_by_key[candidate.key] = self._truth(apply_all(state, candidate.ids))
            losses.append(
                _loss(seat, played, best, truth_by_key[played.key], truth_by_key[best.key])
            )
        luck_by_judge: list[tuple[Difference, ...]] = [()] * len(judges)
        if turn.before is not None:
            before_roll = self._game_rollouts.play_quick_turn(turn.before)
            if before_roll.is_chance:
                true_before = self._truth(before_roll)
                luck_by_judge = [
                    _luck(judge.sample(state), judge.sample(before_roll), truth, true_before)
                    for judge in judges.values()
                ]
        pairs = zip(losses, luck_by_judge, strict=True)
        return {name: Differences(*pair) for name, pair in zip(judges, pairs, strict=True)}


def _loss(
    seat: int, played: JudgedTurn, best: JudgedTurn, true: Sample, true_best: Sample
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
        Difference(
            predicted.share, predicted.error, real.share, real.error, outcome_deviation(*pair)
        )
        for predicted, real, *pair in zip(
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
