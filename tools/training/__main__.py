"""``python -m tools.training``: train the value function by self-play."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from redcathedral.ai.weights.file import WeightsError
from redcathedral.box import EditionError, load_edition
from redcathedral.cli.arguments import Jobs, process_count
from redcathedral.cli.help import seed_callback
from redcathedral.cli.messages import exit_with, progress, report_failures
from redcathedral.extras import MissingExtra
from tools.command import command_app
from tools.training.learning_curve import RoundResult
from tools.training.settings import TrainingError, TrainingSettings, load_settings

DEFAULTS: Final = TrainingSettings()
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
        typer.Option(min=1, max=10_000, help=f"Rounds of games and learning; {DEFAULTS.rounds}."),
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=100_000, help=f"Games a round; {DEFAULTS.games}.")
    ] = None,
    warm: Annotated[
        int | None,
        typer.Option(
            min=1, max=100_000, help=f"Games of greedy in the first round; {DEFAULTS.warm}."
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, max=1_000_000, help=f"Decisions tried for a turn; {DEFAULTS.nodes}."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            callback=seed_callback(LAST_SEED),
            help=f"Another seed, another training; {DEFAULTS.seed}.",
        ),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(min=1e-6, max=1, help=f"Learning rate of the first round; {DEFAULTS.rate}."),
    ] = None,
    last_rate: Annotated[
        float | None,
        typer.Option(
            min=1e-6, max=1, help=f"Learning rate of the last round; {DEFAULTS.last_rate}."
        ),
    ] = None,
    leaning: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=100_000,
            help="Games for each number of players that measure the bias of each seat at the end; "
            f"{DEFAULTS.leaning}.",
        ),
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Begin with these weights instead of the games of greedy."
        ),
    ] = None,
    jobs: Jobs = None,
    edition: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Learn with this edition.")
    ] = None,
) -> None:
    """Train the value function by self-play.

    Run the same command again to resume a stopped training, with the options it started with.

    Example: python -m tools.training --out training --rounds 20
    """
    changed_settings: dict[str, Any] = {
        "rounds": rounds,
        "games": games,
        "warm": warm,
        "nodes": nodes,
        "seed": seed,
        "rate": rate,
        "last_rate": last_rate,
        "leaning": leaning,
    }
    fix = "name another folder with --out"
    with report_failures(
        TrainingError, EditionError, WeightsError, fix=fix, resumes=" after the last round"
    ):
        if edition is not None:
            load_edition(edition, own_id=True)
        settings = load_settings(out) or DEFAULTS
        settings = replace(
            settings,
            **{name: value for name, value in changed_settings.items() if value is not None},
        )
        try:
            from tools.training.run import TrainingRun
        except MissingExtra as error:
            exit_with(f"Training needs PyTorch and NumPy: {error}, or `make train`", 2)
        run = TrainingRun(settings, out, None if edition is None else str(edition), start)
        if 0 < run.done < settings.rounds:
            typer.echo(f"Resuming after round {run.done}.")
        steps = run.steps(process_count(jobs))
        for step in progress(steps, run.steps_left):
            if step is not None:
                typer.echo(_round_text(step, settings.rounds))
        typer.echo(f"Weights: {run.weights_path}, picture: {run.picture_path}")
        typer.echo(f"To play with them: --bots master:weights={run.weights_path}")


def _round_text(entry: RoundResult, rounds: int) -> str:
    line = (
        f"round {entry.number} of {rounds}: {entry.examples} examples, "
        f"loss of the share {entry.share_loss:.4f}, of the margin {entry.margin_loss:.4f}; "
        f"{entry.seconds:.0f} s, with {entry.seconds_learning:.0f} s of learning"
    )
    if entry.exam_games == 0:
        return line
    low, high = entry.interval
    won = f"{entry.won:.1%} of {entry.exam_games} games against greedy ({low:.1%} to {high:.1%})"
    return f"{line}; won {won}"


app: Final = command_app(train)

if __name__ == "__main__":
    app(prog_name="python -m tools.training")
