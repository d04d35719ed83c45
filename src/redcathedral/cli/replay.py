"""``redcathedral replay``: records followed move by move, and what the rules see differently."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.box import Edition, EditionError, load_edition
from redcathedral.box.quoting import printable
from redcathedral.record.problem import RecordError
from redcathedral.record.replay import Replay
from redcathedral.record.replay import replay as follow

UNREADABLE: Final = 2
DISAGREES: Final = 1
MANY: Final = 5  # files from which a progress bar is worth it


def replay(
    files: Annotated[list[Path], typer.Argument(help="Records: .rcg or .rcg.gz files.")],
    check: Annotated[
        bool,
        typer.Option("--check", help="Compare all `legal` and `state` lines too."),
    ] = False,
    excepted: Annotated[
        list[str] | None,
        typer.Option("--except", metavar="FILE:LINE", help="Leave this line out; repeatable."),
    ] = None,
    edition: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="An edition that records name; repeatable."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for a program.")] = False,
) -> None:
    """Replay recorded games: whether every decision is legal, and the result right.

    Exit status 0 when all files agree with the rules, 1 when one that can be read disagrees,
    2 when one cannot be read or the usage is wrong. The files themselves are never changed.
    """
    exceptions = _exceptions(excepted or [], files)
    given = load_editions(edition or [])
    reports = [
        follow(file, check, exceptions.get(file, ()), given) for file in _progress(files, as_json)
    ]
    if as_json:
        typer.echo(json.dumps([report_json(report) for report in reports], indent=1))
    else:
        for report in reports:
            print_report(report)
        _summary(reports)
    _idle(reports, exceptions)
    if any(report.is_unreadable for report in reports):
        raise typer.Exit(UNREADABLE)
    if any(report.problems for report in reports):
        raise typer.Exit(DISAGREES)


def load_editions(files: Iterable[Path], *, own_id: bool = False) -> list[Edition]:
    """The editions of these files; says what is wrong with one and ends with status 2.

    ``own_id`` is for new games, as for ``load_edition``.
    """
    result = []
    for file in files:
        try:
            result.append(load_edition(file, own_id=own_id))
        except EditionError as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(UNREADABLE) from None
    return result


def _exceptions(texts: list[str], files: list[Path]) -> dict[Path, set[int]]:
    """The lines to leave out, by file; a file may be named by its last part alone."""
    result: dict[Path, set[int]] = {}
    for text in texts:
        name, _, line = text.rpartition(":")
        if not name or not (line.isascii() and line.isdigit()) or len(line) > 9:
            reason = f"{text!r} is not FILE:LINE, such as game.rcg:17"
            raise typer.BadParameter(reason, param_hint="--except")
        named = [file for file in files if file == Path(name)]
        named = named or [file for file in files if file.name == name]
        if not named:
            reason = f"{name!r} is none of the files to replay"
            raise typer.BadParameter(reason, param_hint="--except")
        for file in named:
            result.setdefault(file, set()).add(int(line))
    return result


def _progress(files: list[Path], as_json: bool) -> Iterator[Path]:
    """The files, with a progress bar when there are many and somebody watches."""
    if as_json or len(files) < MANY or not sys.stderr.isatty():
        yield from files
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(files, description="replaying")


def print_report(report: Replay) -> None:
    """What replaying one file came to: a line when it agrees, else every disagreement."""
    for warning in report.warnings:
        typer.echo(f"warning: {printable(warning)}", err=True)
    for problem in report.excepted:
        typer.echo(f"{printable(problem.headline)} (excepted)")
    for problem in report.problems:
        for line in (problem.headline, *(f"  {detail}" for detail in problem.details)):
            typer.echo(printable(line), err=True)
    if not report.problems:
        ok = "ok" if report.whole else "followed up to the excepted line"
        typer.echo(f"{printable(report.file)}: {ok}, {_counts(report)}")


def _counts(report: Replay) -> str:
    ending = report.record.ending.value if report.record else "not begun"
    return f"{report.decisions} decisions in {report.turns} turns, {ending}"


def _summary(reports: list[Replay]) -> None:
    wrong = sum(bool(report.problems) for report in reports)
    if len(reports) > 1 or wrong:
        agree = len(reports) - wrong
        typer.echo(f"{agree} of {len(reports)} files agree with the rules", err=bool(wrong))


def _idle(reports: list[Replay], exceptions: dict[Path, set[int]]) -> None:
    """Say which exceptions nothing was found for."""
    for file, lines in exceptions.items():
        found = {
            problem.line
            for report in reports
            if report.file == str(file)
            for problem in report.excepted
        }
        for line in sorted(lines - found):
            typer.echo(f"note: --except {file}:{line} was not needed", err=True)


def report_json(report: Replay) -> dict[str, object]:
    """A report for a program to read."""
    status = "ok"
    if report.problems:
        status = "unreadable" if report.is_unreadable else "disagrees"
    return {
        "file": report.file,
        "status": status,
        "ending": report.record.ending.value if report.record else None,
        "decisions": report.decisions,
        "turns": report.turns,
        "whole": report.whole,
        "problems": [_problem_json(problem) for problem in report.problems],
        "excepted": [_problem_json(problem) for problem in report.excepted],
        "warnings": report.warnings,
    }


def _problem_json(problem: RecordError) -> dict[str, object]:
    return {
        "line": problem.line,
        "read": problem.read,
        "reason": problem.reason,
        "fix": problem.fix,
        "legal": problem.legal,
        "differences": [difference._asdict() for difference in problem.paths],
    }
