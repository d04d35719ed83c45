"""``redcathedral replay``: check recorded games against the rules."""

import json
from pathlib import Path
from typing import Annotated

import typer

from redcathedral.box.quoting import printable
from redcathedral.cli.arguments import AsJson, RecordEditions, load_editions
from redcathedral.cli.messages import DISAGREES, UNREADABLE, progress, usage_error, warn
from redcathedral.record.replay import replay as replay_record
from redcathedral.record.report import RecordError, Replay


def replay(
    files: Annotated[list[Path], typer.Argument(help="Records: .rcg or .rcg.gz files.")],
    check: Annotated[
        bool, typer.Option("--check", help="Compare all `legal` and `state` lines too.")
    ] = False,
    excepted: Annotated[
        list[str] | None,
        typer.Option("--except", metavar="FILE:LINE", help="Ignore this line; repeatable."),
    ] = None,
    edition: RecordEditions = None,
    as_json: AsJson = False,
) -> None:
    """Replay recorded games: check every decision and the result.

    The exit status is 0 if all files agree with the rules, 1 if a readable file disagrees, and 2 if
    a file cannot be read or the usage is wrong. The command never changes the files.
    """
    exceptions = _ignored_lines(excepted or [], files)
    editions = load_editions(edition or [])
    replays = (replay_record(file, check, exceptions.get(file, ()), editions) for file in files)
    reports = list(progress(replays, len(files)))
    if as_json:
        typer.echo(json.dumps([report_json(report) for report in reports], indent=1))
    else:
        for report in reports:
            print_report(report)
        _print_summary(reports)
    _print_unused_exceptions(reports, exceptions)
    exit_for_problems(reports)


def _ignored_lines(texts: list[str], files: list[Path]) -> dict[Path, set[int]]:
    """Return the lines to ignore by file, which can be named without its folder."""
    result: dict[Path, set[int]] = {}
    for text in texts:
        name, _, line = text.rpartition(":")
        if not name or not (line.isascii() and line.isdigit()) or len(line) > 9:
            usage_error("--except", f"{text!r} is not FILE:LINE, such as game.rcg:17")
        matching = [file for file in files if file == Path(name)]
        matching = matching or [file for file in files if file.name == name]
        if not matching:
            usage_error("--except", f"{name!r} is not one of the files to replay")
        for file in matching:
            result.setdefault(file, set()).add(int(line))
    return result


def exit_for_problems(reports: list[Replay]) -> None:
    if any(report.problems for report in reports):
        is_unreadable = any(report.is_unreadable for report in reports)
        raise typer.Exit(UNREADABLE if is_unreadable else DISAGREES)


def print_report(report: Replay) -> None:
    warn(report.warnings)
    for problem in report.excepted:
        typer.echo(f"{printable(problem.headline)} (excepted)")
    for problem in report.problems:
        for line in (problem.headline, *(f"  {detail}" for detail in problem.details)):
            typer.echo(printable(line), err=True)
    if not report.problems:
        status = "ok" if report.is_complete else "followed up to the excepted line"
        ending = report.record.ending.value if report.record else "not begun"
        counts = f"{report.decisions} decisions in {report.turns} turns"
        typer.echo(f"{printable(report.file)}: {status}, {counts}, {ending}")


def _print_summary(reports: list[Replay]) -> None:
    problem_count = sum(bool(report.problems) for report in reports)
    if len(reports) > 1 or problem_count:
        ok_count = len(reports) - problem_count
        line = f"{ok_count} of {len(reports)} files agree with the rules"
        typer.echo(line, err=bool(problem_count))


def _print_unused_exceptions(reports: list[Replay], exceptions: dict[Path, set[int]]) -> None:
    for file, lines in exceptions.items():
        used_lines = {
            problem.line
            for report in reports
            if report.file == str(file)
            for problem in report.excepted
        }
        for line in sorted(lines - used_lines):
            typer.echo(f"note: --except {file}:{line} was not needed", err=True)


def report_json(report: Replay) -> dict[str, object]:
    status = "ok"
    if report.problems:
        status = "unreadable" if report.is_unreadable else "disagrees"
    return {
        "file": report.file,
        "status": status,
        "ending": report.record.ending.value if report.record else None,
        "decisions": report.decisions,
        "turns": report.turns,
        "whole": report.is_complete,
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
