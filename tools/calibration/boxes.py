"""``python -m tools.calibration.boxes``: measure the evaluations in boxes unknown to the training.

The trials are those of ``python -m tools.calibration``, with the components of random boxes.
"""

from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from redcathedral.ai.weights.file import fingerprint, packaged
from redcathedral.box import load_edition
from redcathedral.cli.arguments import FirstSeed, Jobs, process_count
from redcathedral.cli.messages import report_failures
from redcathedral.files import write_text
from redcathedral.lab.arena.estimate import mean
from redcathedral.lab.arena.games_file import ResultsError
from tools.calibration.page import BOXES_TITLE, replace_section
from tools.calibration.report import accuracy, resolution, share_error
from tools.calibration.trials import (
    CALIBRATION_FORMAT,
    CalibrationSettings,
    JudgeName,
    TrialResult,
    run_trials,
)
from tools.command import command_app
from tools.page_text import NO_FIGURE, columns, in_points

TEMPLATE: Final = Path(__file__).with_name("boxes.md")
FIRST_BOX: Final = 5001  # training has the boxes 0 to 2,999
JUDGES: Final[tuple[JudgeName, ...]] = ("quick",)
PACKAGED: Final = "packaged"


class BoxTrials(NamedTuple):
    """The trials of a box, as a row of the table."""

    name: str
    lines: list[TrialResult]

    def error(self, judge: JudgeName) -> str:
        found = accuracy([line for line in self.lines if line.kind == "positions"], judge)
        return NO_FIGURE if found is None else f"{100 * found.rms:.1f}"

    def bias_to_move(self, judge: JudgeName) -> str:
        bias = mean([share_error(line, judge, line.seat) for line in self._results()])
        return NO_FIGURE if bias is None else in_points(bias)

    def resolution(self, judge: JudgeName) -> str:
        lines = [line for line in self._results() if line.players == 2]
        return f"{100 * resolution(lines, judge):.0f} %"

    def _results(self) -> list[TrialResult]:
        return [line for line in self.lines if line.kind == "results"]


def calibrate_boxes(
    boxes: Annotated[int, typer.Option(min=1, max=100, help="Random boxes.")] = 10,
    first_box: Annotated[
        int, typer.Option("--first", min=3000, help="Seed of the first box.")
    ] = FIRST_BOX,
    positions: Annotated[
        int, typer.Option(min=0, help="Positions to continue from, for each number of players.")
    ] = 10,
    results: Annotated[
        int,
        typer.Option(min=0, help="Games whose results are compared, for each number of players."),
    ] = 100,
    rollouts: Annotated[int, typer.Option(min=2, help="Games from each position.")] = 40,
    seed: FirstSeed = 1,
    jobs: Jobs = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the trials.")] = Path(
        "calibration-games/boxes"
    ),
    publish: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Replace the section in this page.")
    ] = None,
) -> None:
    """Measure how accurate the evaluations are in random boxes that training did not have.

    After a stop, the same command resumes.

    Example: python -m tools.calibration.boxes --boxes 2 --positions 4 --results 10
    """
    edition = load_edition()
    common = (CALIBRATION_FORMAT.schema, edition.id, edition.hash, fingerprint(packaged()))
    rows: list[BoxTrials] = []
    with report_failures(ResultsError):
        for box in (None, *range(first_box, first_box + boxes)):
            settings = CalibrationSettings(
                *common, positions, 0, results, rollouts, seed, JUDGES, box
            )
            name = PACKAGED if box is None else str(box)
            typer.echo(f"Box {name}", err=True)
            lines = run_trials(settings, None, out / name, process_count(jobs))
            rows.append(BoxTrials(name, lines))
    command = (
        f"python -m tools.calibration.boxes --boxes {boxes} --first {first_box} "
        f"--positions {positions} --results {results} --rollouts {rollouts} --seed {seed}"
    )
    text = section(rows, settings, command)
    if publish is not None:
        page_text = publish.read_text(encoding="utf-8") if publish.exists() else ""
        write_text(publish, replace_section(page_text, text))
    typer.echo(text)


def section(rows: list[BoxTrials], settings: CalibrationSettings, command: str) -> str:
    """Return the section of the page: a row for the packaged box and for each random box."""
    table = columns(
        rows,
        ("box", lambda row: row.name),
        ("network", lambda row: row.error("network")),
        ("quick", lambda row: row.error("quick")),
        ("bias of network", lambda row: row.bias_to_move("network")),
        ("of quick", lambda row: row.bias_to_move("quick")),
        ("resolution of network", lambda row: row.resolution("network")),
        ("of quick", lambda row: row.resolution("quick")),
    )
    return TEMPLATE.read_text(encoding="utf-8").format(
        title=BOXES_TITLE, command=command, table=table, settings=settings
    )


app: Final = command_app(calibrate_boxes)

if __name__ == "__main__":
    app(prog_name="python -m tools.calibration.boxes")
