"""``python -m tools.random_boxes``: count the random boxes in which each finding holds."""

from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError
from redcathedral.cli.arguments import Jobs, check_bot, process_count
from redcathedral.cli.messages import report_failures
from redcathedral.lab.arena.games_file import ResultsError
from tools.command import command_app
from tools.random_boxes.measure import box_settings, measure_boxes, tally
from tools.random_boxes.statements import STATEMENTS

BOT: Final = "master:nodes=300,replies=0"  # ten times as fast as the architect


def random_boxes(
    bot: Annotated[str, typer.Option(help="Bot in all seats.")] = BOT,
    boxes: Annotated[int, typer.Option(min=1, max=10_000, help="Random boxes.")] = 100,
    games: Annotated[int, typer.Option(min=1, max=10_000, help="Games of each mode.")] = 50,
    jobs: Jobs = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the figures.")] = Path(
        "statistics-games/boxes"
    ),
) -> None:
    """Count the random boxes in which each finding of the statistics holds.

    A bot plays itself in each box.  `python -m tools.game_statistics` adds the result to its page
    if it is in the folder `boxes` there.  After a stop, the same command continues, also with more
    boxes.

    Example: python -m tools.random_boxes --boxes 20
    """
    check_bot(bot, "--bot")
    settings = box_settings(bot, games)
    with report_failures(ResultsError, BotSpecError):
        results = measure_boxes(settings, boxes, out, process_count(jobs))
    for number, statement in enumerate(STATEMENTS):
        measured, holds, undecided = tally(results, number)
        typer.echo(f"{holds} of {measured} boxes, {undecided} undecided: {statement.text}")


app: Final = command_app(random_boxes)

if __name__ == "__main__":
    app(prog_name="python -m tools.random_boxes")
