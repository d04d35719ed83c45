"""``redcathedral analyse``: analyze a recorded game turn by turn, its mistakes and its luck."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from redcathedral.ai.analysis import analyse as run_analysis
from redcathedral.ai.analysis.judge import DEEP, QUICK, JudgeBudget
from redcathedral.ai.analysis.report import Turn, to_json
from redcathedral.ai.analysis.review import BEST_COUNT
from redcathedral.ai.analysis.story import story_of
from redcathedral.ai.weights import file as weights_file
from redcathedral.box.quoting import printable
from redcathedral.box.vocabulary import COLOURS
from redcathedral.cli import arguments, messages
from redcathedral.cli.output import ascii_json
from redcathedral.cli.replay import exit_for_problems, print_report
from redcathedral.files import write_text
from redcathedral.record.game_record import Record
from redcathedral.record.replay import replay
from redcathedral.text.analysis import AnalysisNarrator
from redcathedral.text.names import given_names, seat_names, table_players
from redcathedral.text.story import StoryNarrator


def analyse(
    file: arguments.RecordFile,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write a report, JSON and a chart of the chances to this folder."
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="COLOUR", help="Report only the turns of this seat; repeatable."),
    ] = None,
    deep: Annotated[
        bool,
        typer.Option("--deep", help="Evaluate as precisely as the page, in minutes, not seconds."),
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Print every turn and all sums, with their errors.")
    ] = False,
    rollouts: Annotated[
        int | None,
        typer.Option(
            min=2, help="The number of rollouts of each position, instead of the default."
        ),
    ] = None,
    top: Annotated[
        int, typer.Option(min=1, max=20, help="The number of best turns in the JSON.")
    ] = BEST_COUNT,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Evaluate with these weights.")
    ] = None,
    edition: arguments.RecordEditions = None,
    language: arguments.LanguageOption = None,
    as_json: arguments.AsJson = False,
) -> None:
    """Find where a recorded game was won: mistakes and luck.

    It prints the costly mistakes of each seat, its luck, and the three greatest mistakes with the
    better turns; `--full` and the report of `--out` have the chances after every turn.  An
    unfinished game is analyzed up to its last turn, and a record with an illegal line up to that
    line.  The exit status is that of `replay`.

    Example: redcathedral analyse evening.rcg --seat red --out evening
    """
    narrator = arguments.narrator_for(language)
    report = replay(file, check=False, extra_editions=arguments.load_editions(edition or []))
    if report.problems:
        print_report(report)
    else:
        messages.warn(report.warnings)
    record = report.record
    if record is None:
        raise typer.Exit(messages.UNREADABLE)
    seats = _seats(record, seat or [])
    used_weights = _load_weights(weights)
    if out is not None:
        with arguments.refuse_unwritable("--out", out):  # report a problem before the long analysis
            out.mkdir(parents=True, exist_ok=True)
    judged_turns: list[Turn] = []
    try:
        analysis = run_analysis(
            record,
            budget=_budget(deep, rollouts),
            top=top,
            weights=used_weights,
            observe=lambda turns: _collect(
                messages.progress(turns, report.turns, "turn"), judged_turns
            ),
        )
    except KeyboardInterrupt:
        turns = messages.count_of(report.turns, "turn")
        reason = f"Stopped after {len(judged_turns)} of {turns}. Nothing was written."
        messages.exit_with(reason, messages.INTERRUPTED)
    if as_json:
        typer.echo(ascii_json(to_json(analysis)), nl=False)
    if out is not None or not as_json:
        name = file.name.removesuffix(".gz").removesuffix(".rcg")
        players = table_players(record.header)
        report_text = AnalysisNarrator(narrator, name, record, analysis, given_names(players))
        lines, ledger = report_text.head(), []
        if analysis.turns:
            effort = "other" if weights or rollouts else "deep" if deep else "quick"
            used_rollouts = analysis.budget.rollouts
            lines.append(narrator.text("analysis.effort", effort=effort, rollouts=used_rollouts))
            story = story_of(analysis.turns)
            story_text = StoryNarrator(
                narrator, report_text.transcript, story, seat_names(players), has_luck=deep
            )
            lines += story_text.lines(seats, f"redcathedral show {file} --at")
            ledger = report_text.ledger(seats)
        lines, ledger = ([printable(line) for line in part] for part in (lines, ledger))
        if not as_json:
            typer.echo("\n".join(lines + ledger if full else lines))
        if out is not None:
            with arguments.refuse_unwritable("--out", out):
                write_text(out / f"{name}.txt", "\n".join(lines + ledger) + "\n")
                write_text(out / f"{name}.json", to_json(analysis))
                write_text(out / f"{name}.svg", report_text.picture())
    exit_for_problems([report])


def _collect(turns: Iterator[Turn], collection: list[Turn]) -> Iterator[Turn]:
    for turn in turns:
        collection.append(turn)
        yield turn


def _budget(deep: bool, rollouts: int | None) -> JudgeBudget:
    default = DEEP if deep else QUICK
    if rollouts is None:
        return default
    return replace(default, rollouts=rollouts, screen=min(default.screen, rollouts))


def _seats(record: Record, selected: Sequence[str]) -> list[int]:
    colors = [COLOURS[colour] for colour in record.header.colours]
    for colour in selected:
        if colour not in colors:
            reason = f"{colour!r} is not a seat of this game; its seats are {', '.join(colors)}"
            messages.usage_error("--seat", reason)
    return [seat for seat, colour in enumerate(colors) if not selected or colour in selected]


def _load_weights(file: Path | None) -> weights_file.Weights:
    try:
        return weights_file.packaged() if file is None else weights_file.load(file)
    except weights_file.WeightsError as error:
        messages.exit_with(printable(str(error)), messages.UNREADABLE)
