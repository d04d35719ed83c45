"""``redcathedral lab ladder``: rate bots by games between them, and check a published ladder."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError, make
from redcathedral.ai.bots.levels import BASELINE, LEVELS, Ratings, bot_spec
from redcathedral.ai.bots.levels import ratings as packaged_ratings
from redcathedral.box import load_edition
from redcathedral.cli.arguments import LAST_SEED, AsJson, Jobs, bot_list, check_bot
from redcathedral.cli.help import seed_callback
from redcathedral.cli.messages import count_of, exit_with, progress, report_failures, usage_error
from redcathedral.cli.output import ascii_json
from redcathedral.files import json_text, write_text
from redcathedral.lab.arena import cluster, ladder_check, ladder_games
from redcathedral.lab.arena.figure_chart import plot_figures, standings_panel
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.ladder import (
    LADDER_FILE,
    Ladder,
    LadderBoard,
    boards,
    build_ladder,
    ratings,
)
from redcathedral.lab.arena.pairing import Fixture, LadderSettings
from redcathedral.lab.arena.thinking_time import ThinkingTime
from redcathedral.lab.arena.tournament import WorkerFactory, play_fixtures, play_missing
from redcathedral.lab.commands.executor import AnyExecutor, Ray, make_executor

DEFAULT_BOTS: Final = (BASELINE, *LEVELS)
DEFAULT_PLAYERS: Final = (2, 3, 4)
DEFAULT_GAMES: Final = 400
QUICK_PLAYERS: Final = (2,)
QUICK_GAMES: Final = 40
CHECK_GAMES: Final = 200
PLOT_FILE: Final = "ladder.svg"
DEFAULT_FOLDER: Final = "ladder-games"  # not the name of a Python package
EVEN_SCORE: Final = 0.5
MAX_LISTED: Final = 5  # different games that a check lists


@dataclass(frozen=True)
class LadderRequest:
    """The options of the command; None for an omitted option."""

    bots: tuple[str, ...] | None
    players: tuple[int, ...] | None
    games: int | None
    seed: int | None
    out: Path
    alone: str | None
    neighbours: bool
    executor: AnyExecutor
    as_json: bool


def ladder(
    bots: Annotated[
        str, typer.Option(help="The bots: greedy,master:nodes=500. The levels by default.")
    ] = "",
    players: Annotated[
        str, typer.Option(metavar="N,N,...", help="Numbers of players; 2,3,4 by default.")
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(
            min=1, max=1_000_000, help="Games of each pair, rounded up to full rounds; 400."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(callback=seed_callback(LAST_SEED), help="The first seed; 1 by default."),
    ] = None,
    alone: Annotated[
        str | None,
        typer.Option(
            metavar="BOT", help="This bot in one seat against the others, no round robin."
        ),
    ] = None,
    neighbours: Annotated[
        bool, typer.Option("--neighbours", help="Each bot against the next, no round robin.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for the games; ./ladder-games by default."),
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Two players and few games: a few minutes.")
    ] = False,
    publish: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Copy the ladder and its games to it.")
    ] = None,
    ratings_file: Annotated[
        Path | None,
        typer.Option(
            "--ratings",
            metavar="FILE",
            help="With --publish: write the ratings that the page shows.",
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Check a published ladder: repeat games, and play new ones."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, and rate them, with intervals.

    Seats are balanced and both bots of a pair play every seed.  Run the same command again to
    resume a stopped ladder.

    Example: redcathedral lab ladder --bots random,greedy --players 2 --games 100
    """
    executor = make_executor(jobs, ray)
    if ratings_file is not None and publish is None:
        usage_error(
            "--ratings", "ratings are those of a published ladder: name its folder with --publish"
        )
    if check is not None and (quick or neighbours or alone is not None or publish is not None):
        conflicts = "--quick, --alone, --neighbours and --publish"
        usage_error("--check", f"a check compares with the published ladder: remove {conflicts}")
    if neighbours and alone is not None:
        usage_error("--neighbours", "use either --neighbours or --alone")
    folder = "ladder-check" if check is not None else "ladder-quick" if quick else DEFAULT_FOLDER
    request = LadderRequest(
        bots=tuple(bot_list(bots)) if bots else None,
        players=_players(players),
        games=games,
        seed=seed,
        out=Path(folder) if out is None else out,
        alone=alone,
        neighbours=neighbours,
        executor=executor,
        as_json=as_json,
    )
    with report_failures(ResultsError, cluster.ClusterError, BotSpecError):
        if check is not None:
            _check(request, check)
        else:
            _play(request, quick, publish, ratings_file)


