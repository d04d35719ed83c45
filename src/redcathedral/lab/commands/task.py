"""``redcathedral lab task``: play the tasks for agents, and check entries by playing them again."""

from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError
from redcathedral.box import load_edition
from redcathedral.cli.arguments import Jobs, check_bot, refuse_unwritable
from redcathedral.cli.messages import count_of, progress, report_failures, usage_error
from redcathedral.envs import task_entry as entries
from redcathedral.envs import tasks
from redcathedral.envs.tasks import TaskError, task_named
from redcathedral.lab.arena import cluster
from redcathedral.lab.commands.executor import Ray, make_executor

MAX_LISTED: Final = 5  # differences that are printed

app = typer.Typer(help="Tasks for agents, and entries.", no_args_is_help=True)


@app.callback()
def task() -> None:
    """Tasks for agents, with fixed seeds, and entries."""


@app.command("list")
def list_tasks() -> None:
    """List the tasks by their full names.

    Example: redcathedral lab task list
    """
    edition = load_edition()
    for task in tasks.TASKS.values():
        games = count_of(len(task.fixtures), "game")
        typer.echo(f"{task.full_name(edition)}  {task.what} {games}.")


@app.command()
def play(
    name: Annotated[str, typer.Argument(metavar="TASK", help="A task, such as beat-greedy.")],
    out: Annotated[Path, typer.Option(metavar="FILE.json", help="File for the entry.")],
    bot: Annotated[str, typer.Option(help="The bot: architect, master:nodes=500 ...")] = "",
    learner: Annotated[
        str, typer.Option(metavar="MODULE:NAME", help="The learner, for sample-efficiency.")
    ] = "",
    note: Annotated[str, typer.Option(help="A remark for the leaderboard.")] = "",
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Let a bot or a learner play a task, and write its entry.

    Example: redcathedral lab task play beat-greedy --bot random --out random.json
    """
    edition = load_edition()
    if bot:
        check_bot(bot, "--bot")
    if not out.parent.is_dir() or out.is_dir():  # fail before hours of games, not after them
        usage_error("--out", f"{out} cannot be written: name a file in an existing folder")
    executor = make_executor(jobs, ray)
    with (
        report_failures(TaskError, cluster.ClusterError, BotSpecError),
        refuse_unwritable("--out", out),
    ):
        task = task_named(name, edition)
        entry = entries.play_task(task, bot, learner, note, executor, progress)
        entries.save_entry(entry, out)
    typer.echo(f"{entry.task}, {entry.entrant}: {result_text(entry)}. Entry: {out}")


@app.command()
def check(
    path: Annotated[Path, typer.Argument(metavar="FILE.json", help="An entry.")],
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Play an entry again, and compare the results.

    The exit status is 1 if they differ.

    Example: redcathedral lab task check docs/leaderboard/beat-greedy-random.json
    """
    executor = make_executor(jobs, ray)
    with report_failures(TaskError, cluster.ClusterError, BotSpecError):
        entry = entries.load_entry(path)
        task = task_named(entry.task, load_edition())
        second_entry = entries.play_task(
            task, entry.bot, entry.learner, entry.note, executor, progress
        )
        differences = entries.differences(entry, second_entry)
    for line in differences[:MAX_LISTED]:
        typer.echo(f"{path}: {line}")
    if len(differences) > MAX_LISTED:
        typer.echo(f"{path}: and {count_of(len(differences) - MAX_LISTED, 'difference')} more")
    if differences:
        raise typer.Exit(1)
    same = "the same games" if entry.is_repeatable else "figures within their intervals"
    typer.echo(f"{entry.task}, {entry.entrant}: {result_text(second_entry)}; {same}.")


def result_text(entry: entries.TaskEntry) -> str:
    if task_named(entry.task, load_edition()).metric == "won":
        return f"{entry.value:.1%} won ({entry.low:.1%} to {entry.high:.1%})"
    return f"{entry.value:+.1f} prestige ({entry.low:+.1f} to {entry.high:+.1f})"
