"""``python -m tools.ladder``: publish a ladder of ``redcathedral lab ladder``, or check one.

``publish`` writes docs/ladder and src/redcathedral/ai/bots/ratings.json; ``check`` repeats games.
"""

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError, make
from redcathedral.cli.arguments import LAST_SEED, AsJson, Jobs, bot_list
from redcathedral.cli.help import seed_callback
from redcathedral.cli.messages import count_of, exit_with, progress, report_failures, usage_error
from redcathedral.cli.output import ascii_json
from redcathedral.files import json_text, write_text
from redcathedral.lab.arena.cluster import ClusterError
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.ladder import Ladder, boards
from redcathedral.lab.arena.ladder_games import LadderGame, make_ladder_worker, repeatable_games
from redcathedral.lab.arena.pairing import LadderSettings
from redcathedral.lab.arena.tournament import play_fixtures
from redcathedral.lab.commands.executor import Ray, make_executor
from redcathedral.lab.commands.ladder import (
    DEFAULT_FOLDER,
    ladder_settings,
    play_ladder,
    player_counts,
)
from redcathedral.play.process_pool import Executor
from tools.command import command_app
from tools.ladder.comparison import (
    MAX_STANDARD_ERRORS,
    Comparison,
    LadderReport,
    changed_settings,
    compare_boards,
    sample_games,
)
from tools.ladder.publication import check_folder_is_free, publish_ladder, ratings, read_ladder

MAX_LISTED: Final = 5  # different games that a check lists


def publish(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the published ladder.")],
    source: Annotated[
        Path, typer.Option("--from", metavar="DIR", help="Folder of the finished ladder.")
    ] = Path(DEFAULT_FOLDER),
    ratings_file: Annotated[
        Path | None,
        typer.Option("--ratings", metavar="FILE", help="Write the ratings that the page shows."),
    ] = None,
) -> None:
    """Copy a finished ladder, its games and its picture.

    Example: python -m tools.ladder publish docs/ladder
    """
    with report_failures(ResultsError):
        ladder, games = read_ladder(source)
        check_folder_is_free(folder, ladder.settings)
        publish_ladder(folder, ladder, games)
        if ratings_file is not None:
            write_text(ratings_file, json_text(ratings(ladder)))
    typer.echo(f"{count_of(len(games), 'game')}: {folder}")


def check(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A published ladder.")],
    bots: Annotated[str, typer.Option(help="Some of its bots; all by default.")] = "",
    players: Annotated[
        str, typer.Option(metavar="N,N,...", help="Numbers of players; all by default.")
    ] = "",
    games: Annotated[
        int, typer.Option(min=1, max=1_000_000, help="New games of each pair, in full rounds.")
    ] = 200,
    seed: Annotated[
        int | None,
        typer.Option(
            callback=seed_callback(LAST_SEED),
            help="The first seed of the new games; the first unused one by default.",
        ),
    ] = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the new games.")] = Path(
        "ladder-check"
    ),
    jobs: Jobs = None,
    ray: Ray = None,
    as_json: AsJson = False,
) -> None:
    """Repeat games of a published ladder, and compare its scores with new games.

    The exit status is 1 if they differ.  After a stop, the same command resumes.

    Example: python -m tools.ladder check docs/ladder --players 2 --games 40
    """
    executor = make_executor(jobs, ray)
    with report_failures(ResultsError, ClusterError, BotSpecError):
        ladder, published_games = read_ladder(folder)
        if seed is None:
            seed = max(game.seed for game in published_games) + 1
        settings = _selected_settings(folder, ladder, bots, players, seed)
        if changes := changed_settings(ladder.settings, settings):
            exit_with(f"{folder} is of another program: {'; '.join(changes)}; publish it again", 1)
        selected_games = [
            game
            for game in published_games
            if len(game.bots) in settings.players and set(game.bots) <= settings.bots.keys()
        ]
        sample = sample_games(repeatable_games(selected_games, settings), seed)
        different = _replay(sample, settings, executor)
        comparisons: list[Comparison] = []
        if not different:
            new_games, _ = play_ladder(out, settings, games, executor)
            comparisons = compare_boards(ladder.boards, boards(settings, new_games))
        report = LadderReport(len(sample), different, comparisons)
        if as_json:
            typer.echo(ascii_json(json_text(report)), nl=False)
        else:
            _print_report(report)
    if not report.passes:
        raise typer.Exit(1)


def _selected_settings(
    folder: Path, ladder: Ladder, bots: str, players: str, seed: int
) -> LadderSettings:
    """Return the settings of the new games; exit if the ladder lacks a bot, a number or a pair."""
    old = ladder.settings
    names = bot_list(bots) if bots else list(old.bots)
    counts = player_counts(players) or old.players
    missing = [bot for bot in names if bot not in old.bots]
    missing += [f"{number} players" for number in counts if number not in old.players]
    if missing:
        usage_error("DIR", f"{folder} has nothing about {', '.join(missing)}")
    names = [bot for bot in old.bots if bot in names]  # in the order of the pairs
    settings = ladder_settings(names, counts, seed, old.alone, old.neighbours)
    unplayed = [" : ".join(pair) for pair in settings.pairs if pair not in old.pairs]
    if unplayed:
        reason = f"{folder} has no games of {', '.join(unplayed)}: each bot only played the next"
        usage_error("--bots", reason)
    return settings


def _replay(
    games: Sequence[LadderGame], settings: LadderSettings, executor: Executor
) -> list[LadderGame]:
    """Play the games again; return those whose result is different."""
    make_worker = partial(make_ladder_worker, settings.bots, make)
    playing = play_fixtures([game.fixture for game in games], make_worker, executor)
    with closing(playing):
        replayed = [played.game for played in progress(playing, len(games))]
    return [old for old, new in zip(games, replayed, strict=True) if old != new]


def _print_report(report: LadderReport) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    console = Console(highlight=False)
    same = report.replayed - len(report.different)
    console.print(f"{same} of {count_of(report.replayed, 'published game')} are the same.")
    for game in report.different[:MAX_LISTED]:
        console.print(f"Different: {', '.join(game.bots)} with seed {game.seed}, {game.side}.")
    if report.different:
        return
    grid = Grid(box=None)
    for heading in ("pair", "players", "published", "new", "games", "standard errors"):
        grid.add_column(heading, justify="left" if heading == "pair" else "right")
    for entry in report.comparisons:
        grid.add_row(
            " : ".join(entry.bots),
            str(entry.players),
            f"{entry.published:.1%}",
            f"{entry.new:.1%}",
            str(entry.games),
            f"{entry.errors:.1f}" + (" !" if entry.is_significant else ""),
        )
    console.print(grid)
    count = sum(entry.is_significant for entry in report.comparisons)
    console.print(f"Scores more than {MAX_STANDARD_ERRORS:g} standard errors apart: {count}.")


app: Final = command_app(publish, check)

if __name__ == "__main__":
    app(prog_name="python -m tools.ladder")