def _players(text: str) -> tuple[int, ...] | None:
    if not text:
        return None
    parts = [part.strip() for part in text.split(",")]
    if not set(parts) <= {"2", "3", "4"} or len(set(parts)) < len(parts):
        usage_error("--players", f"{text!r} is not a list of 2, 3 and 4, such as 2,4")
    return tuple(sorted(map(int, parts)))


def _settings(
    bots: tuple[str, ...], players: tuple[int, ...], seed: int, alone: str | None, neighbours: bool
) -> LadderSettings:
    """Return the settings of a ladder; exit if the options are invalid."""
    edition = load_edition()
    for bot in bots:
        if bots.count(bot) > 1:
            usage_error("--bots", f"{bot} is named twice")
        check_bot(bot, "--bots")
    if len(bots) < 2:
        usage_error("--bots", "a ladder needs two bots at least")
    if alone is not None and alone not in bots:
        usage_error("--alone", f"{alone} is not one of the bots {', '.join(bots)}")
    return LadderSettings(
        schema=ladder_games.LADDER_FORMAT.schema,
        edition=edition.id,
        edition_hash=edition.hash,
        bots={bot: bot_spec(bot) for bot in bots},
        players=players,
        seed=seed,
        alone=alone,
        neighbours=neighbours,
    )


def _worker_factory(settings: LadderSettings) -> WorkerFactory[Fixture, ladder_games.LadderGame]:
    return partial(ladder_games.make_ladder_worker, settings.bots, make)


def _play_missing(
    request: LadderRequest, settings: LadderSettings, games: int
) -> tuple[list[ladder_games.LadderGame], dict[str, ThinkingTime]]:
    with ladder_games.LADDER_FORMAT.resume(request.out, settings) as results:
        thinking_times = play_missing(
            results,
            list(settings.fixtures(games)),
            _worker_factory(settings),
            request.executor,
            replayed=ladder_games.sample_indices(results.games, settings),
            group=(len(settings.pairs) * len(settings.players), "pair"),
            bot_names=lambda game: game.bots,
            progress=progress,
        )
        return results.games, thinking_times


def _play(
    request: LadderRequest, quick: bool, publish: Path | None, ratings_file: Path | None
) -> None:
    settings = _settings(
        request.bots or DEFAULT_BOTS,
        request.players or (QUICK_PLAYERS if quick else DEFAULT_PLAYERS),
        1 if request.seed is None else request.seed,
        request.alone,
        request.neighbours,
    )
    if publish is not None:
        publish.mkdir(parents=True, exist_ok=True)  # fail before the games, not after
        ladder_check.check_folder_is_free(publish, settings)
    games, thinking_times = _play_missing(
        request, settings, request.games or (QUICK_GAMES if quick else DEFAULT_GAMES)
    )
    report = build_ladder(settings, games, thinking_times)
    write_text(request.out / LADDER_FILE, json_text(report))
    panels = [
        standings_panel(f"{board.players} players", board.standings) for board in report.boards
    ]
    chart = plot_figures(panels)
    write_text(request.out / PLOT_FILE, chart)
    if publish is not None:
        ladder_check.publish(publish, report, games)
        write_text(publish / PLOT_FILE, chart)
    if ratings_file is not None:
        write_text(ratings_file, json_text(ratings(report)))
    if request.as_json:
        typer.echo(ascii_json(json_text(report)), nl=False)
    else:
        _print_ladder(report, packaged_ratings() if quick else {}, request.out)


