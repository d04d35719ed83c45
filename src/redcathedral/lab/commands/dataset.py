"""``redcathedral lab dataset``: games of a bot as records and tables, for training agents."""

from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError
from redcathedral.box import load_edition
from redcathedral.cli.arguments import FirstSeed, Jobs, check_bot
from redcathedral.cli.messages import count_of, progress, report_failures
from redcathedral.envs import dataset
from redcathedral.lab.arena import cluster
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.commands.executor import Ray, make_executor

BOT: Final = "architect"  # the strongest level that plays a turn in 5 ms: docs/guides/dataset.md

app = typer.Typer(help="Games of a bot as records and tables.", no_args_is_help=True)


@app.callback()
def data_set() -> None:
    """Games of a bot as records and tables, for training agents."""


@app.command()
def make(
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the data set.")],
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games in all.")] = 10_000,
    seed: FirstSeed = 1,
    bot: Annotated[str, typer.Option(help="Bot in all seats.")] = BOT,
    shard: Annotated[
        int, typer.Option(min=1, max=1000, help="Games in a shard, made by one process.")
    ] = dataset.SHARD_GAMES,
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Let a bot play itself in all modes, and store the games.

    It stores them as records and as Parquet.  The same command gives the same bytes.  After a stop,
    it continues.

    Example: redcathedral lab dataset make --out games --games 16
    """
    check_bot(bot, load_edition(), "--bot")
    workers = make_executor(jobs, ray)
    with report_failures(ResultsError, cluster.ClusterError, BotSpecError):
        settings = dataset.settings_of(bot, games, seed, shard)
        made = dataset.make(out, settings, workers, progress)
    counts = made.counts
    typer.echo(
        f"{count_of(counts.games, 'game')}, {count_of(counts.positions, 'position')}, "
        f"{made.bytes / 1e6:.1f} MB in {count_of(len(made.shards), 'shard')}: {out}"
    )
    typer.echo(f"sha256 {made.sha256}, of the records alone {made.records_sha256}")


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A data set.")],
    again: Annotated[
        int, typer.Option(min=0, help="Make this many shards again, and compare.")
    ] = 0,
    jobs: Jobs = None,
    ray: Ray = None,
) -> None:
    """Check a data set against its manifest.

    It reports differences; the exit status is then 1.

    Example: redcathedral lab dataset check games --again 1
    """
    workers = make_executor(jobs, ray)
    with report_failures(ResultsError, cluster.ClusterError, BotSpecError):
        found = dataset.check(folder)
        if again:
            found += dataset.check_again(folder, again, workers, progress)
        made = dataset.load_manifest(folder)
    for line in found:
        typer.echo(line)
    if found:
        raise typer.Exit(1)
    remade = f"; {count_of(again, 'shard')} made again are the same" if again else ""
    typer.echo(f"{count_of(made.counts.games, 'game')} unchanged{remade}: {made.sha256}")
