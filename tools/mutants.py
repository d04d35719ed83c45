"""How well the tests hold the engine: a seeded sample of mutants, and which of them survive.

cosmic-ray makes the mutants.  A mutant is one small change of the engine's source in a copy of the
tree; it is killed when a test fails.  The sample takes places in the source at random and one
mutant of each, since an operator alone has a dozen.  An interrupted run resumes.

``python tools/mutants.py run``    all of the sample, on two cores about half an hour
``python tools/mutants.py report`` score and survivors as Markdown
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
FOLDER = ROOT / "build" / "mutants"
ENGINE = "src/redcathedral/engine"
SEED = 1
SAMPLE = 500
WORKERS = 2
TIMEOUT = 120.0  # seconds; the tests of the engine take about 20
# Recorded games first, a few of them before the rest: they kill most mutants in a second.
FEW = "tests/conformance/{solo-advanced,mixed}-01.rcg.gz"
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
    """One mutant of the sample and what became of it (None: not run yet)."""

    place: str
    operator: str
    outcome: str | None
    diff: str


def prepare(worker: int) -> Path:
    """A copy of the tree for one worker, with its session; what is there is kept."""
    tree = FOLDER / str(worker)
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
    text = CONFIG.format(engine=ENGINE, timeout=TIMEOUT)
    (tree / "config.toml").write_text(text, encoding="utf-8")
    replay = f"{python} -m redcathedral replay --check"
    pytest = f"{python} -m pytest -q -x -p no:cacheprovider {TESTS}"
    (tree / "kill").write_text(
        f"set -e\n{replay} {FEW}\n{replay} {GAMES}\n{pytest}\n", encoding="utf-8"
    )
    # Unchanged source has to pass; this run also leaves the compiled tests behind.
    subprocess.run(["bash", "./kill"], cwd=tree, env=environment(cached=True), check=True)
    # Compiled by content: of a mutant's files all but the changed one need not be compiled again.
    compileall.compile_dir(
        tree / "src", quiet=1, force=True, invalidation_mode=PycInvalidationMode.CHECKED_HASH
    )
    draft = tree / "draft.sqlite"
    cosmic_ray(tree, "init", "config.toml", draft.name)
    keep(draft, worker)
    draft.rename(session)
    return tree


def keep(session: Path, worker: int) -> None:
    """Leave only this worker's part of the sample in a session."""
    with sqlite3.connect(session) as database:
        rows = database.execute(
            "select job_id, module_path, start_pos_row, start_pos_col, operator_name, occurrence"
            " from mutation_specs order by module_path, start_pos_row, start_pos_col,"
            " operator_name, occurrence, operator_args"
        ).fetchall()
        places: dict[tuple[str, int, int], list[str]] = {}
        for job, *place, _, _ in rows:
            places.setdefault((place[0], place[1], place[2]), []).append(job)
        chooser = random.Random(SEED)
        chosen = chooser.sample(sorted(places), min(SAMPLE, len(places)))
        jobs = {chooser.choice(places[place]) for place in chosen}
        mine = set(sorted(jobs, key=[row[0] for row in rows].index)[worker::WORKERS])
        for table in ("mutation_specs", "work_items"):
            for (job,) in database.execute(f"select job_id from {table}").fetchall():
                if job not in mine:
                    database.execute(f"delete from {table} where job_id = ?", (job,))


def cosmic_ray(tree: Path, *arguments: str) -> None:
    """Run cosmic-ray in a worker's tree."""
    subprocess.run([command(), *arguments], cwd=tree, env=environment(), check=True)


def command() -> str:
    """Return the path of cosmic-ray next to the running Python."""
    return str(Path(sys.executable).with_name("cosmic-ray"))


def environment(cached: bool = False) -> dict[str, str]:
    """The tests run on the interpreted source of the copy."""
    write = {} if cached else {"PYTHONDONTWRITEBYTECODE": "1"}
    return {**os.environ, "PYTHONPATH": "src", **write}


def run() -> None:
    """Run what has not been run, two workers side by side."""
    trees = [prepare(worker) for worker in range(WORKERS)]
    workers = [
        subprocess.Popen(
            [command(), "exec", "config.toml", "session.sqlite"], cwd=tree, env=environment()
        )
        for tree in trees
    ]
    total = sum(len(read(tree)) for tree in trees)
    while any(worker.poll() is None for worker in workers):
        done = sum(mutant.outcome is not None for tree in trees for mutant in read(tree))
        print(f"\r{done} of {total} mutants", end="", flush=True)
        for worker in workers:
            try:
                worker.wait(timeout=5)
            except subprocess.TimeoutExpired:
                break
    print()
    if any(worker.returncode for worker in workers):
        sys.exit("cosmic-ray failed; see its output above. The same command resumes the run.")


def read(tree: Path) -> list[Mutant]:
    """The mutants of a session with what became of them."""
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
    """Print the score and every survivor with its change."""
    mutants = [mutant for worker in range(WORKERS) for mutant in read(FOLDER / str(worker))]
    done = [mutant for mutant in mutants if mutant.outcome is not None]
    survivors = [mutant for mutant in done if mutant.outcome == "SURVIVED"]
    print(f"{len(done)} of {len(mutants)} mutants run, {len(survivors)} survived,", end=" ")
    print(f"score {100 * (1 - len(survivors) / max(1, len(done))):.1f} %\n")
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
    """Run or report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("run", "report"))
    what = parser.parse_args().what
    try:
        (run if what == "run" else report)()
    except KeyboardInterrupt:
        sys.exit("\nStopped. The same command resumes the run.")


if __name__ == "__main__":
    main()