def _print_ladder(ladder: Ladder, published: Ratings, out: Path) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    console = Console(highlight=False)
    for board in ladder.boards:
        grid = Grid(title=f"{board.players} players", title_justify="left", box=None)
        grid.add_column("bot")
        published_texts = _published_ratings(board, published)
        for heading in ("rating", "95 %", "games", *(["published"] if published_texts else [])):
            grid.add_column(heading, justify="right")
        for entry in board.standings:
            interval = f"{entry.low:.0f} to {entry.high:.0f}"
            cells = [entry.bot, f"{entry.rating:.0f}", interval, str(entry.games)]
            grid.add_row(*cells, *([published_texts.get(entry.bot, "")] if published_texts else []))
        console.print(grid)
        grid = Grid(box=None)
        for heading in ("pair", "score", "95 %", "games"):
            grid.add_column(heading, justify="left" if heading == "pair" else "right")
        for pair in board.pairs:
            if pair.score < pair.even == EVEN_SCORE:  # show the stronger bot first
                pair = pair.reversed
            interval = f"{pair.low:.1%} to {pair.high:.1%}"
            grid.add_row(" : ".join(pair.bots), f"{pair.score:.1%}", interval, str(pair.games))
        console.print(grid)
    for speed in ladder.speeds:
        console.print(f"{speed.bot}: {speed.mean_ms:.1f} ms a turn, {speed.max_ms:.1f} at most")
    console.print(f"Ladder: {out / LADDER_FILE}, picture: {out / PLOT_FILE}")


def _published_ratings(board: LadderBoard, published: Ratings) -> dict[str, str]:
    ratings = published.get(board.players, {})
    bots = [standing.bot for standing in board.standings if standing.bot in ratings]
    bots.sort(key=lambda bot: -ratings[bot].rating)
    return {bot: f"{rank}. {ratings[bot].rating:.0f}" for rank, bot in enumerate(bots, 1)}


def _check(request: LadderRequest, folder: Path) -> None:
    old, games = ladder_check.read_published(folder)
    bots = tuple(old.settings.bots) if request.bots is None else request.bots
    players = old.settings.players if request.players is None else request.players
    missing = [bot for bot in bots if bot not in old.settings.bots]
    missing += [f"{number} players" for number in players if number not in old.settings.players]
    if missing:
        usage_error("--check", f"{folder} has nothing about {', '.join(missing)}")
    bots = tuple(bot for bot in old.settings.bots if bot in bots)  # in the order of the pairs
    seed = max(game.seed for game in games) + 1 if request.seed is None else request.seed
    settings = _settings(bots, players, seed, old.settings.alone, old.settings.neighbours)
    unplayed = [" : ".join(pair) for pair in settings.pairs if pair not in old.settings.pairs]
    if unplayed:
        reason = f"{folder} has no games of {', '.join(unplayed)}: each bot only played the next"
        usage_error("--bots", reason)
    if changes := ladder_check.changed_settings(old.settings, settings):
        exit_with(f"{folder} is of another program: {'; '.join(changes)}; publish it again", 1)
    old_games = [game for game in games if len(game.bots) in players and set(game.bots) <= {*bots}]
    sample = ladder_check.sample_games(ladder_games.repeatable_games(old_games, settings), seed)
    different = _replay(sample, settings, request.executor)
    comparisons: list[ladder_check.Comparison] = []
    if not different:
        new_games, _ = _play_missing(request, settings, request.games or CHECK_GAMES)
        comparisons = ladder_check.compare_boards(old.boards, boards(settings, new_games))
    report = ladder_check.LadderReport(len(sample), different, comparisons)
    if request.as_json:
        typer.echo(ascii_json(json_text(report)), nl=False)
    else:
        _print_report(report)
    if not report.passes:
        raise typer.Exit(1)


def _replay(
    games: Sequence[ladder_games.LadderGame], settings: LadderSettings, executor: AnyExecutor
) -> list[ladder_games.LadderGame]:
    playing = play_fixtures([game.fixture for game in games], _worker_factory(settings), executor)
    with closing(playing):
        replayed = [played.game for played in progress(playing, len(games))]
    return [old for old, new in zip(games, replayed, strict=True) if old != new]


def _print_report(report: ladder_check.LadderReport) -> None:
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
    console.print(
        f"Scores more than {ladder_check.MAX_STANDARD_ERRORS:g} standard errors apart: {count}."
    )
