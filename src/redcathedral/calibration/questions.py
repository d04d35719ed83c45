"""Positions of games between strong players, and what the judge and many games say of each.

There are three kinds of questions.  ``positions`` lie anywhere in a game and are played on to the
end a hundred times or more; ``openings`` are the same for the first turn; ``results`` are judged
once, beside what became of that very game.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from redcathedral.analysis.judge import DEEP, QUICK, Judge
from redcathedral.analysis.sample import Sample, drawn
from redcathedral.analysis.value import Values
from redcathedral.arena import games_file
from redcathedral.arena.survey import Mode
from redcathedral.box import load_edition
from redcathedral.box.options import SIDES
from redcathedral.engine.components import Components
from redcathedral.engine.phases import TURN
from redcathedral.engine.rng import DICE, Rng
from redcathedral.engine.setup import new_state
from redcathedral.engine.state import State
from redcathedral.search.rollouts import Rollouts
from redcathedral.value.network import Valuer
from redcathedral.weights.file import load, packaged

SCHEMA: Final = 1  # of the lines
TABLES: Final = (2, 3, 4, 1)  # people at a table, 1 against Ivan
NODES: Final = 1_000  # decisions tried for a turn of the games, as the level architect does
FAR: Final = 10_000  # turns: to the end of the game
OWN: Final = 1 << 40  # seed of the dice of the games that a position is compared with

Kind: TypeAlias = Literal["positions", "openings", "results"]


class Question(NamedTuple):
    """One position to be judged: the number of people, and the seed of the game it is of."""

    kind: Kind
    players: int
    seed: int
    part: float  # of the game that lies before it

    def __str__(self) -> str:
        return f"{self.kind}, {self.players} players, seed {self.seed}"

    @property
    def mode(self) -> Mode:
        """The table; the sides of the workshops come in turn."""
        return Mode(self.players, SIDES[self.seed % 2])


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

    def trials(self) -> list[Question]:
        """All trials, in order."""
        plan: list[Question] = []
        for number in range(self.positions):
            part = (number + 0.5) / self.positions
            plan += [Question("positions", n, self.seed + number, part) for n in TABLES]
        plan += [Question("openings", 2, self.seed + n, 0.0) for n in range(self.openings)]
        for number in range(self.results):
            part = (number + 0.5) / self.results
            seed = self.seed + self.positions + number
            plan += [Question("results", n, seed, part) for n in TABLES]
        return plan


class Opinion(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What is expected for a seat, and half of the 95 % interval of the share."""

    share: float
    margin: float
    error: float


class Calibrated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trial and what came of it: an opinion a seat of each who was asked.

    ``truth`` is from the games played on, or the result itself; ``network`` judges at once.
    ``seconds`` are those of the quick and the deep judge, of one core.
    """

    kind: Kind
    players: int
    seed: int
    turn: int
    turns: int
    seat: int
    truth: tuple[Opinion, ...]
    network: tuple[Opinion, ...]
    quick: tuple[Opinion, ...]
    deep: tuple[Opinion, ...]
    seconds: tuple[float, float]


def stray(settings: CalibrationSettings, lines: Sequence[Calibrated]) -> tuple[int, str] | None:
    """The first line that is not that of the plan."""
    for place, (trial, line) in enumerate(zip(settings.trials(), lines, strict=False)):
        if (trial.kind, trial.players, trial.seed) != (line.kind, line.players, line.seed):
            return place, str(trial)
    return None


FORM: Final = games_file.FileForm(CalibrationSettings, Calibrated, SCHEMA, stray)


def examiner(
    weights: str, rollouts: int
) -> Callable[[tuple[int, Question]], tuple[int, Calibrated]]:
    """What does trials in a process of its own: each comes with its number, and keeps it.

    The weights are those of the package where no file is named.
    """
    components = Components(load_edition())
    network = (load(Path(weights)) if weights else packaged()).network()
    valuer = Valuer(network)
    playing = Rollouts(valuer, NODES, FAR)
    games = Rollouts(valuer, NODES, FAR, OWN)

    def examine(numbered: tuple[int, Question]) -> tuple[int, Calibrated]:
        number, trial = numbered
        course, end = _game(trial, components, playing)
        state = course[int(trial.part * len(course))]
        if trial.kind == "results":
            truth = Sample([valuer.outlooks(end)]).values
        else:
            truth = drawn(rollouts, lambda number: games.follow(state, number)).values
        found, seconds = [], []
        for effort in (QUICK, DEEP):
            began = process_time()
            found.append(_opinions(Judge(network, effort).values(state)))
            seconds.append(round(process_time() - began, 3))
        return number, Calibrated(
            kind=trial.kind,
            players=trial.players,
            seed=trial.seed,
            turn=int(state.turn),
            turns=int(end.turn),
            seat=int(state.seat),
            truth=_opinions(truth),
            network=_opinions(Sample([valuer.outlooks(state)]).values),
            quick=found[0],
            deep=found[1],
            seconds=(seconds[0], seconds[1]),
        )

    return examine


def _opinions(values: Values) -> tuple[Opinion, ...]:
    return tuple(Opinion(value.share, value.margin, value.error) for value in values)


def _game(trial: Question, components: Components, playing: Rollouts) -> tuple[list[State], State]:
    """The starts of the turns of a game, and its end."""
    start = end = new_state(trial.mode.setting(components))
    course: list[State] = []
    for end in playing.course(start, Rng(trial.seed, DICE)):
        if end.phase == TURN and (not course or end.turn != course[-1].turn):
            course.append(end.copy())
    return course, end
