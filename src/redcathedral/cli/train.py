"""``redcathedral train``: the value function learns from games against itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from redcathedral.box import EditionError, load_edition
from redcathedral.cli.exits import INTERRUPTED, stop
from redcathedral.cli.progress import progress
from redcathedral.training.curve import Round
from redcathedral.training.plan import TrainingError, TrainingPlan, kept_plan

if TYPE_CHECKING:
    from redcathedral.training.run import TrainingRun

USUAL: Final = TrainingPlan()
LAST_SEED: Final = 1_000_000
EXTRA: Final = (
    "Training needs PyTorch and NumPy: pip install 'redcathedral[train]'; in a clone: make train"
)


def train(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Where it is kept, and goes on where it stopped.")
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
        typer.Option(min=0, max=LAST_SEED, help=f"Another seed, another training; {USUAL.seed}."),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, max=256, help="Processes that play; one a core.")
    ] = None,
    edition: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Learn to play with this edition.")
    ] = None,
) -> None:
    """Teach the value function by games against itself.

    Stopped, the same command goes on where it was.  What was not said is as it was there.

    Example: redcathedral train --out training --rounds 20
    """
    said = {"rounds": rounds, "games": games, "warm": warm, "nodes": nodes, "seed": seed}
    with _failures(out):
        if edition is not None:
            load_edition(edition, own_id=True)
        plan = kept_plan(out) or USUAL
        plan = replace(plan, **{name: what for name, what in said.items() if what is not None})
        course = _course(plan, out, None if edition is None else str(edition))
        if 0 < course.done < plan.rounds:
            typer.echo(f"Going on after round {course.done}.")
        steps = course.steps(jobs or os.cpu_count() or 1)
        for step in progress(steps, course.steps_left):
            if step is not None:
                typer.echo(_line(step, plan.rounds))
        typer.echo(f"Weights: {course.weights}, picture: {course.picture}")
        typer.echo(f"To play with them: --bots master:weights={course.weights}")


def _course(plan: TrainingPlan, out: Path, edition: str | None) -> TrainingRun:
    try:
        from redcathedral.training.run import TrainingRun
    except ModuleNotFoundError as error:
        if error.name not in {"torch", "numpy"}:
            raise
        typer.echo(EXTRA, err=True)
        raise typer.Exit(2) from None
    return TrainingRun(plan, out, edition)


@contextmanager
def _failures(out: Path) -> Iterator[None]:
    """Failures as messages and exit statuses; the rounds done are kept in any case."""
    try:
        yield
    except (TrainingError, EditionError) as error:
        stop(str(error), 2)
    except BrokenExecutor:
        stop("A process that played was ended from outside; the same command goes on.", 1)
    except OSError as error:
        if error.filename is None:  # the output, not a file of ours
            raise
        stop(f"{error.filename or out}: {error.strerror}; name another folder with --out", 2)
    except KeyboardInterrupt:
        stop("Stopped; the same command goes on after the last round.", INTERRUPTED)


def _line(entry: Round, of: int) -> str:
    """What a round came to."""
    line = (
        f"round {entry.number} of {of}: {entry.examples} positions, "
        f"loss of the share {entry.share_loss:.4f}, of the margin {entry.margin_loss:.4f}; "
        f"{entry.seconds_playing:.0f} s playing, {entry.seconds_learning:.0f} s learning"
    )
    if entry.exam_games == 0:
        return line
    low, high = entry.interval
    won = f"{entry.won:.1%} of {entry.exam_games} games against greedy ({low:.1%} to {high:.1%})"
    return f"{line}; won {won}"
