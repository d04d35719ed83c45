"""``redcathedral lab ladder``: rate bots by games between them."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError, make
from redcathedral.ai.bots.levels import BASELINE, LEVELS, Ratings, bot_spec
from redcathedral.ai.bots.levels import ratings as packaged_ratings
from redcathedral.box import load_edition
from redcathedral.cli.arguments import AsJson, FirstSeed, Jobs, bot_list, check_bot
from redcathedral.cli.messages import progress, report_failures, usage_error
from redcathedral.cli.output import ascii_json
from redcathedral.files import json_text, write_text
from redcathedral.lab.arena import cluster, ladder_games
from redcathedral.lab.arena.figure_chart import plot_figures, standings_panel
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.ladder import LADDER_FILE, Ladder, LadderBoard, build_ladder
from redcathedral.lab.arena.pairing import LadderSettings
from redcathedral.lab.arena.thinking_time import ThinkingTime
from redcathedral.lab.arena.tournament import play_missing
from redcathedral.lab.commands.executor import Ray, make_executor
from redcathedral.play.process_pool import Executor

DEFAULT_BOTS: Final = (BASELINE, *LEVELS)
DEFAULT_PLAYERS: Final = (2, 3, 4)
DEFAULT_GAMES: Final = 400
QUICK_PLAYERS: Final = (2,)
QUICK_GAMES: Final = 40
PICTURE_FILE: Final = "ladder.svg"
DEFAULT_FOLDER: Final = "ladder-games"  # not the name of a Python package
EVEN_SCORE: Final = 0.5


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
    seed: FirstSeed = 1,
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
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, and rate them, with intervals.

    Seats are balanced and both bots of a pair play every seed.  Run the same command again to
    resume a stopped ladder.

    Example: redcathedral lab ladder --bots random,greedy --players 2 --games 100
    """
    executor = make_executor(jobs, ray)
    if neighbours and alone is not None:
        usage_error("--neighbours", "use either --neighbours or --alone")
    folder = Path("ladder-quick" if quick else DEFAULT_FOLDER) if out is None else out
    with report_failures(ResultsError, cluster.ClusterError, BotSpecError):
        settings = ladder_settings(
            bot_list(bots) if bots else DEFAULT_BOTS,
            player_counts(players) or (QUICK_PLAYERS if quick else DEFAULT_PLAYERS),
            seed,
            alone,
            neighbours,
        )
        games = games or (QUICK_GAMES if quick else DEFAULT_GAMES)
        played, thinking_times = play_ladder(folder, settings, games, executor)
        report = build_ladder(settings, played, thinking_times)
        write_text(folder / LADDER_FILE, json_text(report))
        write_text(folder / PICTURE_FILE, ladder_picture(report))
        if as_json:
            typer.echo(ascii_json(json_text(report)), nl=False)
        else:
            _print_ladder(report, packaged_ratings() if quick else {}, folder)


def player_counts(text: str) -> tuple[int, ...]:
    """Return the numbers of players in a list such as 2,4; exit if it is invalid."""
    if not text:
        return ()
    parts = [part.strip() for part in text.split(",")]
    if not set(parts) <= {"2", "3", "4"} or len(set(parts)) < len(parts):
        usage_error("--players", f"{text!r} is not a list of 2, 3 and 4, such as 2,4")
    return tuple(sorted(map(int, parts)))


def ladder_settings(
    bots: Sequence[str], players: tuple[int, ...], seed: int, alone: str | None, neighbours: bool
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


def play_ladder(
    folder: Path, settings: LadderSettings, games: int, executor: Executor
) -> tuple[list[ladder_games.LadderGame], dict[str, ThinkingTime]]:
    """Play the games that the folder lacks; return all games, and the thinking time of each bot."""
    with ladder_games.LADDER_FORMAT.resume(folder, settings) as results:
        thinking_times = play_missing(
            results,
            list(settings.fixtures(games)),
            partial(ladder_games.make_ladder_worker, settings.bots, make),
            executor,
            replayed=ladder_games.sample_indices(results.games, settings),
            group=(len(settings.pairs) * len(settings.players), "pair"),
            bot_names=lambda game: game.bots,
            progress=progress,
        )
        return results.games, thinking_times


def ladder_picture(ladder: Ladder) -> str:
    """Draw the ratings with their intervals in SVG, in a panel for each number of players."""
    return plot_figures(
        [standings_panel(f"{board.players} players", board.standings) for board in ladder.boards]
    )


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
    console.print(f"Ladder: {out / LADDER_FILE}, picture: {out / PICTURE_FILE}")


def _published_ratings(board: LadderBoard, published: Ratings) -> dict[str, str]:
    ratings = published.get(board.players, {})
    bots = [standing.bot for standing in board.standings if standing.bot in ratings]
    bots.sort(key=lambda bot: -ratings[bot].rating)
    return {bot: f"{rank}. {ratings[bot].rating:.0f}" for rank, bot in enumerate(bots, 1)}
