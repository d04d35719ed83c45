"""``python -m tools.calibration``: measure the accuracy of the evaluations of ``analyse``.

It writes docs/calibration.md with its chart, and the errors that widen the intervals of analyses,
src/redcathedral/ai/analysis/error_models.json.
"""

from pathlib import Path
from typing import Annotated, Final, Literal

import typer

from redcathedral.ai.bots import BotSpecError
from redcathedral.ai.weights.file import fingerprint, load, packaged
from redcathedral.box import load_edition
from redcathedral.cli.arguments import FirstSeed, Jobs, process_count
from redcathedral.cli.messages import report_failures
from redcathedral.files import json_text, write_text
from redcathedral.lab.arena.games_file import ResultsError
from tools.calibration.page import kept_sections, page, reliability_svg, replace_section
from tools.calibration.report import build_report, measured_errors, opening_accuracies
from tools.calibration.trials import (
    BUDGETS,
    CALIBRATION_FORMAT,
    CalibrationSettings,
    JudgeName,
    run_trials,
)
from tools.command import WeightsFile, command_app
from tools.publish_option import Publish

PAGE_FILE: Final = "calibration.md"


def calibrate(
    positions: Annotated[
        int, typer.Option(min=0, help="Positions to continue from, for each number of players.")
    ] = 100,
    opening_count: Annotated[
        int, typer.Option("--openings", min=0, help="First turns to continue from, two players.")
    ] = 100,
    results: Annotated[
        int,
        typer.Option(min=0, help="Games whose results are compared, for each number of players."),
    ] = 1000,
    rollouts: Annotated[int, typer.Option(min=2, help="Games from each position.")] = 100,
    seed: FirstSeed = 1,
    judge: Annotated[
        Literal["first", "quick", "deep"] | None,
        typer.Option(metavar="JUDGE", help="Measure only `first`, `quick` or `deep`."),
    ] = None,
    weights: WeightsFile = None,
    jobs: Jobs = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the trials.")] = Path(
        "calibration-games"
    ),
    publish: Publish = None,
    errors_file: Annotated[
        Path | None,
        typer.Option(
            "--doubts", metavar="FILE", help="Write the errors that analyses show to this file."
        ),
    ] = None,
) -> None:
    """Measure how accurate `analyse` is, quick and deep, and the first pass on the page.

    The command compares evaluations of positions from good games with many games that continue from
    there, and with the results.  After a stop, the same command resumes.

    Example: python -m tools.calibration --positions 10 --openings 10 --results 40
    """
    edition = load_edition()
    with report_failures(ResultsError, BotSpecError):
        weights_used = packaged() if weights is None else load(weights)
        common = (CALIBRATION_FORMAT.schema, edition.id, edition.hash, fingerprint(weights_used))
        judges: tuple[JudgeName, ...] = (judge,) if judge else tuple(BUDGETS)
        settings = CalibrationSettings(
            *common, positions, opening_count, results, rollouts, seed, judges
        )
        lines = run_trials(settings, weights, out, process_count(jobs))
        calibrations = build_report(lines)
        command = (
            f"python -m tools.calibration --positions {positions} --openings {opening_count} "
            f"--results {results} --rollouts {rollouts} --seed {seed}"
            + (f" --judge {judge}" if judge else "")
        )
        for path in filter(None, (out / PAGE_FILE, publish)):
            image_path = path.with_suffix(".svg")
            write_text(image_path, reliability_svg(calibrations))
            text = page(settings, calibrations, opening_accuracies(lines), command, image_path.name)
            for section in kept_sections(path):
                text = replace_section(text, section)
            write_text(path, text)
        if errors_file is not None:
            write_text(errors_file, json_text(measured_errors(settings.weights, calibrations)))
    typer.echo(f"Page: {publish or out / PAGE_FILE}")


app: Final = command_app(calibrate)

if __name__ == "__main__":
    app(prog_name="python -m tools.calibration")
