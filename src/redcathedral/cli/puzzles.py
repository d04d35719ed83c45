"""``redcathedral puzzles``: turns to be found, searched for in games."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final, TypeVar

import typer

from redcathedral.analysis.doubt import NO_DOUBT, doubt_of
from redcathedral.analysis.judge import DEEP
from redcathedral.arena.games_file import FileForm, ResultsError
from redcathedral.bots import BotSpecError
from redcathedral.box import Edition, load_edition
from redcathedral.cli.arguments import LAST_SEED, Jobs, processes
from redcathedral.cli.messages import counted, failures, progress
from redcathedral.cli.puzzles_page import Catch, page
from redcathedral.files import write_text
from redcathedral.play.process_pool import in_order, work
from redcathedral.puzzles.collection import Collection, select
from redcathedral.puzzles.hunt import (
    FORM,
    MORE_FORM,
    Hunting,
    HuntSettings,
    MoreSettings,
    Searched,
    hunter,
)
from redcathedral.puzzles.puzzle import Puzzle, influence_actions
from redcathedral.weights.file import Weights, fingerprint, load, packaged

GAMES: Final = 200
SIZE: Final = 240
ROLLOUTS: Final = 200
SEED: Final = 1
PAGE: Final = "puzzles.md"
MORE: Final = "more"  # the folder of the games that are searched besides

S = TypeVar("S", bound=HuntSettings)

app = typer.Typer(help="Turns to be found: searched for in games.", no_args_is_help=True)


@app.callback()
def puzzles() -> None:
    """Turns to be found: positions in which one is clearly better than all others."""


@app.command()
def make(
    games: Annotated[int, typer.Option(min=1, help="Games that are searched.")] = GAMES,
    more: Annotated[
        int,
        typer.Option(
            min=0,
            help="Games searched besides, for influence actions that no puzzle has.",
        ),
    ] = 0,
    rollouts: Annotated[
        int, typer.Option(min=2, help="How often a turn is played on to verify it.")
    ] = ROLLOUTS,
    size: Annotated[
        int, typer.Option(min=1, help="Puzzles that are chosen of all found, at most.")
    ] = SIZE,
    seed: Annotated[int, typer.Option(min=0, max=LAST_SEED, help="The first seed.")] = SEED,
    weights: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Judge, and play, by these weights.")
    ] = None,
    jobs: Jobs = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the search is kept.")] = Path(
        "puzzle-games"
    ),
    publish: Annotated[
        Path | None, typer.Option(metavar="FILE.md", help="Write the card there too.")
    ] = None,
    collection: Annotated[
        Path | None,
        typer.Option(
            "--collection", metavar="FILE", help="Write the puzzles that are chosen there."
        ),
    ] = None,
) -> None:
    """Search games of the architect for positions in which one turn is clearly the best.

    Stopped, the same command goes on where it was; with more games it goes on from there.

    Example: redcathedral puzzles make --games 4
    """
    if publish is not None and publish.suffix != ".md":
        reason = f"the card is Markdown: name it {publish.with_suffix('.md')}"
        raise typer.BadParameter(reason, param_hint="--publish")
    edition = load_edition()
    with failures(ResultsError, BotSpecError):
        used = packaged() if weights is None else load(weights)
        common = (FORM.schema, edition.id, edition.hash, fingerprint(used), rollouts, seed)
        hire = partial(hunter, "" if weights is None else str(weights), rollouts)
        workers = processes(jobs)
        settings = HuntSettings(*common)
        lines = _searched(FORM, settings, games, hire, out, workers)
        main = Catch(settings, lines, _clear(lines, used))
        besides = None
        wanted = _unused(edition, main.found)
        if more and wanted:
            more_settings = MoreSettings(*common, wanted)
            hire = partial(hire, wanted=wanted)
            lines = _searched(MORE_FORM, more_settings, more, hire, out / MORE, workers)
            besides = Catch(more_settings, lines, _clear(lines, used))
        found = [*main.found, *(besides.found if besides else ())]
        chosen = select(found, size, seed)
        command = (
            f"redcathedral puzzles make --games {games} {f'--more {more} ' if more else ''}"
            f"--rollouts {rollouts} --size {size} --seed {seed}"
        )
        card = page(main, besides, chosen, command)
        for path in filter(None, (out / PAGE, publish)):
            write_text(path, card)
        if collection is not None:
            Collection(edition.hash, tuple(chosen)).save(collection)
    searched = len(main.lines) + (len(besides.lines) if besides else 0)
    typer.echo(f"{counted(len(found), 'puzzle')} in {counted(searched, 'game')}")
    typer.echo(f"Card: {publish or out / PAGE}")


def _unused(edition: Edition, found: Sequence[Puzzle]) -> tuple[str, ...]:
    """The influence actions that no solution uses."""
    known = {action for puzzle in found for action in puzzle.actions()}
    return tuple(action for action in influence_actions(edition) if action not in known)


def _clear(lines: Sequence[Searched], weights: Weights) -> list[Puzzle]:
    """What stays clear with the doubt of the judge that looks as far."""
    found = [
        puzzle.doubted(doubt_of(weights, DEEP, puzzle.players) or NO_DOUBT)
        for line in lines
        for puzzle in line.puzzles
    ]
    return [puzzle for puzzle in found if puzzle.is_clear]


def _searched(
    form: FileForm[S, Searched],
    settings: S,
    games: int,
    hire: Callable[[], Hunting],
    out: Path,
    jobs: int,
) -> list[Searched]:
    """What was found in all games, those searched before and those now."""
    with form.resume(out, settings) as kept:
        left = [(place, settings.hunt(place)) for place in range(len(kept.games), games)]
        for line in in_order(progress(work(hire, left, jobs), len(left)), len(kept.games)):
            kept.append(line)
        return kept.games[:games]
