"""``redcathedral lab simulate``: play many games between bots, and report the results."""

import json
from concurrent.futures import BrokenExecutor
from contextlib import closing
from pathlib import Path
from statistics import mean, quantiles
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError, make
from redcathedral.box import EditionError, load_edition
from redcathedral.box.quoting import printable
from redcathedral.box.vocabulary import COLOURS
from redcathedral.cli import arguments
from redcathedral.cli.help import seed_callback
from redcathedral.cli.messages import INTERRUPTED, count_of, exit_with, progress, usage_error
from redcathedral.compiled import engine_build
from redcathedral.play.match import BotError
from redcathedral.play.series import (
    SEED_LIMIT,
    GameResult,
    Series,
    fingerprint,
    play_series,
    seat_names,
)
from redcathedral.record.header import HeaderError

MAX_GAMES: Final = 10_000_000  # in a series


def simulate(
    players: Annotated[
        int | None, typer.Option(min=2, max=4, help="Number of players; 2 by default.")
    ] = None,
    solo: Annotated[bool, typer.Option("--solo", help="One bot against Ivan.")] = False,
    side: arguments.SideOption = "basic",
    bots: Annotated[
        str, typer.Option(help="A bot for each seat, the first player first: greedy,random.")
    ] = "",
    games: Annotated[int, typer.Option(min=1, max=MAX_GAMES, help="How many games.")] = 100,
    seed: Annotated[
        int,
        typer.Option(
            callback=seed_callback(SEED_LIMIT), help="Game i has the seed SEED + i, from 0."
        ),
    ] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Record every game in it: 00001.rcg ...")
    ] = None,
    states: Annotated[
        bool, typer.Option("--states", help="Record the state at every turn.")
    ] = False,
    legal: Annotated[
        bool, typer.Option("--legal", help="Record the number of legal decisions at each.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace existing records.")] = False,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Number of processes.")] = 1,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help=f"{arguments.OPTIONS_HELP}. Repeatable."),
    ] = None,
    first_game: Annotated[
        bool,
        typer.Option("--first-game", help="Four influence cards for a first game, our choice."),
    ] = False,
    edition: arguments.PlayEdition = None,
    as_json: arguments.AsJson = False,
) -> None:
    """Let bots play many games; the same seed gives the same games.

    With random bots only, and nothing recorded, whole games run inside the compiled engine.
    A win that several seats share counts as a fraction for each.  In the JSON `hash` is equal for
    equal games.  The exit status is 1 if a bot fails; the records made so far are kept.

    Example: redcathedral lab simulate --players 2 --bots greedy,random --games 400
    """
    specs = tuple(arguments.bot_list(bots)) if bots else ()
    try:
        options = arguments.named_options(side, first_game, option or [])
    except HeaderError as error:
        usage_error("--side or --option", str(error))
    series = Series(
        bots=specs or ("greedy" if solo else "random",) * (1 if solo else players or 2),
        games=games,
        seed=seed,
        solo=solo,
        options=options,
        edition=None if edition is None else str(edition),
        out=out,
        states=states,
        legal=legal,
    )
    _check_options(series, players, force)
    results: list[GameResult] = []
    try:
        with closing(play_series(series, make, jobs)) as playing:
            for result in progress(playing, series.games):
                results.append(result)  # noqa: PERF402 - after Ctrl-C the results so far are used
    except (KeyboardInterrupt, BrokenExecutor, BotError, BotSpecError, OSError) as error:
        records_note = f"; their records are in {out}" if out is not None else ""
        typer.echo(f"Stopped after {len(results)} of {games} games{records_note}.", err=True)
        if isinstance(error, KeyboardInterrupt):
            raise typer.Exit(INTERRUPTED) from None
        is_ended = isinstance(error, BrokenExecutor)
        reason = "Another program ended one of the processes." if is_ended else str(error)
        exit_with(printable(reason), 1)
    summary = summarise(series, sorted(results, key=lambda result: result.game))
    if as_json:
        typer.echo(json.dumps(summary, indent=1))
    else:
        _print(series, summary)


