"""``python -m tools.calibration.hints``: check the words of hints against games.

At positions of good games, it counts how often a hint is called clearly best, a little better than
the next one, or about as good.  After both turns of a hint called clearly best, the architect plays
games to the end on the same dice, which show whether the first turn is better.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated, Final, NamedTuple

import msgspec
import typer

from redcathedral.ai.analysis.hint import HINT, LEADS, Hint, Lead, hint, leads
from redcathedral.ai.analysis.sample import Sample
from redcathedral.ai.analysis.value import shortfall
from redcathedral.ai.puzzles.puzzle import apply_all
from redcathedral.ai.search.rollouts import Rollouts
from redcathedral.ai.value.network import NetworkEvaluator, Prediction
from redcathedral.ai.weights.file import fingerprint, packaged
from redcathedral.box import load_edition
from redcathedral.cli.arguments import FirstSeed, Jobs, process_count
from redcathedral.cli.messages import progress, report_failures
from redcathedral.engine.state import State
from redcathedral.files import write_text
from redcathedral.lab.arena import games_file
from redcathedral.lab.arena.survey import PLAYER_COUNTS
from redcathedral.play.process_pool import in_order, run_jobs
from tools.calibration.page import HINTS_TITLE, TABLE_NAMES, replace_section
from tools.calibration.trials import NO_HORIZON, TRUTH_SEED, CalibrationTrial, Calibrator
from tools.command import command_app
from tools.page_text import NO_FIGURE, columns
from tools.rollout_games import SEARCH_NODES

SCHEMA: Final = 1  # version of the lines
TEMPLATE: Final = Path(__file__).with_name("hints.md")
WORDS: Final[dict[Lead, str]] = {
    "clear": "clearly best",
    "slight": "a little better",
    "even": "about as good",
}
GOLDEN_RATIO: Final = 0.618034  # spreads positions evenly over the game, however many there are
MAX_BATCHES: Final = 4  # of games, while they do not show whether a turn is better


class HintSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """The settings of all positions; their number is not among them, so that more can follow."""

    weights: str
    rollouts: int
    seed: int

    def trial(self, number: int) -> CalibrationTrial:
        game, index = divmod(number, len(PLAYER_COUNTS))
        progress_in_game = game * GOLDEN_RATIO % 1
        return CalibrationTrial(
            "positions", PLAYER_COUNTS[index], self.seed + game, progress_in_game
        )


class HintLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The hints of a position, and what ``games`` from the first two of them showed.

    ``losses`` are those of the second hint: with its error as the hint has them, then as the games
    have them.
    """

    players: int
    seed: int
    turn: int
    leads: list[Lead | None]
    is_sure_win: bool
    loss: float = 0.0
    error: float = 0.0
    true_loss: float = 0.0
    true_error: float = 0.0
    games: int = 0

    @property
    def lead(self) -> Lead | None:
        """The lead of the first hint: the weakest of those over the others."""
        return max(self.leads[1:], key=LEADS.index, default=None)


def first_mismatch(settings: HintSettings, lines: Sequence[HintLine]) -> tuple[int, str] | None:
    for index, line in enumerate(lines):
        trial = settings.trial(index)
        if (trial.players, trial.seed) != (line.players, line.seed):
            return index, str(trial)
    return None


HINTS_FORMAT: Final = games_file.GamesFileFormat(HintSettings, HintLine, SCHEMA, first_mismatch)


class HintCheck:
    """Finds the hints of a position, and plays ``rollouts`` games at a time from two of them."""

    def __init__(self, rollouts: int) -> None:
        network = packaged().network()
        self._calibrator = Calibrator(network, rollouts)
        self._rollouts = Rollouts(NetworkEvaluator(network), SEARCH_NODES, NO_HORIZON, TRUTH_SEED)
        self._count = rollouts

    def run(self, trial: CalibrationTrial) -> HintLine:
        turns_played, _ = self._calibrator.played_turns(trial)
        state = turns_played[int(trial.progress * len(turns_played))].state
        hints = hint(state)
        result = HintLine(
            trial.players, trial.seed, int(state.turn), leads(hints), hints[0].is_sure_win
        )
        if len(hints) < 2:
            return result
        result = msgspec.structs.replace(result, loss=hints[1].loss, error=hints[1].error)
        return self._play(state, hints, result) if result.lead == "clear" else result

    def _play(self, state: State, hints: Sequence[Hint], result: HintLine) -> HintLine:
        seat = state.decider
        after = [apply_all(state, turn.ids) for turn in hints[:2]]
        played: list[list[Sequence[Prediction]]] = [[], []]
        for _ in range(MAX_BATCHES):
            for games, position in zip(played, after, strict=True):
                start = len(games)
                games += [self._rollouts.run(position, start + n) for n in range(self._count)]
            first, second = map(Sample, played)
            result = msgspec.structs.replace(
                result,
                true_loss=shortfall(second.values[seat], first.values[seat]),
                true_error=round(second.difference_error(first, seat), 5),
                games=len(played[0]),
            )
            if abs(result.true_loss) > result.true_error:
                break
        return result


