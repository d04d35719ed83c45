"""``redcathedral lab ladder``: rate bots by games between them; check a published ladder."""

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
from redcathedral.lab.arena import cluster, ladder_check
from redcathedral.lab.arena.figure_chart import plot, standings_panel
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.ladder import LADDER, Board, Ladder, boards, build_ladder, ratings
from redcathedral.lab.arena.ladder_games import (
    LADDER_FORMAT,
    LadderGame,
    make_ladder_worker,
    repeatable,
    sample,
)
from redcathedral.lab.arena.pairing import Fixture, LadderSettings
from redcathedral.lab.arena.thinking_time import ThinkingTime
from redcathedral.lab.arena.tournament import WorkerFactory, complete, play
from redcathedral.lab.commands.executor import AnyExecutor, Ray, make_executor

FIELD: Final = (BASELINE, *LEVELS)
PLAYERS: Final = (2, 3, 4)
GAMES: Final = 400
QUICK_PLAYERS: Final = (2,)
QUICK_GAMES: Final = 40
CHECK_GAMES: Final = 200
PLOT: Final = "ladder.svg"
FOLDER: Final = "ladder-games"  # no name of a package, for who builds one there
HALF: Final = 0.5
TOLD: Final = 5  # games that differ, by name


@dataclass(frozen=True)
class Wish:
    """What was asked for; None where nothing was said."""

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
        str, typer.Option(help="Who plays: greedy,planner:nodes=500. The levels when not said.")
    ] = "",
    players: Annotated[
        str, typer.Option(metavar="N,N,...", help="Seats at the tables; 2,3,4 when not said.")
    ] = "",
    games: Annotated[
        int | None,
        typer.Option(
            min=1, max=1_000_000, help="Games of each pair, rounded up to whole rounds; 400."
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(callback=seed_callback(LAST_SEED), help="The first seed; 1 by default."),
    ] = None,
    alone: Annotated[
        str | None,
        typer.Option(metavar="BOT", help="No round robin: this bot in one seat against the rest."),
    ] = None,
    neighbours: Annotated[
        bool, typer.Option("--neighbours", help="No round robin: each bot against the next.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where it is kept; ./ladder-games when not said."),
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Two players and few games: some minutes.")
    ] = False,
    publish: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Copy the ladder and its games there.")
    ] = None,
    ratings_file: Annotated[
        Path | None,
        typer.Option(
            "--ratings", metavar="FILE", help="With --publish: the ratings that dialogs show."
        ),
    ] = None,
    check: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Check a published ladder: old games again, and new ones."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, and rate them, with intervals.

    Seats are balanced and both bots of a pair play every seed.  Run the same command again to
    resume a stopped ladder.

    Example: redcathedral lab ladder --bots random,greedy --players 2 --games 100
    """
    workers = make_executor(jobs, ray)
    if ratings_file is not None and publish is None:
        reason = "ratings are those of a published ladder: name its folder with --publish"
        usage_error("--ratings", reason)
    if check is not None and (quick or neighbours or alone is not None or publish is not None):
        others = "--quick, --alone, --neighbours and --publish"
        usage_error("--check", f"what is checked is what was published: leave {others} out")
    if neighbours and alone is not None:
        reason = "whoever is alone meets all others: leave --neighbours or --alone out"
        usage_error("--neighbours", reason)
    name = "ladder-check" if check is not None else "ladder-quick" if quick else FOLDER
    wish = Wish(
        bots=tuple(bot_list(bots)) if bots else None,
        players=_players(players),
        games=games,
        seed=seed,
        out=Path(name) if out is None else out,
        alone=alone,
        neighbours=neighbours,
        executor=workers,
        as_json=as_json,
    )
    with report_failures(ResultsError, cluster.ClusterError, BotSpecError):
        if check is not None:
            _check(wish, check)
        else:
            _play(wish, quick, publish, ratings_file)


def _players(text: str) -> tuple[int, ...] | None:
    if not text:
        return None
    parts = [part.strip() for part in text.split(",")]
    if not set(parts) <= {"2", "3", "4"} or len(set(parts)) < len(parts):
        usage_error("--players", f"{text!r} is no list of 2, 3 and 4, such as 2,4")
    return tuple(sorted(map(int, parts)))


def _settings(
    bots: tuple[str, ...],
    players: tuple[int, ...],
    seed: int,
    alone: str | None,
    neighbours: bool,
) -> LadderSettings:
    """The settings of a ladder; what cannot be played is refused before anything is."""
    edition = load_edition()
    for bot in bots:
        if bots.count(bot) > 1:
            usage_error("--bots", f"{bot} is named twice")
        check_bot(bot, edition, "--bots")
    if len(bots) < 2:
        usage_error("--bots", "a ladder needs two bots at least")
    if alone is not None and alone not in bots:
        usage_error("--alone", f"{alone} is none of the bots {', '.join(bots)}")
    return LadderSettings(
        schema=LADDER_FORMAT.schema,
        edition=edition.id,
        edition_hash=edition.hash,
        bots={bot: bot_spec(bot) for bot in bots},
        players=players,
        seed=seed,
        alone=alone,
        neighbours=neighbours,
    )


def _hire(settings: LadderSettings) -> WorkerFactory[Fixture, LadderGame]:
    return partial(make_ladder_worker, settings.bots, make)


def _run(
    wish: Wish, settings: LadderSettings, games: int
) -> tuple[list[LadderGame], dict[str, ThinkingTime]]:
    with LADDER_FORMAT.resume(wish.out, settings) as results:
        thinking_times = complete(
            results,
            list(settings.fixtures(games)),
            _hire(settings),
            wish.executor,
            again=sample(results.games, settings),
            kinds=(len(settings.pairs) * len(settings.players), "pair"),
            names=lambda game: game.bots,
            watch=progress,
        )
        return results.games, thinking_times


def _play(wish: Wish, quick: bool, publish: Path | None, ratings_file: Path | None) -> None:
    settings = _settings(
        wish.bots or FIELD,
        wish.players or (QUICK_PLAYERS if quick else PLAYERS),
        1 if wish.seed is None else wish.seed,
        wish.alone,
        wish.neighbours,
    )
    if publish is not None:
        publish.mkdir(parents=True, exist_ok=True)  # what cannot be is better told at once
        ladder_check.check_free(publish, settings)
    games, thinking_times = _run(wish, settings, wish.games or (QUICK_GAMES if quick else GAMES))
    found = build_ladder(settings, games, thinking_times)
    write_text(wish.out / LADDER, json_text(found))
    titles = [
        standings_panel(f"{board.players} players", board.standings) for board in found.boards
    ]
    write_text(wish.out / PLOT, plot(titles))
    if publish is not None:
        ladder_check.publish(publish, found, games)
        write_text(publish / PLOT, plot(titles))
    if ratings_file is not None:
        write_text(ratings_file, json_text(ratings(found)))
    if wish.as_json:
        typer.echo(ascii_json(json_text(found)), nl=False)
    else:
        _print(found, packaged_ratings() if quick else {}, wish.out)


def _print(found: Ladder, published: Ratings, out: Path) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    console = Console(highlight=False)
    for board in found.boards:
        grid = Grid(title=f"{board.players} players", title_justify="left", box=None)
        grid.add_column("bot")
        order = _published(board, published)
        for heading in ("rating", "95 %", "games", *(["published"] if order else [])):
            grid.add_column(heading, justify="right")
        for entry in board.standings:
            interval = f"{entry.low:.0f} to {entry.high:.0f}"
            known = [order.get(entry.bot, "")] if order else []
            grid.add_row(entry.bot, f"{entry.rating:.0f}", interval, str(entry.games), *known)
        console.print(grid)
        grid = Grid(box=None)
        for heading in ("pair", "score", "95 %", "games"):
            grid.add_column(heading, justify="left" if heading == "pair" else "right")
        for pair in board.pairs:
            if pair.score < pair.even == HALF:  # who won more stands first
                pair = pair.reversed
            interval = f"{pair.low:.1%} to {pair.high:.1%}"
            grid.add_row(" : ".join(pair.bots), f"{pair.score:.1%}", interval, str(pair.games))
        console.print(grid)
    for speed in found.speeds:
        console.print(f"{speed.bot}: {speed.mean_ms:.1f} ms a turn, {speed.max_ms:.1f} at most")
    console.print(f"Ladder: {out / LADDER}, picture: {out / PLOT}")


def _published(board: Board, published: Ratings) -> dict[str, str]:
    known = published.get(board.players, {})
    bots = [standing.bot for standing in board.standings if standing.bot in known]
    bots.sort(key=lambda bot: -known[bot].rating)
    return {bot: f"{place}. {known[bot].rating:.0f}" for place, bot in enumerate(bots, 1)}


def _check(wish: Wish, folder: Path) -> None:
    old, games = ladder_check.published(folder)
    bots = tuple(old.settings.bots) if wish.bots is None else wish.bots
    players = old.settings.players if wish.players is None else wish.players
    missing = [bot for bot in bots if bot not in old.settings.bots]
    missing += [f"{number} players" for number in players if number not in old.settings.players]
    if missing:
        usage_error("--check", f"{folder} has nothing about {', '.join(missing)}")
    bots = tuple(bot for bot in old.settings.bots if bot in bots)  # pairs are told in this order
    seed = max(game.seed for game in games) + 1 if wish.seed is None else wish.seed
    settings = _settings(bots, players, seed, old.settings.alone, old.settings.neighbours)
    if strange := [" : ".join(pair) for pair in settings.pairs if pair not in old.settings.pairs]:
        reason = f"{folder} has no games of {', '.join(strange)}: each bot met the next alone"
        usage_error("--bots", reason)
    changes = ladder_check.changes(old.settings, settings)
    if changes:
        exit_with(f"{folder} is of another program: {'; '.join(changes)}; publish anew", 1)
    old_games = [game for game in games if len(game.bots) in players and set(game.bots) <= {*bots}]
    again = ladder_check.sample(repeatable(old_games, settings), seed)
    different = _replay(again, settings, wish.executor)
    comparisons: list[ladder_check.Comparison] = []
    if not different:
        new, _ = _run(wish, settings, wish.games or CHECK_GAMES)
        comparisons = ladder_check.compare(old.boards, boards(settings, new))
    report = ladder_check.LadderReport(len(again), different, comparisons)
    if wish.as_json:
        typer.echo(ascii_json(json_text(report)), nl=False)
    else:
        _tell(report)
    if not report.is_good:
        raise typer.Exit(1)


def _replay(
    games: Sequence[LadderGame], settings: LadderSettings, workers: AnyExecutor
) -> list[LadderGame]:
    playing = play([game.fixture for game in games], _hire(settings), workers)
    with closing(playing):
        again = [played.game for played in progress(playing, len(games))]
    return [old for old, new in zip(games, again, strict=True) if old != new]


def _tell(report: ladder_check.LadderReport) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    console = Console(highlight=False)
    same = report.replayed - len(report.different)
    console.print(f"{same} of {count_of(report.replayed, 'published game')} came out the same.")
    for game in report.different[:TOLD]:
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
            f"{entry.errors:.1f}" + (" !" if entry.is_far else ""),
        )
    console.print(grid)
    far = sum(entry.is_far for entry in report.comparisons)
    console.print(f"Scores more than {ladder_check.LIMIT:g} standard errors apart: {far}.")
