"""``redcathedral analyse``: a recorded game turn by turn, its mistakes and its luck."""

import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from redcathedral.ai.analysis import analyse as work_out
from redcathedral.ai.analysis.judge import DEEP, QUICK, Effort
from redcathedral.ai.analysis.report import Turn, to_json
from redcathedral.ai.analysis.review import TOP
from redcathedral.ai.weights.file import OtherEdition, Weights, WeightsError, load, packaged, remark
from redcathedral.box.quoting import printable
from redcathedral.box.vocabulary import COLOURS
from redcathedral.cli.arguments import (
    AsJson,
    LanguageOption,
    RecordEditions,
    RecordFile,
    load_editions,
    words_in,
    writes,
)
from redcathedral.cli.messages import INTERRUPTED, UNREADABLE, counted, progress, refuse, stop, warn
from redcathedral.cli.output import ascii_json
from redcathedral.cli.replay import end, print_report
from redcathedral.files import write_text
from redcathedral.record.game_record import Record
from redcathedral.record.replay import replay
from redcathedral.text.analysed import AnalysisWords
from redcathedral.text.names import given_names, sitters_of


def analyse(
    file: RecordFile,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write report, JSON and a picture of the chances there."),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="COLOUR", help="Tell only the turns of this seat; repeatable."),
    ] = None,
    deep: Annotated[
        bool, typer.Option("--deep", help="Judge more surely, in minutes instead of seconds.")
    ] = False,
    rollouts: Annotated[
        int | None,
        typer.Option(min=2, help="How often each position is played on, instead of the usual."),
    ] = None,
    top: Annotated[
        int, typer.Option(min=1, max=20, help="How many of the best turns the JSON has.")
    ] = TOP,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Judge by these weights.")
    ] = None,
    edition: RecordEditions = None,
    language: LanguageOption = None,
    as_json: AsJson = False,
) -> None:
    """Find where a recorded game was won: mistakes and luck.

    The report lists the chances of each seat after every turn.  An unfinished game is analyzed up
    to its last turn, and a record with an illegal line up to that line.  The exit status is that of
    `replay`.

    Example: redcathedral analyse evening.rcg --seat red --out evening
    """
    words = words_in(language)
    report = replay(file, check=False, extra_editions=load_editions(edition or []))
    if report.problems:
        print_report(report)
    else:
        warn(report.warnings)
    record = report.record
    if record is None:
        raise typer.Exit(UNREADABLE)
    seats = _seats(record, seat or [])
    used = _weights(weights, record)
    if out is not None:
        with writes("--out", out):  # that it cannot be is better told before the work
            out.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OtherEdition)  # told already
        done: list[Turn] = []
        try:
            analysis = work_out(
                record,
                effort=_effort(deep, rollouts),
                top=top,
                weights=used,
                watch=lambda turns: _counted(progress(turns, report.turns, "turn"), done),
            )
        except KeyboardInterrupt:
            turns = counted(report.turns, "turn")
            stop(f"Stopped after {len(done)} of {turns}. Nothing was written.", INTERRUPTED)
    if as_json:
        typer.echo(ascii_json(to_json(analysis)), nl=False)
    if out is not None or not as_json:
        name = file.name.removesuffix(".gz").removesuffix(".rcg")
        names = given_names(sitters_of(record.header))
        teller = AnalysisWords(words, name, record, analysis, names)
        lines = [printable(line) for line in teller.lines(seats)]
        if not as_json:
            typer.echo("\n".join(lines))
        if out is not None:
            with writes("--out", out):
                write_text(out / f"{name}.txt", "\n".join(lines) + "\n")
                write_text(out / f"{name}.json", to_json(analysis))
                write_text(out / f"{name}.svg", teller.picture())
    end([report])


def _counted(turns: Iterator[Turn], done: list[Turn]) -> Iterator[Turn]:
    for turn in turns:
        done.append(turn)
        yield turn


def _effort(deep: bool, rollouts: int | None) -> Effort:
    usual = DEEP if deep else QUICK
    if rollouts is None:
        return usual
    return replace(usual, rollouts=rollouts, screen=min(usual.screen, rollouts))


def _seats(record: Record, wanted: Sequence[str]) -> list[int]:
    there = [COLOURS[colour] for colour in record.header.colours]
    for colour in wanted:
        if colour not in there:
            reason = f"{colour!r} is no seat of this game; its seats are {', '.join(there)}"
            refuse("--seat", reason)
    return [seat for seat, colour in enumerate(there) if not wanted or colour in wanted]


def _weights(file: Path | None, record: Record) -> Weights:
    name = "weights.bin" if file is None else str(file)
    try:
        used = packaged() if file is None else load(file)
        said = remark(used, record.components.edition, name)
    except WeightsError as error:
        stop(printable(str(error)), UNREADABLE)
    warn([said] if said else [])
    return used
