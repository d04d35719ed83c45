"""``python -m tools.puzzles``: search games for positions with one clearly best turn.

It writes docs/puzzles.md, and src/redcathedral/ai/puzzles/puzzles.json.gz, the puzzles of the
package.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeVar

import typer

from redcathedral.ai.analysis.error_model import NO_ERROR, error_model_of
from redcathedral.ai.analysis.judge import DEEP
from redcathedral.ai.bots import BotSpecError
from redcathedral.ai.puzzles.puzzle import Collection, Puzzle
from redcathedral.ai.weights.file import Weights, fingerprint, load, packaged
from redcathedral.box import Edition, load_edition
from redcathedral.cli.arguments import FirstSeed, Jobs, process_count
from redcathedral.cli.messages import count_of, progress, report_failures, usage_error
from redcathedral.files import write_text
from redcathedral.lab.arena.games_file import GamesFileFormat, ResultsError
from redcathedral.play.process_pool import in_order, run_jobs
from tools.command import WeightsFile, command_app
from tools.publish_option import Publish
from tools.puzzles.finder import (
    EASY_SEARCH_FORMAT,
    RARE_SEARCH_FORMAT,
    REASON_DIVISOR,
    RECORDS_SEARCH_FORMAT,
    SEARCH_FORMAT,
    EasySettings,
    RareSettings,
    RecordsSettings,
    SearchedGame,
    SearchJob,
    SearchSettings,
    job_from_record,
    make_search_worker,
)
from tools.puzzles.page import SearchResult, SearchResults, page
from tools.puzzles.selection import save, select
from tools.puzzles.solution import actions_of, influence_actions, is_clear, with_judge_error

PAGE_FILE: Final = "puzzles.md"
EASY_LEVEL: Final = "craftsman"  # a turn that this level finds is easy

S = TypeVar("S", bound=SearchSettings)


def find_puzzles(
    games: Annotated[int, typer.Option(min=0, help="Games to play and search.")] = 200,
    records: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Recorded games to search too, or their folder."),
    ] = None,
    rare: Annotated[
        int,
        typer.Option(min=0, help="Further games, to find influence actions that no puzzle has."),
    ] = 0,
    easy: Annotated[
        int, typer.Option(min=0, help="Further games, to find turns that are easy to find.")
    ] = 0,
    rollouts: Annotated[
        int, typer.Option(min=REASON_DIVISOR, help="Rollouts that verify a turn.")
    ] = 200,
    size: Annotated[int, typer.Option(min=1, help="Largest number of puzzles to choose.")] = 240,
    seed: FirstSeed = 1,
    weights: WeightsFile = None,
    jobs: Jobs = None,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the search.")] = Path(
        "puzzle-games"
    ),
    publish: Publish = None,
    collection: Annotated[
        Path | None,
        typer.Option("--collection", metavar="FILE", help="Write the chosen puzzles to it."),
    ] = None,
) -> None:
    """Search games for turns that are clearly the best.

    The bot `architect` plays the games.  After a stop, the same command continues; with more games
    it continues from there.  If more games find an action that `--rare` looked for, its search
    begins again: remove the folder `rare`.

    Example: python -m tools.puzzles --games 4
    """
    edition = load_edition()
    with report_failures(ResultsError, BotSpecError):
        used_weights = packaged() if weights is None else load(weights)
        weights_path = "" if weights is None else str(weights)
        search = _Search(used_weights, weights_path, process_count(jobs))
        recorded_games = _record_jobs(records or (), edition)
        edition_fields = (SEARCH_FORMAT.schema, edition.id, edition.hash)
        common = (*edition_fields, fingerprint(used_weights), rollouts, seed)
        main = search.run(SEARCH_FORMAT, SearchSettings(*common), games, out)
        used_actions = {action for puzzle in main.found for action in actions_of(puzzle)}
        unused_actions = tuple(a for a in influence_actions(edition) if a not in used_actions)
        results = SearchResults(
            main,
            search.run(
                RARE_SEARCH_FORMAT, RareSettings(*common, unused_actions), rare, out / "rare"
            )
            if rare and unused_actions
            else None,
            search.run(EASY_SEARCH_FORMAT, EasySettings(*common, EASY_LEVEL), easy, out / "easy")
            if easy
            else None,
            search.run_recorded(common, recorded_games, out / "records")
            if recorded_games
            else None,
        )
        chosen = select(results.found, size, seed)
        extra_searches = (("rare", rare), ("easy", easy))
        options = "".join(f"--{name} {count} " for name, count in extra_searches if count)
        options += "".join(f"--records {path.name} " for path in records or ())
        command = (
            f"python -m tools.puzzles --games {games} {options}--rollouts {rollouts} "
            f"--size {size} --seed {seed}"
        )
        text = page(results, chosen, command)
        write_text(out / PAGE_FILE, text)
        if publish is not None:
            write_text(publish, text)
        if collection is not None:
            save(Collection(edition.hash, tuple(chosen)), collection)
    found, searched = len(results.found), len(results.lines)
    typer.echo(f"{count_of(found, 'puzzle')} in {count_of(searched, 'game')}")
    typer.echo(f"Card: {publish or out / PAGE_FILE}")


def _record_jobs(paths: Sequence[Path], edition: Edition) -> list[SearchJob]:
    job_by_seed: dict[int, SearchJob] = {}
    for path in paths:
        folder_files = (*path.rglob("*.rcg"), *path.rglob("*.rcg.gz"))
        for file in sorted(folder_files) if path.is_dir() else [path]:
            try:
                job = job_from_record(file, edition)
            except (OSError, ValueError) as error:
                usage_error("--records", f"{file}: {error}")
            job_by_seed[job.seed] = job
    if paths and not job_by_seed:
        usage_error("--records", "there is no .rcg file")
    return list(job_by_seed.values())


class _Search(NamedTuple):
    weights: Weights
    weights_path: str  # empty for the weights of the package
    jobs: int

    def run_recorded(
        self,
        common: tuple[int, str, str, str, int, int],
        search_jobs: Sequence[SearchJob],
        folder: Path,
    ) -> SearchResult[RecordsSettings]:
        settings = RecordsSettings(*common, tuple((job.players, job.seed) for job in search_jobs))
        return self.run(RECORDS_SEARCH_FORMAT, settings, len(search_jobs), folder, search_jobs)

    def run(
        self,
        file_format: GamesFileFormat[S, SearchedGame],
        settings: S,
        games: int,
        folder: Path,
        search_jobs: Sequence[SearchJob] = (),
    ) -> SearchResult[S]:
        with file_format.resume(folder, settings) as games_file:
            first = len(games_file.games)
            missing = [
                (index, search_jobs[index] if search_jobs else settings.job(index))
                for index in range(first, games)
            ]
            make_worker = partial(make_search_worker, self.weights_path, settings)
            results = progress(run_jobs(make_worker, missing, self.jobs), len(missing))
            for line in in_order(results, first):
                games_file.append(line)
            lines = games_file.games[:games]
        return SearchResult(settings, lines, self._clear_puzzles(lines))

    def _clear_puzzles(self, lines: Sequence[SearchedGame]) -> list[Puzzle]:
        puzzles = [
            with_judge_error(puzzle, error_model_of(self.weights, DEEP, puzzle.players) or NO_ERROR)
            for line in lines
            for puzzle in line.puzzles
        ]
        return [puzzle for puzzle in puzzles if is_clear(puzzle)]


app: Final = command_app(find_puzzles)

if __name__ == "__main__":
    app(prog_name="python -m tools.puzzles")