def make_hint_worker(
    rollouts: int,
) -> Callable[[tuple[int, CalibrationTrial]], tuple[int, HintLine]]:
    run = HintCheck(rollouts).run
    return lambda numbered_trial: (numbered_trial[0], run(numbered_trial[1]))


def check_hints(
    positions: Annotated[
        int, typer.Option(min=1, help="Positions; a larger number continues the check.")
    ] = 400,
    rollouts: Annotated[
        int, typer.Option(min=2, help="Games from a turn at a time; up to four times as many.")
    ] = 40,
    seed: FirstSeed = 1,
    jobs: Jobs = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the positions.")] = Path(
        "hint-games"
    ),
    publish: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Replace the section in this page.")
    ] = None,
) -> None:
    """Check whether hints that are called clearly best are.

    After a stop, the same command resumes.

    Example: python -m tools.calibration.hints --positions 8 --rollouts 2
    """
    edition = load_edition()
    common = (SCHEMA, edition.id, edition.hash, fingerprint(packaged()))
    settings = HintSettings(*common, rollouts, seed)
    with report_failures(games_file.ResultsError), HINTS_FORMAT.resume(out, settings) as file:
        start = len(file.games)
        missing = [(number, settings.trial(number)) for number in range(start, positions)]
        results = run_jobs(partial(make_hint_worker, rollouts), missing, process_count(jobs))
        for line in in_order(progress(results, len(missing)), start):
            file.append(line)
        command = f"python -m tools.calibration.hints --positions {positions} --rollouts {rollouts}"
        text = section(file.games[:positions], f"{command} --seed {seed}")
    if publish is not None:
        page_text = publish.read_text(encoding="utf-8") if publish.exists() else ""
        write_text(publish, replace_section(page_text, text))
    typer.echo(text)


def section(lines: Sequence[HintLine], command: str) -> str:
    """Return the section of the page: the share of each word, and what the games showed."""
    rows = [
        Row(TABLE_NAMES[players], [line for line in lines if line.players == players])
        for players in PLAYER_COUNTS
    ]
    table = columns(
        [*rows, Row("all", lines)],
        ("players", lambda row: row.name),
        ("positions", lambda row: str(len(row.lines))),
        *((word, partial(_share, lead)) for lead, word in WORDS.items()),
        ("checked", lambda row: str(len(row.checked))),
        ("loss", _mean_loss),
        ("wrong", lambda row: str(sum(line.true_loss <= 0 for line in row.checked))),
    )
    games = sum(2 * line.games for line in lines)
    return TEMPLATE.read_text(encoding="utf-8").format(
        title=HINTS_TITLE, command=command, table=table, games=f"{games:,}", rollouts=HINT.rollouts
    )


class Row(NamedTuple):
    """The positions of a number of players, as a row of the table."""

    name: str
    lines: Sequence[HintLine]

    @property
    def checked(self) -> list[HintLine]:
        """The positions whose first hint is called clearly best."""
        return [line for line in self.lines if line.lead == "clear"]


def _share(lead: Lead, row: Row) -> str:
    shares = [line.lead == lead for line in row.lines]
    return f"{100 * fmean(shares):.0f} %" if shares else NO_FIGURE


def _mean_loss(row: Row) -> str:
    losses = [line.true_loss for line in row.checked]
    return f"{100 * fmean(losses):.1f}" if losses else NO_FIGURE


app: Final = command_app(check_hints)

if __name__ == "__main__":
    app(prog_name="python -m tools.calibration.hints")
