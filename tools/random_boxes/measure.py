"""Play games in random boxes, and count the boxes in which each statement holds."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from redcathedral.ai.bots import make
from redcathedral.box import Edition, load_edition
from redcathedral.cli.messages import progress
from redcathedral.engine.components import Components
from redcathedral.envs.random_edition import random_edition
from redcathedral.lab.arena import games_file
from redcathedral.lab.arena.estimate import Estimate
from redcathedral.play.process_pool import in_order, run_jobs
from tools.game_statistics.survey import (
    SURVEY_FORMAT,
    SurveyGame,
    SurveySettings,
    make_survey_worker,
)
from tools.random_boxes.statements import STATEMENTS, PlayedGames

FIRST_BOX: Final = 10_000  # the bots were trained with boxes of smaller numbers
SEEDS_PER_BOX: Final = 100_000
SCHEMA: Final = 1  # version of the lines


class BoxSettings(games_file.CommonSettings, frozen=True, forbid_unknown_fields=True):
    """The settings of all boxes: the bot, the games of each mode, and the ids of the statements.

    The boxes have the printed rows of ``edition``.
    """

    bot: str
    games: int
    statements: list[str]


class BoxFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of one box, in the order of the statements."""

    box: int
    figures: list[Estimate | None]


class Tally(NamedTuple):
    """The number of boxes with a figure, those where it is positive, and those where it is open."""

    measured: int
    holds: int
    undecided: int


def _first_mismatch(_: BoxSettings, boxes: Sequence[BoxFigures]) -> tuple[int, str] | None:
    for index, figures in enumerate(boxes):
        if figures.box != FIRST_BOX + index:
            return index, f"box {FIRST_BOX + index}"
    return None


BOX_FORMAT: Final = games_file.GamesFileFormat(BoxSettings, BoxFigures, SCHEMA, _first_mismatch)


def box_settings(bot: str, games: int) -> BoxSettings:
    """Return the settings of a measurement with the statements of this program."""
    edition = load_edition()
    ids = [statement.id for statement in STATEMENTS]
    return BoxSettings(SCHEMA, edition.id, edition.hash, bot, games, ids)


def figures_of(games: Iterable[SurveyGame], edition: Edition) -> list[Estimate | None]:
    """Return the figure of each statement in games with one edition."""
    played = PlayedGames(games, edition)
    return [statement.measure(played) for statement in STATEMENTS]


def make_box_worker(bot: str, games: int) -> Callable[[int], tuple[int, BoxFigures]]:
    """Return a function that plays the games of one box."""

    def play_box(number: int) -> tuple[int, BoxFigures]:
        edition = random_edition(number)
        play = make_survey_worker(bot, make, Components(edition))
        settings = SurveySettings(
            SURVEY_FORMAT.schema, edition.id, edition.hash, bot, bot, number * SEEDS_PER_BOX
        )
        played = [play((0, fixture)).game for fixture in settings.fixtures(games)]
        return number, BoxFigures(number, figures_of(played, edition))

    return play_box


def measure_boxes(settings: BoxSettings, boxes: int, out: Path, jobs: int) -> list[BoxFigures]:
    """Return the figures of all boxes, and store those that the folder lacks.

    Raises ResultsError if the folder has other boxes.
    """
    with BOX_FORMAT.resume(out, settings) as results:
        first = FIRST_BOX + len(results.games)
        numbers = range(first, FIRST_BOX + boxes)
        make_worker = partial(make_box_worker, settings.bot, settings.games)
        with closing(run_jobs(make_worker, numbers, jobs)) as running:
            for figures in progress(in_order(running, first), len(numbers), "edition"):
                results.append(figures)
        return results.games[:boxes]


def read_boxes(out: Path) -> tuple[BoxSettings, list[BoxFigures]] | None:
    """Return the settings and figures in a folder, or None if nothing was measured there.

    Raises ResultsError if the file is damaged, or of another version of the statements.
    """
    path = out / games_file.GAMES_FILE
    if not path.exists():
        return None
    settings, boxes = BOX_FORMAT.read(path)
    if settings != box_settings(settings.bot, settings.games):
        raise games_file.ResultsError(f"{path} is of another version: measure again, or delete it")
    return settings, boxes


def tally(boxes: Sequence[BoxFigures], statement: int) -> Tally:
    """Count the boxes of one statement."""
    found = [figure for box in boxes if (figure := box.figures[statement]) is not None]
    return Tally(
        len(found),
        sum(figure.value > 0 for figure in found),
        sum(figure.low <= 0 <= figure.high for figure in found),
    )
