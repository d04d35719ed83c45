"""``python -m tools.game_statistics``: let one bot play in all modes, and calculate statistics."""

from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.ai.bots import BotSpecError, make
from redcathedral.ai.bots.levels import bot_spec
from redcathedral.box import load_edition
from redcathedral.cli.arguments import AsJson, FirstSeed, Jobs, check_bot, process_count
from redcathedral.cli.messages import progress, report_failures
from redcathedral.cli.output import ascii_json
from redcathedral.files import json_text, write_text
from redcathedral.lab.arena.games_file import ResultsError
from redcathedral.lab.arena.survey import MODES
from redcathedral.lab.arena.thinking_time import ThinkingTime
from redcathedral.lab.arena.tournament import play_missing
from redcathedral.play.process_pool import run_jobs
from tools.command import command_app
from tools.game_statistics.figures import STATISTICS, build_statistics
from tools.game_statistics.outliers import OutlierReport, find_outliers
from tools.game_statistics.page import boxes_section, page, worth_svg
from tools.game_statistics.survey import (
    SURVEY_FORMAT,
    SurveyGame,
    SurveySettings,
    make_survey_worker,
)
from tools.publish_option import Publish
from tools.random_boxes.measure import figures_of, read_boxes

BOT: Final = "architect"  # the strongest level that plays a turn in 5 ms
PAGE_FILE: Final = "statistics.md"
BOXES: Final = "boxes"  # the folder of ``tools.random_boxes`` in that of the statistics


def statistics(
    bot: Annotated[str, typer.Option(help="Bot in all seats.")] = BOT,
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="Games of each mode.")] = 1000,
    seed: FirstSeed = 1,
    jobs: Jobs = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for games and figures.")] = Path(
        "statistics-games"
    ),
    publish: Publish = None,
    as_json: AsJson = False,
) -> None:
    """Let a bot play itself in all modes; report what happens.

    For two, three and four players and for one against Ivan, with either side of the workshops, it
    reports totals, lengths, seats, and the worth of cards, tiles and plans, with intervals.
    `games.jsonl` has a line for each game, `statistics.json` the figures and what looks wrong in
    the edition.  The page includes the figures of `python -m tools.random_boxes`, if they are in
    the folder `boxes` there.  After a stop, the same command continues, also with more games.

    Example: python -m tools.game_statistics --games 100
    """
    edition = load_edition()
    check_bot(bot, "--bot")
    settings = SurveySettings(
        SURVEY_FORMAT.schema, edition.id, edition.hash, bot, bot_spec(bot), seed
    )
    with report_failures(ResultsError, BotSpecError):
        if publish is not None:
            _check_writable(publish)
        boxes = read_boxes(out / BOXES)
        survey, thinking_time = _play_survey(settings, games, out, process_count(jobs))
        statistics = build_statistics(settings, survey, edition)
        report = OutlierReport(statistics, find_outliers(statistics))
        write_text(out / STATISTICS, json_text(report))
        section = boxes_section(*boxes, figures_of(survey, edition)) if boxes else ""
        command = f"python -m tools.game_statistics --bot {bot} --games {games} --seed {seed}"
        for path in filter(None, (out / PAGE_FILE, publish)):
            image = worth_svg(report, edition)
            image_path = path.with_suffix(".svg")
            if image is not None:
                write_text(image_path, image)
            write_text(path, page(report, edition, command, image and image_path.name, section))
    if as_json:
        typer.echo(ascii_json(json_text(report)), nl=False)
        return
    if thinking_time.turns:
        mean_ms = 1000 * thinking_time.seconds / thinking_time.turns
        longest_ms = 1000 * thinking_time.longest
        typer.echo(f"{bot}: {mean_ms:.1f} ms a turn, {longest_ms:.1f} at most")
    typer.echo(f"Page: {publish or out / PAGE_FILE}, figures: {out / STATISTICS}")


def _check_writable(path: Path) -> None:
    """Raise OSError if the file cannot be written."""
    is_new = not path.exists()
    path.open("ab").close()
    if is_new:
        path.unlink()


def _play_survey(
    settings: SurveySettings, games: int, out: Path, jobs: int
) -> tuple[list[SurveyGame], ThinkingTime]:
    with SURVEY_FORMAT.resume(out, settings) as results:
        thinking_times = play_missing(
            results,
            settings.fixtures(games),
            partial(make_survey_worker, settings.spec, make),
            partial(run_jobs, processes=jobs),
            replayed=settings.sample(len(results.games)),
            group=(len(MODES), "mode"),
            bot_names=lambda _: repeat(settings.bot),
            progress=progress,
        )
        return results.games, thinking_times.get(settings.bot, ThinkingTime())


app: Final = command_app(statistics)

if __name__ == "__main__":
    app(prog_name="python -m tools.game_statistics")
