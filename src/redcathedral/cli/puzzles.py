"""``redcathedral puzzles``: turns to be found, searched for in games."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer

from redcathedral.analysis.doubt import NO_DOUBT, doubt_of
from redcathedral.analysis.judge import DEEP
from redcathedral.arena.games_file import ResultsError
from redcathedral.bots import BotSpecError
from redcathedral.box import load_edition
from redcathedral.cli.arguments import LAST_SEED, Jobs, processes
from redcathedral.cli.messages import counted, failures, progress
from redcathedral.cli.puzzles_page import page
from redcathedral.files import write_text
from redcathedral.play.process_pool import in_order, work
from redcathedral.puzzles.collection import Collection, select
from redcathedral.puzzles.hunt import FORM, HuntSettings, Searched, hunter
from redcathedral.puzzles.puzzle import Puzzle
from redcathedral.weights.file import Weights, fingerprint, load, packaged

GAMES: Final = 200
SIZE: Final = 240
ROLLOUTS: Final = 200
SEED: Final = 1
PAGE: Final = "puzzles.md"

app = typer.Typer(help="Turns to be found: searched for in games.", no_args_is_help=True)


@app.callback()
def puzzles() -> None:
    """Turns to be found: positions in which one is clearly better than all others."""


@app.command()
def make(
    games: Annotated[int, typer.Option(min=1, help="Games that are searched.")] = GAMES,
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
        settings = HuntSettings(
            FORM.schema, edition.id, edition.hash, fingerprint(used), rollouts, seed
        )
        lines = _searched(settings, games, weights, out, processes(jobs))
        found = _clear(lines, used)
        chosen = select(found, size, seed)
        command = (
            f"redcathedral puzzles make --games {games} --rollouts {rollouts} "
            f"--size {size} --seed {seed}"
        )
        card = page(settings, lines, len(found), chosen, command)
        for path in filter(None, (out / PAGE, publish)):
            write_text(path, card)
        if collection is not None:
            Collection(edition.hash, tuple(chosen)).save(collection)
    typer.echo(f"{counted(len(found), 'puzzle')} in {counted(len(lines), 'game')}")
    typer.echo(f"Card: {publish or out / PAGE}")


def _clear(lines: Sequence[Searched], weights: Weights) -> list[Puzzle]:
    """What stays clear with the doubt of the judge that looks as far."""
    found = [
        puzzle.doubted(doubt_of(weights, DEEP, puzzle.players) or NO_DOUBT)
        for line in lines
        for puzzle in line.puzzles
    ]
    return [puzzle for puzzle in found if puzzle.is_clear]


def _searched(
    settings: HuntSettings, games: int, weights: Path | None, out: Path, jobs: int
) -> list[Searched]:
    """What was found in all games, those searched before and those now."""
    with FORM.resume(out, settings) as kept:
        left = [(place, settings.hunt(place)) for place in range(len(kept.games), games)]
        hire = partial(hunter, "" if weights is None else str(weights), settings.rollouts)
        for line in in_order(progress(work(hire, left, jobs), len(left)), len(kept.games)):
            kept.append(line)
        return kept.games[:games]
