"""``redcathedral show``: show the header of a recorded game, and its position at any moment."""

import json
from typing import Annotated, Final, NamedTuple

import typer
from msgspec import to_builtins

from redcathedral.box.quoting import printable
from redcathedral.cli import arguments
from redcathedral.cli.messages import UNREADABLE, usage_error
from redcathedral.cli.replay import exit_for_problems, print_report
from redcathedral.engine import rules
from redcathedral.engine.phases import ROLL
from redcathedral.engine.state import State
from redcathedral.record.game_record import Record, score_lines
from redcathedral.record.header import option_lines
from redcathedral.record.notation import decision_text
from redcathedral.record.outcome import outcome_text, steps_due
from redcathedral.record.position import position_of
from redcathedral.record.replay import replay
from redcathedral.record.setup_code import setup_code_of
from redcathedral.text import Narrator, position
from redcathedral.text.names import given_names, table_players

CONTEXT: Final = 5  # decisions listed before and after the moment


class Entry(NamedTuple):
    """A line of the game: a decision with its number from 1, or chance outcomes after it."""

    decision: int  # for chance outcomes, the number of the decision before them
    is_chance: bool
    colour: str
    text: str


def show(
    file: arguments.RecordFile,
    at: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help="Show the position after this number of decisions.",
            show_default="all",
        ),
    ] = None,
    edition: arguments.RecordEditions = None,
    language: arguments.LanguageOption = None,
    as_json: arguments.AsJson = False,
) -> None:
    """Show a recorded game: its header, moves and a position.

    It shows the moves around a moment.  If a line of the record is illegal, the game is shown up to
    that line.  The exit status is that of `replay`.
    """
    narrator = arguments.narrator_for(language)
    report = replay(file, check=False, extra_editions=arguments.load_editions(edition or []))
    record = report.record
    if report.problems or report.warnings:
        print_report(report)
    if record is None:
        raise typer.Exit(UNREADABLE)
    if at is not None and at > report.decisions:
        usage_error(
            "--at", f"the game has {report.decisions} decisions; name 0 to {report.decisions}"
        )
    moment = report.decisions if at is None else at
    state = record.walk(record.steps_to(moment)).state
    if as_json:
        typer.echo(json.dumps(moment_json(record, state, moment, report.decisions), indent=1))
    else:
        for line in moment_lines(narrator, record, state, moment, report.decisions):
            typer.echo(printable(line))
    exit_for_problems([report])


def moment_lines(
    narrator: Narrator, record: Record, state: State, moment: int, decisions: int
) -> list[str]:
    near = [entry for entry in entries(record) if abs(entry.decision - moment) <= CONTEXT]
    before = [entry for entry in near if entry.decision <= moment]
    after = [entry for entry in near if entry.decision > moment]
    return [
        *record.header.lines()[1:],
        *([] if (code := setup_code_of(record)) is None else [f"set-up code: {code}"]),
        "",
        *map(_entry_line, before),
        f"After {moment} of {decisions} decisions:",
        *narrator.lines(position.all_lines(state, given_names(table_players(record.header)))),
        *(["Next decisions:"] if after else []),
        *map(_entry_line, after),
    ]


def _entry_line(entry: Entry) -> str:
    number = "" if entry.is_chance else str(entry.decision)
    return f"{number:>5} {entry.colour:6} {entry.text}"


def entries(record: Record) -> list[Entry]:
    result: list[Entry] = []
    is_set_up = record.start is not None
    decision_count = 0
    skipped = 0  # chance outcomes that the previous line includes
    for step, _, state, decision in record.moments():
        is_set_up = is_set_up or state.phase >= ROLL
        if not is_set_up:
            continue
        colour = state.setting.colour(state.seat)
        if skipped:
            skipped -= 1
        elif state.is_chance:
            due = steps_due(state)
            text = outcome_text(state, record.steps[step : step + due])
            result.append(Entry(decision_count, True, colour, text))
            skipped = due - 1
        else:
            decision_count += 1
            result.append(Entry(decision_count, False, colour, decision_text(decision)))
    return result


def moment_json(record: Record, state: State, moment: int, decisions: int) -> dict[str, object]:
    header = record.header
    colours = [state.setting.colour(seat) for seat in range(len(header.colours))]
    return {
        "edition": header.edition,
        "options": [line.split()[1:] for line in option_lines(header.options, header.colours)],
        "seats": [
            {"colour": colour, "text": header.seats[seat].text if seat < len(header.seats) else ""}
            for seat, colour in enumerate(colours)
        ],
        "ivan": colours[-1] if header.ivan is not None else None,
        "setup_code": setup_code_of(record),
        "ending": record.ending.value,
        "decisions": decisions,
        "at": moment,
        "turn": int(state.turn) + 1,
        "is_over": state.is_over,
        "position": to_builtins(position_of(state)),
        "legal": [decision_text(number) for number in rules.legal(state)],
        "scores": [line.split()[2:] for line in score_lines(state)],
    }
