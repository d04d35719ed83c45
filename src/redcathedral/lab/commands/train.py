"""``redcathedral lab train``: the value function learns from games against itself."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.box import EditionError, load_edition
from redcathedral.cli.arguments import Jobs, process_count
from redcathedral.cli.help import seed_callback
from redcathedral.cli.messages import exit_with, progress, report_failures
from redcathedral.extras import MissingExtra
from redcathedral.lab.training.learning_curve import RoundResult
from redcathedral.lab.training.settings import TrainingError, TrainingSettings, load_settings

USUAL: Final = TrainingSettings()
LAST_SEED: Final = 1_000_000


def train(
    out: Annotated[
        Path,
        typer.Option(
            metavar="DIR", help="The folder of the games; the same command resumes there."
        ),
    ] = Path("training-games"),
    rounds: Annotated[
        int | None,
        typer.Option(min=1, max=10_000, help=f"Rounds of games and lessons; {USUAL.rounds}."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=100_000, help=f"Games a round; {USUAL.games}.")
    ] = None,
    warm: Annotated[
        int | None,
        typer.Option(min=1, max=100_000, help=f"Games of greedy before them; {USUAL.warm}."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, help=f"Decisions tried for a turn; {USUAL.nodes}."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            callback=seed_callback(LAST_SEED), help=f"Another seed, another training; {USUAL.seed}."
        ),
    ] = None,
    leaning: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=100_000,
            help="Games at each table, in the end, by which it is found how far off it is for each "
            f"seat; {USUAL.leaning}.",
        ),
    ] = None,
    jobs: Jobs = None,
    edition: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Learn to play with this edition.")
    ] = None,
) -> None:
    """Teach the value function by games against itself.

    Run the same command again to resume a stopped training, with the options it started with.

    Example: redcathedral lab train --out training --rounds 20
    """
    said = {
        "rounds": rounds,
        "games": games,
        "warm": warm,
        "nodes": nodes,
        "seed": seed,
        "leaning": leaning,
    }
    fix = "name another folder with --out"
    with report_failures(TrainingError, EditionError, fix=fix, resumes=" after the last round"):
        if edition is not None:
            load_edition(edition, own_id=True)
        settings = load_settings(out) or USUAL
        settings = replace(
            settings, **{name: what for name, what in said.items() if what is not None}
        )
        try:
            from redcathedral.lab.training.run import TrainingRun
        except MissingExtra as error:
            exit_with(f"Training needs PyTorch and NumPy: {error}, or `make train`", 2)
        run = TrainingRun(settings, out, None if edition is None else str(edition))
        if 0 < run.done < settings.rounds:
            typer.echo(f"Going on after round {run.done}.")
        steps = run.steps(process_count(jobs))
        for step in progress(steps, run.steps_left):
            if step is not None:
                typer.echo(_line(step, settings.rounds))
        typer.echo(f"Weights: {run.weights_path}, picture: {run.picture_path}")
        typer.echo(f"To play with them: --bots master:weights={run.weights_path}")


def _line(entry: RoundResult, of: int) -> str:
    line = (
        f"round {entry.number} of {of}: {entry.examples} examples, "
        f"loss of the share {entry.share_loss:.4f}, of the margin {entry.margin_loss:.4f}; "
        f"{entry.seconds_playing:.0f} s playing, {entry.seconds_learning:.0f} s learning"
    )
    if entry.exam_games == 0:
        return line
    low, high = entry.interval
    won = f"{entry.won:.1%} of {entry.exam_games} games against greedy ({low:.1%} to {high:.1%})"
    return f"{line}; won {won}"
