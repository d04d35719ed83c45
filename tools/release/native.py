"""Wheels for CPython: built from the sdist, and used once without a compiler and Node."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from threading import Timer
from typing import Final

import httpx

from tools.release.pythons import Python
from tools.release.steps import RELEASE, TOOLS, environment, fail, run

PLAY_ONCE: Final = Path(__file__).with_name("play_once.py")
PAGE: Final = "redcathedral/server/page/index.html"
NOTE: Final = "redcathedral/_build.txt"
ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+/")
SCRIPT: Final = re.compile(r'<script type="module"[^>]* src="\./([^"]+)"')
START_SECONDS: Final = 60.0


def build_wheel(sdist: Path, python: Python, folder: Path) -> Path:
    """Build a wheel in an isolated environment, and name it after the Linux systems it is for."""
    source, wheels = folder / "source", folder / "wheels"
    with tarfile.open(sdist) as archive:
        archive.extractall(source, filter="data")
    (tree,) = source.iterdir()
    # pip would store a wheel of the archive in its cache, so it gets a folder.
    build = ("wheel", "--no-deps", "--wheel-dir", wheels, tree)
    variables = environment(REDCATHEDRAL_REQUIRE_COMPILED="1", **python.variables)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "--python", python.path, *build], folder / "build.log", variables)
    (plain,) = wheels.glob("*.whl")
    variables = environment(PATH=f"{TOOLS}:{os.environ['PATH']}")
    repair = ("repair", "--wheel-dir", folder, plain)
    run([TOOLS / "auditwheel", *repair], folder / "repair.log", variables)
    for path in (source, wheels):
        shutil.rmtree(path)
    return next(folder.glob("*.whl"))


def check_contents(wheel: Path) -> None:
    """Exit if a wheel has no page or an interpreted engine."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        note = archive.read(NOTE).decode() if NOTE in names else "unknown"
    if PAGE not in names:
        fail(f"{wheel.name} does not contain the page.")
    if note != "compiled\n":
        fail(f"The engine of {wheel.name} is not compiled: {note.strip()}")


def check_wheel(wheel: Path, python: Python, folder: Path, expected: object) -> None:
    """Install a wheel with pipx, play a game and fetch the page; exit if something is wrong."""
    check_contents(wheel)
    work, no_programs = folder / "check", folder / "check/no-programs"
    no_programs.mkdir(parents=True)
    variables = environment(
        PATH=str(no_programs),
        PIPX_HOME=str(RELEASE / "pipx"),
        PIPX_BIN_DIR=str(work / "bin"),
        PIPX_MAN_DIR=str(work / "man"),
        REDCATHEDRAL_HOME=str(work / "home"),
    )
    log = folder / "check.log"
    install = ("install", "--force", "--python", python.path, wheel)
    run([TOOLS / "pipx", *install], log, variables)
    program = work / "bin/redcathedral"
    played = run([program.resolve().with_name("python"), PLAY_ONCE], log, variables)
    compare(wheel, json.loads(played), expected)
    check_table(program, variables, wheel.name.split("-")[1])
    run([TOOLS / "pipx", "uninstall", "redcathedral"], log, variables)
    shutil.rmtree(work)


def compare(wheel: Path, played: object, expected: object) -> None:
    """Exit if a wheel played another game than the package of this tree."""
    if played != expected:
        fail(f"{wheel.name} plays differently:", f"wheel: {played}", f"here:  {expected}")


def check_table(program: Path, variables: dict[str, str], version: str) -> None:
    """Start ``redcathedral play``, and fetch the page, its script and one route."""
    command = [str(program), "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=variables, stdout=subprocess.PIPE, text=True) as process:
        timer = Timer(START_SECONDS, process.kill)
        timer.start()
        try:
            assert process.stdout is not None
            address = next(filter(None, map(ADDRESS.search, process.stdout)), None)
            if address is None:
                fail(f"`{program} play` does not start a server.")
            fetch_page(address[0], version)
        finally:
            timer.cancel()
            process.terminate()


def fetch_page(address: str, version: str) -> None:
    """Fetch the page, its script and one route; exit if the page or the version is wrong."""
    with httpx.Client(base_url=address, trust_env=False) as client:
        page = client.get("/").raise_for_status().text
        script = SCRIPT.search(page)
        if script is None:
            fail(f"{address} does not show the page of the game.")
        client.get(script[1]).raise_for_status()
        served = client.get("/api/server").raise_for_status().json()["version"]
        if served != version:
            fail(f"{address} is version {served}, not {version}.")