def _check_options(series: Series, players: int | None, force: bool) -> None:
    if series.out is None and (series.states or series.legal):
        reason = "these options need records: name a folder with --out"
        usage_error("--states or --legal", reason)
    seats = len(series.bots)
    if series.solo and players is not None:
        usage_error("--players", "a solo game has one player")
    seat_count = 1 if series.solo else players or 2
    if seats != seat_count:
        fix = "name one bot for each seat, with commas between"
        usage_error("--bots", f"{seats} bot(s) for {seat_count} seat(s): {fix}")
    try:
        series.header(load_edition(series.edition, own_id=True))
        for seat, spec in enumerate(series.bots):
            make(spec, series.seed, seat)
    except BotSpecError as error:
        usage_error("--bots", str(error))
    except (EditionError, HeaderError) as error:
        exit_with(str(error), 2)
    if series.out is not None:
        try:
            series.out.mkdir(parents=True, exist_ok=True)
            probe = series.out / ".writable"
            probe.touch()
            probe.unlink()
        except OSError as error:
            usage_error("--out", f"{series.out} cannot be written: {error.strerror}")
        existing = [path for game in range(series.games) if (path := series.path(game)).exists()]
        if existing and not force:
            usage_error("--out", f"{existing[0]} exists already; use another folder or --force")


def summarise(series: Series, results: list[GameResult]) -> dict[str, object]:
    """Return the results of the games for the JSON output.

    ``seconds`` is the playing time of all processes together, without start-up and recording, so
    ``decisions_per_second`` is the speed of one process.  A shared win counts as a fraction for
    each seat.  A game that the cap ended has the totals of its last position; the leader has won,
    and a tie has no winner.
    """
    seats = range(len(results[0].totals))
    decisions = sum(result.decisions for result in results)
    seconds = sum(result.seconds for result in results)
    return {
        "games": len(results),
        "decisions": decisions,
        "forced": sum(result.forced for result in results),
        "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds),
        "engine": engine_build().split()[0],
        "turns": sum(result.turns for result in results),
        "capped": sum(result.capped for result in results),
        "bots": list(series.bots),
        "seed": series.seed,
        "totals_by_seat": [
            mean_and_quartiles([result.totals[seat] for result in results]) for seat in seats
        ],
        "wins_by_seat": [
            round(sum(_win_share(result, seat) for result in results), 6) for seat in seats
        ],
        "hash": fingerprint(results),
    }


def mean_and_quartiles(values: list[int]) -> dict[str, float]:
    first, median, third = quantiles(values, method="inclusive") if values[1:] else values * 3
    return {"mean": round(mean(values), 3), "q1": first, "median": median, "q3": third}


def _win_share(result: GameResult, seat: int) -> float:
    return 1 / len(result.winners) if seat in result.winners else 0.0


def _seat_labels(series: Series) -> list[str]:
    """Return the color and bot of each seat; bots of the same kind get numbers, as in a game."""
    from redcathedral.text import Narrator, Term
    from redcathedral.text.names import TablePlayer, plain_names

    narrator, names = Narrator(), seat_names(series)
    players = [TablePlayer(COLOURS[seat], bot=bot) for seat, bot in enumerate(series.bots)]
    for seat, name in enumerate(plain_names(players)):
        if isinstance(name, Term) and name.id == "bot.numbered":
            names[seat] += f" ({narrator.say(name)})"
    return names


def _print(series: Series, summary: dict[str, object]) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"{count_of(series.games, 'game')} from seed {series.seed}"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("seat")
    for heading in ("wins", "mean", "quartiles"):
        table.add_column(heading, justify="right")
    totals, wins = summary["totals_by_seat"], summary["wins_by_seat"]
    assert isinstance(totals, list)
    assert isinstance(wins, list)
    for name, total, won in zip(_seat_labels(series), totals, wins, strict=True):
        quartiles = f"{total['q1']:g} {total['median']:g} {total['q3']:g}"
        table.add_row(name, f"{won:g}", f"{total['mean']:.1f}", quartiles)
    capped = summary["capped"]
    assert isinstance(capped, int)
    console = Console(highlight=False)
    console.print(table)
    console.print(
        f"{summary['decisions']} decisions, {summary['forced']} of them forced, "
        f"in {summary['turns']} turns; {count_of(capped, 'game')} ended by the cap.\n"
        f"{summary['decisions_per_second']} decisions a second, engine: {summary['engine']}."
    )
    if series.out is not None:
        console.print(f"Records: {series.out}")
