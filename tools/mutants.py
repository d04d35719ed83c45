"""Mutation tests of the engine: a seeded sample of mutants, and the mutants that survive.

cosmic-ray makes the mutants.  A mutant is a small change of the engine's source in a copy of the
tree; a failing test kills the mutant.  The sample consists of random places in the source, with one
mutant for each, because one operator can have a dozen mutants.  An interrupted run can be resumed.

``python tools/mutants.py run``    tests the sample: about half an hour on two cores
``python tools/mutants.py report`` prints the score and the survivors as Markdown
"""

from __future__ import annotations

import argparse
import compileall
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
WORK_FOLDER = ROOT / "build" / "mutants"
ENGINE = "src/redcathedral/engine"
SEED = 1
SAMPLE_SIZE = 500
WORKERS = 2
TEST_TIMEOUT = 120.0  # seconds; the tests of the engine take about 20
# The recorded games are replayed first, beginning with a few: they kill most mutants in a second.
FIRST_GAMES = "tests/conformance/{solo-advanced,mixed}-01.rcg.gz"
GAMES = "tests/conformance/{solo,options,mixed}*-0[1-4].rcg.gz tests/conformance/[234]p*-01.rcg.gz"
# The index of the rules needs docs.
TESTS = "tests/engine --ignore tests/engine/test_index.py"
CONFIG = """[cosmic-ray]
module-path = "{engine}"
timeout = {timeout}
excluded-modules = []
test-command = "bash ./kill"

[cosmic-ray.distributor]
name = "local"
"""


class Mutant(NamedTuple):
    """A mutant of the sample and its outcome (None: not tested yet)."""

    place: str
    operator: str
    outcome: str | None
    diff: str


def prepare(worker: int) -> Path:
    """Return the tree copy of a worker, with its session; make it if it does not exist."""
    tree = WORK_FOLDER / str(worker)
    session = tree / "session.sqlite"
    if session.exists():
        return tree
    shutil.rmtree(tree, ignore_errors=True)
    for name in ("src", "tests", "pyproject.toml"):
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
            shutil.copytree(source, tree / name, ignore=ignored)
        else:
            shutil.copy(source, tree / name)
    python = ROOT / ".venv" / "bin" / "python"
    text = CONFIG.format(engine=ENGINE, timeout=TEST_TIMEOUT)
    (tree / "config.toml").write_text(text, encoding="utf-8")
    replay = f"{python} -m redcathedral replay --check"
    pytest = f"{python} -m pytest -q -x -p no:cacheprovider {TESTS}"
    (tree / "kill").write_text(
        f"set -e\n{replay} {FIRST_GAMES}\n{replay} {GAMES}\n{pytest}\n", encoding="utf-8"
    )
    # The unchanged source must pass.  This run also caches the compiled tests.
    subprocess.run(["bash", "./kill"], cwd=tree, env=environment(cached=True), check=True)
    # With hash-based caches, only the changed file of a mutant is compiled again.
    compileall.compile_dir(
        tree / "src", quiet=1, force=True, invalidation_mode=PycInvalidationMode.CHECKED_HASH
    )
    new_session = tree / "new_session.sqlite"
    cosmic_ray(tree, "init", "config.toml", new_session.name)
    select_jobs(new_session, worker)
    new_session.rename(session)
    return tree


def select_jobs(session: Path, worker: int) -> None:
    """Remove all jobs from a session except this worker's part of the sample."""
    with sqlite3.connect(session) as database:
        rows = database.execute(
            "select job_id, module_path, start_pos_row, start_pos_col, operator_name, occurrence"
            " from mutation_specs order by module_path, start_pos_row, start_pos_col,"
            " operator_name, occurrence, operator_args"
        ).fetchall()
        places: dict[tuple[str, int, int], list[str]] = {}
        for job, *place, _, _ in rows:
            places.setdefault((place[0], place[1], place[2]), []).append(job)
        rng = random.Random(SEED)
        chosen = rng.sample(sorted(places), min(SAMPLE_SIZE, len(places)))
        jobs = {rng.choice(places[place]) for place in chosen}
        own_jobs = set(sorted(jobs, key=[row[0] for row in rows].index)[worker::WORKERS])
        for table in ("mutation_specs", "work_items"):
            for (job,) in database.execute(f"select job_id from {table}").fetchall():
                if job not in own_jobs:
                    database.execute(f"delete from {table} where job_id = ?", (job,))


def cosmic_ray(tree: Path, *arguments: str) -> None:
    """Run cosmic-ray in a worker's tree."""
    subprocess.run([command(), *arguments], cwd=tree, env=environment(), check=True)


def command() -> str:
    """Return the path of cosmic-ray next to the running Python."""
    return str(Path(sys.executable).with_name("cosmic-ray"))


def environment(cached: bool = False) -> dict[str, str]:
    """Return environment variables with which the tests use the interpreted source of the copy."""
    no_cache = {} if cached else {"PYTHONDONTWRITEBYTECODE": "1"}
    return {**os.environ, "PYTHONPATH": "src", **no_cache}


def run() -> None:
    """Test the mutants that are not tested yet, with two workers in parallel."""
    trees = [prepare(worker) for worker in range(WORKERS)]
    workers = [
        subprocess.Popen(
            [command(), "exec", "config.toml", "session.sqlite"], cwd=tree, env=environment()
        )
        for tree in trees
    ]
    total = sum(len(read(tree)) for tree in trees)
    while any(worker.poll() is None for worker in workers):
        tested = sum(mutant.outcome is not None for tree in trees for mutant in read(tree))
        print(f"\r{tested} of {total} mutants", end="", flush=True)
        for worker in workers:
            try:
                worker.wait(timeout=5)
            except subprocess.TimeoutExpired:
                break
    print()
    if any(worker.returncode for worker in workers):
        sys.exit("cosmic-ray failed; see its output above. The same command resumes the run.")


def read(tree: Path) -> list[Mutant]:
    """Return the mutants of a session, with their outcomes."""
    with sqlite3.connect(tree / "session.sqlite") as database:
        rows = database.execute(
            "select module_path, start_pos_row, operator_name, test_outcome, diff"
            " from mutation_specs left join work_results using (job_id)"
            " order by module_path, start_pos_row, start_pos_col"
        ).fetchall()
    return [
        Mutant(f"{Path(path).name}:{row}", operator.removeprefix("core/"), outcome, diff or "")
        for path, row, operator, outcome, diff in rows
    ]


def report() -> None:
    """Print the score, and the change of every survivor."""
    mutants = [mutant for worker in range(WORKERS) for mutant in read(WORK_FOLDER / str(worker))]
    tested = [mutant for mutant in mutants if mutant.outcome is not None]
    survivors = [mutant for mutant in tested if mutant.outcome == "SURVIVED"]
    print(f"{len(tested)} of {len(mutants)} mutants run, {len(survivors)} survived,", end=" ")
    print(f"score {100 * (1 - len(survivors) / max(1, len(tested))):.1f} %\n")
    for mutant in sorted(survivors):
        changed = [
            line
            for line in mutant.diff.splitlines()
            if line[:1] in "+-" and line[:3] not in ("+++", "---")
        ]
        print(f"- {mutant.place} {mutant.operator}")
        for line in changed:
            print(f"      {line}")


def main() -> None:
    """Run the command ``run`` or ``report``."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("command", choices=("run", "report"))
    chosen_command = parser.parse_args().command
    try:
        (run if chosen_command == "run" else report)()
    except KeyboardInterrupt:
        sys.exit("\nStopped. The same command resumes the run.")


if __name__ == "__main__":
    main()
