"""What a release says of itself: links that lead somewhere, one version, honest requirements."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from email import message_from_string
from email.message import Message
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import redcathedral
from tools import readme
from tools.release.pythons import supported_versions

ROOT = Path(__file__).parents[2]
SOURCE = "https://code.example/them/redcathedral"
REFUSED = "Private :: Do Not Upload"  # by the package index
PYPROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
PROJECT = tomllib.loads(PYPROJECT)["project"]


def metadata(tree: Path, addresses: str) -> Message:
    """What a wheel of this tree says of itself, with these lines under project.urls."""
    package = tree / "src" / "redcathedral"
    package.mkdir(parents=True)
    (tree / "out").mkdir()
    for name in ("setup.py", "README.md", "LICENSE", "tools", "src/redcathedral/__init__.py"):
        place = tree / name
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, place)
    pyproject = PYPROJECT.replace("[project.urls]\n", f"[project.urls]\n{addresses}\n")
    (tree / "pyproject.toml").write_text(pyproject, "utf-8")
    command = "from setuptools import build_meta as b; b.prepare_metadata_for_build_wheel('out')"
    done = subprocess.run(
        [sys.executable, "-c", command],
        cwd=tree,
        env={**os.environ, "REDCATHEDRAL_NO_PAGE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (package_info,) = tree.glob("out/*.dist-info/METADATA")
    return message_from_string(package_info.read_text("utf-8"))


def test_links_and_pictures_of_the_readme_lead_somewhere_on_the_package_index(
    tmp_path: Path,
) -> None:
    package_info = metadata(tmp_path, f'Source = "{SOURCE}"')
    assert package_info.get_all("Project-URL") == [f"Source, {SOURCE}"]
    assert package_info["Description-Content-Type"] == "text/markdown"
    text = str(package_info.get_payload())
    links = re.findall(r"(!?)\[[^]]*\]\(([^)]+)\)", text)
    assert len(links) > 10
    at = f"v{redcathedral.__version__}"
    for picture, link in links:
        start = f"{SOURCE}/{'raw' if picture else 'blob'}/{at}/"
        assert link.startswith(start), link
        assert (ROOT / link.removeprefix(start).partition("#")[0]).is_file(), link
    assert [picture for picture, _ in links].count("!") >= 1


def test_without_an_address_the_readme_stays_as_it_is(tmp_path: Path) -> None:
    package_info = metadata(tmp_path, "")
    assert package_info.get_all("Project-URL") is None
    assert (
        str(package_info.get_payload()).strip() == (ROOT / "README.md").read_text("utf-8").strip()
    )


def test_only_links_into_the_tree_are_changed() -> None:
    text = "[a](docs/a.md#b) [b](#c) [c](https://d.example) ![p](p.png) (e) [f] (g)"
    changed = "[a](S/blob/v1/docs/a.md#b) [b](#c) [c](https://d.example) ![p](S/raw/v1/p.png)"
    assert readme.absolute(text, "S", "1") == f"{changed} (e) [f] (g)"


def test_the_package_index_refuses_it_until_there_is_an_address() -> None:
    has_address = "Source" in PROJECT.get("urls", {})
    assert (REFUSED in PROJECT["classifiers"]) == (not has_address), "docs/guides/release.md"


def test_no_text_installs_it_from_the_package_index_until_it_is_there() -> None:
    """A stranger could register the name there."""
    if REFUSED not in PROJECT["classifiers"]:
        return
    folders = ("bench", "docs", "recipes", "src/redcathedral", "tests", "tools", "web/src")
    kinds = (".json", ".md", ".py", ".rst", ".svelte", ".toml", ".ts", "Makefile", "Containerfile")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    texts = [path for path in (*ROOT.glob("*"), *files) if path.name.endswith(kinds)]
    extra = re.compile(rf"{PROJECT['name']}\\?\[")  # also in a regular expression
    found = [path for path in texts if extra.search(path.read_text("utf-8"))]
    assert found == []


def test_there_is_one_version_one_licence_and_one_author() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    package_info = dict(re.findall(r"^(?:  - )?([\w-]+): (.+)$", citation, re.MULTILINE))
    assert package_info["version"] == redcathedral.__version__
    assert package_info["license"] == PROJECT["license"]
    assert package_info["title"] == PROJECT["name"]
    assert package_info["name"] == PROJECT["authors"][0]["name"]
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## (\S+)", changes, re.MULTILINE)
    assert heads[0] == "Unreleased" or heads[0] == redcathedral.__version__


def test_every_python_that_is_named_is_built_for_and_none_else() -> None:
    named = re.findall(r'"Programming Language :: Python :: 3\.(\d+)"', PYPROJECT)
    built = re.findall(r'"cp3(\d+)-manylinux_\*"', PYPROJECT)
    assert named == built
    assert PROJECT["requires-python"] == f">=3.{named[0]}"


def librt(requirements: Iterable[str]) -> SpecifierSet:
    """Which versions of librt these allow."""
    found = (need for need in map(Requirement, requirements) if need.name == "librt")
    return next(found).specifier


def test_a_users_own_mypy_may_have_another_librt() -> None:
    """The C asks librt for its ABI when it is loaded; mypy, too, only asks for the oldest."""
    ours = librt(PROJECT["dependencies"])
    theirs = librt(requires("mypy") or ())
    here = version("librt")
    assert here in ours
    assert here in theirs
    assert {one.operator for one in theirs} == {">="}
    major, minor, _ = here.split(".")
    newer = f"{major}.{int(minor) + 1}.0"
    assert newer in theirs
    assert newer in ours


def test_the_container_starts_what_there_is() -> None:
    """`make release` has hadolint look at the rest."""
    from redcathedral.server.run.process import DEFAULT_PORT

    text = (ROOT / "Containerfile").read_text("utf-8")
    assert f"EXPOSE {DEFAULT_PORT}\n" in text
    command = re.search(r"^CMD \[(.+)\]$", text, re.MULTILINE)
    assert command is not None
    words = re.findall(r'"([^"]+)"', command[1])
    assert words[0] in PROJECT["scripts"]
    home = re.search(r"^ENV (\w+)=/data$", text, re.MULTILINE)
    assert home is not None
    used = [*(ROOT / "src/redcathedral").rglob("*.py")]
    assert any(home[1] in path.read_text("utf-8") for path in used)
    for copied in re.findall(r"^COPY (?!--from|dist/)(.+) \S+$", text, re.MULTILINE):
        assert [name for name in copied.split() if not (ROOT / name).is_file()] == []


def test_the_container_gets_what_the_extra_for_postgresql_requires() -> None:
    lines = (ROOT / "requirements/postgresql.in").read_text("utf-8").splitlines()
    required = [line for line in lines if not line.startswith("#")]
    assert required == PROJECT["optional-dependencies"]["postgresql"]


def test_compose_sets_variables_that_the_server_and_caddy_read() -> None:
    text = (ROOT / "deploy/compose.yaml").read_text("utf-8")
    readers = [*(ROOT / "src/redcathedral").rglob("*.py"), ROOT / "deploy/Caddyfile"]
    read = "".join(path.read_text("utf-8") for path in readers)
    names = re.findall(r"^ +(REDCATHEDRAL_\w+):", text, re.MULTILINE)
    assert len(names) > 5
    assert [name for name in names if not re.search(rf"\b{name}\b", read)] == []
    (proxy,) = re.findall(r"REDCATHEDRAL_PROXY: (\S+)", text)
    assert f"ipv4_address: {proxy}\n" in text


@pytest.mark.long
@pytest.mark.installed
def test_make_release_fills_dist(tmp_path: Path) -> None:
    """As a release is made, in a copy of the tree."""
    listing = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    for name in filter(None, listing.split("\0")):
        place = tmp_path / "tree" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, place)
    hidden = {"PYTHONPATH", "MAKEFLAGS", "MFLAGS"}
    done = subprocess.run(
        ["make", "release", f"PYTHON={sys.executable}"],
        cwd=tmp_path / "tree",
        env={name: word for name, word in os.environ.items() if name not in hidden},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    dist = tmp_path / "tree" / "dist"
    names = {path.name for path in dist.iterdir()}
    assert {"SHA256SUMS", "site.zip", f"redcathedral-{redcathedral.__version__}.tar.gz"} <= names
    here = f"cp3{sys.version_info.minor}"
    assert len([*dist.glob(f"*-{here}-{here}-manylinux*.whl")]) == 1
    for python in supported_versions():
        tag = python.replace(".", "")
        assert [*dist.glob(f"*-cp{tag}-*")] or f"wheel for Python {python}: " in done.stdout
