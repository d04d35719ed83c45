"""``python -m tools.dataset``: games of a bot as records and tables, for training agents."""

from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError
from redcathedral.cli.arguments import FirstSeed, Jobs, check_bot
from redcathedral.cli.messages import count_of, progress, report_failures
from redcathedral.lab.arena import cluster
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.commands.executor import Ray, make_executor
from tools.command import command_app
from tools.dataset import dataset

# The strongest level that plays a turn in 5 ms (docs/guides/dataset.md).
DEFAULT_BOT: Final = "architect"


def make(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the data set.")],
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Number of games.")] = 10_000,
    seed: FirstSeed = 1,
    bot: Annotated[str, typer.Option(help="Bot in all seats.")] = DEFAULT_BOT,
    shard: Annotated[
        int, typer.Option(min=1, max=1000, help="Games in a shard, made by one process.")
    ] = dataset.SHARD_GAMES,
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Let a bot play itself in all modes, and store the games.

    The games are stored as records and as Parquet. The same command gives the same bytes. After a
    stop, the same command resumes.

    Example: python -m tools.dataset make --out games --games 16
    """
    check_bot(bot, "--bot")
    executor = make_executor(jobs, ray)
    with report_failures(ResultsError, cluster.ClusterError, BotSpecError):
        settings = dataset.settings_of(bot, games, seed, shard)
        manifest = dataset.make(out, settings, executor, progress)
    counts = manifest.counts
    typer.echo(
        f"{count_of(counts.games, 'game')}, {count_of(counts.positions, 'position')}, "
        f"{manifest.bytes / 1e6:.1f} MB in {count_of(len(manifest.shards), 'shard')}: {out}"
    )
    typer.echo(f"sha256 {manifest.sha256}, of the records alone {manifest.records_sha256}")


def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A data set.")],
    again: Annotated[
        int, typer.Option(min=0, help="Make this many shards again, and compare.")
    ] = 0,
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Check a data set against its manifest.

    The exit status is 1 if there are differences.

    Example: python -m tools.dataset check games --again 1
    """
    executor = make_executor(jobs, ray)
    with report_failures(ResultsError, cluster.ClusterError, BotSpecError):
        differences = dataset.check(folder)
        if again:
            differences += dataset.check_again(folder, again, executor, progress)
        manifest = dataset.load_manifest(folder)
    for line in differences:
        typer.echo(line)
    if differences:
        raise typer.Exit(1)
    shards_text = f"; {count_of(again, 'shard')} made again are the same" if again else ""
    games_text = count_of(manifest.counts.games, "game")
    typer.echo(f"{games_text} unchanged{shards_text}: {manifest.sha256}")


app: Final = command_app(make, check)

if __name__ == "__main__":
    app(prog_name="python -m tools.dataset")
